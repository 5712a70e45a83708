"""The search line of the toolbar: words or a regular expression, Escape clears."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QAction, QFocusEvent, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QListView, QSizePolicy, QStyleOptionViewItem, QWidget

from core.catalogue.catalogue import Catalogue
from core.catalogue.derived import derived
from core.catalogue.search import file_query
from core.text import clip, count_text, listed, titled
from core.words import marked, say, say_count
from gui.jobs.latest_job import UNASKED, LatestJob
from gui.look import icons, theme
from gui.look.plain_text import one_line, tooltip
from gui.session.session import MANY_ENTRIES, Session
from gui.tree.crossing import Crossing
from gui.widgets.basic_widgets import CutLabel, allow_clearing, is_for_the_plan, set_state
from gui.widgets.delegates import CellDelegate, Index
from gui.widgets.item_roles import ItemRole

# ---- What the search could mean as one types: its operators, what each asks for, and the values that this file has.

MOST: Final = 8
"""Values that are offered at once, those of most tensors first."""
_EXAMPLES: Final = 3
_SHORTEST: Final = 2
"""Letters of an operator from which on it is offered: one letter begins too many keys."""
_LONGEST: Final = 40

MEANINGS: Final[Mapping[str, str]] = {
    "device:": marked("tensors that were saved on a device"),
    "dtype:": marked("tensors of a dtype"),
    "role:": marked("tensors of the model, of an optimizer, or others"),
    "shape:": marked("tensors whose shape starts with this"),
    "file:": marked("tensors in a file, by all or part of its name"),
}


class Suggestion(NamedTuple):
    """One line: what it puts in the place of the word that is being typed, and what that means."""

    word: str
    meaning: str


def suggestions(catalogue: Catalogue | None, text: str, place: int) -> list[Suggestion]:
    """What can be meant by the word that the cursor, at a place of the text, stands at the end of.

    All operators where nothing has been typed; nothing for a word that is an ordinary one, or that is whole.
    """
    word = text[:place].rpartition(" ")[2].lower()
    if catalogue is None or text[place : place + 1].strip():
        return []
    if not text.strip():
        return [_operator(catalogue, name) for name in _operators(catalogue)]
    name, colon, value = word.partition(":")
    if not colon:
        begun = [each for each in _operators(catalogue) if len(word) >= _SHORTEST and each.startswith(word)]
        return [_operator(catalogue, each) for each in begun]
    if f"{name}:" not in MEANINGS:
        return []
    values = _values(catalogue, name)
    found = [each for each in values if each.startswith(value) or (name == "file" and value in each)]
    if found == [value]:
        return []
    return [Suggestion(f"{name}:{each}", count_text(_finds(values, name, each), "tensor")) for each in found[:MOST]]


def _operators(catalogue: Catalogue) -> list[str]:
    """Those that ask for something of this file: of one file alone nobody asks where a tensor is."""
    return [name for name in MEANINGS if name != "file:" or len(catalogue.checkpoint.parts) > 1]


def prepare(catalogue: Catalogue) -> None:
    """Find out what values there are, for a thread: 300,000 tensors take longer than a keystroke may."""
    for name in _operators(catalogue):
        _values(catalogue, name[:-1])


def searched(text: str) -> str:
    """What to search for while an operator, the last word, still wants its value: the words before it."""
    before, _blank, word = text.strip().rpartition(" ")
    return before.strip() if word.lower() in MEANINGS else text.strip()


def completed(text: str, place: int, word: str) -> tuple[str, int]:
    """The text with a word in the place of the one before the cursor, and where the cursor is then.

    A value is followed by a blank, for the next word; an operator by nothing, for its value.
    """
    before, blank, _typed = text[:place].rpartition(" ")
    head = f"{before}{blank}{word}{'' if word.endswith(':') else ' '}"
    return head + text[place:].lstrip(), len(head)


def _operator(catalogue: Catalogue, name: str) -> Suggestion:
    """An operator with what it asks for, and some values of this file."""
    values = [clip(value, _LONGEST) for value in _values(catalogue, name[:-1])]
    examples = listed(values[:_EXAMPLES]) + (" …" if len(values) > _EXAMPLES else "")
    meaning = say(MEANINGS[name])
    return Suggestion(name, titled(meaning, examples) if examples else meaning)


def _finds(values: Mapping[str, int], name: str, value: str) -> int:
    """How many tensors a value finds: those of all dtypes, roles and shapes that begin so."""
    if name in ("device", "file"):
        return values[value]
    end = "x" if name == "shape" else ""
    return sum(count for each, count in values.items() if f"{each}{end}".startswith(f"{value}{end}"))


@derived
def _values(catalogue: Catalogue, name: str) -> Mapping[str, int]:
    """The values of an operator as they are typed, those of most tensors first."""
    facts, names = catalogue.tree.facts, catalogue.checkpoint.part_names
    columns: dict[str, Callable[[], Iterable[str]]] = {
        "device": lambda: map(catalogue.storage_columns.devices.__getitem__, catalogue.storage_of),
        "dtype": lambda: facts.dtypes,
        "role": lambda: (tensor.role for tensor in catalogue.tensors),
        "file": lambda: (
            file_query(names[number]).partition(":")[2].lower()
            for parts in map(catalogue.parts_of_storage.__getitem__, catalogue.storage_of)
            for number in parts
        ),
        "shape": lambda: ("x".join(map(str, shape)) for shape in facts.shapes if shape),
    }
    return dict(Counter(columns[name]()).most_common())


# ---- The list below the search: what can be typed, a line each with what it means.

_GAP = 14
_LEAST = 480
"""Pixels in which what a word means can be read; a short line has a list wider than itself."""
_INDENT = 90
"""Pixels from the left at which meanings begin, one below the other."""


class _Model(QAbstractListModel):
    def __init__(self) -> None:
        super().__init__()
        self.found: Sequence[Suggestion] = ()

    def show(self, found: Sequence[Suggestion]) -> None:
        self.beginResetModel()
        self.found = found
        self.endResetModel()

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self.found)

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        word, meaning = self.found[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return one_line(word)
        if role == ItemRole.NOTE:
            return one_line(meaning)
        return one_line(f"{word} {meaning}") if role == Qt.ItemDataRole.AccessibleTextRole else None


class _Delegate(CellDelegate):
    """The word as it is typed, and in pale what it means."""

    def paint_content(self, painter: QPainter, rect: QRect, option: QStyleOptionViewItem, index: Index) -> None:
        font = theme.key_font()
        width = self.draw_text(painter, rect, str(index.data()), font, self.colour(option))
        beside = rect.adjusted(max(width + _GAP, _INDENT), 0, 0, 0)
        self.draw_text(painter, beside, str(index.data(ItemRole.NOTE)), option.font, self.colour(option, pale=True))


class Suggestions(QListView):
    """Lies over the window below a line of text, which keeps the keyboard; gone when there is nothing to say."""

    chosen = Signal(str)
    """The word to put in."""

    def __init__(self, line: QLineEdit) -> None:
        super().__init__(line.window())
        self._line = line
        self._model = _Model()
        self.setModel(self._model)
        self.setObjectName("suggestions")
        self.setAccessibleName(say("What can be searched for"))
        self.setItemDelegate(_Delegate(self))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.entered.connect(self.setCurrentIndex)
        self.clicked.connect(lambda index: self.chosen.emit(self._model.found[index.row()].word))
        self.hide()

    def offer(self, found: Sequence[Suggestion]) -> None:
        """Show these, none of them chosen."""
        self._model.show(found)
        self.setVisible(bool(found))
        if found:
            self._place(len(found) * self.sizeHintForRow(0) + 2 * self.frameWidth())
            self.raise_()

    def _place(self, height: int) -> None:
        window = self._line.window()
        if self.parentWidget() is not window:
            self.setParent(window)
            self.show()
        at = self._line.mapTo(window, QPoint(0, self._line.height() + 2))
        width = min(max(self._line.width(), _LEAST), window.width())
        self.setGeometry(min(at.x(), window.width() - width), at.y(), width, height)

    @property
    def word(self) -> str:
        index = self.currentIndex()
        return self._model.found[index.row()].word if self.isVisible() and index.isValid() else ""

    @property
    def first(self) -> str:
        """The word that stands first; nothing while none is offered."""
        return self._model.found[0].word if self.isVisible() else ""

    def step(self, by: int) -> bool:
        """Choose the next one, or the one before; False where the line itself is next, or nothing is offered."""
        row = self.currentIndex().row() + by
        if not self.isVisible() or row >= len(self._model.found):
            return False
        if row < 0:
            self.setCurrentIndex(QModelIndex())
        else:
            self.setCurrentIndex(self._model.index(row, 0))
        return True


# ---- The line.

PAUSE: Final = 15
"""Milliseconds without a keystroke after which the search runs."""
_ICONS_WIDTH: Final = 62
"""Pixels at the right end that the clear and regex signs take."""
_TIP: Final = marked(
    "Show only the keys that match all words, e.g.\n  conv1 weight\n  device:cuda:1    dtype:float16    "
    "role:optimizer    shape:64x3\n"
    "Escape clears the search. The file is not changed by it."
)


class SearchLine(QLineEdit):
    """Sets the filter of the session."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._crossing = Crossing.of(session)
        self._crossing.to_search.connect(self.come_back)
        self.setPlaceholderText(say("Search keys, device:cuda:1, dtype:float16, role:optimizer …"))
        self.setToolTip(say(_TIP))
        self.setAccessibleName(say("Search"))
        allow_clearing(self)
        self.setAcceptDrops(False)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMaximumWidth(720)
        self.setMinimumWidth(240)
        self._sign = self.addAction(icons.icon("search"), QLineEdit.ActionPosition.LeadingPosition)
        self._sign.setText(say("Search"))
        self.regex = QAction(icons.icon("regex"), say("Regular expression"), self)
        self.regex.setCheckable(True)
        self.regex.setToolTip(say("Take the search as a regular expression (Python's re), e.g. layer[1-3]\\..*bias"))
        self.addAction(self.regex, QLineEdit.ActionPosition.TrailingPosition)
        self.count = CutLabel()
        self.count.setProperty("rank", "muted")
        self.count.setParent(self)
        self.count.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.count.hide()
        self.suggestions = Suggestions(self)
        self.suggestions.chosen.connect(self._complete)
        self._pause = QTimer(self, singleShot=True, interval=PAUSE)
        self._pause.timeout.connect(self.apply)
        self.textChanged.connect(self._pause.start)
        self.textEdited.connect(self._suggest)
        self.regex.toggled.connect(self._refresh_regex)
        self._preparing = LatestJob(self, turn=UNASKED)
        for signal in (session.opened, session.closed):
            signal.connect(self._forget)
        session.opened.connect(self._prepare)
        session.filter_changed.connect(self._follow)
        session.filter_answered.connect(self._show_answer)
        theme.theme().follow(self.refresh_icons)
        self._refresh_regex()

    def apply(self) -> None:
        """Search now for what the line says."""
        self._pause.stop()
        objection = regex_objection(self.text()) if self.regex.isChecked() else ""
        self._object(objection)
        if not objection:
            text = self.text().strip() if self.regex.isChecked() else searched(self.text())
            self._session.set_filter(text, self.regex.isChecked())

    def _object(self, objection: str) -> None:
        set_state(self, "wrong", "true" if objection else "false")
        self.setToolTip(tooltip(objection or say(_TIP)) or "")
        set_state(self.count, "rank", "error" if objection else "muted")
        if objection:
            self._show_count(say("not valid: {reason}", reason=objection.rpartition(": ")[2]))

    def _follow(self, text: str, _regex: bool) -> None:
        """Somebody else has changed the filter: the tree lifts it to show an entry that it hides, say."""
        if text not in (self.text().strip(), searched(self.text())):
            self.setText(text)
            self._pause.stop()
            self._object("")
            self._show_count("")

    def _show_answer(self, found: int, objection: str, tensors: int) -> None:
        self._object(objection)
        if found < 0 and not objection:
            self._show_count("")
        elif not objection:
            self._show_count(_found_text(tensors, found - tensors), _entries_text(found))

    def _show_count(self, text: str, short: str = "") -> None:
        """Show how many were found, in a short line in fewer words."""
        self.count.short = short
        self.count.setText(text)
        self.count.setVisible(bool(text))
        self._place_count()

    def _place_count(self) -> None:
        most, width = (self.width() - _ICONS_WIDTH) // 2, self.count.sizeHint().width()
        if width > most and self.count.short:
            width = self.count.fontMetrics().horizontalAdvance(self.count.short) + 1
        width = min(width, most)
        self.setTextMargins(0, 0, width + 6 if self.count.text() else 0, 0)
        self.count.setGeometry(self.width() - width - _ICONS_WIDTH, 0, width, self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the count at the right end."""
        super().resizeEvent(event)
        self._place_count()

    def come_back(self) -> None:
        """Take the keyboard again, ready for other words."""
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.selectAll()

    def reset(self) -> None:
        """Show everything again."""
        self.clear()
        self.apply()

    def refresh_icons(self) -> None:
        self._sign.setIcon(icons.icon("search", theme.colours().muted))
        on = self.regex.isChecked()
        self.regex.setIcon(icons.icon("regex", theme.colours().accent if on else theme.colours().muted))

    def _refresh_regex(self) -> None:
        self.refresh_icons()
        self.apply()

    def _prepare(self) -> None:
        """Find out what there is to offer before anybody asks, where that takes long."""
        catalogue = self._session.catalogue
        if catalogue is not None and len(catalogue) >= MANY_ENTRIES:
            self._preparing.ask(lambda _tick: prepare(catalogue))

    def _forget(self) -> None:
        self._preparing.drop()
        self.clear()
        self._pause.stop()
        self._show_count("")

    def event(self, event: QEvent) -> bool:
        """Ctrl+Z takes back what was typed; where nothing was, it is the window's."""
        if is_for_the_plan(event, undo=self.isUndoAvailable(), redo=self.isRedoAvailable()):
            event.ignore()
            return True
        if self._takes_tab(event):
            self._complete(self.suggestions.word or self.suggestions.first)
            return True
        return super().event(event)

    # ---- what can be typed

    def _suggest(self, _text: str = "") -> None:
        """Offer what the word at the cursor could become; a regular expression becomes what it becomes."""
        offered: list[Suggestion] = []
        if self.hasFocus() and not self.regex.isChecked():
            offered = suggestions(self._session.catalogue, self.text(), self.cursorPosition())
        self.suggestions.offer(offered)

    def _complete(self, word: str) -> None:
        text, place = completed(self.text(), self.cursorPosition(), word)
        self.setText(text)
        self.setCursorPosition(place)
        self._suggest()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() not in (Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason):
            self._suggest()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.suggestions.hide()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows choose what is offered, Tab and Enter take it; else Enter and the arrow down go on to what is found.

        Escape takes away first what is offered beside some text, then the search.
        """
        key, offered = event.key(), self.suggestions
        if key == Qt.Key.Key_Escape and offered.isVisible() and self.text():
            offered.hide()
        elif key == Qt.Key.Key_Escape:
            self.reset()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and offered.word:
            self._complete(offered.word)
        elif key in (Qt.Key.Key_Down, Qt.Key.Key_Up) and offered.step(1 if key == Qt.Key.Key_Down else -1):
            pass
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Down):
            self.apply()
            self._crossing.go()
        else:
            super().keyPressEvent(event)

    def _takes_tab(self, event: QEvent) -> bool:
        """Whether Tab completes what is being typed; through an empty line it goes on."""
        is_tab = isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() == Qt.Key.Key_Tab
        return is_tab and bool(self.suggestions.word or (self.text().strip() and self.suggestions.first))


def regex_objection(text: str) -> str:
    """Why a regular expression cannot be used, or nothing."""
    try:
        re.compile(text)
    except re.error as error:
        return say(
            "This is not a valid regular expression, so you still see the last search: {reason}", reason=error.msg
        )
    return ""


def _entries_text(found: int) -> str:
    return say_count(found, "{n:,} entry found", "{n:,} entries found")


def _found_text(tensors: int, others: int) -> str:
    """What a search has found: the tree counts tensors, and dicts and values match too."""
    if not others:
        return say_count(tensors, "{n:,} tensor found", "{n:,} tensors found")
    if not tensors:
        return _entries_text(others)
    return say_count(
        others,
        "{tensors} and {n:,} other entry found",
        "{tensors} and {n:,} other entries found",
        tensors=count_text(tensors, "tensor"),
    )

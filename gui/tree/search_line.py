"""The search line of the toolbar: words or a regular expression, Escape clears."""

from __future__ import annotations

import re
from typing import Final

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QFocusEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QWidget

from core.words import marked, say
from gui.jobs.latest_job import LatestJob
from gui.look import icons, theme
from gui.look.plain_text import tooltip
from gui.session.session import MANY_ENTRIES, Session
from gui.tree.crossing import Crossing
from gui.tree.search_words import Suggestion, completed, prepare, searched, suggestions
from gui.tree.suggestions import Suggestions
from gui.widgets.basic_widgets import CutLabel, allow_clearing, set_state
from gui.widgets.undo_key import is_for_the_plan

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

    left_downwards = Signal()
    """The arrow key down: on to what was found."""

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
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE)
        self._pause.timeout.connect(self.apply)
        self.textChanged.connect(self._pause.start)
        self.textEdited.connect(self._suggest)
        self.regex.toggled.connect(self._refresh_regex)
        self._preparing = LatestJob(self)
        for signal in (session.opened, session.closed):
            signal.connect(self._forget)
        session.opened.connect(self._prepare)
        session.filter_changed.connect(self._follow)
        session.filter_answered.connect(self._show_answer)
        theme.theme().changed.connect(self.refresh_icons)
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

    def _show_answer(self, found: int, objection: str) -> None:
        self._object(objection)
        if not objection:
            self._show_count("" if found < 0 else say("{found:,} found", found=found))

    def _show_count(self, text: str) -> None:
        self.count.setText(text)
        self.count.setVisible(bool(text))
        self._place_count()

    def _place_count(self) -> None:
        width = min(self.count.sizeHint().width(), (self.width() - _ICONS_WIDTH) // 2)
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
        """Draw again in the colours of the theme."""
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
        """Say what can be searched for."""
        super().focusInEvent(event)
        if event.reason() not in (Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason):
            self._suggest()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Nobody asks any more."""
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
            self.left_downwards.emit()
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
        return say("This is no regular expression, so the search of before is still shown: {reason}", reason=error.msg)
    return ""

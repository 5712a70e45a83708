"""Details: everything about the selected entry, to be read and copied."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QFontMetrics, QGuiApplication, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFormLayout, QPushButton, QSizePolicy, QWidget

from core.catalogue.catalogue import Catalogue
from core.catalogue.modules import module_entries
from core.edits.preview import Preview
from core.text import clip, count_text, series
from core.words import marked, say
from gui.details.model import Fact, facts_of, facts_of_many, facts_of_model
from gui.jobs.latest_job import UNASKED, LatestJob
from gui.look import theme
from gui.look.plain_text import caption, one_line
from gui.session.session import NO_ENTRY, Session
from gui.widgets.basic_widgets import CutButton, button, plain_label
from gui.widgets.chips import ChipLine
from gui.widgets.layouts import ScrolledColumn, horizontal, vertical
from gui.widgets.wrapped_text import WrappedText

_NOTHING = marked("Select a key in the tree to see everything about it.")
_LONGEST_WORD = 22
"""Characters, at the usual size of text, of a word that a narrow panel has room for."""
_BESIDE = 28
"""Letters across the panel from which on values stand beside their names."""
_READABLE = Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard


class DetailsPanel(QWidget):
    """A line a fact. Texts are shown as they are and can be selected; what shares a storage can be clicked."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.facts: list[Fact] = []
        self.links: list[QPushButton] = []
        self.title = plain_label(wrap=True, mono=theme.key_font())
        self.copy = CutButton(say("Copy all"))
        self.copy.setToolTip(say("Copy all lines as text"))
        self._narrow = False
        self._scroll = ScrolledColumn()
        self._models = LatestJob(self, turn=UNASKED, done=self._tell_model)
        self._lay_out()
        # Walking through the tree with the arrow keys changes the entry at each step: wait until it rests.
        self._pause = QTimer(self, singleShot=True, interval=0)
        self._pause.timeout.connect(self.refresh)
        for signal in (session.opened, session.closed, session.plan_changed):
            signal.connect(self._wait)
        session.current_changed.connect(self._wait)
        session.selection_changed.connect(self._wait)
        self.copy.clicked.connect(self._copy)
        theme.theme().follow(self._wait)
        self.refresh()

    def _lay_out(self) -> None:
        font = theme.key_font()
        font.setBold(True)
        self.title.setFont(font)
        head = horizontal((self.title, 1), (self.copy, 0, Qt.AlignmentFlag.AlignTop))
        vertical(head, (self._scroll, 1), of=self, margins=(10, 8, 8, 8), spacing=8)

    def sizeHint(self) -> QSize:
        return QSize(310, 400)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._narrow != self._is_narrow:
            self._wait()

    @property
    def _is_narrow(self) -> bool:
        """Whether a value would have a few letters a line beside its name: then it stands below it."""
        return self.width() < _BESIDE * QFontMetrics(theme.key_font()).averageCharWidth()

    # ---- showing

    def _wait(self, *_changed: object) -> None:
        self._pause.start()

    def refresh(self) -> None:
        preview, entry = self._session.preview, self._session.current
        self.links = []
        self.facts = []
        if preview is not None and entry != NO_ENTRY:
            self.facts = facts_of(preview, entry)
        elif preview is not None and self._session.selection:
            self.facts = facts_of_many(preview, self._session.selection)
        page, rows = QWidget(), QFormLayout.RowWrapPolicy
        form = QFormLayout(page)
        form.setContentsMargins(0, 0, 4, 0)
        form.setHorizontalSpacing(12)
        form.setVerticalSpacing(6)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self._narrow = self._is_narrow
        form.setRowWrapPolicy(rows.WrapAllRows if self._narrow else rows.DontWrapRows)
        for fact in self.facts:
            self._add(form, fact)
        self._ask_model(preview, entry, form)
        if preview is None:
            self._say(form, say("Open a checkpoint to see what is in it."))
        elif not self.facts:
            self._say(form, say(_NOTHING))
        self._name(entry)
        self._scroll.setWidget(page)

    def _ask_model(self, preview: Preview | None, entry: int, form: QFormLayout) -> None:
        """Have what the model is told below, where nothing or a model is selected."""
        self._models.drop()
        nothing = entry == NO_ENTRY and not self._session.selection
        if preview is not None and self.isVisible() and (nothing or _is_model(preview.catalogue, entry)):
            self._form = form
            self._models.ask(lambda _tick: facts_of_model(preview, None if nothing else entry))

    def _tell_model(self, facts: list[Fact]) -> None:
        for fact in facts:
            self._add(self._form, fact)
        self.facts += facts
        self._name(self._session.current)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._wait()

    def _name(self, entry: int) -> None:
        self.title.setText(self._title(entry))
        for each in (self.title, self.copy):
            each.setVisible(bool(self.facts))

    def _title(self, entry: int) -> str:
        catalogue = self._session.catalogue
        if catalogue is None or not self.facts:
            return ""
        if entry == NO_ENTRY and not self._session.selection:
            return _breakable(clip(catalogue.checkpoint.name, 300))
        if entry == NO_ENTRY:
            return count_text(len(self._session.selection), "key")
        return _breakable(clip(catalogue.label_text(entry), 300))

    def _say(self, form: QFormLayout, text: str) -> None:
        form.addRow(plain_label(text, rank="muted", wrap=True))

    def _add(self, form: QFormLayout, fact: Fact) -> None:
        name = plain_label(fact.name, rank="muted")
        if fact.links:
            form.addRow(name)
            for entry in fact.links:
                form.addRow(self._link(entry))
            if fact.text:
                form.addRow(plain_label(fact.text, rank="muted"))
        elif fact.devices:
            form.addRow(name, self._devices(fact))
        else:
            form.addRow(name, _value(fact.name, fact.text))
        if fact.file:
            form.addRow(
                "", button(say("Open this checkpoint"), partial(self._session.file_requested.emit, Path(fact.file)))
            )

    def _devices(self, fact: Fact) -> QWidget:
        """The saved device and, after an arrow, the planned one."""
        line = QWidget()
        row = horizontal(of=line, margins=0, spacing=2)
        for place, device in enumerate(fact.devices):
            if place:
                row.addWidget(plain_label("→"))
            chip = ChipLine()
            chip.show_devices((device,))
            chip.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
            row.addWidget(chip)
        row.addStretch(1)
        return line

    def _link(self, entry: int) -> QPushButton:
        catalogue = self._session.catalogue
        assert catalogue is not None
        link = CutButton(caption(clip(catalogue.path_text(entry), 120)))
        link.setProperty("link", True)
        link.setFont(theme.key_font())
        link.setCursor(Qt.CursorShape.PointingHandCursor)
        link.setToolTip(say("Show this tensor in the tree. It uses the same storage, so it is on the same device"))
        link.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        link.clicked.connect(lambda _checked=False: self._session.reveal(entry))
        self.links.append(link)
        return link

    # ---- what the user does

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText("\n".join(fact.plain for fact in self._with_link_texts()))

    def _with_link_texts(self) -> list[Fact]:
        catalogue = self._session.catalogue
        assert catalogue is not None
        return [
            Fact(fact.name, series([*map(catalogue.path_text, fact.links), fact.text]), fact.devices)
            for fact in self.facts
        ]


def _is_model(catalogue: Catalogue, entry: int) -> bool:
    return entry in catalogue.state_dicts or any(model.entry == entry for model in module_entries(catalogue))


def _value(name: str, text: str) -> QWidget:
    if max(map(len, text.split()), default=0) * theme.theme().zoom > _LONGEST_WORD:
        box = WrappedText(text, theme.key_font())
        box.setAccessibleName(one_line(name))
        return box
    label = plain_label(wrap=True, mono=theme.key_font())
    label.setTextInteractionFlags(_READABLE)
    label.setText(text)
    label.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
    label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
    return label


def _breakable(text: str) -> str:
    """Let a long key break after its dots: Qt breaks at spaces only, and would widen the panel.

    Only for text that cannot be selected, because the marks would be copied along.
    """
    for mark in ("/", ".", "_"):
        text = text.replace(mark, f"{mark}\u200b")
    return text

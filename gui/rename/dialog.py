"""Rename keys: a pattern and what takes its place, with all that would become of the keys shown while one types."""

from __future__ import annotations

import itertools
from functools import partial

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QComboBox, QDialog, QGridLayout, QLineEdit, QWidget

from core.edits.outlook import Renaming
from core.edits.patterns import REGEX
from core.errors import CheckpointError
from core.words import marked, say
from gui.jobs.latest_job import LatestJob
from gui.look import theme
from gui.rename.model import KINDS, QUICK, Asked, RenameForecast, answer
from gui.session.session import Session
from gui.widgets.basic_widgets import button, plain_label, set_state
from gui.widgets.delegates import WrongDelegate
from gui.widgets.item_roles import ItemRole
from gui.widgets.layouts import horizontal, vertical
from gui.widgets.on_screen import fit
from gui.widgets.table_view import Column, Sizing, TableModel, TableView

_SIZE = QSize(820, 520)
_FEW = 2
"""From so many selected rows on these are taken to be meant."""

_WRONG = {ItemRole.OWN: lambda row: bool(row.problem)}
_key_delegate = partial(WrongDelegate, mono=True, cut=Qt.TextElideMode.ElideMiddle)
_column = partial(Column[Renaming], sizing=Sizing.Stretch)
KEY, NEW, PROBLEM = range(3)
COLUMNS = (
    _column(
        marked("Key"),
        marked("The key as it is now, pending changes included"),
        lambda row: row.old,
        tip=lambda row: row.old,
        paint=_key_delegate,
    ),
    _column(
        marked("Becomes"),
        marked("As it will be in the file you save"),
        lambda row: row.new,
        tip=lambda row: row.new,
        roles=_WRONG,
        paint=_key_delegate,
    ),
    _column(
        marked("Problem"),
        marked("Why the key cannot have this name"),
        lambda row: row.problem,
        tip=lambda row: row.problem,
        roles=_WRONG,
        paint=WrongDelegate,
    ),
)


class RenameDialog(QDialog):
    """Stays open beside the work and follows the plan and the selection."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._latest = LatestJob(self, done=self._take, failed=self._refuse)
        self.answer = RenameForecast(None, (), "")
        self.setWindowTitle(say("Rename keys"))
        self.setModal(False)
        fit(self, _SIZE)
        self.pattern, self.replacement = QLineEdit(), QLineEdit()
        self.kind, self.scope = QComboBox(), QComboBox()
        self.model = TableModel(COLUMNS, self)
        self.view = TableView(self.model, say("Keys and their new names"), self)
        self.sentence = plain_label(wrap=True)
        self.apply = button(
            say("Rename"), self._apply, tip=say("Plan this as one change; nothing is written until you save")
        )
        self._lay_out()
        self._connect()
        self._show_examples()

    def _lay_out(self) -> None:
        for form, name, _, _ in KINDS:
            self.kind.addItem(say(name), form)
        self.scope.addItem(say("All keys of state dicts"), False)
        self.scope.addItem(say("Selected keys only"), True)
        grid = QGridLayout()
        grid.setHorizontalSpacing(10)
        parts = (say("&Find"), self.pattern, self.kind), (say("&Replace with"), self.replacement, self.scope)
        for row, (name, line, box) in enumerate(parts):
            label = plain_label(name)
            label.setBuddy(line)
            line.setFont(theme.key_font())
            line.setAccessibleName(name.replace("&", ""))
            grid.addWidget(label, row, 0)
            grid.addWidget(line, row, 1)
            grid.addWidget(box, row, 2)
        self.kind.setAccessibleName(say("How to read the pattern"))
        self.scope.setAccessibleName(say("Which keys to rename"))
        grid.setColumnStretch(1, 1)
        self.view.setColumnHidden(PROBLEM, True)
        below = horizontal((self.sentence, 1), button(say("Close"), self.close), self.apply)
        vertical(grid, (self.view, 1), below, of=self, margins=(16, 14, 16, 14), spacing=10)
        self.apply.setDefault(True)
        in_turn = (self.pattern, self.replacement, self.kind, self.scope, self.view)
        for one, other in itertools.pairwise(in_turn):
            self.setTabOrder(one, other)

    def _connect(self) -> None:
        session = self._session
        for line in (self.pattern, self.replacement):
            line.textChanged.connect(self._work_out)
        self.kind.currentIndexChanged.connect(self._show_examples)
        self.scope.currentIndexChanged.connect(self._work_out)
        session.plan_changed.connect(self._work_out)
        session.opened.connect(self._work_out)
        session.selection_changed.connect(self._on_selection)
        session.closed.connect(self.close)

    def showEvent(self, event: QShowEvent) -> None:
        """Begin with what is selected, and where one types."""
        super().showEvent(event)
        self.scope.setCurrentIndex(int(len(self._session.selection) >= _FEW))
        self.pattern.setFocus()
        self.pattern.selectAll()
        self._work_out()

    @property
    def asked(self) -> Asked:
        """What is typed and chosen."""
        return Asked(
            self.pattern.text(), self.replacement.text(), self.kind.currentData(), bool(self.scope.currentData())
        )

    # ---- what would become of the keys

    def _show_examples(self, *_changed: object) -> None:
        _, _, pattern, replacement = KINDS[self.kind.currentIndex()]
        self.pattern.setPlaceholderText(say("such as “{example}”", example=pattern))
        self.replacement.setPlaceholderText(
            say("such as “{example}”; leave it empty to remove the text", example=replacement)
        )
        self._work_out()

    def _on_selection(self, *_entries: object) -> None:
        if self.scope.currentData():
            self._work_out()

    def _work_out(self, *_changed: object) -> None:
        shown, asked, entries = self._session.preview, self.asked, list(self._session.selection)
        self._latest.drop()
        if shown is None or not self.isVisible():
            return
        self.apply.setEnabled(False)
        self._latest.ask(lambda tick: answer(shown, asked, entries, tick), at_once=self._is_quick(asked))

    def _is_quick(self, asked: Asked) -> bool:
        """Whether the event loop can do it: a regular expression may take its time with a single key."""
        catalogue = self._session.catalogue
        return catalogue is not None and len(catalogue) <= QUICK and asked.form != REGEX

    def _take(self, found: RenameForecast) -> None:
        self.answer = found
        self.view.empty_text = found.sentence if not found.rows else ""
        self.model.set_rows(found.rows)
        self.view.setColumnHidden(PROBLEM, not found.wrong)
        self._tell(found.sentence if found.rows else "", wrong=found.wrong)
        self.apply.setEnabled(found.can)
        self.view.viewport().update()

    def _refuse(self, error: Exception) -> None:
        if not isinstance(error, CheckpointError):
            raise error
        self.answer = RenameForecast(None, (), str(error), wrong=True)
        self.view.empty_text = ""
        self.model.set_rows(())
        self._tell(str(error), wrong=True)

    def _tell(self, sentence: str, *, wrong: bool) -> None:
        set_state(self.sentence, "rank", "error" if wrong else "muted")
        self.sentence.setText(sentence)

    def _apply(self) -> None:
        if self.answer.can and self.answer.edit is not None and self._session.apply(self.answer.edit):
            self.close()

"""Code to load it: the Python that loads the file on the chosen computer, as it is and after the plan."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QGuiApplication, QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QListWidget,
    QSplitter,
    QWidget,
)

from core.loading.recipes import Snippet
from core.words import say
from gui.code.model import note_of, pages_of
from gui.jobs.latest_job import LatestJob
from gui.look.wording import sentence, together
from gui.session.diagnosis_service import DiagnosisService
from gui.session.session import Session
from gui.widgets.basic_widgets import button, keep_room, plain_label
from gui.widgets.code_view import CodeView
from gui.widgets.layouts import Stretch, horizontal, vertical
from gui.widgets.on_screen import fit

_SIZE = QSize(960, 520)
_LIST_WIDTH = 200


class RecipesDialog(QDialog):
    """Stays open beside the work and follows the plan and the computer."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.service = DiagnosisService.of(session)
        self._latest = LatestJob(self, done=self._take, failed=self._fail)
        self._stale = True
        self._wanted = ""
        self.recipes: tuple[Snippet, ...] = ()
        self.setWindowTitle(say("Code to load it"))
        self.setModal(False)
        fit(self, _SIZE)
        self.purpose = plain_label(rank="title")
        self.list = QListWidget()
        self.code = CodeView()
        self.note = plain_label(rank="muted", wrap=True)
        self.copy = button(say("Copy"), self._copy, tip=say("Copy these lines of Python"))
        keep_room(self.copy, say("Copied"))
        self._lay_out()
        self.list.currentRowChanged.connect(self._show_code)
        self.service.changed.connect(self._work_out)
        session.undo_stack.cleanChanged.connect(self._work_out)
        session.closed.connect(self.close)

    def _lay_out(self) -> None:
        self.list.setObjectName("waysToLoad")  # air within the rows: with air between them Qt cuts names that wrap
        self.list.setWordWrap(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setAccessibleName(say("Ways to load the file"))
        self.code.setAccessibleName(say("Python code"))
        right = QWidget()
        ends = horizontal(Stretch(), self.copy, button(say("Close"), self.close))
        vertical((self.code, 1), self.note, ends, of=right, margins=0)
        splitter = QSplitter()
        splitter.addWidget(self.list)
        splitter.addWidget(right)
        splitter.setChildrenCollapsible(False)
        splitter.setSizes([_LIST_WIDTH, _SIZE.width() - _LIST_WIDTH])
        splitter.setStretchFactor(1, 1)
        vertical(self.purpose, (splitter, 1), of=self, margins=(16, 14, 16, 14), spacing=8)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self._work_out()

    # ---- showing

    def choose(self, title: str) -> None:
        """Show the page of a title, now or once it is worked out."""
        self._wanted = title
        self._show_titles()

    def _work_out(self) -> None:
        shown, computer = self._session.preview, self.service.computer
        self._latest.drop()
        self._stale = not self.isVisible()
        if shown is None or self._stale:
            return
        saved = self._session.saved_as
        copy = saved.path if saved is not None else None
        self._latest.ask(lambda _tick: pages_of(shown, computer, copy))

    def _take(self, recipes: tuple[Snippet, ...]) -> None:
        self.recipes = recipes
        self._show_titles()

    def _fail(self, error: Exception) -> None:
        self.recipes = ()
        self._show_titles()
        self.note.setText(say("This could not be worked out: {error}", error=error))

    def _show_titles(self, *_changed: object) -> None:
        titles = [recipe.title for recipe in self.recipes]
        row = titles.index(self._wanted) if self._wanted in titles else max(0, self.list.currentRow())
        self._wanted = "" if self._wanted in titles else self._wanted
        self.list.blockSignals(True)
        self.list.clear()
        self.list.addItems([together(sentence(recipe.title)) for recipe in self.recipes])
        self.list.blockSignals(False)
        if self.recipes:
            self.list.setCurrentRow(min(row, len(self.recipes) - 1))
        self._show_code()

    def _show_code(self, *_changed: object) -> None:
        row = self.list.currentRow()
        recipe = self.recipes[row] if 0 <= row < len(self.recipes) else None
        self.purpose.setText(recipe.purpose if recipe is not None else "")
        self.code.show_code(recipe.code if recipe is not None else "")
        self.note.setText(note_of(recipe, self.recipes) if recipe is not None else "")
        self.copy.setEnabled(recipe is not None and bool(recipe.code))
        self.copy.setText(say("Copy"))

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(f"{self.code.toPlainText().rstrip()}\n")
        self.copy.setText(say("Copied"))

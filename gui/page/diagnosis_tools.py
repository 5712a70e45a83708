"""What the window offers around the diagnosis: the box for a traceback, torch itself, a model beside it, and code."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from core.diagnosis.finding import Finding
from core.errors import CheckpointError
from core.recipes.pages import COMMAND, PYTHON
from core.words import say
from gui.diagnosis.panel import DiagnosisPanel
from gui.jobs.latest_job import LatestJob
from gui.page.error_page import ErrorPage
from gui.page.welcome import WelcomePage
from gui.page.workspace import Workspace
from gui.session.session import Session
from gui.widgets.on_screen import bring_up

if TYPE_CHECKING:
    from gui.code.dialog import RecipesDialog
    from gui.compare.dialog import CompareDialog
    from gui.diagnosis.board import DiagnosisBoard
    from gui.diagnosis.error_dialog import ErrorDialog


class DiagnosisTools(QObject):
    """Opens the dialogs, each once, and brings the panel into view.

    The dialogs are imported when they are first asked for.
    """

    open_asked = Signal()
    """The user wants to open the file that a pasted error is about."""

    def __init__(
        self, window: QWidget, session: Session, workspace: Workspace, welcome: WelcomePage, error_page: ErrorPage
    ) -> None:
        super().__init__(window)
        self._window, self._session, self._workspace, self._error_page = window, session, workspace, error_page
        self._latest = LatestJob(self)
        self._latest.done.connect(self._show_unopened)
        self.unopened: Sequence[Finding] | None = None
        """What is the matter with the file that could not be opened, while its page is shown."""
        self.compare_dialog: CompareDialog | None = None
        self.recipes_dialog: RecipesDialog | None = None
        self.error_dialog: ErrorDialog | None = None
        self._panel.compare_asked.connect(self.compare)
        self._panel.code_asked.connect(self.show_code)
        for page in (welcome, error_page):
            page.explain_asked.connect(self.ask_error)
        session.opened.connect(self._forget_unopened)
        session.opened.connect(self._take_error_along)

    @property
    def handlers(self) -> Mapping[str, Callable[[], object]]:
        """What the actions do."""
        return {
            "ask_error": self.ask_error,
            "paste_error": self.paste_error,
            "verify": self.verify,
            "integrity": self.verify_integrity,
            "compare": self.compare,
            "code": self.show_code,
            "as_command": self.show_command,
            "as_python": self.show_python,
        }

    @property
    def _panel(self) -> DiagnosisPanel:
        panel = self._workspace.docks["diagnosis"].widget()
        assert isinstance(panel, DiagnosisPanel)
        return panel

    @property
    def panel(self) -> DiagnosisBoard:
        """What the panel shows."""
        return self._panel.board

    def show_panel(self) -> None:
        """Bring the panel into view."""
        dock = self._workspace.docks["diagnosis"]
        dock.show()
        dock.raise_()

    def explain(self) -> None:
        """Show why the file does not load: what torch says, and what it means."""
        self.show_panel()
        self.panel.explain()

    def explain_unopened(self, path: Path, error: Exception) -> None:
        """Find out beside the event loop what torch says to a file that could not be opened, and show it."""
        self._forget_unopened()
        if isinstance(error, CheckpointError):
            self._latest.ask(lambda _tick: import_module("core.diagnosis.unopened").diagnose_unopened(path, error))

    def _show_unopened(self, findings: Sequence[Finding]) -> None:
        self.unopened = findings
        self._error_page.show_torch_words(next((found.message for found in findings), ""))

    def _forget_unopened(self) -> None:
        self.unopened = None
        self._latest.drop()

    def _take_error_along(self) -> None:
        """A file is open now: what was pasted before is asked of it, in the panel."""
        dialog = self.error_dialog
        if dialog is None or not dialog.isVisible():
            return
        text = dialog.box.text
        dialog.close()
        if text.strip():
            dialog.box.paste_text("")
            self.show_panel()
            self.panel.ask_error(text)

    def ask_error(self, text: str | None = None) -> None:
        """Let the user paste a traceback: into the panel, or without a document into a dialog."""
        if self._workspace.isVisible():
            self.show_panel()
            self.panel.ask_error(text)
            return
        if self.error_dialog is None:
            self.error_dialog = import_module("gui.diagnosis.error_dialog").ErrorDialog(self._window)
            self.error_dialog.open_asked.connect(self.open_asked)
        assert self.error_dialog is not None
        self.error_dialog.ask(text, self.unopened)

    def paste_error(self) -> None:
        """Take the traceback from the clipboard."""
        self.ask_error(QGuiApplication.clipboard().text() or None)

    def verify(self) -> None:
        """Really load what would be saved."""
        self.show_panel()
        self.panel.verify_with_torch()

    def verify_integrity(self) -> None:
        """Compare the file on disk with its checksums."""
        self.show_panel()
        self.panel.verify_integrity()

    def compare(self) -> None:
        """Compare with a model."""
        if self.compare_dialog is None:
            self.compare_dialog = import_module("gui.compare.dialog").CompareDialog(self._session, self._window)
        bring_up(self.compare_dialog)

    def show_code(self) -> None:
        """Show the code that loads the file."""
        if self.recipes_dialog is None:
            self.recipes_dialog = import_module("gui.code.dialog").RecipesDialog(self._session, self._window)
        bring_up(self.recipes_dialog)

    def show_command(self) -> None:
        """Show the pending changes as the line of a shell."""
        self.show_code()
        assert self.recipes_dialog is not None
        self.recipes_dialog.choose(say(COMMAND))

    def show_python(self) -> None:
        """Show the pending changes as torch code."""
        self.show_code()
        assert self.recipes_dialog is not None
        self.recipes_dialog.choose(say(PYTHON))

"""What a page offers around its document: diagnosis, a second checkpoint, files for others, recipes.

Dialogs are imported when they are first asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QFileDialog, QWidget

from core.catalogue.catalogue import Catalogue
from core.diagnosis.finding import Finding
from core.edits.edits import Plan
from core.edits.preview import Preview, preview
from core.errors import CheckpointError
from core.loading.computer import Computer
from core.memory.analysis import predict_memory
from core.memory.machine import Machine, machine_on
from core.progress import Tick
from core.recipes.pages import COMMAND, PYTHON
from core.recipes.recipe import Recipe
from core.remote.trouble import NeedsDownload, Unreachable
from core.report.page import Told, save_report
from core.report.table import KINDS, save_table
from core.saving.new_name import SaveName, save_name
from core.text import clip, count_text, size_text
from core.words import say
from gui.diagnosis.panel import DiagnosisPanel
from gui.diff.panel import DifferencesPanel
from gui.jobs.latest_job import LatestJob
from gui.look import messages
from gui.look.messages import Offer
from gui.look.settings import Settings
from gui.look.wording import file_kinds
from gui.page.opening_pages import ErrorPage
from gui.page.welcome import WelcomePage
from gui.page.workspace import Workspace
from gui.session.comparison import Comparison
from gui.session.computers import SessionMachine
from gui.session.diagnosis_service import DiagnosisService, diagnose
from gui.session.session import MANY_ENTRIES, Session
from gui.widgets.file_menu import OpenFile, ask_file
from gui.widgets.on_screen import bring_up

if TYPE_CHECKING:
    from core.diagnosis.model_match.model_keys import ModelKeys
    from gui.code.dialog import RecipesDialog
    from gui.compare.dialog import CompareDialog
    from gui.diagnosis.content import DiagnosisContent
    from gui.diagnosis.pasted_error import ErrorDialog
    from gui.recipes.dialog import RecipeBook
    from gui.recipes.folder_dialog import FolderDialog
    from gui.recipes.model import Shown
    from gui.rename.dialog import RenameDialog


# -- the diagnosis: the box for a traceback, torch itself, a model beside it, and code -------------------------


class DiagnosisTools(QObject):
    """Opens the dialogs, each once, and brings the panel into view."""

    open_asked = Signal(str)
    """The user wants to open the file that a pasted error is about; the folder to begin in, if it is known."""

    def __init__(
        self, window: QWidget, session: Session, workspace: Workspace, welcome: WelcomePage, error_page: ErrorPage
    ) -> None:
        super().__init__(window)
        self._window, self._session, self._workspace, self._error_page = window, session, workspace, error_page
        self._latest = LatestJob(self, done=self._show_unopened)
        self.unopened: Sequence[Finding] | None = None
        """What is the matter with the file that could not be opened, while its page is shown."""
        self.others: Callable[[], Sequence[OpenFile]] = tuple
        """The files that are open beside this one."""
        self.compare_dialog: CompareDialog | None = None
        self.recipes_dialog: RecipesDialog | None = None
        self.error_dialog: ErrorDialog | None = None
        workspace.docks["diagnosis"].visibilityChanged.connect(self._panel.seen)
        self._panel.compare_asked.connect(self.compare)
        self._panel.code_asked.connect(self.show_code)
        for page in (welcome, error_page):
            page.explain_asked.connect(self.ask_error)
        session.opened.connect(self._forget_unopened)
        session.opened.connect(self._take_error_along)

    @property
    def handlers(self) -> Mapping[str, Callable[[], object]]:
        return {
            "ask_error": self.ask_error,
            "paste_error": self.paste_error,
            "verify": self.verify,
            "integrity": lambda: self._shown().verify_integrity(),
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
    def panel(self) -> DiagnosisContent:
        return self._panel.content

    def _shown(self) -> DiagnosisContent:
        """Bring the panel into view; what it shows."""
        self._workspace.show_panel("diagnosis")
        return self.panel

    def explain(self) -> None:
        """Show why the file does not load: what torch says, and what it means."""
        self._shown().explain()

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
        """Ask the file that is open now about what was pasted before, in the panel."""
        dialog = self.error_dialog
        if dialog is None or not dialog.isVisible():
            return
        text = dialog.box.text
        dialog.close()
        if text.strip():
            dialog.box.paste_text("")
            self._shown().ask_error(text)

    def ask_error(self, text: str | None = None) -> None:
        """Let the user paste a traceback: into the panel, or without a document into a dialog."""
        if self._workspace.isVisible():
            self._shown().ask_error(text)
            return
        if self.error_dialog is None:
            self.error_dialog = import_module("gui.diagnosis.pasted_error").ErrorDialog(self._window)
            self.error_dialog.open_asked.connect(self.open_asked)
        assert self.error_dialog is not None
        self.error_dialog.ask(text, self.unopened)

    def paste_error(self) -> None:
        """Take the traceback from the clipboard."""
        self.ask_error(QGuiApplication.clipboard().text() or None)

    def verify(self) -> None:
        """Really load what would be saved."""
        self._shown().verify_with_torch()

    def compare(self) -> None:
        """Compare with a model."""
        if self.compare_dialog is None:
            self.compare_dialog = import_module("gui.compare.dialog").CompareDialog(self._session, self._window)
        assert self.compare_dialog is not None
        self.compare_dialog.source.others = self.others
        bring_up(self.compare_dialog)

    def show_code(self) -> None:
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


# -- a second checkpoint: the dialog that asks for it, and its panel, which comes and goes ---------------------


_DIFFERENCES = "differences"


class Comparing(QObject):
    """Starts and ends comparisons for one window."""

    changed = Signal()
    """A comparison has begun, or ended."""

    def __init__(self, window: QWidget, session: Session, workspace: Workspace, remembered: Settings) -> None:
        super().__init__(window)
        self._window, self._session, self._workspace = window, session, workspace
        self._settings = remembered
        self.others: Callable[[], Sequence[OpenFile]] = tuple
        """The files that are open beside this one."""
        self._comparison = Comparison.of(session)
        self._comparison.changed.connect(self._follow)
        self._comparison.found.connect(partial(workspace.show_panel, _DIFFERENCES))
        self._comparison.failed.connect(self._tell)
        panel = workspace.docks[_DIFFERENCES].widget()
        assert isinstance(panel, DifferencesPanel)
        panel.choose_asked.connect(self.ask_file)

    @property
    def handlers(self) -> Mapping[str, Callable[[], object]]:
        return {"compare_file": self.ask_file, "end_compare": self.end}

    @property
    def on(self) -> bool:
        """Whether a second file is compared with, or is being read for that."""
        return self._comparison.on

    def ask_file(self) -> None:
        """Let the user choose the second checkpoint: one of those that are open, or any other."""
        catalogue = self._session.catalogue
        if catalogue is None:
            return
        choose = partial(self._choose, catalogue)
        ask_file(self._workspace.tree, QPoint(), _title(catalogue), self.others(), self.start, choose)

    def _choose(self, catalogue: Catalogue) -> None:
        folder = str(self._settings.local_folder(self._comparison.path or catalogue.checkpoint.path))
        chosen, _kind = QFileDialog.getOpenFileName(self._window, _title(catalogue), folder, file_kinds())
        if chosen:
            self.start(Path(chosen))

    def start(self, path: Path) -> None:
        self._comparison.start(path)

    def _tell(self, path: Path, error: CheckpointError) -> None:
        """Say why a file cannot be compared with; where that may be another matter the next time, offer it."""
        text = say("You cannot compare with {name}. {error}", name=clip(path.name), error=error)
        offers = []
        if isinstance(error, NeedsDownload):
            much = size_text(error.size) if error.size is not None else say("all of it")
            text = say(
                "The server of {name} cannot send parts of a file. To compare, you must download all of it.",
                name=path.name,
            )
            again = partial(self._comparison.start, path, download=True)
            offers = [Offer(say("Download {much}", much=much), again)]
        elif isinstance(error, Unreachable):
            offers = [Offer(say("Try again"), partial(self.start, path))]
        messages.say(text, "warning", *offers)

    def end(self) -> None:
        self._comparison.end()

    def _follow(self) -> None:
        if not self._comparison.on:
            self._workspace.docks[_DIFFERENCES].hide()
        self.changed.emit()


def _title(catalogue: Catalogue) -> str:
    return say("Compare {name} with", name=clip(catalogue.checkpoint.name))


# -- files for others: the keys as a table, and a report in one page -------------------------------------------


class Exporting(QObject):
    """Asks where to, writes beside the event loop, and says when it is done."""

    def __init__(self, window: QWidget, session: Session, workspace: Workspace, remembered: Settings) -> None:
        super().__init__(window)
        self._settings = remembered
        self._window, self._session, self._workspace = window, session, workspace
        self._job = LatestJob(self, done=self._tell, failed=lambda error: messages.say(str(error), "error"))
        self.handlers: Mapping[str, Callable[[], object]] = {
            "export_table": partial(self.table, selected=False),
            "export_selected": partial(self.table, selected=True),
            "export_report": self.report,
        }

    def table(self, *, selected: bool) -> None:
        """Write all keys, or what is selected, with the columns on show."""
        entries = self._session.selection if selected else None
        preview = self._planned()
        if preview is None:
            return
        if selected and not entries:
            messages.say(say("Nothing is selected: select keys in the tree first."), "warning")
            return
        kinds = (say("CSV, for spreadsheets (*.csv)"), "JSON (*.json)", say("Markdown, for an issue (*.md)"))
        target = self._ask(say("Export the keys"), ".csv", ";;".join(kinds), KINDS)
        if target is not None:
            shown = self._workspace.tree.view.columns.visible()
            columns = [name for column in shown for name in column.spec.exported]
            self._job.ask(partial(_write_table, preview, target, entries, columns))

    def report(self) -> None:
        """Write all that is known of the file as one page."""
        planned = self._planned()
        if planned is None:
            return
        target = self._ask(say("Export a report"), ".html", say("Web page (*.html)"), (".html", ".htm"))
        if target is not None:
            service, card = DiagnosisService.of(self._session), SessionMachine.of(self._session).card
            gpus = service.computer.gpus
            where = count_text(gpus, "GPU") if gpus else say("a computer without a GPU")
            machine = machine_on(service.computer, card)
            told = Told(planned, (), where)
            self._job.ask(partial(_write_report, told, service.computer, service.wanted, machine, target))

    def _planned(self) -> Preview | None:
        """The file as it is planned now."""
        self._session.settle()
        return self._session.preview

    def _ask(self, title: str, ending: str, kinds: str, endings: Sequence[str]) -> SaveName | None:
        """Ask where to write; a name without an ending gets that of the chosen kind."""
        source = self._session.catalogue
        assert source is not None
        path = source.checkpoint.path
        offered = self._settings.local_folder(path) / path.with_suffix(ending).name
        chosen, kind = QFileDialog.getSaveFileName(self._window, title, str(offered), kinds)
        if not chosen:
            return None
        return save_name(chosen, next((each for each in endings if f"*{each})" in kind), ending), endings)

    @staticmethod
    def _tell(path: Path) -> None:
        show = Offer(say("Open it"), partial(QDesktopServices.openUrl, QUrl.fromLocalFile(str(path))))
        messages.say(say("{name} was written.", name=path.name), "info", show)


def _write_table(
    preview: Preview, target: SaveName, entries: Sequence[int] | None, columns: Sequence[str], tick: Tick
) -> Path:
    return save_table(preview, target.path, entries=entries, columns=columns, overwrite=target.overwrite, tick=tick)


def _write_report(
    told: Told, computer: Computer, wanted: ModelKeys | None, machine: Machine, target: SaveName, _tick: Tick
) -> Path:
    """Diagnosed anew: what the panel shows may still be about the plan of a moment ago."""
    planned = diagnose(told.view, computer, wanted)
    findings = diagnose(preview(told.view.catalogue, Plan()), computer, wanted) if told.view.plan else planned
    analysis = predict_memory(told.view, machine)
    told = told._replace(findings=findings, analysis=analysis, planned=planned)
    return save_report(told, target.path, overwrite=target.overwrite)


# -- what was planned, repeated: keys renamed in bulk, recipes, a folder of files ------------------------------


class RecipeTools(QObject):
    """Opens the dialogs, each once."""

    folder_begun = Signal(object)
    """A `FolderDialog` is there. It is the window's: the folder is done to its end when the tab is closed."""

    def __init__(self, window: QWidget, session: Session, remembered: Settings, run: Callable[[], Path | None]) -> None:
        """``run`` gives the folder of the run on show; None where none is."""
        super().__init__(window)
        self._window, self._session, self._settings, self._run = window, session, remembered, run
        self.rename_dialog: RenameDialog | None = None
        self.book: RecipeBook | None = None
        self.folder_dialog: FolderDialog | None = None
        self._latest = LatestJob(self, done=self._open)

    @property
    def handlers(self) -> Mapping[str, Callable[[], object]]:
        return {
            "rename_keys": self.rename,
            "save_recipe": self.save_recipe,
            "apply_recipe": self.show_recipes,
            "fix_folder": self.fix_folder,
        }

    def rename(self) -> None:
        if self.rename_dialog is None:
            self.rename_dialog = import_module("gui.rename.dialog").RenameDialog(self._session, self._window)
        bring_up(self.rename_dialog)

    def show_recipes(self) -> None:
        if self.book is None:
            folder = self._settings.folder / "recipes"
            self.book = import_module("gui.recipes.dialog").RecipeBook(self._session, folder, self._window)
            self.book.folder_asked.connect(self._ask_folder)
        bring_up(self.book)

    def save_recipe(self) -> None:
        self.show_recipes()
        assert self.book is not None
        self.book.ask_name()

    def fix_folder(self) -> None:
        """Do what is planned to all files of a folder."""
        view = self._session.preview
        folder = self._chosen_folder() if view is not None and view.plan else None
        if view is None or folder is None:
            return
        of_plan, name = import_module("gui.recipes.model").of_plan, view.catalogue.checkpoint.name
        few = len(view.catalogue) < MANY_ENTRIES
        self._latest.ask(lambda _tick: (*of_plan(view, name), folder), at_once=few)

    def _ask_folder(self, recipe: Recipe) -> None:
        folder = self._chosen_folder()
        if folder is not None:
            self._open((recipe, import_module("gui.recipes.model").shown(recipe), folder))

    def _chosen_folder(self) -> Path | None:
        run = self._run()
        if run is not None:
            return run
        catalogue = self._session.catalogue
        begin = self._settings.local_folder(catalogue.checkpoint.path if catalogue is not None else None)
        chosen = QFileDialog.getExistingDirectory(self._window, say("Folder to fix"), str(begin))
        return Path(chosen) if chosen else None

    def _open(self, found: tuple[Recipe, Shown, Path]) -> None:
        recipe, shown, folder = found
        computer = DiagnosisService.of(self._session).computer
        make = import_module("gui.recipes.folder_dialog").FolderDialog
        self.folder_dialog = dialog = make(recipe, shown, computer, folder, self._window.window())
        self.folder_begun.emit(dialog)
        bring_up(dialog)

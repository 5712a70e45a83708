"""One tab: a document with all that is shown of it, or what is shown while there is none.

A page knows nothing of the window and of other pages. It says what it wants (`file_asked`, `choice_asked`), that
something about it has changed, and answers what can be done with it now (`action_state`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QDialog, QMenu, QWidget

from core.errors import SeveralCheckpoints
from core.remote.address import RemotePath, as_path, real
from core.runs.folder import model_tensors
from core.words import say
from gui.diagnosis.panel import CONTENT
from gui.look import messages, settings
from gui.look.settings import Settings
from gui.page.banner import Banner
from gui.page.first_look import ErrorsFirst
from gui.page.hints import Hints
from gui.page.opening_pages import ErrorPage, OpeningPage
from gui.page.saving import Saving, show_in_folder
from gui.page.status import StatusLine
from gui.page.tools import Comparing, DiagnosisTools, Exporting, RecipeTools
from gui.page.welcome import DEMO, WelcomePage
from gui.page.workspace import Workspace, parts_of, step_focus
from gui.runs.view import RunView
from gui.session.asked_error import AskedError
from gui.session.diagnosis_service import ENGINE
from gui.session.kept_session import Keeping, KeptPlan, KeptTab, TabState
from gui.session.odd_walk import OddWalk
from gui.session.opening import ALONE, LINKED, PARTS, RUN, WHOLE, Opened, Opener, first_bytes
from gui.session.reloading import Reloader
from gui.session.scanning import Scanner
from gui.session.session import Session, Steps
from gui.tree.search_line import SearchLine
from gui.widgets.layouts import Pages, vertical


@dataclass(frozen=True)
class ActionState:
    """A page at one moment."""

    document: bool = False
    run: bool = False
    """The checkpoints of a run are listed."""
    editable: bool = False
    """A document is open and its format can be written."""
    planned: bool = False
    """Changes are pending, or saved already."""
    busy: bool = False
    """A file is being opened."""
    alone: bool = False
    """The document is one file of several, shown by itself."""
    undo: str = ""
    """The step that undo would take back, or nothing."""
    redo: str = ""
    way_on: str = ""
    """What the button of the banner would do, or nothing."""
    comparing: bool = False
    """A second file is compared with, or being read for it."""
    pages: int = 1
    """How many tabs the window has."""


def _apart(showing: str) -> str:
    """What is a page of its own: one file alone, or a folder as a run."""
    return showing if showing in (ALONE, RUN) else WHOLE


class Page(QWidget):
    """A document and its panels. `search` and `status` belong to it and are shown by the window around it."""

    changed = Signal()
    """What the window says of the page, or what can be done with it, may be different now."""
    moved = Signal()
    """Something else is selected or searched."""
    opened = Signal()
    """The document is on show."""
    file_asked = Signal(object)
    """The path of a file that the user wants to see."""
    choice_asked = Signal(str)
    """The user wants to choose a file; the folder to begin in, if the page knows one."""
    folder_asked = Signal()
    """The user wants to choose a folder."""
    location_asked = Signal(object)
    """The user wants to say where a file is; the path to begin with, or None."""
    alone_asked = Signal(object)
    """The path of a file that the user wants to see by itself, and not the whole that it is part of."""
    left = Signal()
    """There is nothing to show any more: opening was cancelled, or an error was read."""

    def __init__(self, remembered: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings = remembered
        self._put_away: list[QDialog] = []
        self.session = Session(self)
        self.keeping = Keeping(self.session, remembered)
        self.opener = Opener(self, ahead=(ENGINE, CONTENT))
        self.saving = Saving(self, self.session, self.opener, remembered, self.file_asked.emit)
        self.reloader = Reloader(self.session, self.opener, lambda: self.saving.at_work, self)
        self._make_pages()
        self.search = SearchLine(self.session, self)
        self.status = StatusLine(self.session, self)
        self.comparing = Comparing(self, self.session, self.workspace, remembered)
        self.diagnosis = DiagnosisTools(self, self.session, self.workspace, self.welcome, self.error_page)
        ErrorsFirst(self.session, lambda: self.keeping.kept is not None, self.workspace.show_errors)
        self.hints = Hints(self, self.workspace, self.banner, remembered)
        self.recipes = RecipeTools(self, self.session, remembered, lambda: self.path if self.shows_run else None)
        self.walk = OddWalk(self.session, lambda: self.workspace.number, self.scan_values)
        self.handlers: Mapping[str, Callable[[], object]] = {
            "save": self.saving.ask,
            "reload": lambda: self.run.reload() if self.shows_run else self.reloader.reload(),
            "way_on": self._go_on,
            "undo": self.session.undo,
            "redo": self.session.redo,
            "search": self.search.come_back,
            "scan": lambda: self.run.search(read_all=False) if self.shows_run else self.scan_values(),
            "next_odd": partial(self.walk.step, backwards=False),
            "previous_odd": partial(self.walk.step, backwards=True),
            "reset_layout": self.workspace.reset_layout,
            **self.comparing.handlers,
            **Exporting(self, self.session, self.workspace, remembered).handlers,
            **self.diagnosis.handlers,
            **self.recipes.handlers,
        }
        """What the actions do that are about one document."""
        self._connect()
        self.workspace.restore_layout(remembered.get(settings.DOCK_LAYOUT))
        self._show_welcome()

    # ---- what the page is made of

    def _make_pages(self) -> None:
        """From the outside in: what comes into another widget is styled anew, with all that is in it."""
        self.document_page = QWidget()
        self.pages = Pages(self.document_page)
        vertical(self.pages, of=self, margins=0)
        self.banner = Banner(self.session)
        self.workspace = Workspace(self.session, self.document_page)
        vertical(self.banner, (self.workspace, 1), of=self.document_page, margins=0, spacing=0)
        self.welcome = WelcomePage()
        self.opening_page = OpeningPage()
        self.error_page = ErrorPage()
        self.run = RunView()
        for page in (self.welcome, self.opening_page, self.error_page, self.run):
            self.pages.addWidget(page)

    def _connect(self) -> None:
        session, opener = self.session, self.opener
        session.plan_changed.connect(self.changed)
        session.undo_stack.cleanChanged.connect(self.changed)
        session.undo_stack.indexChanged.connect(self.changed)
        session.selection_changed.connect(self.moved)
        session.filter_changed.connect(self.moved)
        session.file_requested.connect(self.file_asked)
        session.refused.connect(lambda sentence: messages.say(sentence, "warning"))
        opener.started.connect(self.changed)
        opener.slow.connect(self._show_opening)
        opener.progress.connect(self.opening_page.progress.show_progress)
        opener.waiting.connect(self.opening_page.show_news)
        opener.opened.connect(self._show_document)
        opener.failed.connect(self._show_error)
        opener.cancelled.connect(self._show_what_is_open)
        self.opening_page.cancel_asked.connect(opener.cancel)
        for page in (self.welcome, self.error_page):
            page.open_asked.connect(partial(self.choice_asked.emit, ""))
        self.welcome.location_asked.connect(partial(self.location_asked.emit, None))
        self.welcome.demo_asked.connect(partial(self.file_asked.emit, DEMO))
        self.welcome.file_asked.connect(self.file_asked)
        self.welcome.recent.pin_asked.connect(self._pin)
        self.welcome.recent.clear_asked.connect(self._clear_recent)
        self.comparing.changed.connect(self.changed)
        self.error_page.folder_asked.connect(self.folder_asked)
        self.error_page.retry_asked.connect(self._open_again)
        self.error_page.follow_asked.connect(partial(self.open_file, showing=LINKED))
        self.error_page.download_asked.connect(partial(self._open_again, download=True))
        self.error_page.location_asked.connect(self.location_asked)
        self.error_page.back_asked.connect(self._show_what_is_open)
        self.banner.changed.connect(self.changed)
        self.banner.save_asked.connect(self.saving.ask)
        self.banner.reload_asked.connect(self.reloader.reload)
        self.banner.saved.open_asked.connect(self.file_asked)
        self.banner.saved.folder_asked.connect(show_in_folder)
        saving, line = self.saving, self.status.saving
        saving.asking.connect(self.banner.stand_back)
        saving.begun.connect(line.begin)
        saving.begun.connect(lambda _name: self.status.show_saving(True))
        saving.progress.connect(line.show_progress)
        saving.stopping.connect(line.show_cancelling)
        saving.ended.connect(lambda: self.status.show_saving(False))
        line.cancel_asked.connect(saving.cancel)
        self.diagnosis.open_asked.connect(self.choice_asked)
        self.run.fix_asked.connect(self.recipes.show_recipes)
        session.rename_requested.connect(self.recipes.rename)
        session.alone_requested.connect(self.alone_asked)
        session.parts_requested.connect(lambda parts: self.reloader.reload(PARTS if parts else WHOLE))
        self.banner.diagnosis_asked.connect(self.diagnosis.explain)
        self.banner.missing_asked.connect(self.workspace.show_missing)

    def hideEvent(self, event: QHideEvent) -> None:
        """A dialog about this document goes with it: what it calls "this file" is always the one on show."""
        super().hideEvent(event)
        if not event.spontaneous():
            dialogs = self.findChildren(QDialog)
            self._put_away = [dialog for dialog in dialogs if dialog.isVisible() and not dialog.isModal()]
            for dialog in self._put_away:
                dialog.hide()

    def showEvent(self, event: QShowEvent) -> None:
        """What was put away comes back."""
        super().showEvent(event)
        back, self._put_away = self._put_away, []
        for dialog in back:
            dialog.show()

    # ---- opening and closing a file

    @property
    def is_free(self) -> bool:
        """Whether a file can be opened here without anything being let go."""
        return self.session.catalogue is None and not self.opener.busy and not self.run.isVisibleTo(self)

    @property
    def path(self) -> Path | None:
        """The file that the page is about, if it is about one."""
        page, catalogue = self.pages.currentWidget(), self.session.catalogue
        if isinstance(page, ErrorPage | RunView):
            return page.path
        if page is self.opening_page or (self.opener.busy and catalogue is None):
            return self.opener.path
        return catalogue.checkpoint.path if catalogue is not None else None

    @property
    def showing(self) -> str:
        """Whether that is the whole, one file alone, or parts: see `gui.session.opening`."""
        return self.opener.showing

    def is_about(self, path: Path, showing: str = WHOLE) -> bool:
        """Whether a path is shown here already, be it as part of a whole."""
        alike = _apart(self.showing) == _apart(showing) or (self.shows_run and showing == RUN)
        if self.path is None or not alike:
            return False
        catalogue, wanted = self.session.catalogue, real(path)
        covered = catalogue is not None and not self.opener.busy and catalogue.checkpoint.covers(path)
        return covered or real(self.path) == wanted

    def open_file(self, path: Path, showing: str = WHOLE, *, download: bool = False) -> None:
        """Open a file in this page; one that could not be brought back is tried again as it was.

        ``download`` fetches all of a file whose server gives no parts of it.
        """
        if not self.keeping.is_about(path):
            self.keeping.expect(None)
        kept = self.keeping.kept
        earlier = KeptPlan(kept.plan) if kept is not None else None
        self.opening_page.expect(self.error_page.due if download else None)
        self.opener.open(path, earlier, kept.showing if kept is not None else showing, download=download)

    def _open_again(self, path: Path, *, download: bool = False) -> None:
        """Try what could not be opened once more, as it was to be shown."""
        self.open_file(path, self.showing, download=download)

    def restore(self, kept: KeptTab, steps: Steps | None = None) -> None:
        """Open a file as it was when the program ended: with its plan, its selection and what was searched.

        ``steps`` are those of a page of before, which can then be undone here.
        """
        self.keeping.expect(kept, steps)
        self.open_file(as_path(kept.path))

    @property
    def state(self) -> TabState | None:
        """The page as it is to be kept; None where there is nothing to keep."""
        return self.keeping.state(self.path, self.showing) if self.path is not None else None

    def close_file(self) -> None:
        """Let go of the document, asked for or not, and show the empty page."""
        self.keeping.expect(None)
        self.opener.drop()
        self.run.stop()
        self.status.stand_for("")
        if self.session.catalogue is not None:
            self.session.close()
        self.hints.end()
        self._show_welcome()
        self.changed.emit()

    def _show_document(self, opened: Opened) -> None:
        path = opened.catalogue.checkpoint.path
        if path != DEMO:
            self.settings.add_recent_file(path)
            if not isinstance(path, RemotePath):
                self.settings.set(settings.LAST_FOLDER, str(path.parent))
        self.status.received = opened.received
        self.session.open_catalogue(opened.catalogue, opened.preview)
        self._show_what_is_open()
        self.reloader.take(opened)
        self.keeping.bring_back()
        self.saving.tell_news()
        self.opened.emit()
        self.hints.begin()

    def _show_opening(self, path: Path) -> None:
        self.opening_page.show_path(path)
        self.pages.setCurrentWidget(self.opening_page)
        self.changed.emit()

    def _show_error(self, path: Path, error: Exception) -> None:
        if self.reloader.told(path, error):
            self._show_what_is_open()
            return
        back_to = self.session.catalogue.checkpoint.name if self.session.catalogue is not None else None
        if isinstance(error, SeveralCheckpoints) and error.names and back_to is None:
            self.settings.add_recent_file(path)
            self.run.show_folder(path, error)
            self.status.stand_for(say("Nothing in these files was executed; numbers are read when you ask for them"))
            self.pages.setCurrentWidget(self.run)
            self.changed.emit()
            return
        with suppress(OSError):  # of what cannot be asked for nobody knows that it is gone
            if not isinstance(path, RemotePath) and not path.exists():
                self.settings.remove_recent_file(path)
        self.error_page.show_error(path, error, first_bytes(path), back_to)
        self.diagnosis.explain_unopened(path, error)
        self.pages.setCurrentWidget(self.error_page)
        self.changed.emit()

    def _list_recent(self) -> None:
        self.welcome.show_recent(self.settings.recent_files(), self.settings.pinned_files())

    def _pin(self, path: Path, pinned: bool) -> None:
        self.settings.pin(path, pinned)
        self._list_recent()

    def _clear_recent(self) -> None:
        self.settings.clear_recent_files()
        self._list_recent()

    def _show_welcome(self) -> None:
        self._list_recent()
        self.pages.setCurrentWidget(self.welcome)

    def _show_what_is_open(self, *_ignored: object) -> None:
        if self.session.catalogue is None:
            self._show_welcome()
            self.left.emit()
        else:
            self.pages.setCurrentWidget(self.document_page)
            self.workspace.tree.setFocus()
        self.changed.emit()

    # ---- what the window asks

    @property
    def name(self) -> str:
        """What the page is about in a word: the name of its file or folder; nothing for an empty page."""
        catalogue = self.session.catalogue
        if catalogue is not None and self.path == catalogue.checkpoint.path:
            return catalogue.checkpoint.name
        return self.path.name if self.path is not None else ""

    @property
    def heading(self) -> str:
        """The name for the title of the window; it has the host of a file that lies elsewhere."""
        where = self.path
        return f"{self.name} — {where.host}" if isinstance(where, RemotePath) else self.name

    @property
    def shows_document(self) -> bool:
        """Whether the document is what is seen."""
        return self.session.catalogue is not None and self.pages.currentWidget() is self.document_page

    @property
    def shows_run(self) -> bool:
        """Whether the checkpoints of a run are what is seen."""
        return self.pages.currentWidget() is self.run

    def show_tensor(self, path: str) -> None:
        """Go to a tensor of the model, or to the first of a layer, by its path in it."""
        catalogue = self.session.catalogue
        for key, row in model_tensors(catalogue).items() if catalogue is not None and path else ():
            if key == path or key.startswith((f"{path}.", f"{path}/")):
                self.session.reveal(row.entry)
                return

    @property
    def action_state(self) -> ActionState:
        session, catalogue, document = self.session, self.session.catalogue, self.shows_document
        return ActionState(
            document=document,
            run=self.shows_run,
            editable=document and catalogue is not None and not catalogue.checkpoint.read_only,
            planned=document and bool(session.plan),
            busy=self.opener.busy,
            alone=document and self.showing == ALONE,
            undo=session.undo_stack.undoText() if document and session.undo_stack.canUndo() else "",
            redo=session.undo_stack.redoText() if document and session.undo_stack.canRedo() else "",
            way_on=self._way_on if document else "",
            comparing=document and self.comparing.on,
        )

    @property
    def _way_on(self) -> str:
        """What comes next: the cure of a pasted error, or what the button of the banner does."""
        button = self.banner.way_on
        return AskedError.of(self.session).offered or (button.text() if button is not None else "")

    def _go_on(self) -> None:
        if AskedError.of(self.session).offered:
            self.diagnosis.panel.take_answer()
        else:
            self.banner.go_on()

    def may_close(self, go_on: Callable[[], object]) -> bool:
        """Whether the page may go; asks where it holds changes that no file has yet (`Saving.may_leave`)."""
        return self.saving.may_leave(say("closing this file"), go_on)

    def scan_values(self) -> None:
        """Read all values of the file and show how they are."""
        self.workspace.show_panel("health")
        Scanner.of(self.session).start()

    def escape(self) -> bool:
        """Do what Escape does where nothing else wants it: give up an opening, or end the hints, the search or else the
        comparison.
        """
        if self.opener.busy:
            self.opening_page.cancel()
            return True
        if (self.shows_run and self.run.cancel()) or self.hints.end():
            return True
        if self.search.text():
            self.search.reset()
        elif self.comparing.on:
            self.comparing.end()
        else:
            return False
        return True

    def step_focus(self, forward: bool) -> bool:
        """Tab goes through what is on the page in the order in which one works with it; False: as Qt has it.

        Qt asks here as well where to go from a button that has done its work and is gone: to the tree then, where
        Ctrl+Z is the plan's.
        """
        workspace, now, page = self.workspace, self.window().focusWidget(), self.pages.currentWidget()
        if not self.shows_document:  # Qt goes nowhere where nothing has the keyboard yet
            return not now and page is not None and step_focus((page,), forward)
        if now is not None and not (now.isVisible() and now.isEnabled()):
            workspace.tree.setFocus()
            return True
        return step_focus(
            (self.search, workspace.tree.view, self.banner, workspace.tree, *parts_of(workspace)), forward
        )

    def add_edits(self, menu: QMenu) -> None:
        """Put what can be done to the selected keys and numbers into a menu."""
        if self.shows_document:
            self.workspace.add_edits(menu)

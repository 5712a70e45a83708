"""The window: tabs, menus, toolbar, status bar, and who hears whom. What it shows of a document lives in its page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QFileDialog,
    QMainWindow,
    QMenu,
    QSizePolicy,
    QStackedWidget,
)

from core.words import say
from gui.app.actions import ACTIONS, Actions
from gui.app.menus import (
    PANELS,
    RECENT,
    SELECTION,
    THEMES,
    MadeAnew,
    Place,
    RecentMenu,
    ThemeMenu,
    fill_menus,
    make_toolbar,
)
from gui.app.overlays import DropTarget, Toast, WindowMessenger
from gui.app.tabs import Tabs
from gui.app.tools import Locations, Preferred, Quick, about_page
from gui.look import settings, theme
from gui.look.plain_text import title
from gui.look.settings import Settings
from gui.look.wording import file_kinds
from gui.page.page import Page
from gui.page.welcome import DEMO
from gui.preferences.offered import THEME
from gui.session.kept_session import KeptWindow, TabState
from gui.session.opening import ALONE, RUN, WHOLE
from gui.session.session import Steps
from gui.widgets.on_screen import bring_up, fit

if TYPE_CHECKING:
    from gui.help.window import HelpWindow

FIRST_SIZE = QSize(1480, 920)
"""What the window takes at first, if the screen has that much."""


class MainWindow(QMainWindow):
    """One window with a tab for each open document."""

    opened = Signal(object)
    """The page that shows a document now."""
    changed = Signal()
    """What is open, planned or selected is different now."""
    quit_asked = Signal()
    new_window_asked = Signal()
    move_asked = Signal(object)
    """A page is to have a window of its own."""
    language_asked = Signal(str)
    """One of `gui.look.language.CHOICES`."""
    closed = Signal()

    def __init__(self, remembered: Settings) -> None:
        super().__init__()
        self.settings = remembered
        self._help: HelpWindow | None = None
        self.plans_are_kept = False
        """Whether what is open comes back at the next start, with its plans: nothing is asked then when it closes."""
        self.tabs = Tabs(remembered)
        self.searches = QStackedWidget()
        self.status_lines = QStackedWidget()
        self.preferred = Preferred(self, remembered)
        self.locations = Locations(self, self.tabs, remembered)
        self.quick = Quick(self, self.tabs, remembered, self.locations.commands)
        own: dict[str, Callable[[], object]] = {
            "open": self.ask_file,
            "open_folder": self.ask_folder,
            "open_run": partial(self.ask_folder, RUN),
            "whole": self._show_whole,
            "demo": partial(self.open_file, DEMO),
            "close": self.close_file,
            "quit": self.quit_asked.emit,
            "new_window": self.new_window_asked.emit,
            "move_tab": lambda: self.move_asked.emit(self.page),
            "next_tab": partial(self.tabs.step, 1),
            "previous_tab": partial(self.tabs.step, -1),
            "help": lambda: self.show_help(self.page.workspace.help_page()),
            "shortcuts": partial(self.show_help, "shortcuts.md"),
            **self.locations.handlers,
            **self.quick.handlers,
            **self.preferred.handlers,
        }
        self.actions_ = Actions(self, {spec.id: own.get(spec.id) or self._in_page(spec.id) for spec in ACTIONS})
        self.searches.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.addToolBar(make_toolbar(self, self.actions_, self.searches))
        self.statusBar().setSizeGripEnabled(False)
        self.statusBar().addWidget(self.status_lines, 1)
        self.setCentralWidget(self.tabs)
        self.toast = Toast(self.tabs)
        self.drop_target = DropTarget(self, self.tabs)
        self.messenger = WindowMessenger(self, self.toast)
        self._connect()
        self.tabs.add()
        self._make_menus()
        fit(self, FIRST_SIZE)
        self.restoreGeometry(self.settings.get(settings.WINDOW_GEOMETRY))
        self.refresh()

    @property
    def page(self) -> Page:
        return self.tabs.page

    # ---- what the window is made of

    def _in_page(self, action_id: str) -> Callable[[], object]:
        """What an action does that is about the document on show by then."""

        def act() -> None:
            self.page.handlers[action_id]()

        return act

    def _make_menus(self) -> None:
        self.recent_menu = RecentMenu(self.settings, lambda: self.page.path, self)
        self.recent_menu.chosen.connect(self.open_file)
        self.theme_menu = ThemeMenu(self)
        self.theme_menu.chosen.connect(self.set_theme)
        self.panels_menu = QMenu(say("&Panels"), self)
        self.panels_menu.aboutToShow.connect(self._fill_panels_menu)
        places: dict[str, Place] = {
            RECENT: self.recent_menu,
            PANELS: self.panels_menu,
            THEMES: self.theme_menu,
            SELECTION: MadeAnew(self._add_edits, self),
        }
        fill_menus(self.menuBar(), self.actions_, places)

    def _add_edits(self, menu: QMenu) -> None:
        self.page.add_edits(menu)

    def _fill_panels_menu(self) -> None:
        """Each page has panels of its own."""
        self.panels_menu.clear()
        self.panels_menu.addActions(self.page.workspace.toggle_actions())

    def _connect(self) -> None:
        tabs = self.tabs
        tabs.made.connect(self._take_page)
        tabs.gone.connect(self._let_page_go)
        tabs.currentChanged.connect(self._show_page)
        tabs.close_asked.connect(self.close_page)
        self.preferred.made_anew.connect(self.language_asked)
        self.preferred.columns_reset.connect(self._reset_columns)
        self.locations.chosen.connect(self.open_files)
        self.drop_target.dropped.connect(self.open_files)
        self.drop_target.beside_dropped.connect(self._take_beside)
        theme.theme().follow(self.actions_.refresh_icons)

    def _take_page(self, page: Page) -> None:
        self.searches.addWidget(page.search)
        self.status_lines.addWidget(page.status)
        page.comparing.others = page.diagnosis.others = partial(self.tabs.beside, page)
        page.changed.connect(partial(self._follow, page))
        page.moved.connect(self.changed)
        page.opened.connect(partial(self._greet, page))
        page.file_asked.connect(self.open_file)
        page.run.chosen.connect(self.open_files)
        page.run.comparison_asked.connect(lambda one, other: self._open_then(one, lambda it: it.comparing.start(other)))
        page.run.tensor_asked.connect(lambda path, key: self._open_then(path, lambda it: it.show_tensor(key)))
        page.run.code_asked.connect(lambda path: self._open_then(path, lambda it: it.handlers["code"]()))
        page.run.plan_asked.connect(lambda path, plan: self._open_then(path, lambda it: it.session.set_plan(plan)))
        page.choice_asked.connect(self.ask_file)
        page.folder_asked.connect(self.ask_folder)
        page.location_asked.connect(self.locations.ask)
        page.recipes.folder_begun.connect(lambda dialog: dialog.open_asked.connect(self.open_file))
        page.alone_asked.connect(partial(self.open_file, showing=ALONE))
        page.left.connect(partial(self._leave, page))

    def _let_page_go(self, page: Page) -> None:
        for stack, part in ((self.searches, page.search), (self.status_lines, page.status)):
            stack.removeWidget(part)
            part.setParent(page)
        of_page = page.changed, page.moved, page.opened, page.left
        asked = page.file_asked, page.choice_asked, page.folder_asked, page.location_asked, page.alone_asked
        run = page.run
        of_run = run.chosen, run.comparison_asked, run.tensor_asked, run.code_asked, run.plan_asked
        for signal in (*of_page, *asked, *of_run):
            signal.disconnect()
        page.recipes.folder_begun.disconnect()

    def _show_page(self, place: int) -> None:
        """Another tab is on top: the toolbar and the status bar are about its document now."""
        if place < 0:
            return
        self.searches.setCurrentWidget(self.page.search)
        self.status_lines.setCurrentWidget(self.page.status)
        self.refresh()
        self.changed.emit()

    def _follow(self, page: Page) -> None:
        if self.tabs.indexOf(page) < 0:
            return
        self.tabs.describe(page)
        if page is self.page:
            self.refresh()
        self.changed.emit()

    def _greet(self, page: Page) -> None:
        self.toast.hide()
        self.opened.emit(page)

    def _leave(self, page: Page) -> None:
        """A page that came for a file and has none goes again, where there is another."""
        if self.tabs.count() > 1:
            self.tabs.remove(page)

    # ---- opening and closing files

    def ask_file(self, folder: str = "") -> None:
        folder = folder or self.settings.get(settings.LAST_FOLDER)
        chosen, _kind = QFileDialog.getOpenFileNames(self, say("Open checkpoint"), folder, file_kinds())
        self.open_files([Path(each) for each in chosen])

    def ask_folder(self, showing: str = WHOLE) -> None:
        """Let the user choose a folder that a model of many files lies in, or with `RUN` checkpoints, and open it."""
        folder = self.settings.get(settings.LAST_FOLDER)
        title = say("Open a training run") if showing == RUN else say("Open a folder")
        chosen = QFileDialog.getExistingDirectory(self, title, folder)
        if chosen:
            self.open_file(Path(chosen), showing)

    def open_file(self, path: Path, showing: str = WHOLE, *, beside: bool = False) -> Page:
        """Show a file or folder: the tab that it has already, an empty one (``beside``: without an error), or a new."""
        page = self.tabs.page_of(path, showing)
        if page is None:
            page = self.page if self.page.is_free and not (beside and self.page.path) else self.tabs.add()
            page.open_file(path, showing)
        elif page.is_free:  # it could not be opened before
            page.open_file(path, showing)
        self.tabs.setCurrentWidget(page)
        return page

    def open_files(self, paths: Sequence[Path], *, beside: bool = False) -> None:
        """Show several, a tab each but for those of one document; which those are is known once the first is open."""
        if not paths:
            return
        page, rest = self.open_file(paths[0], beside=beside), paths[1:]
        if not page.opener.busy:
            self.open_files(rest, beside=True)
        elif rest:
            go_on = partial(self.open_files, rest, beside=True)
            page.opener.ended.connect(go_on, Qt.ConnectionType.SingleShotConnection)

    def _open_then(self, path: Path, act: Callable[[Page], object]) -> None:
        """Show a file, and do something with it once it is there."""
        page = self.open_file(path)

        def go_on() -> None:
            if page.shows_document and page.is_about(path):
                act(page)

        if page.opener.busy:
            page.opener.ended.connect(go_on, Qt.ConnectionType.SingleShotConnection)
        else:
            go_on()

    def _show_whole(self) -> None:
        if self.page.path is not None:
            self.open_file(self.page.path)

    def _take_beside(self, paths: Sequence[Path]) -> None:
        """Files were dropped on what is on show: a run has them listed along, a document is compared with the first."""
        if self.page.shows_run:
            self.page.run.add(paths)
        else:
            self.page.comparing.start(paths[0])

    def close_file(self) -> None:
        """Close the tab on show; of the last one, the document."""
        self.close_page(self.page)

    def close_page(self, page: Page) -> None:
        """Close a tab, after asking about unsaved changes."""
        go_on = partial(self._remove, page)
        if page.may_close(go_on):
            go_on()

    def _remove(self, page: Page) -> None:
        self.remember()
        self.tabs.remove(page)
        self.refresh()
        self.changed.emit()

    def take(self, page: Page) -> None:
        """Show a page that was another window's, in place of the empty one."""
        empty = self.page
        self.tabs.take(page)
        self.tabs.remove(empty)

    def may_stop_saving(self, go_on: Callable[[], object]) -> bool:
        """Whether the window may go for all that is being saved in it: no plan is lost, but a save would be.

        Asks where one is under way; ``go_on`` is called once it is done, where the user wants to wait for it.
        """
        return self._may_leave(go_on, asks_for_plans=False)

    def _may_leave(self, go_on: Callable[[], object], *, asks_for_plans: bool) -> bool:
        for page in self.tabs.pages():
            asks = asks_for_plans or page.saving.busy
            if asks and not page.saving.may_leave(say("closing Pthfinder"), go_on):
                self.tabs.setCurrentWidget(page)
                return False
        return True

    # ---- what is kept

    def kept(self) -> tuple[list[TabState], int]:
        """The tabs as they are to be kept, and which of them is on show."""
        states = [(page, page.state) for page in self.tabs.pages()]
        kept = [page for page, state in states if state is not None]
        return [state for _, state in states if state is not None], kept.index(self.page) if self.page in kept else 0

    def restore(self, kept: KeptWindow, steps: Sequence[Steps] = ()) -> None:
        """Open the files of the last time, each as it was; with the steps of each, in a program that goes on."""
        for place, tab in enumerate(kept.tabs):
            page = self.page if self.page.is_free else self.tabs.add(self.tabs.count())
            page.restore(tab, steps[place] if steps else None)
        self.tabs.setCurrentIndex(kept.on_show)

    # ---- looks

    def _reset_columns(self) -> None:
        self.page.workspace.tree.view.columns.reset()

    def refresh(self, *_ignored: object) -> None:
        page = self.page
        name = title(page.heading)
        self.setWindowTitle(f"{name}[*] — Pthfinder" if name else "Pthfinder")
        self.setWindowModified(page.shows_document and page.saving.unsaved)
        page.search.setEnabled(page.shows_document)
        self.drop_target.document = page.name if page.shows_document or page.shows_run else ""
        self.drop_target.adds = page.shows_run
        self.actions_.update(replace(page.action_state, pages=self.tabs.count()))

    def set_theme(self, choice: str) -> None:
        self.settings.set(THEME.setting, choice)
        theme.theme().apply(choice)

    def show_help(self, page: str = "") -> None:
        """Show the help, where it was left or at a page of it; stays open beside the work."""
        if self._help is None:
            self._help = import_module("gui.help.window").HelpWindow([about_page()], self)
        if page:
            self._help.show_place(page)
        bring_up(self._help)

    # ---- remembering

    def remember(self) -> None:
        """Note how large the window is, and where its panels are."""
        self.settings.set(settings.WINDOW_GEOMETRY, self.saveGeometry())
        if self.page.shows_document:
            self.settings.set(settings.DOCK_LAYOUT, self.page.workspace.layout_state())

    # ---- events

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask about unsaved changes, remember the layout, stop what still runs."""
        if not self._may_leave(self.close, asks_for_plans=not self.plans_are_kept):
            event.ignore()
            return
        self.remember()
        for page in self.tabs.pages():
            page.opener.drop()
        for dialog in self.findChildren(QDialog):
            dialog.close()  # what is done to a folder ends here, and says so
        super().closeEvent(event)
        self.closed.emit()

    def changeEvent(self, event: QEvent) -> None:
        """The window that was used last is the one that shortcuts mean from anywhere in the program."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            for window in QApplication.topLevelWidgets():
                if isinstance(window, MainWindow):
                    window.actions_.reach_everywhere(window is self)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape, where nothing else wants it, is the page's."""
        if event.key() != Qt.Key.Key_Escape or not self.page.escape():
            super().keyPressEvent(event)

    def focusNextPrevChild(self, forward: bool) -> bool:  # noqa: N802 - Qt's name
        """Tab goes through what is on the page in the order in which one works with it."""
        return self.page.step_focus(forward) or super().focusNextPrevChild(forward)

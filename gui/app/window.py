"""The window: pages, menus, toolbar, status bar, and who hears whom. What it shows lives in other rooms."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QCloseEvent, QKeyEvent
from PySide6.QtWidgets import QFileDialog, QMainWindow, QMenu, QStackedWidget, QToolBar, QVBoxLayout, QWidget

from gui.app import actions, tab_order
from gui.app.actions import Actions, Situation
from gui.app.banner import Banner
from gui.app.comparing import Comparing
from gui.app.diagnosis_tools import DiagnosisTools
from gui.app.drop_target import DropTarget
from gui.app.error_page import ErrorPage
from gui.app.help import HelpDialog
from gui.app.menus import ThemeMenu, fill_menus
from gui.app.opening_page import OpeningPage
from gui.app.recent_menu import RecentMenu
from gui.app.saving import Saving
from gui.app.status import StatusBar
from gui.app.toast import Toast, WindowMessenger
from gui.app.welcome import WelcomePage
from gui.app.workspace import Workspace
from gui.diagnosis.panel import BOARD
from gui.look import messages, settings, theme
from gui.look.plain_text import title
from gui.look.settings import Settings
from gui.session.doctor import ENGINE
from gui.session.opening import Opened, Opener, first_bytes
from gui.session.reloading import Reloader
from gui.session.scanning import Scanner
from gui.session.session import Session
from gui.tree.search_line import SearchLine

DEMO = theme.RESOURCES / "demo.pth"
FILE_KINDS = "PyTorch checkpoints (*.pt *.pth *.ckpt *.bin *.pkl *.tar *.sav *.jit *.safetensors);;All files (*)"
FIRST_SIZE = QSize(1480, 920)
"""What the window takes at first, if the screen has that much."""
FRAME = QSize(40, 40)
"""Room left for the frame of the window and the edges of the screen."""


class MainWindow(QMainWindow):
    """One window, one document."""

    def __init__(self, remembered: Settings) -> None:
        super().__init__()
        self.settings = remembered
        self.session = Session(self)
        self.opener = Opener(self, ahead=(ENGINE, BOARD))
        self.saving = Saving(self, self.session, self.opener, remembered, self.open_file)
        self.reloader = Reloader(self.session, self.opener, lambda: self.saving.dialog is not None, self)
        self._help: HelpDialog | None = None
        self._make_pages()
        self.comparing = Comparing(self, self.session, self.workspace, remembered, FILE_KINDS)
        self.diagnosis = DiagnosisTools(self, self.session, self.workspace, self.welcome, self.error_page)
        self.actions_ = Actions(
            self,
            {
                "open": self.ask_file,
                "demo": self.open_demo,
                "save": self.saving.ask,
                "reload": self.reloader.reload,
                "close": self.close_file,
                "quit": self.close,
                "way_on": self.banner.go_on,
                "undo": self.session.undo,
                "redo": self.session.redo,
                "search": self._go_to_search,
                "scan": self.scan_values,
                "reset_layout": self.workspace.reset_layout,
                "help": self.show_help,
                **self.comparing.handlers,
                **self.diagnosis.handlers,
            },
        )
        self._make_toolbar()
        self._make_menus()
        self.setStatusBar(StatusBar(self.session, self))
        self.toast = Toast(self.pages)
        self.drop_target = DropTarget(self, self.pages)
        messages.use(WindowMessenger(self, self.toast))
        self._connect()
        self._restore()
        self._show_welcome()
        self.refresh()

    # ---- what the window is made of

    def _make_pages(self) -> None:
        self.welcome = WelcomePage()
        self.opening_page = OpeningPage()
        self.error_page = ErrorPage()
        self.banner = Banner(self.session)
        self.workspace = Workspace(self.session)
        self.document_page = QWidget()
        column = QVBoxLayout(self.document_page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.banner)
        column.addWidget(self.workspace, 1)
        self.pages = QStackedWidget()
        for page in (self.welcome, self.opening_page, self.error_page, self.document_page):
            self.pages.addWidget(page)
        self.setCentralWidget(self.pages)

    def _make_toolbar(self) -> None:
        bar = QToolBar("Toolbar", self)
        bar.setObjectName("mainToolbar")
        bar.setMovable(False)
        bar.setIconSize(QSize(20, 20))
        bar.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        bar.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        for item in actions.TOOLBAR:
            if item == actions.SEPARATOR:
                bar.addSeparator()
            else:
                bar.addAction(self.actions_[item])
        self.search = SearchLine(self.session)
        bar.addWidget(self.search)
        self.addToolBar(bar)

    def _make_menus(self) -> None:
        self.recent_menu = RecentMenu(self.settings, self)
        self.recent_menu.chosen.connect(self.open_file)
        self.theme_menu = ThemeMenu(self)
        self.theme_menu.chosen.connect(self.set_theme)
        places: dict[str, QMenu | list[QAction]] = {
            actions.RECENT: self.recent_menu,
            actions.PANELS: self.workspace.toggle_actions(),
            actions.THEMES: self.theme_menu,
        }
        fill_menus(self.menuBar(), self.actions_, places)

    def _connect(self) -> None:
        session, opener = self.session, self.opener
        session.plan_changed.connect(self.refresh)
        session.undo_stack.cleanChanged.connect(self.refresh)
        session.undo_stack.indexChanged.connect(self.refresh)
        session.refused.connect(lambda sentence: messages.say(sentence, "warning"))
        opener.started.connect(self.refresh)
        opener.slow.connect(self._show_opening)
        opener.progress.connect(self.opening_page.progress.show_progress)
        opener.opened.connect(self._show_document)
        opener.failed.connect(self._show_error)
        opener.cancelled.connect(self._show_what_is_open)
        self.opening_page.cancel_asked.connect(opener.cancel)
        self.welcome.open_asked.connect(self.ask_file)
        self.welcome.demo_asked.connect(self.open_demo)
        self.welcome.file_asked.connect(self.open_file)
        self.drop_target.dropped.connect(self.open_file)
        self.drop_target.compare_dropped.connect(self.comparing.start)
        self.comparing.changed.connect(self.refresh)
        self.error_page.open_asked.connect(self.ask_file)
        self.error_page.retry_asked.connect(self.open_file)
        self.error_page.back_asked.connect(self._show_what_is_open)
        self.banner.changed.connect(self.refresh)
        self.banner.save_asked.connect(self.saving.ask)
        self.diagnosis.open_asked.connect(self.ask_file)
        self.banner.diagnosis_asked.connect(self.diagnosis.explain)
        self.search.left_downwards.connect(self.workspace.tree.setFocus)
        theme.theme().changed.connect(self.actions_.refresh_icons)

    # ---- opening and closing a file

    def ask_file(self) -> None:
        """Let the user choose a file and open it."""
        folder = self.settings.get(settings.LAST_FOLDER)
        chosen, _kind = QFileDialog.getOpenFileName(self, "Open checkpoint", folder, FILE_KINDS)
        if chosen:
            self.open_file(Path(chosen))

    def open_demo(self) -> None:
        """Open the small checkpoint that comes with the program."""
        self.open_file(DEMO)

    def open_file(self, path: Path) -> None:
        """Open a file in place of the one that is open, after asking about unsaved changes."""
        go_on = partial(self.opener.open, Path(path))
        if self.saving.may_leave("opening another file", go_on):
            go_on()

    def close_file(self) -> None:
        """Close the document and show the empty window."""
        if self.saving.may_leave("closing this file", self._close_document):
            self._close_document()

    def _close_document(self) -> None:
        self._remember()
        self.opener.drop()
        self.session.close()
        self._show_welcome()
        self.refresh()

    def _show_document(self, opened: Opened) -> None:
        path = opened.catalogue.checkpoint.path
        if path != DEMO:
            self.settings.add_recent_file(path)
            self.settings.set(settings.LAST_FOLDER, str(path.parent))
        self.toast.hide()
        self.session.open_catalogue(opened.catalogue, opened.preview)
        self._show_what_is_open()
        self.reloader.take(opened)
        self.saving.tell_news()

    def _show_opening(self, path: Path) -> None:
        self.opening_page.show_path(path)
        self.pages.setCurrentWidget(self.opening_page)
        self.refresh()

    def _show_error(self, path: Path, error: Exception) -> None:
        if self.reloader.told(path, error):
            self._show_what_is_open()
            return
        back_to = self.session.catalogue.checkpoint.path.name if self.session.catalogue is not None else None
        if not path.exists():
            self.settings.remove_recent_file(path)
        self.error_page.show_error(path, error, first_bytes(path), back_to)
        self.diagnosis.explain_unopened(path, error)
        self.pages.setCurrentWidget(self.error_page)
        self.refresh()

    def _show_welcome(self) -> None:
        self.welcome.show_recent(self.settings.recent_files())
        self.pages.setCurrentWidget(self.welcome)

    def _show_what_is_open(self, *_ignored: object) -> None:
        if self.session.catalogue is None:
            self._show_welcome()
        else:
            self.pages.setCurrentWidget(self.document_page)
            self.workspace.tree.setFocus()
        self.refresh()

    # ---- looks

    def refresh(self, *_ignored: object) -> None:
        """Bring title and actions up to date."""
        session = self.session
        catalogue = session.catalogue
        document = catalogue is not None and self.pages.currentWidget() is self.document_page
        name = title(self._name_on_show())
        self.setWindowTitle(f"{name}[*] — Pthfinder" if name else "Pthfinder")
        self.setWindowModified(document and self.saving.unsaved)
        self.search.setEnabled(document)
        self.drop_target.document = catalogue.checkpoint.path.name if catalogue is not None and document else ""
        self.actions_.update(
            Situation(
                document=document,
                editable=document and catalogue is not None and not catalogue.checkpoint.read_only,
                busy=self.opener.busy,
                undo=session.undo_stack.undoText() if document and session.undo_stack.canUndo() else "",
                redo=session.undo_stack.redoText() if document and session.undo_stack.canRedo() else "",
                way_on=self.banner.way_on.text() if document and self.banner.way_on is not None else "",
                comparing=document and self.comparing.on,
            )
        )

    def _name_on_show(self) -> str:
        """The name of the file that the page is about."""
        page, catalogue = self.pages.currentWidget(), self.session.catalogue
        if page is self.error_page:
            return self.error_page.path.name
        if page is self.opening_page:
            return self.opening_page.path.name
        return catalogue.checkpoint.path.name if catalogue is not None else ""

    def set_theme(self, choice: str) -> None:
        """Use another theme and remember it."""
        self.settings.set(settings.THEME, choice)
        theme.theme().apply(choice)

    def show_help(self) -> None:
        """Show shortcuts and what the program is; stays open beside the work."""
        if self._help is None:
            self._help = HelpDialog(self)
        self._help.show()
        self._help.raise_()
        self._help.activateWindow()

    def scan_values(self) -> None:
        """Read all values of the file and show how they are."""
        self.workspace.show_panel("health")
        Scanner.of(self.session).start()

    def _go_to_search(self) -> None:
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    # ---- remembering

    def _restore(self) -> None:
        self.resize(FIRST_SIZE.boundedTo(self.screen().availableSize() - FRAME))
        self.restoreGeometry(self.settings.get(settings.WINDOW_GEOMETRY))
        self.workspace.restore_layout(self.settings.get(settings.DOCK_LAYOUT))

    def _remember(self) -> None:
        self.settings.set(settings.WINDOW_GEOMETRY, self.saveGeometry())
        if self.pages.currentWidget() is self.document_page:
            self.settings.set(settings.DOCK_LAYOUT, self.workspace.layout_state())

    # ---- events

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask about unsaved changes, remember the layout, stop what still runs."""
        if not self.saving.may_leave("closing Pthfinder", self.close):
            event.ignore()
            return
        self._remember()
        self.opener.drop()
        super().closeEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape, where nothing else wants it, clears the search; where there is none it ends the comparison."""
        if event.key() == Qt.Key.Key_Escape and self.search.text():
            self.search.reset()
        elif event.key() == Qt.Key.Key_Escape and self.comparing.on:
            self.comparing.end()
        else:
            super().keyPressEvent(event)

    def focusNextPrevChild(self, forward: bool) -> bool:  # noqa: N802 - Qt's name
        """Tab goes through what is on the page in the order in which one works with it.

        Qt asks here as well where to go from a button that has done its work and is gone: to the tree then, where
        Ctrl+Z is the plan's.
        """
        if self.pages.currentWidget() is not self.document_page:
            return super().focusNextPrevChild(forward)
        workspace, now = self.workspace, self.focusWidget()
        if now is not None and not (now.isVisible() and now.isEnabled()):
            workspace.tree.setFocus()
            return True
        return tab_order.step(
            (self.search, workspace.tree.view, self.banner, workspace.tree, *tab_order.parts_of(workspace)), forward
        )

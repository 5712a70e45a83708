"""A process of `scripts.pictures.screens`, at one scale: goes through the window and takes a picture of each stop."""

from __future__ import annotations

import errno
import os
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from itertools import product
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # before Qt is imported

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit, QMenu, QWidget

from core import words
from core.errors import DiskError
from core.front_end import show_window
from gui.app.actions import ACTIONS
from gui.app.start import make_application
from gui.app.window import MainWindow
from gui.jobs import job
from gui.look import language, scale, theme
from gui.look.messages import Message, Offer
from gui.page.workspace import PANELS
from gui.palette.popup import Popup
from gui.session.comparison import Comparison
from scripts.pictures.files import DEMO, Files
from scripts.pictures.of_tour import ERROR
from scripts.pictures.stage import look, press_banner, select, settle, show_panel, until, window_with
from tests.support.pseudo import LANGUAGE, PSEUDO

WEIGHT = "state_dict/module.conv.weight"
_LEAVES_THE_WINDOW = frozenset({"quit", "close", "demo", "reload", "new_window"})
_ASKS = ("save_recipe", "as_command", "as_python", "fix_folder")
"""Actions that need pending changes."""
_LARGE = 150
"""Percent: the larger text that panels are looked at with as well."""
_QUICKLY = 80
"""How PNG is written: nobody keeps these pictures, and small files take a second each."""
_MODAL = 250
"""Milliseconds that a dialog which holds the program has been there when it is looked at and dismissed."""


class Walk:
    """One way through the window, in one language, theme and size."""

    def __init__(self, folder: Path, size: tuple[int, int], only: str, files: Files) -> None:
        self._folder, self._size, self._only, self._files = folder, size, only, files
        self._modal = False

    def go(self) -> None:
        """Everything."""
        self._empty()
        self._panels()
        self._large()
        self._planned()
        self._told()
        self._actions()
        self._quick()
        self._menus()

    def _wants(self, *names: str) -> bool:
        return any(self._only in name for name in names)

    def _take(self, name: str, take: Callable[[], QImage]) -> None:
        if self._wants(name):
            self._folder.mkdir(parents=True, exist_ok=True)
            take().save(str(self._folder / f"{name}.png"), quality=_QUICKLY)

    def _empty(self) -> None:
        """Pages without a document."""
        if not self._wants("page-welcome", "page-error"):
            return
        with window_with(None, self._size) as window:
            self._take("page-welcome", lambda: look(window))
            broken = self._files.folder / "page.pth"
            broken.write_text("<!DOCTYPE html><html><head><title>404</title></head></html>")
            window.open_file(broken)
            until(window.page.error_page.isVisible)
            settle(window)
            self._take("page-error", lambda: look(window))

    def _panels(self) -> None:
        """Each panel beside the tree, of a file with everything in it."""
        names = [spec.name for spec in PANELS]
        if not self._wants(*(f"panel-{name}" for name in names), "toast", "search"):
            return
        with window_with(DEMO, self._size) as window:
            select(window, WEIGHT)
            for name in names:
                if self._wants(f"panel-{name}"):
                    show_panel(window, name)
                    self._take(f"panel-{name}", lambda: look(window))
            offer = Offer(words.say("Copy details"), lambda: None)
            full = DiskError("resume-fixed.pt", OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)))
            window.toast.show_message(Message(str(full), "error", (offer,)))
            self._take("toast", lambda: look(window))
            window.toast.hide()
            window.page.search.setText("weight")
            settle(window)
            self._take("search", lambda: look(window))

    def _large(self) -> None:
        """Each panel, and the tabs of two files, in larger text."""
        names = [spec.name for spec in PANELS]
        if not self._wants(*(f"large-{name}" for name in names), "large-tabs"):
            return
        with window_with(DEMO, self._size) as window:
            scale.apply_size(_LARGE)
            select(window, WEIGHT)
            for name in names:
                if self._wants(f"large-{name}"):
                    show_panel(window, name)
                    self._take(f"large-{name}", lambda: look(window))
            if self._wants("large-tabs"):
                window.open_file(self._files.of_tour("resume.pt"))
                settle(window)
                press_banner(window)
                self._take("large-tabs", lambda: look(window))
        scale.apply_size(scale.USUAL)

    def _planned(self) -> None:
        """After the banner's button was pressed, what can be done then, and the dialog that saves."""
        if not self._wants("planned", "dialog-save", *(f"action-{name}" for name in _ASKS)):
            return
        with window_with(self._files.of_tour("resume.pt"), self._size) as window:
            press_banner(window)
            self._take("planned", lambda: look(window))
            window.page.saving.ask()
            settle(window)
            dialog = window.page.saving.dialog
            if dialog is not None:
                self._take("dialog-save", lambda: look(window, [dialog]))
                dialog.reject()
            for name in _ASKS:
                if self._wants(f"action-{name}"):
                    self._act(window, name)
                    press_banner(window)

    def _told(self) -> None:
        """What is found out: about an error, a pickled model, a second file."""
        if self._wants("pasted"):
            with window_with(self._files.of_tour("resume.pt"), self._size) as window:
                window.page.diagnosis.ask_error(ERROR)
                settle(window)
                self._take("pasted", lambda: look(window))
        if self._wants("whole-model"):
            with window_with(self._files.of_tour("best_model.pth"), self._size) as window:
                self._take("whole-model", lambda: look(window))
        if self._wants("compared", "hint"):
            with window_with(DEMO, self._size, seen=False) as window:
                self._take("hint", lambda: look(window))
                window.page.hints.end()
                comparison = Comparison.of(window.page.session)
                comparison.start(self._files.half())
                until(lambda: comparison.compared is not None)
                show_panel(window, "differences")
                select(window, WEIGHT)
                self._take("compared", lambda: look(window))
        if self._wants("scanned"):
            with window_with(self._files.sick(), self._size) as window:
                window.actions_["scan"].trigger()
                settle(window)
                self._take("scanned", lambda: look(window))

    def _actions(self) -> None:
        """What each action opens; those that open nothing leave no picture."""
        ids = [spec.id for spec in ACTIONS if spec.id not in _LEAVES_THE_WINDOW]
        if not self._wants(*(f"action-{name}" for name in ids)):
            return
        with window_with(DEMO, self._size) as window:
            select(window, WEIGHT)
            for name in ids:
                if self._wants(f"action-{name}"):
                    self._act(window, name)

    def _act(self, window: MainWindow, name: str) -> None:
        before = set(_shown(window))
        plain, self._modal = look(window), False
        timer = QTimer()
        timer.timeout.connect(lambda: self._dismiss(window, name))
        timer.start(_MODAL)
        window.actions_[name].trigger()
        settle(window)
        until(lambda: QApplication.activeModalWidget() is None)
        timer.stop()
        opened = [widget for widget in _shown(window) if widget not in before]
        changed = bool(opened) or look(window) != plain
        if changed and not self._modal:
            self._take(f"action-{name}", lambda: look(window, [widget for widget in opened if widget.isWindow()]))
        for widget in opened:
            widget.close()
        if changed:
            self._tidy(window)

    def _tidy(self, window: MainWindow) -> None:
        """As the window was before."""
        window.page.session.undo_stack.setIndex(0)
        for spec in PANELS:
            window.page.workspace.docks[spec.name].setVisible(spec.at_first)
        window.page.workspace.reset_layout()
        settle(window)

    def _dismiss(self, window: MainWindow, name: str) -> None:
        modal = QApplication.activeModalWidget()
        if modal is not None:
            self._modal = True
            self._take(f"action-{name}", lambda: look(window, [modal]))
            modal.reject() if isinstance(modal, QDialog) else modal.close()

    def _quick(self) -> None:
        """What a few letters find."""
        if not self._wants("typed-palette", "typed-jump", "typed-rename_keys", "tabs"):
            return
        with window_with(DEMO, self._size) as window:
            for name, letters in (("palette", "th"), ("jump", "conv w"), ("rename_keys", "module.")):
                if self._wants(f"typed-{name}"):
                    window.actions_[name].trigger()
                    dialog = _shown(window)[-1]
                    dialog.findChildren(QLineEdit)[0].setText(letters)
                    settle(window)
                    self._take(f"typed-{name}", partial(look, window, [dialog] if dialog.isWindow() else []))
                    dialog.close()
            if self._wants("tabs"):
                window.open_file(self._files.of_tour("resume.pt"))
                settle(window)
                self._take("tabs", lambda: look(window))

    def _menus(self) -> None:
        """Each menu of the bar, unfolded."""
        with window_with(DEMO, self._size) as window:
            for place, entry in enumerate(window.menuBar().actions()):
                menu = entry.menu()
                if isinstance(menu, QMenu) and self._wants(f"menu-{place}"):
                    menu.popup(window.mapToGlobal(window.rect().topLeft()))
                    settle(window)
                    self._take(f"menu-{place}", partial(_picture, menu))
                    menu.close()


def _picture(menu: QMenu) -> QImage:
    return menu.grab().toImage()


def _shown(window: MainWindow) -> list[QWidget]:
    """Windows beside the main one, and the popups over it."""
    beside = [
        widget
        for widget in QApplication.topLevelWidgets()
        if widget.isVisible() and not isinstance(widget, MainWindow) and widget.windowType() != Qt.WindowType.ToolTip
    ]
    return beside + [popup for popup in window.findChildren(Popup) if popup.isVisible()]


def main() -> None:
    """All variants at this scale; at a scale above 1 in the first size alone."""
    folder, zoom, languages, themes, sizes, only = sys.argv[1:]
    show_window()
    make_application(sys.argv[:1])
    sized = sizes.split(",") if zoom == "1" else sizes.split(",")[:1]
    with tempfile.TemporaryDirectory() as scratch:
        files = Files(Path(scratch))
        for spoken, look_, size in product(languages.split(","), themes.split(","), sized):
            theme.theme().apply(look_)
            language.apply("en" if spoken == LANGUAGE else spoken)
            if spoken == LANGUAGE:
                words.use(PSEUDO, LANGUAGE)
            width, _, height = size.partition("x")
            variant = f"{spoken}-{look_}-{size}-{zoom}"
            print(variant, flush=True)
            Walk(Path(folder) / variant, (int(width), int(height)), only, files).go()
    job.stop_all()


if __name__ == "__main__":
    main()

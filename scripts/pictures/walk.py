"""A process of `scripts.pictures.screens`, at one scale: goes through the window and takes a picture of each stop."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from itertools import product
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"  # before Qt is imported

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QDialog, QMenu, QWidget

from core import words
from gui.app.actions import ACTIONS
from gui.app.start import make_application
from gui.app.window import MainWindow
from gui.jobs import job
from gui.look import language, theme
from gui.look.messages import Message, Offer
from gui.page.workspace import PANELS
from gui.session.comparison import Comparison
from scripts.pictures.files import DEMO, Files
from scripts.pictures.of_tour import ERROR
from scripts.pictures.png import keep
from scripts.pictures.stage import look, press_banner, select, settle, show_panel, until, window_with
from tests.support.pseudo import LANGUAGE, pseudo

WEIGHT = "state_dict/module.conv.weight"
_LEAVES_THE_WINDOW = frozenset({"quit", "close", "demo", "reload", "new_window"})
_MODAL = 900
"""Milliseconds after which a dialog that holds the program is looked at and dismissed."""


class Walk:
    """One way through the window, in one language, theme and size."""

    def __init__(self, folder: Path, size: tuple[int, int], only: str, files: Files) -> None:
        self._folder, self._size, self._only, self._files = folder, size, only, files
        self._modal = False

    def go(self) -> None:
        """Everything."""
        self._empty()
        self._panels()
        self._planned()
        self._told()
        self._actions()
        self._menus()

    def _wants(self, *names: str) -> bool:
        return any(self._only in name for name in names)

    def _take(self, name: str, take: Callable[[], QImage]) -> None:
        if self._wants(name):
            self._folder.mkdir(parents=True, exist_ok=True)
            keep(take(), self._folder / f"{name}.png")

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
            offer = Offer("Copy details", lambda: None)
            window.toast.show_message(Message("The file on disk is untouched.", "error", (offer,)))
            self._take("toast", lambda: look(window))
            window.toast.hide()
            window.page.search.setText("weight")
            settle(window)
            self._take("search", lambda: look(window))

    def _planned(self) -> None:
        """After the banner's button was pressed, and the dialog that saves."""
        if not self._wants("planned", "planned-changes", "dialog-save"):
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
        before = set(_shown())
        plain, self._modal = look(window), False
        QTimer.singleShot(_MODAL, lambda: self._dismiss(window, name))
        window.actions_[name].trigger()
        settle(window)
        until(lambda: QApplication.activeModalWidget() is None)
        opened = [widget for widget in _shown() if widget not in before]
        if not self._modal and (opened or look(window) != plain):
            self._take(f"action-{name}", lambda: look(window, opened))
        for widget in opened:
            widget.close()
        window.page.session.undo_stack.setIndex(0)
        window.page.workspace.reset_layout()
        settle(window)

    def _dismiss(self, window: MainWindow, name: str) -> None:
        modal = QApplication.activeModalWidget()
        if modal is not None:
            self._modal = True
            self._take(f"action-{name}", lambda: look(window, [modal]))
            modal.reject() if isinstance(modal, QDialog) else modal.close()

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


def _shown() -> list[QWidget]:
    """Windows beside the main one."""
    return [
        widget
        for widget in QApplication.topLevelWidgets()
        if widget.isVisible() and not isinstance(widget, MainWindow) and widget.windowType() != Qt.WindowType.ToolTip
    ]


def main() -> None:
    """All variants at this scale; at a scale above 1 in the first size alone."""
    folder, scale, languages, themes, sizes, only = sys.argv[1:]
    make_application(sys.argv[:1])
    sized = sizes.split(",") if scale == "1" else sizes.split(",")[:1]
    with tempfile.TemporaryDirectory() as scratch:
        files = Files(Path(scratch))
        for spoken, look_, size in product(languages.split(","), themes.split(","), sized):
            theme.theme().apply(look_)
            language.apply("en" if spoken == LANGUAGE else spoken)
            if spoken == LANGUAGE:
                words.use(pseudo, LANGUAGE)
            width, _, height = size.partition("x")
            variant = f"{spoken}-{look_}-{size}-{scale}"
            print(variant, flush=True)
            Walk(Path(folder) / variant, (int(width), int(height)), only, files).go()
    job.stop_all()


if __name__ == "__main__":
    main()

"""One window for the tasks of a test: each begins with a file just opened, as the program shows it at first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QModelIndex
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QToolBar, QWidget
from pytestqt.qtbot import QtBot

from gui.app.window import MainWindow
from gui.look.theme import is_on_screen
from gui.page.page import Page
from gui.session.diagnosis_service import DiagnosisService
from gui.session.session import Session
from tests.gui.conftest import Said
from tests.gui.hands import Hands
from tests.gui.tasks.page import counted
from tests.remote.conftest import strangers
from tests.servers.fixtures import folder, nginx

__all__ = ["folder", "nginx", "strangers"]

OpenIn = Callable[[MainWindow, Path], None]


class Desk:
    """The window, who works at it, and what a task took held against `docs/tasks.md`."""

    def __init__(
        self, window: MainWindow, hands: Hands, said: Said, open_in: Callable[[MainWindow, Path], None]
    ) -> None:
        self.window, self.hands = window, hands
        self._said, self._open_in = said, open_in

    @property
    def page(self) -> Page:
        """The page on show."""
        return self.window.page

    @property
    def session(self) -> Session:
        """The document on show."""
        return self.page.session

    @property
    def toolbar(self) -> QToolBar:
        """The buttons on top."""
        (bar,) = self.window.findChildren(QToolBar)
        return bar

    @contextmanager
    def by_mouse(self, task: str, *files: Path) -> Iterator[Hands]:
        """Do a task with the mouse, keys only for what has to be typed."""
        with self._counted(task, "mouse", files) as hands:
            yield hands

    @contextmanager
    def by_keyboard(self, task: str, *files: Path) -> Iterator[Hands]:
        """Do a task with the keyboard alone."""
        with self._counted(task, "keyboard", files) as hands:
            yield hands
        assert not self.hands.clicks

    @contextmanager
    def _counted(self, task: str, way: str, files: tuple[Path, ...]) -> Iterator[Hands]:
        if files:
            self.begin(*files)
        self.hands.rest()
        yield self.hands
        counted(task, way, self.hands)

    def begin(self, *files: Path) -> None:
        """Put all away and open files, the last of them on show, with the panels where they are at first."""
        self._said.answer = "discard"
        while self.window.tabs.count() > 1 or self.page.session.catalogue is not None:
            self.window.close_file()
        self._said.answer = None
        for path in files:
            self._open_in(self.window, path)
            self.page.workspace.reset_layout()
        self.window.activateWindow()
        service = DiagnosisService.of(self.session)
        self.hands.until(lambda: service.findings is not None and self.page.workspace.tree.isVisible())
        QApplication.processEvents()

    def panel(self, name: str) -> QWidget:
        """What is in a dock, which has to be seen."""
        panel = self.page.workspace.docks[name].widget()
        assert panel is not None
        assert is_on_screen(panel), name
        return panel

    def read(self, name: str) -> str:
        """All that can be read in a dock now, a line a label."""
        labels = [label for label in self.panel(name).findChildren(QLabel) if label.isVisible()]
        return "\n".join(label.text().replace("\u200b", "") for label in labels)

    def entry(self, path: str) -> int:
        """An entry of the document."""
        assert self.session.catalogue is not None
        return self.session.catalogue.find(path)

    def path(self, entry: int) -> str:
        """Where an entry of the document is."""
        assert self.session.catalogue is not None
        return self.session.catalogue.path_text(entry)

    def row(self, path: str) -> QModelIndex:
        """The row of the tree that shows an entry."""
        model = self.page.workspace.tree.model
        row = model.row(self.entry(path))
        assert row >= 0, f"{path} is folded away"
        return model.index(row, 0)

    def click_key(self, path: str, *, double: bool = False) -> None:
        """Click a row of the tree."""
        self.hands.click_row(self.page.workspace.tree.view, self.row(path), double=double)

    def save_dialog(self) -> QWidget:
        """The dialog that has come up."""
        self.hands.until(lambda: self.page.saving.dialog is not None and self.page.saving.dialog.isVisible())
        assert self.page.saving.dialog is not None
        return self.page.saving.dialog

    def saved(self) -> Path:
        """Wait until a file is written; its path."""
        self.hands.until(lambda: not self.page.saving.busy and self.session.undo_stack.isClean())
        assert self.session.saved_as is not None
        return self.session.saved_as.path


@pytest.fixture
def desk(window: MainWindow, qtbot: QtBot, said: Said, open_in: OpenIn) -> Desk:
    """A window of the size that people have, and hands."""
    return Desk(window, Hands(qtbot, window), said, open_in)


@pytest.fixture
def system_dialog(monkeypatch: pytest.MonkeyPatch, desk: Desk) -> Callable[[Path], None]:
    """What the desktop's own dialog for files will be answered with: nothing of it is the program's."""

    def answer(path: Path) -> None:
        def chosen(*_arguments: Any, **_options: Any) -> tuple[str, str]:
            desk.hands.files += 1
            return str(path), ""

        def several(*_arguments: Any, **_options: Any) -> tuple[list[str], str]:
            desk.hands.files += 1
            return [str(path)], ""

        def folder(*_arguments: Any, **_options: Any) -> str:
            desk.hands.folders += 1
            return str(path)

        monkeypatch.setattr(QFileDialog, "getOpenFileName", chosen)
        monkeypatch.setattr(QFileDialog, "getOpenFileNames", several)
        monkeypatch.setattr(QFileDialog, "getSaveFileName", chosen)
        monkeypatch.setattr(QFileDialog, "getExistingDirectory", folder)

    return answer

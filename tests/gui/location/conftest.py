"""Servers for the window, with patience that is short enough for tests, and what a user does with a location."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from gui.app.window import MainWindow
from gui.page.page import Page
from tests.remote.conftest import hasty, strangers
from tests.servers.fixtures import folder, nginx, toxic

__all__ = ["folder", "hasty", "nginx", "strangers", "toxic"]

Ends = Callable[[], Page]


@pytest.fixture
def served(folder: Path, small_file: Path) -> Path:
    """A real checkpoint in the folder that is served."""
    return Path(shutil.copy(small_file, folder / "epoch27.pth"))


@pytest.fixture
def until_open(window: MainWindow, qtbot: QtBot) -> Ends:
    """Wait until the page on show has its document."""

    def wait() -> Page:
        qtbot.waitUntil(lambda: window.page.shows_document)
        return window.page

    return wait


@pytest.fixture
def until_wrong(window: MainWindow, qtbot: QtBot) -> Ends:
    """Wait until the page on show says what is wrong."""

    def wait() -> Page:
        qtbot.waitUntil(lambda: window.page.pages.currentWidget() is window.page.error_page)
        return window.page

    return wait

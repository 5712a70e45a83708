"""Servers for the window, with patience that is short enough for tests, and what a user does with a location."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from core.remote import asking
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


@pytest.fixture(autouse=True)
def nothing_asked_by_the_window_itself(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The thread of the window asks no server for anything, and no disk for a file that is elsewhere."""
    found: list[str] = []
    here, ask, stat = threading.current_thread(), asking.asked, os.stat

    def asked(path: Any, *rest: Any, **more: Any) -> Any:
        if threading.current_thread() is here:
            found.append(f"asked for {path}")
        return ask(path, *rest, **more)

    def looked(path: Any, *rest: Any, **options: Any) -> os.stat_result:
        if "://" in str(path):
            found.append(f"stat of {path}")
        return stat(path, *rest, **options)

    monkeypatch.setattr(asking, "asked", asked)
    monkeypatch.setattr(os, "stat", looked)
    yield
    assert found == []

"""What is copied last is on the clipboard in the end, however long what was copied before it takes."""

from __future__ import annotations

import threading

import pytest
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from gui.tree import menu
from gui.tree.menu import copy_lines


def test_a_large_copy_does_not_overtake_a_small_one(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(menu, "MANY", 2)
    go_on, done = threading.Event(), threading.Event()

    def slow(entry: int) -> str:
        go_on.wait(60)
        if entry == 2:
            done.set()
        return f"old {entry}"

    copy_lines(slow, [1, 2])
    copy_lines(str, [3])
    assert QGuiApplication.clipboard().text() == "3"
    go_on.set()
    assert done.wait(60)
    qtbot.wait(50)
    assert QGuiApplication.clipboard().text() == "3"
    copy_lines(str, [4, 5])
    qtbot.waitUntil(lambda: QGuiApplication.clipboard().text() == "4\n5")

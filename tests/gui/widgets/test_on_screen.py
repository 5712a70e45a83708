"""Windows of their own are as large as they want, as far as the screen goes."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QDialog, QWidget
from pytestqt.qtbot import QtBot

from gui.look import theme
from gui.widgets.on_screen import fit, room_for


@pytest.mark.parametrize(("zoom", "wanted", "size"), [(1.0, (500, 300), (500, 300)), (1.5, (500, 300), (750, 450))])
def test_a_window_grows_with_its_text(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, zoom: float, wanted: tuple[int, int], size: tuple[int, int]
) -> None:
    monkeypatch.setattr(theme.theme(), "zoom", zoom)
    window = QWidget()
    qtbot.addWidget(window)
    fit(window, QSize(*wanted))
    assert window.size().toTuple() == size


def test_nothing_is_larger_than_the_screen_or_the_window_it_belongs_to(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    fit(window, QSize(9000, 9000))
    screen = window.screen().availableSize()
    assert window.width() < screen.width()
    assert window.height() < screen.height()
    dialog = QDialog(window)
    window.resize(screen)
    fit(dialog, QSize(9000, 9000))
    assert dialog.width() < screen.width()
    assert dialog.height() < screen.height()  # with its frame it would not be seen as a whole
    window.resize(screen.width() + 300, 200)
    fit(dialog, QSize(9000, 9000))
    assert dialog.size() == room_for(dialog)
    assert dialog.width() == window.width()
    assert dialog.height() < screen.height()

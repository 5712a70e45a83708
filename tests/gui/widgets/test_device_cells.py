"""Devices in a narrow cell."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QFontMetrics, QImage, QPainter
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from gui.look import theme
from gui.look.eliding import elided
from gui.widgets.delegates import CellDelegate, Elide
from gui.widgets.device_cells import DeviceDelegate


@pytest.mark.parametrize("compact", [False, True])
def test_the_number_of_further_devices_is_whole_or_not_there(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, compact: bool
) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    delegate = DeviceDelegate(parent)
    delegate.compact = compact
    drawn: list[str] = []

    def note(painter: QPainter, rect: QRect, text: str, font: Any, *more: Any) -> int:
        drawn.append(elided(QFontMetrics(font), text, Elide.ElideRight, rect.width()))
        return usual(painter, rect, text, font, *more)

    usual = CellDelegate.draw_text
    monkeypatch.setattr(DeviceDelegate, "draw_text", staticmethod(note))
    image = QImage(300, 20, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    metrics = QFontMetrics(theme.key_font())
    for room in range(metrics.horizontalAdvance("cuda:5") + 30, 200):
        drawn.clear()
        delegate.paint_chips(painter, QRect(0, 0, room, 20), ("cuda:5", "cuda:1"), theme.key_font(), QColor())
        assert drawn in (["cuda:5"], ["cuda:5", "+1"], ["cuda:5", "cuda:1"]), room
    painter.end()

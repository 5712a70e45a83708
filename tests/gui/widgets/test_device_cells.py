"""Devices in a narrow cell."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QColor, QFontMetrics, QImage, QPainter
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from gui.look import palette, theme
from gui.look.eliding import elided
from gui.widgets import device_cells
from gui.widgets.chips import ChipLine
from gui.widgets.delegates import PADDING, CellDelegate, Elide
from gui.widgets.device_cells import DeviceDelegate


@pytest.fixture
def painter(qapp: QApplication) -> Iterator[QPainter]:
    """Paints into a picture of 300×20 pixels, in the font of keys."""
    image = QImage(300, 20, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.setFont(theme.key_font())
    yield painter
    painter.end()


@pytest.fixture
def painted(monkeypatch: pytest.MonkeyPatch) -> list[QRectF]:
    """The squares of devices, as they are painted."""
    squares: list[QRectF] = []
    monkeypatch.setattr(palette, "paint_chip", lambda _painter, rect, *_more: squares.append(rect))
    return squares


@pytest.mark.parametrize("compact", [False, True])
def test_what_tells_of_further_devices_is_whole_or_not_there(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, compact: bool
) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    delegate = DeviceDelegate(parent)
    delegate.compact = compact
    drawn: list[str] = []
    squares: list[float] = []

    def note(painter: QPainter, rect: QRect, text: str, font: Any, *more: Any) -> int:
        drawn.append(elided(QFontMetrics(font), text, Elide.ElideRight, rect.width()))
        return usual(painter, rect, text, font, *more)

    def square(_painter: QPainter, rect: QRectF, *_more: Any) -> None:
        squares.append(rect.right())

    usual = CellDelegate.draw_text
    for module in (palette, device_cells):
        monkeypatch.setattr(module, "paint_chip", square)
    monkeypatch.setattr(DeviceDelegate, "draw_text", staticmethod(note))
    image = QImage(300, 20, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    metrics = QFontMetrics(theme.key_font())
    for room in range(metrics.horizontalAdvance("cuda:5") + 30, 200):
        drawn.clear()
        squares.clear()
        delegate.paint_chips(painter, QRect(0, 0, room, 20), ("cuda:5", "cuda:1"), theme.key_font(), QColor())
        assert drawn in (["cuda:5"], ["cuda:5", "cuda:1"]), room
        assert len(squares) == 2 or room < metrics.horizontalAdvance("cuda:5") + 40, room
        assert max(squares) <= room + PADDING - 2, room
    painter.end()


@pytest.mark.parametrize(
    ("further", "squares", "more"), [(1, 1, ""), (2, 2, ""), (3, 3, ""), (4, 2, "+2"), (5, 2, "+3"), (255, 2, "+253")]
)
def test_many_further_devices_are_two_squares_and_a_number(
    painter: QPainter, painted: list[QRectF], further: int, squares: int, more: str
) -> None:
    devices = [f"cuda:{number}" for number in range(further)]
    metrics = painter.fontMetrics()
    end = palette.paint_others(painter, QRect(0, 0, 200, 20), devices, QColor(), False)
    assert len(painted) == squares
    assert end == palette.others_width(metrics, further)
    written = end - (painted[-1].right() + 3)
    assert written == (metrics.horizontalAdvance(more) + 1 if more else 0)


@pytest.mark.parametrize("count", [2, 3, 5, 12])
def test_no_further_device_goes_unmentioned_where_a_number_has_room(
    painter: QPainter, painted: list[QRectF], count: int
) -> None:
    metrics = painter.fontMetrics()
    devices = [f"cuda:{number}" for number in range(count)]
    for room in range(metrics.horizontalAdvance(f"+{count}") + 1, 120):
        painted.clear()
        end = palette.paint_others(painter, QRect(0, 0, room, 20), devices, QColor(), False)
        left = len(painted) * (palette.chip() + 3)
        assert end - left == (metrics.horizontalAdvance(f"+{count - len(painted)}") + 1 if len(painted) < count else 0)
        assert max([end if len(painted) < count else 0, *(rect.right() for rect in painted)]) <= room


def test_a_line_of_devices_names_them_all_in_its_tooltip(qtbot: QtBot) -> None:
    line = ChipLine("Where it was saved")
    qtbot.addWidget(line)
    line.show_devices(["cuda:5", "cuda:1", "cpu"])
    assert all(name in line.toolTip() for name in ("Where it was saved", "cuda:5", "cuda:1", "cpu"))

"""Widgets beside each other where there is room, below each other where there is not."""

from __future__ import annotations

from PySide6.QtWidgets import QCheckBox, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from gui.widgets.side_by_side import SideBySide


def places(widgets: tuple[QWidget, ...]) -> tuple[int, int]:
    """In how many columns and lines they stand."""
    return len({widget.x() for widget in widgets}), len({widget.y() for widget in widgets})


def test_little_room_makes_a_column_of_a_line(qtbot: QtBot) -> None:
    boxes = QCheckBox("Counts"), QCheckBox("Magnitudes on a logarithmic axis")
    line = SideBySide(*boxes)
    qtbot.addWidget(line)
    line.resize(600, 60)
    line.show()
    qtbot.waitUntil(lambda: places(boxes) == (2, 1))
    assert line.minimumSizeHint().width() < 400
    line.resize(line.minimumSizeHint().width(), 60)
    qtbot.waitUntil(lambda: places(boxes) == (1, 2))
    boxes[1].setText("Log")
    qtbot.waitUntil(lambda: places(boxes) == (2, 1))


def test_alike_are_as_wide_as_the_widest_wants(qtbot: QtBot) -> None:
    buttons = QPushButton("A"), QPushButton("A long one beside a short one")
    line = SideBySide(*buttons, alike=True)
    qtbot.addWidget(line)
    line.resize(sum(button.sizeHint().width() for button in buttons) + 10, 60)
    line.show()
    qtbot.waitUntil(lambda: places(buttons) == (1, 2))
    line.resize(2 * buttons[1].sizeHint().width() + 10, 60)
    qtbot.waitUntil(lambda: places(buttons) == (2, 1))
    assert abs(buttons[0].width() - buttons[1].width()) <= 1

"""Widgets beside each other where there is room, below each other where there is not."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from gui.look import icons
from gui.widgets.basic_widgets import bigger
from gui.widgets.side_by_side import SideBySide, fit_words


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


@pytest.mark.parametrize("factor", [1.0, 1.25, 1.5, 2.0])
def test_words_and_icons_never_take_turns(qtbot: QtBot, factor: float) -> None:
    """What words take is known exactly while icons are shown: with a pixel less both would fit, or neither."""
    words = Qt.ToolButtonStyle.ToolButtonTextBesideIcon
    bar = QWidget()
    qtbot.addWidget(bar)
    tools = []
    for text in ("Open", "&Save fixed", "Fix folder", "値をスキャン", "Undo && more"):
        tool = QToolButton(bar)
        tool.setText(text)
        tool.setIcon(icons.icon("open", "black"))
        tool.setToolButtonStyle(words)
        bigger(tool, factor)
        tools.append(tool)
    room = sum(tool.sizeHint().width() for tool in tools)
    for spare, style in ((0, words), (-1, Qt.ToolButtonStyle.ToolButtonIconOnly), (0, words)):
        for _again in range(2):
            fit_words(tools, room + spare, words)
            assert {tool.toolButtonStyle() for tool in tools} == {style}

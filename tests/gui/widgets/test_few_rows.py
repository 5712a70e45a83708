"""Buttons that leave room for what a panel is there for."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from gui.widgets.few_rows import FewRows


@pytest.fixture
def buttons(qtbot: QtBot) -> FewRows:
    rows = FewRows(*(QPushButton(text) for text in ("Verify", "Load & run", "Compare keys with a model")))
    qtbot.addWidget(rows)
    rows.show()
    return rows


def shown(rows: FewRows) -> list[list[str]]:
    """The words on show, row by row."""
    visible = [each for each in rows.findChildren(QPushButton) if each.isVisible()]
    tops = sorted({each.y() for each in visible})
    return [[each.text() for each in visible if each.y() == top] for top in tops]


def test_with_room_all_are_there(buttons: FewRows) -> None:
    buttons.resize(800, 40)
    assert shown(buttons) == [["Verify", "Load & run", "Compare keys with a model"]]
    buttons.spare(90)
    buttons.resize(230, 80)
    assert shown(buttons) == [["Verify", "Load & run"], ["Compare keys with a model"]]
    assert buttons.sizeHint().height() <= 90


def test_what_has_no_room_is_in_a_menu_and_does_there_what_it_does(buttons: FewRows) -> None:
    pressed: list[str] = []
    for each in (each for each in buttons.findChildren(QPushButton) if each is not buttons.more):
        each.clicked.connect(lambda _checked=False, button=each: pressed.append(button.text()))
    buttons.spare(30)
    buttons.resize(150, 40)
    assert shown(buttons) == [["Verify", "⋯"]]
    assert buttons.more.geometry().right() < 150
    buttons.left_out[0].setEnabled(False)
    buttons.menu.aboutToShow.emit()
    assert [action.text() for action in buttons.menu.actions()] == ["Load && run", "Compare keys with a model"]
    assert [action.isEnabled() for action in buttons.menu.actions()] == [False, True]
    buttons.menu.actions()[1].trigger()
    assert pressed == ["Compare keys with a model"]

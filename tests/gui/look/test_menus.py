"""Menus, long ones and in the dark."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from gui.look.theme import colours, theme


@pytest.fixture
def menu(qtbot: QtBot) -> Iterator[QMenu]:
    menu = QMenu()
    qtbot.addWidget(menu)
    yield menu
    menu.close()


@pytest.mark.alone
def test_a_menu_longer_than_the_screen_scrolls(menu: QMenu, qtbot: QtBot) -> None:
    """Fusion lays it out in columns, and what is right of the screen cannot be chosen."""
    screen = menu.screen().availableGeometry()
    actions = [menu.addAction(f"{number} {'a' * 40}") for number in range(100)]
    menu.popup(screen.topLeft())
    qtbot.waitUntil(menu.isVisible)
    assert {menu.actionGeometry(each).x() for each in actions} == {menu.actionGeometry(actions[0]).x()}
    menu.setActiveAction(actions[-1])
    qtbot.waitUntil(lambda: menu.rect().contains(menu.actionGeometry(actions[-1])))


@pytest.mark.parametrize("choice", ["light", "dark"])
def test_the_lines_between_entries_are_seen(menu: QMenu, choice: str) -> None:
    theme().apply(choice)
    menu.addAction("above")
    line = menu.addSeparator()
    menu.addAction("below")
    menu.adjustSize()
    middle = menu.actionGeometry(line).center().x()
    picture = menu.grab().toImage()
    assert colours().border in {picture.pixelColor(middle, y).name() for y in range(picture.height())}

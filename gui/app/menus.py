"""The menus of the window, made from what the actions declare, and the choice of a theme."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from core.words import marked, say
from gui.app import menu_items
from gui.app.actions import Actions
from gui.look import theme


class MadeAnew(QObject):
    """Actions within a menu that are made each time it is shown: what can be done to what is selected by then."""

    def __init__(self, fill: Callable[[QMenu], None], parent: QWidget) -> None:
        """``fill`` puts the actions into a menu that nobody sees, which owns them."""
        super().__init__(parent)
        self._fill, self._over = fill, parent
        self._holder = QMenu(parent)

    def stand_in(self, menu: QMenu) -> None:
        """Have a place in a menu, behind what it has now."""
        behind = menu.addSeparator()
        menu.aboutToShow.connect(lambda: self._renew(menu, behind))

    def _renew(self, menu: QMenu, behind: QAction) -> None:
        for action in self._holder.actions():
            menu.removeAction(action)
        self._holder.deleteLater()
        self._holder = QMenu(self._over)
        self._fill(self._holder)
        menu.insertActions(behind, self._holder.actions())


Place = QMenu | MadeAnew
"""What can stand in a menu besides an action."""


def fill_menus(bar: QMenuBar, declared: Actions, places: Mapping[str, Place]) -> None:
    """Make the menus; `places` are what stands where `menu_items.MENUS` names a place instead of an action."""
    for title, items in menu_items.MENUS:
        _fill(bar.addMenu(say(title)), items, declared, places)


def _fill(menu: QMenu, items: Sequence[str], declared: Actions, places: Mapping[str, Place]) -> None:
    menu.setToolTipsVisible(True)
    for item in items:
        place = places.get(item)
        if item == menu_items.SEPARATOR:
            menu.addSeparator()
        elif item in menu_items.SUBMENUS:
            title, below = menu_items.SUBMENUS[item]
            _fill(menu.addMenu(say(title)), below, declared, places)
        elif isinstance(place, QMenu):
            menu.addMenu(place)
        elif place is not None:
            place.stand_in(menu)
        else:
            menu.addAction(declared[item])


_WORDS = {"system": marked("Like the &system"), "light": marked("&Light"), "dark": marked("&Dark")}


class ThemeMenu(QMenu):
    """Light, dark, or as the desktop has it."""

    chosen = Signal(str)
    """One of `theme.CHOICES`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(say("&Theme"), parent)
        group = QActionGroup(self)
        for choice in theme.CHOICES:
            action = self.addAction(say(_WORDS[choice]))
            action.setCheckable(True)
            action.setChecked(choice == theme.theme().choice)
            action.setData(choice)
            group.addAction(action)
        self.aboutToShow.connect(self._check)
        group.triggered.connect(lambda action: self.chosen.emit(action.data()))

    def _check(self) -> None:
        """The preferences may have chosen another one."""
        for action in self.actions():
            action.setChecked(action.data() == theme.theme().choice)

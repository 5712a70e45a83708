"""A hand at the mouse and two at the keyboard, that count: what a task takes is what they did.

They touch only what a user can: a click goes to whatever lies on top at a place of the screen, a key to whatever has
the keyboard. What is not to be seen cannot be clicked, and no widget is told anything.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QMimeData, QModelIndex, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QMenu,
    QMenuBar,
    QTabBar,
    QWidget,
)
from pytestqt.qtbot import QtBot

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


class Hands:
    """Counts clicks and keystrokes. A double click is two clicks, a shortcut one keystroke, text one a character."""

    def __init__(self, qtbot: QtBot, window: QWidget) -> None:
        self._qtbot = qtbot
        self._window = window
        self.rest()

    def rest(self) -> None:
        """Count from nothing."""
        self.clicks = self.keys = self.drops = self.files = self.folders = 0

    @property
    def taken(self) -> str:
        """What was done with the mouse in a few words: ``2 + a folder``, ``4 + 7 typed``."""
        return " + ".join([str(self.clicks), *([f"{self.keys} typed"] if self.keys else []), *self._besides])

    @property
    def taken_by_keyboard(self) -> str:
        """What was done without it."""
        return " + ".join([str(self.keys), *self._besides])

    @property
    def _besides(self) -> list[str]:
        named = (("a drop", self.drops), ("a file", self.files), ("a folder", self.folders))
        return [name for name, times in named for _ in range(times)]

    def until(self, holds: Callable[[], object]) -> None:
        """Look at the screen until something is there to see."""
        self._qtbot.waitUntil(lambda: bool(holds()))

    # ---- the mouse

    def click(self, widget: QWidget, at: QPoint | None = None, *, double: bool = False) -> None:
        """Click a widget in its middle, or at a point of it, where nothing else lies over it."""
        QApplication.processEvents()
        point = widget.rect().center() if at is None else at
        assert widget.isEnabled(), f"{widget} cannot be clicked"
        assert widget.visibleRegion().contains(point), f"{widget} cannot be seen at {point}"
        for above in (QApplication.activePopupWidget(), QApplication.activeModalWidget()):
            assert above is None or above is widget.window(), f"{above} takes all clicks"
        window = widget.window()
        top = window.childAt(widget.mapTo(window, point)) or window
        assert top is widget or widget.isAncestorOf(top), f"{top} lies over {widget}"
        place = top.mapFrom(window, widget.mapTo(window, point))
        QTest.mouseClick(top, LEFT, NONE, place)
        self.clicks += 1
        if double:
            QTest.mouseDClick(top, LEFT, NONE, place)
            self.clicks += 1
        QApplication.processEvents()

    def click_words(self, words: str, inside: QWidget | None = None) -> None:
        """Click the button that has these words on it."""
        self.click(self.button(words, inside))

    def button(self, words: str, inside: QWidget | None = None) -> QAbstractButton:
        """The one button with these words, or of this name, that can be seen."""
        root = inside or self._window
        found = [
            each
            for each in root.findChildren(QAbstractButton)
            if each.isVisible() and words in (_words(each), each.accessibleName())
        ]
        found = [each for each in found if not each.visibleRegion().isEmpty()]
        assert len(found) == 1, (words, [_words(each) for each in root.findChildren(QAbstractButton)])
        return found[0]

    def click_row(self, view: QAbstractItemView, index: QModelIndex, *, double: bool = False) -> None:
        """Click a row of a table, where it can be seen without scrolling."""
        QApplication.processEvents()
        place = view.visualRect(index).intersected(view.viewport().rect())
        assert not place.isEmpty(), f"{index.data()!r} is not in view"
        self.click(view.viewport(), place.center(), double=double)

    def click_tab(self, words: str) -> None:
        """Click a tab, of documents or of panels, by what stands on it."""
        bars = [bar for bar in self._window.findChildren(QTabBar) if bar.isVisible()]
        ((bar, place),) = [(bar, at) for bar in bars for at in range(bar.count()) if bar.tabText(at) == words]
        self.click(bar, bar.tabRect(place).center())

    def click_menu(self, *words: str) -> None:
        """Click through the menu bar, a click a level."""
        (bar,) = self._window.findChildren(QMenuBar)
        menu: QMenu | QMenuBar = bar
        for word in words:
            action = next(each for each in menu.actions() if each.text().replace("&", "") == word)
            self.until(menu.isVisible)
            place = menu.actionGeometry(action).center()
            QTest.mouseMove(menu, place)
            self.click(menu, place)
            menu = action.menu() or menu  # type: ignore[assignment]

    def pick(self, box: QComboBox, words: str) -> None:
        """Open a drop-down and click an item of it: two clicks."""
        interval = QApplication.doubleClickInterval()
        QApplication.setDoubleClickInterval(0)  # within it a drop-down takes a second click for a slip of the first
        try:
            self.click(box)
            view, row = box.view(), box.findText(words)
            self.until(view.isVisible)
            place = view.visualRect(box.model().index(row, 0)).center()
            QTest.mouseMove(view.viewport(), place)
            self.click(view.viewport(), place)
        finally:
            QApplication.setDoubleClickInterval(interval)

    def drop(self, path: Path, at: QPoint) -> None:
        """Drag a file from elsewhere and let it fall at a place of the window."""
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(path))])
        QApplication.sendEvent(self._window, QDragEnterEvent(at, Qt.DropAction.CopyAction, data, LEFT, NONE))
        QApplication.sendEvent(self._window, QDropEvent(QPointF(at), Qt.DropAction.CopyAction, data, LEFT, NONE))
        self.drops += 1

    # ---- the keyboard

    def press(self, *keys: str) -> None:
        """Press keys, shortcuts as they are written: ``Ctrl+S``."""
        for each in keys:
            combination = QKeySequence(each)[0]
            QTest.keyClick(self._focus(), combination.key(), combination.keyboardModifiers())
            self.keys += 1
            QApplication.processEvents()

    def type(self, text: str) -> None:
        """Type a text, a keystroke a character."""
        for character in text:
            QTest.keyClicks(self._focus(), character)
        self.keys += len(text)
        QApplication.processEvents()

    def _focus(self) -> QWidget:
        """What gets the next key."""
        QApplication.processEvents()
        popup = QApplication.activePopupWidget()
        if popup is not None:
            return popup.focusWidget() or popup
        active = QApplication.activeWindow() or self._window
        return QApplication.focusWidget() or active.focusWidget() or active


def _words(button: QAbstractButton) -> str:
    return button.text().replace("&&", "&") if "&&" in button.text() else button.text().replace("&", "")

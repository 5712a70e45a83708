"""A line to type in and a list below it, over the window: what the palette and the way to a key look like.

It is a part of its window, and a window of its own where other windows stand before that: they would cover it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent
from PySide6.QtWidgets import QApplication, QFrame, QLineEdit, QListView, QMainWindow, QVBoxLayout, QWidget

from gui.look.roles import Role, set_role
from gui.palette.model import PaletteRow
from gui.palette.rows import RowDelegate, RowsModel
from gui.widgets.basic_widgets import plain_label
from gui.widgets.on_screen import bring_up

_WIDEST: Final = 760
_MOST_SHOWN: Final = 14
"""Rows without scrolling."""
_BORDER: Final = 20
"""Pixels that stay free on each side."""
_IN_WINDOW: Final = Qt.WindowType.Widget
_IN_FRONT: Final = Qt.WindowType.Tool | Qt.WindowType.FramelessWindowHint
_MOVES: Final = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


class Popup(QFrame):
    """Goes with Esc, and when something else in the window gets the keyboard.

    It stays while another program has the keyboard: what is typed here is often copied from there.
    """

    asked = Signal(str)
    """Something else is looked for."""
    chosen = Signal(int)
    """The place of a row in the list; the popup has gone."""
    closed = Signal()

    def __init__(self, window: QMainWindow, name: str, hint: str) -> None:
        super().__init__(window)
        self.setObjectName("palettePopup")
        self.setAccessibleName(name)
        set_role(self, Role.Dialog)
        self._window = window
        middle = window.centralWidget()
        assert middle is not None
        self._middle = middle
        self._back_to: QWidget | None = None
        self._due = self._take_first = False
        self.line = QLineEdit()
        self.line.setPlaceholderText(hint)
        self.line.setAccessibleName(name)
        self.line.installEventFilter(self)
        self.line.textChanged.connect(self._ask)
        self.model = RowsModel()
        self.list = QListView()
        self.list.setObjectName("paletteRows")
        self.list.setAccessibleName(name)
        self.list.setModel(self.model)
        self.list.setItemDelegate(RowDelegate(self.list))
        self.list.setUniformItemSizes(True)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.clicked.connect(self._take)
        self.told = plain_label(rank="muted")
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 10, 10, 8)
        column.setSpacing(6)
        for widget in (self.line, self.list, self.told):
            column.addWidget(widget)
        window.installEventFilter(self)
        self.hide()
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._follow_focus)

    def open(self) -> None:
        """Come up, with nothing typed yet."""
        if not self.isVisible():
            self._back_to = QApplication.focusWidget()
            self._come_before_all()
        if self.line.text():
            self.line.clear()
        else:
            self._ask("")
        self._place()
        bring_up(self)
        self.line.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _ask(self, text: str) -> None:
        self._due, self._take_first = True, False
        self.asked.emit(text)

    def show_rows(self, rows: Sequence[PaletteRow], told: str) -> None:
        """List rows, the first of them current; `told` stands below them."""
        self._due = False
        self.model.show_rows(rows)
        self.told.setText(told)
        self.told.setVisible(bool(told))
        self._go_to(0)
        self._place()
        if self._take_first:
            self._take(self.list.currentIndex())

    # ---- where it is

    def _come_before_all(self) -> None:
        """A dialog or a floating panel of the window is always before what the window itself shows."""
        others = (each for each in QApplication.topLevelWidgets() if each is not self and each.isVisible())
        covered = any((above := each.parentWidget()) and above.window() is self._window for each in others)
        if covered != self.isWindow():
            self.setParent(self._window, _IN_FRONT if covered else _IN_WINDOW)

    def _place(self) -> None:
        room = self._middle.geometry()
        width = min(_WIDEST, room.width() - 2 * _BORDER)
        rows = min(self.model.rowCount(), _MOST_SHOWN)
        row_height = self.list.sizeHintForRow(0) if rows else 0
        self.list.setVisible(rows > 0)
        self.list.setFixedHeight(min(rows * row_height + 2, max(row_height, room.height() - 150)))
        self.setFixedWidth(width)
        self.adjustSize()
        corner = QPoint(room.left() + (room.width() - width) // 2, room.top() + 4)
        self.move(self._window.mapToGlobal(corner) if self.isWindow() else corner)

    # ---- the keyboard

    def _follow_focus(self, _old: QWidget | None, now: QWidget | None) -> None:
        if self.isVisible() and now is not None and now is not self and not self.isAncestorOf(now):
            self._back_to = None
            self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The keys of the list while one types; the popup follows the size of the window."""
        if watched is self._window and event.type() == QEvent.Type.Resize and self.isVisible():
            self._place()
        if watched is not self.line or event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return super().eventFilter(watched, event)
        key = Qt.Key(event.key())
        if key in _MOVES:
            self._step(key)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._due:
            self._take_first = True  # who types quickly means what is found, not what is still listed
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._take(self.list.currentIndex())
        elif key == Qt.Key.Key_Escape:
            self.hide()
        elif key not in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
            return super().eventFilter(watched, event)
        return True

    def _step(self, key: Qt.Key) -> None:
        """To another row; from the last on to the first."""
        rows, now = self.model.rowCount(), self.list.currentIndex().row()
        if not rows:
            return
        by = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageUp: 1 - _MOST_SHOWN}.get(key, _MOST_SHOWN - 1)
        self._go_to((now + by) % rows if abs(by) == 1 else min(max(now + by, 0), rows - 1))

    def _go_to(self, row: int) -> None:
        if self.model.rowCount():
            self.list.setCurrentIndex(self.model.index(row, 0))

    def _take(self, index: QModelIndex) -> None:
        if index.isValid():
            self.hide()
            self.chosen.emit(index.row())

    def hideEvent(self, event: QHideEvent) -> None:
        """The keyboard goes back to where it was."""
        super().hideEvent(event)
        self._take_first = False
        back, self._back_to = self._back_to, None
        had_it = self.isWindow() or self.isAncestorOf(QApplication.focusWidget() or self)
        if back is not None and back.isVisible() and had_it:
            back.activateWindow()
            back.setFocus(Qt.FocusReason.PopupFocusReason)
        self.closed.emit()

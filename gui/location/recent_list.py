"""The files opened last, on the empty page: name, folder in grey, and a pin for those that are to stay."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QContextMenuEvent, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPalette
from PySide6.QtWidgets import (
    QFrame,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from core.remote.address import as_path
from core.text import series
from core.words import say
from gui.look import icons, theme
from gui.look.plain_text import one_line, tooltip
from gui.look.wording import home_text
from gui.widgets.delegates import Index

_PATH: Final = Qt.ItemDataRole.UserRole
_PINNED: Final = Qt.ItemDataRole.UserRole + 1
_ICON, _GAP, _HEIGHT, _PIN = 16, 10, 12, 30


class RecentList(QListWidget):
    """A list as high as its rows; Enter opens, as a click does, and a click on the pin keeps a file in the list."""

    file_asked = Signal(object)
    """A file was chosen; its path."""
    pin_asked = Signal(object, bool)
    """A file is to stay, or no longer."""
    clear_asked = Signal()
    """All files that are not pinned are to go."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("recentFiles")
        self.setAccessibleName(say("Recent files"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setItemDelegate(_RowDelegate(self))

    def show_files(self, pinned: Sequence[Path], others: Sequence[Path]) -> None:
        self.clear()
        for place, file in enumerate((*pinned, *others)):
            item = QListWidgetItem(one_line(file.name))
            item.setData(_PATH, str(file))
            item.setData(_PINNED, place < len(pinned))
            item.setToolTip(tooltip(one_line(str(file))) or "")
            folder = one_line(home_text(file.parent))
            item.setData(Qt.ItemDataRole.AccessibleTextRole, series((one_line(file.name), folder)))
            self.addItem(item)
        self.fit()

    def fit(self) -> None:
        self.setFixedHeight(sum(self.sizeHintForRow(row) for row in range(self.count())) + 4)

    def pin_place(self, row: int) -> QRect:
        whole = self.visualItemRect(self.item(row))
        return QRect(whole.right() - _PIN, whole.top(), _PIN, whole.height())

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.fit()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        item = self.itemAt(event.position().toPoint())
        if item is None or event.button() != Qt.MouseButton.LeftButton:
            return
        if self.pin_place(self.row(item)).contains(event.position().toPoint()):
            self._turn_pin(item)
        else:
            self._open(item)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens the current file on every platform; P pins it."""
        chosen = self.currentRow() >= 0
        if chosen and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open(self.currentItem())
        elif chosen and event.key() == Qt.Key.Key_P and not event.modifiers():
            self._turn_pin(self.currentItem())
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        item = self.currentItem() if event.reason() == event.Reason.Keyboard else self.itemAt(event.pos())
        where = event.globalPos() if item is None else self.mapToGlobal(self.visualItemRect(item).center())
        self.menu(item).popup(where if event.reason() == event.Reason.Keyboard else event.globalPos() + QPoint(1, 1))

    def menu(self, item: QListWidgetItem | None) -> QMenu:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if item is not None:
            file, pinned = as_path(item.data(_PATH)), bool(item.data(_PINNED))
            menu.addAction(say("Open"), lambda: self.file_asked.emit(file))
            words = say("Unpin") if pinned else say("Pin to this list")
            menu.addAction(words, lambda: self.pin_asked.emit(file, not pinned))
            menu.addSeparator()
        menu.addAction(say("Clear recent files"), self.clear_asked.emit)
        return menu

    def _open(self, item: QListWidgetItem) -> None:
        self.file_asked.emit(as_path(item.data(_PATH)))

    def _turn_pin(self, item: QListWidgetItem) -> None:
        self.pin_asked.emit(as_path(item.data(_PATH)), not item.data(_PINNED))


class _RowDelegate(QStyledItemDelegate):
    """An icon, the name, the folder in grey, and the pin: where a file is pinned, and under the pointer."""

    def sizeHint(self, option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(100, QFontMetrics(option.font).height() + _HEIGHT)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        c, state = theme.colours(), QStyle.StateFlag
        selected = bool(option.state & state.State_Selected)
        over = bool(option.state & state.State_MouseOver)
        painter.save()
        if selected or over:
            ground = option.palette.color(QPalette.ColorRole.Highlight) if selected else QColor(c.hover)
            painter.fillRect(option.rect, ground)
        room = option.rect.adjusted(_GAP, 0, -_PIN, 0)
        icon = theme.px(_ICON)
        top = room.top() + (room.height() - icon) // 2
        painter.drawPixmap(room.left(), top, icons.pixmap("file", _ICON))
        pinned = bool(index.data(_PINNED))
        if pinned or over or selected:
            pin = icons.pixmap("pin", _ICON, c.accent if pinned else c.muted)
            painter.drawPixmap(option.rect.right() - _PIN + (_PIN - icon) // 2, top, pin)
        room.setLeft(room.left() + icon + _GAP)
        painter.setFont(option.font)
        metrics = QFontMetrics(option.font)
        flags = int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine)
        cut = Qt.TextElideMode.ElideMiddle
        name = metrics.elidedText(str(index.data()), cut, room.width() * 2 // 3)
        text = QPalette.ColorRole.HighlightedText if selected else QPalette.ColorRole.Text
        painter.setPen(option.palette.color(text))
        painter.drawText(room, flags, name)
        room.setLeft(room.left() + metrics.horizontalAdvance(name) + _GAP)
        painter.setPen(option.palette.color(text) if selected else QColor(c.muted))
        folder = one_line(home_text(as_path(index.data(_PATH)).parent))
        painter.drawText(room, flags, metrics.elidedText(folder, cut, room.width()))
        painter.restore()

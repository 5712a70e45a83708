"""Choosing a device: a drop-down with coloured squares, and a line to type any other."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QCursor, QWheelEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QPushButton, QWidget

from core.edits.edits import check_device
from core.errors import CheckpointError
from core.words import marked, say
from gui.look import scale, theme
from gui.look.palette import chip_icon, device_colour
from gui.look.plain_text import one_line
from gui.widgets.basic_widgets import CutBox, plain_label
from gui.widgets.layouts import horizontal, vertical

_OTHER = object()
OTHER_TIP = marked("Type any device that torch knows, such as cuda:3 or mps")


class DeviceBox(CutBox):
    """A drop-down of targets. Items carry a value: None (keep), a word such as `follow`, or a device.

    `chosen` is emitted when the user picks a value, never when `show_value` sets one.
    """

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(6, parent)
        self._value: str | None = None
        scale.give_icon_size(self, 12)
        self.setFont(theme.key_font())
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.activated.connect(self._on_activated)

    def offer(self, words: Sequence[tuple[str, str | None]], devices: Sequence[str]) -> None:
        """Fill the list: words with their values first, then devices, then a way to type another."""
        self.clear()
        for text, value in words:
            self.addItem(text, value)
        dark = theme.is_dark()
        for device in devices:
            self.addItem(chip_icon(device_colour(device, dark), dark), one_line(device), device)
        self.insertSeparator(self.count())
        self.view().setMinimumWidth(self.view().sizeHintForColumn(0) + 24)
        self.addItem(say("other…"), _OTHER)
        self.setItemData(self.count() - 1, say(OTHER_TIP), Qt.ItemDataRole.ToolTipRole)

    def refuse(self, value: str, text: str, tip: str) -> None:
        """Say in the list that a value would change nothing, and let nobody choose it."""
        place = self._find(value)
        self.setItemText(place, text)
        self.setItemData(place, tip, Qt.ItemDataRole.ToolTipRole)
        self.setItemData(place, Qt.ItemFlag.NoItemFlags, Qt.ItemDataRole.UserRole - 1)

    def show_value(self, value: str | None) -> None:
        """Show a value without emitting anything; a device not on the list is added to it."""
        self._value = value
        place = self._find(value)
        if place < 0 and value is not None:
            dark = theme.is_dark()
            place = self.count() - 2
            self.insertItem(place, chip_icon(device_colour(value, dark), dark), value, value)
        self.setCurrentIndex(place)

    @property
    def value(self) -> str | None:
        return self._value

    def _find(self, value: str | None) -> int:
        for place in range(self.count()):
            data = self.itemData(place)
            if data == value and self.itemText(place):
                return place
        return -1

    def _on_activated(self, place: int) -> None:
        data = self.itemData(place)
        if data is _OTHER:
            self.setCurrentIndex(self._find(self._value))
            ask_device(self, self.chosen.emit, self.mapToGlobal(QPoint(0, self.height())))
        elif data != self._value:
            self.chosen.emit(data)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the panel: scrolling past must never change a plan."""
        event.ignore()


class _DevicePopup(QFrame):
    """A small line to type a device into; it closes when it is left."""

    def __init__(self, parent: QWidget | None, take: Callable[[str], None]) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self._take = take
        self.line = QLineEdit()
        self.line.setPlaceholderText("cuda:3, mps …")
        self.line.setAccessibleName(say("Device"))
        self.line.setFont(theme.key_font())
        self.line.setMinimumWidth(190)
        self.error = plain_label(rank="error", wrap=True)
        self.error.hide()
        button = QPushButton(say("Use"))
        button.setToolTip(say("Use this device"))
        vertical(horizontal((self.line, 1), button), self.error, of=self, margins=8)
        button.clicked.connect(self._use)
        self.line.returnPressed.connect(self._use)

    def _use(self) -> None:
        if not self.line.text().strip():  # the Enter that chose "other…" in a list arrives here as well
            return
        try:
            device = check_device(self.line.text())
        except CheckpointError as error:
            self.error.setText(str(error))
            self.error.show()
            self.adjustSize()
            return
        self.close()
        self._take(device)


def ask_device(parent: QWidget | None, take: Callable[[str], None], where: QPoint | None = None) -> QWidget:
    """Let the user type a device; `take` gets it once it is one that torch knows."""
    popup = _DevicePopup(parent, take)
    popup.move(where if where is not None else QCursor.pos())
    popup.show()
    popup.line.setFocus()
    return popup

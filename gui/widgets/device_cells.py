"""How cells with devices are painted: as coloured squares with their names, and as bars in their colours."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyleOptionViewItem, QWidget

from gui.look import theme
from gui.look.palette import chip, device_colour, others_width, paint_chip, paint_others
from gui.widgets.delegates import PADDING, CellDelegate, Elide, Index, Role, cut_of
from gui.widgets.item_roles import ItemRole

#: Between a square and its name, after a name, and after a name in little room.
_GAP, _AFTER_NAME, _CLOSE = 5, 10, 5
_PART, _NARROW_PART = " · ", "·"
"""Between where a value will be and what its key will be."""
#: What the squares of further devices may take of the room beside a cell's content.
_BEYOND = PADDING - 2
#: Devices that a column makes room for at most.
_MOST_CHIPS = 20


class DeviceDelegate(CellDelegate):
    """Devices as chips: a coloured square and the name, as many as fit, squares of the others, then the note, if any.

    `planned` shows the note, which is the planned key; `noted` shows it as the sign of something wrong. `compact` is
    for little room: one device of several. Its name is always there: a colour alone says nothing to whoever sees it
    first.
    """

    def __init__(self, parent: QWidget, planned: bool = False, noted: bool = False) -> None:
        super().__init__(parent, mono=True, telling=planned)
        self.compact = False
        self._planned = planned
        self._noted = noted

    def paint_content(self, painter: QPainter, rect: QRect, option: QStyleOptionViewItem, index: Index) -> None:
        devices, note = self._content(index)
        if not devices and not note:
            return
        font = self.font(option, index)
        colour = self.colour(option)
        room = QRect(rect)
        left = self.paint_chips(painter, room, devices, font, colour)
        if self._planned and devices and note:
            left -= self._after
            room.setLeft(left)
            left += self.draw_text(painter, room, _part(note, room.width(), font), font, colour)
        room.setLeft(left)
        if self._noted:
            font.setBold(True)
            colour = self.colour(option, wrong=True)
        self.draw_text(painter, room, note, font, colour, cut=_cut_of(note, room.width(), font))

    def _content(self, index: Index) -> tuple[tuple[str, ...], str]:
        devices: tuple[str, ...] = index.data(ItemRole.CHIPS) or ()
        note: str = (index.data(ItemRole.NOTE) or "") if self._planned or self._noted else ""
        return devices, note

    def _noted_text(self, index: Index) -> str:
        devices, note = self._content(index)
        return _PART + note if self._planned and devices and note else note

    @property
    def _after(self) -> int:
        """Pixels after a name."""
        return _CLOSE if self.compact else _AFTER_NAME

    def needs(self, index: Index) -> tuple[int, int]:
        """Pixels that one chip, squares of the others and the note take; and those where two chips are in full."""
        metrics = QFontMetrics(theme.key_font())
        devices, note = self._content(index)
        if not devices and not note:
            return 0, 0
        chips = [chip() + _GAP + metrics.horizontalAdvance(device) + _AFTER_NAME for device in devices[:2]]
        more = others_width(metrics, len(devices) - 1) + _AFTER_NAME if len(devices) > 1 else 0
        others = metrics.horizontalAdvance(self._noted_text(index)) + 2 * PADDING + 2
        return others + sum(chips[:1]) + more, others + (sum(chips) if len(devices) == 2 else sum(chips[:1]) + more)

    def width_of(self, device: str) -> int:
        return chip() + _GAP + QFontMetrics(theme.key_font()).horizontalAdvance(device) + _AFTER_NAME + 2 * PADDING + 2

    def needs_compact(self, index: Index) -> int:
        """Pixels that the cell takes when it is `compact`."""
        metrics = QFontMetrics(theme.key_font())
        devices, note = self._content(index)
        if not devices and not note:
            return 0
        name = chip() + _GAP + metrics.horizontalAdvance(devices[0]) if devices else 0
        part = metrics.horizontalAdvance(_NARROW_PART) if self._planned and devices and note else 0
        return name + (_CLOSE + part + metrics.horizontalAdvance(note) if note else 0) + 2 * PADDING + 2

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        metrics = QFontMetrics(theme.key_font())
        devices: tuple[str, ...] = index.data(ItemRole.CHIPS) or ()
        names = sum(metrics.horizontalAdvance(device) for device in devices[:_MOST_CHIPS])
        width = names + len(devices[:_MOST_CHIPS]) * (chip() + _GAP + _AFTER_NAME)
        width += metrics.horizontalAdvance(self._noted_text(index))
        return QSize(width + 2 * PADDING - 6, super().sizeHint(option, index).height())

    def paint_chips(self, painter: QPainter, rect: QRect, devices: tuple[str, ...], font: QFont, colour: QColor) -> int:
        """Paint as many chips as fit and squares of the other devices; returns where they end."""
        metrics = QFontMetrics(font)
        after = self._after
        left = rect.left()
        for place, device in enumerate(devices):
            rest = len(devices) - place - 1
            needed = chip() + _GAP + metrics.horizontalAdvance(device)
            needed += after + others_width(metrics, rest) if rest else 0
            if place and left + needed > rect.right():
                further = QRect(rect).adjusted(left - rect.left() - (after - _CLOSE), 0, _BEYOND, 0)
                painter.setFont(font)
                return paint_others(painter, further, devices[place:], colour, theme.is_dark()) + after
            self._paint_square(painter, left, rect, device)
            left += chip() + _GAP
            room = QRect(left, rect.top(), rect.right() - left + 1, rect.height())
            left += self.draw_text(painter, room, device, font, colour) + after
        return left

    def _paint_square(self, painter: QPainter, left: int, rect: QRect, device: str) -> None:
        dark = theme.is_dark()
        square = QRectF(left, rect.top() + (rect.height() - chip()) / 2, chip(), chip())
        paint_chip(painter, square, device_colour(device, dark), dark)


def _part(note: str, room: int, font: QFont) -> str:
    """What parts a device from the key beside it, close to both where there is little room."""
    return _PART if QFontMetrics(font).horizontalAdvance(_PART + note) <= room else _NARROW_PART


def _cut_of(note: str, room: int, font: QFont) -> Elide:
    """A sentence is cut at its end; what becomes of a value is kept, and so is the end of a key."""
    if "→" in note:
        return Elide.ElideLeft
    return Elide.ElideRight if " " in note else cut_of(note, room, font)


class ShareDelegate(CellDelegate):
    """A bar as long as the cell's share (0 to 1) in a device's colour, with the text over it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, mono=True)

    def paint_content(self, painter: QPainter, rect: QRect, option: QStyleOptionViewItem, index: Index) -> None:
        text = QRect(rect.left(), rect.top() + 3, rect.width(), rect.height() - 14)
        changed = index.data(Role.FontRole) is not None
        font = self.font(option, index)
        font.setBold(changed)
        self.draw_text(painter, text, index.data(Role.DisplayRole) or "", font, self.colour(option))
        track = QRectF(rect.left(), rect.bottom() - 9, rect.width(), 5)
        dark = theme.is_dark()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.colours().border))
        painter.drawRoundedRect(track, 2.5, 2.5)
        share = float(index.data(ItemRole.SHARE) or 0.0)
        devices = index.data(ItemRole.CHIPS) or ()
        if share > 0 and devices:
            painter.setBrush(device_colour(devices[0], dark))
            painter.drawRoundedRect(QRectF(track.left(), track.top(), max(3.0, track.width() * share), 5), 2.5, 2.5)

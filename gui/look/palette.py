"""Colours of devices: a device has one colour, in every file and every box, and no two devices share one.

``cuda:N`` has the N-th colour of a list that begins with those of Okabe and Ito, which colour-blind eyes can tell
apart. The CPU is always grey, because "nothing special" is what it means on a machine without a GPU. A colour
is never the only sign: whoever paints a chip writes the device's name beside it. Where there is no room for all names,
the first one stays and the others are squares; whoever shows them names all in a tooltip.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from functools import lru_cache

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QIcon, QPainter, QPen, QPixmap

from core.devices import card_of
from core.dtypes import NO_DEVICE
from gui.look import theme

#: Okabe and Ito, without black and with yellow last: yellow is hard to see on white.
_LIGHT = ("#E69F00", "#56B4E9", "#009E73", "#CC79A7", "#0072B2", "#D55E00", "#F0E442")
#: The same hues, the dark ones raised so that they stand out from a dark window.
_DARK = ("#F0AE1E", "#6CC0F0", "#1FBF92", "#DB93BA", "#4A9FDC", "#F07A33", "#F0E442")
_CPU_LIGHT = "#8A8F98"
_CPU_DARK = "#A3A9B3"
#: Parts of hue, saturation and lightness after which a next colour falls into a gap between those before: powers of
#: the number whose fourth power is one more than itself, which does in three dimensions what the golden ratio does.
_STEPS = tuple(1.2207440846057596**-power for power in (1, 2, 3))
_CHIP = 12
#: Devices that are told by squares alone; of more, one less than these, and how many more there are.
_MOST_SQUARES = 3
_BETWEEN_SQUARES = 3
_SCALES = (1, 2, 3)


@lru_cache(maxsize=1024)
def device_colour(device: str, dark: bool) -> QColor:
    """The colour of a device; none where the file names no device."""
    if device == NO_DEVICE:
        return QColor(Qt.GlobalColor.transparent)
    if device == "cpu":
        return QColor(_CPU_DARK if dark else _CPU_LIGHT)
    kind, _, index = device.partition(":")
    card = card_of(device)
    if card is not None and index:
        return listed_colour(card, dark)
    # Every other kind has a stretch of the list for itself, far behind where the numbers of cards end.
    card = card_of(f"cuda:{index}")
    return listed_colour(_place(kind) + (_place(index) if card is None else card), dark)


def _place(text: str) -> int:
    return zlib.crc32(text.encode("utf-8", "surrogatepass"))


def listed_colour(place: int, dark: bool) -> QColor:
    """A colour of the endless list: the seven, those darker, those lighter, then others without an end."""
    colours = _DARK if dark else _LIGHT
    lap, at = divmod(place, len(colours))
    if lap < 3:
        colour = QColor(colours[at])
        return (colour, colour.darker(150), colour.lighter(135))[lap]
    hue, saturation, lightness = (place * step % 1 for step in _STEPS)
    return QColor.fromHslF(hue, 0.45 + 0.5 * saturation, 0.32 + 0.3 * lightness + 0.1 * dark)


def outline_colour(colour: QColor, dark: bool) -> QColor:
    """The rim of a chip, which keeps a pale colour visible on a pale window and the reverse."""
    return colour.lighter(135) if dark else colour.darker(145)


def chip() -> int:
    """Pixels of the side of a square beside a name."""
    return theme.px(11)


def paint_chip(painter: QPainter, rect: QRectF, colour: QColor, dark: bool) -> None:
    """Paint the square of a device into `rect`."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(outline_colour(colour, dark), 1))
    painter.setBrush(colour)
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 2.5, 2.5)
    painter.restore()


def others_width(metrics: QFontMetrics, count: int) -> int:
    """Pixels that so many further devices take where their names have no room."""
    return _width(metrics, *_told(count))


def paint_others(painter: QPainter, room: QRect, devices: Sequence[str], ink: QColor, dark: bool) -> int:
    """Paint further devices as squares without their names, and the number of those without room; return the end."""
    metrics = painter.fontMetrics()
    squares, more = _fitting(metrics, len(devices), room.width())
    left = room.left()
    for device in devices[:squares]:
        square = QRectF(left, room.top() + (room.height() - chip()) / 2, chip(), chip())
        paint_chip(painter, square, device_colour(device, dark), dark)
        left += chip() + _BETWEEN_SQUARES
    if more:
        width = _width(metrics, 0, more)
        painter.setPen(ink)
        flags = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextSingleLine)
        painter.drawText(QRect(left, room.top(), width, room.height()), flags, more)
        left += width
    return left


def _fitting(metrics: QFontMetrics, count: int, room: int) -> tuple[int, str]:
    """What is told of so many further devices in some pixels: none goes unmentioned as long as a number has room."""
    squares, more = _told(count)
    while _width(metrics, squares, more) - (0 if more else _BETWEEN_SQUARES) > room:
        if not squares:
            return 0, ""  # half a number would be another one
        squares -= 1
        more = f"+{count - squares}"
    return squares, more


def _width(metrics: QFontMetrics, squares: int, more: str) -> int:
    written = metrics.horizontalAdvance(more) + 1 if more else 0  # which is rounded
    return squares * (chip() + _BETWEEN_SQUARES) + written


def _told(count: int) -> tuple[int, str]:
    """How many of so many further devices have a square, and the number of the others."""
    squares = count if count <= _MOST_SQUARES else _MOST_SQUARES - 1
    return squares, f"+{count - squares}" if count > squares else ""


def chip_icon(colour: QColor, dark: bool = False) -> QIcon:
    """The square of a device as an icon, for lists and drop-downs."""
    return _chip_icon(colour.rgba(), dark, theme.px(_CHIP))


@lru_cache(maxsize=128)
def _chip_icon(rgba: int, dark: bool, size: int) -> QIcon:
    icon = QIcon()
    for scale in _SCALES:
        pixmap = QPixmap(size * scale, size * scale)
        pixmap.setDevicePixelRatio(scale)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        paint_chip(painter, QRectF(0, 0, size, size), QColor.fromRgba(rgba), dark)
        painter.end()
        icon.addPixmap(pixmap)
    return icon

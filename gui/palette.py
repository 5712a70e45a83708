"""Colours of devices: safe for colour-blind eyes, the same for one device all over the window.

The colours are Okabe and Ito's, given out in the order in which devices appear in the file. The
CPU is always grey, because "nothing special" is what it means on a machine without a GPU. A colour
is never the only sign: whoever paints a chip writes the device's name beside it, or tells it in the tooltip where
a narrow cell has no room for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap

from core.tensors import NO_DEVICE

#: Okabe and Ito, without black and with yellow last: yellow is hard to see on white.
_LIGHT = ("#E69F00", "#56B4E9", "#009E73", "#CC79A7", "#0072B2", "#D55E00", "#F0E442")
#: The same hues, the dark ones raised so that they stand out from a dark window.
_DARK = ("#F0AE1E", "#6CC0F0", "#1FBF92", "#DB93BA", "#4A9FDC", "#F07A33", "#F0E442")
_CPU_LIGHT = "#8A8F98"
_CPU_DARK = "#A3A9B3"
_CHIP = 12
_SCALES = (1, 2, 3)


def device_colour(device: str, order: Sequence[str], dark: bool) -> QColor:
    """The colour of a device, given the devices of the document in order of first appearance.

    A device that is not in `order` gets the colour of the next one to appear. From the eighth GPU
    on the colours come again, lighter or darker, so that sixteen devices can be told apart. Where the
    file names no device there is no colour.
    """
    if device == NO_DEVICE:
        return QColor(Qt.GlobalColor.transparent)
    if device == "cpu":
        return QColor(_CPU_DARK if dark else _CPU_LIGHT)
    places = _places(tuple(order))
    place = places.get(device, len(places))
    colours = _DARK if dark else _LIGHT
    colour = QColor(colours[place % len(colours)])
    lap = place // len(colours)
    if lap % 3 == 1:
        return colour.darker(150)
    if lap % 3 == 2:
        return colour.lighter(135)
    return colour


@lru_cache(maxsize=8)
def _places(order: tuple[str, ...]) -> dict[str, int]:
    """Which of the devices that have a colour of their own each is; a file can name thousands."""
    return {device: place for place, device in enumerate(dict.fromkeys(name for name in order if name != "cpu"))}


def outline_colour(colour: QColor, dark: bool) -> QColor:
    """The rim of a chip, which keeps a pale colour visible on a pale window and the reverse."""
    return colour.lighter(135) if dark else colour.darker(145)


def paint_chip(painter: QPainter, rect: QRectF, colour: QColor, dark: bool) -> None:
    """Paint the square of a device into `rect`."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(outline_colour(colour, dark), 1))
    painter.setBrush(colour)
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 2.5, 2.5)
    painter.restore()


def chip_icon(colour: QColor, dark: bool = False) -> QIcon:
    """The square of a device as an icon, for lists and drop-downs."""
    return _chip_icon(colour.rgba(), dark)


@lru_cache(maxsize=128)
def _chip_icon(rgba: int, dark: bool) -> QIcon:
    icon = QIcon()
    for scale in _SCALES:
        pixmap = QPixmap(_CHIP * scale, _CHIP * scale)
        pixmap.setDevicePixelRatio(scale)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        paint_chip(painter, QRectF(0, 0, _CHIP, _CHIP), QColor.fromRgba(rgba), dark)
        painter.end()
        icon.addPixmap(pixmap)
    return icon

"""How large texts and how high rows are, in the whole program at once."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QToolBar, QWidget

from gui.look import theme

USUAL: Final = 100
TEXT_SIZES: Final = (70, 80, 90, 100, 110, 125, 150, 175, 200)
"""In percent of what the desktop has."""
DENSITIES: Final = ("comfortable", "compact")

Iconic = QAbstractButton | QComboBox | QToolBar
"""What has icons of a size."""

_OWN: Final = "ownFont"
_ICON: Final = "iconPixels"
_desktop: QFont | None = None
_size = USUAL
_density = DENSITIES[0]


def apply_size(percent: int) -> None:
    """Write everything in another size from now on; what is no size to choose counts as the nearest one.

    A widget with a font of its own, a title say, keeps its proportion to the others.
    """
    global _desktop, _size
    application = _application()
    if _desktop is None:
        _desktop = QFont(application.font())
    percent = min(TEXT_SIZES, key=lambda size: abs(size - percent))
    if percent == _size:
        return
    before, _size = _size, percent
    theme.theme().zoom = percent / USUAL
    fonts = [(widget, QFont(widget.font())) for widget in application.allWidgets() if _has_own(widget)]
    font = QFont(_desktop)
    font.setPointSizeF(_desktop.pointSizeF() * percent / USUAL)
    application.setFont(font)
    theme.theme().restyle()  # first: a style sheet gives widgets back the fonts that they had before it
    for widget, its in fonts:
        its.setPointSizeF(its.pointSizeF() * percent / before)
        widget.setFont(its)
    for widget in application.allWidgets():
        _fit_icon(widget)
    theme.theme().tell()


def size() -> int:
    """The size of text now, in percent."""
    return _size


def next_size(step: int) -> int:
    """The size some steps larger, or smaller; there is an end to both."""
    return TEXT_SIZES[min(max(TEXT_SIZES.index(_size) + step, 0), len(TEXT_SIZES) - 1)]


def apply_density(choice: str) -> None:
    """Have the rows of tables high, or low, from now on."""
    global _density
    choice = choice if choice in DENSITIES else DENSITIES[0]
    if choice != _density:
        _density = choice
        theme.theme().restyle()
        theme.theme().tell()


def give_icon_size(widget: Iconic, pixels: int) -> None:
    """Have the icons of a widget so large at the usual size of text, and grow with it."""
    widget.setProperty(_ICON, pixels)
    _fit_icon(widget)


def _fit_icon(widget: QWidget) -> None:
    pixels = widget.property(_ICON)
    if pixels is not None and isinstance(widget, Iconic):
        widget.setIconSize(QSize(theme.px(pixels), theme.px(pixels)))


def row_padding(pixels: int) -> int:
    """What a row takes above the height of its text, where it would be so many pixels."""
    return pixels if _density == DENSITIES[0] else max(1, pixels // 3)


def _has_own(widget: QWidget) -> bool:
    """Whether a widget has a font of its own; noted, for a new style sheet takes Qt's own note away."""
    if widget.testAttribute(Qt.WidgetAttribute.WA_SetFont):
        widget.setProperty(_OWN, True)
    return bool(widget.property(_OWN))


def _application() -> QApplication:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    return application

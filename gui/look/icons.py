"""The icons: our own SVGs, drawn in the colour of the theme, sharp on any screen."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from gui.look import theme

_FOLDER: Final = theme.RESOURCES / "icons"
_SIZES: Final = (16, 20, 24)
_SCALES: Final = (1, 2, 3)


def icon(name: str, colour: str | None = None) -> QIcon:
    """The icon of that name in the text colour of the current theme, or in `colour` (`#rrggbb`).

    Ask again where you `follow` the theme: an icon keeps the colour and the size it was made with.
    """
    return _icon(name, colour or theme.colours().text, theme.colours().disabled, theme.theme().zoom)


def application_icon() -> QIcon:
    """The icon of the program itself."""
    return _icon("app", "#000000", "#000000", 1)


def pixmap(name: str, size: int, colour: str | None = None) -> QPixmap:
    """One icon as a picture of `size` pixels at the usual size of text, thrice as sharp for dense screens."""
    return _draw(_source(name), theme.px(size), colour or theme.colours().text, 3)


@lru_cache(maxsize=256)
def _icon(name: str, colour: str, disabled: str, zoom: float) -> QIcon:
    source = _source(name)
    result = QIcon()
    for mode, tint in ((QIcon.Mode.Normal, colour), (QIcon.Mode.Disabled, disabled)):
        for size in _SIZES:
            for scale in _SCALES:
                result.addPixmap(_draw(source, round(size * zoom), tint, scale), mode)
    return result


@lru_cache(maxsize=64)
def _source(name: str) -> str:
    return (_FOLDER / f"{name}.svg").read_text(encoding="utf-8")


def _draw(source: str, size: int, colour: str, scale: int) -> QPixmap:
    renderer = QSvgRenderer(QByteArray(source.replace("currentColor", colour).encode()))
    picture = QPixmap(size * scale, size * scale)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    renderer.render(painter, QRectF(0, 0, size * scale, size * scale))
    painter.end()
    picture.setDevicePixelRatio(scale)
    return picture

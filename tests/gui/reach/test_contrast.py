"""Words and signs can be told from what is behind them, in both themes: WCAG 2.2 AA, 4.5 for text and 3 for signs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QApplication, QLabel, QWidget

from gui.app.window import MainWindow
from gui.look import theme
from gui.look.theme import DARK, LIGHT, Colours
from gui.page.welcome import DEMO
from gui.page.workspace import PANELS
from gui.widgets.on_screen import is_on_screen
from scripts.pictures.stage import settle
from tests.gui.app.test_theme import contrast

THEMES = pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
TEXTS = {
    "window": ("text", "muted", "accent", "error"),
    "base": ("text", "muted", "accent", "error"),
    "alternate": ("text", "muted", "accent", "error"),
    "button": ("text", "muted", "accent"),
    "hover": ("text", "muted", "accent"),
    "border": ("text",),
    "selection": ("on_selection", "text", "muted"),
    "accent": ("base",),
    "warning": ("on_warning", "accent"),
    "good": ("on_good", "accent"),
}
"""Grounds, and what is written on them: links in banners and in rows under the pointer too."""
SIGNS = {
    "window": ("muted", "accent", "error", "on_warning", "on_good"),
    "base": ("muted", "accent", "error", "on_warning", "on_good"),
    "button": ("accent",),
    "selection": ("accent",),
    "warning": ("accent",),
    "good": ("accent",),
}
"""Grounds, and the icons, rings of the focus and rims of ticks on them."""


@THEMES
@pytest.mark.parametrize(("ground", "ink"), [(ground, ink) for ground, inks in TEXTS.items() for ink in inks])
def test_words(colours: Colours, ground: str, ink: str) -> None:
    assert contrast(getattr(colours, ink), getattr(colours, ground)) >= 4.5


@THEMES
@pytest.mark.parametrize(("ground", "ink"), [(ground, ink) for ground, inks in SIGNS.items() for ink in inks])
def test_signs(colours: Colours, ground: str, ink: str) -> None:
    assert contrast(getattr(colours, ink), getattr(colours, ground)) >= 3


@pytest.mark.parametrize("look", ["light", "dark"])
def test_all_words_on_show(window: MainWindow, open_in: Callable[[MainWindow, Path], None], look: str) -> None:
    """Measured on a picture of the window: the ground is the colour that most of a text's place has, and the ink the
    one that stands out most from it. Rows are measured as they are and selected.
    """
    theme.theme().apply(look)
    open_in(window, DEMO)
    window.actions_["scan"].trigger()
    pale: list[str] = []
    for spec in PANELS:
        window.page.workspace.show_panel(spec.name)
        settle(window)
        pale += [f"{spec.name}: {words}" for words in words_too_pale(window)]
        for view in window.findChildren(QAbstractItemView):
            if view.selectionMode() != QAbstractItemView.SelectionMode.NoSelection:
                view.selectAll()
        QApplication.processEvents()
        pale += [f"{spec.name}, selected: {words}" for words in words_too_pale(window)]
    assert pale == []


def words_too_pale(window: QWidget) -> list[str]:
    """What is enabled and hard to read: labels, buttons, cells."""
    picture = window.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    pixels = np.frombuffer(picture.constBits(), np.uint32).reshape(picture.height(), -1)
    places: list[tuple[str, QWidget, QRect]] = []
    for widget in window.findChildren(QWidget):
        if not widget.isEnabled() or not is_on_screen(widget):
            continue
        if isinstance(widget, QLabel | QAbstractButton) and widget.text():
            places.append((widget.text(), widget, widget.visibleRegion().boundingRect()))
        elif isinstance(widget, QAbstractItemView) and widget.model() is not None:
            cells = [widget.model().index(row, column) for row, column in np.ndindex(12, widget.model().columnCount())]
            area = widget.viewport().rect()
            shown = [
                (cell, widget.visualRect(cell).intersected(area)) for cell in cells if cell.isValid() and cell.data()
            ]
            places += [(cell.data(), widget.viewport(), rect) for cell, rect in shown if rect.width() > 9]
    ratio = picture.devicePixelRatio()
    found = []
    for words, widget, rect in places:
        at = widget.mapTo(window, rect.topLeft()) * ratio
        box = pixels[at.y() : at.y() + int(rect.height() * ratio), at.x() : at.x() + int(rect.width() * ratio)]
        colours, counts = np.unique(box & 0xFFFFFF, return_counts=True)
        ground = f"#{colours[counts.argmax()]:06x}"
        best = max(contrast(f"#{ink:06x}", ground) for ink in colours)
        if 1 < best < 4.5:  # 1: nothing is painted there yet
            found.append(f"{words!r} {best:.2f} on {ground}")
    return found

"""Words and signs can be told from what is behind them, in both themes: WCAG 2.2 AA, 4.5 for text and 3 for signs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QListView,
    QPlainTextEdit,
    QTabWidget,
    QTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from core.edits.edits import RemapDevice
from gui.app.window import MainWindow
from gui.look import theme
from gui.look.theme import DARK, LIGHT, Colours
from gui.page.welcome import DEMO
from gui.page.workspace import PANELS
from gui.palette.popup import Popup
from scripts.pictures.stage import settle, until
from tests.gui.app.test_theme import contrast
from tests.gui.reach.test_names import DIALOGS

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
OFF = ("window", "base", "button")
"""Grounds of what is disabled. WCAG asks nothing of it; one has to read what cannot be done, to look for why."""


@THEMES
@pytest.mark.parametrize(("ground", "ink"), [(ground, ink) for ground, inks in TEXTS.items() for ink in inks])
def test_words(colours: Colours, ground: str, ink: str) -> None:
    assert contrast(getattr(colours, ink), getattr(colours, ground)) >= 4.5


@THEMES
@pytest.mark.parametrize(("ground", "ink"), [(ground, ink) for ground, inks in SIGNS.items() for ink in inks])
def test_signs(colours: Colours, ground: str, ink: str) -> None:
    assert contrast(getattr(colours, ink), getattr(colours, ground)) >= 3


@THEMES
@pytest.mark.parametrize("ground", OFF)
def test_what_is_disabled(colours: Colours, ground: str) -> None:
    assert 3 <= contrast(colours.disabled, getattr(colours, ground)) < contrast(colours.muted, getattr(colours, ground))


@pytest.mark.parametrize("look", ["light", "dark"])
def test_what_a_disabled_line_asks_for(qtbot: QtBot, look: str) -> None:
    """Of its own a style sheet makes the placeholder half as strong as what is typed."""
    theme.theme().apply(look)
    line = QLineEdit()
    qtbot.addWidget(line)
    line.setPlaceholderText("█" * 40)
    line.setEnabled(False)
    line.resize(200, 30)
    ink = line.grab().toImage().pixelColor(100, 15).name()
    assert contrast(ink, theme.colours().window) >= 4.5


@pytest.mark.parametrize("look", ["light", "dark"])
def test_all_words_of_dialogs(
    window: MainWindow, open_in: Callable[[MainWindow, Path], None], tmp_path: Path, look: str
) -> None:
    """With what each says of the demo, and with something typed; pages without a document as well."""
    theme.theme().apply(look)
    window.show()
    settle(window)
    pale = [f"welcome: {words}" for words in words_too_pale(window)]
    broken = tmp_path / "page.pth"
    broken.write_text("<!DOCTYPE html><html></html>")
    window.open_file(broken)
    until(window.page.error_page.isVisible)
    settle(window)
    pale += [f"error: {words}" for words in words_too_pale(window)]
    open_in(window, DEMO)
    window.page.session.apply(RemapDevice("cuda:1", "cpu"))
    settle(window)
    for name in DIALOGS:
        before = {each for each in QApplication.topLevelWidgets() if each.isVisible()}
        window.actions_[name].trigger()
        settle(window)
        opened = [each for each in QApplication.topLevelWidgets() if each.isVisible() and each not in before]
        for root in opened or [each for each in window.findChildren(Popup) if each.isVisible()]:
            for line in root.findChildren(QLineEdit)[:1]:
                pale += [f"{name}: {words}" for words in words_too_pale(root)]
                line.setText("module.")
                settle(window)
            for tabs in root.findChildren(QTabWidget)[:1]:
                for place in range(tabs.count()):
                    tabs.setCurrentIndex(place)
                    settle(window)
                    pale += [f"{name} {place}: {words}" for words in words_too_pale(root)]
            pale += [f"{name}, typed: {words}" for words in words_too_pale(root)]
            root.close()
    assert list(dict.fromkeys(pale)) == []


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
    """What is enabled and hard to read: labels, buttons, lines, cells."""
    picture = window.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    pixels = np.frombuffer(picture.constBits(), np.uint32).reshape(picture.height(), -1)
    places: list[tuple[str, QWidget, QRect]] = []
    for widget in window.findChildren(QWidget):
        if not widget.isEnabled() or not widget.isVisible() or widget.visibleRegion().isEmpty():
            continue
        if isinstance(widget, QLabel | QAbstractButton) and widget.text():
            places.append((widget.text(), widget, widget.visibleRegion().boundingRect()))
        elif isinstance(widget, QLineEdit) and (widget.text() or widget.placeholderText()):
            places.append((widget.text() or widget.placeholderText(), widget, widget.visibleRegion().boundingRect()))
        elif isinstance(widget, QTextEdit | QPlainTextEdit) and not widget.document().isEmpty():
            places.append((widget.toPlainText()[:40], widget, widget.visibleRegion().boundingRect()))
        elif isinstance(widget, QComboBox) and widget.currentText():
            places.append((widget.currentText(), widget, widget.visibleRegion().boundingRect()))
        elif isinstance(widget, QAbstractItemView) and widget.model() is not None:
            columns = 1 if isinstance(widget, QListView) else widget.model().columnCount()
            cells = [widget.model().index(row, column) for row, column in np.ndindex(12, columns)]
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

"""Nothing is cut, nothing is markup, and a wide panel uses its width."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLabel, QWidget
from pytestqt.qtbot import QtBot

from gui.app.window import MainWindow
from gui.look import theme
from gui.memory import measure as gauges_module
from gui.memory.panel import MemoryBoard, MemoryPanel
from tests.gui.documents import saved, two_gpus
from tests.gui.memory.user import cards


def clipped(root: QWidget) -> list[str]:
    """The widgets below `root` that have less room than their text takes, or lie outside their parent."""
    found = []
    for child in root.findChildren(QWidget):
        if not child.isVisible() or not isinstance(child, (QLabel, QAbstractButton, QComboBox)):
            continue
        name = f"{type(child).__name__} {child.text() if not isinstance(child, QComboBox) else child.currentText()!r}"
        parent = child.parentWidget()
        if parent is not None and not parent.rect().contains(child.geometry()):
            found.append(f"{name}: {child.geometry()} outside {parent.rect()}")
        if isinstance(child, QLabel) and child.wordWrap():
            words = child.text().replace("\u200b", " ").split()
            wide = max((child.fontMetrics().horizontalAdvance(word) for word in words), default=0)
            if child.heightForWidth(child.width()) > child.height() or wide > child.contentsRect().width():
                found.append(f"{name}: {child.size()} for {child.heightForWidth(child.width())}, word {wide}")
        elif isinstance(child, QComboBox):
            wide = child.fontMetrics().horizontalAdvance(child.currentText())
            icon = child.iconSize().width() + 4 if not child.itemIcon(child.currentIndex()).isNull() else 0
            if wide + icon + 30 > child.width() + 2:  # padding and arrow of the style sheet
                found.append(f"{name}: {child.width()} for {wide + icon + 30}")
        elif child.minimumSizeHint().width() > child.width() or child.minimumSizeHint().height() > child.height():
            found.append(f"{name}: {child.size()} for {child.minimumSizeHint()}")
    return found


def test_many_cards_do_not_make_the_panel_higher(
    shown: MemoryPanel, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = shown.minimumSizeHint()
    monkeypatch.setattr(gauges_module, "live_cards", lambda: cards(*[0] * 16))
    panel = shown.board
    panel.pages.setCurrentWidget(panel.measure)
    qtbot.waitUntil(lambda: len(panel.measure.gauges.gauges) == 16)
    QApplication.processEvents()
    assert shown.minimumSizeHint().height() == before.height() < 46 * shown.fontMetrics().height()
    panel.measure.gauges.hide()
    qtbot.waitUntil(lambda: not panel.measure.gauges._latest.busy)


@pytest.mark.parametrize("choice", ["light", "dark"])
def test_nothing_is_cut_in_the_window(
    window: MainWindow, open_in: Callable[[MainWindow, Path], None], tmp_path: Path, qtbot: QtBot, choice: str
) -> None:
    theme.theme().apply(choice)
    open_in(window, saved(tmp_path, two_gpus))
    dock = window.page.workspace.docks["memory"]
    dock.raise_()
    made = dock.widget()
    assert isinstance(made, MemoryPanel)
    panel = made.board
    qtbot.waitUntil(lambda: panel.analysis is not None)
    assert window.size().width() == 1280
    window.page.workspace.resizeDocks([dock], [256], Qt.Orientation.Horizontal)
    qtbot.waitUntil(lambda: clipped(panel) == [])
    panel.all.setChecked(True)
    panel.controls.more.setChecked(True)
    for strategy in ("default", "map-cpu"):
        panel.choose(strategy)
        for page in range(panel.pages.count()):
            panel.pages.setCurrentIndex(page)
            for _ in range(5):
                QApplication.processEvents()
            assert clipped(panel) == [], (strategy, panel.pages.tabText(page))
            assert panel.rect().width() >= panel.minimumSizeHint().width()
            assert panel.ways.horizontalScrollBar().maximum() == 0
    picture = panel.grab().toImage()
    colours = {picture.pixelColor(x, y).name() for x in range(0, picture.width(), 3) for y in range(picture.height())}
    assert len(colours) > 20
    assert (window.width(), window.height()) == (1280, 800)  # what does not fit is scrolled


def test_no_text_is_taken_for_markup(panel: MemoryBoard) -> None:
    labels = panel.findChildren(QLabel)
    assert labels
    assert {label.textFormat() for label in labels} == {Qt.TextFormat.PlainText}


def test_a_wide_and_low_panel_puts_the_table_and_what_is_told_side_by_side(shown: MemoryPanel) -> None:
    panel = shown.board
    assert panel.splitter.orientation() == Qt.Orientation.Vertical
    shown.resize(900, 800)
    QApplication.processEvents()
    assert panel.splitter.orientation() == Qt.Orientation.Vertical
    shown.resize(900, 600)
    QApplication.processEvents()
    assert panel.splitter.orientation() == Qt.Orientation.Horizontal
    assert clipped(panel) == []

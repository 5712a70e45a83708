"""The size of all texts and the height of rows."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication, QLabel, QToolBar, QToolButton
from pytestqt.qtbot import QtBot

from gui.app.window import MainWindow
from gui.look import palette, scale, theme
from gui.widgets.basic_widgets import bigger
from tests.gui.conftest import Said


@pytest.fixture(autouse=True)
def usual_again() -> Iterator[None]:
    yield
    scale.apply_size(scale.USUAL)
    scale.apply_density("comfortable")


def test_all_texts_grow_and_keep_their_proportions(document: MainWindow, qtbot: QtBot, said: Said) -> None:
    title = QLabel("title", document)
    bigger(title, 1.6)
    title.show()
    tree, label = document.page.workspace.tree.view, document.menuBar()
    before = [widget.fontInfo().pointSizeF() for widget in (title, tree, label)]
    row = tree.rowHeight(0)
    keys = theme.key_font().pointSizeF()
    scale.apply_size(200)
    QApplication.processEvents()
    assert [widget.fontInfo().pointSizeF() for widget in (title, tree, label)] == pytest.approx(
        [2 * size for size in before], rel=0.05
    )
    assert theme.key_font().pointSizeF() == pytest.approx(2 * keys)
    assert tree.rowHeight(0) > 1.5 * row
    scale.apply_size(100)
    QApplication.processEvents()
    assert [widget.fontInfo().pointSizeF() for widget in (title, tree, label)] == pytest.approx(before, rel=0.05)
    assert tree.rowHeight(0) == row


def test_icons_and_crosses_grow_with_the_text(document: MainWindow, qtbot: QtBot) -> None:
    dock = document.page.workspace.docks["devices"].titleBarWidget()
    assert dock is not None
    tools = [*document.findChildren(QToolBar), *dock.findChildren(QToolButton)]
    document.tabs.add()
    tools += [tool for tool in document.tabs.tabBar().findChildren(QToolButton) if not tool.icon().isNull()]
    before = [tool.iconSize().width() for tool in tools]
    chips = palette.chip()
    scale.apply_size(150)
    assert [tool.iconSize().width() for tool in tools] == [round(1.5 * width) for width in before]
    drawn = [tool.icon() for tool in dock.findChildren(QToolButton)]
    assert {icon.actualSize(QSize(100, 100)).width() for icon in drawn} == {36}
    assert palette.chip() == round(1.5 * chips)
    assert "width: 21px" in theme.make_style_sheet()


def test_compact_rows_are_lower(document: MainWindow) -> None:
    tree = document.page.workspace.tree.view
    row = tree.rowHeight(0)
    scale.apply_density("compact")
    assert tree.rowHeight(0) < row
    scale.apply_density("nonsense")
    assert tree.rowHeight(0) == row


def test_sizes_have_an_end() -> None:
    assert scale.next_size(-100) == min(scale.TEXT_SIZES)
    assert scale.next_size(100) == max(scale.TEXT_SIZES)
    scale.apply_size(1000)
    assert scale.size() == max(scale.TEXT_SIZES)


def test_no_size_of_text_in_pixels_is_in_the_style_sheet() -> None:
    assert "font-size" not in theme.make_style_sheet()
    assert "font:" not in theme.make_style_sheet()

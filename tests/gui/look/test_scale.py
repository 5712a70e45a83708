"""The size of all texts and the height of rows."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from gui.app.window import MainWindow
from gui.look import scale, theme
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
    assert "font-size" not in theme.make_style_sheet(theme.LIGHT)
    assert "font:" not in theme.make_style_sheet(theme.LIGHT)

"""In a small window, in larger text and in every language, what people came for is in sight and not squeezed out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import torch
from PySide6.QtCore import QPoint
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication, QLabel, QScrollArea, QStyle, QWidget

from core.words import say
from gui.app.window import MainWindow
from gui.diff.pair_view import PairView
from gui.document.tree_columns import Column
from gui.health.panel import HealthPanel
from gui.look import language, scale, theme
from gui.memory.controls import MachineControls
from gui.optimizer.panel import OptimizerPanel
from gui.page.welcome import DEMO
from gui.session.comparison import Comparison
from gui.tree.panel import ComparisonLine
from gui.widgets.delegates import PADDING, KeyDelegate
from gui.widgets.tabs import TabLine
from scripts.pictures.stage import press_banner, select, settle, show_panel, until
from tests.support.thinning import in_turn

SMALL = (1024, 640)
SPOKEN = ("ja", "zh", "en")
Show = Callable[[str, int, Path], MainWindow]


@pytest.fixture
def show(qapp: QApplication, make_window: Callable[[], MainWindow], open_in: Callable[..., None]) -> Iterator[Show]:
    """A small window with a file open, in a language and a size of text."""

    def shown(spoken: str, percent: int, path: Path = DEMO) -> MainWindow:
        language.apply(spoken)
        scale.apply_size(percent)
        window = make_window()
        window.resize(*SMALL)
        open_in(window, path)
        settle(window)
        return window

    yield shown
    language.apply("en")
    scale.apply_size(scale.USUAL)


def is_whole(widget: QWidget) -> bool:
    """Whether all of a widget can be seen."""
    return widget.visibleRegion().boundingRect() == widget.rect()


@pytest.mark.parametrize(("spoken", "percent"), in_turn(SPOKEN, [100, 150, 200]))
def test_findings_have_the_room_and_not_the_buttons_below_them(show: Show, spoken: str, percent: int) -> None:
    panel = show(spoken, percent, DEMO).page.diagnosis.panel
    tools = panel.verify.mapTo(panel, QPoint()).y()
    assert panel.height() - tools < panel.height() / 5
    if percent < 200:
        assert [is_whole(card) for card in panel.list.cards] == [True, True]
        assert is_whole(panel), "it is scrolled within the list alone"


@pytest.mark.parametrize(("spoken", "percent"), in_turn(SPOKEN, [100, 150]))
def test_the_tabs_of_the_values_are_not_scrolled(show: Show, spoken: str, percent: int) -> None:
    window = show(spoken, percent, DEMO)
    select(window, "state_dict/module.conv.weight")
    (tabs,) = show_panel(window, "values").findChildren(TabLine)
    assert tabs.tabRect(0).left() >= 0
    assert tabs.tabRect(tabs.count() - 1).right() <= tabs.width()


@pytest.mark.parametrize(("spoken", "percent"), in_turn(SPOKEN, [100, 150]))
def test_what_the_search_found_is_a_whole_number(show: Show, spoken: str, percent: int) -> None:
    search = show(spoken, percent).page.search
    search.setText("weight")
    until(search.count.isVisible)
    assert "…" not in search.count.shown
    metrics = search.count.fontMetrics()
    assert search.count.width() - metrics.horizontalAdvance(search.count.shown) <= 2, "it stands at the end"


@pytest.mark.parametrize("spoken", SPOKEN)
def test_no_dtype_is_cut(show: Show, monkeypatch: pytest.MonkeyPatch, spoken: str) -> None:
    view = show(spoken, 100).page.workspace.tree.view
    dtypes, drawn = view.itemDelegateForColumn(Column.DTYPE), list[tuple[str, int]]()
    monkeypatch.setattr(dtypes, "draw_text", lambda _painter, rect, text, *_rest: drawn.append((text, rect.width())))
    view.viewport().repaint()
    assert {text for text, _room in drawn} >= {"float32", say("mixed")}
    assert all(view.fontMetrics().horizontalAdvance(text) <= room for text, room in drawn), drawn


@pytest.mark.parametrize("spoken", SPOKEN)
def test_the_other_file_is_named_beside_what_differs(show: Show, tmp_path: Path, spoken: str) -> None:
    for name, number in (("mine.pth", 0.0), ("theirs.pth", 1.0)):
        torch.save({"weight": torch.full((4,), number), "bias": torch.ones(4)}, tmp_path / name)
    window = show(spoken, 100, tmp_path / "mine.pth")
    comparison = Comparison.of(window.page.session)
    comparison.start(tmp_path / "theirs.pth")
    until(lambda: comparison.compared is not None)
    show_panel(window, "differences")
    settle(window)
    (line,) = window.page.workspace.tree.findChildren(ComparisonLine)
    assert "theirs.pth" in line.words.shown


@pytest.mark.parametrize(("spoken", "percent", "size"), in_turn(SPOKEN, [100, 150], [SMALL, (1280, 800)]))
def test_the_question_for_a_card_is_whole(show: Show, spoken: str, percent: int, size: tuple[int, int]) -> None:
    window = show(spoken, percent)
    window.resize(*size)
    (controls,) = show_panel(window, "memory").findChildren(MachineControls)
    settle(window)
    line = controls.card.lineEdit()
    assert line is not None
    asked = line.fontMetrics().horizontalAdvance(line.placeholderText())
    assert asked <= line.width() - 2 * line.style().pixelMetric(QStyle.PixelMetric.PM_LineEditIconMargin)


@pytest.mark.parametrize("spoken", SPOKEN)
def test_what_a_scan_found_is_in_sight_in_the_largest_text(show: Show, tmp_path: Path, spoken: str) -> None:
    torch.save({key: torch.full((4,), torch.nan) for key in "abcd"}, tmp_path / "sick.pth")
    window = show(spoken, 200, tmp_path / "sick.pth")
    window.actions_["scan"].trigger()
    settle(window)
    panel = window.page.workspace.docks["health"].widget()
    assert isinstance(panel, HealthPanel)
    table = panel.board.table
    assert len(panel.board.model.rows) >= 2
    assert table.viewport().visibleRegion().boundingRect().height() >= 2 * table.verticalHeader().defaultSectionSize()
    said = panel.board.verdict
    assert said.label.height() < 2 * said.fontMetrics().height()


def test_the_map_of_a_model_becomes_smaller_rather_than_being_cut(show: Show) -> None:
    window = show("zh", 100)
    panel = show_panel(window, "health")
    settle(window)
    assert isinstance(panel, HealthPanel)
    assert is_whole(panel.board.map.viewport())
    assert is_whole(panel.board.told)
    assert not panel.board.map.verticalScrollBar().maximum()


@pytest.mark.parametrize("spoken", SPOKEN)
def test_whose_state_it_is_stands_in_one_line(show: Show, spoken: str) -> None:
    panel = show(spoken, 150).page.diagnosis.panel
    (title,) = (label for label in panel.findChildren(QLabel) if label.text().startswith("Adam"))
    assert title.height() < 2 * title.fontMetrics().height()


@pytest.mark.parametrize(("spoken", "percent"), in_turn(SPOKEN, [100, 150]))
def test_what_two_files_have_is_read_beside_the_difference(
    show: Show, tmp_path: Path, spoken: str, percent: int
) -> None:
    for name, shift in (("mine.pth", 0.0), ("theirs.pth", 1.25e-5)):
        torch.save({"weight": torch.linspace(-0.1, 0.1, 4000) + shift}, tmp_path / name)
    window = show(spoken, percent, tmp_path / "mine.pth")
    comparison = Comparison.of(window.page.session)
    comparison.start(tmp_path / "theirs.pth")
    until(lambda: comparison.compared is not None)
    panel = show_panel(window, "differences")
    select(window, "weight")
    (pair,) = panel.findChildren(PairView)
    pair.tabs.setCurrentIndex(2)
    settle(window)
    grid = pair.grid
    assert not grid.flat.maximum(), "the column of the difference is scrolled to"
    (*_, difference) = [grid.model.index(0, column).data() for column in range(3)]
    assert float(difference) == pytest.approx(-1.25e-5, rel=0.05 if percent == 100 else 0.5)


@pytest.mark.parametrize("spoken", SPOKEN)
def test_the_table_scrolls_rather_than_what_is_told_of_a_row(show: Show, tmp_path: Path, spoken: str) -> None:
    keys = [
        f"state_dict/module.encoder.layers.{place}.self_attention.query_key_value.projection.weight"
        for place in range(12)
    ]
    for name, dtype in (("mine.pth", torch.float32), ("theirs.pth", torch.bfloat16)):
        weights = {
            key.rpartition("/")[2]: torch.linspace(-0.1, 0.1, 4000).reshape(40, 10, 10).to(dtype) for key in keys
        }
        torch.save({"state_dict": weights}, tmp_path / name)
    window = show(spoken, 100, tmp_path / "mine.pth")
    comparison = Comparison.of(window.page.session)
    comparison.start(tmp_path / "theirs.pth")
    until(lambda: comparison.compared is not None)
    panel = show_panel(window, "differences")
    select(window, keys[0])
    (pair,) = panel.findChildren(PairView)
    pair.tabs.setCurrentIndex(2)
    settle(window)
    assert not any(area.verticalScrollBar().maximum() for area in panel.findChildren(QScrollArea))


@pytest.mark.parametrize(("spoken", "percent"), in_turn(SPOKEN, [100, 200]))
def test_rates_are_read_beside_what_they_are_of(show: Show, spoken: str, percent: int) -> None:
    panel = show_panel(show(spoken, percent), "optimizer")
    assert isinstance(panel, OptimizerPanel)
    assert len(panel.rates.lines) == 2
    for line in panel.rates.lines:
        assert line.width() >= line.fontMetrics().horizontalAdvance(line.text()) + 16


@pytest.mark.parametrize("percent", [100, 150])
def test_names_of_parameters_are_whole_before_there_is_air_beside_devices(show: Show, percent: int) -> None:
    panel = show_panel(show("en", percent), "optimizer")
    assert isinstance(panel, OptimizerPanel)
    metrics = QFontMetrics(theme.key_font())
    longest = max(metrics.horizontalAdvance(row.name or "") for row in panel.model.rows)
    assert panel.view.columnWidth(1) >= longest + 2 * PADDING


@pytest.mark.parametrize("spoken", SPOKEN)
def test_the_uppermost_keys_are_read_beside_what_becomes_of_them(show: Show, spoken: str) -> None:
    window = show(spoken, 150)
    press_banner(window)
    view = window.page.workspace.tree.view
    header, room = view.horizontalHeader(), view.columnWidth(Column.KEY)
    assert not header.isSectionHidden(Column.AFTER)
    told = [view.model().index(row, Column.KEY) for row in range(view.model().rowCount())]
    delegate = view.itemDelegateForColumn(Column.KEY)
    assert isinstance(delegate, KeyDelegate)
    (optimizer,) = [key for key in told if key.data() == "optimizer"]
    assert delegate.needs(optimizer)[0] <= room

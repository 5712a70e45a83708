"""Histogram and heat map under the pointer and the arrow keys."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from gui.look import theme
from gui.plots import colour_maps
from gui.plots.heat_map import HeatMap
from gui.plots.histogram import HistogramPlot, Layer
from gui.plots.line_plot import LinePlot
from gui.plots.pictures import Picture, sampled
from gui.plots.plane import Plane
from gui.plots.plot import Plot
from gui.widgets.layouts import Stretch, vertical


@pytest.fixture
def show(qtbot: QtBot) -> Callable[[QWidget], None]:
    def shown(widget: QWidget) -> None:
        qtbot.addWidget(widget)
        widget.resize(320, 260)
        widget.show()
        qtbot.waitExposed(widget)
        QApplication.processEvents()

    return shown


def picture_of(values: np.ndarray) -> Picture:
    return sampled(Plane.of(values.shape), values.__getitem__)


def point_at(plot: Plot, x: float, y: float) -> None:
    """Move the mouse to a place in the coordinates of the numbers."""
    at = plot.getViewBox().mapViewToScene(QPointF(x, y)).toPoint()
    QTest.mouseMove(plot.viewport(), at + QPoint(0, 1))
    QTest.mouseMove(plot.viewport(), at)


def test_pointing_at_a_bin_tells_range_count_and_share(show: Callable[[QWidget], None]) -> None:
    plot, said = HistogramPlot(), list[str]()
    plot.told.connect(said.append)
    show(plot)
    plot.show_layers([Layer("", [0, 1, 2, 4], [3, 0, 1])])
    point_at(plot, 0.5, 1)
    assert said[-1] == "0 to 1: 3, 75.000%"
    point_at(plot, 3, 1)
    assert said[-1] == "2 to 4: 1, 25.000%"


def test_arrow_keys_go_from_bin_to_bin(show: Callable[[QWidget], None]) -> None:
    plot, said = HistogramPlot(), list[str]()
    plot.told.connect(said.append)
    show(plot)
    plot.show_layers([Layer("", [0, 1, 2, 4], [3, 0, 1])])
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Left):
        QTest.keyClick(plot, key)
    assert [text.partition(":")[0] for text in said] == ["0 to 1", "1 to 2", "2 to 4", "2 to 4", "1 to 2"]
    assert plot.accessibleDescription() == said[-1]


def test_several_histograms_are_told_by_name_and_drawn_as_shares(show: Callable[[QWidget], None]) -> None:
    plot, said = HistogramPlot(), list[str]()
    plot.told.connect(said.append)
    show(plot)
    plot.show_layers([Layer("a", [0, 1, 2], [1, 3]), Layer("b", [0, 2], [100], "#E69F00")])
    point_at(plot, 1.5, 0.1)
    assert said[-1] == "a: 1 to 2: 3, 75.000%\nb: 0 to 2: 100, 100.000%"
    assert plot.viewRange()[1][1] == pytest.approx(1.06)


def test_counts_and_edges_on_logarithmic_axes(show: Callable[[QWidget], None]) -> None:
    plot, said = HistogramPlot(), list[str]()
    plot.told.connect(said.append)
    show(plot)
    plot.show_layers([Layer("", [1e-3, 1e-1, 10], [1000, 1])], log_edges=True)
    plot.set_log_counts(True)
    (left, right), (bottom, top) = plot.viewRange()
    assert (left, right) == pytest.approx((-3.08, 1.08))
    assert (bottom, top) == pytest.approx((-0.3, 3.2), abs=0.01)
    point_at(plot, 0, 0)
    assert said[-1].startswith("0.1 to 10: 1,")


def test_pointing_at_a_cell_tells_index_and_number(show: Callable[[QWidget], None]) -> None:
    values = np.arange(20, dtype=np.float32).reshape(4, 5)
    heat, said = HeatMap(), list[str]()
    heat.told.connect(said.append)
    show(heat)
    heat.show_picture(picture_of(values))
    point_at(heat.plot, 2.5, 1.5)
    assert said[-1] == "[1, 2] = 7.0"
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Right):
        QTest.keyClick(heat.plot, key)
    assert said[-1] == "[1, 1] = 6.0"


def test_the_first_row_is_on_top(show: Callable[[QWidget], None]) -> None:
    heat = HeatMap()
    show(heat)
    heat.show_picture(picture_of(np.array([[np.nan, 1.0], [1.0, 1.0]])))
    image = heat.plot.grab().toImage()
    at = heat.plot.getViewBox().mapViewToScene(QPointF(0.3, 0.3)).toPoint()
    assert image.pixelColor(at).name().upper() == colour_maps.NAN


@pytest.mark.parametrize("values", [np.empty((0, 3)), np.zeros((1, 1)), np.full((2, 2), np.nan), np.array([[np.inf]])])
def test_odd_arrays_are_drawn(show: Callable[[QWidget], None], values: np.ndarray) -> None:
    heat = HeatMap()
    show(heat)
    heat.show_picture(picture_of(values))
    heat.grab()


def test_both_follow_the_theme(show: Callable[[QWidget], None]) -> None:
    heat, histogram = HeatMap(), HistogramPlot()
    for widget in (heat, histogram):
        show(widget)
    heat.show_picture(picture_of(np.zeros((2, 2)) - [[0], [1]]))
    histogram.show_layers([Layer("", [0, 1], [1])])
    before = heat.grab().toImage(), histogram.grab().toImage()
    theme.theme().apply("dark")
    assert heat.grab().toImage() != before[0]
    assert histogram.grab().toImage() != before[1]


@pytest.mark.parametrize("make", [HistogramPlot, LinePlot])
def test_a_plot_is_no_higher_than_it_is_wide_and_drawn_as_a_whole(
    make: Callable[[], Plot], show: Callable[[QWidget], None]
) -> None:
    column, plot = QWidget(), make()
    vertical((plot, 1), Stretch(0), of=column, margins=0)
    show(column)
    column.resize(400, 1000)
    QApplication.processEvents()
    assert plot.height() == 300
    assert plot.getPlotItem().sceneBoundingRect().height() == pytest.approx(plot.viewport().height(), abs=4)
    column.resize(800, 1000)
    QApplication.processEvents()
    assert plot.height() == 600

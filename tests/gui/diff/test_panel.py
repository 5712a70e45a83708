"""The panel: what differs as a table to jump from, and the selected entry on both sides."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from core.edits.edits import Plan, RemapDevice
from core.edits.preview import preview
from core.languages import speak
from core.saving.save import save
from core.values.diff import DEVICE, DTYPE
from gui.app.window import MainWindow
from gui.diff.board import KEY, RELATIVE, WHAT, DifferencesBoard
from gui.diff.pair_view import PairView
from gui.diff.panel import DifferencesPanel
from gui.document.compared import compare, weight
from gui.session.comparison import Comparison
from scripts.pictures.stage import settle
from tests.gui.diff.conftest import Beside
from tests.gui.diff.files import Epochs, wrapped
from tests.gui.user import texts
from tests.support.engine import catalogue_of
from tests.support.pseudo import pseudo, spoken

OpenIn = Callable[[MainWindow, Path], None]


def panel_of(window: MainWindow) -> DifferencesPanel:
    panel = window.page.workspace.docks["differences"].widget()
    assert isinstance(panel, DifferencesPanel)
    return panel


def board_of(window: MainWindow) -> DifferencesBoard:
    board = panel_of(window).board
    assert board is not None
    return board


def row_of(board: DifferencesBoard, path: str) -> int:
    return next(place for place, row in enumerate(board.model.rows) if row.path == path)


def click(qtbot: QtBot, board: DifferencesBoard, path: str) -> None:
    rect = board.view.visualRect(board.model.index(row_of(board, path), KEY))
    qtbot.mouseClick(board.view.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
    QApplication.processEvents()


def pair_of(window: MainWindow, path: str, qtbot: QtBot) -> PairView:
    """Select a tensor in the tree and wait until both sides of it show."""
    board = board_of(window)
    assert window.page.session.catalogue is not None
    window.page.session.reveal(window.page.session.catalogue.find(path))
    qtbot.waitUntil(lambda: not board.busy and board.about.path == path)
    assert board.pair is not None
    return board.pair


def test_without_a_comparison_the_panel_says_how_to_begin_one(
    document: MainWindow, epochs: Epochs, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = panel_of(document)
    assert document.page.workspace.docks["differences"].isHidden()
    document.page.workspace.docks["differences"].show()
    document.page.workspace.docks["differences"].raise_()
    qtbot.waitUntil(panel.choose.isVisible)
    assert "Drop the second file" in panel.hint.text()
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_given: (str(epochs.second), ""))
    with qtbot.waitSignal(panel.comparison.found):
        panel.choose.click()
    assert board_of(document).isVisible()


def test_the_summary_names_both_files_and_counts(two: MainWindow, epochs: Epochs) -> None:
    board = board_of(two)
    assert board.files.text() == "epoch27.pth ↔ epoch28.pth"
    before, after = epochs.before["model"], epochs.after["model"]
    same = sum(torch.equal(before[key], after[key]) for key in before)
    assert board.compared is not None
    assert board.compared.summary.startswith(f"{same} same · ")
    assert "1 only here · 2 only there" in board.compared.summary
    shown = {row[KEY]: row[WHAT] for row in texts(board.model)}
    assert shown["epoch"] == "28 there"
    assert (shown["only_first"], shown["head"]) == ("only here", "only there")


def test_what_lies_elsewhere_is_not_counted_as_changed(epochs: Epochs, tmp_path: Path) -> None:
    mine = catalogue_of(epochs.first)
    moved = save(preview(mine, Plan((RemapDevice("cpu", "cuda:1"),))), tmp_path / "moved.pth").path
    compared = compare(mine, catalogue_of(moved), lambda *_: None)
    same, there = compared.difference.same, len(compared.changed)
    assert compared.summary == f"No tensor value changed · {same} same · {there} the same on another device"
    speak("ja")
    japanese = compared.summary
    speak("en")
    assert japanese.endswith(f" · 同一 {same} · デバイスだけ違う {there}"), "the word comes first"
    assert compared.changed
    found = compared.difference.changed[0]
    assert compared.lines(found).endswith("\nnumbers: the same")
    assert weight(found) < weight(found._replace(kinds=(DTYPE, DEVICE)))


def test_a_click_in_the_table_selects_in_the_tree_and_the_other_way_round(two: MainWindow, qtbot: QtBot) -> None:
    board, catalogue = board_of(two), two.page.session.catalogue
    assert catalogue is not None
    click(qtbot, board, "model/conv.bias")
    assert list(two.page.session.selection) == [catalogue.find("model/conv.bias")]
    assert board.view.hasFocus()
    qtbot.keyClick(board.view, Qt.Key.Key_Down)
    assert list(two.page.session.selection) == [catalogue.find("model/fc.weight")]
    two.page.session.reveal(catalogue.find("epoch"))
    qtbot.waitUntil(lambda: [row.path for row in board.chosen()] == ["epoch"])
    click(qtbot, board, "head")
    assert list(two.page.session.selection) == []
    qtbot.waitUntil(lambda: board.about.path == "head")
    assert "Only epoch28.pth has this" in board.told.text()
    tree = two.page.workspace.tree
    assert tree.view.currentIndex().data() == "head"


def test_several_rows_are_selected_together(two: MainWindow, qtbot: QtBot) -> None:
    board, catalogue = board_of(two), two.page.session.catalogue
    assert catalogue is not None
    click(qtbot, board, "model/conv.weight")
    qtbot.keyClick(board.view, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    wanted = [catalogue.find("model/conv.weight"), catalogue.find("model/conv.bias")]
    assert list(two.page.session.selection) == wanted


def test_the_table_sorts_by_how_far_apart(two: MainWindow) -> None:
    board = board_of(two)
    board.view.sortByColumn(RELATIVE, Qt.SortOrder.DescendingOrder)
    known = [row.numbers[1] for row in board.model.rows if row.numbers[1] is not None]
    assert known == sorted(known, reverse=True)
    assert board.model.rows[0].numbers[1] is not None


def test_a_selected_tensor_shows_both_histograms_the_difference_and_the_numbers(
    two: MainWindow, epochs: Epochs, qtbot: QtBot
) -> None:
    view = pair_of(two, "model/fc.weight", qtbot)
    mine, theirs = (each["model"]["fc.weight"].double().numpy() for each in (epochs.before, epochs.after))
    layers = {layer.name: layer for layer in view.histogram.layers}
    for name, values in (("this file", mine), ("other file", theirs)):
        counts, _edges = np.histogram(values, layers[name].edges)
        assert list(layers[name].counts) == counts.tolist()
        assert layers[name].total == values.size
    assert view.picture.plot.picture is not None
    assert np.allclose(view.picture.plot.picture.values, mine - theirs, atol=1e-7)
    assert view.picture.plot.diverging
    model = view.grid.model
    qtbot.waitUntil(lambda: model.value(0, 0) is not None)
    assert [model.headerData(column, Qt.Orientation.Horizontal) for column in range(3)] == [
        "this file",
        "other file",
        "difference",
    ]
    for row in (0, 7, mine.size - 1):
        wanted = mine.flat[row], theirs.flat[row], mine.flat[row] - theirs.flat[row]
        assert [model.value(row, column) for column in range(3)] == pytest.approx(wanted, abs=1e-12)
    assert model.source.index(7, 2) == (1, 3)


def test_both_sides_and_the_difference_are_called_so_in_the_language_of_the_window(
    two: MainWindow, qtbot: QtBot
) -> None:
    with spoken():
        view = pair_of(two, "model/fc.weight", qtbot)
        heads = [view.grid.model.headerData(column, Qt.Orientation.Horizontal) for column in range(3)]
    assert heads == [pseudo(head) for head in ("this file", "other file", "difference")]
    assert [layer.name for layer in view.histogram.layers] == heads[:2]


@pytest.mark.parametrize("path", ["model/conv.weight", "model/fc.bias", "optimizer/state/0/step"])
def test_kernels_vectors_and_scalars_have_pictures_too(two: MainWindow, path: str, qtbot: QtBot) -> None:
    view = pair_of(two, path, qtbot)
    assert view.tabs.isTabVisible(1)
    picture = view.picture.plot.picture
    assert picture is not None
    assert picture.values.size >= 1


def test_in_a_small_window_each_part_is_one_click_away_and_in_a_tall_one_all_are_seen(
    two: MainWindow, qtbot: QtBot
) -> None:
    two.resize(1000, 640)
    view = pair_of(two, "model/conv.weight", qtbot)
    parts = view.histogram, view.picture, view.grid
    bar = board_of(two)._scroll.verticalScrollBar()
    for tab, part in enumerate(parts):
        qtbot.mouseClick(view.tabs, Qt.MouseButton.LeftButton, pos=view.tabs.tabRect(tab).center())
        assert [each.isVisible() for each in parts] == [each is part for each in parts]
        assert bar.maximum() == 0
    two.resize(1600, 1100)
    qtbot.waitUntil(lambda: all(part.isVisible() for part in parts))
    assert not view.tabs.isVisible()


@pytest.mark.parametrize("count", [4, 200])
def test_the_table_is_no_higher_than_its_rows(
    window: MainWindow, open_in: OpenIn, compare_in: Beside, tmp_path: Path, count: int
) -> None:
    for name, value in (("mine.pth", 0.0), ("theirs.pth", 1.0)):
        torch.save({f"weight{place}": torch.full((4,), value) for place in range(count)}, tmp_path / name)
    window.resize(1600, 1400)
    open_in(window, tmp_path / "mine.pth")
    compare_in(window, tmp_path / "theirs.pth")
    window.page.workspace.show_panel("differences")
    settle(window)
    board = board_of(window)
    rows, seen = board.view.verticalHeader().length(), board.view.viewport().height()
    row = rows // count
    assert rows <= seen < rows + row if count == 4 else seen > 10 * row
    table, below = board.splitter.sizes()
    assert table < below


def test_planes_of_more_dimensions_are_moved_through(
    window: MainWindow, open_in: OpenIn, compare_in: Beside, tmp_path: Path, qtbot: QtBot
) -> None:
    mine, theirs = torch.randn(3, 4, 5, 6, 7), torch.randn(3, 4, 5, 6, 7)
    for name, saved in (("a.pth", mine), ("b.pth", theirs)):
        torch.save({"w": saved, "m": saved[0, 0, 0]}, tmp_path / name)
    open_in(window, tmp_path / "a.pth")
    compare_in(window, tmp_path / "b.pth")
    view, board = pair_of(window, "w", qtbot), board_of(window)

    def seen(wanted: torch.Tensor) -> bool:
        picture = view.picture.plot.picture
        return picture is not None and picture.values.shape == wanted.shape and np.allclose(picture.values, wanted)

    apart = (mine.double() - theirs.double()).numpy()
    assert seen(apart[0, 0, 0])
    assert sorted(view.planes.sliders) == [0, 1, 2]
    view.planes.sliders[1][1].setValue(3)
    view.planes.sliders[2][1].setValue(4)
    qtbot.waitUntil(lambda: not board.busy)
    assert seen(apart[0, 3, 4])
    assert view.picture.plot.picture is not None
    assert view.picture.plot.picture.place(2, 5) == (0, 3, 4, 2, 5)
    pair_of(window, "m", qtbot)
    assert not view.planes.isVisibleTo(view)


def test_what_has_another_shape_shows_histograms_alone(
    window: MainWindow, open_in: OpenIn, compare_in: Beside, epochs: Epochs, tmp_path: Path, qtbot: QtBot
) -> None:
    open_in(window, epochs.first)
    found = compare_in(window, wrapped(tmp_path, epochs))
    assert len(found.difference.renamed) == len(epochs.before["model"])
    view = pair_of(window, "model/fc.weight", qtbot)
    board = board_of(window)
    assert "shape: 5×4 in epoch27.pth, 7×4 in wrapped.pth" in board.told.text()
    assert "module.fc.weight" in board.told.text()
    assert view.histogram.isVisibleTo(view)
    assert [view.tabs.isTabVisible(tab) for tab in range(3)] == [True, False, False]
    assert not view.picture.isVisibleTo(view)
    assert not view.grid.isVisibleTo(view)
    what = {row[KEY]: row[WHAT] for row in texts(board.model)}
    assert what["model/fc.weight"] == "7×4 there · renamed"
    assert what["model/fc.bias"].startswith("bfloat16 there") or "dtype" in what["model/fc.bias"]
    assert what["model/frozen.bias"] == "renamed"


def test_files_of_one_name_are_told_apart(
    window: MainWindow, open_in: OpenIn, compare_in: Beside, epochs: Epochs, tmp_path: Path, qtbot: QtBot
) -> None:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    open_in(window, epochs.first)
    found = compare_in(window, Path(shutil.copy(epochs.second, folder / epochs.first.name)))
    lines = [found.lines(each) for each in found.difference.changed if each.entry_a == found.mine.find("epoch")]
    assert lines == ["value: 27 in this file, 28 in the other file"]


def test_what_is_the_same_or_no_tensor_has_no_pictures(two: MainWindow, qtbot: QtBot) -> None:
    board, catalogue = board_of(two), two.page.session.catalogue
    assert catalogue is not None
    pair_of(two, "model/fc.weight", qtbot)
    for path, said in (
        ("model/frozen.weight", "The same in epoch28.pth"),
        ("epoch", "value: 27 in epoch27.pth, 28 in epoch28.pth"),
    ):
        two.page.session.reveal(catalogue.find(path))
        qtbot.waitUntil(lambda path=path: board.about.path == path)  # type: ignore[misc]
        assert said in board.told.text()
        assert board.pair is not None
        assert not board.pair.isVisible()


def test_a_file_that_is_gone_is_said_where_its_numbers_would_be(
    window: MainWindow, open_in: OpenIn, compare_in: Beside, epochs: Epochs, tmp_path: Path, qtbot: QtBot
) -> None:
    other = tmp_path / "other.pth"
    other.write_bytes(epochs.second.read_bytes())
    open_in(window, epochs.first)
    compare_in(window, other)
    other.unlink()
    assert window.page.session.catalogue is not None
    window.page.session.reveal(window.page.session.catalogue.find("model/fc.weight"))
    qtbot.waitUntil(lambda: "cannot be read any more" in board_of(window).told.text())


def test_nan_is_no_difference_from_nan(
    window: MainWindow, open_in: OpenIn, compare_in: Beside, tmp_path: Path, qtbot: QtBot
) -> None:
    torch.save({"w": torch.tensor([float("nan"), 1.0, float("inf"), 2.0])}, tmp_path / "a.pth")
    torch.save({"w": torch.tensor([float("nan"), 1.0, float("inf"), float("nan")])}, tmp_path / "b.pth")
    open_in(window, tmp_path / "a.pth")
    compare_in(window, tmp_path / "b.pth")
    view = pair_of(window, "w", qtbot)
    model = view.grid.model
    qtbot.waitUntil(lambda: model.value(0, 2) is not None)
    assert [model.value(row, 2) for row in range(3)] == [0, 0, 0]
    assert np.isnan(model.value(3, 2))
    assert board_of(window).model.rows[0].what == "NaN or Inf"


def test_the_models_keep_the_rules_of_qt(two: MainWindow, qtmodeltester: ModelTester) -> None:
    qtmodeltester.check(board_of(two).model)


def test_the_panel_is_reached_by_tab(two: MainWindow, qtbot: QtBot) -> None:
    board, reached = board_of(two), []
    two.page.search.setFocus()
    for _press in range(60):
        two.focusNextPrevChild(True)
        focused = QApplication.focusWidget()
        if focused is board.view:
            break
        reached.append(focused)
    assert QApplication.focusWidget() is board.view
    tree = two.page.workspace.tree
    assert {tree.comparison_line.only, tree.comparison_line.close_button} <= set(reached)


def test_a_comparison_that_ends_leaves_an_empty_panel(two: MainWindow, qtbot: QtBot) -> None:
    pair_of(two, "model/fc.weight", qtbot)
    Comparison.of(two.page.session).end()
    board = board_of(two)
    assert board.model.rows == []
    assert board.compared is None
    assert panel_of(two).pages.currentWidget() is not board

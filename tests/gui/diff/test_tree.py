"""The tree shows both files: what differs is marked and coloured, what only the other has stands where it would be."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import torch
from PySide6.QtCore import Qt
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from core.edits.edits import Plan, RemapDevice
from core.edits.preview import preview
from core.saving.save import save
from gui.app.window import MainWindow
from gui.document.badges import Tone
from gui.document.outline import TOP
from gui.session.comparison import Comparison
from gui.tree.panel import TreePanel
from gui.widgets.item_roles import ItemRole
from tests.gui.diff.conftest import Beside
from tests.gui.diff.files import Epochs, wrapped
from tests.support.engine import catalogue_of

OpenIn = Callable[[MainWindow, Path], None]


def badges(panel: TreePanel) -> dict[str, str]:
    """The badges of the rows that have some, by key."""
    rows = [panel.model.index(row, 0) for row in range(panel.model.rowCount())]
    return {row.data(): row.data(ItemRole.BADGES)[0].text for row in rows if row.data(ItemRole.BADGES)}


def keys(panel: TreePanel) -> list[str]:
    """The keys that show."""
    return [panel.model.index(row, 0).data() for row in range(panel.model.rowCount())]


def row_of(panel: TreePanel, key: str) -> int:
    return keys(panel).index(key)


def unfolded(panel: TreePanel) -> TreePanel:
    panel.unfold_all()
    return panel


def test_rows_say_what_differs(two: MainWindow, epochs: Epochs) -> None:
    panel = unfolded(two.page.workspace.tree)
    assert two.page.session.catalogue is not None
    entry = two.page.session.catalogue.find("model/conv.weight")
    index = panel.model.index(panel.model.row(entry), 0)
    largest = (epochs.before["model"]["conv.weight"] - epochs.after["model"]["conv.weight"]).abs().max().item()
    assert index.data(ItemRole.BADGES)[0].text == f"Δ {largest:.3g}"
    assert "mean |Δ|" in index.data(Qt.ItemDataRole.ToolTipRole)
    same = two.page.session.catalogue.find("model/frozen.weight")
    assert panel.model.index(panel.model.row(same), 0).data(ItemRole.BADGES) == []
    said = badges(panel)
    assert (said["epoch"], said["only_first"]) == ("28 there", "only here")


def test_a_larger_difference_is_coloured_deeper(
    window: MainWindow, open_in: OpenIn, compare_in: Beside, tmp_path: Path
) -> None:
    mine = {name: torch.ones(10) for name in ("little", "much", "same")}
    torch.save(mine, tmp_path / "a.pth")
    theirs = {"little": torch.ones(10) + 1e-5, "much": torch.zeros(10), "same": torch.ones(10)}
    torch.save(theirs, tmp_path / "b.pth")
    open_in(window, tmp_path / "a.pth")
    compare_in(window, tmp_path / "b.pth")
    panel = window.page.workspace.tree
    weights = [panel.model.index(row_of(panel, key), 0).data(ItemRole.WEIGHT) for key in ("little", "much", "same")]
    assert 0 < weights[0] < weights[1] == 1.0
    assert weights[2] is None
    x = panel.view.viewport().width() - 6
    picture = panel.view.viewport().grab().toImage()
    tops = {key: panel.view.rowViewportPosition(row_of(panel, key)) for key in ("little", "much", "same")}
    shades = {key: picture.pixelColor(x, top + 4).blue() for key, top in tops.items()}
    assert shades["much"] < shades["little"] < shades["same"]


def test_what_only_the_other_file_has_stands_where_it_would_be(
    window: MainWindow, open_in: OpenIn, compare_in: Beside, epochs: Epochs, tmp_path: Path
) -> None:
    open_in(window, epochs.first)
    compare_in(window, wrapped(tmp_path, epochs))
    panel = unfolded(window.page.workspace.tree)
    row = row_of(panel, "module")
    model = row_of(panel, "model")
    assert panel.model.node(row) < TOP
    assert panel.model.parent_row(row) == model
    assert panel.model.index(row, 0).data(ItemRole.DEPTH) == panel.model.index(model, 0).data(ItemRole.DEPTH) + 1
    assert panel.model.index(row, 1).data() == "2 tensors"
    assert panel.model.index(row, 0).data(ItemRole.BADGES)[0].text == "only there"
    panel.keys_button.click()
    assert "module.extra.0.weight" in keys(panel)
    window.page.comparing.end()
    assert "module.extra.0.weight" not in keys(panel)


def test_removed_rows_are_looked_at_but_never_selected(two: MainWindow, qtbot: QtBot) -> None:
    panel, comparison = two.page.workspace.tree, Comparison.of(two.page.session)
    assert comparison.compared is not None
    rect = panel.view.visualRect(panel.model.index(row_of(panel, "head"), 0))
    qtbot.mouseClick(panel.view.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
    assert comparison.there == comparison.compared.theirs.find("head")
    assert list(two.page.session.selection) == []
    assert two.page.session.current == -1
    qtbot.keyClick(panel.view, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert min(two.page.session.selection) >= 0
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Return, Qt.Key.Key_Delete, Qt.Key.Key_F2):
        panel.view.setCurrentIndex(panel.model.index(row_of(panel, "head"), 0))
        qtbot.keyClick(panel.view, key)
    assert not two.page.session.plan


def test_one_click_leaves_what_differs_and_goes_together_with_the_search(two: MainWindow, qtbot: QtBot) -> None:
    panel = two.page.workspace.tree
    only = panel.comparison_line.only
    everything = keys(panel)
    qtbot.mouseClick(only, Qt.MouseButton.LeftButton)
    shown = keys(panel)
    assert "frozen" not in shown
    assert {"conv", "fc", "epoch", "only_first", "head", "notes"} <= set(shown)
    two.page.search.setText("conv")
    two.page.search.apply()
    assert {"conv", "weight", "bias"} <= set(keys(panel))
    assert not {"fc", "head", "epoch"} & set(keys(panel))
    two.page.search.setText("notes")
    two.page.search.apply()
    assert keys(panel) == ["notes"]
    two.page.search.setText("frozen")
    two.page.search.apply()
    assert keys(panel) == []
    two.page.search.reset()
    assert keys(panel) == shown
    qtbot.mouseClick(only, Qt.MouseButton.LeftButton)
    assert keys(panel) == everything


def test_what_only_lies_elsewhere_is_no_change_beside_others(
    window: MainWindow, open_in: OpenIn, compare_in: Beside, epochs: Epochs, tmp_path: Path
) -> None:
    mine = catalogue_of(epochs.first)
    moved = save(preview(mine, Plan((RemapDevice("cpu", "cuda:1"),))), tmp_path / "moved.pth").path
    later = catalogue_of(epochs.second)
    both = save(preview(later, Plan((RemapDevice("cpu", "cuda:1"),))), tmp_path / "both.pth").path
    open_in(window, epochs.first)
    panel = window.page.workspace.tree
    compare_in(window, both)
    row = unfolded(panel).model.row(mine.find("model/frozen.weight"))
    assert [badge.tone for badge in panel.model.index(row, 0).data(ItemRole.BADGES)] == [Tone.NOTE]
    panel.comparison_line.only.click()
    assert "frozen" not in keys(panel)
    assert "conv" in keys(panel)
    assert "No tensor value changed" not in panel.comparison_line.words.text()
    window.page.comparing.end()
    compare_in(window, moved)
    assert panel.comparison_line.words.text().startswith("No tensor value changed · ")
    panel.comparison_line.only.click()
    assert {"frozen", "conv"} <= set(keys(panel))


def test_to_show_something_that_is_the_same_shows_everything_again(two: MainWindow) -> None:
    panel = two.page.workspace.tree
    panel.comparison_line.only.click()
    assert two.page.session.catalogue is not None
    two.page.session.reveal(two.page.session.catalogue.find("model/frozen.weight"))
    assert not panel.comparison_line.only.isChecked()
    assert "frozen" in keys(panel)


def test_what_lies_in_removed_rows_alone_is_found_with_what_it_lies_in(
    window: MainWindow, open_in: OpenIn, compare_in: Beside, tmp_path: Path
) -> None:
    common = {"a.b.x": torch.ones(1), "c.x": torch.ones(1)}
    torch.save({"model": common, "inner": {"d": {}}}, tmp_path / "a.pth")
    torch.save({"model": {**common, "a.b.y": torch.ones(1)}, "inner": {"d": {"e": 1}}}, tmp_path / "b.pth")
    open_in(window, tmp_path / "a.pth")
    compare_in(window, tmp_path / "b.pth")
    panel = window.page.workspace.tree
    panel.fold_all()
    assert badges(panel) == {"model": "1", "inner": "1"}
    panel.comparison_line.only.click()
    assert keys(panel) == ["model", "a", "b", "y", "inner", "d", "e"]
    panel.comparison_line.only.click()
    assert keys(panel) == ["model", "inner"]


def test_the_model_keeps_the_rules_of_qt_with_removed_rows_in_it(two: MainWindow, qtmodeltester: ModelTester) -> None:
    panel = unfolded(two.page.workspace.tree)
    qtmodeltester.check(panel.model)
    panel.comparison_line.only.click()
    panel.model.fold(0)
    panel.fold_all()
    panel.view.sortByColumn(0, Qt.SortOrder.DescendingOrder)
    qtmodeltester.check(panel.model)

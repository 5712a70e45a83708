"""Every Qt model under pytest-qt's model tester, and what each cell says."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QAbstractItemModel, Qt
from pytestqt.modeltest import ModelTester

from core.catalogue.catalogue import Catalogue
from core.catalogue.search import search
from core.edits.edits import Drop, MoveOptimizer, Plan, RemapDevice, StripPrefix
from core.edits.preview import Preview, preview
from gui.changes.table_model import ChangesModel
from gui.details.model import facts_of, facts_of_many
from gui.devices.model import device_rows
from gui.devices.table_model import DevicesModel
from gui.document.cells import Column
from gui.document.rows import Rows
from gui.look.plain_text import tooltip
from gui.memory.model import memory_rows
from gui.memory.table_models import MemoryModel
from gui.optimizer.model import matched_text, optimizer_rows
from gui.optimizer.table_model import OptimizerModel
from gui.tree.table_model import TreeModel
from gui.widgets.item_roles import ItemRole
from tests.gui.documents import catalogue_of, saved, two_gpus, unplanned

Role = Qt.ItemDataRole


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory: pytest.TempPathFactory) -> Catalogue:
    return catalogue_of(saved(tmp_path_factory.mktemp("models"), two_gpus))


@pytest.fixture
def planned(catalogue: Catalogue) -> Preview:
    """A plan that touches everything: devices, names and what stays."""
    edits = (RemapDevice("cuda:1", "cpu"), StripPrefix("module."), Drop(catalogue.find("epoch")))
    return preview(catalogue, Plan(edits))


def texts(model: QAbstractItemModel) -> list[list[str]]:
    return [
        [model.index(row, column).data() for column in range(model.columnCount())] for row in range(model.rowCount())
    ]


# ---- the tree


@pytest.fixture
def tree(catalogue: Catalogue) -> TreeModel:
    model = TreeModel()
    model.take(catalogue, unplanned(catalogue))
    return model


def test_the_tree_holds_through_all_it_can_do(
    tree: TreeModel, catalogue: Catalogue, planned: Preview, qtmodeltester: ModelTester
) -> None:
    qtmodeltester.check(tree)
    tree.change(Rows.fold_all)
    tree.unfold(tree.row(catalogue.find("model")))
    tree.change(Rows.unfold_all)
    tree.replan(planned)
    tree.fold(0)
    tree.fold(tree.row(catalogue.find("model")))
    tree.change(lambda rows: rows.refilter(search(catalogue, "weight")))
    tree.change(lambda rows: rows.set_modules(False))
    tree.sort_wanted.connect(lambda: tree.change(tree.apply_order))
    tree.sort(Column.SIZE, Qt.SortOrder.DescendingOrder)
    tree.change(lambda rows: rows.refilter([]))
    assert tree.rowCount() == 0
    tree.change(lambda rows: rows.refilter(None))
    qtmodeltester.check(tree)
    tree.clear()
    assert tree.rowCount() == 0


def test_the_cells_of_a_tensor(tree: TreeModel, catalogue: Catalogue, planned: Preview) -> None:
    entry = catalogue.find("model/module.embed.weight")
    tree.uncover([entry])
    row = tree.row(entry)
    assert texts(tree)[row] == ["weight", "10×4", "float32", "160 B", "cuda:1", ""]
    tree.replan(planned)
    assert texts(tree)[row] == ["weight", "10×4", "float32", "160 B", "cuda:1", "cpu  embed.weight"]
    assert tree.index(row, Column.DEVICE).data(ItemRole.CHIPS) == ("cuda:1",)
    assert tree.index(row, Column.AFTER).data(ItemRole.CHIPS) == ("cpu",)
    assert tree.index(row, 0).data(Role.FontRole).bold()
    assert tree.index(tree.row(catalogue.find("note")), 0).data(Role.FontRole) is None
    assert tree.index(tree.row(catalogue.find("epoch")), 0).data(ItemRole.DROPPED)


def test_a_plan_changes_cells_and_never_rows(
    tree: TreeModel, planned: Preview, qtbot: Any, catalogue: Catalogue
) -> None:
    nodes = [tree.node(row) for row in range(tree.rowCount())]
    with qtbot.assertNotEmitted(tree.modelReset), qtbot.waitSignal(tree.dataChanged):
        tree.replan(planned)
    assert [tree.node(row) for row in range(tree.rowCount())] == nodes


def test_typing_a_name_asks_for_it_and_changes_nothing(tree: TreeModel, catalogue: Catalogue, qtbot: Any) -> None:
    entry = catalogue.find("model/module.embed.weight")
    tree.uncover([entry])
    index = tree.index(tree.row(entry), 0)
    assert index.flags() & Qt.ItemFlag.ItemIsEditable
    assert index.data(Role.EditRole) == "module.embed.weight"
    with qtbot.waitSignal(tree.rename_wanted) as asked:
        assert not tree.setData(index, "stem.weight")
    assert asked.args == [entry, "stem.weight"]
    with qtbot.assertNotEmitted(tree.rename_wanted):
        tree.setData(index, "module.embed.weight")


def test_modules_and_list_elements_have_no_name_to_edit(tree: TreeModel, catalogue: Catalogue) -> None:
    element = catalogue.find("optimizer/param_groups/0")
    tree.uncover([element, catalogue.find("model/module.embed.weight")])
    for node in (element, tree.node(tree.row(catalogue.find("model")) + 1)):
        assert not tree.index(tree.row(node), 0).flags() & Qt.ItemFlag.ItemIsEditable


def test_a_screen_reader_hears_what_the_eye_sees(tree: TreeModel, catalogue: Catalogue) -> None:
    tree.change(Rows.fold_all)
    row = tree.row(catalogue.find("model"))
    assert tree.index(row, 0).data(Role.AccessibleTextRole).endswith("folded")
    tree.unfold(row)
    assert tree.index(row, 0).data(Role.AccessibleTextRole).endswith("unfolded")


def test_text_of_the_file_is_no_markup(tree: TreeModel, catalogue: Catalogue) -> None:
    tip = tree.index(tree.row(catalogue.find("note")), 0).data(Role.ToolTipRole)
    assert "<b>" not in tip
    assert "&lt;b&gt;bold" in tip
    assert tooltip("") is None


# ---- the small tables


def test_devices(catalogue: Catalogue, qtmodeltester: ModelTester) -> None:
    model = DevicesModel()
    qtmodeltester.check(model)
    model.set_rows(device_rows(catalogue.devices, Plan()))
    assert [row[0] for row in texts(model)] == ["cuda:1", "cuda:0", "cpu"]
    assert {row[3] for row in texts(model)} == {"keep"}
    model.set_rows(device_rows(catalogue.devices, Plan((RemapDevice("cuda:*", "cpu"),))))
    assert [row[3] for row in texts(model)] == ["cpu", "cpu", "keep"]


def test_changes(planned: Preview, qtmodeltester: ModelTester) -> None:
    model = ChangesModel()
    model.set_rows(planned.changes)
    qtmodeltester.check(model)
    assert texts(model)[1][:2] == ["strip module.", "6 keys"]
    assert texts(model)[2][:2] == ["drop epoch", "no tensor"]


def test_memory(catalogue: Catalogue, planned: Preview, qtmodeltester: ModelTester) -> None:
    model = MemoryModel()
    model.set_rows(memory_rows(planned, ["cuda:1", "cuda:0", "cpu"]))
    qtmodeltester.check(model)
    before = {total.device: total.bytes for total in catalogue.devices}
    assert texts(model)[0][2] == "–"
    last = model.rows[2]
    assert last.after.bytes == before["cuda:1"] + before["cpu"]
    assert model.index(2, 2).data(ItemRole.SHARE) == pytest.approx(1.0)


def test_optimizer_marks_state_that_lies_elsewhere(catalogue: Catalogue, qtmodeltester: ModelTester) -> None:
    model = OptimizerModel()
    (optimizer,) = catalogue.optimizers
    model.set_rows(list(optimizer_rows(unplanned(catalogue), optimizer)))
    qtmodeltester.check(model)
    assert [row.mismatch for row in model.rows] == [False, True, True, False, False]
    assert model.index(1, 2).data(ItemRole.NOTE) == "≠"
    assert "2 not with their parameter" in matched_text(optimizer, sum(row.mismatch for row in model.rows))
    assert "with their" not in matched_text(optimizer, None)
    model.set_rows(list(optimizer_rows(preview(catalogue, Plan((MoveOptimizer("follow"),))), optimizer)))
    assert not any(row.mismatch for row in model.rows)
    model.sort(4, Qt.SortOrder.DescendingOrder)
    assert model.rows[0].shape == (10, 4)
    model.sort(-1)
    assert [row.place for row in model.rows] == [0, 1, 2, 3, 4]


def test_as_many_rows_as_before_keep_selection_and_scroll(catalogue: Catalogue, qtbot: Any) -> None:
    model = DevicesModel()
    model.set_rows(device_rows(catalogue.devices, Plan()))
    with qtbot.assertNotEmitted(model.modelReset), qtbot.waitSignal(model.dataChanged):
        model.set_rows(device_rows(catalogue.devices, Plan((RemapDevice("cuda:0", "cpu"),))))


# ---- details


def facts(found: list[Any]) -> dict[str, Any]:
    return {fact.name: fact for fact in found}


def test_details_of_a_tied_tensor(catalogue: Catalogue, planned: Preview) -> None:
    entry = catalogue.find("model/module.embed.weight")
    found = facts(facts_of(planned, entry))
    assert found["Path after"].text == "model/embed.weight"
    assert found["Device"].devices == ("cuda:1", "cpu")
    assert found["Shares its storage with"].links == (catalogue.find("model/module.out.weight"),)
    assert found["Size"].text == "160 bytes"
    assert found["Shape"].text == "10×4  40 elements"


def test_details_of_state_a_value_and_several_keys(catalogue: Catalogue, planned: Preview) -> None:
    state = facts(facts_of(planned, catalogue.find("optimizer/state/0/exp_avg")))
    assert state["Meaning"].text == "exp_avg of module.embed.weight"
    epoch = facts(facts_of(planned, catalogue.find("epoch")))
    assert (epoch["Value"].text, epoch["After"].text) == ("27", "dropped: not in the file you save")
    many = facts(facts_of_many(planned, catalogue.children(catalogue.find("model"))))
    assert many["Holds"].text == "6 tensors"
    assert many["Devices after"].text == "cpu, cuda:0"


def test_details_of_every_entry_of_an_odd_file(make_odd: Callable[[], Catalogue]) -> None:
    odd = make_odd()
    shown = unplanned(odd)
    for entry in range(len(odd)):
        assert facts_of(shown, entry)


@pytest.fixture
def make_odd(tmp_path: Path) -> Callable[[], Catalogue]:
    """A file with views, empty and overlapping tensors and objects of all kinds."""
    from tests.files.checkpoints import odd_tensors, save
    from tests.support.oracle import PretendGpus

    def make() -> Catalogue:
        with PretendGpus() as gpus:
            return catalogue_of(save(odd_tensors(gpus), tmp_path / "odd.pth"))

    return make


def test_the_tree_shows_every_cell_of_an_odd_file(make_odd: Callable[[], Catalogue]) -> None:
    model = TreeModel()
    odd = make_odd()
    model.take(odd, unplanned(odd))
    model.change(Rows.unfold_all)
    assert model.rowCount() >= len(odd) - 1
    for row in range(model.rowCount()):
        for column in range(model.columnCount()):
            for role in (Role.DisplayRole, Role.ToolTipRole, Role.AccessibleTextRole, Role.EditRole, ItemRole.NOTE):
                model.index(row, column).data(role)

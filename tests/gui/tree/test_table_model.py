"""The tree as Qt asks for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import Qt
from pytestqt.modeltest import ModelTester

from core.catalogue.catalogue import Catalogue
from core.catalogue.search import search
from core.edits.preview import Preview
from gui.document.rows import Rows
from gui.document.tree_columns import Column
from gui.look.plain_text import tooltip
from gui.tree.table_model import TreeModel
from gui.widgets.item_roles import ItemRole
from tests.gui.documents import unplanned
from tests.gui.user import texts

Role = Qt.ItemDataRole


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
    assert texts(tree)[row] == ["weight", "10×4", "40", "float32", "160 B", "cuda:1", "", ""]
    tree.replan(planned)
    assert texts(tree)[row] == ["weight", "10×4", "40", "float32", "160 B", "cuda:1", "", "cpu"]
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

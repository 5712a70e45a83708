"""The outline, its rows and its totals: plain Python, no Qt."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.catalogue.catalogue import Catalogue
from core.catalogue.search import search
from core.edits.edits import Drop, Plan, RemapDevice, RenameKey, StripPrefix
from core.edits.preview import preview
from core.languages import LANGUAGES, speak
from gui.document.cells import Cells
from gui.document.outline import TOP, Outline
from gui.document.rows import Rows
from gui.document.totals import RowsByValue, Totals
from gui.document.tree_columns import Column
from tests.gui.documents import catalogue_of, saved, two_gpus, unplanned


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory: pytest.TempPathFactory) -> Catalogue:
    return catalogue_of(saved(tmp_path_factory.mktemp("outline"), two_gpus))


def labels(outline: Outline, *path: str) -> list[str]:
    """The labels right below the node that the labels of `path` lead to."""
    node = walk(outline, *path)
    return [outline.label(child) for child in outline.children(node)]


def walk(outline: Outline, *path: str) -> int:
    node = TOP
    for label in path:
        (node,) = [child for child in outline.children(node) if outline.label(child) == label]
    return node


def shown(rows: Rows) -> list[str]:
    return ["  " * depth + rows.outline.label(node) for node, depth in zip(rows.nodes, rows.depths, strict=True)]


# ---- outline


def test_dotted_keys_become_modules_in_file_order(catalogue: Catalogue) -> None:
    outline = Outline(catalogue)
    assert labels(outline) == ["epoch", "note", "model", "optimizer"]
    assert labels(outline, "model") == ["module"]
    assert labels(outline, "model", "module") == ["embed", "layer1", "out"]
    assert labels(outline, "model", "module", "layer1") == ["0", "10", "2"]
    assert labels(outline, "model", "module", "layer1", "0", "conv") == ["weight", "bias"]


def test_flat_shows_the_keys_of_torch(catalogue: Catalogue) -> None:
    outline = Outline(catalogue, modules=False)
    assert labels(outline, "model")[1] == "module.layer1.0.conv.weight"
    assert len(labels(outline, "model")) == 6


def test_parents_lead_back_up_whether_or_not_anything_was_unfolded(catalogue: Catalogue) -> None:
    entry = catalogue.find("model/module.layer1.0.conv.bias")
    outline = Outline(catalogue)
    assert [outline.label(node) for node in outline.ancestors(entry)] == ["model", "module", "layer1", "0", "conv"]
    assert [outline.label(node) for node in Outline(catalogue, modules=False).ancestors(entry)] == ["model"]


def test_every_child_names_its_parent(catalogue: Catalogue) -> None:
    outline = Outline(catalogue)
    pending = [TOP]
    seen = 0
    while pending:
        node = pending.pop()
        for child in outline.children(node):
            assert outline.parent(child) == node
            pending.append(child)
            seen += 1
    assert seen > len(catalogue)  # all entries but the root, and some groups


def test_members_of_a_group_do_not_depend_on_the_filter(catalogue: Catalogue) -> None:
    outline = Outline(catalogue)
    outline.set_filter(search(catalogue, "role:model bias"))
    group = walk(outline, "model", "module", "layer1")
    assert len(outline.members(group)) == 4
    assert labels(outline, "model", "module", "layer1") == ["0"]
    assert labels(outline, "model", "module", "layer1", "0", "conv") == ["bias"]


def test_nodes_keep_their_numbers_through_filter_and_toggle(catalogue: Catalogue) -> None:
    outline = Outline(catalogue)
    group = walk(outline, "model", "module", "layer1")
    outline.set_filter(search(catalogue, "role:model embed"))
    outline.set_modules(False)
    outline.set_filter(None)
    outline.set_modules(True)
    assert walk(outline, "model", "module", "layer1") == group


def test_a_file_that_is_one_tensor_shows_one_row(tmp_path: Path) -> None:
    outline = Outline(catalogue_of(saved(tmp_path, lambda tensor: tensor("cuda:0", 3), "one.pth")))
    assert list(outline.children(TOP)) == [0]
    assert not outline.has_children(0)
    assert outline.parent(0) == TOP


def test_a_state_dict_as_the_whole_file_starts_with_its_modules(tmp_path: Path) -> None:
    def make(tensor: object) -> object:
        return two_gpus(tensor)["model"]  # type: ignore[arg-type]

    outline = Outline(catalogue_of(saved(tmp_path, make)))
    assert labels(outline) == ["module"]
    assert outline.parent(walk(outline, "module")) == TOP


def test_a_key_that_is_tensor_and_module_at_once_shows_twice(tmp_path: Path) -> None:
    def make(tensor: object) -> object:
        return {"a": tensor("cpu", 1), "a.b": tensor("cpu", 1), ".c": tensor("cpu", 1)}  # type: ignore[operator]

    outline = Outline(catalogue_of(saved(tmp_path, make)))
    assert labels(outline) == ["a", "a", ""]


# ---- rows


def test_rows_fold_and_unfold(catalogue: Catalogue) -> None:
    rows = Rows(Outline(catalogue))
    at = rows.place(catalogue.find("model"))
    new = rows.insertion(at)
    rows.insert(at, new)
    assert shown(rows)[at : at + 2] == ["model", "  module"]
    assert rows.below(at) == len(new[0]) == 1
    rows.remove(at, 1)
    assert shown(rows) == ["epoch", "note", "model", "optimizer"]


def test_a_filter_unfolds_its_matches_and_leaves_what_was_unfolded_before(catalogue: Catalogue) -> None:
    rows = Rows(Outline(catalogue))
    rows.unfold_to([catalogue.find("optimizer/state/0")])
    rows.rebuild()
    before = shown(rows)
    rows = rows.changed([lambda rows: rows.refilter(search(catalogue, "role:model bias"))])
    assert shown(rows) == ["model", "  module", "    layer1", "      0", "        conv", "          bias"]
    rows = rows.changed([lambda rows: rows.refilter(search(catalogue, "role:model embed"))])
    assert shown(rows)[-1] == "      weight"
    assert rows.remembers
    rows.unfilter()
    assert shown(rows) == before


def test_sorting_while_filtered_is_not_forgotten_with_the_filter(catalogue: Catalogue) -> None:
    rows = Rows(Outline(catalogue))
    rows.refilter(search(catalogue, "weight"))
    rows.rebuild()
    rows.set_order(rows.outline.label, reverse=True)
    rows.rebuild()
    assert not rows.remembers
    rows.unfilter()
    assert shown(rows) == ["optimizer", "note", "model", "epoch"]


def test_unfold_all_shows_every_entry(catalogue: Catalogue) -> None:
    rows = Rows(Outline(catalogue))
    rows.unfold_all()
    rows.rebuild()
    assert set(range(1, len(catalogue))) <= set(rows.nodes)
    rows.fold_all()
    rows.rebuild()
    assert len(rows.nodes) == 4


# ---- totals and facts


def test_totals_count_shared_bytes_once(catalogue: Catalogue) -> None:
    outline = Outline(catalogue)
    totals = Totals(outline)
    module = totals.below(walk(outline, "model", "module"))
    assert module.tensors == 6
    assert module.nbytes == 4 * (40 + 288 + 8 + 64 + 4)
    assert module.devices == ("cuda:1", "cuda:0")
    out = totals.below(walk(outline, "model", "module", "out"))
    assert (out.tensors, out.nbytes, out.devices) == (1, 160, ("cuda:1",))


def test_totals_agree_with_a_count_by_hand_for_every_node(catalogue: Catalogue) -> None:
    outline = Outline(catalogue)
    totals = Totals(outline)
    pending = list(outline.children(TOP))
    while pending:
        node = pending.pop()
        rows = [row for entry in outline.entries(node) if (row := catalogue.rows[entry]) >= 0]
        below = totals.below(node)
        assert below.tensors == len(rows)
        assert set(below.devices) == {catalogue.device_of(row) for row in rows}
        pending += outline.children(node)


def test_after_tells_devices_names_and_drops(catalogue: Catalogue) -> None:
    outline = Outline(catalogue)
    cells = Cells(outline, unplanned(catalogue))
    weight = catalogue.find("model/module.layer1.0.conv.weight")
    assert not cells.after(weight).changed
    edits = [RemapDevice("cuda:0", "cpu"), StripPrefix("module."), Drop(catalogue.find("optimizer"))]
    cells.replan(preview(catalogue, Plan(tuple(edits))))
    assert cells.after_text(weight) == "cpu"  # the row of the prefix tells the rest
    assert cells.after_key(walk(outline, "model", "module", "layer1")) == ""
    assert cells.after_key(walk(outline, "model", "module")) == "stripped"
    assert cells.after(walk(outline, "model", "module")).devices == ("cpu", "cuda:1")
    assert cells.after_text(catalogue.find("optimizer/state/0/exp_avg")) == "dropped"
    assert not cells.after(catalogue.find("epoch")).changed
    outline.set_modules(False)
    flat = Cells(outline, preview(catalogue, Plan(tuple(edits))))
    assert flat.after_text(weight) == "cpu · layer1.0.conv.weight"
    outline.set_modules(True)
    cells.replan(preview(catalogue, Plan((RenameKey(weight, "stem"),))))
    assert cells.after_key(weight) == "stem"
    assert cells.after_key(walk(outline, "model", "module", "layer1")) == ""


def test_optimizer_entries_say_which_parameter_they_are(catalogue: Catalogue) -> None:
    cells = Cells(Outline(catalogue), unplanned(catalogue))
    assert cells.note(catalogue.find("optimizer/state/1")) == "· module.layer1.0.conv.weight"
    assert cells.note(catalogue.find("optimizer/state/1/exp_avg")) == "of module.layer1.0.conv.weight"
    assert cells.note(catalogue.find("epoch")) == "27"
    cells.replan(preview(catalogue, Plan((StripPrefix("module."),))))
    assert cells.note(catalogue.find("optimizer/state/1")) == "· layer1.0.conv.weight"
    assert cells.note(catalogue.find("optimizer/state/1/exp_avg")) == "of layer1.0.conv.weight"


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_an_optimizer_entry_is_called_stands_beside_it_once_in_all_languages(
    catalogue: Catalogue, language: str
) -> None:
    cells = Cells(Outline(catalogue), unplanned(catalogue))
    speak(language)
    try:
        note = cells.note(catalogue.find("optimizer/state/1/exp_avg"))
    finally:
        speak("en")
    assert "exp_avg" not in note
    assert "module.layer1.0.conv.weight" in note


def test_keys_sort_by_their_numbers_and_sizes_by_their_bytes(catalogue: Catalogue) -> None:
    outline = Outline(catalogue)
    cells = Cells(outline, unplanned(catalogue))
    outline.set_order(Column.KEY.order(cells))
    assert labels(outline, "model", "module", "layer1") == ["0", "2", "10"]
    outline.set_order(Column.SIZE.order(cells), reverse=True)
    assert labels(outline, "model", "module", "layer1") == ["0", "10", "2"]


@pytest.mark.parametrize("column", list(Column))
def test_every_column_sorts_whatever_is_in_the_file(catalogue: Catalogue, column: Column) -> None:
    rows = Rows(Outline(catalogue))
    rows.unfold_all()
    rows.rebuild()
    before = sorted(rows.nodes)
    cells = Cells(rows.outline, preview(catalogue, Plan((StripPrefix("module."),))))
    rows.outline.set_order(column.order(cells))
    rows.rebuild()
    assert sorted(rows.nodes) == before


def test_at_first_only_what_holds_tensors_is_unfolded(tmp_path: Path) -> None:
    made = saved(tmp_path, lambda tensor: {"args": {"lr": 0.1}, "model": {"conv": {"weight": tensor("cuda:0", 2)}}})
    rows = Rows(Outline(catalogue_of(made)))
    rows.unfold_a_little()
    assert shown(rows) == ["args", "model", "  conv", "    weight"]


def test_a_file_without_tensors_shows_its_values(tmp_path: Path) -> None:
    rows = Rows(Outline(catalogue_of(saved(tmp_path, lambda _tensor: {"args": {"lr": 0.1}}))))
    rows.unfold_a_little()
    assert shown(rows) == ["args", "  lr"]


def test_a_device_that_comes_is_told_before_those_that_stay(catalogue: Catalogue) -> None:
    outline = Outline(catalogue)
    cells = Cells(outline, preview(catalogue, Plan((RemapDevice("cuda:0", "cpu"),))))
    model = catalogue.find("model")
    assert cells.devices(model) == ("cuda:1", "cuda:0")
    assert cells.after(model).devices == ("cpu", "cuda:1")


def test_values_within_a_few_rows_of_a_column_of_very_many() -> None:
    column = ["b", "c", "a", *(f"d{n}" for n in range(50)), "b"]
    places = RowsByValue(column)
    for spans in ([range(3)], [range(1, 2), range(53, 54)], [range(54)], [range(2, 2)]):
        rows = {row for span in spans for row in span}
        expected = [value for value in dict.fromkeys(column) if any(column[row] == value for row in rows)]
        assert places.within(spans) == tuple(expected)


def test_the_value_of_most_rows_comes_first() -> None:
    places = RowsByValue(["cpu", "cuda:3", "cuda:3", "cpu", "cuda:3", "cuda:0"])
    assert places.within([range(6)]) == ("cuda:3", "cpu", "cuda:0")
    assert places.within([range(2)]) == places.among([0, 1]) == ("cpu", "cuda:3")
    assert places.among([0, 1, 2]) == ("cuda:3", "cpu")


def test_at_first_whole_levels_are_unfolded(catalogue: Catalogue) -> None:
    rows = Rows(Outline(catalogue))
    rows.unfold_all()
    rows.rebuild()
    depths, before = list(rows.depths), 0
    for limit in range(5, len(depths) + 2):
        rows.unfold_a_little(limit)
        seen = set(rows.depths)
        assert len(rows.nodes) <= limit
        assert len(rows.nodes) >= before
        folded = [node for node in rows.nodes if rows.outline.holds_tensors(node) and node not in rows.unfolded]
        assert {rows.depths[rows.place(node)] for node in folded} <= {max(seen)}
        before = len(rows.nodes)


def test_a_first_look_at_one_key_shows_what_is_in_it(tmp_path: Path) -> None:
    made = saved(tmp_path, lambda tensor: {"model": {f"w{n}": tensor("cpu", 1) for n in range(90)}})
    rows = Rows(Outline(catalogue_of(made)))
    rows.unfold_a_little(30)
    assert len(rows.nodes) == 91

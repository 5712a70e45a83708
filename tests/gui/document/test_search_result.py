"""What rows stand for while a search is on, against a plain walk over the file."""

from __future__ import annotations

import random

import pytest

from core.catalogue.catalogue import Catalogue
from core.edits.edits import Plan, RemapDevice
from core.edits.preview import preview as planned_view
from core.text import size_text
from gui.document import selection
from gui.document.cells import Cells
from gui.document.outline import Outline
from gui.document.rows import Rows
from gui.document.tree_columns import Column
from tests.gui.documents import catalogue_of, saved, two_gpus, unplanned


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory: pytest.TempPathFactory) -> Catalogue:
    return catalogue_of(saved(tmp_path_factory.mktemp("found"), two_gpus))


def searched(catalogue: Catalogue, matches: set[int], modules: bool) -> Rows:
    return Rows(Outline(catalogue, modules)).changed([lambda rows: rows.refilter(sorted(matches))])


def lowest_found(catalogue: Catalogue, entries: list[int], matches: set[int]) -> set[int]:
    """The leaves below some entries that a user would say are selected: matches, or all of a container that is one."""

    def walk(entry: int) -> set[int]:
        subtree = range(entry, catalogue.ends[entry])
        if entry in matches and not matches.intersection(subtree[1:]):
            return {below for below in subtree if catalogue.ends[below] == below + 1}
        return set().union(*map(walk, catalogue.children(entry)))

    return set().union(*map(walk, entries))


def leaves(catalogue: Catalogue, entries: list[int]) -> set[int]:
    ends = catalogue.ends
    return {below for entry in entries for below in range(entry, ends[entry]) if ends[below] == below + 1}


@pytest.mark.parametrize("modules", [True, False], ids=["modules", "flat"])
def test_selected_rows_stand_for_what_was_found_of_them(catalogue: Catalogue, modules: bool) -> None:
    chance = random.Random(2)
    for _ in range(60):
        matches = set(chance.sample(range(1, len(catalogue)), chance.randrange(1, len(catalogue) - 1)))
        rows = searched(catalogue, matches, modules)
        assert rows.search_result is not None
        nodes = sorted(chance.sample(list(rows.nodes), chance.randrange(1, len(rows.nodes) + 1)), key=rows.place)
        chosen = list(rows.search_result.stands_for(rows.outline, nodes))
        members = [member for node in nodes for member in rows.outline.members(node)]
        assert leaves(catalogue, chosen) == lowest_found(catalogue, members, matches)
        assert list(selection.uppermost(catalogue, chosen)) == sorted(chosen)
        held = list(selection.held(catalogue, chosen).rows)
        assert rows.search_result.count([range(len(catalogue.tensors))]) >= len(held)
        if set(nodes) >= set(rows.outline.children(-1)):
            assert rows.search_result.count([range(len(catalogue.tensors))]) == len(held)
        kept = rows.search_result.kept(rows.outline, nodes)
        assert leaves(catalogue, list(selection.entries_of(rows.outline, kept))) == leaves(catalogue, chosen)
        assert set(rows.search_result.whole(rows.outline, nodes)) == set(kept).intersection(nodes)


def test_without_a_search_nothing_is_found(catalogue: Catalogue) -> None:
    rows = searched(catalogue, {1}, modules=True)
    rows.unfilter()
    assert rows.search_result is None


def test_a_row_says_how_many_of_its_tensors_a_search_has_found(catalogue: Catalogue) -> None:
    model = catalogue.find("model")
    rows = searched(catalogue, {catalogue.find("model/module.layer1.0.conv.bias")}, modules=True)
    told = Cells(rows.outline, unplanned(catalogue))
    assert Column.SHAPE.text(told, model) == "6 tensors"
    told.search_result = rows.search_result
    assert Column.SHAPE.text(told, model) == "1/6 tensors"


@pytest.mark.parametrize("modules", [True, False], ids=["modules", "flat"])
def test_all_cells_of_a_row_tell_of_the_same_tensors(catalogue: Catalogue, modules: bool) -> None:
    """Of those that were found: five of 250 are not as large as the 250, nor on all of their devices."""
    chance = random.Random(5)
    view = planned_view(catalogue, Plan((RemapDevice("cuda:0", "cuda:7"),)))
    for _ in range(40):
        entries = [row.entry for row in catalogue.tensors]
        matches = set(chance.sample(entries, chance.randrange(1, len(entries))))
        rows = searched(catalogue, matches, modules)
        cells = Cells(rows.outline, view)
        cells.search_result = rows.search_result
        for node in rows.nodes:
            members = rows.outline.members(node)
            below = {row for each in members for row in catalogue.subtree_rows(each)}
            found = [row for row in sorted(below) if catalogue.tensors[row].entry in matches]
            if not found or catalogue.rows[members[0]] >= 0:
                continue
            storages = {catalogue.storage_of[row]: catalogue.tensors[row].nbytes for row in found}
            assert cells.counts(node) == (len(below), len(found))
            assert Column.SIZE.text(cells, node) == size_text(sum(storages.values()))
            assert set(cells.devices(node)) == {catalogue.device_of(row) for row in found}
            moved = {view.device(row) for row in found}
            assert set(cells.after(node).devices) == (moved if moved != set(cells.devices(node)) else set())
    cells.search_result = None
    assert Column.SIZE.text(cells, 0) == Column.SIZE.text(Cells(rows.outline, view), 0)

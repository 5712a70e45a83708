"""Half a million rows as columns give what a loop over them gives."""

from __future__ import annotations

import random
from array import array
from collections.abc import Sequence
from itertools import pairwise

import pytest

from core.catalogue.catalogue import Catalogue
from gui.document import selection
from gui.document.outline import Outline
from gui.document.rows import Rows
from tests.gui.documents import catalogue_of, saved, two_gpus


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory: pytest.TempPathFactory) -> Catalogue:
    return catalogue_of(saved(tmp_path_factory.mktemp("many"), two_gpus))


@pytest.fixture(params=[True, False], ids=["modules", "flat"])
def rows(catalogue: Catalogue, request: pytest.FixtureRequest) -> Rows:
    rows = Rows(Outline(catalogue, modules=request.param))
    return rows.changed([Rows.unfold_all])


def choices(rows: Rows) -> list[array[int]]:
    """Selections of every size, from top to bottom."""
    chance = random.Random(1)
    everything = list(rows.nodes)
    found = [array("i"), array("i", everything)]
    for _ in range(60):
        chosen = set(chance.sample(everything, chance.randrange(len(everything))))
        found.append(array("i", [node for node in everything if node in chosen]))
    return found


def below(catalogue: Catalogue, entries: Sequence[int]) -> set[int]:
    """The tensor rows below some entries."""
    return {row for entry in entries for row in catalogue.subtree_rows(entry)}


def test_what_is_chosen_and_what_it_holds(catalogue: Catalogue, rows: Rows) -> None:
    outline, ends = rows.outline, catalogue.ends
    for nodes in choices(rows):
        entries = list(selection.entries_of(outline, nodes))
        assert entries == list(dict.fromkeys(member for node in nodes for member in outline.members(node)))
        inside = {below for entry in entries for below in range(entry + 1, ends[entry])}
        assert list(selection.uppermost(catalogue, entries)) == sorted(set(entries) - inside)
        held, wanted = selection.held(catalogue, entries), below(catalogue, entries)
        storages = {catalogue.storage_of[row] for row in wanted}
        assert list(held.rows) == sorted(wanted)
        assert list(held.storages) == sorted(storages)
        assert held.nbytes == sum(catalogue.storages[storage].nbytes for storage in storages)
        covering = [member for node in selection.covering_nodes(outline, entries) for member in outline.members(node)]
        assert below(catalogue, covering) == wanted


def test_rows_and_their_runs(rows: Rows) -> None:
    for nodes in choices(rows):
        places = list(selection.rows_of(rows.outline, rows.nodes, nodes))
        assert [rows.nodes[place] for place in places] == list(nodes)
        runs = selection.runs_of(places)
        assert [row for first, last in runs for row in range(first, last + 1)] == places
        assert all(before[1] + 1 < after[0] for before, after in pairwise(runs))


def test_many_rows_apart_are_joined_by_their_modules(
    catalogue: Catalogue, rows: Rows, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selection, "_MOST_BREAKS", 0)
    outline = rows.outline
    entries = array("i", [node for node in rows.nodes if not outline.is_group(node)])
    assert len(selection.rows_of(outline, rows.nodes, entries)) == len(rows.nodes)
    without = array("i", [entry for entry in entries if catalogue.label_text(entry) != "module.layer1.0.conv.bias"])
    left_out = {outline.label(rows.nodes[row]) for row in range(len(rows.nodes))} - {
        outline.label(rows.nodes[row]) for row in selection.rows_of(outline, rows.nodes, without)
    }
    assert left_out == ({"module", "layer1", "bias"} if outline.modules else {"module.layer1.0.conv.bias"})

"""Half a million rows as columns give what a loop over them gives."""

from __future__ import annotations

import random
from array import array

import pytest

from core.catalogue.catalogue import Catalogue
from gui.document import many
from gui.document.cover import cover
from gui.document.outline import Outline
from gui.document.rows import Rows
from tests.gui.documents import catalogue_of, saved, two_gpus

FEW = 10**9
"""As `MANY`: everything is few."""


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


def test_what_is_chosen_holds_the_same(catalogue: Catalogue, rows: Rows, monkeypatch: pytest.MonkeyPatch) -> None:
    outline = rows.outline
    for nodes in choices(rows):
        answers = []
        for limit in (FEW, 0):
            monkeypatch.setattr(many, "MANY", limit)
            entries = many.entries_of(outline, nodes)
            held = many.held(catalogue, entries)
            answers.append(
                (
                    sorted(entries),
                    many.uppermost(catalogue, entries),
                    (list(held.rows), list(held.storages), held.nbytes),
                    list(many.counted(catalogue, entries)),
                    cover(outline, entries),
                )
            )
        assert answers[0] == answers[1]


def test_rows_and_their_runs_are_the_same(rows: Rows, monkeypatch: pytest.MonkeyPatch) -> None:
    for nodes in choices(rows):
        answers = []
        for limit in (FEW, 0):
            monkeypatch.setattr(many, "MANY", limit)
            places = list(many.rows_of(rows.outline, rows.nodes, nodes))
            answers.append((places, many.runs_of(array("i", places)) if places else []))
        assert answers[0] == answers[1]
        assert [rows.nodes[place] for place in answers[0][0]] == list(nodes)


def test_many_rows_apart_are_joined_by_their_modules(
    catalogue: Catalogue, rows: Rows, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(many, "MANY", 0)
    monkeypatch.setattr(many, "_MOST_BREAKS", 0)
    outline = rows.outline
    entries = array("i", [node for node in rows.nodes if not outline.is_group(node)])
    assert len(many.rows_of(outline, rows.nodes, entries)) == len(rows.nodes)
    without = array("i", [entry for entry in entries if catalogue.label_text(entry) != "module.layer1.0.conv.bias"])
    left_out = {outline.label(rows.nodes[row]) for row in range(len(rows.nodes))} - {
        outline.label(rows.nodes[row]) for row in many.rows_of(outline, rows.nodes, without)
    }
    assert left_out == ({"module", "layer1", "bias"} if outline.modules else {"module.layer1.0.conv.bias"})

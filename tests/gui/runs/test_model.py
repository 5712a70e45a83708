"""What the list, the lamps and the curves of a run say, without a window."""

from __future__ import annotations

import math
from itertools import pairwise
from pathlib import Path

import pytest
import torch
from PySide6.QtTest import QAbstractItemModelTester

from core.languages import speak
from core.runs.drift import drift
from core.runs.folder import CheckpointRow, checkpoints_in
from core.runs.health import health_of
from core.runs.since import since
from gui.runs.list import COLUMNS
from gui.runs.model import (
    MEASURES,
    Lamp,
    RunRow,
    Searched,
    drifted,
    options_of,
    places_of,
    run_rows,
    summary,
    verdict,
)
from gui.widgets.table_view import TableModel
from tests.gui.runs.conftest import COUNT, SICK, save_step

UPDATE, NORM, COSINE, ZEROS = MEASURES


def rows_of(folder: Path) -> tuple[CheckpointRow, ...]:
    return checkpoints_in(folder, sorted(path.name for path in folder.iterdir()))


def searched(rows: tuple[CheckpointRow, ...], *, read_all: bool = False) -> Searched:
    return Searched(rows, since(rows, lambda at: health_of(rows[at], lambda *_: None), read_all=read_all))


def test_lamps_tell_what_was_read_from_what_follows(run: Path) -> None:
    rows = rows_of(run)
    found = searched(rows)
    lamps = [each.lamp for each in run_rows(rows, searched=found)]
    for at, lamp in enumerate(lamps):
        sick, read = at >= SICK - 1, at in found.found.health
        wanted = (Lamp.LIKELY_HEALTHY, Lamp.HEALTHY), (Lamp.LIKELY_SICK, Lamp.SICK)
        assert lamp is wanted[sick][read]
    assert {Lamp.LIKELY_HEALTHY, Lamp.HEALTHY, Lamp.LIKELY_SICK, Lamp.SICK} == set(lamps)
    of_all = [each.lamp for each in run_rows(rows, searched=searched(rows, read_all=True))]
    assert of_all == [Lamp.HEALTHY] * (SICK - 1) + [Lamp.SICK] * (COUNT - SICK + 1)


def test_the_first_sick_one_says_in_which_tensors(run: Path) -> None:
    rows = rows_of(run)
    first = run_rows(rows, searched=searched(rows))[SICK - 1]
    state = torch.load(rows[SICK - 1].path)
    tensors = [*state["model"].values(), *(each["momentum_buffer"] for each in state["optimizer"]["state"].values())]
    sick = sum(not bool(tensor.isfinite().all()) for tensor in tensors)
    assert first.state == f"{sick} of {len(tensors)} tensors have NaN or Inf."


def test_what_is_cut_missing_odd_or_being_written_says_so(run: Path) -> None:
    whole = (run / "step_3.pt").read_bytes()
    (run / "step_3.pt").write_bytes(whole[: len(whole) // 2])
    save_step(run, 5, {"step": 5, "model": {"other": torch.zeros(3)}})
    rows = rows_of(run)
    found = {each.row.name: each for each in run_rows(rows, frozenset({"step_9.pt"}))}
    assert found["step_3.pt"].lamp is Lamp.BROKEN
    assert "cut short" in found["step_3.pt"].wrong
    assert "a different model" in found["step_5.pt"].notes
    assert found["step_9.pt"].state == "It is being written."
    assert found["step_1.pt"].state == ""
    assert "1 is not usable · 1 differs from the others" in summary(tuple(found.values()))


def test_what_was_found_counts_for_the_same_names_when_the_run_grows(run: Path) -> None:
    rows = rows_of(run)
    found = searched(rows)
    (run / "step_1.pt").unlink()
    save_step(run, 11, {"step": 11, "model": {"0.weight": torch.zeros(2)}})
    now = run_rows(rows_of(run), searched=found)
    assert [each.lamp for each in now][: SICK - 2] == [each.lamp for each in run_rows(rows, searched=found)][
        1 : SICK - 1
    ]
    assert now[-1].lamp is Lamp.UNKNOWN


def test_the_verdict_says_what_the_command_line_says(run: Path) -> None:
    rows = rows_of(run)
    severity, text = verdict(run_rows(rows), None)
    assert severity == "note"
    severity, text = verdict(run_rows(rows), searched(rows))
    assert severity == "error"
    assert f"Last healthy: step {SICK - 1} (step_{SICK - 1}.pt)." in text
    assert f"First with NaN or Inf: step {SICK} (step_{SICK}.pt)" in text
    healthy = rows[: SICK - 1]
    assert verdict(run_rows(healthy), searched(healthy))[0] == ""


@pytest.mark.parametrize("language", ["zh", "ja"])
def test_sentences_of_the_verdict_are_parted_as_the_language_does(run: Path, language: str) -> None:
    rows = rows_of(run)
    speak(language)
    try:
        text = verdict(run_rows(rows), searched(rows))[1]
    finally:
        speak("en")
    assert text.count("。") > 1
    assert "。 " not in text


def test_curves_are_those_of_torch(run: Path) -> None:
    rows = rows_of(run)[: SICK - 1]
    layers = {layer.path: layer for layer in drifted(rows, drift(rows)).layers}
    states = [torch.load(row.path)["model"] for row in rows]
    flat = [torch.cat([state["1.weight"].flatten(), state["1.bias"].flatten()]).double() for state in states]
    points = layers["model/1"].points
    assert NORM.curve(points) == pytest.approx([float(each.norm()) for each in flat])
    assert math.isnan(UPDATE.curve(points)[0])
    moved = [float((now - before).square().mean().sqrt()) for before, now in pairwise(flat)]
    assert UPDATE.curve(points)[1:] == pytest.approx(moved)
    sizes = [float(each.square().mean().sqrt()) for each in flat]
    assert UPDATE.map_row(points)[1:] == pytest.approx([one / size for one, size in zip(moved, sizes[1:], strict=True)])
    grown = [float(each.norm() / flat[0].norm() - 1) for each in flat]
    assert NORM.map_row(points) == pytest.approx(grown)
    turned = [1 - float(each @ flat[0] / each.norm() / flat[0].norm()) for each in flat]
    assert COSINE.map_row(points) == pytest.approx(turned, abs=1e-12)
    whole = torch.cat([value.flatten() for value in states[-1].values()]).double()
    assert NORM.curve(layers[""].points)[-1] == pytest.approx(float(whole.norm()))
    assert layers[""].number(ZEROS) == 0


def test_options_stand_beside_their_steps_and_learning_rates_come_first(run: Path) -> None:
    rows = rows_of(run)
    first = options_of(rows)[0]
    assert first.name == "optimizer/0/lr"
    assert first.values == pytest.approx([0.1 / step for step in range(1, COUNT + 1)])
    assert places_of(rows) == tuple(map(float, range(1, COUNT + 1)))
    assert places_of([CheckpointRow("a", Path("a"), is_read=True), CheckpointRow("b", Path("b"))]) == (0.0, 1.0)


def test_the_table_is_a_sound_model(run: Path) -> None:
    rows = rows_of(run)
    model = TableModel(COLUMNS)
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.set_rows([RunRow(row) for row in rows])
    model.set_rows(run_rows(rows, searched=searched(rows)))
    for column in range(len(COLUMNS)):
        model.sort(column)
    model.set_rows(run_rows(rows[:4]))
    model.replace_row(model.rows[0], RunRow(rows[0], Lamp.SICK))
    assert model.rowCount() == 4
    del tester

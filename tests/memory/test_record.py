"""Predictions against what was once measured, and kept, by ``python -m benchmarks.measure_memory``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.measure_limits_on_card import RECORD as LIMITS
from benchmarks.measure_limits_on_card import needs
from benchmarks.measure_memory import RECORD, machine_for, make, opened
from benchmarks.measure_steps_on_card import RECORD as STEPS
from benchmarks.measure_steps_on_card import groups_of
from core.memory.analysis import ERROR, predict_memory
from core.memory.training.steps import step_growth

RECORDS = json.loads(RECORD.read_text(encoding="utf-8"))


def close(predicted: int, measured: int, more: int = 0) -> bool:
    """Within 5 % or 20 MB; ``more`` is what the C library may hold back on top."""
    slack = max(0.05 * measured, 20_000_000)
    return predicted - slack <= measured <= predicted + more + slack


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record["target"])
def test_predictions_agree_with_the_record(tmp_path: Path, record):
    path = tmp_path / "checkpoint.pt"
    make(path, record["size"], record["target"], sparse=True)
    analysis = predict_memory(opened(path), machine_for(record["target"]))
    assert len(record["runs"]) >= 5
    for run in record["runs"]:
        outcome = analysis.outcome(run["strategy"])
        for phase, measured in zip(outcome.phases, run["phases"], strict=True):
            where = f"{run['strategy']}, {phase.name}"
            assert phase.name == measured["name"]
            for kind in ("anonymous", "file", "peak"):
                # A CUDA context takes main memory too, which is no part of the prediction.
                if record["target"] == "cpu":
                    more = phase.host.kept if kind != "file" else 0
                    assert close(getattr(phase.host, kind), measured["host"][kind], more), (where, kind)
            assert set(phase.devices) == set(measured["devices"]), where
            for device, state in phase.devices.items():
                found = measured["devices"][device]
                assert (state.allocated, state.reserved) == (found["allocated"], found["reserved"]), where


def test_what_just_fits_loaded_on_a_real_card_and_with_two_mebibytes_less_did_not(tmp_path: Path):
    """The smallest card that the program calls large enough is the smallest that real torch loads with."""
    runs = json.loads(LIMITS.read_text(encoding="utf-8"))
    assert len(runs) > 60
    assert {run["happened"] for run in runs} == {"loads", "OutOfMemoryError"}
    said = {}
    for run in runs:
        assert (run["happened"] == "loads") == (run["less"] == 0), run
        said[run["size"], run["saved"], run["way"]] = run["needs"]
    for size, saved in {(size, saved) for size, saved, _ in said}:
        path = tmp_path / f"{size}-{saved[-1]}.pt"
        make(path, size, saved, sparse=True)
        for outcome in predict_memory(opened(path), machine_for("cuda:0")).outcomes:
            if outcome.verdict != ERROR:
                assert needs(outcome) == said.pop((size, saved, outcome.strategy.id))
    assert not said


def test_steps_on_a_real_card_took_what_is_predicted():
    """To the byte, in every way that torch has for them; fused kernels, which no fake card has, make nothing."""
    record = json.loads(STEPS.read_text(encoding="utf-8"))
    assert len(record["runs"]) > 150
    assert sum(bool(run["options"].get("fused")) for run in record["runs"]) > 10
    for run in record["runs"]:
        groups = groups_of(run["optimizer"], run["options"])
        ours = [step_growth(run["optimizer"], groups, later=later) for later in (False, True)]
        assert [[each.state, each.peak] for each in ours] == run["grown"], run


def test_the_record_was_measured_at_a_size_that_tells():
    assert {record["target"] for record in RECORDS} >= {"cpu", "cuda:0"}
    assert all(record["size"] >= 1 << 30 for record in RECORDS)

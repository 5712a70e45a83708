"""Many files and many processes: each loads all of them, or its part."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

from core.catalogue.build import open_catalogue
from core.edits.edits import Plan
from core.edits.preview import Preview, preview
from core.memory.analysis import ERROR, LOADS, predict_memory
from core.memory.contents import MOST_RANKS
from core.memory.machine import Machine
from core.memory.measure import why_not
from tests.containers.facts import FOLDERS
from tests.files.shards import save_shards, state_dict

SIZES = [8 * 4 * 4 + 8 * 4] * 3
"""Bytes of each layer of `state_dict`."""


@pytest.fixture
def view(tmp_path: Path) -> Preview:
    assert [value.nbytes for value in state_dict(1).values()] == [128, 32]
    return preview(open_catalogue(save_shards(tmp_path / "llama")), Plan())


def test_each_rank_loads_all_takes_it_once_a_rank(view: Preview) -> None:
    outcome = predict_memory(view).outcome("ranks-all")
    assert outcome.verdict == LOADS
    load, model = outcome.phases[1], outcome.phases[2]
    assert sorted(load.devices) == ["cuda:0", "cuda:1", "cuda:2"]
    assert load.host.anonymous == 3 * sum(SIZES)
    assert {state.requested for state in model.devices.values()} == {sum(SIZES)}
    assert "f'cuda:{rank}'" in outcome.code
    assert "map_location='cpu'" in outcome.code


def test_each_rank_loads_its_part_takes_a_part_on_each_card(view: Preview) -> None:
    outcome = predict_memory(view).outcome("ranks-part")
    load, last = outcome.phases[1], outcome.phases[-1]
    assert load.host.anonymous == 0
    assert [load.devices[f"cuda:{rank}"].requested for rank in range(3)] == [2 * size for size in SIZES]
    assert [last.devices[f"cuda:{rank}"].requested for rank in range(3)] == SIZES
    assert "[rank]" in outcome.code
    assert "strict=False" in outcome.code


def test_as_many_ranks_as_are_asked_for(view: Preview) -> None:
    analysis = predict_memory(view, Machine(gpus=2, ranks=2))
    last = analysis.outcome("ranks-part").phases[-1]
    assert [last.devices[f"cuda:{rank}"].requested for rank in range(2)] == [2 * SIZES[0], SIZES[2]]
    six = predict_memory(view, Machine(gpus=6, ranks=6)).outcome("ranks-part").phases[-1]
    assert {state.requested for state in six.devices.values()} == {3 * (-(-128 // 6) + -(-32 // 6))}


def test_one_file_has_no_parts(tmp_path: Path) -> None:
    torch.save(state_dict(1), tmp_path / "one.pth")
    analysis = predict_memory(preview(open_catalogue(tmp_path / "one.pth"), Plan()))
    assert not [outcome for outcome in analysis.outcomes if outcome.strategy.ranks]


@pytest.mark.parametrize(("name", "mapped"), [("runs/trainer/checkpoint-4", True), ("containers/ppo.zip", False)])
def test_the_files_of_a_run_are_no_ranks(name: str, mapped: bool) -> None:
    """One process loads them all; what names no device comes to the CPU, and a member of a zip is not mapped."""
    analysis = predict_memory(preview(open_catalogue(FOLDERS / name), Plan()))
    assert not [outcome for outcome in analysis.outcomes if outcome.strategy.ranks]
    assert bool([outcome for outcome in analysis.outcomes if outcome.strategy.mmap]) is mapped
    assert {outcome.verdict for outcome in analysis.outcomes[1:]} == {LOADS}
    assert "checkpoint['" in analysis.outcomes[1].code


def test_ranks_of_zero_are_not_its_files() -> None:
    """Two ranks saved it, in three files."""
    outcome = predict_memory(preview(open_catalogue(FOLDERS / "deepspeed_zero" / "zero2_fp32"), Plan())).outcomes[0]
    assert sorted(outcome.phases[-1].devices) == ["cuda:0", "cuda:1"]


def test_an_old_tar_is_not_mapped() -> None:
    view = preview(open_catalogue(FOLDERS / "containers" / "old.tar.pth"), Plan())
    outcome = predict_memory(view).outcome("mmap-cpu")
    assert outcome.verdict == ERROR
    assert outcome.message.startswith("mmap can only be used")


def test_many_shards_are_no_more_ranks_than_a_machine_has_cards(tmp_path: Path) -> None:
    view = preview(open_catalogue(save_shards(tmp_path / "many", count=20, gpus=False)), Plan())
    last = predict_memory(view).outcome("ranks-part").phases[-1]
    assert len(last.devices) == MOST_RANKS
    assert sum(state.requested for state in last.devices.values()) == 20 * SIZES[0]


@pytest.mark.parametrize("name", ["dcp/two_fsdp2", "deepspeed_zero/zero3_fp32", "fsdp/fsdp2"])
def test_what_no_one_call_loads_is_loaded_by_ranks(name: str) -> None:
    view = preview(open_catalogue(FOLDERS / name), Plan())
    analysis = predict_memory(view)
    assert [outcome.strategy.id for outcome in analysis.outcomes] == ["ranks-all", "ranks-part"]
    assert analysis.best is not None
    assert "torch.load(f)" not in analysis.why
    for outcome in analysis.outcomes:
        assert why_not(view, outcome.strategy, Machine()) == (
            "Loading many files cannot be measured; save them as one and measure that."
        )

"""RAM: what the C library holds back of it, and the copies on the way to a card, against real torch and the kernel."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch._prims_common import is_non_overlapping_and_dense_or_false

from core.catalogue.rows import TensorRow
from core.memory import measure
from core.memory.analysis import predict_memory
from core.memory.machine import Machine
from core.memory.strategies import STRATEGIES
from core.memory.transfers import CONTIGUOUS, SCATTERED, copy_in_ram, memory_order
from tests.files.checkpoints import save
from tests.memory.test_loading import OPTIMIZERS
from tests.places import ROOT
from tests.support.engine import planned

CPU = Machine(gpus=0, target="cpu")
ON_LINUX = pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="the kernel does not tell")
SIZES = [*[100_000] * 300, *[5_000_000] * 6, 36_000_000]
"""Bytes of tensors: glibc serves the small ones from its heap, the last never, the others once it has learned to."""


def resumed(path: Path, *options: str) -> list[int]:
    """Anonymous bytes after the load and after ``del``, by plain torch in a process of its own."""
    command = [sys.executable, "-m", "tests.support.loading_in_ram", str(path), *options]
    found: list[int] = json.loads(subprocess.run(command, capture_output=True, check=True, cwd=ROOT).stdout)
    return found


@ON_LINUX
def test_what_stays_after_del_is_in_the_range_that_is_told(tmp_path):
    """Where in the range depends on what the process has freed before; with large blocks it is the upper end."""
    tensors = {str(number): torch.ones(nbytes // 4) for number, nbytes in enumerate(SIZES)}
    path = save(tensors, tmp_path / "sizes.pt")
    phases = {
        phase.name: phase.host for phase in predict_memory(planned(path), Machine(gpus=1)).outcome("map-cpu").phases
    }
    after = phases["del"]
    assert (after.anonymous, after.kept) == (0, 60_000_000)
    slack = 6_000_000
    found = {}
    for option in ("", "--raise"):
        loaded, found[option] = resumed(path, option)
        assert loaded == pytest.approx(phases["load"].anonymous, abs=slack)
        assert -slack <= found[option] <= after.kept + slack
    assert found["--raise"] >= 0.9 * after.kept, "glibc holds back next to all of it"


DIMS = st.lists(st.integers(1, 4), min_size=0, max_size=4)


@given(DIMS, st.data())
def test_the_order_in_memory_is_told_as_torch_tells_it(shape, data):
    made = torch.zeros([size + 1 for size in shape])
    view = made[tuple(slice(size) for size in shape)] if data.draw(st.booleans()) else torch.zeros(shape)
    view = view.permute(data.draw(st.permutations(range(len(shape)))))
    order = memory_order(tuple(view.shape), view.stride())
    assert (order == CONTIGUOUS) == view.is_contiguous()
    assert (order != SCATTERED) == is_non_overlapping_and_dense_or_false(view)


TENSORS = {
    "contiguous": torch.zeros(30, 40),
    "a slice of rows": torch.zeros(60, 40)[:30],
    "a slice of columns": torch.zeros(30, 80)[:, :40],
    "transposed": torch.zeros(40, 30).T,
    "channels last": torch.zeros(8, 3, 5, 5).to(memory_format=torch.channels_last),
    "expanded": torch.zeros(1, 40).expand(30, 40),
    "scalar": torch.zeros(()),
    "empty": torch.zeros(0, 4),
}


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.float64])
@pytest.mark.parametrize("in_place", [True, False])
@pytest.mark.parametrize("name", TENSORS)
def test_a_copy_to_a_card_takes_what_torch_makes_on_its_way(name, in_place, dtype):
    """``copy_kernel_cuda`` of ``Copy.cu`` done step by step with real tensors: the storages that it makes in RAM."""
    source = TENSORS[name]
    target = torch.empty(source.shape, dtype=dtype) if in_place else torch.empty_like(source, dtype=dtype)
    made = 0
    if source.dtype != dtype or not _is_one_piece(source, target):
        cast = source.to(dtype)
        ordered = cast.contiguous()
        fresh = {each.untyped_storage().data_ptr(): each.untyped_storage().nbytes() for each in (cast, ordered)}
        fresh.pop(source.untyped_storage().data_ptr(), None)
        made = sum(fresh.values())
    nbytes = source.numel() * source.element_size()
    row = TensorRow(0, "model", "float32", tuple(source.shape), source.stride(), 0, 0, nbytes, False, False)
    assert copy_in_ram(row, str(dtype).removeprefix("torch."), in_place=in_place) == made


def _is_one_piece(source: torch.Tensor, target: torch.Tensor) -> bool:
    """Whether a copy is one stretch of memory: both tensors without holes, in the same order."""
    both = source.is_contiguous() and target.is_contiguous()
    return both or (is_non_overlapping_and_dense_or_false(source) and source.stride() == target.stride())


def test_a_transposed_weight_passes_through_ram(tmp_path):
    tensor = torch.zeros(1000, 2000).T
    path = save({"model": {"w": tensor, "b": torch.zeros(7)}}, tmp_path / "transposed.pt")
    for strategy, more in (("map-cpu", 8_000_000), ("mmap-cpu", 8_000_000), ("meta-assign", 0), ("map-target", 0)):
        phases = predict_memory(planned(path), Machine()).outcome(strategy).phases
        model = next(phase.host for phase in phases if phase.name == "model")
        assert model.peak - model.anonymous - model.file == more, strategy


@ON_LINUX
@pytest.mark.usefixtures("optimizers_at_hand")
@pytest.mark.parametrize(
    ("name", "live", "strategy"),
    [
        ("Adagrad", "", "map-cpu"),
        pytest.param("Adam", "float64", "meta-assign", marks=pytest.mark.long),
        pytest.param("SGD", "bfloat16", "map-cpu", marks=pytest.mark.long),
    ],
)
def test_measured_is_what_was_predicted(tmp_path, name, live, strategy):
    """Adagrad's constructor, and a live model of another dtype, for real in a child process."""
    params = [torch.nn.Parameter(torch.zeros(1 << 20)) for _ in range(8)]
    optimizer = OPTIMIZERS[name](params)
    for param in params:
        param.grad = torch.ones_like(param)
    optimizer.step()
    model = {str(number): param.data for number, param in enumerate(params)}
    path = save({"model": model, "optimizer": optimizer.state_dict()}, tmp_path / "trained.pt")
    view, machine = planned(path), Machine(gpus=0, target="cpu", model_dtype=live)
    chosen: dict[str, Any] = {each.id: each for each in STRATEGIES}
    real = measure.measure(view, chosen[strategy], machine).phases
    slack = 6_000_000
    for ours, theirs in zip(predict_memory(view, machine).outcome(strategy).phases, real, strict=True):
        told = ours.host
        assert told.anonymous - slack <= theirs.host.anonymous <= told.anonymous + told.kept + slack, ours.name
        assert told.file == pytest.approx(theirs.host.file, abs=slack), ours.name
        assert told.peak - slack <= theirs.host.peak <= told.peak + told.kept + slack, ours.name

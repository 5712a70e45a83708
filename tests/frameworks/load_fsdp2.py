"""A sharded model takes what was fixed, as DTensors and as whole tensors."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import torch
import torch.distributed as dist
from torch.distributed.checkpoint.state_dict import StateDictOptions, set_state_dict

from tests.frameworks.fixing import CURED, TO_CPU, assert_equal, fix, original
from tests.frameworks.make_fsdp2 import trained


@pytest.fixture(autouse=True, scope="module")
def _world() -> Iterator[None]:
    dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)
    yield
    dist.destroy_process_group()


def whole(state):
    """The tensors that DTensors stand for."""
    return torch.utils._pytree.tree_map_only(torch.distributed.tensor.DTensor, lambda each: each.full_tensor(), state)


@pytest.mark.parametrize("options", [TO_CPU, CURED], ids=["mapped", "cured"])
def test_dtensors(options: tuple[str, ...], tmp_path: Path) -> None:
    fixed, saved = torch.load(fix("fsdp2/training.pt", tmp_path / "fixed.pt", *options)), original("fsdp2/training.pt")
    net, optimizer = trained()
    net.load_state_dict(fixed["model"])
    optimizer.load_state_dict(fixed["optimizer"])
    assert_equal(dict(whole(net.state_dict())), dict(whole(saved["model"])))
    assert_equal(whole(optimizer.state_dict()["state"]), whole(saved["optimizer"]["state"]))
    optimizer.step()


def test_whole_tensors(tmp_path: Path) -> None:
    fixed, saved = torch.load(fix("fsdp2/full.pt", tmp_path / "fixed.pt", *CURED)), original("fsdp2/full.pt")
    net, optimizer = trained()
    options = StateDictOptions(full_state_dict=True)
    set_state_dict(net, optimizer, model_state_dict=fixed["model"], optim_state_dict=fixed["optim"], options=options)
    assert_equal(dict(whole(net.state_dict())), dict(saved["model"]))

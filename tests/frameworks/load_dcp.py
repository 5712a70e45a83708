"""What came out of DCP is loaded by torch, and goes back into DCP, after it was fixed."""

from __future__ import annotations

from pathlib import Path

import torch
import torch.distributed.checkpoint as dcp
from torch.distributed.checkpoint.format_utils import torch_save_to_dcp
from torch.distributed.checkpoint.state_dict import get_state_dict, set_state_dict

from tests.frameworks.fixing import CURED, assert_equal, fix, original
from tests.frameworks.making import small_net


def test_numbers_are_restored(tmp_path: Path) -> None:
    fixed, saved = torch.load(fix("dcp/numbered.pt", tmp_path / "fixed.pt", *CURED)), original("dcp/numbered.pt")
    net = small_net()
    optimizer = torch.optim.AdamW(net.parameters(), 1e-3)
    net.load_state_dict(fixed["model"])
    optimizer.load_state_dict(fixed["optimizer"])
    state = optimizer.state_dict()["state"]
    assert_equal({str(number): each for number, each in state.items()}, saved["optimizer"]["state"])
    assert set(state) == set(range(6))


def test_by_name(tmp_path: Path) -> None:
    fixed, saved = torch.load(fix("dcp/named.pt", tmp_path / "fixed.pt", *CURED)), original("dcp/named.pt")
    net = small_net()
    optimizer = torch.optim.AdamW(net.parameters(), 1e-3)
    set_state_dict(net, optimizer, model_state_dict=fixed["model"], optim_state_dict=fixed["optimizer"])
    model, optim = get_state_dict(net, optimizer)
    assert_equal(dict(model), dict(saved["model"]))
    assert_equal(optim["state"], saved["optimizer"]["state"])


def test_back_into_dcp(tmp_path: Path) -> None:
    torch_save_to_dcp(fix("dcp/model.pt", tmp_path / "fixed.pt", *CURED), tmp_path / "folder")
    net = small_net()
    state = net.state_dict()
    dcp.load(state, checkpoint_id=tmp_path / "folder", no_dist=True)
    assert_equal(dict(state), dict(original("dcp/model.pt")))

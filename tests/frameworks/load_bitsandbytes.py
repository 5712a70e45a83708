"""bitsandbytes' optimizers and layers take what was fixed."""

from __future__ import annotations

from pathlib import Path

import bitsandbytes as bnb
import pytest
import torch
from torch import nn

from tests.frameworks.fixing import CURED, TO_CPU, assert_equal, fix, original
from tests.frameworks.make_bitsandbytes import WIDE
from tests.frameworks.making import steps

MAPPED_OR_CURED = pytest.mark.parametrize("options", [TO_CPU, CURED], ids=["mapped", "cured"])


@MAPPED_OR_CURED
@pytest.mark.parametrize("kind", [bnb.optim.AdamW8bit, bnb.optim.Lion8bit, bnb.optim.Adam32bit])
def test_an_optimizer_goes_on(kind: type[torch.optim.Optimizer], options: tuple[str, ...], tmp_path: Path) -> None:
    name = f"bitsandbytes/{kind.__name__.lower()}.pt"
    saved, fixed = original(name), torch.load(fix(name, tmp_path / "fixed.pt", *options))
    net = nn.Linear(WIDE, WIDE)
    optimizer = kind(net.parameters(), lr=1e-3)
    net.load_state_dict(fixed["model"])
    optimizer.load_state_dict(fixed["optimizer"])
    assert_equal(dict(net.state_dict()), dict(saved["model"]))
    assert_equal(optimizer.state_dict(), saved["optimizer"])
    steps(net, optimizer, WIDE)
    assert {state["step"] for state in optimizer.state.values()} == {4}


def test_eight_bits(tmp_path: Path) -> None:
    state = torch.load(fix("bitsandbytes/int8.pt", tmp_path / "fixed.pt", *TO_CPU))
    assert_equal(dict(state), dict(original("bitsandbytes/int8.pt")))
    layer = nn.Sequential(bnb.nn.Linear8bitLt(32, 32, has_fp16_weights=False).to("cpu"))
    layer.load_state_dict(state)
    assert_equal(layer.state_dict()["0.weight"], state["0.weight"])
    assert layer(torch.ones(2, 32).half()).isfinite().all()


def test_four_bits(tmp_path: Path) -> None:
    state = torch.load(fix("bitsandbytes/nf4.pt", tmp_path / "fixed.pt", *CURED))
    saved = original("bitsandbytes/nf4.pt")
    assert_equal(dict(state), dict(saved))
    beside = {name.removeprefix("0."): value for name, value in state.items() if name.startswith("0.weight.")}
    weight = bnb.nn.Params4bit.from_prequantized(state["0.weight"], beside, device="cpu")
    meant = bnb.functional.dequantize_4bit(weight.data, weight.quant_state)
    assert meant.shape == (32, 32)
    assert meant.isfinite().all()

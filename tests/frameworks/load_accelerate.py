"""accelerate loads a folder of states, and a model in parts, after they were fixed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch
from accelerate import Accelerator, load_checkpoint_in_model

from tests.frameworks.fixing import CURED, TO_CPU, assert_equal, fix_folder, made, original
from tests.frameworks.making import small_net

MAPPED_OR_CURED = pytest.mark.parametrize("options", [TO_CPU, CURED], ids=["mapped", "cured"])


@MAPPED_OR_CURED
def test_states_are_loaded(options: tuple[str, ...], tmp_path: Path) -> None:
    folder = fix_folder("accelerate/state", tmp_path / "state", *options)
    run = Accelerator(cpu=True)
    nets = [small_net(), small_net(outputs=2)]
    optimizers = [torch.optim.AdamW(nets[0].parameters(), 1e-3), torch.optim.SGD(nets[1].parameters(), 0.1, 0.9)]
    run.prepare(*nets, *optimizers, torch.optim.lr_scheduler.StepLR(optimizers[0], 2))
    torch.manual_seed(1)
    run.load_state(str(folder))
    for index, (net, optimizer) in enumerate(zip(nets, optimizers, strict=True)):
        number = f"_{index}" if index else ""
        assert_equal(net.state_dict(), original(f"accelerate/state/pytorch_model{number}.bin"))
        assert_equal(optimizer.state_dict(), original(f"accelerate/state/optimizer{number}.bin"))
    saved = original("accelerate/state/random_states_0.pkl")
    assert_equal(torch.get_rng_state(), saved["torch_manual_seed"])
    assert np.random.get_state()[1].tolist() == saved["numpy_random_seed"][1].tolist()


@MAPPED_OR_CURED
def test_a_model_in_parts_is_loaded(options: tuple[str, ...], tmp_path: Path) -> None:
    folder = fix_folder("accelerate/sharded", tmp_path / "sharded", *options)
    net = small_net(width=40, outputs=30)
    load_checkpoint_in_model(net, str(folder))
    saved = {}
    for path in sorted(made("accelerate/sharded").glob("*.bin")):
        saved |= original(f"accelerate/sharded/{path.name}")
    assert_equal(dict(net.state_dict()), {name: saved[name] for name in net.state_dict()})

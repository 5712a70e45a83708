"""torchao's optimizers and quantised models take what was fixed."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from torch import nn
from torch.serialization import get_safe_globals
from torchao.optim import AdamW4bit, AdamW8bit

from core.pickling.allowlist import import_first
from core.pickling.nodes import Global
from tests.frameworks.fixing import CURED, TO_CPU, assert_equal, fix, original
from tests.frameworks.make_torchao import WIDE
from tests.frameworks.making import small_net, steps


def plain(state):
    """The tensors that torchao's subclasses stand for."""
    subclassed = torch.utils._python_dispatch.is_traceable_wrapper_subclass
    return torch.utils._pytree.tree_map(
        lambda each: each.dequantize() if isinstance(each, torch.Tensor) and subclassed(each) else each, state
    )


@pytest.mark.parametrize("options", [TO_CPU, CURED], ids=["mapped", "cured"])
@pytest.mark.parametrize(
    ("name", "kind", "width"),
    [("adamw8bit_small", AdamW8bit, 4), ("adamw8bit", AdamW8bit, WIDE), ("adamw4bit", AdamW4bit, WIDE)],
)
def test_an_optimizer_goes_on(
    name: str, kind: type[torch.optim.Optimizer], width: int, options: tuple[str, ...], tmp_path: Path
) -> None:
    path, saved = fix(f"torchao/{name}.pt", tmp_path / "fixed.pt", *options), original(f"torchao/{name}.pt")
    fixed = torch.load(path)
    net = nn.Linear(WIDE, WIDE) if width == WIDE else small_net()
    optimizer = kind(net.parameters(), lr=1e-3)
    net.load_state_dict(fixed["model"])
    optimizer.load_state_dict(fixed["optimizer"])
    assert_equal(dict(net.state_dict()), dict(saved["model"]))
    assert_equal(plain(optimizer.state_dict()["state"]), plain(saved["optimizer"]["state"]))
    steps(net, optimizer, width)


def test_its_import_allows_what_we_say_of_it() -> None:
    own = [each for each in get_safe_globals() if each.__module__.startswith("torchao.")]
    names = [Global(each.__module__, each.__qualname__) for each in own if ".prototype." not in each.__module__]
    assert len(names) > 20
    assert [name.dotted for name in names if import_first(name) != "torchao"] == []


@pytest.mark.parametrize("options", [TO_CPU, CURED], ids=["mapped", "cured"])
@pytest.mark.parametrize("name", ["int8", "int8_dynamic"])
def test_a_quantised_model_answers_the_same(name: str, options: tuple[str, ...], tmp_path: Path) -> None:
    path, saved = fix(f"torchao/{name}.pt", tmp_path / "fixed.pt", *options), original(f"torchao/{name}.pt")
    fixed = torch.load(path)
    answers = []
    for state in (fixed, saved):
        net = nn.Sequential(nn.Linear(32, 8), nn.ReLU(), nn.Linear(8, 32))
        net.load_state_dict(state, assign=True)
        answers.append(net(torch.linspace(-1, 1, 64).view(2, 32)).detach())
    assert_equal(*answers)

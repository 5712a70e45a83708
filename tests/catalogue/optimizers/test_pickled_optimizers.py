"""The state of whole pickled optimizers goes where torch's own loop would put it, extracted or not, in any order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import nn

from core.edits.edits import FOLLOW, Drop, Edit, Extract, MoveOptimizer, Plan, RemapDevice
from core.edits.preview import preview
from core.errors import EditError
from core.saving.save import save
from tests.files import checkpoints
from tests.files.checkpoints import Net
from tests.support import oracle
from tests.support.engine import catalogue_of, fix
from tests.support.oracle import PretendGpus
from tests.support.thinning import in_turn

MAKERS: dict[str, Callable[[Any], torch.optim.Optimizer]] = {
    "adam": lambda groups: torch.optim.Adam(groups, amsgrad=True),
    "capturable": lambda groups: torch.optim.Adam(groups, foreach=False),
    "sgd": lambda groups: torch.optim.SGD(groups, lr=0.1, momentum=0.9),
}
GPUS = ("cuda:7", "cuda:6")


def trained(kind: str, gpus: PretendGpus) -> tuple[Net, torch.optim.Optimizer]:
    """A model on two GPUs, its optimizer in two groups whose state a loader has left on the CPU."""
    torch.manual_seed(1)
    net = Net()
    groups = [[each for each in net.parameters() if (each.ndim < 2) == small] for small in (True, False)]
    optimizer = MAKERS[kind]([{"params": params} for params in groups])
    checkpoints.train(net, optimizer)
    optimizer.param_groups[1]["capturable"] = kind == "capturable"
    for params, device in zip(groups, GPUS, strict=True):
        checkpoints.place(gpus, params, device)
    return net, optimizer


def moved(optimizer: torch.optim.Optimizer, target: str, gpus: PretendGpus) -> None:
    """The loop that people write, with what torch demands of ``step``."""
    capturable = {
        parameter: group.get("capturable") is True for group in optimizer.param_groups for parameter in group["params"]
    }
    for parameter, state in optimizer.state.items():
        home = gpus.device_of(parameter) if target == FOLLOW else target
        for key, value in state.items():
            if isinstance(value, torch.Tensor):
                stays = key == "step" and not capturable[parameter]
                state[key] = gpus.to(value, "cpu" if stays else home)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("target", "kind", "container"), in_turn([FOLLOW, "cuda:1", "cpu"], [*MAKERS], ["zip", "legacy"], turns=2)
)
def test_state_of_a_whole_optimizer_is_moved(tmp_path: Path, kind: str, target: str, container: str) -> None:
    with PretendGpus() as gpus:
        net, optimizer = trained(kind, gpus)
        source = checkpoints.save({"model": net, "optimizer": optimizer}, tmp_path / "a.pt", container)
        loaded = torch.load(source, weights_only=False)
        moved(loaded["optimizer"], target, gpus)
        whole = checkpoints.save(loaded, tmp_path / "whole.pt", container)
        plain = {"model": loaded["model"].state_dict(), "optimizer": loaded["optimizer"].state_dict()}
        plain = checkpoints.save(plain, tmp_path / "plain.pt", container)
    ours = fix(source, tmp_path / "ours.pt", MoveOptimizer(target)).path
    oracle.assert_same_files(ours, whole, ("plain",))
    catalogue = catalogue_of(source)
    edits: list[Edit] = [MoveOptimizer(target), *(Extract(catalogue.find(path)) for path in ("model", "optimizer"))]
    for order in permutations(edits):
        save(preview(catalogue, Plan(order)), ours, overwrite=True)
        oracle.assert_same_files(ours, plain)


def test_it_follows_parameters_that_go_elsewhere(tmp_path: Path) -> None:
    with PretendGpus() as gpus:
        _, optimizer = trained("adam", gpus)
        source = checkpoints.save({"optimizer": optimizer}, tmp_path / "a.pt")
        loaded = torch.load(source, weights_only=False, map_location={"cuda:7": "cuda:0"})
        moved(loaded["optimizer"], FOLLOW, gpus)
        wanted = checkpoints.save({"optimizer": loaded["optimizer"].state_dict()}, tmp_path / "theirs.pt")
    edits = MoveOptimizer(FOLLOW), Extract(catalogue_of(source).find("optimizer")), RemapDevice("cuda:7", "cuda:0")
    for number, order in enumerate(permutations(edits)):
        oracle.assert_same_files(fix(source, tmp_path / f"{number}.pt", *order).path, wanted)


@pytest.mark.parametrize("container", ["zip", "legacy"])
def test_an_optimizer_stays_whole_while_its_model_is_extracted(tmp_path: Path, container: str) -> None:
    """The state of parameters of one shape reads alike, and lies on several devices."""
    with PretendGpus() as gpus:
        net = nn.Sequential(*(nn.Linear(2, 2, bias=False) for _ in range(7)))
        optimizer = torch.optim.SGD(net.parameters(), momentum=0.9)
        net(torch.ones(1, 2)).sum().backward()
        optimizer.step()
        for number, state in enumerate(optimizer.state.values()):
            gpus.place(state["momentum_buffer"], f"cuda:{number * 3 % 5}")
        source = checkpoints.save({"model": net, "optimizer": optimizer}, tmp_path / "a.pt", container)
        loaded = torch.load(source, weights_only=False)
        loaded["model"] = loaded["model"].state_dict()
        wanted = checkpoints.save(loaded, tmp_path / "theirs.pt", container)
    ours = fix(source, tmp_path / "ours.pt", Extract(catalogue_of(source).find("model"))).path
    oracle.assert_same_files(ours, wanted, ("plain",))


def test_lists_in_the_state_go_along(tmp_path: Path) -> None:
    """LBFGS keeps all of its state, lists of tensors too, under its first parameter."""
    net = nn.Linear(2, 1)
    optimizer = checkpoints.stepped_lbfgs(net)
    with PretendGpus() as gpus:
        checkpoints.place(gpus, list(net.parameters()), "cuda:7")
        source = checkpoints.save(optimizer, tmp_path / "a.pt")
        loaded = torch.load(source, weights_only=False).state_dict()
        checkpoints.place(gpus, list(oracle.tensors_in(loaded["state"])), "cuda:7")
        wanted = checkpoints.save(loaded, tmp_path / "theirs.pt")
    ours = fix(source, tmp_path / "ours.pt", MoveOptimizer(FOLLOW), Extract(0)).path
    oracle.assert_same_files(ours, wanted)


def test_what_belongs_to_no_parameter_stays_and_is_told(tmp_path: Path) -> None:
    with PretendGpus() as gpus:
        _, optimizer = trained("sgd", gpus)
        del optimizer.param_groups[1]
        source = checkpoints.save({"optimizer": optimizer}, tmp_path / "a.pt")
    shown = preview(catalogue_of(source), Plan((MoveOptimizer(FOLLOW),)))
    assert any("could not find the parameters" in warning for warning in shown.warnings)
    devices = devices_of_state(shown.draft.devices, source)
    assert set(devices) == {"cuda:7", "cpu"}


def devices_of_state(devices: Sequence[str], source: Path) -> list[str]:
    return [devices[row.storage] for row in catalogue_of(source).tensors if row.role == "optimizer"]


def test_one_of_several_is_moved(tmp_path: Path) -> None:
    with PretendGpus() as gpus:
        pairs = [trained("adam", gpus) for _ in range(2)]
        plain = trained("sgd", gpus)[1].state_dict()
        value = {"a": pairs[0][1], "b": pairs[1][1], "c": plain}
        source = checkpoints.save(value, tmp_path / "a.pt")
        loaded = torch.load(source, weights_only=False)
        moved(loaded["b"], "cuda:2", gpus)
        wanted = checkpoints.save(loaded, tmp_path / "theirs.pt")
    catalogue = catalogue_of(source)
    ours = fix(source, tmp_path / "ours.pt", MoveOptimizer("cuda:2", catalogue.find("b"))).path
    oracle.assert_same_files(ours, wanted, ("plain",))
    with pytest.raises(EditError, match="That is not an optimizer"):
        preview(catalogue, Plan((MoveOptimizer("cuda:2", catalogue.find("b/state")),)))
    assert preview(catalogue, Plan((MoveOptimizer("cpu"), Drop(catalogue.find("a")))))

"""State that load_state_dict does not find, or that is not there: torch shows it, the finding says it, a cure mends."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
import torch.distributed.checkpoint as dcp
from torch.distributed.checkpoint.format_utils import dcp_to_torch_save

from core.diagnosis.diagnose import cure_all
from core.diagnosis.finding import NOTE, WARNING
from core.edits.edits import NumberState, Plan
from core.edits.numbering import numbers_meant
from core.edits.preview import preview
from core.errors import EditError
from core.loading.computer import Computer
from core.saving.save import save as save_preview
from tests.files.checkpoints import Net, save, train
from tests.support.engine import catalogue_of, planned
from tests.support.judging import assert_cured, cured_copy, findings_of, only, quiet_load
from tests.support.oracle import assert_same

SGD: dict[str, Any] = {"lr": 0.01, "momentum": 0.9}


def trained(make: Callable[..., torch.optim.Optimizer] = torch.optim.Adam, **options: Any) -> dict[str, Any]:
    torch.manual_seed(1)
    model = Net()
    optimizer = make(model.parameters(), **options)
    train(model, optimizer)
    return {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "epoch": 3}


def resumed(checkpoint: dict[str, Any], make: Callable[..., torch.optim.Optimizer], **options: Any) -> dict[str, Any]:
    torch.manual_seed(2)
    model = Net()
    optimizer = make(model.parameters(), **options)
    model.load_state_dict(checkpoint["model"])
    optimizer.load_state_dict(copy.deepcopy(checkpoint["optimizer"]))
    train(model, optimizer, steps=1)
    return {"model": model.state_dict(), "optimizer": optimizer.state_dict()}


@pytest.mark.filterwarnings("ignore")  # torch's own, of saving without a process group
@pytest.mark.parametrize(("make", "options"), [(torch.optim.Adam, {"amsgrad": True}), (torch.optim.SGD, SGD)])
def test_a_distributed_checkpoint_made_one_file(
    make: Callable[..., torch.optim.Optimizer], options: dict[str, Any], tmp_path: Path
) -> None:
    good = trained(make, **options)
    dcp.save(copy.deepcopy(good), checkpoint_id=tmp_path / "dcp", no_dist=True)
    path = tmp_path / "a.pt"
    dcp_to_torch_save(tmp_path / "dcp", path)
    bad = quiet_load(path)
    assert set(map(type, bad["optimizer"]["state"])) == {str}
    right = resumed(good, make, **options)
    wrong = resumed(bad, make, **options)
    differ = [key for key in right["model"] if not torch.equal(right["model"][key], wrong["model"][key])]
    assert differ  # the state was not used
    finding = only("optimizer-text-keys", findings_of(path))
    assert finding.severity == WARNING
    assert finding.paths == tuple(f"optimizer/state/{number}" for number in bad["optimizer"]["state"])
    save_preview(assert_cured(finding, planned(path)), tmp_path / "b.pt")
    ours = quiet_load(tmp_path / "b.pt")
    assert_same(ours["optimizer"], good["optimizer"])
    assert_same(resumed(ours, make, **options), right)
    (optimizer,) = catalogue_of(tmp_path / "b.pt").optimizers
    assert optimizer.matched >= len(good["optimizer"]["state"])
    cured_copy(path, tmp_path / "c.pt")
    assert_same(quiet_load(tmp_path / "c.pt")["optimizer"], good["optimizer"])


def test_such_a_file_trained_on_has_both(tmp_path: Path) -> None:
    """Text keys that torch kept aside, saved again beside the numbers: nothing may take the place of anything."""
    bad = trained()
    bad["optimizer"]["state"] = {str(key): value for key, value in bad["optimizer"]["state"].items()}
    again = {"model": bad["model"], "optimizer": resumed(bad, torch.optim.Adam)["optimizer"]}
    assert set(map(type, again["optimizer"]["state"])) == {str, int}
    path = save(again, tmp_path / "a.pt")
    findings = findings_of(path)
    assert "optimizer-text-keys" not in {each.code for each in findings}
    stray = only("optimizer-stray-state", findings)
    assert stray.severity == NOTE
    assert len(stray.entries) == len(bad["optimizer"]["state"])
    assert not cure_all(catalogue_of(path), Plan(), Computer(0))


def by_name(optimizer: dict[str, Any]) -> dict[str, Any]:
    """As FSDP's ``optim_state_dict`` writes it: names in both."""
    return {
        "state": {f"layer.{key}": value for key, value in optimizer["state"].items()},
        "param_groups": [
            {**group, "params": [f"layer.{key}" for key in group["params"]]} for group in optimizer["param_groups"]
        ],
    }


def by_address(optimizer: dict[str, Any]) -> dict[str, Any]:
    """As torch before 1.2 wrote it."""
    return {
        "state": {1_000_000 + key: value for key, value in optimizer["state"].items()},
        "param_groups": [
            {**group, "params": [1_000_000 + key for key in group["params"]]} for group in optimizer["param_groups"]
        ],
    }


def with_texts_in_both(optimizer: dict[str, Any]) -> dict[str, Any]:
    return {
        "state": {str(key): value for key, value in optimizer["state"].items()},
        "param_groups": [{**group, "params": list(map(str, group["params"]))} for group in optimizer["param_groups"]],
    }


def with_state_for_all(optimizer: dict[str, Any]) -> dict[str, Any]:
    """Some optimizers keep what is of no parameter under a text of their own; torch gives it back as it was."""
    return {**optimizer, "state": {**optimizer["state"], "global": {"d": 1.0}}}


def without_some(optimizer: dict[str, Any]) -> dict[str, Any]:
    """Parameters that never had a gradient have no state."""
    state = dict(list(optimizer["state"].items())[1:])
    return {**optimizer, "state": state}


@pytest.mark.parametrize("change", [dict, by_name, by_address, with_texts_in_both, with_state_for_all, without_some])
def test_healthy_keys(change: Callable[[dict[str, Any]], dict[str, Any]], tmp_path: Path) -> None:
    good = trained()
    path = save({**good, "optimizer": change(good["optimizer"])}, tmp_path / "a.pt")
    assert not {each.code for each in findings_of(path)} & {
        "optimizer-text-keys",
        "optimizer-stray-state",
        "optimizer-no-state",
    }
    optimizer = torch.optim.Adam(Net().parameters())
    optimizer.load_state_dict(quiet_load(path, weights_only=False)["optimizer"])  # torch takes it


@pytest.mark.parametrize(
    ("make", "options", "noted"),
    [
        (torch.optim.Adam, {}, True),
        (torch.optim.SGD, SGD, True),
        (torch.optim.SGD, {"lr": 0.01}, False),
        (torch.optim.Adagrad, {}, False),  # makes its state at once
        (torch.optim.LBFGS, {}, True),
    ],
)
def test_no_state(
    make: Callable[..., torch.optim.Optimizer], options: dict[str, Any], noted: bool, tmp_path: Path
) -> None:
    model = Net()
    optimizer = make(model.parameters(), **options)
    before = optimizer.state_dict()
    path = save({"model": model.state_dict(), "optimizer": before}, tmp_path / "a.pt")
    findings = [each for each in findings_of(path) if each.code == "optimizer-no-state"]
    assert [each.severity for each in findings] == [NOTE] * noted
    assert not any(each.edits for each in findings)
    if make is torch.optim.SGD:
        train(model, optimizer)  # who has momentum has state then
        assert bool(optimizer.state_dict()["state"]) == noted


def test_an_optimizer_alone_without_state_and_one_without_parameters(tmp_path: Path) -> None:
    empty = {"state": {}, "param_groups": [{"lr": 0.1, "betas": (0.9, 0.99), "params": [0, 1]}]}
    assert only("optimizer-no-state", findings_of(save(empty, tmp_path / "a.pt"))).severity == NOTE
    nothing = {"state": {}, "param_groups": [{"lr": 0.1, "params": []}]}
    assert "optimizer-no-state" not in {each.code for each in findings_of(save(nothing, tmp_path / "b.pt"))}


def test_only_keys_that_no_group_lists_are_numbers() -> None:
    assert numbers_meant(["0", "1", "x", "01"], {0, 1}) == {"0": 0, "1": 1}
    assert not numbers_meant(["0"], {"0", 0})
    assert not numbers_meant(["0", 0], {0})
    assert not numbers_meant(["7" * 5000, "٣"], {3, 7})


def test_there_is_nothing_to_number(tmp_path: Path) -> None:
    catalogue = catalogue_of(save(trained(), tmp_path / "a.pt"))
    for name in ("optimizer", "model"):
        with pytest.raises(EditError, match="No string key of the state"):
            preview(catalogue, Plan((NumberState(catalogue.find(name)),)))

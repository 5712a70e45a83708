"""Traps of names: ``load_state_dict`` raises, the finding says the same, the cure loads into the bare model."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import nn

from core.diagnosis.diagnose import cure_all
from core.diagnosis.finding import NOTE, WARNING
from core.edits.edits import AddPrefix, Keep, Plan, StripPrefix
from core.saving.save import save as save_preview
from tests.files.checkpoints import Net, save, train
from tests.support.engine import fix, planned
from tests.support.judging import CPU, assert_cured, assert_cures_cure, findings_of, only, quiet_load
from tests.support.oracle import assert_same

pytestmark = pytest.mark.filterwarnings("ignore:.*is deprecated:DeprecationWarning")  # torch.compile is imported
CONTAINERS = ("zip", "legacy")


def under(segment: str) -> Callable[[nn.Module], nn.Module]:
    """A wrapper that keeps its model under an attribute of this name, as many do."""

    class Wrapper(nn.Module):
        def __init__(self, model: nn.Module) -> None:
            super().__init__()
            self.add_module(segment, model)

    return Wrapper


def compiled_inside(model: nn.Module) -> nn.Module:
    model.norm = torch.compile(model.norm)
    model.middle = torch.compile(model.middle)
    return model


WRAPPERS: dict[str, tuple[str, Callable[[nn.Module], nn.Module]]] = {
    "DataParallel": ("module.", nn.DataParallel),
    "compile": ("_orig_mod.", torch.compile),
    "compile inside": ("_orig_mod.", compiled_inside),
    "FSDP": ("_fsdp_wrapped_module.", under("_fsdp_wrapped_module")),
    "checkpointing": ("_checkpoint_wrapped_module.", under("_checkpoint_wrapped_module")),
    "Lightning strategy": ("_forward_module.", under("_forward_module")),
    "opacus": ("_module.", under("_module")),
}


def raised_by(model: nn.Module, state: dict[str, Any]) -> str:
    """What ``load_state_dict`` says below its first line."""
    with pytest.raises(RuntimeError) as raised:
        model.load_state_dict(state)
    header, _, rest = str(raised.value).partition("\n\t")
    assert header == f"Error(s) in loading state_dict for {type(model).__name__}:"
    return rest


@pytest.mark.parametrize("container", CONTAINERS)
@pytest.mark.parametrize("name", WRAPPERS)
def test_wrapper(name: str, container: str, tmp_path: Path) -> None:
    prefix, wrap = WRAPPERS[name]
    bare, model = Net(), Net()
    model.load_state_dict(bare.state_dict())
    path = save(wrap(model).state_dict(), tmp_path / "a.pt", container)
    finding = only("wrapper-prefix", findings_of(path))
    assert finding.message == raised_by(Net(), quiet_load(path))
    assert finding.severity == WARNING
    assert f"“{prefix}”" in finding.title
    assert "strict=False" in finding.workaround
    save_preview(assert_cured(finding, planned(path)), tmp_path / "b.pt")
    cured = quiet_load(tmp_path / "b.pt")
    assert_same(cured, bare.state_dict())  # the order, _metadata and tied weights too
    assert not any(Net().load_state_dict(cured))
    assert Net().load_state_dict(quiet_load(path), strict=False).missing_keys  # why that is no cure


def test_paths_are_the_keys_as_saved(tmp_path: Path) -> None:
    path = save({"epoch": 3, "model": nn.DataParallel(Net()).state_dict()}, tmp_path / "a.pt")
    finding = only("wrapper-prefix", findings_of(path))
    assert finding.paths == tuple(f"model/module.{key}" for key in Net().state_dict())


@pytest.mark.parametrize(
    ("edits", "wrap"),
    [
        ((StripPrefix("module._orig_mod.", 0),), lambda model: nn.DataParallel(torch.compile(model))),
        ((StripPrefix("_orig_mod.module.", 0),), lambda model: torch.compile(nn.DataParallel(model))),
        (
            (StripPrefix("module.", 0), StripPrefix("_orig_mod.", 0, inner=True)),
            lambda model: nn.DataParallel(compiled_inside(model)),
        ),
        (
            (StripPrefix("_orig_mod.module._forward_module.", 0), StripPrefix("_orig_mod.", 0, inner=True)),
            lambda model: torch.compile(nn.DataParallel(under("_forward_module")(compiled_inside(model)))),
        ),
    ],
)
def test_two_wrappers_are_one_trap(
    tmp_path: Path, edits: tuple[StripPrefix, ...], wrap: Callable[[nn.Module], nn.Module]
) -> None:
    """torch misses all keys until both are gone; one cure takes both off, `_metadata` with them."""
    bare, model = Net(), Net()
    model.load_state_dict(bare.state_dict())
    path = save(wrap(model).state_dict(), tmp_path / "a.pt")
    finding = only("wrapper-prefix", findings_of(path))
    assert finding.edits == edits
    assert finding.message == raised_by(Net(), quiet_load(path))
    save_preview(assert_cured(finding, planned(path)), tmp_path / "b.pt")
    cured = quiet_load(tmp_path / "b.pt")
    assert_same(cured, bare.state_dict())
    assert not any(Net().load_state_dict(cured))


class Policy(nn.Module):
    """A part called ``module`` around another, as a ``TensorDictModule`` of torchrl has it."""

    def __init__(self) -> None:
        super().__init__()
        self.module = nn.Sequential(nn.Linear(3, 2), nn.Linear(2, 2))


def test_a_name_that_may_be_of_the_model_is_told_and_not_cured(tmp_path: Path) -> None:
    layer = nn.Module()
    layer.module = nn.BatchNorm1d(4)  # a norm of torch_geometric
    nested = nn.Module()
    nested.module = Policy()
    beside = {
        "policy": Policy().state_dict(),
        "all": {f"actor.{key}": value for key, value in Policy().state_dict().items()},
    }
    for number, value in enumerate((layer.state_dict(), nested.state_dict(), beside)):
        path = save(value, tmp_path / f"{number}.pt")
        finding = next(each for each in findings_of(path) if each.code == "wrapper-prefix")
        assert (finding.severity, finding.edits) == (NOTE, ())
        assert not cure_all(planned(path).catalogue, Plan(), CPU)


def test_a_wrapper_around_layers_is_cured(tmp_path: Path) -> None:
    path = save(nn.DataParallel(Policy().module).state_dict(), tmp_path / "a.pt")
    assert only("wrapper-prefix", findings_of(path)).edits == (StripPrefix("module.", 0),)


def test_each_state_dict_has_its_own(tmp_path: Path) -> None:
    model = Net()
    values = {"model": nn.DataParallel(model).state_dict(), "ema": torch.compile(model).state_dict()}
    path = save({**values, "bare": model.state_dict()}, tmp_path / "a.pt")
    found = [each for each in findings_of(path) if each.code == "wrapper-prefix"]
    assert [{name.partition("/")[0] for name in each.paths} for each in found] == [{"model"}, {"ema"}]
    assert_cures_cure(planned(path))


def test_bare_names_are_no_trap(tmp_path: Path) -> None:
    path = save(Net().state_dict(), tmp_path / "a.pt")  # "submodule.weight"
    assert "wrapper-prefix" not in {each.code for each in findings_of(path)}


def test_findings_are_about_the_plan(tmp_path: Path) -> None:
    path = save(Net().state_dict(), tmp_path / "a.pt")
    finding = only("wrapper-prefix", findings_of(path, AddPrefix("module.")))
    fix(path, tmp_path / "b.pt", AddPrefix("module."))
    assert finding.message == raised_by(Net(), quiet_load(tmp_path / "b.pt"))
    assert_cured(finding, planned(path, AddPrefix("module.")))


def test_a_lightning_module_is_only_noted(tmp_path: Path) -> None:
    state = {f"model.{key}": value for key, value in Net().state_dict().items()}
    version = {"pytorch-lightning_version": "2.5.0", "epoch": 1, "global_step": 5, "state_dict": state}
    path = save(version, tmp_path / "a.ckpt")
    finding = only("wrapper-prefix", findings_of(path))
    assert finding.severity == NOTE
    assert "was saved while" not in finding.explanation, "models of transformers have the name themselves"
    assert finding.edits
    kept = Keep(planned(path).catalogue.find("state_dict"))
    assert only("wrapper-prefix", findings_of(path, kept)).edits, "Lightning wrote it, whatever the plan leaves of it"
    path = save(state, tmp_path / "b.pt")
    finding = only("wrapper-prefix", findings_of(path))
    assert (finding.severity, finding.edits) == (NOTE, ()), "models of ultralytics have the name themselves"


def test_flat_parameters(tmp_path: Path) -> None:
    state = {"_flat_param": torch.ones(12), "block._fsdp_wrapped_module._flat_param": torch.ones(3)}
    path = save(state, tmp_path / "a.pt")
    finding = only("flat-param", findings_of(path))
    assert finding.paths == tuple(state)
    assert not finding.edits
    missing, unexpected = raised_by(Net(), quiet_load(path)).split("\n\t")
    assert finding.message == unexpected
    assert missing.startswith("Missing key(s)")


def test_an_averaged_copy_keeps_the_name_it_has_for_its_model(tmp_path: Path) -> None:
    """The wrapper of the average wants ``module.`` back; the model beside it shows that training was not wrapped."""

    class Average(nn.Module):
        def __init__(self, model: nn.Module) -> None:
            super().__init__()
            self.module = copy.deepcopy(model)

    net = Net()
    optimizer = torch.optim.SGD(net.parameters(), momentum=0.9)
    train(net, optimizer)
    resumed = {"optimizer": optimizer.state_dict()}
    state = {"model": net.state_dict(), "ema": Average(net).state_dict(), **resumed}
    path = save(state, tmp_path / "a.pt")
    assert {each.severity for each in findings_of(path) if each.code == "wrapper-prefix"} == {NOTE}
    assert not cure_all(planned(path).catalogue, Plan(), CPU)
    Average(Net()).load_state_dict(state["ema"])
    in_training = {"model": nn.DataParallel(net).state_dict(), "ema": net.state_dict(), **resumed}
    path = save(in_training, tmp_path / "b.pt")
    assert WARNING in {each.severity for each in findings_of(path) if each.code == "wrapper-prefix"}

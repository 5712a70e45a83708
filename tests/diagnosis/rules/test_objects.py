"""Traps of whole objects and of what needs its code: torch raises, the finding says the same, the cure loads."""

from __future__ import annotations

import argparse
import collections
import pathlib
import pickle
import re
import sys
import types
from operator import attrgetter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch import nn

from core.diagnosis.finding import ERROR, WARNING
from core.edits.edits import Extract, RenameModule
from core.edits.extract import in_wrappers
from core.saving.save import save as save_preview
from tests.files.checkpoints import Net, save, train
from tests.support.engine import planned
from tests.support.judging import (
    assert_cured,
    assert_cures_cure,
    cured_copy,
    findings_of,
    only,
    quiet_load,
    torch_says,
)
from tests.support.oracle import assert_same

CONTAINERS = ("zip", "legacy")


@pytest.fixture
def package(monkeypatch: pytest.MonkeyPatch) -> types.ModuleType:
    """A package of a project: ``models.net.Small``."""
    top, module = types.ModuleType("models"), types.ModuleType("models.net")
    monkeypatch.setitem(sys.modules, "models", top)
    monkeypatch.setitem(sys.modules, "models.net", module)

    class Small(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.layer = nn.Linear(2, 2)
            self.register_buffer("scratch", torch.ones(3), persistent=False)

    Small.__module__, Small.__qualname__ = "models.net", "Small"
    module.Small = Small  # type: ignore[attr-defined]
    return module


@pytest.mark.filterwarnings("ignore:Couldn't retrieve source code")
@pytest.mark.parametrize("container", CONTAINERS)
def test_whole_model(container: str, tmp_path: Path) -> None:
    model = Net()
    path = save(model, tmp_path / "a.pt", container)
    finding = only("whole-model", assert_cures_cure(planned(path)))
    assert finding.message == torch_says(path)
    save_preview(assert_cured(finding, planned(path)), tmp_path / "b.pt")
    assert_same(quiet_load(tmp_path / "b.pt"), model.state_dict())


def test_whole_model_of_a_package(tmp_path: Path, package: types.ModuleType) -> None:
    model = package.Small()
    path = save(model, tmp_path / "a.pt")
    findings = assert_cures_cure(planned(path))
    finding = only("whole-model", findings)
    assert finding.severity == ERROR
    assert finding.message == torch_says(path)
    missing = only("missing-code", findings)
    assert missing.severity == WARNING
    for name in ("models", "models.net"):
        sys.modules.pop(name)
    with pytest.raises(ModuleNotFoundError) as raised:
        quiet_load(path, weights_only=False)
    assert missing.message == str(raised.value)
    save_preview(assert_cured(finding, planned(path)), tmp_path / "b.pt")
    assert_same(quiet_load(tmp_path / "b.pt"), model.state_dict())


def test_whole_model_in_dataparallel(tmp_path: Path) -> None:
    model = nn.DataParallel(Net())
    model.__dict__.update(device_ids=[0], output_device=0, dim=0, src_device_obj=torch.device("cuda:0"))
    path = save({"net": model, "epoch": 3}, tmp_path / "a.pt")
    findings = assert_cures_cure(planned(path))
    assert only("whole-model", findings).message == torch_says(path)
    assert only("whole-model", findings).paths == ("net",)
    wrapped = only("dataparallel-on-cpu", findings)
    assert wrapped.severity == WARNING
    assert wrapped.edits == (Extract(wrapped.entries[0], unwrap=True),)
    save_preview(assert_cured(wrapped, planned(path)), tmp_path / "b.pt")
    assert_same(quiet_load(tmp_path / "b.pt"), {"net": model.module.state_dict(), "epoch": 3})


FIX, LOSES = attrgetter("fix"), attrgetter("loses")


def test_what_is_lost_inside_an_object_is_said(tmp_path: Path) -> None:
    hard = argparse.Namespace(lr=0.1, stop=print, path=Path("a/b"), many=collections.defaultdict(list))
    easy = argparse.Namespace(lr=0.1, path=Path("a/b"))
    path = save({"hard": hard}, tmp_path / "a.pt")
    refused = [each for each in findings_of(path) if each.code == "refused-name"]
    fixes, loses = ({each.title.rpartition(" ")[2]: text(each) for each in refused} for text in (FIX, LOSES))
    assert "all values kept" not in fixes["argparse.Namespace"]
    assert {"print", "collections.defaultdict"} <= set(re.findall(r"[\w.]*\w", loses["argparse.Namespace"]))
    assert not [each for each in fixes.values() if "lost" in each]
    assert "pathlib.PosixPath → text" in fixes["pathlib.PosixPath"]
    path = save({"easy": easy}, tmp_path / "b.pt")
    fixes = {each.title.rpartition(" ")[2]: each.fix for each in findings_of(path) if each.code == "refused-name"}
    assert "argparse.Namespace → dict, all values kept" in fixes["argparse.Namespace"]
    # what becomes a state dict is not counted as what is lost in the object around it
    path = save({"ema": argparse.Namespace(model=Net())}, tmp_path / "c.pt")
    assert "argparse.Namespace → dict, all values kept" in only("refused-name", findings_of(path)).fix


def test_what_is_taken_out_of_dataparallel_is_without_its_prefix(tmp_path: Path) -> None:
    model = nn.DataParallel(nn.DataParallel(Net()))
    path = save({"net": model, "epoch": 3}, tmp_path / "a.pt")
    whole = only("whole-model", findings_of(path))
    assert not [each for each in findings_of(path, *whole.edits) if each.code == "wrapper-prefix"]
    save_preview(assert_cured(whole, planned(path)), tmp_path / "b.pt")
    Net().load_state_dict(quiet_load(tmp_path / "b.pt")["net"])


def test_what_is_taken_out_as_it_is_is_unwrapped_by_curing_all(tmp_path: Path) -> None:
    model = nn.DataParallel(Net())
    path = save({"net": model, "epoch": 3}, tmp_path / "a.pt")
    kept = in_wrappers(only("whole-model", findings_of(path)).edits)
    left = only("wrapper-prefix", findings_of(path, *kept))
    assert left.message.startswith('Missing key(s) in state_dict: "')
    assert left.paths == ("net",)
    assert_cured(left, planned(path, *kept))
    cured_copy(path, tmp_path / "b.pt")
    Net().load_state_dict(quiet_load(tmp_path / "b.pt")["net"])


def test_whole_optimizer(tmp_path: Path) -> None:
    model = Net()
    optimizer = torch.optim.Adam(model.parameters())
    train(model, optimizer)
    path = save({"model": model.state_dict(), "optimizer": optimizer}, tmp_path / "a.pt")
    findings = assert_cures_cure(planned(path))
    finding = only("whole-optimizer", findings)
    assert finding.severity == ERROR
    assert torch_says(path) in {each.message for each in findings}
    assert finding.paths == ("optimizer",)
    cured_copy(path, tmp_path / "b.pt")
    ours = quiet_load(tmp_path / "b.pt")
    assert_same(ours["optimizer"]["param_groups"], optimizer.state_dict()["param_groups"])
    assert_same(ours["optimizer"]["state"], optimizer.state_dict()["state"])


def test_refused_names_one_finding_each(tmp_path: Path) -> None:
    value = {
        "args": argparse.Namespace(lr=1.0),
        "best": np.float64(0.5),
        "root": pathlib.PosixPath("a"),
        "b": np.float64(1),
    }
    path = save(value, tmp_path / "a.pt")
    found = [each for each in findings_of(path) if each.code == "refused-name"]
    assert torch_says(path) == found[0].message
    with torch.serialization.safe_globals([argparse.Namespace]):
        assert torch_says(path) in {each.message for each in found[1:]}
    by_path = {each.paths: each for each in found}
    assert ("args",) in by_path
    assert ("best", "b") in by_path
    assert_cures_cure(planned(path))


def test_a_blocked_module(tmp_path: Path) -> None:
    path = save({"exit": sys.exit}, tmp_path / "a.pt")
    finding = only("refused-name", findings_of(path))
    assert finding.message == torch_says(path)
    assert "is blocked" in finding.message
    cured_copy(path, tmp_path / "b.pt")
    assert quiet_load(tmp_path / "b.pt") == {"exit": "sys.exit"}


class OfTheScript:
    """Pickled as if the script had it."""

    def __init__(self) -> None:
        self.rate = 0.5


def test_a_class_of_the_script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = types.ModuleType("__main__")
    monkeypatch.setitem(sys.modules, "__main__", script)
    with monkeypatch.context() as patched:
        patched.setattr(OfTheScript, "__module__", "__main__")
        patched.setattr(script, "OfTheScript", OfTheScript, raising=False)
        path = save({"options": OfTheScript()}, tmp_path / "a.pt")
    finding = only("missing-code", findings_of(path))
    with pytest.raises(AttributeError) as raised:
        quiet_load(path, weights_only=False)
    assert str(raised.value).startswith(finding.message)
    assert_cured(finding, planned(path))


class _NoNumpyCore:
    @staticmethod
    def find_spec(name: str, path: Any, target: Any = None) -> None:
        if name == "numpy._core":
            raise ModuleNotFoundError(f"No module named {name!r}")


def test_the_last_numpy_1_knows_names_of_numpy_2_but_not_all(tmp_path: Path) -> None:
    """1.26.1 to 1.26.4 have ``numpy._core.multiarray``, and no ``numpy._core.numeric``, which pickle 5 names."""
    for protocol, oldest in ((2, "1.26.1"), (5, "2")):
        path = tmp_path / f"{protocol}.pt"
        torch.save({"scores": np.arange(3)}, path, pickle_protocol=protocol)
        finding = only("numpy-core", findings_of(path))
        assert f"numpy older than {oldest}," in finding.explanation
        assert finding.fix.endswith(f"numpy ≥ {oldest}.")


def test_numpy_2(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = save({"best": np.float64(0.5), "scores": np.arange(3)}, tmp_path / "a.pt")
    finding = only("numpy-core", findings_of(path))
    assert finding.severity == WARNING
    assert finding.edits == (RenameModule("numpy._core", "numpy.core"),)
    with monkeypatch.context() as patched:  # numpy 1 has no such module
        for name in [name for name in sys.modules if name.startswith("numpy._core")]:
            patched.delitem(sys.modules, name)
        patched.setattr(sys, "meta_path", [_NoNumpyCore, *sys.meta_path])
        with pytest.raises(ModuleNotFoundError) as raised:
            quiet_load(path, weights_only=False)
    assert finding.message == str(raised.value)
    save_preview(assert_cured(finding, planned(path)), tmp_path / "b.pt")
    assert b"numpy._core" not in (tmp_path / "b.pt").read_bytes()
    assert b"numpy.core" in (tmp_path / "b.pt").read_bytes()
    assert_same(quiet_load(tmp_path / "b.pt", weights_only=False), quiet_load(path, weights_only=False))


@pytest.mark.skipif(sys.platform == "win32", reason="there it is the other path that cannot be made")
def test_foreign_path(tmp_path: Path) -> None:
    value: Any = {"root": pathlib.PureWindowsPath("C:\\data"), "w": torch.ones(1)}
    path = save(value, tmp_path / "a.pt")
    data = path.read_bytes()
    assert data.count(b"PureWindowsPath") == 1
    # What a script on Windows writes; the name is as long with the padding of an alias.
    class_of_windows = pathlib.WindowsPath
    instance = object.__new__(class_of_windows)
    parts = pathlib.PureWindowsPath("C:\\data")
    for slot in ("_drv", "_root", "_parts"):
        object.__setattr__(instance, slot, getattr(parts, slot))
    path = save({"root": instance, "w": torch.ones(1)}, tmp_path / "a.pt")
    with pytest.raises(NotImplementedError) as raised:
        quiet_load(path, weights_only=False)
    finding = only("foreign-path", findings_of(path))
    assert finding.message == str(raised.value)
    assert finding.paths == ("root",)
    save_preview(assert_cured(finding, planned(path)), tmp_path / "b.pt")
    assert_same(quiet_load(tmp_path / "b.pt"), {"root": "C:\\data", "w": torch.ones(1)})


@pytest.mark.parametrize("old_names", [False, True])
def test_the_names_that_are_advised_for_safe_globals_are_all_that_torch_asks_for(
    tmp_path: Path, old_names: bool
) -> None:
    """NumPy 1 and 2 call the same function by different names, and torch asks for the class of each dtype too."""
    value = {
        "a": np.arange(3.0),
        "b": np.float32(0.5),
        "c": np.array(["x", "y"]),
        "d": argparse.Namespace(lr=np.int8(1)),
    }
    path = save(value, tmp_path / "a.pt")
    if old_names:
        path = save_preview(planned(path, RenameModule("numpy._core", "numpy.core")), tmp_path / "old.pt").path
    advised = {finding.fix for finding in findings_of(path) if finding.code == "refused-name"}
    (listed,) = {each.partition("safe_globals(")[2].partition("), torch.load")[0] for each in advised}
    assert not any(finding.workaround for finding in findings_of(path))  # allowing these runs nothing
    items = eval(listed, {"numpy": np, "argparse": argparse})
    with torch.serialization.safe_globals(items):
        assert_same(torch.load(path), value)
    for each in range(len(items)):
        with torch.serialization.safe_globals(items[:each] + items[each + 1 :]), pytest.raises(pickle.UnpicklingError):
            torch.load(path)


def test_what_weights_only_false_needs_is_said(tmp_path: Path, package: types.ModuleType) -> None:
    path = save(package.Small(), tmp_path / "a.pt")
    assert (
        "torch then also needs the unchanged code of the classes in the file."
        in only("whole-model", findings_of(path)).workaround
    )
    del package.Small
    with pytest.raises(AttributeError):
        torch.load(path, weights_only=False)


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::UserWarning")
def test_no_cure_is_promised_for_packed_weights(tmp_path: Path) -> None:
    """Of a quantised model there is no state dict without torch: torch itself says so of what is in the file."""
    torch.backends.quantized.engine = "fbgemm"
    model = torch.ao.quantization.quantize_dynamic(nn.Sequential(nn.Linear(4, 4)), {nn.Linear})
    path = save({"net": nn.DataParallel(model), "other": Net()}, tmp_path / "a.pt")
    assert not all(type(each) is torch.Tensor for each in model.state_dict().values())
    first, second = (each for each in findings_of(path) if each.code == "whole-model")
    assert first.message == torch_says(path)
    assert first.edits == ()
    assert "packed" in first.fix
    assert "weights_only=False" in first.fix
    assert second.edits == (Extract(second.entries[0]),)
    assert not any(Extract(first.entries[0]) in each.edits for each in findings_of(path))

"""A pasted error and the file at hand: what raised it for real is named as the cause, and cured."""

from __future__ import annotations

import pickle
import sys
import types
from argparse import Namespace
from dataclasses import replace
from pathlib import Path, PosixPath
from typing import Any

import pytest
import torch
from torch import nn

from core.catalogue.build import build_catalogue
from core.catalogue.checkpoint import open_checkpoint
from core.diagnosis.diagnose import diagnose
from core.diagnosis.traceback.answer import CANNOT_TELL, NOT_CAUSE, Answer, answer, got_past
from core.diagnosis.traceback.recognise import Recognised, recognise
from core.diagnosis.unopened import diagnose_unopened
from core.edits.edits import AddPrefix, Plan, StripPrefix
from core.edits.preview import Preview, preview
from core.errors import CheckpointError
from core.loading.computer import Computer
from core.saving.save import save
from tests.support.engine import planned
from tests.support.oracle import PretendGpus


class _Net(nn.Module):
    def __init__(self, classes: int) -> None:
        super().__init__()
        self.conv = nn.Conv2d(1, 2, 3)
        self.bn = nn.BatchNorm2d(2)
        self.fc = nn.Linear(2, classes)


def _view(path: Path, saved: Any) -> Preview:
    torch.save(saved, path)
    return preview(build_catalogue(open_checkpoint(path)), Plan())


def _raised(model: nn.Module, saved: Any) -> Recognised:
    with pytest.raises(RuntimeError) as error:
        model.load_state_dict(saved)
    found = recognise(f"RuntimeError: {error.value}")
    assert found is not None
    return found


def _judged(error: str, path: Path, computer: Computer = Computer()) -> Answer:
    found, view = recognise(error), planned(path)
    assert found is not None
    return answer(found, diagnose(view, computer), view)


def _cured(said: Answer, view: Preview, target: Path) -> Any:
    save(preview(view.catalogue, view.plan.with_edits(said.findings[0].edits)), target)
    return torch.load(target)


def test_an_error_of_shapes_is_enough_to_cure_the_file(tmp_path: Path) -> None:
    saved = _Net(5).state_dict()
    view = _view(tmp_path / "f.pth", {"model": saved})
    said = answer(_raised(_Net(10), saved), diagnose(view, Computer()), view)
    assert said.is_cause
    assert [finding.code for finding in said.findings] == ["size-mismatch"]
    cured = _cured(said, view, tmp_path / "cured.pth")["model"]
    assert set(_Net(10).load_state_dict(cured, strict=False).missing_keys) == {"fc.weight", "fc.bias"}
    assert not answer(_raised(_Net(10), saved), (), _view(tmp_path / "g.pth", _Net(7).state_dict())).is_cause


@pytest.mark.parametrize(("saved", "loaded"), [("model.", ""), ("model.net.", "net."), ("", "model.")])
def test_an_error_of_shapes_behind_a_prefix_that_the_script_changes(tmp_path: Path, saved: str, loaded: str) -> None:
    """Lightning's keys begin with "model.", and a script takes that off, or puts it on, before it loads them."""
    net, holder = _Net(10).state_dict(), nn.Module()
    inner = _holding(holder, loaded)
    inner.update(_Net(5)._modules)
    error = _raised(holder, {loaded + key: value for key, value in net.items()})
    view = _view(tmp_path / "epoch.ckpt", {"state_dict": {saved + key: value for key, value in net.items()}})
    said = answer(error, diagnose(view), view)
    assert said.is_cause
    after = preview(view.catalogue, view.plan.with_edits(said.findings[0].edits))
    assert answer(error, diagnose(after), after).verdict == NOT_CAUSE
    cured = _cured(said, view, tmp_path / "cured.pt")["state_dict"]
    assert cured.keys() == {saved + key for key in net} - {f"{saved}fc.weight", f"{saved}fc.bias"}
    holder.load_state_dict({loaded + key[len(saved) :]: value for key, value in cured.items()}, strict=False)
    other = _view(tmp_path / "other.ckpt", {saved + key: value for key, value in _Net(7).state_dict().items()})
    assert not answer(error, diagnose(other), other).is_cause


def test_what_a_prefix_leaves_is_cured_with_it(tmp_path: Path) -> None:
    """A LightningModule keeps the weights of its loss beside those of its model."""
    saved = {f"model.{key}": value for key, value in _Net(5).state_dict().items()}
    saved |= {"criterion.weight": torch.ones(5)}
    view = _view(tmp_path / "epoch.ckpt", {"state_dict": saved})
    said = answer(_raised(_Net(5), saved), diagnose(view), view)
    assert said.is_cause
    assert said.findings[0].loses
    _Net(5).load_state_dict(_cured(said, view, tmp_path / "cured.pt")["state_dict"])


def _holding(module: nn.Module, prefix: str) -> dict[str, Any]:
    """The modules of a new one in the place of a prefix."""
    for name in prefix.split(".")[:-1]:
        module.add_module(name, inner := nn.Module())
        module = inner
    return module._modules


def test_keys_behind_a_prefix_are_not_said_to_be_absent(tmp_path: Path) -> None:
    """A script that takes the prefix off raises this; a file whose keys are others does not."""
    model = _Net(2)
    del model.fc
    saved = _Net(2).state_dict()
    error = _raised(model, saved)
    behind = _view(tmp_path / "behind.pt", {f"model.{key}": value for key, value in saved.items()})
    assert answer(error, diagnose(behind), behind).verdict == CANNOT_TELL
    other = _view(tmp_path / "other.pt", {f"model.{key}s": value for key, value in saved.items()})
    assert answer(error, diagnose(other), other).verdict == NOT_CAUSE


def test_an_error_of_names_is_enough_to_cure_the_file(tmp_path: Path) -> None:
    saved = {f"backbone.body.{key}": value for key, value in _Net(5).state_dict().items()}
    view = _view(tmp_path / "f.pth", saved)
    said = answer(_raised(_Net(5), saved), diagnose(view, Computer()), view)
    assert said.is_cause
    assert "Strip “backbone.body.”" in said.text
    _Net(5).load_state_dict(_cured(said, view, tmp_path / "cured.pth"))
    assert not answer(_raised(_Net(5), saved), (), _view(tmp_path / "g.pth", _Net(5).state_dict())).is_cause


@pytest.mark.parametrize("wrapped", [False, True])
def test_the_counter_of_a_normalisation_layer_is_never_in_excess(tmp_path: Path, wrapped: bool) -> None:
    model, other = _Net(5), nn.DataParallel(_Net(5))
    saved, net = (model.state_dict(), other) if wrapped else (other.state_dict(), model)
    view = _view(tmp_path / "f.pth", {"model": saved})
    error = _raised(net, saved)
    assert any("num_batches_tracked" in key for key in error.keys("unexpected"))
    assert not any("num_batches_tracked" in key for key in error.keys("missing"))
    edit = AddPrefix("module.") if wrapped else StripPrefix("module.")
    cured = preview(view.catalogue, Plan((edit,)))
    save(cured, tmp_path / "cured.pth")
    net.load_state_dict(torch.load(tmp_path / "cured.pth")["model"])
    said = answer(error, diagnose(cured, Computer()), cured)
    assert not said.is_cause


def test_a_checkpoint_handed_over_whole_is_named(tmp_path: Path) -> None:
    saved = {"epoch": 1, "net": _Net(5).state_dict(), "best": 0.5}
    view = _view(tmp_path / "f.pth", saved)
    said = answer(_raised(_Net(5), saved), diagnose(view, Computer()), view)
    assert "model.load_state_dict(checkpoint['net'])" in said.text


@pytest.mark.parametrize("whole", [True, False])
def test_a_refused_object_is_the_cause(tmp_path: Path, whole: bool) -> None:
    model = nn.Linear(2, 2)
    view = _view(tmp_path / "f.pth", model if whole else torch.optim.Adam(model.parameters()))
    with pytest.raises(pickle.UnpicklingError) as error:
        torch.load(tmp_path / "f.pth")
    said = answer(recognise(str(error.value)), diagnose(view, Computer()), view)
    assert said.is_cause
    assert said.findings[0].code == ("whole-model" if whole else "whole-optimizer")


def test_capturable_on_a_cpu_is_the_cause(tmp_path: Path) -> None:
    model = nn.Linear(2, 2)
    optimizer = torch.optim.Adam(model.parameters())
    model(torch.ones(1, 2)).sum().backward()
    optimizer.step()
    optimizer.param_groups[0]["capturable"] = True
    with pytest.raises(AssertionError) as error:
        optimizer.step()
    view = _view(tmp_path / "f.pth", {"model": model.state_dict(), "optimizer": optimizer.state_dict()})
    said = answer(recognise(str(error.value)), diagnose(view, Computer()), view)
    assert said.is_cause
    assert said.findings[0].code == "capturable-on-cpu"


def test_a_short_file_whose_end_is_missing(tmp_path: Path) -> None:
    torch.save(torch.ones(5000), tmp_path / "whole.pth")
    path = tmp_path / "cut.pth"
    path.write_bytes((tmp_path / "whole.pth").read_bytes()[:5000])
    with pytest.raises(OSError, match="Invalid argument") as error:
        torch.load(path)
    found = recognise(f"OSError: {error.value}")
    assert found is not None
    with pytest.raises(CheckpointError) as refused:
        open_checkpoint(path)
    assert answer(found, diagnose_unopened(path, refused.value)).is_cause
    assert recognise("OSError: [Errno 22] Invalid argument: 'C:\\new.txt'") is None


def test_a_module_that_torch_never_imports_is_not_asked_for_by_its_classes(tmp_path: Path) -> None:
    """A pickled model of torch's own classes needs no other code."""
    path = tmp_path / "a.pt"
    torch.save(nn.Sequential(nn.Linear(2, 2)), path)
    torch.load(path, weights_only=False)
    said = _judged("ModuleNotFoundError: No module named 'models'", path)
    assert said.verdict == NOT_CAUSE


def test_a_missing_module_is_told_with_the_names_below_it(tmp_path: Path) -> None:
    """The error names the module alone."""

    class Net(nn.Module):
        pass

    Net.__module__, Net.__qualname__ = "models.yolo", "Net"
    package, module = types.ModuleType("models"), types.ModuleType("models.yolo")
    module.Net = Net  # type: ignore[attr-defined]
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "models", package)
        patch.setitem(sys.modules, "models.yolo", module)
        torch.save(Net(), tmp_path / "a.pt")
    with pytest.raises(ModuleNotFoundError) as error:
        torch.load(tmp_path / "a.pt", weights_only=False)
    said = _judged(f"ModuleNotFoundError: {error.value}", tmp_path / "a.pt")
    assert said.is_cause
    assert "it needs the module models, as the error says, for models.yolo.Net." in said.text


def test_a_part_called_module_is_no_wrapper() -> None:
    """The whole checkpoint handed to a bare model that has such a part; and a wrapped file for the same model."""

    class Net(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.first, self.second, self.module = nn.Linear(2, 2), nn.Linear(2, 2), nn.Linear(2, 2)

    assert "missing-prefix" not in _raised(Net(), {"state_dict": Net().state_dict()}).codes[:1]
    assert _raised(Net(), nn.DataParallel(Net()).state_dict()).codes[0] == "wrapper-prefix"
    assert _raised(nn.DataParallel(Net()), Net().state_dict()).codes[0] == "missing-prefix"


def test_where_the_wrapper_comes_from(tmp_path: Path) -> None:
    """A pickled DataParallel brings it along; of a state dict the script makes it."""
    error = "AttributeError: 'DataParallel' object has no attribute 'predict'"
    wrapped, bare = tmp_path / "wrapped.pt", tmp_path / "bare.pt"
    torch.save(nn.DataParallel(nn.Linear(2, 2)), wrapped)
    torch.save(nn.Linear(2, 2).state_dict(), bare)
    with pytest.raises(AttributeError, match="'DataParallel' object has no attribute 'predict'"):
        torch.load(wrapped, weights_only=False).predict()
    assert _judged(error, wrapped).is_cause
    assert _judged(error, bare).verdict == NOT_CAUSE


def test_the_card_a_pickled_wrapper_wants_is_here(tmp_path: Path) -> None:
    """Saved where it runs: only map_location can have moved it to the CPU."""
    model = nn.DataParallel(nn.Linear(2, 2))
    model.__dict__.update(device_ids=[0, 1], output_device=0, dim=0, src_device_obj=torch.device("cuda:0"))
    with PretendGpus() as gpus:
        for tensor in model.parameters():
            gpus.place(tensor, "cuda:0")
        torch.save(model, tmp_path / "a.pt")
    loaded = torch.load(tmp_path / "a.pt", map_location="cpu", weights_only=False)
    with pytest.raises(RuntimeError) as raised:
        loaded(torch.ones(2, 2))
    assert _judged(str(raised.value), tmp_path / "a.pt", Computer(2)).verdict == CANNOT_TELL
    assert _judged(str(raised.value), tmp_path / "a.pt", Computer(0)).is_cause


def test_a_card_that_only_a_pickled_wrapper_wants(tmp_path: Path) -> None:
    """DataParallel hands a part of the batch to a card that is not here, though every tensor of the file is."""
    model = nn.DataParallel(nn.Linear(2, 2))
    model.__dict__.update(device_ids=[0, 1], output_device=0, dim=0, src_device_obj=torch.device("cuda:0"))
    with PretendGpus() as gpus:
        for tensor in model.parameters():
            gpus.place(tensor, "cuda:0")
        torch.save(model, tmp_path / "a.pt")
    error = "RuntimeError: CUDA error: invalid device ordinal"
    assert _judged(error, tmp_path / "a.pt", Computer(1)).is_cause
    assert not _judged(error, tmp_path / "a.pt", Computer(2)).is_cause


def test_what_transformers_reads_as_text_is_no_pickle_of_python_2(tmp_path: Path) -> None:
    """It looks whether the file that torch.load failed on is a pointer of git-lfs; a zip has 0x80 at byte 64."""
    path = tmp_path / "a.bin"
    torch.save(nn.Linear(2, 2).state_dict(), path)
    with pytest.raises(UnicodeDecodeError) as raised:
        path.read_text(encoding="utf-8")
    said = (
        f"UnicodeDecodeError: {raised.value}\n\nDuring handling of the above exception, another exception occurred:\n\n"
    )
    found = recognise(f"{said}OSError: Unable to load weights from pytorch checkpoint file for './a' at './a/a.bin'.")
    assert found is not None
    assert found.codes == ("hf-wrapper",)


def test_a_path_is_the_cause_only_where_there_is_one(tmp_path: Path) -> None:
    error = "NotImplementedError: cannot instantiate 'PosixPath' on your system"
    torch.save({"path": PosixPath("/a")}, tmp_path / "a.pt")
    torch.save({"args": Namespace(lr=1)}, tmp_path / "b.pt")
    assert _judged(error, tmp_path / "a.pt").is_cause
    assert _judged(error, tmp_path / "b.pt").verdict == NOT_CAUSE


HEAD = "RuntimeError: Error(s) in loading state_dict for Net:\n\t"
SHAPES = "copying a param with shape torch.Size([9, 4]) from checkpoint, the shape in current model is torch.Size([2])."


@pytest.mark.parametrize(
    ("text", "past"),
    [
        (f"{HEAD}size mismatch for fc.weight: {SHAPES}", True),
        (f"{HEAD}size mismatch for module.fc.weight: {SHAPES}", False),
        (f"{HEAD}size mismatch for other.weight: {SHAPES}", False),
        (f'{HEAD}Unexpected key(s) in state_dict: "fc.bias". ', True),
        (f'{HEAD}Missing key(s) in state_dict: "fc.weight". ', False),
        (
            f'{HEAD}Missing key(s) in state_dict: "fc.weight". Unexpected key(s) in state_dict: "module.fc.weight". ',
            False,
        ),
    ],
)
def test_a_script_strips_a_prefix_where_its_error_names_keys_without_it(tmp_path: Path, text: str, past: bool) -> None:
    torch.save({"module.fc.weight": torch.zeros(9, 4), "module.fc.bias": torch.zeros(9)}, tmp_path / "a.pth")
    view = planned(tmp_path / "a.pth")
    recognised = recognise(text)
    assert recognised is not None
    (finding,) = (each for each in diagnose(view, Computer()) if each.code == "wrapper-prefix")
    assert got_past(recognised, finding, view.catalogue) == past


def test_a_key_that_never_had_the_prefix_does_not_tell_that_it_is_stripped(tmp_path: Path) -> None:
    torch.save({"a._orig_mod.weight": torch.zeros(9, 4), "fc.weight": torch.zeros(9, 4)}, tmp_path / "a.pth")
    view = planned(tmp_path / "a.pth")
    (finding,) = (each for each in diagnose(view, Computer()) if each.code == "wrapper-prefix")
    for key, past in (("fc.weight", False), ("a.weight", True)):
        recognised = recognise(f"{HEAD}size mismatch for {key}: {SHAPES}")
        assert recognised is not None
        assert got_past(recognised, finding, view.catalogue) == past


@pytest.mark.parametrize(
    ("text", "past"),
    [
        ('RuntimeError: Error(s) in loading state_dict for Net:\n\tMissing key(s) in state_dict: "a", "b".', "gd"),
        (
            "ValueError: loaded state dict contains a parameter group that doesn't match the size of optimizer's group",
            "gd",
        ),
        ("    checkpoint = torch.load(path, map_location='cpu')\n{refused}", "d"),
        ("    checkpoint = torch.load(path, map_location=map_location)\n{refused}", ""),
        ("    checkpoint = torch.load(path)\n{refused}", ""),
    ],
)
def test_what_a_script_got_past_to_raise_its_error(tmp_path: Path, text: str, past: str) -> None:
    """A file on a GPU (d) that has an object too (g): whoever sees load_state_dict fail has loaded it."""
    with PretendGpus() as gpus:
        weight = torch.zeros(2)
        gpus.place(weight, "cuda:0")
        torch.save({"w": weight, "args": Namespace(lr=0.1)}, tmp_path / "a.pth")
    found = {each.code: each for each in diagnose(planned(tmp_path / "a.pth"), Computer())}
    refused = (
        "WeightsUnpickler error: Unsupported global: GLOBAL pathlib.PosixPath was not an allowed global by default."
    )
    recognised = recognise(text.replace("{refused}", refused))
    assert recognised is not None
    told = replace(found["refused-name"], code="other")  # the error is about another name
    assert (
        "".join(letter for letter, each in (("g", told), ("d", found["no-gpu"])) if got_past(recognised, each)) == past
    )

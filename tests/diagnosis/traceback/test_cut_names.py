"""A name that a terminal's edge cut is the one of the file that it begins, and nobody's where it begins several."""

from __future__ import annotations

import pickle
import sys
import types
from pathlib import Path

import pytest
import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save_file

from core.diagnosis.diagnose import diagnose
from core.diagnosis.traceback.answer import CANNOT_TELL, Answer, answer
from core.diagnosis.traceback.cut_names import completed
from core.diagnosis.traceback.recognise import recognise
from core.diagnosis.trap import CAUSE, Case, Judged
from core.loading.computer import Computer
from tests.support.engine import planned

MODULE = "detector.models"


@pytest.fixture
def classes(monkeypatch: pytest.MonkeyPatch) -> dict[str, type]:
    """Classes of a module that only the script has that saves them."""
    module = types.ModuleType(MODULE)
    made = {name: type(name, (), {"__module__": MODULE}) for name in ("DetectionModel", "DetectionHead", "Segmenter")}
    vars(module).update(made)
    monkeypatch.setitem(sys.modules, "detector", types.ModuleType("detector"))
    monkeypatch.setitem(sys.modules, MODULE, module)
    return made


def _cut(text: str, end: str) -> str:
    """The text as it was copied from a terminal that cuts its lines right behind some words."""
    width = next(line.index(end) + len(end) for line in text.split("\n") if end in line)
    return "\n".join(line[:width] for line in text.split("\n"))


def _answer(error: str, path: Path) -> Answer:
    found, view = recognise(error), planned(path)
    assert found is not None
    return answer(found, diagnose(view, Computer()), view)


@pytest.mark.parametrize(
    ("names", "end", "verdict", "said"),
    [
        (["Segmenter"], "GLOBAL detector.models.Segm", CAUSE, "it names detector.models.Segmenter, as the error says"),
        (["Segmenter"], "GLOBAL detector.mo", CAUSE, "it names detector.models.Segmenter, as the error says"),
        (["DetectionModel", "DetectionHead"], "GLOBAL detector.models.Detection", CANNOT_TELL, "2 names in this file"),
        (
            ["DetectionModel", "DetectionHead"],
            "detector.models.DetectionMod",
            CAUSE,
            "it names detector.models.DetectionM",
        ),
    ],
)
def test_a_refused_name(
    names: list[str], end: str, verdict: str, said: str, classes: dict[str, type], tmp_path: Path
) -> None:
    torch.save([classes[name]() for name in names], tmp_path / "a.pt")
    with pytest.raises(pickle.UnpicklingError) as raised:
        torch.load(tmp_path / "a.pt")
    answered = _answer(_cut(f"_pickle.UnpicklingError: {raised.value}", end), tmp_path / "a.pt")
    assert said in answered.text
    assert answered.verdict == verdict


KEYS = ("model.layers.3.mlp.up_proj.weight", "model.layers.3.mlp.up_proj.weight_scale", "model.layers.4.norm.weight")


@pytest.mark.parametrize(
    ("asked", "end", "key"),
    [
        (KEYS[1], "model.layers.3.mlp.up_proj.weight_sc", KEYS[1]),
        (KEYS[2], "model.layers.4.no", KEYS[2]),
        (KEYS[1], "model.layers.3.ml", None),
        ("model.layers.4.norm.bias", "model.layers.4.norm.bias", "model.layers.4.norm.bias"),
        ("model.layers.5.norm.weight", "model.layers.5.no", "model.layers.5.no"),  # which the file does not show
        (KEYS[0].replace("up", "down"), "down_proj.weight", KEYS[0].replace("up", "down")),
    ],
)
def test_a_key_that_is_asked_for(asked: str, end: str, key: str | None, tmp_path: Path) -> None:
    """In the words of safetensors; a quantised layer has ``weight_scale`` where another has ``weight``."""
    save_file({"a": torch.ones(1)}, tmp_path / "other.safetensors")
    save_file({each: torch.ones(1) for each in (*KEYS, "down_proj.weight_scale")}, tmp_path / "a.safetensors")
    with safe_open(tmp_path / "other.safetensors", "pt") as opened, pytest.raises(SafetensorError) as raised:
        opened.get_tensor(asked)
    found = recognise(_cut(f"safetensors_rust.SafetensorError: {raised.value}", end))
    assert found is not None
    whole = completed(Case(found, (), planned(tmp_path / "a.safetensors")))
    if key is not None:
        assert isinstance(whole, Case)
        assert whole.details["key"] == key
    else:
        assert isinstance(whole, Judged)
        assert (whole.verdict, "2 names in this file begin so" in whole.text) == (CANNOT_TELL, True)


def test_a_device_whose_name_was_cut(tmp_path: Path) -> None:
    device = torch.serialization._package_registry
    torch.serialization.register_package(0, lambda storage: "neuron:0", lambda storage, location: None)
    try:
        torch.save(torch.ones(2), tmp_path / "a.pt")
    finally:
        device.pop(0)
    with pytest.raises(RuntimeError) as raised:
        torch.load(tmp_path / "a.pt")
    answered = _answer(_cut(f"RuntimeError: {raised.value}", "(tagged with ne"), tmp_path / "a.pt")
    assert answered.verdict == CAUSE
    assert "neuron:0" in answered.text

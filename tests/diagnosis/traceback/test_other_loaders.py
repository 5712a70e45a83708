"""Files that torch.jit.load and torch.export.load are for: errors about devices, with advice that these take."""

from __future__ import annotations

import traceback
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import nn
from torch.export.passes import move_to_device_pass
from torch.package import PackageExporter

from core.diagnosis.diagnose import diagnose
from core.diagnosis.traceback.answer import CANNOT_TELL, CAUSE, NOT_CAUSE, Answer, answer, machine_of
from core.diagnosis.traceback.recognise import recognise
from core.loading.computer import Computer
from tests.files.checkpoints import save
from tests.support.engine import planned

pytestmark = pytest.mark.filterwarnings("ignore")

ON_CPU = {
    "a.pt": "torch.jit.load(f, map_location='cpu')",
    "a.pt2": "move_to_device_pass(program, 'cpu')",
}
LOADERS = {"a.pt": "torch.jit.load", "a.pt2": "torch.export.load"}
NO_GPU = "RuntimeError: Attempting to deserialize object on a CUDA device but torch.cuda.is_available() is False."
LOST = (
    NO_GPU,
    "RuntimeError: Attempting to deserialize object on CUDA device 5 but torch.cuda.device_count() is 1.",
)
FULL = "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 20.00 MiB."


class Model(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Linear(3, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        result: torch.Tensor = self.layer(x)
        return result


def made(name: str, folder: Path) -> Path:
    path, model = folder / name, Model()
    if name == "a.pt":
        torch.jit.script(model).save(str(path))
    else:
        torch.export.save(torch.export.export(model, (torch.ones(1, 3),)), path)
    return path


def on_a_card(path: Path) -> Path:
    """The same as a computer with a card writes it: the device stands in the pickle, or in the JSON of the weights."""
    moved = path.with_name(f"card-{path.name}")
    with zipfile.ZipFile(path) as archive, zipfile.ZipFile(moved, "w") as copy:
        for name in archive.namelist():
            data = archive.read(name)
            if name.endswith("/data.pkl"):
                data = data.replace(b"X\x03\0\0\0cpu", b"X\x06\0\0\0cuda:5")
            elif name.endswith(".json"):
                data = data.replace(b'{"type": "cpu", "index": null}', b'{"type": "cuda", "index": 5}')
            copy.writestr(name, data)
    return moved


def judged(text: str, path: Path) -> Answer:
    found, view = recognise(text), planned(path)
    assert found is not None, text
    return answer(found, diagnose(view, machine_of(found, Computer())), view)


@pytest.mark.parametrize("name", ON_CPU)
@pytest.mark.parametrize("text", LOST)
def test_the_advice_is_for_its_own_loader(name: str, text: str, tmp_path: Path) -> None:
    said = judged(text, on_a_card(made(name, tmp_path)))
    assert (said.verdict, ON_CPU[name] in said.text, ON_CPU[name] in said.recognised.fix) == (CAUSE, True, True)
    assert "torch.load" not in said.text + said.recognised.fix + said.recognised.explanation
    assert f"{LOADERS[name]} puts each tensor back" in said.recognised.explanation
    assert judged(text, made(name, tmp_path)).verdict == NOT_CAUSE


@pytest.mark.parametrize("name", ON_CPU)
def test_the_finding_has_the_loader_on_this_computer(name: str, tmp_path: Path) -> None:
    """Of a program that was saved on a card ``torch.export.load(f)`` alone would fail."""
    path = made(name, tmp_path)
    (here,), (away,) = (diagnose(planned(each), Computer()) for each in (path, on_a_card(path)))
    assert ON_CPU[name] in away.fix
    assert LOADERS[name] in here.fix


@pytest.mark.parametrize(("name", "load"), [("a.pt", torch.jit.load), ("a.pt2", torch.export.load)])
def test_what_their_loaders_say_without_a_card(name: str, load: Callable[[Any], Any], tmp_path: Path) -> None:
    path = on_a_card(made(name, tmp_path))
    with pytest.raises((RuntimeError, AssertionError)) as error:
        load(str(path))
    said = judged("".join(traceback.format_exception(error.value)), path)
    assert (said.recognised.codes[0], said.verdict, ON_CPU[name] in said.text) == ("no-gpu", CAUSE, True)


def test_what_is_advised_is_what_they_take(tmp_path: Path) -> None:
    path = on_a_card(made("a.pt", tmp_path))
    loaded = torch.jit.load(str(path), map_location="cpu")
    assert {each.device.type for each in loaded.parameters()} == {"cpu"}
    program = torch.export.load(made("a.pt2", tmp_path))
    torch.export.save(move_to_device_pass(program, "cpu"), tmp_path / "b.pt2")
    assert list(torch.export.load(tmp_path / "b.pt2").state_dict) == ["layer.weight", "layer.bias"]


def test_a_file_of_torch_save_keeps_its_advice(tmp_path: Path) -> None:
    said = judged(NO_GPU, save({"weight": torch.ones(2)}, tmp_path / "a.pth"))
    assert "torch.load(f, map_location='cpu')" in said.recognised.fix


def test_a_package_has_its_importer(tmp_path: Path) -> None:
    with PackageExporter(str(tmp_path / "a.pt")) as package:
        package.save_pickle("model", "model.pkl", {"weight": torch.ones(2)})
    said = judged(NO_GPU, tmp_path / "a.pt")
    assert (said.verdict, "load_pickle(…, map_location='cpu')" in said.recognised.fix) == (NOT_CAUSE, True)


def test_a_full_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.diagnosis.traps.devices._FILLS_NO_CARD", 1)
    monkeypatch.setattr("core.diagnosis.traps.devices._bytes", lambda *_: 0)
    for name, advice in ON_CPU.items():
        said = judged(FULL, on_a_card(made(name, tmp_path)))
        assert (said.verdict, advice in said.text, "torch.load(" in said.text) == (CANNOT_TELL, True, False)

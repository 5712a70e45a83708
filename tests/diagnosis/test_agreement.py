"""Where plain ``torch.load(f)`` fails there is an error, and only there, or the file is odd or does not open."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import torch

from core.catalogue.build import build_catalogue
from core.catalogue.checkpoint import open_checkpoint
from core.catalogue.odd_places import oddities_of
from core.diagnosis.diagnose import diagnose
from core.diagnosis.unopened import diagnose_unopened
from core.edits.edits import Plan
from core.edits.preview import preview
from core.errors import CheckpointError
from core.loading.computer import Computer
from tests.files.attacks import ATTACKS, written
from tests.files.odd_legacy import legacy
from tests.files.odd_objects import ALLOWED, ODD
from tests.loading.test_odd_devices import on_device, with_cards
from tests.places import TESTS
from tests.support.judging import errors, findings_of, only, torch_says

OLD = sorted((TESTS / "old_torch").glob("*.pth"))


def _zip(path: Path, pickle: bytes) -> Path:
    writer = torch._C.PyTorchFileWriter(str(path))
    writer.write_record("data.pkl", pickle, len(pickle))
    writer.write_end_of_file()
    return path


def _attacks(folder: Path) -> Iterator[Path]:
    for number, attack in enumerate(ATTACKS):
        pickle = written(attack, folder / "mark")
        yield _zip(folder / f"{number}.zip.pt", pickle)
        yield legacy(folder / f"{number}.legacy.pt", pickle, (), ())


def _objects(folder: Path) -> Iterator[Path]:
    """Each kind of object once, in one container and protocol after the other."""
    values = {**ALLOWED, **{name: value for name, (value, _) in ODD.items()}}
    for number, value in enumerate(values.values()):
        path = folder / f"{number}.object.pt"
        options = {"_use_new_zipfile_serialization": number % 2 == 0, "pickle_protocol": (2, 2, 3, 4, 1, 5)[number % 6]}
        try:
            torch.save({"a": value, "b": torch.ones(1)}, path, **options)
        except TypeError:  # protocol 1 cannot say everything
            continue
        yield path


def _devices(folder: Path) -> Iterator[Path]:
    for number, device in enumerate(("cpu", "cuda:1", "cuda:7", "cuda:9", "cuda:01", "meta", "mps", "xpu:0", "cpu:0")):
        yield on_device(device, folder / f"{number}.device.pt", legacy=number % 2 == 0)


KINDS: dict[str, Callable[[Path], Any]] = {
    "attacks": _attacks,
    "objects": _objects,
    "devices": _devices,
    "old files": lambda _folder: OLD,
}


def answers(path: Path, computer: Computer) -> tuple[bool, bool]:
    """Whether there is an error finding, and whether the file is odd or does not open."""
    try:
        catalogue = build_catalogue(open_checkpoint(path))
    except CheckpointError as error:
        return bool(errors(diagnose_unopened(path, error))), True
    return bool(errors(diagnose(preview(catalogue, Plan()), computer))), bool(oddities_of(catalogue))


@pytest.mark.parametrize("gpus", [0, 8])
@pytest.mark.parametrize("kind", KINDS)
def test_an_error_here_is_one_there(kind: str, gpus: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if gpus:
        with_cards(monkeypatch, gpus)
    seen = set()
    for path in KINDS[kind](tmp_path):
        said = torch_says(path)
        found, odd = answers(path, Computer(gpus))
        assert found or said is None, (path.name, said)
        assert odd or not found or said is not None, path.name
        seen.add(found)
    assert seen == ({True} if kind == "attacks" else {True, False})
    assert not (tmp_path / "mark").exists()


@pytest.mark.usefixtures("no_safetensors")
def test_a_checkpoint_with_the_name_of_a_safetensors_file(tmp_path: Path) -> None:
    for container in (True, False):
        path = tmp_path / "a.safetensors"
        torch.save({"a": torch.ones(1)}, path, _use_new_zipfile_serialization=container)
        found = only("safetensors", findings_of(path))
        assert (found.message, found.severity) == (torch_says(path), "error")
        path = path.rename(tmp_path / "a.pt")
        assert not errors(findings_of(path))
        assert torch_says(path) is None

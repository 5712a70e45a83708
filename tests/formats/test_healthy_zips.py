"""Zips as torch writes them in all its ways, and as other programs pack them anew: nothing about them is odd."""

from __future__ import annotations

import io
import shutil
import subprocess
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import IO

import pytest
import torch
from torch import nn
from torch.utils.serialization import config

from core.catalogue.checkpoint import open_checkpoint
from core.errors import CheckpointError
from tests.places import TESTS

VALUE = {"a": torch.arange(6.0), "b": torch.zeros(0), "c": torch.ones(3, dtype=torch.int8)}
REAL = [path for name in ("data", "old_torch") for path in sorted((TESTS / name).rglob("*.*"))]


def is_odd(path: Path) -> str:
    return "; ".join(map(str, open_checkpoint(path).oddities))


def test_real_files() -> None:
    opened = 0
    for path in REAL:
        try:
            assert not is_odd(path), path
        except CheckpointError:
            continue  # manifests, and what is no checkpoint
        opened += 1
    assert opened > 80


@pytest.mark.parametrize("name", ["Grüße.v2.PT", "a..b.pt", "UPPER.PT", "x y.pt", "..pt", "日本.pth", "data.pkl"])
def test_names_of_files(name: str, tmp_path: Path) -> None:
    torch.save(VALUE, tmp_path / name)
    assert not is_odd(tmp_path / name)


@pytest.mark.parametrize("alignment", [1, 16, 64, 4096, 65536])
def test_alignments(alignment: int, tmp_path: Path) -> None:
    with config.patch({"save.storage_alignment": alignment}):
        torch.save(VALUE, tmp_path / "a.pt")
    assert not is_odd(tmp_path / "a.pt")


def test_many_records(tmp_path: Path) -> None:
    """More than the end record can count."""
    torch.save([torch.zeros(1) for _ in range(66_000)], tmp_path / "a.pt")
    assert not is_odd(tmp_path / "a.pt")


class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.Layer = nn.Linear(3, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y: torch.Tensor = self.Layer(x)
        return y


@pytest.mark.filterwarnings("ignore")
def test_torchscript(tmp_path: Path) -> None:
    script = torch.jit.script(Net())
    script.save(str(tmp_path / "script.pt"), _extra_files={"Notes.TXT": "x"})
    script._save_for_lite_interpreter(str(tmp_path / "lite.ptl"))
    torch.jit.trace(Net(), torch.ones(1, 3)).save(str(tmp_path / "trace.pt"))
    for name in ("script.pt", "lite.ptl", "trace.pt"):
        assert not is_odd(tmp_path / name), name


class Pipe(io.RawIOBase):
    """What can only be written on and on, as a pipe."""

    def __init__(self, file: IO[bytes]) -> None:
        self.file = file

    def writable(self) -> bool:
        return True

    def write(self, data: bytes) -> int:  # type: ignore[override]
        return self.file.write(data)


def _zipfile(old: zipfile.ZipFile, target: Path) -> None:
    with zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            new.writestr(name, old.read(name))


def _streamed(old: zipfile.ZipFile, target: Path) -> None:
    with target.open("wb") as file, zipfile.ZipFile(Pipe(file), "w") as new:  # type: ignore[call-overload]
        for name in old.namelist():
            new.writestr(name, old.read(name))


def _zip64(old: zipfile.ZipFile, target: Path) -> None:
    with zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            with new.open(name, "w", force_zip64=True) as file:
                file.write(old.read(name))


def _added(old: zipfile.ZipFile, target: Path) -> None:
    _zipfile(old, target)
    with zipfile.ZipFile(target, "a") as new:
        new.writestr(f"{old.namelist()[0].partition('/')[0]}/NOTES.md", "mine")
        new.comment = b"with a note"


def _info_zip(old: zipfile.ZipFile, target: Path) -> None:
    if shutil.which("zip") is None:
        pytest.skip("zip is not installed")
    folder = target.with_suffix("")
    old.extractall(folder)
    subprocess.run(["zip", "-qr0", target, old.namelist()[0].partition("/")[0]], cwd=folder, check=True)


@pytest.mark.parametrize("pack", [_zipfile, _streamed, _zip64, _added, _info_zip])
def test_packed_anew(pack: Callable[[zipfile.ZipFile, Path], None], tmp_path: Path) -> None:
    torch.save(VALUE, tmp_path / "a.pt")
    with zipfile.ZipFile(tmp_path / "a.pt") as old:
        pack(old, tmp_path / "b.zip")
    assert torch.load(tmp_path / "b.zip")["a"].tolist() == VALUE["a"].tolist()
    assert not is_odd(tmp_path / "b.zip")

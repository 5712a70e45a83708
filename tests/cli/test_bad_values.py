"""Bad input of the commands that look at numbers: one clear sentence, an exit code, and nothing half-written."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.torch import save_file

from cli.main import run
from core.files.copy import Source
from core.numbers.stored import StoredBytes
from tests.files.bombs import as_zip, tensor, text

COMMANDS: dict[str, Callable[[Path, Path], list[str]]] = {
    "values": lambda file, out: ["values", str(file), "w"],
    "scan": lambda file, out: ["scan", str(file), "--csv", str(out / "table.csv")],
    "diff": lambda file, out: ["diff", str(file), str(healthy(out.parent))],
    "diff, the other one": lambda file, out: ["diff", str(healthy(out.parent)), str(file)],
    "export": lambda file, out: ["export", str(file), "w", "-o", str(out / "w.npy")],
    "fix --set": lambda file, out: ["fix", str(file), "--set", "w[0]=0", "-o", str(out / "fixed.pt")],
    "fix --cast": lambda file, out: ["fix", str(file), "--cast", "w=float16", "-o", str(out / "fixed.pt")],
}
LOOKING = ("values", "scan", "diff", "export")


def healthy(folder: Path) -> Path:
    path = folder / "healthy.pt"
    if not path.exists():
        torch.save({"w": torch.arange(1000.0), "b": torch.ones(3)}, path)
    return path


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """Where commands write; nothing else may be there afterwards."""
    (tmp_path / "out").mkdir()
    return tmp_path / "out"


def sentence(capsys: pytest.CaptureFixture[str]) -> str:
    """The one line that was said, and nothing beside it."""
    said = capsys.readouterr()
    assert said.out == ""
    assert re.fullmatch(r"pthfinder: [^\n]+[.?]\n", said.err), said.err
    assert "found a bug in Pthfinder" not in said.err
    return said.err


def with_shape(path: Path, shape: tuple[int, ...], stride: tuple[int, ...], numel: int, record: int) -> Path:
    """A zip whose tensor ``w`` has any shape, over a storage said to have ``numel`` floats, with ``record`` bytes."""
    as_zip(b"}" + text("w") + tensor(shape, stride, numel=numel) + b"s", data=bytes(record))(path)
    return path


def short_tensor(folder: Path) -> Path:
    return with_shape(folder / "bad.pt", (10,), (1,), 5, 20)


def short_record(folder: Path) -> Path:
    return with_shape(folder / "bad.pt", (10,), (1,), 10, 20)


def overflowing(folder: Path) -> Path:
    return with_shape(folder / "bad.pt", (1 << 40, 1 << 40), (0, 0), 1, 4)


def overflowing_strides(folder: Path) -> Path:
    return with_shape(folder / "bad.pt", (2, 2), (1 << 62, 1 << 62), 1, 4)


def negative(folder: Path) -> Path:
    return with_shape(folder / "bad.pt", (-3,), (1,), 1, 4)


def cut(folder: Path) -> Path:
    path = folder / "bad.pt"
    path.write_bytes(healthy(folder).read_bytes()[:3000])
    return path


def cut_legacy(folder: Path) -> Path:
    path = folder / "bad.pt"
    torch.save({"w": torch.arange(1000.0)}, path, _use_new_zipfile_serialization=False)
    os.truncate(path, path.stat().st_size - 100)
    return path


def cut_safetensors(folder: Path) -> Path:
    path = folder / "bad.safetensors"
    save_file({"w": torch.arange(1000.0)}, path)
    os.truncate(path, path.stat().st_size - 100)
    return path


def not_there(folder: Path) -> Path:
    return folder / "none.pt"


def folder_itself(folder: Path) -> Path:
    (folder / "folder.pt").mkdir()
    return folder / "folder.pt"


def no_checkpoint(folder: Path) -> Path:
    (folder / "text.pt").write_text("hello", encoding="utf-8")
    return folder / "text.pt"


BAD = [
    short_tensor, short_record, overflowing, overflowing_strides, negative, cut, cut_legacy, cut_safetensors,
    not_there, folder_itself, no_checkpoint,
]  # fmt: skip


@pytest.mark.parametrize("bad", BAD)
@pytest.mark.parametrize("command", COMMANDS)
def test_files_that_are_broken(
    command: str, bad: Callable[[Path], Path], tmp_path: Path, out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = bad(tmp_path)
    before = healthy(tmp_path).read_bytes()
    assert run(COMMANDS[command](file, out)) == 1
    assert file.name in sentence(capsys)
    assert not list(out.iterdir())
    assert healthy(tmp_path).read_bytes() == before


@pytest.mark.parametrize("command", [*LOOKING, "diff, the other one", "fix --cast"])
def test_a_file_that_changes_while_it_is_read(
    command: str, tmp_path: Path, out: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the first number that is read it becomes another one."""
    file = tmp_path / "changing.pt"
    torch.save({"w": torch.arange(1000.0) + 1, "b": torch.zeros(3)}, file)
    healthy(tmp_path)
    reader, name = (Source, "peek") if command == "fix --cast" else (StoredBytes, "read_into")
    read = getattr(reader, name)

    def changed(*arguments: Any) -> Any:
        os.utime(file, ns=(7, 7))
        return read(*arguments)

    monkeypatch.setattr(reader, name, changed)
    assert run(COMMANDS[command](file, out)) == 1
    assert "changing.pt has changed on disk" in sentence(capsys)
    assert not list(out.iterdir())


@pytest.mark.parametrize("command", ["values", "export", "fix --set", "fix --cast"])
def test_a_key_that_names_nothing(command: str, tmp_path: Path, out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.pt"
    torch.save({"model": {"conv1.weight": torch.ones(3)}, "epoch": 3}, file)
    words = [
        word.replace("w=", "conv1.wieght=").replace("w[", "conv1.wieght[") for word in COMMANDS[command](file, out)
    ]
    words = ["conv1.wieght" if word == "w" else word for word in words]
    assert run(words) == 1
    assert re.search(r"conv1\.weight'?\?", sentence(capsys))
    assert not list(out.iterdir())


@pytest.mark.parametrize("shape", [(0,), (3, 0, 2), ()])
def test_no_numbers_and_one(
    shape: tuple[int, ...], tmp_path: Path, out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, other = tmp_path / "a.pt", tmp_path / "b.pt"
    torch.save({"w": torch.ones(shape)}, file)
    torch.save({"w": torch.ones(shape)}, other)
    for extra in ([], ["--json"]):
        assert run(["values", str(file), "w", *extra]) == 0
        assert run(["scan", str(file), *extra]) == 0
        assert run(["diff", str(file), str(other), *extra]) == 0
        said = capsys.readouterr()
        assert "Traceback" not in said.err
    for kind in ("npy", "npz", "safetensors", "csv"):
        assert run(["export", str(file), "w", "-o", str(out / f"w.{kind}")]) == 0
    assert np.load(out / "w.npy").shape == shape


@pytest.mark.parametrize("first", ["zip", "legacy", "safetensors"])
@pytest.mark.parametrize("second", ["zip", "legacy", "safetensors"])
def test_containers_can_be_compared(
    first: str, second: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The numbers are the same, and so is the answer; a safetensors file says no devices, which differ from none."""
    tensors = {"w": torch.arange(10.0), "h": torch.ones(3, dtype=torch.bfloat16)}
    files = []
    for number, kind in enumerate((first, second)):
        path = tmp_path / f"{number}.{'safetensors' if kind == 'safetensors' else 'pt'}"
        if kind == "safetensors":
            save_file(tensors, path)
        else:
            torch.save(tensors, path, _use_new_zipfile_serialization=kind == "zip")
        files.append(str(path))
    code = run(["diff", *files, "--json"])
    found = json.loads(capsys.readouterr().out)
    values_differ = [each for each in found["changed"] if "values" in each["kinds"]]
    assert not values_differ
    assert not found["only_a"]
    assert not found["only_b"]
    assert code == (0 if not found["changed"] else 3)


@pytest.mark.parametrize("part", ["9", "0,0", "a", "::-1", "1:2:0", "...,..."])
@pytest.mark.parametrize("command", ["values", "export"])
def test_parts_that_are_none(
    command: str, part: str, tmp_path: Path, out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.pt"
    torch.save({"w": torch.ones(3)}, file)
    assert run([*COMMANDS[command](file, out), f"--slice={part}"]) == 1
    assert repr(part)[1:-1] in sentence(capsys)
    assert not list(out.iterdir())


@pytest.mark.parametrize("command", LOOKING)
def test_strides_that_claim_numbers_without_end(
    command: str, tmp_path: Path, out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each ends soon, with a sentence."""
    file = tmp_path / "a.pt"
    torch.save({"w": torch.zeros(3 << 20).as_strided((1 << 20, 1 << 20), (1, 1))}, file)
    code = run(COMMANDS[command](file, out))
    said = capsys.readouterr()
    assert code in (1, 3)
    assert "Traceback" not in said.err
    assert not list(out.glob("*.npy"))

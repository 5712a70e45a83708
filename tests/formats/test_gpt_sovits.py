"""Models of GPT-SoVITS: a zip of torch.save over whose PK the version of the model is written."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
import torch

from cli.main import run
from core.edits.edits import RemapDevice
from tests.support.engine import catalogue_of, fix
from tests.support.judging import findings_of, only, torch_says
from tests.support.oracle import assert_same

WEIGHTS = {"enc_p.proj.weight": torch.arange(12.0).reshape(3, 4).half(), "enc_p.proj.bias": torch.ones(3).half()}
SAVED = {"weight": WEIGHTS, "config": {"model": {"version": "v2Pro"}}, "info": "8epoch_40iteration"}


def of_sovits(path: Path, version: bytes = b"05") -> Path:
    """As ``my_save2`` of ``GPT_SoVITS/process_ckpt.py`` writes it."""
    inner = io.BytesIO()
    torch.save(SAVED, inner)
    path.write_bytes(version + inner.getvalue()[2:])
    return path


def loaded_by_sovits(path: Path) -> object:
    """As ``load_sovits_new`` of the same module reads it: it needs the version, or ``PK``."""
    with path.open("rb") as file:
        version = file.read(2)
        data = b"PK" + file.read()
    assert version in (b"PK", b"00", b"01", b"02", b"03", b"04", b"05", b"06")
    return torch.load(io.BytesIO(data), map_location="cpu", weights_only=False)


@pytest.mark.parametrize("version", [b"00", b"03", b"06"])
def test_it_opens_and_is_told(tmp_path: Path, version: bytes) -> None:
    path = of_sovits(tmp_path / "xxx_e8_s40.pth", version)
    assert [row.nbytes for row in catalogue_of(path).tensors] == [24, 6]
    finding = only("gpt-sovits", findings_of(path))
    assert finding.message == torch_says(path)
    assert version.decode() in finding.explanation
    assert finding.loses


@pytest.mark.parametrize("words", [("--cure", "gpt-sovits"), ("--container", "zip")], ids=" ".join)
def test_the_cure_loads_in_torch(tmp_path: Path, words: tuple[str, str]) -> None:
    path = of_sovits(tmp_path / "a.pth")
    assert run(["fix", str(path), "-o", str(tmp_path / "new.pth"), *words]) == 0
    assert_same(torch.load(tmp_path / "new.pth"), SAVED)
    assert_same(torch.load(tmp_path / "new.pth", mmap=True), SAVED)
    assert not [each for each in findings_of(tmp_path / "new.pth") if each.severity == "error"]


def test_other_edits_leave_the_version_and_all_cures_do(tmp_path: Path) -> None:
    path = of_sovits(tmp_path / "a.pth")
    fix(path, tmp_path / "mapped.pth", RemapDevice("*", "cuda:0"))
    assert run(["fix", str(path), "-o", str(tmp_path / "all.pth"), "--cure", "all"]) == 0
    for name in ("mapped.pth", "all.pth"):
        assert (tmp_path / name).read_bytes()[:4] == b"05\x03\x04"
        assert_same(loaded_by_sovits(tmp_path / name), SAVED)


@pytest.mark.parametrize("error", ["Unsupported operand 48", "invalid load key, '0'.", "unpickling stack underflow"])
def test_its_errors_are_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str], error: str) -> None:
    path, other = of_sovits(tmp_path / "a.pth"), tmp_path / "plain.pth"
    torch.save(SAVED, other)
    said = f"_pickle.UnpicklingError: {error}"
    run(["diagnose", str(path), "--error", said])
    assert "This file is the cause" in capsys.readouterr().out
    run(["diagnose", str(other), "--error", said])
    assert "This file is not the cause" in capsys.readouterr().out


def test_no_code_is_offered_that_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["code", str(of_sovits(tmp_path / "a.pth"))]) == 0
    assert "torch.load(" not in capsys.readouterr().out


def test_digits_in_other_places_are_damage(tmp_path: Path) -> None:
    """Only the first two bytes of the file are GPT-SoVITS's."""
    path = tmp_path / "a.pth"
    torch.save(SAVED, path)
    data = bytearray(path.read_bytes())
    second = data.index(b"PK\3\4", 4)
    data[second : second + 2] = b"05"
    path.write_bytes(data)
    assert [each.code for each in findings_of(path) if each.severity == "error"] == ["damaged", "odd-file"]

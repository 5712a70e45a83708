"""Checkpoints that lie in a checkpoint as bytes are opened by ``FILE!KEY``, and files of such names as they are."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import Any

import pytest
import torch

from cli.main import run
from core.catalogue.build import open_catalogue
from core.errors import CheckpointError
from core.files.member import MemberPath
from tests.files.checkpoints import save

INNER = {"fc.weight": torch.arange(6.0).reshape(2, 3), "fc.bias": torch.zeros(2)}


def as_bytes(value: Any) -> bytes:
    stream = io.BytesIO()
    torch.save(value, stream)
    return stream.getvalue()


@pytest.fixture
def outer(tmp_path: Path) -> Path:
    value = {
        "module_": as_bytes(INNER),
        "a/b": {"we!rd": as_bytes({"w": torch.ones(4)})},
        "deep": as_bytes({"x": as_bytes({"y": as_bytes(INNER)})}),
        "legacy": _legacy(INNER),
        "note": b"hello",
        "cut": as_bytes(INNER)[:300],
        "w": torch.ones(2),
    }
    return save(value, tmp_path / "net.pth")


def _legacy(value: Any) -> bytes:
    stream = io.BytesIO()
    torch.save(value, stream, _use_new_zipfile_serialization=False)
    return stream.getvalue()


@pytest.mark.parametrize("key", ["module_", "deep!x!y", "legacy", "a/b/we!rd"])
def test_bytes_are_opened_by_their_key(outer: Path, key: str, tmp_path: Path) -> None:
    catalogue = open_catalogue(f"{outer}!{key}")
    path = catalogue.checkpoint.path
    assert isinstance(path, MemberPath)
    assert (str(path), path.name, path.parent) == (f"{outer}!{key}", f"net.pth!{key}", tmp_path)
    copy = tmp_path / "copy.pth"
    assert run(["fix", str(path), "-o", str(copy)]) == 0
    wanted = INNER if "we!rd" not in key else {"w": torch.ones(4)}
    assert {name: each.tolist() for name, each in torch.load(copy).items()} == {
        name: each.tolist() for name, each in wanted.items()
    }


def test_nothing_is_left_of_them(outer: Path) -> None:
    catalogue = open_catalogue(f"{outer}!module_")
    copy = os.fspath(catalogue.checkpoint.path)
    assert Path(copy).read_bytes() == as_bytes(INNER)
    del catalogue
    assert not Path(copy).exists()


@pytest.mark.parametrize("name", ["net.pth!module_", "re!al.pth"])
def test_a_real_file_of_that_name_comes_first(outer: Path, name: str) -> None:
    real = save({"q": torch.ones(1)}, outer.with_name(name))
    for each in (real, str(real)):
        catalogue = open_catalogue(each)
        assert catalogue.finds("q") is not None
        assert not isinstance(catalogue.checkpoint.path, MemberPath)


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("note", "text file"),
        ("nope", "Did you mean 'note'"),
        ("w", "w of net.pth is no bytes but"),
        ("cut", "cut short|ends"),
        ("deep!x!z", "nothing at 'z'"),
        ("deep" + "!x" * 20, "no real checkpoint needs more than 8"),
        ("", "There is no file"),
    ],
)
def test_what_is_no_checkpoint_says_so(outer: Path, key: str, said: str) -> None:
    with pytest.raises(CheckpointError, match=said):
        open_catalogue(f"{outer}!{key}")


COMMANDS = (
    ("inspect",),
    ("diagnose",),
    ("diagnose", "--verify"),
    ("verify",),
    ("memory",),
    ("code",),
    ("scan",),
    ("values", "fc.weight"),
)


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_every_command_takes_one(outer: Path, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert run([words[0], f"{outer}!module_", *words[1:]]) == 0
    out = capsys.readouterr().out
    assert "pthfinder-member" not in out
    if "--verify" in words:
        assert "2 tensors loaded" in out
    if words == ("code",):
        assert "extract" in out


def test_the_file_around_it_is_not_replaced_by_it(outer: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = outer.read_bytes()
    assert run(["fix", f"{outer}!module_", "-o", str(outer), "--overwrite"]) == 1
    assert "Choose another name" in capsys.readouterr().err
    assert outer.read_bytes() == before


def test_both_sides_of_a_comparison_may_be_one(outer: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["diff", f"{outer}!module_", f"{outer}!deep!x!y"]) == 0
    assert "2 tensors" in capsys.readouterr().out
    assert run(["diagnose", f"{outer}!module_", "--against", f"{outer}!legacy"]) == 0

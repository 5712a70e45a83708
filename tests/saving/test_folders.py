"""Folders are written all or nothing: kept until the new one is whole, whatever happens, and never with strangers."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file

from core.errors import Cancelled, NotEnoughSpace, SaveError, TargetExists, VerifyFailed
from core.saving import leftovers, new_folder
from core.saving.targets import safetensors
from tests.places import ROOT
from tests.saving.test_faults import KILLS
from tests.saving.test_save import of_posix
from tests.support.engine import fix

SHARDS = {"container": "safetensors", "shard_size": 5000}


def made(path: Path, fill: float) -> Path:
    torch.save({f"w{number}": torch.full((1000,), fill) for number in range(4)}, path)
    return path


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return made(tmp_path / "source.pth", 2.0)


@pytest.fixture
def target(folder: Path, tmp_path: Path) -> Path:
    """A folder with a checkpoint of ones, and what belongs to a model."""
    fix(made(tmp_path / "old.pth", 1.0), folder / "model", **SHARDS)
    (folder / "model" / "config.json").write_text("{}")
    return folder / "model"


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize("exchanges", [True, False])
def test_replaced_only_when_asked(
    source: Path, target: Path, exchanges: bool, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not exchanges:  # as on file systems that cannot
        monkeypatch.setattr(new_folder, "exchanged", lambda *_: False)
    before = content(target)
    with pytest.raises(TargetExists, match="already exists"):
        fix(source, target, **SHARDS)
    assert content(target) == before
    (target / "config.json").write_text('{"mine": 1}')
    target.chmod(0o750)
    report = fix(source, target, overwrite=True, container="safetensors", shard_size=8000)
    assert (target / "config.json").read_text() == '{"mine": 1}'
    assert report.carried == ("config.json",)
    assert len(names(target)) == 4
    assert {float(value[0]) for path in target.glob("*.safetensors") for value in load_file(path).values()} == {2.0}
    assert sys.platform == "win32" or target.stat().st_mode & 0o777 == 0o750
    assert names(target.parent) == ["model"]
    assert names(state) == []


@pytest.mark.parametrize(
    ("stranger", "said"),
    [
        ("thesis.txt", "thesis.txt"),
        ("runs/", "runs"),
        ("pytorch_model.bin", "pytorch_model.bin"),
        (".metadata", "dist"),
    ],
)
def test_strangers_are_never_touched(source: Path, target: Path, stranger: str, said: str) -> None:
    if stranger.endswith("/"):
        (target / stranger).mkdir()
    else:
        (target / stranger).write_bytes(b"mine")
    before = names(target)
    with pytest.raises(SaveError, match=f"more than one checkpoint.*{said}"):
        fix(source, target, overwrite=True, **SHARDS)
    assert names(target) == before
    assert names(target.parent) == ["model"]


@pytest.mark.parametrize("exchanges", [True, False])
def test_a_stranger_that_comes_at_the_last_moment(
    source: Path, target: Path, exchanges: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def late(one: Path, other: Path) -> bool:
        (target / "late.txt").write_bytes(b"mine")
        return exchanges and real(one, other)

    real = new_folder.exchanged
    monkeypatch.setattr(new_folder, "exchanged", late)
    report = fix(source, target, overwrite=True, **SHARDS)
    assert report.left is not None
    assert (report.left / "late.txt").read_bytes() == b"mine"
    leftovers.clear_litter()
    assert (report.left / "late.txt").read_bytes() == b"mine"


def test_targets_that_can_be_no_folder(source: Path, folder: Path) -> None:
    (folder / "file").write_bytes(b"mine")
    with pytest.raises(SaveError, match="is a file, but this save writes a folder"):
        fix(source, folder / "file", overwrite=True, **SHARDS)
    with pytest.raises(SaveError, match="There is no folder"):
        fix(source, folder / "no" / "model", **SHARDS)
    (folder / "empty").mkdir()
    fix(source, folder / "empty", **SHARDS)
    assert len(names(folder / "empty")) == 5
    assert names(folder) == ["empty", "file"]


@of_posix
def test_a_link_to_a_folder_is_followed(source: Path, target: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(target)
    fix(source, tmp_path / "link", overwrite=True, **SHARDS)
    assert (tmp_path / "link").is_symlink()
    assert names(target.parent) == ["model"]


def test_over_its_own_source(target: Path) -> None:
    before = content(target)
    fix(target, target, overwrite=True)
    assert content(target) == before


def test_no_room(source: Path, target: Path, monkeypatch: pytest.MonkeyPatch, state: Path) -> None:
    before = content(target)
    monkeypatch.setattr("shutil.disk_usage", lambda _: type("Usage", (), {"free": 9}))
    with pytest.raises(NotEnoughSpace):
        fix(source, target, overwrite=True, **SHARDS)
    assert (content(target), names(target.parent), names(state)) == (before, ["model"], [])


def test_cancelled_anywhere(source: Path, target: Path, state: Path) -> None:
    before, calls = content(target), 0
    for stop in range(1, 40):
        calls = 0

        def tick(*_: int, stop: int = stop) -> None:
            nonlocal calls
            calls += 1
            if calls == stop:
                raise Cancelled

        try:
            fix(source, target, overwrite=True, tick=tick, **SHARDS)
        except Cancelled:
            assert content(target) == before
        assert names(target.parent) == ["model"]
        assert names(state) == []
        if calls < stop:
            break
    assert calls > 3


@of_posix
def test_what_does_not_read_back_is_not_put_in_place(
    source: Path, target: Path, monkeypatch: pytest.MonkeyPatch, state: Path
) -> None:
    before = content(target)
    real = safetensors._File.write

    def wrong(self: Any, keys: Any, sink: Any) -> None:
        real(self, keys, sink)
        sink.flush()
        os.pwrite(sink.out.fd, b"\1", sink.position - 5)

    monkeypatch.setattr(safetensors._File, "write", wrong)
    with pytest.raises(VerifyFailed, match="w0 were not written as planned"):
        fix(source, target, overwrite=True, **SHARDS)
    assert (content(target), names(target.parent), names(state)) == (before, ["model"], [])


_KILL_AT = """
import os, signal, sys
from pathlib import Path
from core.saving import new_folder
from tests.support.engine import fix

steps = int(sys.argv[3])
WATCHED = ("save.py", "new_folder.py", "leftovers.py", "place.py")

def count(frame, event, argument):
    global steps
    if event == "line" and frame.f_code.co_filename.endswith(WATCHED):
        steps -= 1
        if steps == 0:
            os.kill(os.getpid(), signal.SIGKILL)
    return count

if sys.argv[4] == "False":
    new_folder.exchanged = lambda *_: False
sys.settrace(count)
fix(Path(sys.argv[1]), Path(sys.argv[2]), overwrite=True, container="safetensors", shard_size=5000)
sys.settrace(None)
print(steps)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are those of POSIX")
@pytest.mark.parametrize("exchanges", [True, False])
def test_killed_between_any_two_lines(source: Path, target: Path, exchanges: bool, state: Path) -> None:
    """The old folder or the whole new one is there once the next start has tidied up, and nothing else."""
    old = content(target)

    def run(step: int) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", _KILL_AT, str(source), str(target), str(step), str(exchanges)]
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    lines = 10**9 - int(run(10**9).stdout)
    new = content(target)
    assert new.keys() == old.keys()
    assert new != old
    outcomes = set()
    publishing = range(lines - 75, lines)
    for step in sorted({*random.Random(5).sample(range(1, lines), KILLS // 8), *publishing[:: 160 // KILLS + 1]}):
        for name, data in old.items():
            (target / name).write_bytes(data)
        assert run(step).returncode == -signal.SIGKILL
        leftovers.clear_litter()
        found = content(target)
        assert found in (old, new)
        outcomes.add(found == new)
        assert names(target.parent) == ["model"]
        assert names(state) == []
    assert outcomes == {True, False}

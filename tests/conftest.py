"""Shared by all tests: no display is ever needed, and Qt must learn so before it is imported; nothing of the user's."""

from __future__ import annotations

import gc
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["OMP_NUM_THREADS"] = "1"  # threads of torch wait by turning around, and tests have few numbers
os.environ["LC_MESSAGES"] = "C"  # English, whatever the computer speaks that runs the tests
for name in ("LC_ALL", "LANGUAGE"):
    os.environ.pop(name, None)
# A save waits until the disk has it, the window's settings too, some milliseconds each time: where memory has the room,
# what tests write lies there.
_MEMORY = Path("/dev/shm")
if "TMPDIR" not in os.environ and _MEMORY.is_dir() and shutil.disk_usage(_MEMORY).free > 8 << 30:
    os.environ["TMPDIR"] = tempfile.tempdir = str(_MEMORY)
_STATE_HOMES = ("XDG_STATE_HOME", "LOCALAPPDATA")  # the second on Windows
_STATE = tempfile.TemporaryDirectory(prefix="pthfinder-state-")
for name in _STATE_HOMES:
    os.environ[name] = _STATE.name
os.environ["XDG_CACHE_HOME"] = f"{_STATE.name}/cache"
# No example fails by the clock, and none of ours needs a fixture that is new for it.
_NO_FAILURE = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
settings.register_profile("pthfinder", deadline=None, suppress_health_check=_NO_FAILURE)
settings.load_profile("pthfinder")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """What is imported and collected stays, so nobody looks for garbage in it, now or later."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the notes of saves lie, of this test alone and of its child processes too."""
    for name in _STATE_HOMES:
        monkeypatch.setenv(name, str(tmp_path / "state"))
    return tmp_path / "state" / "pthfinder" / "saves"


@pytest.fixture
def no_safetensors(monkeypatch: pytest.MonkeyPatch) -> None:
    """torch 2.13 loads safetensors files with that package, by their name; no torch before does, nor one without it."""
    for name in ("safetensors", "safetensors.torch"):
        monkeypatch.setitem(sys.modules, name, None)


@pytest.fixture
def torch_at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """The program's child processes have torch from the start; what is tested is not how they begin."""
    from tests.support.torch_forks import torch_at_hand

    torch_at_hand(monkeypatch)


@pytest.fixture
def optimizers_at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """And what torch imports with the first optimizer."""
    from tests.support.torch_forks import torch_at_hand

    torch_at_hand(monkeypatch, "torch,torch._dynamo")

"""Errors of devices that only what lies in a file as bytes can raise: it is opened, or said to be unread."""

from __future__ import annotations

import base64
import gzip
import io
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from core.diagnosis.traceback.answer import CANNOT_TELL, NOT_CAUSE
from tests.diagnosis.traceback.test_judge_lookups import answered, raised_by
from tests.files.checkpoints import save
from tests.support.oracle import PretendGpus

CARD_5 = (
    "RuntimeError: Attempting to deserialize object on CUDA device 5 but torch.cuda.device_count() is 1. Please use "
    "torch.load with map_location to map your storages to an existing device."
)


def _saved(value: Any, *, zipped: bool = True) -> bytes:
    stream = io.BytesIO()
    torch.save(value, stream, _use_new_zipfile_serialization=zipped)
    return stream.getvalue()


def _file(path: Path, pack: Callable[[Any], Any], device: str = "cuda:5", own: str = "cuda:0") -> Path:
    """A file with tensors of its own, and with one on another device in what ``pack`` makes of it."""
    with PretendGpus() as gpus:
        gpus.place(outer := torch.ones(2), own)
        gpus.place(inner := torch.ones(3), device)
        return save({"cpu": torch.ones(2), "own": outer, "policy": pack({"w": inner})}, path)


READABLE: dict[str, Callable[[Any], Any]] = {
    "policy": _saved,
    "policy/0": lambda value: [_saved(value, zipped=False)],
    "policy/args": lambda value: {"args": pickle.dumps(value)},
    "policy!x": lambda value: _saved({"x": _saved(value)}),
    "policy/_extra_state": lambda value: {
        "_extra_state": torch.frombuffer(bytearray(pickle.dumps(value)), dtype=torch.uint8)
    },
    "policy/array": lambda value: {"array": np.frombuffer(_saved(value), dtype=np.uint8)},
}


@pytest.mark.parametrize("where", READABLE)
def test_tensors_of_bytes_are_found_on_the_device_of_the_error(where: str, tmp_path: Path) -> None:
    said = answered(CARD_5, _file(tmp_path / "a.pt", READABLE[where]))
    assert said.is_cause
    assert repr(where) in said.text
    assert answered(CARD_5, _file(tmp_path / "b.pt", READABLE[where], "cuda:0")).verdict == NOT_CAUSE
    assert answered(CARD_5, _file(tmp_path / "c.pt", READABLE[where], "cpu")).verdict == NOT_CAUSE


@pytest.mark.parametrize("loads", [lambda data: torch.load(io.BytesIO(data)), pickle.loads])
def test_what_torch_raises_of_bytes_is_of_their_devices(loads: Callable[[bytes], Any], tmp_path: Path) -> None:
    pack = pickle.dumps if loads is pickle.loads else _saved
    path = _file(tmp_path / "a.pt", pack, own="cpu")
    text = raised_by(lambda: loads(torch.load(path, map_location="cpu")["policy"]))
    assert text is not None
    assert answered(text, path).is_cause
    assert "'policy'" in answered(text, path).text
    assert not answered(text, save({"policy": pack({"w": torch.ones(3)}), "w": torch.ones(2)}, tmp_path / "b")).is_cause


@pytest.mark.parametrize(
    "pack",
    [
        lambda value: gzip.compress(_saved(value)),
        lambda value: base64.b64encode(pickle.dumps(value)).decode(),
        lambda value: pickle.dumps(value, 2),
        lambda value: _saved(value)[:-200],
    ],
)
def test_bytes_that_cannot_be_looked_into_acquit_nothing(pack: Callable[[Any], Any], tmp_path: Path) -> None:
    said = answered(CARD_5, _file(tmp_path / "a.pt", pack))
    assert said.verdict == CANNOT_TELL
    assert "'policy'" in said.text


@pytest.mark.parametrize(
    "innocent",
    [
        b"\x07" * 400,
        "a text about no card " * 20,
        pickle.dumps({"device": "cuda:5", "numbers": list(range(20))}),
        _saved({"device": "cuda:5", "w": torch.ones(3)}),
        torch.get_rng_state(),
    ],
)
def test_other_bytes_are_no_reason(innocent: Any, tmp_path: Path) -> None:
    path = save({"w": torch.ones(2), "other": innocent}, tmp_path / "a.pt")
    assert answered(CARD_5, path).verdict == NOT_CAUSE

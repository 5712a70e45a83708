"""Pickles that no program writes: each ends in a clear error or an opened file, and what opens can be saved."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from zipfile import ZipFile

import pytest

from core.edits.edits import RemapDevice
from core.errors import Malformed, NotPlain
from core.report.inspect import inspection, inspection_lines
from tests.support.engine import catalogue_of, fix


def _number(value: int) -> bytes:
    """A whole number of any size, as LONG4."""
    raw = value.to_bytes((value.bit_length() >> 3) + 1, "little", signed=True)
    return b"\x8b" + len(raw).to_bytes(4, "little") + raw


def _tensor(shape: tuple[int, ...] = (1,), stride: tuple[int, ...] = (1,), numel: int = 4, offset: int = 0) -> bytes:
    """Opcodes of a tensor with any numbers in it."""
    listed = [b"(" + b"".join(map(_number, numbers)) + b"t" for numbers in (shape, stride)]
    storage = b"(X\x07\x00\x00\x00storagectorch\nFloatStorage\nX\x01\x00\x00\x000X\x03\x00\x00\x00cpu" + _number(numel)
    return b"ctorch._utils\n_rebuild_tensor_v2\n(" + storage + b"tQ" + _number(offset) + b"".join(listed) + b"\x89NtR"


ABSURD = {
    "storage size": _tensor(numel=10**6000),
    "shape": _tensor(shape=(10**6000,)),
    "offset": _tensor(offset=10**6000),
    "elements": _tensor(shape=(2**62,) * 60, stride=(0,) * 60),
    "dimensions": _tensor(shape=(1,) * 400, stride=(1,) * 400),
    "reach": _tensor(shape=(5,)),
}
STRANGE = {
    "key of a number of 4,000 bytes": b"(" + _number(1 << 31_000) + _tensor() + b"d",
    "key of tuples 200,000 deep": b"()" + b"\x85" * 200_000 + _tensor() + b"d",
    "tuples 200,000 deep": b")" + b"\x85" * 200_000,
    "parameters 20,000 deep": b"ctorch._utils\n_rebuild_parameter\n" * 20_000 + _tensor() + b"\x85R" * 20_000,
    "call with a dict for its arguments": b"ccollections\nOrderedDict\n}X\x01\x00\x00\x00a" + _tensor() + b"sR",
    "persistent id 200,000 deep": b")" + b"\x85" * 200_000 + b"Q",
}


def _written(pickled: bytes, path: Path) -> Path:
    with ZipFile(path, "w") as archive:
        archive.writestr("a/data.pkl", b"\x80\x02" + pickled + b".")
        archive.writestr("a/data/0", bytes(16))
    return path


@pytest.mark.parametrize("name", ABSURD)
def test_absurd_numbers_are_refused(tmp_path: Path, name: str) -> None:
    path = _written(ABSURD[name], tmp_path / "x.pth")
    with pytest.raises(Malformed):
        catalogue_of(path)


@pytest.mark.parametrize("name", STRANGE)
def test_strange_shapes_of_the_pickle_open_and_are_saved_where_they_can_be(tmp_path: Path, name: str) -> None:
    path = _written(STRANGE[name], tmp_path / "x.pth")
    catalogue = catalogue_of(path)
    json.dumps(inspection(catalogue))
    "\n".join(inspection_lines(catalogue))
    with suppress(NotPlain):  # of what nothing plain can be said
        fix(path, tmp_path / "y.pth", RemapDevice("*", "cuda:3"), accept_odd=True)

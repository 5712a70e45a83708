"""Checksums of records that are known from stretches of them, against zlib."""

from __future__ import annotations

import random
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from core import crc
from core.crc import joined
from core.files.byte_source import FileIdentity
from core.files.copy import Source
from core.files.parts import Files, Part
from core.formats.assembled import SummedRun
from core.formats.span import Span
from core.formats.zip_records import Record
from core.numbers.summing import RecordSums


@pytest.fixture(params=["ISA-L", "no ISA-L"])
def _library(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    if request.param == "no ISA-L":
        monkeypatch.setitem(sys.modules, "isal.isal_zlib", None)
    crc._library.cache_clear()
    assert (crc._library()[0] is zlib.crc32) == (request.param == "no ISA-L")
    yield
    crc._library.cache_clear()


@pytest.mark.usefixtures("_library")
@pytest.mark.parametrize("size", [0, 1, 63, 64, 65, 4097, 1 << 20])
def test_the_same_as_zlib(size: int) -> None:
    data = random.Random(size).randbytes(size)
    for piece in (data, bytearray(data), memoryview(data)[size // 3 :]):
        assert crc.crc32(piece) == zlib.crc32(piece)
        assert crc.crc32(piece, 7) == zlib.crc32(piece, 7)
    assert crc.checksum([data, data[:5]]) == zlib.crc32(data + data[:5])


@pytest.mark.usefixtures("_library")
@pytest.mark.parametrize("lengths", [(0, 0), (1, 0), (0, 1), (5, 7), (1 << 16, 3), (3, 100_000)])
def test_two_checksums_make_one(lengths: tuple[int, int]) -> None:
    first, second = (random.Random(length).randbytes(length) for length in lengths)
    assert joined(zlib.crc32(first), zlib.crc32(second), len(second)) == zlib.crc32(first + second)


@pytest.mark.parametrize("length", [(1 << 31) + 1, (1 << 32) + 5, 1 << 45])
def test_libraries_join_large_ones_alike(length: int) -> None:
    assert crc._combined(12345, 6789, length) == joined(12345, 6789, length)


@pytest.mark.parametrize("damaged", [False, True])
@pytest.mark.parametrize(
    "runs", [[(0, 100)], [(0, 30), (30, 70)], [(60, 40), (0, 30)], [(20, 30), (20, 30), (40, 20)], []]
)
def test_what_was_not_read_of_a_record_is_read(runs: list[tuple[int, int]], damaged: bool, tmp_path: Path) -> None:
    data = random.Random(3).randbytes(100)
    path = tmp_path / "file"
    path.write_bytes(b"before" + data)
    record = Record("data/0", 0, 100, 100, zlib.crc32(data) ^ damaged, 0)
    span, sums = Span(6, 100, record), RecordSums()
    sums.add_unknown([span], 4)
    read = [SummedRun(span, at, size, zlib.crc32(data[at : at + size])) for at, size in runs]
    assert sums.add(read, 7) == zlib.crc32(b"".join(data[at : at + size] for at, size in runs))
    with Files((Part(path, FileIdentity.of(path.stat())),)) as files:
        assert sums.damaged(Source(files), lambda: None) == ([4, 7][: 1 + bool(runs)] if damaged else [])

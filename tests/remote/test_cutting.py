"""However bytes are written and taken, the parts give the same file, and each is as large as a store wants it."""

from __future__ import annotations

import random
from typing import Any, cast

from hypothesis import given
from hypothesis import strategies as st

from core.remote.address import RemotePath
from core.remote.cutting import Cutter
from core.remote.file import RemoteFile
from core.remote.status import RemoteStatus

LEAST, SENT, COPIED = 5, 16, 40
OBJECT = random.Random(3).randbytes(4000)


class InMemory:
    """Some bytes as a file elsewhere."""

    path = RemotePath.parse("s3://models/old.pth")
    status = RemoteStatus(len(OBJECT), '"1"')

    def peek(self, offset: int, length: int) -> bytes:
        return OBJECT[offset : offset + length]


FILE = cast(RemoteFile, InMemory())
OWN = st.binary(min_size=1, max_size=60)
TAKEN = st.tuples(st.integers(0, 3000), st.integers(1, 300))
GOES_ON = st.tuples(st.just(-1), st.integers(1, 300))
"""Behind what was taken last, with some bytes between the two that are alike in both."""


class Parts:
    """The parts of an upload, as a store would have them."""

    def __init__(self, *, copies: bool) -> None:
        self.copies = copies
        self.parts: list[bytes] = []
        self.copied = 0

    def upload(self, data: bytes) -> None:
        self.parts.append(data)

    def copy(self, file: Any, start: int, end: int) -> bool:
        if self.copies:
            self.parts.append(file.peek(start, end - start))
            self.copied += end - start
        return self.copies


@given(st.lists(OWN | TAKEN | GOES_ON, max_size=25), st.booleans())
def test_the_parts_are_the_file(steps: list[bytes | tuple[int, int]], copies: bool) -> None:
    store = Parts(copies=copies)
    cutter = Cutter(store.upload, store.copy, least=LEAST, sent=SENT, copied=COPIED)
    expected, last = b"", 0
    for step in steps:
        if isinstance(step, bytes):
            cutter.write(step)
            expected += step
            continue
        offset, length = step
        if offset < 0:
            between = OBJECT[last : last + 3]
            cutter.write(between)
            expected += between
            offset = last + 3
        piece = OBJECT[offset : offset + length]
        if not cutter.take(FILE, offset, len(piece)):
            cutter.write(piece)
        expected += piece
        last = offset + len(piece)
    cutter.end()
    assert b"".join(store.parts) == expected
    assert all(len(part) >= LEAST for part in store.parts[:-1])
    assert all(part for part in store.parts)


def test_what_lies_between_two_ranges_in_the_source_too_is_copied_with_them() -> None:
    store = Parts(copies=True)
    cutter = Cutter(store.upload, store.copy, least=LEAST, sent=SENT, copied=COPIED)
    cutter.write(b"head")
    for begin in range(0, 3000, 100):
        assert cutter.take(FILE, begin, 97) == 97
        cutter.write(OBJECT[begin + 97 : begin + 100])
    cutter.write(b"tail")
    cutter.end()
    assert b"".join(store.parts) == b"head" + OBJECT[:3000] + b"tail"
    assert store.copied > 2990


def test_what_only_looks_alike_is_not_taken_for_the_same() -> None:
    store = Parts(copies=True)
    cutter = Cutter(store.upload, store.copy, least=LEAST, sent=SENT, copied=COPIED)
    cutter.take(FILE, 0, 50)
    cutter.write(b"???")
    cutter.take(FILE, 53, 50)
    cutter.end()
    assert b"".join(store.parts) == OBJECT[:50] + b"???" + OBJECT[53:103]


def test_it_is_copied_while_it_is_still_taken() -> None:
    """A source of terabytes is one range: the store begins before its end is known."""
    store = Parts(copies=True)
    cutter = Cutter(store.upload, store.copy, least=LEAST, sent=SENT, copied=COPIED)
    for begin in range(0, 1000, 10):
        cutter.take(FILE, begin, 10)
    assert store.copied > 900
    assert max(map(len, store.parts)) == COPIED

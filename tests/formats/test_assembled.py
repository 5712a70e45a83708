"""Whole tensors put together of boxes, against NumPy's own slicing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Malformed
from core.files.byte_source import FileIdentity
from core.files.copy import Source
from core.files.parts import Files, Part, side_by_side
from core.formats import assembled
from core.formats.assembled import AssembledSpan, Piece, Whole, check_tiling
from core.formats.span import Span


def boxes_of(shape: tuple[int, ...], draw: Callable[..., Any]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """A tensor cut along one dimension after the other, each part in its own way."""
    pending = [((0,) * len(shape), shape)]
    for _ in range(draw(st.integers(0, 6))):
        first, sizes = pending.pop(draw(st.integers(0, len(pending) - 1)))
        along = draw(st.integers(0, len(shape) - 1))
        at = draw(st.integers(0, sizes[along]))
        left = tuple(at if dimension == along else size for dimension, size in enumerate(sizes))
        right = tuple(size - at if dimension == along else size for dimension, size in enumerate(sizes))
        behind = tuple(begin + at if dimension == along else begin for dimension, begin in enumerate(first))
        pending += [(first, left), (behind, right)]
    return pending


@given(data=st.data())
def test_bytes_are_gathered_as_numpy_puts_boxes_together(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    shape = data.draw(st.lists(st.integers(1, 6), min_size=1, max_size=4).map(tuple))
    numbers = np.arange(np.prod(shape), dtype=np.int16).reshape(shape)
    boxes = boxes_of(shape, data.draw)
    folder = tmp_path_factory.mktemp("ranks")
    files, pieces = [], []
    for number, (first, sizes) in enumerate(boxes):
        box = numbers[tuple(slice(begin, begin + size) for begin, size in zip(first, sizes, strict=True))]
        path = folder / f"{number}"
        path.write_bytes(b"before" + np.ascontiguousarray(box).tobytes() + b"behind")
        files.append((path, FileIdentity.of(path.stat())))
        pieces.append(Piece(first, sizes, str(number), 6))
    whole = Whole(shape, 2, tuple(pieces))
    check_tiling("it", whole)
    parts = side_by_side(files)
    with Files(parts) as opened:
        span = AssembledSpan(
            0, whole.nbytes, None, None, whole, tuple(Span(part.start, part.size, None) for part in parts)
        )
        source = Source(opened)
        assert b"".join(span.pieces(source)) == numbers.tobytes()
        at = data.draw(st.integers(0, whole.nbytes))
        length = data.draw(st.integers(0, whole.nbytes - at))
        assert span.read(source, at, length) == numbers.tobytes()[at : at + length]


@pytest.mark.parametrize(
    ("boxes", "says"),
    [
        ([((0, 0), (2, 4)), ((1, 0), (3, 4))], "claim the same"),
        ([((0, 0), (2, 4)), ((0, 0), (2, 4))], "claim the same"),
        ([((0, 0), (2, 4)), ((2, 0), (1, 4))], "missing"),
        ([((0, 0), (2, 4)), ((3, 0), (2, 4))], "outside"),
        ([((0, 0), (2, 4)), ((-2, 0), (2, 4))], "outside"),
        ([((0,), (4,))], "outside"),
    ],
)
def test_what_does_not_tile_is_refused(boxes: list[tuple[tuple[int, ...], tuple[int, ...]]], says: str) -> None:
    whole = Whole((4, 4), 4, tuple(Piece(first, sizes, "0") for first, sizes in boxes))
    with pytest.raises(Malformed, match=says):
        check_tiling("weight", whole)


def test_memory_stays_within_a_stretch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "rank"
    path.write_bytes(bytes(1000))
    whole = Whole((1, 1000), 1, (Piece((0, 0), (1, 400), "0"), Piece((0, 400), (1, 600), "0", 400)))
    part = Part(path, FileIdentity.of(path.stat()))
    monkeypatch.setattr(assembled, "CHUNK", 64)
    with Files((part,)) as files:
        span = AssembledSpan(0, 1000, None, None, whole, (Span(0, 1000, None),) * 2)
        assert max(map(len, span.pieces(Source(files)))) == 64

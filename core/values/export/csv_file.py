"""CSV as ``pandas.read_csv`` takes it, with a header.

A matrix is written as one, its columns numbered; a vector or a scalar as a column ``value``; with more dimensions each
number is a row, its indexes before it. Numbers are written as short as they read back exactly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from core.values.export.opened import Done, Opened


def write_csv(stream: IO[bytes], tensors: Sequence[Opened], done: Done) -> None:
    """One tensor."""
    (opened,) = tensors
    width = opened.shape[1] if len(opened.shape) == 2 else 1
    stream.write(_header(opened.shape).encode())
    for first, texts in _texts(opened, done):
        ends = [b"\n" if (first + place + 1) % width == 0 else b"," for place in range(len(texts))]
        stream.write(b"".join(part for pair in zip(map(str.encode, texts), ends, strict=True) for part in pair))


def _header(shape: tuple[int, ...]) -> str:
    if len(shape) == 2:
        return ",".join(map(str, range(shape[1]))) + "\n"
    return ",".join([*(f"dim{axis}" for axis in range(len(shape) if len(shape) > 2 else 0)), "value"]) + "\n"


def _texts(opened: Opened, done: Done) -> Iterator[tuple[int, list[str]]]:
    """(place of the first, texts) of the numbers, in order."""
    first = 0
    for piece in opened.pieces(done):
        values = piece.astype(opened.plain_dtype, copy=False)
        for start in range(0, values.size, _AT_ONCE):
            texts = _spelled(values[start : start + _AT_ONCE])
            yield first, _with_indexes(first, texts, opened.shape) if len(opened.shape) > 2 else texts
            first += len(texts)


def _spelled(values: NDArray[Any]) -> list[str]:
    """Whole numbers, doubles and truths as Python has them; the rest by NumPy, which knows how exact they are."""
    if values.dtype.kind in "biu" or values.dtype == np.float64:
        return list(map(str, values.tolist()))
    found: list[str] = values.astype(str).tolist()
    return found


def _with_indexes(first: int, texts: list[str], shape: tuple[int, ...]) -> list[str]:
    places = zip(*(each.tolist() for each in np.unravel_index(range(first, first + len(texts)), shape)), strict=True)
    return [",".join(map(str, (*place, text))) for place, text in zip(places, texts, strict=True)]


_AT_ONCE = 1 << 16
"""Numbers that are texts at the same time."""

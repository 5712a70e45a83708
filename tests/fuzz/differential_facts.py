"""What is compared: facts of everything in a loaded object, by a path that cannot mean two places.

Knows neither torch nor the engine, so that both sides are told in the same words.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

Fact = list[Any]
"""What there is at a path, its kind first: ``tensor``, ``compound``, ``meta``, ``storage``, ``value``, a container."""
Facts = dict[str, Fact]

MOST = 1 << 20
"""Bytes of elements that are summed up; a tensor of stride 0 can have as many as it likes."""
DEEPEST = 300
DTYPE, SHAPE, STRIDE, OFFSET, DEVICE, FLAGS, SUM, PLACE = range(1, 9)
"""Where the facts of a tensor are in its `Fact`. ``PLACE`` is (what tells its memory from other memory, first byte)."""
PART = "part "
"""What the tensors are called that a sparse tensor is made of. What they say of gradients is gone in torch."""


def forget_flags(fact: Fact) -> None:
    """What a part of a sparse tensor says of itself does not matter."""
    if fact[0] == "tensor":
        fact[FLAGS] = None


def value_text(value: Any) -> str | None:
    """A plain value with its type; None for what is no plain value."""
    if value is None or isinstance(value, bool):
        return str(value)
    if isinstance(value, int):
        return f"i{value:x}"
    if isinstance(value, float):
        return "f" + ("nan" if math.isnan(value) else repr(value))
    if isinstance(value, str):
        return "s" + ascii(str(value))
    return None


def elements_sum(raw: bytes, item: int, layout: tuple[Sequence[int], Sequence[int], int]) -> str:
    """A checksum of the elements of a tensor, in their order; ``layout`` is shape, stride and offset in elements."""
    shape, stride, offset = layout
    count = math.prod(shape)
    if not count:
        return ""
    if count * item > MOST:
        return "large"
    bytes_ = np.frombuffer(raw, np.uint8)[offset * item :]
    last = sum((size - 1) * step for size, step in zip(shape, stride, strict=True))
    if (last + 1) * item > len(bytes_):
        return "outside"
    steps = [*(step * item for step in stride), 1]
    return summed(np.lib.stride_tricks.as_strided(bytes_, [*shape, item], steps).tobytes())


def summed(raw: bytes) -> str:
    """A checksum of bytes."""
    return hashlib.sha1(raw, usedforsecurity=False).hexdigest()[:12]


def settle_places(facts: Iterable[Fact]) -> None:
    """Give memory the same names on both sides: numbered by path, and counted from the first byte that is used."""
    numbers: dict[Any, tuple[int, int]] = {}
    tensors = [fact for fact in facts if fact[0] == "tensor" and fact[PLACE] is not None]
    for fact in tensors:
        memory, at = fact[PLACE]
        number, first = numbers.setdefault(memory, (len(numbers), at))
        numbers[memory] = number, min(first, at)
    for fact in tensors:
        memory, at = fact[PLACE]
        number, first = numbers[memory]
        fact[PLACE] = [number, at - first]

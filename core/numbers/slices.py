"""A part of a tensor as people write it: ``0,:,3``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from core.errors import BadSlice
from core.numbers.layout import Box
from core.text import clip, count_text
from core.words import say

_NUMBER = re.compile(r"[+-]?[0-9]{1,18}")


class TensorPart(NamedTuple):
    """A box of a tensor; ``shape`` is that of the part, without the dimensions of which one place was asked for."""

    box: Box
    shape: tuple[int, ...]


def part_of(text: str, shape: Sequence[int]) -> TensorPart:
    """The part that a text asks for, as Python indexes: a place or ``start:stop:step`` a dimension, ``...`` for all
    that are not named; dimensions at the end that are not named are whole. Brackets around it may be.

    Raises `BadSlice` for what is no such text, or does not fit the shape.
    """
    words = [word.strip() for word in text.strip().removeprefix("[").removesuffix("]").split(",")]
    if words.count("...") > 1:
        raise BadSlice("{text!r} has more than one “...”.", text=clip(text))
    named = len(words) - words.count("...")
    if named > len(shape):
        asked, there = count_text(named, "dimension"), count_text(len(shape), "dimension")
        if not shape:
            raise BadSlice("{text!r} names {asked}; the tensor has none.", text=clip(text), asked=asked)
        raise BadSlice(
            "{text!r} names {asked}; the tensor has only {there}.", text=clip(text), asked=asked, there=there
        )
    rest = [":"] * (len(shape) - named)
    at = words.index("...") if "..." in words else len(words)
    words[at : at + 1] = rest
    box = [_along(word, text, axis, length) for axis, (word, length) in enumerate(zip(words, shape, strict=True))]
    kept = [each for each, word in zip(box, words, strict=True) if ":" in word]
    return TensorPart(tuple(box), tuple(len(range(each.start, each.stop, each.step)) for each in kept))


def _along(word: str, text: str, axis: int, length: int) -> slice:
    """What is asked for along one dimension."""
    parts = word.split(":")
    if len(parts) > 3 or not all(_NUMBER.fullmatch(each) or (not each and ":" in word) for each in parts):
        raise BadSlice(
            "{text!r} does not select a part of a tensor: write an index or a range for each dimension, such as 0,:,3.",
            text=clip(text),
        )
    numbers = [int(each) if each else None for each in parts]
    if len(numbers) == 1:
        place = numbers[0] or 0
        if not -length <= place < length:
            there = say("0 to {last:,}", last=length - 1) if length else say("none")
            raise BadSlice(
                "{text!r} is out of range: {place:,} is not an index of dimension {axis} ({there}).",
                text=clip(text),
                axis=axis,
                there=there,
                place=place,
            )
        return slice(place % length, place % length + 1, 1)
    if len(numbers) == 3 and numbers[2] is not None and numbers[2] < 1:
        raise BadSlice("{text!r} goes backwards or nowhere; steps are 1 and more.", text=clip(text))
    start, stop, step = slice(*numbers).indices(length)
    return slice(start, max(start, stop), step)

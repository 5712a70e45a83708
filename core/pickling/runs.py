"""Runs of dense tensors in a pickle, many read at once.

A checkpoint of 75,000 tensors is 75,000 times the same two dozen opcodes. A regular expression knows them as
``torch.save`` writes them; what differs from tensor to tensor is taken out column by column, where one pass in C
makes the parts of all. What comes out is what the loop of the reader makes of the same bytes, object by object.
Whatever that depends on is looked at: lengths are those of the texts, values referred to exist, and each value is
numbered one higher than the one before. Where anything else is found, the loop reads the bytes.
"""

from __future__ import annotations

import re
import sys
from array import array
from collections.abc import Iterator, Sequence
from itertools import chain, compress, repeat
from typing import Any

from core.pickling.nodes import ORDERED_DICT, Call, DictNode, PersistentId
from core.pickling.opcodes import ABSENT, SHARED, State, set_items

_INT = "(?:K.|M..|J....)"
_ANY, _DIGITS, _VISIBLE = r"[^\0-\x1f]{1,255}", "[0-9]{1,12}", "[!-~]{1,40}"


def _text(name: str, characters: str) -> str:
    """A new text of less than 256 bytes, and the number it gets."""
    return rf"X(?P<{name}_size>.)\0\0\0(?P<{name}>{characters})r(?P<{name}_put>....)"


def _known(name: str) -> str:
    """A value from before, by its number."""
    return f"(?P<{name}_get>h.|j....)"


def _sizes(name: str) -> str:
    """A tuple of numbers, and the number it gets; the empty one gets none."""
    spelt = rf"{_INT}\x85|{_INT}{{2}}\x86|{_INT}{{3}}\x87|\({_INT}{{4,16}}t"
    return rf"(?:\)|(?P<{name}>{spelt})r(?P<{name}_put>....))"


_PARTS = (
    rf"(?:u(?P<dict>{_INT})}}r(?P<dict_put>....)\()?",  # ends a dict of an optimizer's state and begins the next
    rf"(?:{_known('key')}|{_text('key', _ANY)})",
    rf"(?P<head>h.\(\(h.h.){_text('name', _DIGITS)}",  # what rebuilds it; the class and the key of its storage
    rf"(?:{_known('place')}|{_text('place', _VISIBLE)})",
    rf"(?P<count>{_INT})tr(?P<pid_put>....)Q(?P<offset>{_INT})",
    _sizes("shape"),
    _sizes("stride"),
    r"(?P<tail>[\x88\x89]h.)\)Rr(?P<hooks_put>....)tr(?P<arguments_put>....)Rr(?P<tensor_put>....)",
)
_TENSOR = re.compile(f"(?P<bytes>{''.join(_PARTS)})".encode(), re.DOTALL)
_NUMBERS = re.compile(_INT.encode(), re.DOTALL)
_NUMBERED = tuple(name for name in _TENSOR.groupindex if name.endswith("_put"))
_SHORT = 256  # values up to this number have opcodes of their own
_LEAST, _MOST = 1 << 11, 1 << 15
"""Bytes that are searched at once: more than one tensor takes, and few enough for the processor's cache."""
_FEW, _PATIENCE = 16, 64
"""Where runs are shorter than that, they cost more than they save: ever more of them are passed over."""


class Runs:
    """Reads the runs of one pickle into its `State`."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.window = _LEAST
        self.pause = self.passed_over = 0
        self.integers = _Integers()
        self.sizes = _Sizes(self.integers)

    def take(self, pos: int) -> int:
        """Read the tensors from ``pos`` on, each with its key; returns where they end, ``pos`` if there are none."""
        data, memo, calls = self.state.data, self.state.memo, self.state.calls
        if len(memo) < _SHORT or data[pos] not in b"Xhj" or sys.byteorder != "little":
            return pos
        if self.passed_over:
            self.passed_over -= 1
            return pos
        if _TENSOR.match(data, pos) is None:
            return pos
        before = len(calls)
        while (end := self._read(pos)) > pos:
            pos = end
        self.pause = min(2 * self.pause + 1, _PATIENCE) if len(calls) < before + _FEW else 0
        self.passed_over = self.pause
        return pos

    def _read(self, pos: int) -> int:
        """Read some tensors; returns where they end."""
        found = self._beside_one_another(pos)
        if not found:
            return pos
        spelt: dict[str, Any] = dict(zip(_TENSOR.groupindex, zip(*found, strict=True), strict=True))
        try:
            made = self._make(spelt)
        except (LookupError, UnicodeDecodeError):  # refers to a value still to come, or not to text
            made = False
        return pos + sum(map(len, spelt["bytes"])) if made else pos

    def _beside_one_another(self, pos: int) -> list[tuple[bytes, ...]]:
        """The parts of the tensors from ``pos`` on, up to the first thing that is none.

        What is searched grows with what is found, so that nothing is searched again and again.
        """
        data = self.state.data
        if _TENSOR.match(data, pos) is None:
            return []
        found = _TENSOR.findall(data, pos, pos + self.window)
        joined = b"".join([parts[0] for parts in found])
        if data.startswith(joined, pos):
            self.window = min(2 * self.window, _MOST)
            return found
        self.window = _LEAST
        for count, parts in enumerate(found):
            if not data.startswith(parts[0], pos):
                return found[:count]
            pos += len(parts[0])
        return found

    def _make(self, spelt: dict[str, Any]) -> bool:
        """Make the objects of these tensors; False, with nothing done, where a text or a number is not as it should."""
        told = b"".join(chain(spelt["key_size"], spelt["name_size"], spelt["place_size"]))
        if told != bytes(map(len, filter(None, chain(spelt["key"], spelt["name"], spelt["place"])))):
            return False
        memo = self.state.memo
        puts = [spelt[name] for name in _NUMBERED]
        numbers = b"".join(chain.from_iterable(zip(*puts, strict=True)))
        if numbers != array("I", range(len(memo), len(memo) + len(numbers) // 4)).tobytes():
            return False
        recall, integers, sizes = _Recall(self.state), self.integers.__getitem__, self.sizes.__getitem__
        head_of = {head: (recall[head[:2]], recall[head[4:6]], recall[head[6:]]) for head in set(spelt["head"])}
        tail_of = {tail: (tail[0] == 0x88, recall[tail[1:]]) for tail in set(spelt["tail"])}
        if any(factory != ORDERED_DICT for _, factory in tail_of.values()):
            return False
        functions, tags, kinds = zip(*map(head_of.__getitem__, spelt["head"]), strict=True)
        flags, factories = zip(*map(tail_of.__getitem__, spelt["tail"]), strict=True)
        keys, places = (_texts(spelt[name], spelt[f"{name}_get"], recall) for name in ("key", "place"))
        names = list(map(bytes.decode, spelt["name"]))
        shapes, strides = (list(map(sizes, spelt[name])) for name in ("shape", "stride"))
        pids = list(zip(tags, kinds, names, places, map(integers, spelt["count"]), strict=True))
        outside = list(map(PersistentId, pids))
        hooks = list(map(Call, repeat("R"), factories, repeat(())))
        arguments = list(zip(outside, map(integers, spelt["offset"]), shapes, strides, flags, hooks, strict=True))
        tensors = list(map(Call, repeat("R"), functions, arguments))
        dicts = [DictNode([]) if put else None for put in spelt["dict_put"]]
        self._push(keys, tensors, list(map(integers, spelt["dict"])) if any(dicts) else [], dicts)
        self._number(puts, (dicts, keys, names, places, pids, shapes, strides, hooks, arguments, tensors))
        self.state.persistent += outside
        self.state.calls += tensors
        return True

    def _number(self, puts: Sequence[Sequence[bytes]], made: Sequence[Sequence[Any]]) -> None:
        """Number the values: of each tensor, those that have a number to be given."""
        columns = [(put, values) for put, values in zip(puts, made, strict=True) if any(put)]
        numbered: Iterator[Any] = chain.from_iterable(zip(*[values for _, values in columns], strict=True))
        if not all(all(put) for put, _ in columns):
            numbered = compress(numbered, chain.from_iterable(zip(*[put for put, _ in columns], strict=True)))
        self.state.memo += numbered

    def _push(
        self, keys: Sequence[Any], tensors: Sequence[Call], labels: Sequence[int], dicts: Sequence[DictNode | None]
    ) -> None:
        """Put keys and tensors on the stack; where a dict is opened, those before fill the dict before it."""
        state = self.state
        stack, below = state.stack, state.below
        items = list(chain.from_iterable(zip(keys, tensors, strict=True)))
        done = 0
        for at, (label, new) in enumerate(zip(labels, dicts, strict=False)):
            if new is not None:
                flat = stack
                flat += items[done : 2 * at]
                outer = below[-1]
                set_items(state, outer[-1], flat)
                outer += (label, new)
                stack = state.stack = []
                done = 2 * at
        stack += items[done:]


def _texts(texts: Sequence[bytes], gets: Sequence[bytes], recall: _Recall) -> list[Any]:
    """What stands at a place of each tensor, spelt out there or by its number."""
    if not any(gets):
        return list(map(bytes.decode, texts))
    return [text.decode() if text else recall[get] for text, get in zip(texts, gets, strict=True)]


class _Recall(dict[bytes, Any]):
    """The value that an opcode refers to by its number. Raises `LookupError` for one that is not there."""

    def __init__(self, state: State) -> None:
        super().__init__()
        self.state = state

    def __missing__(self, get: bytes) -> Any:
        value = self.state.memo[int.from_bytes(get[1:], "little")]
        if value is ABSENT:
            raise LookupError
        if type(value) in SHARED:
            self.state.shared.add(id(value))
        self[get] = value
        return value


class _Integers(dict[bytes, int]):
    """A number by the opcode that spells it."""

    def __missing__(self, spelt: bytes) -> int:
        if not spelt:  # no dict begins here
            return 0
        number = self[spelt] = int.from_bytes(spelt[1:], "little", signed=spelt[0] == 0x4A)
        return number


class _Sizes(dict[bytes, tuple[int, ...]]):
    """A tuple of numbers by the opcodes that spell it: alike ones are one, as nothing can be done to them."""

    def __init__(self, integers: _Integers) -> None:
        super().__init__()
        self.integers = integers

    def __missing__(self, spelt: bytes) -> tuple[int, ...]:
        inner = spelt[1:-1] if spelt[:1] == b"(" else spelt[:-1]
        numbers = self[spelt] = tuple(map(self.integers.__getitem__, _NUMBERS.findall(inner)))
        return numbers

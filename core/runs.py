"""Runs of dense tensors in a pickle, many read at once.

A checkpoint of 75,000 tensors is 75,000 times the same two dozen opcodes. A regular expression knows them as
``torch.save`` writes them; what differs from tensor to tensor is taken out column by column, where one pass in C
makes the parts of all. What comes out is what the loop of `core.unpickle` makes of the same bytes, object by object.
Whatever that depends on is looked at: lengths are those of the texts, values referred to exist, and each value is
numbered one higher than the one before. Where anything else is found, the loop reads the bytes.
"""

from __future__ import annotations

import re
import sys
from array import array
from collections.abc import Sequence
from itertools import chain, islice, pairwise, repeat
from typing import Any, NamedTuple

from core.graph import Call, DictNode, PersistentId
from core.opcodes import ABSENT, State, set_items, since_mark

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
_TENSOR = re.compile("".join(_PARTS).encode(), re.DOTALL)
_NUMBERS = re.compile(_INT.encode(), re.DOTALL)
_NUMBERED = tuple(name for name in _TENSOR.groupindex if name.endswith("_put"))
_SHORT = 256  # values up to this number have opcodes of their own
_BATCH = 256  # tensors made at once: few enough to stay in the processor's cache
_WINDOW = 1 << 16  # bytes that are searched for them


class _Batch(NamedTuple):
    """Tensors of one window, with their keys.

    For each, ``puts`` are the numbers given and ``values`` what they are given to, with `ABSENT` for what gets none
    if ``gaps``; ``items`` has keys and tensors in turn, and ``ends`` is where the bytes of each end. ``dicts`` has a
    new dict and its key where that is opened before a tensor, None elsewhere; it is empty where there is no such.
    """

    ends: Sequence[int]
    puts: Sequence[tuple[bytes, ...]]
    values: Sequence[tuple[Any, ...]]
    gaps: bool
    items: Sequence[Any]
    dicts: Sequence[tuple[int, DictNode] | None]
    outside: Sequence[PersistentId]
    calls: Sequence[Call]


class Runs:
    """Reads the runs of one pickle into its `State`."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.ready: dict[int, tuple[_Batch, int, int]] = {}  # by where a run begins: its first and last-plus-one
        self.searched = 0
        self.integers = _Integers()
        self.sizes = _Sizes(self.integers)

    def take(self, pos: int) -> int:
        """Read the tensors from ``pos`` on, each with its key; returns where they end, ``pos`` if there are none."""
        state, memo = self.state, self.state.memo
        if len(memo) < _SHORT or state.data[pos] not in b"Xhj" or sys.byteorder != "little":
            return pos
        while pos in self.ready or (pos >= self.searched and self._search(pos)):
            batch, first, end = self.ready.pop(pos)
            puts = b"".join(chain.from_iterable(batch.puts[first:end]))
            if puts != array("I", range(len(memo), len(memo) + len(puts) // 4)).tobytes():
                return pos
            values = chain.from_iterable(batch.values[first:end])
            memo += [value for value in values if value is not ABSENT] if batch.gaps else values
            self._push(batch, first, end)
            state.persistent += batch.outside[first:end]
            state.calls += batch.calls[first:end]
            pos = batch.ends[end - 1]
        return pos

    def forget(self) -> None:
        """A value may have been numbered anew: nothing made from what had the number before is used."""
        self.ready.clear()

    def _push(self, batch: _Batch, first: int, end: int) -> None:
        """Put keys and tensors on the stack; where a dict is opened, those before fill the dict before it."""
        stack, marks = self.state.stack, self.state.marks
        for at, opened in enumerate(batch.dicts[first:end], first):
            if opened is not None:
                stack += batch.items[2 * first : 2 * at]
                flat = since_mark(stack, marks)
                set_items(stack[-1], flat)
                stack += opened
                marks.append(len(stack))
                first = at
        stack += batch.items[2 * first : 2 * end]

    def _search(self, pos: int) -> bool:
        """Make the tensors of the next window ready; False where none begins right at ``pos``."""
        data = self.state.data
        if _TENSOR.match(data, pos, pos + _WINDOW) is None:
            return False
        found = list(islice(_TENSOR.finditer(data, pos, pos + _WINDOW), _BATCH))
        starts, ends = [match.start() for match in found], [match.end() for match in found]
        self.searched = ends[-1]  # whatever comes of it, so that nothing is searched twice
        try:
            batch = self._made([match.groups(b"") for match in found], ends)
        except (LookupError, UnicodeDecodeError):  # refers to a value still to come, or not to text
            return False
        if batch is None:
            return False
        apart = (at for at, (start, end) in enumerate(zip(starts[1:], ends, strict=False), 1) if start != end)
        self.ready = {starts[first]: (batch, first, end) for first, end in pairwise((0, *apart, len(found)))}
        return True

    def _made(self, found: Sequence[tuple[bytes, ...]], ends: Sequence[int]) -> _Batch | None:
        """The objects of these tensors; None where a text is not as long as it says."""
        spelt: dict[str, Any] = dict(zip(_TENSOR.groupindex, zip(*found, strict=True), strict=True))
        told = b"".join(chain(spelt["key_size"], spelt["name_size"], spelt["place_size"]))
        if told != bytes(map(len, filter(None, chain(spelt["key"], spelt["name"], spelt["place"])))):
            return None
        recall = _Recall(self.state.memo)
        integers, sizes = self.integers.__getitem__, self.sizes.__getitem__
        head_of = {head: (recall[head[:2]], recall[head[4:6]], recall[head[6:]]) for head in set(spelt["head"])}
        tail_of = {tail: (tail[0] == 0x88, recall[tail[1:]]) for tail in set(spelt["tail"])}
        functions, tags, kinds = zip(*map(head_of.__getitem__, spelt["head"]), strict=True)
        flags, factories = zip(*map(tail_of.__getitem__, spelt["tail"]), strict=True)
        keys, places = (_texts(spelt[name], spelt[f"{name}_get"], recall) for name in ("key", "place"))
        names = list(map(bytes.decode, spelt["name"]))
        shapes, strides = (list(map(tuple, map(sizes, spelt[name]))) for name in ("shape", "stride"))
        pids = list(zip(tags, kinds, names, places, map(integers, spelt["count"]), strict=True))
        outside = list(map(PersistentId, pids))
        hooks = list(map(Call, repeat("R"), factories, repeat(())))
        arguments = list(zip(outside, map(integers, spelt["offset"]), shapes, strides, flags, hooks, strict=True))
        tensors = list(map(Call, repeat("R"), functions, arguments))
        dicts = [DictNode([]) if put else None for put in spelt["dict_put"]]
        opened = [(integers(key), new) if new else None for key, new in zip(spelt["dict"], dicts, strict=True)]
        made: Sequence[Sequence[Any]] = (dicts, keys, names, places, pids, shapes, strides, hooks, arguments, tensors)
        numbered = [(spelt[put], values) for put, values in zip(_NUMBERED, made, strict=True) if any(spelt[put])]
        gaps = not all(all(puts) for puts, _ in numbered)
        columns = [map(_numbered, puts, values) if gaps else values for puts, values in numbered]
        return _Batch(
            ends=ends,
            puts=list(zip(*(puts for puts, _ in numbered), strict=True)),
            values=list(zip(*columns, strict=True)),
            gaps=gaps,
            items=list(chain.from_iterable(zip(keys, tensors, strict=True))),
            dicts=opened if any(opened) else [],
            outside=outside,
            calls=tensors,
        )


def _texts(texts: Sequence[bytes], gets: Sequence[bytes], recall: _Recall) -> list[Any]:
    """What stands at a place of each tensor, spelt out there or by its number."""
    if not any(gets):
        return list(map(bytes.decode, texts))
    return [text.decode() if text else recall[get] for text, get in zip(texts, gets, strict=True)]


def _numbered(put: bytes, value: Any) -> Any:
    return value if put else ABSENT


class _Recall(dict[bytes, Any]):
    """The value that an opcode refers to by its number. Raises `LookupError` for one that is not there."""

    def __init__(self, memo: Sequence[Any]) -> None:
        super().__init__()
        self.memo = memo

    def __missing__(self, get: bytes) -> Any:
        value = self.memo[int.from_bytes(get[1:], "little")]
        if value is ABSENT:
            raise LookupError
        self[get] = value
        return value


class _Integers(dict[bytes, int]):
    """A number by the opcode that spells it."""

    def __missing__(self, spelt: bytes) -> int:
        number = self[spelt] = int.from_bytes(spelt[1:], "little", signed=spelt[0] == 0x4A)
        return number


class _Sizes(dict[bytes, list[int]]):
    """The numbers of a tuple by the opcodes that spell it. Lists, because each tensor needs a tuple of its own."""

    def __init__(self, integers: _Integers) -> None:
        super().__init__()
        self.integers = integers

    def __missing__(self, spelt: bytes) -> list[int]:
        inner = spelt[1:-1] if spelt[:1] == b"(" else spelt[:-1]
        numbers = self[spelt] = list(map(self.integers.__getitem__, _NUMBERS.findall(inner)))
        return numbers

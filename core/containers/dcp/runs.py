"""Runs of entries and of places in a ``.metadata``, many read at once.

A list of 100,000 pieces is 100,000 times the same opcodes, which differ in a few numbers and names. A regular
expression knows them as Python's pickler writes the objects of torch; what all have in common, the names of classes and
of attributes, stands in it as this pickle refers to them. What is read so is kept in columns and not in nodes. Where
anything else is found, the loop of the reader reads the bytes. A value that was passed over cannot be referred to
later: a list that does that is read by the loop alone.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, compress, count, repeat
from typing import Any, NamedTuple

from core.dtypes import ITEM_SIZES, Shape
from core.pickling.nodes import Call, DictNode, Global
from core.pickling.opcodes import ABSENT, State

RUN: Any = object()
"""Stands for the key of an item whose value is an `Entries` or a `Places`: many items at once."""
_INT = rb"(?:K.|M..|J....|\x8a\x05.{5}|\x8a\x06.{6}|\x8a\x07.{7}|\x8a\x08.{8})"
_REF = rb"(?:h.|j....)"
_SIZES = rb"(?:\)|" + _INT + rb"(?:\x85|" + _INT + rb"(?:\x86|" + _INT + rb"\x87))\x94|\(" + _INT + rb"{4,16}t\x94)"
"""The tuple that a ``torch.Size`` is made of; the empty one is not numbered."""
_TEXT = rb"(?:\x8c(.)([^\x94]{1,255})\x94|(" + _REF + b"))"
"""A text of less than 256 bytes, or one from before."""
_NUMBERS = re.compile(_INT, re.DOTALL)
_WINDOW = 1 << 20
"""Bytes that are searched at once."""
_RECENT, _EARLY = 400, 4000
"""Values numbered last and first, among which names are looked for."""
_PATIENCE = 32
_FEW = 64
"""Names of files among places, up to which they are put in one by one: as a rule one a file."""
_TENSOR, _INDEX = "TensorStorageMetadata", "MetadataIndex"


class Tensor(NamedTuple):
    """A whole tensor: what it is, and its pieces, each by where it begins and how large it is, a dimension each."""

    dtype: str
    shape: Shape
    chunks: tuple[tuple[Shape, Shape], ...]


class Entries(NamedTuple):
    """Entries, a column each."""

    keys: Sequence[str]
    tensors: Sequence[Tensor]


class Places(NamedTuple):
    """Places, a column each: of which entry, of the piece that begins where, and where it lies."""

    keys: Sequence[str]
    firsts: Sequence[Shape | None]
    files: Sequence[str]
    offsets: Sequence[int]
    lengths: Sequence[int]


class Runs:
    """Reads the runs of one pickle into its `State`: each as an item whose key is `RUN`."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._readers: dict[str, _EntryRuns | _PlaceRuns] = {}
        self._patience = _PATIENCE

    def take(self, pos: int) -> int:
        """As `core.pickling.loop.RunReader` says: from where the attributes of an entry, or of an index, begin."""
        state = self._state
        outer = state.below[-1]
        if len(outer) < 2 or type(outer[-1]) is not DictNode or outer[-1].items or state.holes or state.sparse:
            return pos
        made = outer[-2]
        if type(made) is not Call or type(made.func) is not Global or made.func.name not in (_TENSOR, _INDEX):
            return pos
        reader = self._readers.get(made.func.name) or self._learnt(made.func)
        return reader.read(pos, outer) if reader is not None else pos

    def _learnt(self, made: Global) -> _EntryRuns | _PlaceRuns | None:
        """What reads these, once all their names have been seen."""
        if not self._patience:
            return None
        self._patience -= 1
        memo = self._state.memo
        names: dict[Any, bytes] = {}
        for at in (*range(min(_EARLY, len(memo))), *range(max(len(memo) - _RECENT, 0), len(memo))):
            value = memo[at]
            if type(value) is Global:
                names[value.name] = _reference(at)
            elif type(value) is str:
                names["." + value] = _reference(at)
        kind = _EntryRuns if made.name == _TENSOR else _PlaceRuns
        if not names.keys() >= set(kind.NAMES):
            return None
        reader = kind(self._state, names)
        self._readers[made.name] = reader
        return reader


def _reference(number: int) -> bytes:
    """The opcode for a value from before, as a part of a regular expression."""
    return re.escape(b"h" + bytes([number]) if number < 256 else b"j" + number.to_bytes(4, "little"))


class _EntryRuns:
    """Entries of tensors. One that is word for word like another, but for its key, is the same `Tensor`."""

    NAMES = (
        *(_TENSOR, ".properties", "TensorProperties", ".size", "Size", ".chunks", "ChunkStorageMetadata"),
        *(".offsets", ".sizes"),
    )

    def __init__(self, state: State, names: dict[Any, bytes]) -> None:
        self._state, self._sizes = state, _Sizes(_Integers())
        made = rb"\)\x81\x94"
        size = names["Size"] + b"(" + _SIZES + rb")\x85\x94R\x94"
        chunk = names["ChunkStorageMetadata"] + made + rb"}\x94\(" + names[".offsets"] + size
        chunk += names[".sizes"] + size + b"ub"
        properties = names[".properties"] + names["TensorProperties"] + made
        properties += rb"\((" + _REF + rb")" + _REF + rb"[\x88\x89]" + _REF + rb"[\x88\x89]t\x94b"
        chunks = names[".chunks"] + rb"\]\x94((?:\((?:" + _plain(chunk) + b")+e|" + _plain(chunk) + b"a)?)ub"
        self._tail = re.compile(properties + names[".size"] + size + chunks, re.DOTALL)
        self._chunk = re.compile(chunk, re.DOTALL)
        self._head = re.compile(rb"(?:u\()?" + _TEXT + names[_TENSOR] + made + rb"}\x94\(", re.DOTALL)
        self._known: dict[bytes, tuple[Tensor, int]] = {}
        self._lengths: dict[int, None] = {}

    def read(self, pos: int, outer: list[Any]) -> int:
        state, key = self._state, outer[-3] if len(outer) > 2 else None
        found = self._found(pos)
        if found is None or type(key) is not str:
            return pos
        keys, tensors = [key], [found[0]]
        data, memo, head = state.data, state.memo, self._head
        memo += repeat(ABSENT, found[1])
        pos = found[2]
        while (match := head.match(data, pos)) is not None:
            length, text, reference = match.groups()
            found = self._found(match.end())
            if found is None or (text and length[0] != len(text)):
                break
            if text:
                key = text.decode("utf-8", "surrogatepass")
                memo.append(key)
            else:
                key = _recalled(memo, reference)
                if type(key) is not str:
                    break
            keys.append(key)
            tensors.append(found[0])
            memo += repeat(ABSENT, 2 + found[1])
            pos = found[2]
        outer[-3:] = RUN, Entries(keys, tensors)
        state.below.pop()
        state.stack = outer
        return pos

    def _found(self, pos: int) -> tuple[Tensor, int, int] | None:
        """The entry whose attributes begin there, how many values it numbers, and where it ends."""
        data = self._state.data
        for length in self._lengths:
            known = self._known.get(data[pos : pos + length])
            if known is not None:
                return *known, pos + length
        match = self._tail.match(data, pos)
        if match is None:
            return None
        dtype, size, chunks = match.groups()
        name = _recalled(self._state.memo, dtype)
        if type(name) is not Global or name.module != "torch" or name.name not in ITEM_SIZES:
            return None
        pieces = self._chunk.findall(chunks)
        sizes = [size, *chain.from_iterable(pieces)]
        count = 3 + 2 * len(pieces) + 3 * len(sizes) - sizes.count(b")")
        shapes = [(self._sizes[first], self._sizes[extent]) for first, extent in pieces]
        if min(chain((0,), *map(self._sizes.__getitem__, sizes))) < 0:
            return None
        made = Tensor(name.name, self._sizes[size], tuple(shapes)), count
        self._known[match.group()] = made
        self._lengths[len(match.group())] = None
        return *made, match.end()


class _PlaceRuns:
    """Places of pieces."""

    NAMES = (_INDEX, ".fqn", ".index", ".offset", "Size", "_StorageInfo", ".relative_path", ".length")

    def __init__(self, state: State, names: dict[Any, bytes]) -> None:
        self._state, self._integers = state, _Integers()
        self._sizes = _Sizes(self._integers)
        made, text = rb"\)\x81\x94}\x94\(", _TEXT
        first = b"(?:" + names[".offset"] + names["Size"] + b"(" + _SIZES + rb")\x85\x94R\x94)?"
        head = rb"(?:u\()?" + names[_INDEX] + made
        tail = names[".fqn"] + text + names[".index"] + b"(?:" + _INT + b"|N)" + first + b"ub"
        tail += names["_StorageInfo"] + made + names[".relative_path"] + text
        tail += names[".offset"] + b"(" + _INT + b")" + names[".length"] + b"(" + _INT + b")ub"
        self._first = re.compile(b"(" + tail + b")", re.DOTALL)
        self._more = re.compile(b"(" + head + tail + b")", re.DOTALL)

    def read(self, pos: int, outer: list[Any]) -> int:
        match = self._first.match(self._state.data, pos)
        if match is None:
            return pos
        begun = len(self._state.memo) - 2
        run = self._made([match.groups(default=b"")], begun)
        if run is None:
            return pos
        del outer[-2:]
        while run is not None:
            outer += (RUN, run[0])
            pos += run[1]
            run = self._next(pos)
        self._state.below.pop()
        self._state.stack = outer
        return pos

    def _next(self, pos: int) -> tuple[Places, int] | None:
        """The places from there on that stand in a window, and how many bytes they take."""
        data = self._state.data
        found = self._more.findall(data, pos, pos + _WINDOW) if self._more.match(data, pos) else []
        if not data.startswith(b"".join([groups[0] for groups in found]), pos):
            at = pos
            for number, groups in enumerate(found):
                if not data.startswith(groups[0], at):
                    found = found[:number]
                    break
                at += len(groups[0])
        return self._made(found, len(self._state.memo)) if found else None

    def _made(self, found: Sequence[tuple[bytes, ...]], begun: int) -> tuple[Places, int] | None:
        """These places; None, with nothing done, where a text is not as long as it says or refers to something else.

        Their values are numbered from ``begun`` on.
        """
        raw, key_size, key, key_get, first, file_size, file, file_get, offset, length = zip(*found, strict=True)
        if b"".join([*key_size, *file_size]) != bytes(map(len, filter(None, chain(key, file)))):
            return None
        offsets, lengths = self._whole(offset), list(map(self._integers.__getitem__, length))
        firsts = list(map(self._sizes.__getitem__, first))
        if min(map(min, (offsets, lengths, *filter(None, set(firsts))))) < 0:
            return None
        keys, files = _decoded(key), _decoded(file)
        memo = self._state.memo
        before = memo[begun:]
        memo[begun:] = _numbered(keys, first, files)
        try:
            columns = self._texts(keys, key_get), firsts, self._texts(files, file_get), offsets, lengths
        except LookupError:
            memo[begun:] = before
            return None
        return Places(*columns), sum(map(len, raw))

    def _texts(self, told: Sequence[str], references: Sequence[bytes]) -> Sequence[str]:
        """The texts, and those from before where none is told. Raises `LookupError` for what is no text."""
        if not any(references):
            return told
        recalled = {b"": ""}
        for reference in set(references) - {b""}:
            value = _recalled(self._state.memo, reference)
            if type(value) is not str:
                raise LookupError
            recalled[reference] = value
        texts = list(map(recalled.__getitem__, references))
        for at in compress(count(), told):
            texts[at] = told[at]
        return texts

    def _whole(self, spelt: Sequence[bytes]) -> Sequence[int]:
        """Whole numbers; nearly all of them take four bytes."""
        joined = b"".join(spelt)
        if len(joined) == 5 * len(spelt) and joined[::5] == b"J" * len(spelt):
            return struct.unpack(f"<{'xi' * len(spelt)}", joined)
        return list(map(self._integers.__getitem__, spelt))


def _decoded(texts: Sequence[bytes]) -> Sequence[str]:
    return [text.decode("utf-8", "surrogatepass") for text in texts] if any(texts) else [""] * len(texts)


def _numbered(keys: Sequence[str], firsts: Sequence[bytes], files: Sequence[str]) -> list[Any]:
    """The values that places number, in turn: an index, its attributes, the key and the three of a size; and as many of
    where it lies. Texts from before have their numbers already, and empty tuples get none.
    """
    named = list(compress(count(), files))
    if (all(keys) or not any(keys)) and min(map(len, firsts)) > 1 and len(named) < _FEW:
        each = 8 if keys[0] else 7
        found: list[Any] = [ABSENT] * (each * len(keys))
        if keys[0]:
            found[2::8] = keys
        for number in reversed(named):
            found.insert(each * (number + 1), files[number])
        return found
    absent, always = repeat(ABSENT), repeat(True)
    numbered = [len(sizes) > 1 for sizes in firsts]
    values = absent, absent, keys, absent, absent, absent, absent, absent, files
    given = always, always, keys, numbered, firsts, firsts, always, always, files
    return list(compress(_in_turn(values), _in_turn(given)))


def _in_turn(columns: Sequence[Iterable[Any]]) -> Iterator[Any]:
    """The values of columns, row by row; the shortest column ends them."""
    return chain.from_iterable(zip(*columns, strict=False))


def _plain(pattern: bytes) -> bytes:
    """A pattern without groups."""
    return pattern.replace(b"(" + _SIZES + b")", _SIZES)


def _recalled(memo: Sequence[Any], reference: bytes) -> Any:
    """The value that an opcode refers to; `ABSENT` for none."""
    number = int.from_bytes(reference[1:], "little")
    return memo[number] if number < len(memo) else ABSENT


class _Integers(dict[bytes, int]):
    """A number by the opcode that spells it."""

    def __missing__(self, spelt: bytes) -> int:
        kind = spelt[:1]
        number = int.from_bytes(spelt[2:] if kind == b"\x8a" else spelt[1:], "little", signed=kind in b"J\x8a")
        self[spelt] = number
        return number


class _Sizes(dict[bytes, Any]):
    """The numbers of a tuple by the opcodes that spell it; None where there is none."""

    def __init__(self, integers: _Integers) -> None:
        super().__init__()
        self._integers = integers
        self[b""] = None

    def __missing__(self, spelt: bytes) -> Shape:
        inner = spelt[1:] if spelt[:1] == b"(" else spelt
        found = self[spelt] = tuple(map(self._integers.__getitem__, _NUMBERS.findall(inner)))
        return found

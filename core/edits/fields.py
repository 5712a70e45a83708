"""The kinds of fields that edits have: how each is written as JSON, and read again for the same file opened anew.

An entry is a number that one opened catalogue gives it. In JSON it is its path, so that it can be found again in the
file as it is later; this is the one place that knows the two. A field says its kind by its type: ``entry: Entry``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import NoneType
from typing import Annotated, Any, Final, NamedTuple, TypeAlias, get_args, get_origin, get_type_hints

from core.catalogue.catalogue import Catalogue
from core.errors import PathNotFound
from core.files.byte_source import FileIdentity
from core.objects.value_text import key_text
from core.remote.address import as_path

_BITS: Final = 256
"""JSON readers take numbers up to some size; larger ones are written in hexadecimal."""

Json: TypeAlias = Any
_Step: TypeAlias = tuple[str, str | int]
"""How a key is told from others: by what kind of key it is, and the key."""


# -- entries -----------------------------------------------------------------------------------------------------


class Paths:
    """The entries of a catalogue by their paths, and back. A path is a list of steps, each as JSON has it:

    a text or a number as it is; ``{"written": …}`` for a key of another kind; ``{…, "nth": n}`` for the n-th of
    several keys that are written alike, as long tuples are.
    """

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._children: dict[int, dict[_Step, list[int]]] = {}

    def path(self, entry: int) -> list[Json]:
        steps: list[Json] = []
        while entry:
            parent = self._catalogue.parents[entry]
            steps.append(self.step(parent, entry))
            entry = parent
        return steps[::-1]

    def step(self, parent: int, entry: int) -> Json:
        step = _step(self._catalogue.labels[entry])
        alike = self._below(parent)[step]
        kind, key = step
        if alike[0] == entry:
            return {"written": key} if kind == "written" else key
        return {kind: key, "nth": alike.index(entry)}

    def find(self, path: Json) -> int:
        """The entry at a path. Raises `PathNotFound`, and `TypeError` for what is no path."""
        if not isinstance(path, list):
            raise TypeError
        entry = 0
        for written in path:
            step, nth = _read_step(written)
            alike = self._below(entry).get(step, [])
            if nth >= len(alike):
                raise PathNotFound(str(step[1]))
            entry = alike[nth]
        return entry

    def group(self, entries: Iterable[int]) -> list[Json]:
        """Entries, those in one place together: ``[{"below": path, "keys": […]}, …]``."""
        found: dict[int, list[Json]] = {}
        for entry in sorted(entries):
            parent = self._catalogue.parents[entry]
            found.setdefault(parent, []).append(self.step(parent, entry) if entry else None)
        return [{"below": self.path(parent) if parent >= 0 else None, "keys": keys} for parent, keys in found.items()]

    def grouped(self, data: Json) -> Iterator[int]:
        """The entries of a `group` that are still there. Raises `PathNotFound` where none of some is."""
        some = not data
        for group in data:
            below, keys = group["below"], group["keys"]
            for path in [[]] if below is None else ([*below, key] for key in keys):
                with suppress(PathNotFound):
                    yield self.find(path)
                    some = True
        if not some:
            raise PathNotFound("")

    def rows_to_json(self, rows: Iterable[int]) -> list[Json]:
        """Tensor rows as the entries of their tensors."""
        return self.group(map(self._catalogue.tree.tensors.__getitem__, rows))

    def rows(self, data: Json) -> frozenset[int]:
        """The rows of the tensors that are still there. Raises `PathNotFound` where none of some is."""
        rows = frozenset(row for row in map(self._catalogue.rows.__getitem__, self.grouped(data)) if row >= 0)
        if data and not rows:
            raise PathNotFound("")
        return rows

    def _below(self, entry: int) -> dict[_Step, list[int]]:
        found = self._children.get(entry)
        if found is None:
            found = self._children[entry] = {}
            for child in self._catalogue.children(entry):
                found.setdefault(_step(self._catalogue.labels[child]), []).append(child)
        return found


def _step(label: Any) -> _Step:
    if isinstance(label, str):
        return "text", str(label)
    if type(label) is int and label.bit_length() < _BITS:
        return "number", label
    return "written", key_text(label)


def _read_step(written: Json) -> tuple[_Step, int]:
    if type(written) is str:
        return ("text", written), 0
    if type(written) is int:
        return ("number", written), 0
    nth = written.get("nth", 0)
    found: list[_Step] = [(kind, key) for kind, key in written.items() if kind != "nth"]
    [(kind, key)] = found
    if type(nth) is not int or nth < 0 or type(key) is not {"text": str, "number": int, "written": str}[kind]:
        raise ValueError
    return (kind, key), nth


# -- kinds -------------------------------------------------------------------------------------------------------


class Kind(NamedTuple):
    """How a field is written and read; what is read is checked, for JSON may say anything.

    One that ``names_entries`` is read for another catalogue as other numbers.
    """

    write: Callable[[Paths, Any], Json]
    read: Callable[[Paths, Json], Any]
    names_entries: bool = False


def _as_it_is(*kinds: type) -> Kind:
    def read(_: Paths, value: Json) -> Any:
        if type(value) not in kinds:
            raise TypeError
        return value

    return Kind(lambda _, value: value, read)


def _write_value(_: Paths, value: Any) -> Json:
    """Plain values; those that JSON does not have as ``{"float": "nan"}``, ``{"int": "0x…"}``, ``{"complex": […]}``."""
    if isinstance(value, complex):
        return {"complex": [float.hex(value.real), float.hex(value.imag)]}
    if isinstance(value, float) and not math.isfinite(value):
        return {"float": repr(value)}
    if isinstance(value, int) and value.bit_length() >= _BITS:
        return {"int": hex(value)}
    return value


def _read_value(_: Paths, value: Json) -> Any:
    if value is None or type(value) in (int, float, str, bool):
        return value
    [(kind, written)] = value.items()
    if kind == "complex":
        real, imaginary = written
        return complex(float.fromhex(real), float.fromhex(imaginary))
    if kind not in ("float", "int"):
        raise ValueError
    return float(written) if kind == "float" else int(written, 16)


def _read_box(_: Paths, box: Json) -> tuple[tuple[int, ...], ...]:
    parts = tuple(_whole_numbers(part) for part in box)
    if any(len(part) != 3 for part in parts):
        raise ValueError
    return parts


def _identity(data: Sequence[Json]) -> FileIdentity:
    """One of a file elsewhere has a version behind its numbers."""
    version = data[4] if len(data) > 4 else ""
    if not isinstance(version, str):
        raise TypeError
    device, inode, size, mtime_ns = _whole_numbers(data[:4])
    return FileIdentity(device, inode, size, mtime_ns, version)


def _whole_numbers(numbers: Sequence[Json]) -> tuple[int, ...]:
    if not all(type(number) is int for number in numbers):
        raise TypeError
    return tuple(numbers)


_AS_THEY_ARE: Final = {kind: _as_it_is(kind) for kind in (str, int, bool)}
_PATH: Final = Kind(lambda _, file: str(file), lambda _, file: as_path(_AS_THEY_ARE[str].read(_, file)))

Entry = Annotated[int, Kind(Paths.path, Paths.find, names_entries=True)]
"""One entry of the file."""
Rows = Annotated[frozenset[int], Kind(Paths.rows_to_json, Paths.rows, names_entries=True)]
"""Rows of tensors; those that are still there, where some are not."""
Entries = Annotated[
    frozenset[int], Kind(Paths.group, lambda paths, data: frozenset(paths.grouped(data)), names_entries=True)
]
"""Several entries; those that are still there, where some are not."""
Scalar = Annotated[int | float | str | bool | None, Kind(_write_value, _read_value)]
Number = Annotated[int | float | complex | bool, Kind(_write_value, _read_value)]
Box = Annotated[tuple[tuple[int, int, int], ...], Kind(lambda _, box: [list(part) for part in box], _read_box)]
"""A part of a tensor: (start, stop, step) a dimension."""
File = Annotated[Path, _PATH]
Identity = Annotated[FileIdentity, Kind(lambda _, identity: list(identity), lambda _, data: _identity(data))]
Shape = Annotated[tuple[int, ...], Kind(lambda _, shape: list(shape), lambda _, shape: _whole_numbers(shape))]


@cache
def kinds_of(edit: type) -> dict[str, Kind]:
    """The kind of each field of a class of edits. Raises `TypeError` for a field of none."""
    hints = get_type_hints(edit, include_extras=True)
    return {name: _kind(hints[name]) for name in edit.__dataclass_fields__}  # type: ignore[attr-defined]


def _kind(hint: Any) -> Kind:
    if get_origin(hint) is Annotated:
        return next(each for each in hint.__metadata__ if isinstance(each, Kind))
    if hint in _AS_THEY_ARE:
        return _AS_THEY_ARE[hint]
    choices = [each for each in get_args(hint) if each is not NoneType]
    if len(choices) != 1 or len(get_args(hint)) != 2:
        raise TypeError(hint)
    inner = _kind(choices[0])
    return Kind(
        lambda paths, value: None if value is None else inner.write(paths, value),
        lambda paths, data: None if data is None else inner.read(paths, data),
        inner.names_entries,
    )

"""A plan as JSON and back, for the same file opened again: entries are named by their paths, tensors by theirs."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import MISSING, Field, fields
from typing import Any, Final, NamedTuple, TypeAlias, get_args

from core.catalogue.catalogue import Catalogue
from core.edits.edits import Edit, Plan
from core.errors import EditError, PathNotFound
from core.files.one_file import FileIdentity
from core.objects.value_text import key_text
from core.remote.address import as_path
from core.text import clip
from core.words import say

VERSION: Final = 1
"""Of the JSON: another one is not read."""
_BITS: Final = 256
"""JSON readers take numbers up to some size; larger ones are written in hexadecimal."""

Json: TypeAlias = Any
_Step: TypeAlias = tuple[str, str | int]
"""How a key is told from others: by what kind of key it is, and the key."""


class Kept(NamedTuple):
    """A plan that was read again, and the kinds of the edits in it that name what the file no longer has."""

    plan: Plan
    lost: tuple[str, ...]


def plan_to_json(catalogue: Catalogue, plan: Plan) -> dict[str, Json]:
    """All edits of a plan, as what `json.dumps` takes. Linear in the entries that they name."""
    paths = _Paths(catalogue)
    return {"version": VERSION, "edits": [_edit_to_json(paths, edit) for edit in plan.edits]}


def plan_from_json(catalogue: Catalogue, data: Json) -> Plan:
    """The plan that `plan_to_json` wrote.

    Raises `PathNotFound` where the file lacks an entry that it names, `EditError` for what is no such JSON.
    """
    kept = as_far_as_it_fits(catalogue, data)
    if kept.lost:
        raise PathNotFound(say("The kept plan names entries that this file does not have ({edit}).", edit=kept.lost[0]))
    return kept.plan


def as_far_as_it_fits(catalogue: Catalogue, data: Json) -> Kept:
    """The plan of what `plan_to_json` wrote, without the edits of what is gone from the file.

    Whether the rest can still be done is for `core.edits.preview.preview` to say. Raises `EditError` for what is no
    such JSON.
    """
    if not isinstance(data, dict) or data.get("version") != VERSION or not isinstance(data.get("edits"), list):
        raise EditError(say("This is no plan that this version of the program has kept."))
    paths = _Paths(catalogue)
    edits: list[Edit] = []
    lost: list[str] = []
    for each in data["edits"]:
        try:
            edits.append(_edit_from_json(paths, each))
        except PathNotFound:
            lost.append(each["edit"])
        except (TypeError, ValueError, KeyError, AttributeError, OverflowError, RecursionError):
            raise EditError(say("The kept plan is damaged: {edit} is no edit.", edit=clip(repr(each), 80))) from None
    return Kept(Plan(tuple(edits)), tuple(lost))


_KINDS: Final[dict[str, type[Any]]] = {kind.__name__: kind for kind in get_args(Edit)}


def _edit_to_json(paths: _Paths, edit: Edit) -> dict[str, Json]:
    found: dict[str, Json] = {"edit": type(edit).__name__}
    for field in fields(edit):
        value = getattr(edit, field.name)
        if field.default is MISSING or value != field.default:
            found[field.name] = _FIELDS[field.name].write(paths, value)
    return found


def _edit_from_json(paths: _Paths, data: Json) -> Edit:
    kind = _KINDS[data["edit"]]
    edit: Edit = kind(**{field.name: _value_of(paths, field, data) for field in fields(kind)})
    if not data.keys() <= {"edit", *(field.name for field in fields(kind))}:
        raise ValueError
    hash(edit)  # which plans rely on
    return edit


def _value_of(paths: _Paths, field: Field[Any], data: dict[str, Json]) -> Any:
    if field.name not in data and field.default is not MISSING:
        return field.default
    return _FIELDS[field.name].read(paths, data[field.name])


# -- entries ---------------------------------------------------------------------------------------------------


class _Paths:
    """The entries of a catalogue by their paths, and back. A path is a list of steps, each as JSON has it:

    a text or a number as it is; ``{"written": …}`` for a key of another kind; ``{…, "nth": n}`` for the n-th of
    several keys that are written alike, as long tuples are.
    """

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._children: dict[int, dict[_Step, list[int]]] = {}

    def path(self, entry: int) -> list[Json]:
        """The path of an entry."""
        steps: list[Json] = []
        while entry:
            parent = self._catalogue.parents[entry]
            steps.append(self.step(parent, entry))
            entry = parent
        return steps[::-1]

    def step(self, parent: int, entry: int) -> Json:
        """The last step of the path of an entry."""
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
                raise PathNotFound(step[1])
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


# -- the fields of edits ---------------------------------------------------------------------------------------


class _Form(NamedTuple):
    """How the fields of a name are written and read; what is read is checked, for JSON may say anything."""

    write: Callable[[_Paths, Any], Json]
    read: Callable[[_Paths, Json], Any]


def _as_it_is(*kinds: type) -> _Form:
    def read(_: _Paths, value: Json) -> Any:
        if type(value) not in kinds:
            raise TypeError
        return value

    return _Form(lambda _, value: value, read)


def _write_value(_: _Paths, value: Any) -> Json:
    """Plain values; those that JSON does not have as ``{"float": "nan"}``, ``{"int": "0x…"}``, ``{"complex": […]}``."""
    if isinstance(value, complex):
        return {"complex": [float.hex(value.real), float.hex(value.imag)]}
    if isinstance(value, float) and not math.isfinite(value):
        return {"float": repr(value)}
    if isinstance(value, int) and value.bit_length() >= _BITS:
        return {"int": hex(value)}
    return value


def _read_value(_: _Paths, value: Json) -> Any:
    if value is None or type(value) in (int, float, str, bool):
        return value
    [(kind, written)] = value.items()
    if kind == "complex":
        real, imaginary = written
        return complex(float.fromhex(real), float.fromhex(imaginary))
    if kind not in ("float", "int"):
        raise ValueError
    return float(written) if kind == "float" else int(written, 16)


def _write_entry(paths: _Paths, entry: int | None) -> Json:
    return None if entry is None else paths.path(entry)


def _read_entry(paths: _Paths, path: Json) -> int | None:
    return None if path is None else paths.find(path)


def _read_box(_: _Paths, box: Json) -> tuple[tuple[int, ...], ...]:
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


_TEXT = _as_it_is(str)
_FIELDS: Final[dict[str, _Form]] = {
    "entry": _Form(_write_entry, _read_entry),
    "rows": _Form(
        lambda paths, rows: None if rows is None else paths.rows_to_json(rows),
        lambda paths, data: None if data is None else paths.rows(data),
    ),
    "entries": _Form(
        lambda paths, entries: None if entries is None else paths.group(entries),
        lambda paths, data: None if data is None else frozenset(paths.grouped(data)),
    ),
    "value": _Form(_write_value, _read_value),
    "box": _Form(lambda _, box: [list(part) for part in box], _read_box),
    "file": _Form(lambda _, file: str(file), lambda paths, file: as_path(_TEXT.read(paths, file))),
    "identity": _Form(lambda _, identity: list(identity), lambda _, data: _identity(data)),
    "shape": _Form(lambda _, shape: list(shape), lambda _, shape: _whole_numbers(shape)),
    "role": _as_it_is(str, type(None)),
    "key": _as_it_is(str, type(None)),
    "inner": _as_it_is(bool),
    "unwrap": _as_it_is(bool),
    "depth": _as_it_is(int),
    "protocol": _as_it_is(int),
    "source": _TEXT,
    "target": _TEXT,
    "prefix": _TEXT,
    "pattern": _TEXT,
    "replacement": _TEXT,
    "form": _TEXT,
    "segment": _TEXT,
    "under": _TEXT,
    "name": _TEXT,
    "dtype": _TEXT,
    "container": _TEXT,
}
"""By the name of the field, which means the same in every edit."""

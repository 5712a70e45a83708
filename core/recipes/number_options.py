"""Steps that change numbers: values of the tree, numbers of tensors, tensors in another dtype."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from core.catalogue.build import open_catalogue
from core.catalogue.catalogue import Catalogue
from core.edits.edits import Cast, Edit, SetNumbers, SetValue
from core.edits.numbers.castable import castable, check_dtype
from core.errors import EditError, PathNotFound
from core.numbers.layout import whole
from core.remote.address import as_path, is_url
from core.text import clip
from core.words import say, say_count

_PART = re.compile(r"(?P<key>.*)\[(?P<part>[^\[\]]*)\]", re.DOTALL)
_GLOB = re.compile(r"[*?\[]")


def settings(catalogue: Catalogue, wanted: Sequence[tuple[str, Any]]) -> Iterator[Edit]:
    """The edits of ``--set``: of a number or text in the tree, of numbers in a tensor, of a whole tensor.

    Raises `PathNotFound` and `EditError` for what cannot be.
    """
    from core.values.slices import part_of  # noqa: PLC0415 - only for numbers of tensors

    for key, value in wanted:
        entry = catalogue.finds(key)
        if entry is not None and catalogue.kind(entry) != "tensor":
            yield SetValue(entry, value)
            continue
        rows, part = _numbers_named(catalogue, key)
        if isinstance(value, str) and value.startswith("@"):
            yield _put(catalogue, key, rows, part, value[1:])
            continue
        for row in rows:
            shape = catalogue.tree.facts.shapes[row]
            box = part_of(part, shape).box if part.strip() else whole(shape)
            parts = tuple((each.start, each.stop, each.step) for each in box)
            yield SetNumbers(catalogue.tree.tensors[row], parts, _number(value))


def casts(catalogue: Catalogue, wanted: Sequence[tuple[str, str]]) -> tuple[list[Edit], list[str]]:
    """The edits of ``--cast``, and sentences on what a glob or a branch names and stays as it is."""
    from core.catalogue.rows_named import rows_named  # noqa: PLC0415 - only for a cast

    edits: list[Edit] = []
    notes: list[str] = []
    for key, text in wanted:
        dtype = check_dtype(text)
        rows = rows_named(catalogue, key)
        entry = catalogue.finds(key)
        is_branch = entry is not None and catalogue.kind(entry) != "tensor"
        if not is_branch and not _GLOB.search(key):  # asked for by name
            edits.append(Cast(dtype, frozenset(rows)))
            continue
        found = castable(catalogue, rows)
        if not found.rows:
            reasons = "; ".join(found.left)
            raise EditError(
                say(
                    "Nothing that {key!r} names is cast: {reasons}. Name a tensor itself to cast it.",
                    key=clip(key),
                    reasons=reasons,
                )
            )
        edits.append(Cast(dtype, found.rows))
        for reason, left in found.left.items():
            notes.append(
                say_count(
                    len(left),
                    "1 tensor of {key} stays as it is: {reason}",
                    "{n:,} tensors of {key} stay as they are: {reason}",
                    key=clip(key),
                    reason=reason,
                )
            )
    return edits, notes


def _numbers_named(catalogue: Catalogue, key: str) -> tuple[list[int], str]:
    """The tensor rows that a key names, and what is between the brackets behind it."""
    from core.catalogue.rows_named import rows_named  # noqa: PLC0415 - only for numbers of tensors

    try:
        return rows_named(catalogue, key), ""
    except PathNotFound:
        said = _PART.fullmatch(key)
        if said is None:
            catalogue.find(key)  # which names the nearest of all that there is
            raise
        return rows_named(catalogue, said["key"]), said["part"]


def _put(catalogue: Catalogue, key: str, rows: Sequence[int], part: str, source: str) -> Edit:
    from core.edits.numbers.theirs import put_of, put_tensor  # noqa: PLC0415 - NumPy, only for an array

    if len(rows) != 1 or part:
        if part:
            raise EditError(say("a part of {key!r} cannot become a whole tensor; name one.", key=clip(key)))
        raise EditError(
            say(
                "{key!r}, which names {count} tensors, cannot become a whole tensor; name one.",
                key=clip(key),
                count=len(rows),
            )
        )
    entry = catalogue.tree.tensors[rows[0]]
    file, colon, path = _parted(source)
    if colon and path and not Path(source).exists() and (is_url(file) or Path(file).exists()):
        return put_of(entry, *_theirs(file, path))
    return put_tensor(entry, source)


def _parted(source: str) -> tuple[str, str, str]:
    """``file:key`` at the colon between them; a location has others before its last name."""
    if not is_url(source):
        return source.partition(":")
    scheme, slashes, rest = source.partition("://")
    host, slash, rest = rest.partition("/")
    name, colon, key = rest.partition(":")
    return scheme + slashes + host + slash + name, colon, key


def _theirs(file: str, key: str) -> tuple[Catalogue, int]:
    """Another checkpoint, and the entry of the tensor in it that a key names."""
    from core.catalogue.rows_named import rows_named  # noqa: PLC0415 - only for numbers of tensors

    theirs = open_catalogue(as_path(file).absolute())
    try:
        rows = rows_named(theirs, key)
    except PathNotFound as error:
        raise PathNotFound(say("In {name}: {error}", name=clip(theirs.checkpoint.name, 72), error=error)) from None
    if len(rows) != 1:
        raise EditError(
            say(
                "{key!r} names {count} tensors in {checkpoint}; name one.",
                key=clip(key),
                count=len(rows),
                checkpoint=clip(theirs.checkpoint.name, 72),
            )
        )
    return theirs, theirs.tree.tensors[rows[0]]


def _number(value: Any) -> int | float | complex | bool:
    """A number as it is typed, ``nan``, ``inf`` and ``1+2j`` too."""
    if isinstance(value, int | float | bool):
        return value
    try:
        return float(value)
    except (TypeError, ValueError):
        pass
    try:
        return complex(value)
    except (TypeError, ValueError):
        raise EditError(
            say("{value!r} is no number; a tensor holds nothing else.", value=clip(str(value), 40))
        ) from None

"""Values of the tree that are set; and what ``--set`` means: of a value, of numbers of a tensor, of all of them."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.catalogue.build import open_catalogue
from core.catalogue.catalogue import Catalogue
from core.catalogue.quoting import literal
from core.edits.devices import check_device
from core.edits.draft import Draft
from core.edits.edit import NO_EFFECT, Edit, Effect, InRow, Option, called
from core.edits.entries import is_argument
from core.edits.fields import Entry, Scalar
from core.edits.numbers.setting import SetNumbers
from core.edits.steps import Names, Step, left_and_right, scalar, scalar_text
from core.errors import EditError, PathNotFound
from core.numbers.layout import whole
from core.objects.tensors import DEVICE
from core.objects.value_text import value_text
from core.pickling.nodes import Call, SetNode, calls
from core.remote.address import as_path, is_url
from core.text import clip, titled
from core.words import marked, say, say_count

if TYPE_CHECKING:
    from core.edits.script import Script

_PART = re.compile(r"(?P<key>.*)\[(?P<part>[^\[\]]*)\]", re.DOTALL)


def _read(catalogue: Catalogue, value: str) -> list[Edit]:
    places = [at for at, letter in enumerate(value) if letter == "="]
    for at in places:  # a key may hold an equals sign itself
        try:
            return list(_settings(catalogue, value[:at], scalar(value[at + 1 :])))
        except PathNotFound:
            if at == places[-1]:
                key, _, text = value.partition("=")
                return list(_settings(catalogue, key, scalar(text)))
    raise AssertionError(value)


def _words(value: str) -> str:
    path, new = left_and_right(value)
    return say("set {path} to {value}", path=path, value=new)


@dataclass(frozen=True, slots=True)
class SetValue(Edit):
    """The number, text, truth value, None or ``torch.device`` at ``entry`` becomes ``value``."""

    entry: Entry
    value: Scalar

    options = (
        Option(
            "set",
            marked("KEY=VALUE, such as epoch=0"),
            "KEY=VALUE",
            marked(
                "set a number, string, true, false, null or torch.device, such as epoch=0; set some numbers of a "
                "tensor: 'conv.weight[0,3]=0', 'conv.weight[:,0]=nan'; or replace a whole tensor: KEY=@FILE.npy, "
                "KEY=@OTHER.pt:KEY"
            ),
            _read,
            _words,
            may_be_empty=True,
            last_counts=True,
            counts_in_shapes=True,
        ),
    )
    about = ("entry",)
    torch_turn = 1

    def apply(self, draft: Draft) -> Effect:
        tree = draft.catalogue.tree
        home, path = tree.homes[self.entry], draft.catalogue.path_text(self.entry)
        if home is None or type(home) is SetNode or is_argument(draft, self.entry):
            raise EditError("{path!r} is not a value that can be set.", path=path or say("The whole file"))
        if not draft.catalogue.is_plain(self.entry) and not self._is_device(draft.catalogue):
            raise EditError(
                "{path!r} holds more than one value; only numbers, strings, True, False and None can be set.", path=path
            )
        if type(self.value) not in (int, float, str, bool, type(None)):
            raise EditError("Only a number, a string, True, False or None can be put into a file.")
        draft.rewrite.set_value(home, tree.slots[self.entry], self._written(draft.catalogue))
        return Effect(keys=1)

    def _is_device(self, catalogue: Catalogue) -> bool:
        return calls(catalogue.tree.values[self.entry], {DEVICE})

    def _written(self, catalogue: Catalogue) -> Any:
        """The value as it is saved: in the place of a ``torch.device`` a text becomes one. Raises `BadDevice`."""
        if not isinstance(self.value, str) or not self._is_device(catalogue):
            return self.value
        kind, colon, index = check_device(self.value).partition(":")
        return Call("R", DEVICE, (kind, int(index)) if colon else (kind,))

    def becomes(self, catalogue: Catalogue, effect: Effect = NO_EFFECT) -> str:
        before, after = catalogue.tree.values[self.entry], self._written(catalogue)
        return f"{clip(value_text(before), 40)} → {clip(value_text(after), 40)}"

    def in_row(self, becomes: str) -> InRow | None:
        return InRow(self.entry, becomes)

    def title(self, catalogue: Catalogue, effect: Effect = NO_EFFECT) -> str:
        return titled(catalogue.path_text(self.entry), self.becomes(catalogue, effect))

    def on_button(self, catalogue: Catalogue, most: int = 32) -> str:
        path = called(catalogue, self.entry, most)
        return say("set {path} to {value}", path=path, value=value_text(self.value, most))

    @classmethod
    def several(cls, edits: Sequence[Any], count: int) -> str:
        return say_count(count, "set {n:,} value", "set {n:,} values")

    def ways(self, names: Names) -> Iterator[list[Step]]:
        yield [Step("set", f"{names.path(self.entry)}={scalar_text(self.value)}")]

    def in_torch(self, script: Script) -> None:
        value = self.value
        is_odd = isinstance(value, float) and not math.isfinite(value)
        written = self._written(script.catalogue)
        script.assign(
            self.entry,
            script.number(value) if is_odd else literal(value) if written is value else value_text(written),
        )


def _settings(catalogue: Catalogue, key: str, value: Any) -> Iterator[Edit]:
    """Raises `PathNotFound` and `EditError` for what cannot be."""
    from core.numbers.slices import part_of  # noqa: PLC0415 - only for numbers of tensors

    entry = catalogue.finds(key)
    if entry is not None and catalogue.kind(entry) != "tensor":
        yield SetValue(entry, value)
        return
    rows, part = _numbers_named(catalogue, key)
    if isinstance(value, str) and value.startswith("@"):
        yield _put(catalogue, key, rows, part, value[1:])
        return
    for row in rows:
        shape = catalogue.tree.facts.shapes[row]
        box = part_of(part, shape).box if part.strip() else whole(shape)
        parts = tuple((each.start, each.stop, each.step) for each in box)
        yield SetNumbers(catalogue.tree.tensors[row], parts, _number(value))


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
            raise EditError("A whole tensor cannot go into a part of {key!r}; name the whole tensor.", key=clip(key))
        raise EditError(
            "{key!r} names {count} tensors, but a whole tensor can replace only one; name one.",
            key=clip(key),
            count=len(rows),
        )
    entry = catalogue.tree.tensors[rows[0]]
    file, colon, path = _parted(source)
    if colon and path and not Path(source).exists() and (is_url(file) or Path(file).exists()):
        return put_of(entry, *_theirs(file, path))
    return put_tensor(entry, source)


def _parted(source: str) -> tuple[str, str, str]:
    """``file:key`` at the colon between them; a location has others before its last name, as a drive of Windows has."""
    before, rest = os.path.splitdrive(source)
    if is_url(source):
        scheme, slashes, rest = source.partition("://")
        host, slash, rest = rest.partition("/")
        before = scheme + slashes + host + slash
    name, colon, key = rest.partition(":")
    return before + name, colon, key


def _theirs(file: str, key: str) -> tuple[Catalogue, int]:
    """Another checkpoint, and the entry of the tensor in it that a key names."""
    from core.catalogue.rows_named import rows_named  # noqa: PLC0415 - only for numbers of tensors

    theirs = open_catalogue(as_path(file).absolute())
    try:
        rows = rows_named(theirs, key)
    except PathNotFound as error:
        raise PathNotFound("In {name}: {error}", name=clip(theirs.checkpoint.name, 72), error=error) from None
    if len(rows) != 1:
        raise EditError(
            "{key!r} names {count} tensors in {checkpoint}; name one.",
            key=clip(key),
            count=len(rows),
            checkpoint=clip(theirs.checkpoint.name, 72),
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
        raise EditError("{value!r} is not a number; a tensor holds nothing else.", value=clip(str(value), 40)) from None

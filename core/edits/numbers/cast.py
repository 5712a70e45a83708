"""Tensors are stored in another dtype: which of them, and what follows because it shares their storage."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from core.catalogue.catalogue import Catalogue
from core.edits.draft import Draft
from core.edits.edit import NO_EFFECT, Edit, Effect, Meant, Option
from core.edits.fields import Rows
from core.edits.numbers.castable import castable, check_dtype, why_not
from core.edits.recipe import ByteTransform
from core.edits.script import Script
from core.edits.steps import Names, Step, before_and_last
from core.errors import EditError
from core.objects.tensors import storage_id
from core.pickling.nodes import PersistentId
from core.text import clip, count_text
from core.words import marked, say, say_count

_GLOB = re.compile(r"[*?\[]")


def _read(catalogue: Catalogue, value: str) -> Meant:
    """With sentences on what a glob or a branch names and stays as it is."""
    from core.catalogue.rows_named import rows_named  # noqa: PLC0415 - only for a cast

    key, text = before_and_last(value)
    dtype = check_dtype(text)
    rows = rows_named(catalogue, key)
    entry = catalogue.finds(key)
    is_branch = entry is not None and catalogue.kind(entry) != "tensor"
    if not is_branch and not _GLOB.search(key):  # asked for by name
        return Meant((Cast(dtype, frozenset(rows)),))
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
    notes = [
        say_count(
            len(left),
            "1 tensor of {key} stays as it is: {reason}",
            "{n:,} tensors of {key} stay as they are: {reason}",
            key=clip(key),
            reason=reason,
        )
        for reason, left in found.left.items()
    ]
    return Meant((Cast(dtype, found.rows),), notes)


def _words(value: str) -> str:
    tensors, dtype = before_and_last(value)
    return say("cast {tensors} → {dtype}", tensors=tensors, dtype=dtype)


@dataclass(frozen=True, slots=True)
class Cast(Edit):
    """The tensors of some ``rows`` are stored in another ``dtype``, rounded as ``tensor.to(dtype)`` does.

    A dtype belongs to a storage, as a device does: tensors that share one are cast together.
    """

    dtype: str
    rows: Rows

    options = (
        Option(
            "cast",
            marked("KEY=DTYPE, such as 'model/**=bfloat16'"),
            "KEY=DTYPE",
            marked("store tensors in another dtype, such as 'model/**=bfloat16'; what it loses is told"),
            _read,
            _words,
            last_counts=True,
        ),
    )
    about = ("rows",)
    turn = 2

    def apply(self, draft: Draft) -> Effect:
        """The storages of some tensors in another dtype, as wholes."""
        catalogue = draft.catalogue
        dtype = check_dtype(self.dtype)
        if not all(0 <= row < len(catalogue.tensors) for row in self.rows):
            raise EditError(say("There is no such tensor in this file."))
        left: dict[str, list[int]] = {}
        storages: dict[int, list[int]] = {}
        for row in sorted(self.rows):
            reason = why_not(catalogue, row, made_plain=draft.call_of(catalogue.tree.tensors[row]) is not None)
            if reason:
                left.setdefault(reason, []).append(row)
            else:
                storages.setdefault(catalogue.storage_of[row], []).append(row)
        bare = _bare_keys(catalogue)
        for storage, rows in list(storages.items()):
            reason = why_not_whole(draft, storage, bare)
            if reason:
                left.setdefault(reason, []).extend(rows)
                del storages[storage]
        for reason, rows in left.items():
            if not storages:
                raise EditError(
                    say("{tensors} cannot be cast: {reason}.", tensors=_named(catalogue, rows), reason=reason)
                )
            draft.note(
                say_count(
                    len(rows),
                    "{tensors} stays as it was: {reason}.",
                    "{tensors} stay as they were: {reason}.",
                    tensors=_named(catalogue, rows),
                    reason=reason,
                )
            )
        return _put(draft, dtype, storages)

    def title(self, catalogue: Catalogue, effect: Effect = NO_EFFECT) -> str:
        tensors = count_text(len(self.rows), "tensor")
        return say("cast {tensors} → {dtype}", tensors=tensors, dtype=clip(self.dtype, 40))

    def on_button(self, catalogue: Catalogue, most: int = 32) -> str:
        return say("cast to {dtype}", dtype=clip(self.dtype, 40))

    def ways(self, names: Names) -> Iterator[list[Step]]:
        return names.tensors("cast", self.rows, self.dtype)

    def in_torch(self, script: Script) -> None:
        """Told by the dtypes that storages get, all edits together."""


def _put(draft: Draft, dtype: str, storages: dict[int, list[int]]) -> Effect:
    catalogue = draft.catalogue
    tensors = nbytes = 0
    for storage, rows in storages.items():
        sharing = catalogue.rows_of_storage[storage] if len(catalogue.storages) != len(catalogue.tensors) else rows
        follow = [row for row in sharing if row not in rows]
        if follow:
            first = clip(catalogue.path_text(catalogue.tensors[rows[0]].entry), 72)
            draft.note(
                say_count(
                    len(follow),
                    "{tensors} shares the storage of {first!r}, so cast along with it.",
                    "{tensors} share the storage of {first!r}, so cast along with it.",
                    tensors=_named(catalogue, follow),
                    first=first,
                )
            )
        saved = catalogue.tree.facts.dtypes[rows[0]]
        before = draft.recipes.get(storage)
        draft.make(storage, ByteTransform(saved, dtype, before.patches if before is not None else ()))
        tensors += len(sharing)
        nbytes += catalogue.storage_columns.nbytes[storage]
    return Effect(tensors, nbytes=nbytes)


def why_not_whole(draft: Draft, storage: int, bare: frozenset[str] | None = None) -> str:
    """Why a storage cannot be stored in another dtype as a whole; empty where it can."""
    catalogue = draft.catalogue
    rows = catalogue.rows_of_storage[storage] if catalogue.storage_columns.tensors[storage] > 1 else ()
    if len({catalogue.tree.facts.dtypes[row] for row in rows}) > 1:
        return say("tensors of several dtypes share its storage")
    for row in rows:
        reason = why_not(catalogue, row, made_plain=draft.call_of(catalogue.tree.tensors[row]) is not None)
        if reason:
            return say("its storage is shared by a tensor that is {reason}", reason=reason)
    if catalogue.storage_columns.keys[storage] in (_bare_keys(catalogue) if bare is None else bare):
        return say("the file holds its storage by itself as well")
    return ""


def _bare_keys(catalogue: Catalogue) -> frozenset[str]:
    """The keys of the storages that the file holds by themselves, beside tensors."""
    found = (storage_id(node) for node in catalogue.values if type(node) is PersistentId)
    return frozenset(storage.key for storage in found if storage is not None)


def _named(catalogue: Catalogue, rows: list[int]) -> str:
    """The path of a tensor, or how many there are."""
    if len(rows) == 1:
        return repr(clip(catalogue.path_text(catalogue.tensors[rows[0]].entry), 72))
    return count_text(len(rows), "tensor")

"""A plan carried over to a newer state of the same file: its edits find their entries again by their keys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from core.catalogue.catalogue import Catalogue
from core.edits.edits import Edit, Plan
from core.edits.preview import Preview, preview
from core.errors import CheckpointError
from core.objects.value_text import key_text

_MOST_TRIED = 200
"""Edits that are tried one by one where they cannot all be carried over."""


@dataclass(frozen=True)
class Carried:
    """``preview`` has the ``plan`` as far as it still fits; ``lost`` are the edits that do not, or what kinds they were
    of where no more is known of them.
    """

    preview: Preview
    lost: tuple[Edit | str, ...]

    @property
    def plan(self) -> Plan:
        """The edits that still fit."""
        return self.preview.plan


def carry(plan: Plan, old: Catalogue, new: Catalogue) -> Carried:
    """The plan made for one state of a file, for another. Linear in the entries that its edits name."""
    twins = _Twins(old, new)
    found = [(edit, twins.of_edit(edit)) for edit in plan.edits]
    gone = [edit for edit, twin in found if twin is None]
    return what_can_be_done(new, [(edit, twin) for edit, twin in found if twin is not None], gone)


def what_can_be_done(new: Catalogue, found: Sequence[tuple[Edit, Edit]], gone: Sequence[Edit] = ()) -> Carried:
    """The plan of those edits that fit a file; each comes as it was before and as it is for that file.

    ``gone`` are some that are known not to fit.
    """
    try:
        return Carried(preview(new, Plan(tuple(twin for _, twin in found))), tuple(gone))
    except CheckpointError:
        pass  # some of them can still be done: each is tried
    kept = preview(new, Plan())
    lost = [*gone, *(edit for edit, _ in found[_MOST_TRIED:])]
    for edit, twin in found[:_MOST_TRIED]:
        try:
            kept = preview(new, kept.plan.with_edit(twin))
        except CheckpointError:
            lost.append(edit)
    return Carried(kept, tuple(lost))


class _Twins:
    """Which entry of the new state an entry of the old one is: the one under the same keys."""

    def __init__(self, old: Catalogue, new: Catalogue) -> None:
        self._old, self._new = old, new
        self._known: dict[int, int | None] = {0: 0}
        self._children: dict[int, dict[Any, int]] = {}

    def of_edit(self, edit: Edit) -> Edit | None:
        """The edit about the same things; None where there is nothing left of them."""
        names = {field.name for field in fields(edit)}
        changed: dict[str, Any] = {}
        if "entry" in names and edit.entry is not None:  # type: ignore[union-attr]
            changed["entry"] = self._of(edit.entry)  # type: ignore[union-attr]
        if "rows" in names and edit.rows is not None:  # type: ignore[union-attr]
            entries = (self._of(self._old.tree.tensors[row]) for row in edit.rows)  # type: ignore[union-attr]
            rows = (self._new.rows[entry] for entry in entries if entry is not None)
            changed["rows"] = frozenset(row for row in rows if row >= 0) or None
        if "entries" in names and edit.entries is not None:  # type: ignore[union-attr]
            twins = (self._of(entry) for entry in edit.entries)  # type: ignore[union-attr]
            changed["entries"] = frozenset(twin for twin in twins if twin is not None) or None
        return None if None in changed.values() else replace(edit, **changed)

    def _of(self, entry: int) -> int | None:
        above = []
        while entry not in self._known:
            above.append(entry)
            entry = self._old.parents[entry]
        twin = self._known[entry]
        for below in reversed(above):
            if twin is not None:
                twin = self._below(twin).get(_key(self._old.labels[below]))
            self._known[below] = twin
        return twin

    def _below(self, entry: int) -> dict[Any, int]:
        found = self._children.get(entry)
        if found is None:
            labels = self._new.labels
            found = self._children[entry] = {_key(labels[child]): child for child in self._new.children(entry)}
        return found


def _key(label: Any) -> Any:
    """A key to look up: numbers and texts as they are, all else by how it is written."""
    return label if isinstance(label, str | int) else ("", key_text(label))

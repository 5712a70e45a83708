"""A plan carried over to a newer state of the same file: its edits find their entries again by their keys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.catalogue.catalogue import Catalogue
from core.edits.edit import Edit, Plan
from core.edits.fields import Paths, kinds_of
from core.edits.preview import Preview, preview
from core.errors import CheckpointError, PathNotFound

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
    paths = Paths(old), Paths(new)
    found = [(edit, _twin(edit, *paths)) for edit in plan.edits]
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


def _twin(edit: Edit, old: Paths, new: Paths) -> Edit | None:
    """The edit about the same things, which are under the same keys; None where there is nothing left of them."""
    try:
        return replace(
            edit,
            **{
                name: kind.read(new, kind.write(old, getattr(edit, name)))
                for name, kind in kinds_of(type(edit)).items()
                if kind.names_entries
            },
        )
    except PathNotFound:
        return None

"""The edits that cure objects which ``weights_only`` refuses; none loses weights, or chooses between two keys."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from core.edits import Drop, Edit, Extract, MakePlain
from core.errors import CheckpointError
from core.preview import Preview, preview
from core.refusals import RefusedObject
from core.text import count_text

_MEET = "Two keys of a dict in it would be one as plain data: rename or drop one of them, then make it plain."


def no_cure(objects: Iterable[RefusedObject], losing: int) -> str:
    """Why nothing is offered."""
    if any(each.meet for each in objects):
        return _MEET
    if losing:
        return f"No plain data can hold {count_text(losing, 'object')} here without losing bytes of tensors."
    return "Nothing plain can stand for it."


def cures(view: Preview, objects: Iterable[RefusedObject], whole: Collection[int]) -> tuple[tuple[Edit, ...], int]:
    """For each object the edit that loses least: plain data in its place, or else nothing; and how many have none.

    The models and optimizers of ``whole`` that are inside are extracted first. There is no edit for an object in which
    two keys would meet, because which of the two is to go is for people to say, and none that would lose weights.
    """
    extracts = _extracts_below(view, objects, whole)
    edits: list[Drop | MakePlain] = []
    for each in objects:
        if each.meet:
            continue
        edit: Drop | MakePlain = MakePlain(each.entry) if each.convertible else Drop(each.entry)
        if isinstance(edit, Drop) and not _can_drop(view, edit):
            continue
        edits.append(edit)
    losing = _losing_weights(view, extracts, edits)
    kept = [edit for edit in edits if edit not in losing]
    return (*(extracts if kept else ()), *kept), len(losing)


def _losing_weights(view: Preview, extracts: Sequence[Edit], edits: Sequence[Drop | MakePlain]) -> set[Edit]:
    """The edits after which bytes of tensors are in the file no more: of tensors that only their own class can read."""
    catalogue = view.catalogue
    rows = {edit: catalogue.subtree_rows(edit.entry) for edit in edits}
    about = [edit for edit, below in rows.items() if below]
    if not about:
        return set()
    try:
        before = preview(catalogue, view.plan.with_edits(extracts)).storages_kept
        after = preview(catalogue, view.plan.with_edits([*extracts, *about])).storages_kept
    except CheckpointError:  # edits that do not go together, which is found out where they are used
        return set()
    lost = {index for index, stays in enumerate(before) if stays and not after[index]}
    tensors = catalogue.tensors
    return {edit for edit in about if lost and any(tensors[row].storage in lost for row in rows[edit])}


def _extracts_below(view: Preview, objects: Iterable[RefusedObject], whole: Collection[int]) -> tuple[Edit, ...]:
    """The models and optimizers of ``whole`` that are inside objects that can be made plain, extracted."""
    ends = view.catalogue.tree.ends
    spans = [(each.entry, ends[each.entry]) for each in objects if each.convertible and not each.meet]
    return tuple(Extract(entry) for entry in whole if any(first < entry < end for first, end in spans))


def _can_drop(view: Preview, edit: Drop) -> bool:
    try:
        preview(view.catalogue, view.plan.with_edit(edit))
    except CheckpointError:
        return False
    return True

"""Works a plan out: each edit is handed to the function that does it, and what depends on all of them comes last."""

from __future__ import annotations

from collections.abc import Iterator

from core.catalogue.catalogue import Catalogue
from core.edits import entries, keys
from core.edits.devices import about_kept, about_steps, carry_along
from core.edits.draft import Draft
from core.edits.edit import Change, Edit, Effect, Plan
from core.edits.edits import EDITS
from core.edits.extract import rename_in_made
from core.edits.rebuilding import rebuild
from core.errors import EditError, PathNotFound
from core.text import shown
from core.words import say


def apply_plan(catalogue: Catalogue, plan: Plan) -> tuple[Draft, tuple[Change, ...]]:
    """What the edits make of a catalogue, in their order, and a change for each.

    Raises what `core.edits.preview.preview` says.
    """
    for edit in plan.edits:
        _check_entry(catalogue, edit)
    draft = Draft(catalogue, [entry for edit in plan.edits if (entry := edit.extracted) is not None])
    effects = {edit: edit.apply(draft) for edit in sorted(plan.edits, key=lambda edit: edit.turn)}
    if draft.extracts:
        effects |= rename_in_made(draft, plan.edits, effects)
    draft.settle_devices()
    carry_along(draft)
    keys.follow_names(draft, plan.edits)
    draft.check_collisions()
    entries.check_kept(draft)
    changes = tuple(_change(catalogue, edit, edit.counted(draft, effects[edit])) for edit in plan.edits)
    planned = set(map(type, plan.edits))
    for kind in EDITS:
        if kind in planned:
            kind.finish(draft, plan.edits)
    rebuild(draft)
    return draft, changes


class Trial:
    """A file as it is, in which edits are tried one by one: so that of many those are planned that can be done."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._draft = Draft(catalogue)

    def why_not(self, edit: Edit) -> str:
        """The sentence with which an edit is refused; empty where it can be done."""
        try:
            edit.apply(self._draft)
        except EditError as error:
            return str(error)
        return ""


def _check_entry(catalogue: Catalogue, edit: Edit) -> None:
    entry = getattr(edit, "entry", None)
    if entry is not None and not 0 <= entry < len(catalogue):
        raise PathNotFound(say("There is no entry {entry} in this file.", entry=entry))


def _change(catalogue: Catalogue, edit: Edit, effect: Effect) -> Change:
    what = shown(edit.becomes(catalogue, effect))
    return Change(edit, shown(edit.title(catalogue, effect)), effect.tensors, effect.keys, effect.nbytes, what)


def warnings(draft: Draft, plan: Plan, gone: bytes) -> Iterator[str]:
    """Sentences for the user on what the plan makes of the file; ``gone`` marks the entries that are left out."""
    yield from draft.notes
    yield from about_kept(draft.catalogue, plan.edits, gone)
    yield from about_steps(draft)
    yield from entries.about_left_behind(draft.catalogue, gone, draft.root)
    tensors = draft.catalogue.tree.tensors
    if gone and tensors and all(map(gone.__getitem__, tensors)):
        yield say("No tensor is left in the file.")

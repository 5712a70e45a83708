"""Works a plan out: each edit is handed to the function that does it, and what depends on all of them comes last."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from core.catalogue.catalogue import Catalogue
from core.edits import containers, entries, keys, shrink, to_plain
from core.edits.device_mentions import about_kept, carry_along
from core.edits.devices import about_steps, counted, move_optimizer, remap
from core.edits.draft import Draft
from core.edits.edits import (
    AddPrefix,
    Cast,
    Compact,
    Drop,
    Edit,
    Extract,
    InsertSegment,
    Keep,
    MakePlain,
    MoveOptimizer,
    NumberState,
    Plan,
    PutTensor,
    RemapDevice,
    RenameKey,
    RenameKeys,
    RenameModule,
    SetNumbers,
    SetValue,
    StripPrefix,
    UseContainer,
    UseFullTensors,
    UseProtocol,
)
from core.edits.extract import extract, rename_in_made
from core.edits.numbers.cast import cast
from core.edits.numbers.setting import put_tensor, set_numbers
from core.edits.rebuilding import rebuild
from core.edits.renaming.numbering import number_state
from core.edits.wording import Change, Effect, becomes, title
from core.errors import EditError, PathNotFound
from core.text import shown
from core.words import say

DOES: Final[dict[type, Callable[[Any, Draft], Effect]]] = {
    RemapDevice: remap,
    MoveOptimizer: move_optimizer,
    StripPrefix: keys.rename_keys,
    AddPrefix: keys.rename_keys,
    InsertSegment: keys.rename_keys,
    RenameKey: keys.rename_key,
    RenameKeys: keys.rename_keys,
    NumberState: number_state,
    SetValue: entries.set_value,
    Cast: cast,
    SetNumbers: set_numbers,
    PutTensor: put_tensor,
    Drop: entries.drop,
    Keep: entries.keep,
    MakePlain: to_plain.make_plain,
    UseFullTensors: to_plain.use_full_tensors,
    Extract: extract,
    Compact: shrink.compact,
    RenameModule: containers.rename_module,
    UseContainer: containers.use_container,
    UseProtocol: containers.use_protocol,
}
"""What does an edit: it changes the draft by its methods, says what it touched, or raises an `EditError`."""


def apply_plan(catalogue: Catalogue, plan: Plan) -> tuple[Draft, tuple[Change, ...]]:
    """What the edits make of a catalogue, in their order, and a change for each.

    Raises what `core.edits.preview.preview` says.
    """
    for edit in plan.edits:
        _check_entry(catalogue, edit)
    draft = Draft(catalogue, [edit.entry for edit in plan.edits if isinstance(edit, Extract)])
    in_order = sorted(plan.edits, key=_turn)
    effects = {edit: DOES[type(edit)](edit, draft) for edit in in_order}
    if draft.extracts:
        effects |= rename_in_made(draft, plan.edits, effects)
    draft.settle_devices()
    carry_along(draft)
    keys.follow_names(draft, plan.edits)
    draft.check_collisions()
    entries.check_kept(draft)
    changes = tuple(_change(catalogue, edit, counted(draft, edit, effects[edit])) for edit in plan.edits)
    if plan.find(MakePlain):
        to_plain.place_tensors(draft, plan.edits)
    if plan.find(Compact):
        shrink.cut_storages(draft)
    rebuild(draft)
    return draft, changes


class Trial:
    """A file as it is, in which edits are tried one by one: so that of many those are planned that can be done."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._draft = Draft(catalogue)

    def why_not(self, edit: Edit) -> str:
        """The sentence with which an edit is refused; empty where it can be done."""
        try:
            DOES[type(edit)](edit, self._draft)
        except EditError as error:
            return str(error)
        return ""


def _turn(edit: Edit) -> int:
    """What is extracted comes late: it is made of what is left after everything else. Numbers are set in what it is."""
    return 2 if isinstance(edit, Cast | SetNumbers | PutTensor) else int(isinstance(edit, Extract))


def _check_entry(catalogue: Catalogue, edit: Edit) -> None:
    entry = getattr(edit, "entry", None)
    if entry is not None and not 0 <= entry < len(catalogue):
        raise PathNotFound(say("There is no entry {entry} in this file.", entry=entry))


def _change(catalogue: Catalogue, edit: Edit, effect: Effect) -> Change:
    what = shown(becomes(catalogue, edit, effect)) if isinstance(edit, SetValue | SetNumbers) else ""
    return Change(edit, shown(title(catalogue, edit, effect)), effect.tensors, effect.keys, effect.nbytes, what)


def warnings(draft: Draft, plan: Plan, gone: bytes) -> Iterator[str]:
    """Sentences for the user on what the plan makes of the file; ``gone`` marks the entries that are left out."""
    yield from draft.notes
    yield from about_kept(draft.catalogue, plan.edits, gone)
    yield from about_steps(draft)
    yield from entries.about_left_behind(draft.catalogue, gone, draft.root)
    tensors = draft.catalogue.tree.tensors
    if gone and tensors and all(map(gone.__getitem__, tensors)):
        yield say("No tensor is left in the file.")

"""The edits that cure objects which ``weights_only`` refuses; none loses weights, or chooses between two keys."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from core.catalogue.modules import PickledModule, wrapper_prefix
from core.edits.edits import Drop, Edit, Extract, MakePlain
from core.edits.extract import extraction
from core.edits.preview import Preview, preview
from core.edits.refused import RefusedObject
from core.edits.to_plain import can_be_plain, refused_itself
from core.errors import CheckpointError, EditError
from core.objects.plain_rules import class_of, is_refused
from core.objects.tensors import GENERATOR
from core.pickling.allowlist import import_first
from core.pickling.nodes import ATOMS, Global, calls, inside, names_below
from core.text import clip, count_text, sentences
from core.words import marked, say

WITH_ITS_CODE = marked("Load the file with weights_only=False where its code is, and save the state_dict() there.")
_MEET = marked("Two keys of a dict in it would be one as plain data: rename or drop one of them, then make it plain.")
_LAZY = marked(
    "It is of a lazy module that has seen no data, and has no shape yet: run a batch through the model, then save its "
    "state_dict()."
)
_UNINITIALISED = frozenset(
    Global("torch.nn.parameter", name) for name in ("UninitializedParameter", "UninitializedBuffer")
)

Extracting = Mapping[int, tuple[Edit, ...]]
"""For the entries of whole models and optimizers the edits that make state dicts of them."""


class WayOut(NamedTuple):
    """The edits that make a state dict of a whole model or optimizer; or none, and why, and what to do (``stuck``)."""

    edits: tuple[Edit, ...]
    stuck: str = ""


def extracting(view: Preview, entry: int) -> WayOut:
    """How a state dict that ``torch.load(f)`` takes is made of the model or optimizer at an entry, without its code.

    What it refuses in the state dict itself, such as a learning rate of NumPy, is made plain with it. A model comes
    out of its wrappers: nearly everybody loads into the bare one.
    """
    unwrap = bool(wrapper_prefix(view.catalogue.tree, entry))
    out = Extract(entry, unwrap=unwrap)
    try:
        made = extraction(view.catalogue, entry, view.rewrite, unwrap=unwrap)
    except EditError as error:
        reason = str(error)
        return WayOut((), reason if "weights_only=False" in reason else sentences(reason, say(WITH_ITS_CODE)))
    left = {id(node): node for node in _refused_below(made.node, view.replacements)}
    if not left:
        return WayOut((out,))
    tree = view.catalogue.tree
    places = {id(tree.values[at]): at for at in range(entry, tree.ends[entry]) if id(tree.values[at]) in left}
    for key, node in left.items():
        name = class_of(node)
        if name in _UNINITIALISED:
            return WayOut((), say(_LAZY))
        if key not in places or not can_be_plain(node) or view.catalogue.subtree_rows(places[key]):
            what = say("an object of {name}", name=name.dotted) if name is not None else say("an object")
            return WayOut(
                (),
                sentences(
                    say("Its state_dict holds {what}, which torch.load(f) refuses as well.", what=what),
                    say(WITH_ITS_CODE),
                ),
            )
    return WayOut((*map(MakePlain, places.values()), out))


def about_prefix(view: Preview, model: PickledModule) -> str:
    """Which of the two state dicts of a wrapped model is wanted when."""
    prefix = wrapper_prefix(view.catalogue.tree, model.entry)
    if not prefix:
        return ""
    return " " + say(
        "Without “{prefix}” the keys are those of the model inside {wrapper}. Keep “{prefix}” only where the model "
        "that loads them is wrapped as well.",
        prefix=clip(prefix, 60),
        wrapper=clip(model.wrapper or "", 60),
    )


def _refused_below(root: Any, replaced: Mapping[int, Any]) -> Iterator[Any]:
    """The outermost objects of a graph that ``torch.load(f)`` refuses, whatever is imported."""
    seen: set[int] = set()
    pending = [root]
    while pending:
        node = pending.pop()
        while type(node) not in ATOMS and id(node) in replaced:
            node = replaced[id(node)]
        if type(node) in ATOMS or id(node) in seen:
            continue
        seen.add(id(node))
        if refused_itself(node) and not all(map(import_first, filter(is_refused, names_below(node, replaced)))):
            yield node
        else:
            pending.extend(inside(node))


def no_cure(view: Preview, objects: Iterable[RefusedObject], losing: int) -> str:
    """Why nothing is offered."""
    if any(_is_lazy(view, each) for each in objects):
        return say(_LAZY)
    if any(each.meet for each in objects):
        return say(_MEET)
    if losing:
        return say(
            "No plain data can hold {objects} here without losing bytes of tensors.",
            objects=count_text(losing, "object"),
        )
    return say("Nothing plain can stand for it.")


def cures(view: Preview, objects: Iterable[RefusedObject], whole: Extracting) -> tuple[tuple[Edit, ...], int]:
    """For each object the edit that loses least: plain data in its place, or else nothing; and how many have none.

    The models and optimizers of ``whole`` that are inside are extracted first. There is no edit for an object in which
    two keys would meet, because which of the two is to go is for people to say, and none that would lose weights.
    """
    extracts = _extracts_below(view, objects, whole)
    edits: list[Drop | MakePlain] = []
    for each in objects:
        if each.meet or _is_lazy(view, each):
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
    about = [edit for edit, below in rows.items() if below and not _is_generator(catalogue.values[edit.entry])]
    if not about:
        return set()
    lost = _lost(_storages_after(view, extracts), _storages_after(view, [*extracts, *about]))
    storage_of = catalogue.storage_of
    return {edit for edit in about if lost and any(storage_of[row] in lost for row in rows[edit])}


def _is_generator(node: Any) -> bool:
    """Whether an object is a source of random numbers, whose state is a tensor, but no weight."""
    return calls(node, {GENERATOR})


def storages_lost(view: Preview, whole: Extracting) -> dict[int, int]:
    """For each entry of ``whole`` how many of its storages are in the file no more once all of them are extracted."""
    catalogue = view.catalogue
    edits = dict.fromkeys(edit for own in whole.values() for edit in own)
    lost = _lost(view.storages_kept, _storages_after(view, edits))
    rows = {entry: catalogue.subtree_rows(entry) for entry in whole} if lost else {}
    return {entry: len(lost & {catalogue.storage_of[row] for row in rows[entry]}) for entry in rows}


def _storages_after(view: Preview, edits: Iterable[Edit]) -> Sequence[bool]:
    """Which storages stay after edits; nothing where these do not go together, as is found out where they are used."""
    try:
        return preview(view.catalogue, view.plan.with_edits(edits)).storages_kept
    except CheckpointError:
        return ()


def _lost(before: Sequence[bool], after: Sequence[bool]) -> set[int]:
    """The storages that are there before and not after; none where either is not known."""
    return {index for index, (was, stays) in enumerate(zip(before, after, strict=False)) if was and not stays}


def _is_lazy(view: Preview, each: RefusedObject) -> bool:
    return class_of(view.catalogue.values[each.entry]) in _UNINITIALISED


def _extracts_below(view: Preview, objects: Iterable[RefusedObject], whole: Extracting) -> tuple[Edit, ...]:
    """The models and optimizers of ``whole`` that are inside objects that can be made plain, extracted."""
    ends = view.catalogue.tree.ends
    spans = [(each.entry, ends[each.entry]) for each in objects if each.convertible and not each.meet]
    inner = [own for entry, own in whole.items() if any(first < entry < end for first, end in spans)]
    return tuple(edit for own in inner for edit in own)


def _can_drop(view: Preview, edit: Drop) -> bool:
    try:
        preview(view.catalogue, view.plan.with_edit(edit))
    except CheckpointError:
        return False
    return True

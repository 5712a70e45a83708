"""Pickled modules and optimizers become their state dicts, wherever the file shows them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from core.edits.draft import Draft
from core.edits.edits import Edit, Extract
from core.edits.keys import is_of_names, rename_made
from core.edits.state_dict import extraction
from core.edits.wording import Effect
from core.errors import EditError
from core.pickling.nodes import mapping
from core.text import clip
from core.words import say


def extract(edit: Extract, draft: Draft) -> Effect:
    """The state dict of a pickled module or optimizer, in the place of it."""
    catalogue, tree = draft.catalogue, draft.catalogue.tree
    path = clip(catalogue.path_text(edit.entry), 60) or say("the file")
    if edit.entry < draft.root < tree.ends[edit.entry]:
        raise EditError(
            say("What is kept is a part of {path!r}, so there is no state dict to make of that.", path=path)
        )
    if draft.is_hidden(edit.entry):
        draft.note(say("{path!r} is part of what becomes a state dict as a whole.", path=path))
        return Effect(what=say("in another state_dict"))
    found = extraction(catalogue, edit.entry, draft.rewrite, unwrap=edit.unwrap)
    draft.rewrite.replace(tree.values[edit.entry], found.node)
    for note in found.notes:
        draft.note(note)
    for entry in _shown(draft, edit.entry):
        twin = found if entry == edit.entry else extraction(catalogue, entry, draft.rewrite, unwrap=edit.unwrap)
        draft.put_state_dict(entry, found.node)
        draft.hide(entry + 1, tree.ends[entry])
        for part, keys in twin.places.items():
            draft.place(part, entry, keys)
        for part, call in twin.copies.items():
            draft.stand_in(part, call)
            _hide_attributes(draft, part)
    rows = [row for part in found.places for row in catalogue.subtree_rows(part)]
    nbytes = sum(catalogue.tensors[row].nbytes for row in rows)
    return Effect(len(rows), nbytes=nbytes, what=say("{name} → state_dict", name=clip(found.name, 60)))


def in_wrappers(edits: Iterable[Edit]) -> tuple[Edit, ...]:
    """The same edits, with models extracted as they are, wrappers and all: for who loads into a wrapped model."""
    return tuple(Extract(edit.entry) if isinstance(edit, Extract) else edit for edit in edits)


def _shown(draft: Draft, entry: int) -> Iterator[int]:
    """The entries that show the same object, which the file holds once; not those inside another such."""
    tree, end = draft.catalogue.tree, 0
    for other in draft.shown(tree.values[entry]):
        if other >= end and not draft.is_hidden(other):
            yield other
            end = tree.ends[other]


def _hide_attributes(draft: Draft, entry: int) -> None:
    """What a tensor has as Python attributes is not in the file: ``.detach()`` leaves those behind."""
    tree = draft.catalogue.tree
    for child in draft.catalogue.children(entry):
        if type(tree.homes[child]) is not tuple:
            draft.hide(child, tree.ends[child])


def rename_in_made(draft: Draft, edits: Iterable[Edit], before: Mapping[Edit, Effect]) -> dict[Edit, Effect]:
    """Edits of names once more, now on the state dicts that the plan makes; their effects with these keys.

    Raises `EditError` for one that renames nothing there and did not ``before``.
    """
    effects: dict[Edit, Effect] = {edit: rename_made(edit, draft, before[edit]) for edit in edits if is_of_names(edit)}
    if effects:
        held = {at: mapping(node) for at, node in draft.made.items()}
        names = {at: draft.rewrite.new_names(items) for at, items in held.items() if items is not None}
        for entry, (at, keys) in list(draft.moved.items()):
            if keys and at in names:
                draft.place(entry, at, (names[at].get(keys[0], keys[0]), *keys[1:]))
    return effects

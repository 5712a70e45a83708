"""Edits of one entry: it is dropped, becomes the whole file, or has another value."""

from __future__ import annotations

from core.edits.draft import Draft
from core.edits.edits import Drop, Keep, SetValue
from core.edits.wording import Effect
from core.errors import EditError
from core.pickling.nodes import Call, SetNode
from core.text import clip
from core.words import say


def drop(edit: Drop, draft: Draft) -> Effect:
    """An entry and all below it is left out."""
    catalogue, tree = draft.catalogue, draft.catalogue.tree
    if not edit.entry:
        raise EditError(say("The whole file cannot be dropped."))
    home = tree.homes[edit.entry]
    if home is None or _is_argument(draft, edit.entry) or _is_part(draft, edit.entry):
        raise EditError(
            say("{path!r} is what an object is made of; drop the object itself.", path=catalogue.path_text(edit.entry))
        )
    draft.rewrite.drop(home, tree.slots[edit.entry])
    return _all_below(draft, edit.entry)


def _is_argument(draft: Draft, entry: int) -> bool:
    """Whether an entry is an argument of the call that makes an object."""
    tree = draft.catalogue.tree
    parent = tree.values[tree.parents[entry]] if entry else None
    return type(parent) is Call and tree.homes[entry] is parent.args


def _is_part(draft: Draft, entry: int) -> bool:
    """Whether an entry is a part of a tensor, without which its class could not make it."""
    tree = draft.catalogue.tree
    if draft.catalogue.rows[tree.parents[entry]] >= 0:
        return type(tree.homes[entry]) is tuple  # an attribute may go, the scales may not
    while tree.compounds and entry > 0:
        entry = tree.parents[entry]
        if entry in tree.compounds:
            return True
    return False


def keep(edit: Keep, draft: Draft) -> Effect:
    """An entry becomes the whole file."""
    if draft.catalogue.kind(edit.entry) in ("tensor", "value", "storage"):
        raise EditError(
            say("{path!r} holds nothing below it; keep a dictionary.", path=draft.catalogue.path_text(edit.entry))
        )
    draft.keep(edit.entry)
    return _all_below(draft, edit.entry)


def check_kept(draft: Draft) -> None:
    """Raises `EditError` where what is kept holds something around it, or elsewhere: that would come along."""
    catalogue, tree, root = draft.catalogue, draft.catalogue.tree, draft.root
    if not root or not tree.repeats:
        return
    span = range(root, tree.ends[root])
    here = {id(tree.values[entry]) for entry in span if entry not in tree.repeats}
    gone = draft.gone()
    for entry in span:
        node = tree.values[entry]
        if entry not in tree.repeats or id(node) in here or gone[entry]:
            continue
        whole = next(at for at, value in enumerate(tree.values) if value is node and at not in tree.repeats)
        kept, shown = catalogue.path_text(root), catalogue.path_text(whole)
        it = repr(clip(shown)) if whole else say("the whole file")
        if entry == root:
            raise EditError(say("{kept!r} is {it} once more. Keep that instead.", kept=clip(kept), it=it))
        path = catalogue.path_text(entry)
        raise EditError(
            say(
                "{kept!r} leads back to {it} (at {path!r}), so it cannot be the whole file without that. Keep "
                "{it}, or drop {path!r} as well.",
                kept=clip(kept),
                it=it,
                path=clip(path),
            )
        )


def set_value(edit: SetValue, draft: Draft) -> Effect:
    """One plain value for another."""
    tree = draft.catalogue.tree
    home, path = tree.homes[edit.entry], draft.catalogue.path_text(edit.entry)
    if home is None or type(home) is SetNode or _is_argument(draft, edit.entry):
        raise EditError(say("{path!r} is no value that can be set.", path=path or say("The whole file")))
    if not draft.catalogue.is_plain(edit.entry):
        raise EditError(
            say("{path!r} holds more than one value; only numbers, texts, True, False and None can be set.", path=path)
        )
    if type(edit.value) not in (int, float, str, bool, type(None)):
        raise EditError(say("Only a number, a text, True, False or None can be put into a file."))
    draft.rewrite.set_value(home, tree.slots[edit.entry], edit.value)
    return Effect(keys=1)


def _all_below(draft: Draft, entry: int) -> Effect:
    rows = draft.catalogue.subtree_rows(entry)
    return Effect(len(rows), nbytes=sum(draft.catalogue.tensors[row].nbytes for row in rows))

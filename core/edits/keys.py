"""Edits of keys, and what follows the keys: ``_metadata`` of a state dict and names in optimizer groups."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias, TypeGuard

from core.catalogue.catalogue import Catalogue
from core.catalogue.prefixes import FoundPrefix, insert_segment, joined, strip_from, strip_segment
from core.edits.diff import Rewrite
from core.edits.draft import Draft
from core.edits.edits import AddPrefix, Edit, InsertSegment, RenameKey, RenameKeys, StripPrefix, check_prefix
from core.edits.renaming.metadata import follow_keys
from core.edits.renaming.patterns import checked, renamer
from core.edits.wording import Effect
from core.errors import EditError, PathNotFound
from core.pickling.nodes import Call, DictNode, get, mapping, pairs
from core.text import clip
from core.words import say

OfNames: TypeAlias = StripPrefix | AddPrefix | InsertSegment | RenameKeys
"""The edits of all keys of state dicts, of those in the file and of those that a plan makes."""

_StateDict = tuple[DictNode, DictNode | None]
"""The items of a state dict, and those of its ``_metadata``; None where there is none, or another has the same."""


def is_of_names(edit: Edit) -> TypeGuard[OfNames]:
    """Whether an edit is about all keys of state dicts."""
    return isinstance(edit, (StripPrefix, AddPrefix, InsertSegment)) or (
        isinstance(edit, RenameKeys) and edit.entries is None
    )


def _where(edit: OfNames) -> int | None:
    """The entry of the one state dict that an edit is about; None for all."""
    return None if isinstance(edit, RenameKeys) else edit.entry


def rename_keys(edit: OfNames, draft: Draft) -> Effect:
    """The keys of state dicts without a prefix, with one, or with one more segment."""
    if isinstance(edit, RenameKeys) and edit.entries is not None:
        return _rename_chosen(edit, draft, edit.entries)
    keys = _rename_all(edit, draft, _in_file(draft, _where(edit)))
    if not keys and not _comes_later(draft, _where(edit)):
        _check_pointless(edit, draft)
    return Effect(keys=keys)


def rename_made(edit: OfNames, draft: Draft, before: Effect) -> Effect:
    """The same with the state dicts that a plan makes; the effect with what it was ``before`` in those of the file."""
    keys = _rename_all(edit, draft, _made(draft, _where(edit)))
    if not keys and not before.keys:
        _check_pointless(edit, draft)
    return before._replace(keys=keys + before.keys)


def rename_key(edit: RenameKey, draft: Draft) -> Effect:
    """The key of one item of a dict."""
    tree = draft.catalogue.tree
    home = tree.homes[edit.entry]
    if not edit.entry or type(home) is not DictNode or not isinstance(tree.labels[edit.entry], str):
        raise EditError(say("Only the text keys of dictionaries can be renamed."))
    if not edit.name:
        raise EditError(say("A key needs a name."))
    draft.locate(home, draft.catalogue.path_text(tree.parents[edit.entry]))
    old = draft.rewrite.name_of(home, tree.slots[edit.entry])
    draft.rewrite.rename(home, tree.slots[edit.entry], edit.name)
    return Effect(keys=1, what=str(old))


# -- all keys of a state dict ----------------------------------------------------------------------------------


def _in_file(draft: Draft, entry: int | None) -> list[_StateDict]:
    """The state dict at an entry, none where one is yet to be made; or all of the file."""
    values = draft.catalogue.tree.values
    if entry is not None and draft.is_extracted(values[entry]):
        return []
    entries = draft.catalogue.state_dicts if entry is None else (entry,)
    return _each_once(draft, [(at, values[at]) for at in entries])


def _made(draft: Draft, entry: int | None) -> list[_StateDict]:
    """The state dict of a module made in the place of what is at an entry, or all of them."""
    values = draft.catalogue.tree.values
    here = [(at, node) for at, node in draft.made.items() if entry is None or values[at] is values[entry]]
    return _each_once(draft, list({id(node): (at, node) for at, node in reversed(here) if type(node) is Call}.values()))


def _each_once(draft: Draft, state_dicts: Sequence[tuple[int, Any]]) -> list[_StateDict]:
    """(entry, node) of state dicts, which the file may show at several places, as their items."""
    found: dict[int, _StateDict] = {}
    metadata: dict[int, DictNode] = {}
    for at, node in state_dicts:
        items, about = mapping(node), metadata_of(node)
        if items is None:
            raise EditError(
                say("{path!r} is no dictionary, so it has no keys to rename.", path=draft.catalogue.path_text(at))
            )
        draft.locate(items, draft.catalogue.path_text(at))
        is_own = about is not None and metadata.setdefault(id(about), items) is items
        found[id(items)] = items, about if is_own else None
    return list(found.values())


def _rename_all(edit: OfNames, draft: Draft, state_dicts: Iterable[_StateDict]) -> int:
    """How many keys have another name then."""
    renamed, rewrite = new_name(edit), draft.rewrite
    keys = 0
    for items, metadata in state_dicts:
        before = list(rewrite.live_keys(items)) if isinstance(edit, RenameKeys) else []
        count = _rename_items(rewrite, items, renamed)
        keys += count
        if metadata is None:
            continue
        if before and count:
            _follow(rewrite, items, metadata, before)
        if isinstance(edit, AddPrefix):
            _add_to(rewrite, metadata, check_prefix(edit.prefix))
        elif count and isinstance(edit, StripPrefix):
            _strip_metadata(rewrite, metadata, check_prefix(edit.prefix), inner=edit.inner)
        elif count and isinstance(edit, InsertSegment):
            _insert_into(rewrite, metadata, renamed)
    return keys


def _follow(rewrite: Rewrite, items: DictNode, metadata: DictNode, before: Iterable[tuple[int, Any]]) -> None:
    """Modules are called as the keys of their state dict, of which the names ``before`` are known."""
    texts = ((key, rewrite.name_of(items, slot)) for slot, key in before if isinstance(key, str))
    follow_keys(rewrite, metadata, texts)


def _rename_chosen(edit: RenameKeys, draft: Draft, entries: Iterable[int]) -> Effect:
    """The keys at some entries, and the metadata of the state dicts that these are in."""
    tree, rewrite = draft.catalogue.tree, draft.rewrite
    renamed, keys = new_name(edit), 0
    homes: dict[int, tuple[int, list[tuple[int, Any]]]] = {}
    for entry in sorted(entries):
        if not 0 < entry < len(draft.catalogue):
            raise PathNotFound(say("The selection names an entry that is not in this file."))
        home, slot = tree.homes[entry], tree.slots[entry]
        if type(home) is not DictNode or not isinstance(tree.labels[entry], str) or not draft.catalogue.is_key(entry):
            continue
        key = rewrite.name_of(home, slot)
        new = renamed(key) if isinstance(key, str) else key
        if new != key:
            if id(home) not in homes:
                homes[id(home)] = tree.parents[entry], list(rewrite.live_keys(home))
            rewrite.rename(home, slot, new)
            keys += 1
    if not keys:
        raise EditError(
            say(
                "None of the selected keys has '{pattern}' in it; there is nothing to rename.",
                pattern=clip(edit.pattern, 60),
            )
        )
    for parent, before in homes.values():
        home, metadata = mapping(tree.values[parent]), metadata_of(tree.values[parent])
        if home is not None:
            draft.locate(home, draft.catalogue.path_text(parent))
        if home is not None and metadata is not None:
            _follow(rewrite, home, metadata, before)
    return Effect(keys=keys)


def new_name(edit: OfNames) -> Callable[[str], str]:
    """What an edit makes of a key. Raises `EditError` for a prefix or a pattern that is none."""
    if isinstance(edit, RenameKeys):
        return checked(renamer(edit))
    if isinstance(edit, InsertSegment):
        segment, depth, under = check_prefix(edit.segment), edit.depth, edit.under
        return lambda key: insert_segment(key, segment, depth, under)
    prefix = check_prefix(edit.prefix)
    if isinstance(edit, AddPrefix):
        return lambda key: prefix + key
    change = strip_segment if edit.inner else strip_from
    return lambda key: change(key, prefix)


def _rename_items(rewrite: Rewrite, items: DictNode, renamed: Callable[[str], str]) -> int:
    count = 0
    for slot, key in list(rewrite.live_keys(items)):
        if isinstance(key, str):
            new = renamed(key)
            if new != key:
                rewrite.rename(items, slot, new)
                count += 1
    return count


def _comes_later(draft: Draft, entry: int | None) -> bool:
    """Whether an edit of names may be about keys that are yet to be made."""
    return draft.extracts if entry is None else draft.is_extracted(draft.catalogue.tree.values[entry])


def _check_pointless(edit: OfNames, draft: Draft) -> None:
    """Raises `EditError` for an edit that renames no key, unless a name in an optimizer begins with what it strips."""
    if isinstance(edit, RenameKeys):
        raise EditError(
            say(
                "No key of any state dict has '{pattern}' in it; there is nothing to rename.",
                pattern=clip(edit.pattern, 60),
            )
        )
    if isinstance(edit, AddPrefix):
        raise EditError(say("There is no state dict in this file whose keys could get a prefix."))
    where = (
        say("any state dict") if edit.entry is None else repr(draft.catalogue.path_text(edit.entry) or say("the file"))
    )
    if isinstance(edit, InsertSegment):
        raise EditError(
            say(
                "No key of {where} has a place for {segment!r}.",
                where=where,
                segment=check_prefix(edit.segment),
            )
        )
    prefix = check_prefix(edit.prefix)
    items = (item for optimizer in draft.catalogue.optimizers for item in optimizer.entries)
    if not any(item.name is not None and item.name.startswith(prefix) for item in items):
        raise EditError(
            say("No key of {where} begins with {prefix!r}; there is nothing to strip.", where=where, prefix=prefix)
        )


def strips(chain: Sequence[FoundPrefix]) -> list[StripPrefix]:
    """The edits that take a chain of wrappers off."""
    return [StripPrefix(each.prefix, each.entry, each.inner) for each in joined(chain)]


# -- the metadata of a state dict ------------------------------------------------------------------------------


def metadata_of(state_dict: Any) -> DictNode | None:
    """The items of a state dict's ``_metadata`` (versions a module), where it has them."""
    if type(state_dict) is not Call:
        return None
    return mapping(get(state_dict.payload("state"), "_metadata"))


def _insert_into(rewrite: Rewrite, metadata: DictNode, renamed: Callable[[str], str]) -> None:
    """Module names follow their keys; the module inserted gets no entry of its own."""
    _rename_items(rewrite, metadata, lambda key: renamed(f"{key}.\0")[:-2] if key else key)


def _strip_metadata(rewrite: Rewrite, metadata: DictNode, prefix: str, *, inner: bool) -> None:
    """Strip a prefix from module names, which have no final dot: ``module`` becomes the empty name.

    The wrapper's own entry gives way to that of the module it wraps, as in torch's
    ``consume_prefix_in_state_dict_if_present``; so do those of wrappers around it, when it is all that they hold.
    """
    change = strip_segment if inner else strip_from
    slots: dict[str, int] = {}
    named = [(slot, key) for slot, key in rewrite.live_keys(metadata) if isinstance(key, str)]
    above = set() if inner else _only_around(prefix, [key for _, key in named])
    for slot, key in named:
        if key in above:
            rewrite.drop(metadata, slot)
            continue
        # A final marker makes a module name look like a key below it.
        new = change(f"{key}.\0", prefix)[:-1].rstrip(".")
        if new != key:
            rewrite.rename(metadata, slot, new)
            if new in slots:
                rewrite.drop(metadata, slots[new])
        slots[new] = slot
    added = rewrite.put_so_far(metadata)
    if added:  # entries of a wrapper that was put around the model before
        renamed = [
            (change(f"{key}.\0", prefix)[:-1].rstrip("."), value)
            for key, value in zip(added[::2], added[1::2], strict=True)
        ]
        rewrite.put_first(metadata, [part for pair in renamed if pair[0] not in slots for part in pair])


def _only_around(prefix: str, names: Sequence[str]) -> set[str]:
    """The modules between the outermost and the one that ``prefix`` names that hold nothing else."""
    parts = prefix[:-1].split(".")
    around = {".".join(parts[:depth]) for depth in range(1, len(parts))}
    others = [name for name in names if name not in around and not f"{name}.".startswith(prefix)] if around else []
    return {name for name in around if not any(other.startswith(f"{name}.") for other in others)}


def _add_to(rewrite: Rewrite, metadata: DictNode, prefix: str) -> None:
    """Put module names below a prefix, with entries for the wrapper as DataParallel has them."""

    def below(key: str) -> str:
        return prefix + key if key else prefix[:-1]

    _rename_items(rewrite, metadata, below)
    parts = prefix[:-1].split(".")
    first: list[Any] = []
    for depth in range(len(parts)):
        first += (".".join(parts[:depth]), DictNode(["version", 1]))
    so_far = rewrite.put_so_far(metadata)
    for key, value in zip(so_far[::2], so_far[1::2], strict=True):
        first += (below(key), value)
    rewrite.put_first(metadata, first)


# -- names in optimizers ---------------------------------------------------------------------------------------


def follow_names(draft: Draft, edits: Iterable[Edit]) -> None:
    """Rename parameters in optimizers (``param_names``, and ids that are names) along with the model's keys."""
    catalogue, rewrite = draft.catalogue, draft.rewrite
    changes = [new_name(edit) for edit in edits if is_of_names(edit) and _where(edit) is None]
    if not rewrite.names and not changes:
        return

    def changed(name: str) -> str:
        for change in changes:
            name = change(name)
        return name

    for optimizer in catalogue.optimizers:
        if not any(item.name is not None for item in optimizer.entries):
            continue
        renamed = _renamed_keys(catalogue, rewrite, optimizer.model)
        state = catalogue.tree.values[optimizer.entry]

        def new(name: str, renamed: dict[str, str] = renamed) -> str:
            return renamed[name] if name in renamed else changed(name)

        items = mapping(get(state, "state"))
        if items is not None:
            _rename_items(rewrite, items, new)
        _rename_in_groups(rewrite, state, new)
    for state in {id(state): state for state in draft.made.values() if changes}.values():
        _rename_in_groups(rewrite, state, changed)


def _rename_in_groups(rewrite: Rewrite, state: Any, change: Callable[[str], str]) -> None:
    for group in get(state, "param_groups") or ():
        for listed in (get(group, "params"), get(group, "param_names")):
            _rename_elements(rewrite, listed, change)


def _renamed_keys(catalogue: Catalogue, rewrite: Rewrite, model: int | None) -> dict[str, str]:
    """Old key → new key of a state dict, all keys, so that a key that stayed is known to have stayed."""
    node = mapping(catalogue.tree.values[model]) if model is not None else None
    if node is None:
        return {}
    return {old: rewrite.name_of(node, slot) for slot, (old, _) in enumerate(pairs(node)) if isinstance(old, str)}


def _rename_elements(rewrite: Rewrite, elements: Any, change: Callable[[str], str]) -> None:
    for slot, name in enumerate(elements if type(elements) is list else ()):
        if isinstance(name, str) and change(name) != name:
            rewrite.rename(elements, slot, change(name))

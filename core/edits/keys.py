"""Prefixes and what follows the keys: ``_metadata`` of a state dict and names in optimizer groups."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from core.catalogue.catalogue import Catalogue
from core.catalogue.prefixes import FoundPrefix, insert_segment, joined, strip_from, strip_segment
from core.edits.diff import Rewrite
from core.edits.edits import AddPrefix, Edit, InsertSegment, StripPrefix, check_prefix
from core.pickling.nodes import Call, DictNode, get, mapping, pairs


def insert_into(rewrite: Rewrite, metadata: DictNode | None, segment: str, depth: int, under: str) -> None:
    """Module names follow their keys; the module inserted gets no entry of its own."""
    if metadata is None:
        return
    for slot, key in list(rewrite.live_keys(metadata)):
        if isinstance(key, str):
            new = insert_segment(f"{key}.\0", segment, depth, under)[:-2] if key else key
            if new != key:
                rewrite.rename(metadata, slot, new)


def metadata_of(state_dict: Any) -> DictNode | None:
    """The items of a state dict's ``_metadata`` (versions a module), where it has them."""
    if type(state_dict) is not Call:
        return None
    return mapping(get(state_dict.payload("state"), "_metadata"))


def rename_metadata(rewrite: Rewrite, metadata: DictNode | None, prefix: str, *, inner: bool) -> None:
    """Strip a prefix from module names, which have no final dot: ``module`` becomes the empty name.

    The wrapper's own entry gives way to that of the module it wraps, as in torch's
    ``consume_prefix_in_state_dict_if_present``; so do those of wrappers around it, when it is all that they hold.
    """
    if metadata is None:
        return
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
    added = rewrite.inserts.get(id(metadata))
    if added:  # entries of a wrapper that was put around the model before
        renamed = [
            (change(f"{key}.\0", prefix)[:-1].rstrip("."), value)
            for key, value in zip(added[::2], added[1::2], strict=True)
        ]
        rewrite.inserts[id(metadata)] = [part for key, value in renamed if key not in slots for part in (key, value)]


def _only_around(prefix: str, names: Sequence[str]) -> set[str]:
    """The modules between the outermost and the one that ``prefix`` names that hold nothing else."""
    parts = prefix[:-1].split(".")
    around = {".".join(parts[:depth]) for depth in range(1, len(parts))}
    others = [name for name in names if name not in around and not f"{name}.".startswith(prefix)] if around else []
    return {name for name in around if not any(other.startswith(f"{name}.") for other in others)}


def add_to(rewrite: Rewrite, metadata: DictNode | None, prefix: str) -> None:
    """Put module names below a prefix, with entries for the wrapper as DataParallel has them."""
    if metadata is None:
        return
    for slot, key in list(rewrite.live_keys(metadata)):
        if isinstance(key, str):
            rewrite.rename(metadata, slot, prefix + key if key else prefix[:-1])
    parts = prefix[:-1].split(".")
    wrappers: list[Any] = []
    for depth in range(len(parts)):
        wrappers += (".".join(parts[:depth]), DictNode(["version", 1]))
    rewrite.homes[id(metadata)] = metadata
    rewrite.inserts[id(metadata)] = wrappers + [
        prefix + key if index % 2 == 0 and key else (prefix[:-1] if index % 2 == 0 else key)
        for index, key in enumerate(rewrite.inserts.get(id(metadata), []))
    ]


def follow_names(catalogue: Catalogue, rewrite: Rewrite, edits: Iterable[Edit], made: Iterable[Any] = ()) -> None:
    """Rename parameters in optimizers (``param_names``, and ids that are names) along with the model's keys.

    ``made`` are the state dicts that the plan makes, those of optimizers among them.
    """
    renames = (StripPrefix, AddPrefix, InsertSegment)
    changes = [_text_change(edit) for edit in edits if isinstance(edit, renames) and edit.entry is None]
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

        def new_name(name: str, renamed: dict[str, str] = renamed) -> str:
            return renamed[name] if name in renamed else changed(name)

        _rename_keys(rewrite, mapping(get(state, "state")), new_name)
        _rename_in_groups(rewrite, state, new_name)
    for state in {id(state): state for state in made if changes}.values():
        _rename_in_groups(rewrite, state, changed)


def _rename_in_groups(rewrite: Rewrite, state: Any, change: Callable[[str], str]) -> None:
    for group in get(state, "param_groups") or ():
        for listed in (get(group, "params"), get(group, "param_names")):
            _rename_elements(rewrite, listed, change)


def _text_change(edit: StripPrefix | AddPrefix | InsertSegment) -> Callable[[str], str]:
    if isinstance(edit, InsertSegment):
        segment, depth, under = check_prefix(edit.segment), edit.depth, edit.under
        return lambda name: insert_segment(name, segment, depth, under)
    prefix = check_prefix(edit.prefix)
    if isinstance(edit, AddPrefix):
        return lambda name: prefix + name
    change = strip_segment if edit.inner else strip_from
    return lambda name: change(name, prefix)


def _renamed_keys(catalogue: Catalogue, rewrite: Rewrite, model: int | None) -> dict[str, str]:
    """Old key → new key of a state dict, all keys, so that a key that stayed is known to have stayed."""
    node = mapping(catalogue.tree.values[model]) if model is not None else None
    if node is None:
        return {}
    return {old: rewrite.name_of(node, slot) for slot, (old, _) in enumerate(pairs(node)) if isinstance(old, str)}


def _rename_keys(rewrite: Rewrite, node: DictNode | None, change: Callable[[str], str]) -> None:
    for slot, key in list(rewrite.live_keys(node)) if node is not None else ():
        if isinstance(key, str) and change(key) != key:
            rewrite.rename(node, slot, change(key))


def _rename_elements(rewrite: Rewrite, elements: Any, change: Callable[[str], str]) -> None:
    for slot, name in enumerate(elements if type(elements) is list else ()):
        if isinstance(name, str) and change(name) != name:
            rewrite.rename(elements, slot, change(name))


def strips(chain: Sequence[FoundPrefix]) -> list[StripPrefix]:
    """The edits that take a chain off."""
    return [StripPrefix(each.prefix, each.entry, each.inner) for each in joined(chain)]

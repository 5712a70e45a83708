"""Of objects in whose place plain data could be: whether it can, what they would become, and what would be lost."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any, NamedTuple

from core.edits.diff import DEEPEST_KEY
from core.objects.global_names import python3_name, spoken_name
from core.objects.numpy_data import ArrayBytes, raw_bytes
from core.objects.plain_rules import class_of, is_refused, keys_below, plain_key, plain_of
from core.objects.tensors import FROM_ARRAY
from core.pickling.nodes import (
    ATOMS,
    PLAIN_KEYS,
    Call,
    Global,
    PersistentId,
    SetNode,
    inside,
    mapping,
    names_below,
    nodes_below,
)
from core.words import marked, say

_MOST_SHOWN = 4


def refused_itself(node: Any) -> bool:
    """Whether a node itself, not what is below it, is what ``weights_only=True`` refuses."""
    if type(node) is Global:
        return is_refused(node)
    if type(node) is SetNode:
        return node.frozen
    if type(node) is not Call:
        return False
    if type(node.func) is not Global or is_refused(node.func) or node.func in FROM_ARRAY:
        return True  # the last for its array, which it needs
    # A tensor of a class of its own is rebuilt by a function that is allowed, from a class that is not.
    return any(is_refused(part) for part in node.args) if type(node.args) is tuple else False


def can_be_plain(node: Any) -> bool:
    """Whether plain data can stand for an object and for all keys below it."""
    if (refused_itself(node) and plain_of(node) is None) or _has_strange_storages(node):
        return False
    return all(plain_key(key) is not None for key in keys_below(node).values() if refused_itself(key))


def _has_strange_storages(root: Any) -> bool:
    """Whether a storage below is of a class that is refused, for which no text can stand.

    torch ≤ 1.5 put a persistent id with its source code beside each class, too: that is no storage.
    """
    ids = (node for node in nodes_below(root) if type(node) is PersistentId)
    return any(any(map(is_refused, names_below(node, {}))) for node in ids if not _is_source(node))


def _is_source(node: PersistentId) -> bool:
    return type(node.pid) is tuple and node.pid[:1] == ("module",)


# -- in words --------------------------------------------------------------------------------------------------


class Conversion(NamedTuple):
    """An object made by ``name`` becomes ``what``; ``lost`` is empty where nothing is lost. Both wait to be said."""

    name: str
    what: str
    lost: str


def conversions(root: Any, left_out: Collection[int] = ()) -> list[Conversion]:
    """One for each kind of object below ``root``, itself first; not inside the nodes ``left_out``, by ``id``."""
    found: dict[Conversion, None] = {}
    keys, seen = keys_below(root), set(left_out)
    made: list[Any] = []  # kept, so that no other node gets the id of one of them
    pending = [root]
    while pending:
        node = pending.pop()
        if type(node) in ATOMS or id(node) in seen:
            continue
        seen.add(id(node))
        if not refused_itself(node):
            pending += reversed(list(inside(node)))
            continue
        made_by = node if isinstance(node, Global) else class_of(node)
        name = spoken_name(made_by) if made_by is not None else say("object")
        plain = plain_key(node) if id(node) in keys else plain_of(node)
        if plain is None:
            found[Conversion(name, "None", marked("all of it"))] = None
            continue
        found[Conversion(name, plain.what, plain.lost)] = None
        if not isinstance(plain.node, ArrayBytes):
            made.append(plain.node)
            pending.append(plain.node)
    return list(found)


def conversion_text(name: Global, objects: Iterable[list[Conversion]]) -> str:
    """What becomes of the objects that use ``name``: of them, of what the name made, and what is lost inside them."""
    called = {spoken_name(name), python3_name(name)}
    shown: dict[Conversion, None] = {}
    others: dict[str, None] = {}
    for parts in objects:
        own = [part for part in parts if part.name in called] + parts[:1]
        shown.update(dict.fromkeys(own))
        others.update(dict.fromkeys(part.name for part in parts if part.lost and part not in own))
    if not shown:
        return say("Replace it by plain data.")
    said = [_said(part, all_kept=not others) for part in shown]
    listed = "; ".join(said[:_MOST_SHOWN]) + (" …" if len(said) > _MOST_SHOWN else "")
    if not others:
        return say("Replace it by plain data: {listed}.", listed=listed)
    names = ", ".join(list(others)[:_MOST_SHOWN]) + (" …" if len(others) > _MOST_SHOWN else "")
    return say(
        "Replace it by plain data: {listed}. Not all is kept of what else is in it: {names}.",
        listed=listed,
        names=names,
    )


def _said(part: Conversion, all_kept: bool) -> str:
    name, what = part.name, say(part.what)
    if part.lost:
        return say("{name} → {what} (lost: {lost})", name=name, what=what, lost=say(part.lost))
    return say("{name} → {what}, nothing lost", name=name, what=what) if all_kept else f"{name} → {what}"


# -- keys that would meet --------------------------------------------------------------------------------------


def keys_stay_apart(node: Any) -> bool:
    """Whether the keys below an object that are different are so as plain data as well."""

    def planned(key: Any, depth: int = 0) -> Any:
        found = plain_key(key) if type(key) not in ATOMS and refused_itself(key) else None
        key = key if found is None else found.node
        if type(key) is tuple and depth < DEEPEST_KEY:
            return tuple(planned(part, depth + 1) for part in key)
        return key

    return not keys_meet(node, planned)


def keys_meet(root: Any, planned: Callable[[Any], Any]) -> bool:
    """Whether two keys of some dict below ``root`` would be the same, each as ``planned`` gives it."""
    for node in nodes_below(root):
        items = mapping(node)
        keys = items.items[::2] if items is not None else []
        if not PLAIN_KEYS.issuperset(map(type, keys)) and first_meeting(keys, planned) is not None:
            return True
    return False


def first_meeting(keys: Iterable[Any], planned: Callable[[Any], Any]) -> tuple[Any, Any, Any] | None:
    """(key, other key, what they become) of the first two that are equal once loaded, one of them no plain value."""
    known: dict[Any, Any] = {}
    for key in sorted(keys, key=lambda key: type(key) not in PLAIN_KEYS):  # plain ones first: they stay as they are
        become = planned(key)
        other = known.setdefault(_as_loaded(become), key)
        if other is not key and type(key) not in PLAIN_KEYS:
            return other, key, become
    return None


def _as_loaded(key: Any, depth: int = 0) -> Any:
    """Something that is equal where the keys will be: an object that stays one is equal to itself alone."""
    if type(key) in PLAIN_KEYS:
        return key
    if type(key) is tuple and depth < DEEPEST_KEY:
        return tuple(_as_loaded(part, depth + 1) for part in key)
    data = raw_bytes(key)
    return (_OBJECT, id(key)) if data is None else data


_OBJECT = object()

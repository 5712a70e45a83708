"""What becomes of objects that plain data takes the place of, in words: of the object itself and of all it holds."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

from core.edits.to_plain import refused_itself
from core.objects.global_names import python3_name, spoken_name
from core.objects.numpy_data import ArrayBytes
from core.objects.plain_rules import class_of, keys_below, plain_key, plain_of
from core.pickling.nodes import ATOMS, Global, inside

_MOST_SHOWN = 4


class Conversion(NamedTuple):
    """An object made by ``name`` becomes ``what``; ``lost`` is empty where nothing is lost."""

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
        name = spoken_name(made_by) if made_by is not None else "object"
        plain = plain_key(node) if id(node) in keys else plain_of(node)
        if plain is None:
            found[Conversion(name, "None", "all of it")] = None
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
        return "Replace it by plain data."
    nothing = "" if others else ", nothing lost"
    said = [f"{part.name} → {part.what}{f' (lost: {part.lost})' if part.lost else nothing}" for part in shown]
    listed = "; ".join(said[:_MOST_SHOWN]) + (" …" if len(said) > _MOST_SHOWN else "")
    if not others:
        return f"Replace it by plain data: {listed}."
    names = ", ".join(list(others)[:_MOST_SHOWN]) + (" …" if len(others) > _MOST_SHOWN else "")
    return f"Replace it by plain data: {listed}. Not all is kept of what else is in it: {names}."

"""What plain ``torch.load(f)`` refuses in a file as it is planned: which objects, and by which names.

Since torch 2.6 ``torch.load`` takes only plain data (``weights_only=True``) unless it is told otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from core.edits.preview import Preview
from core.edits.to_plain import MEET, can_be_plain, hindrances_below
from core.objects.plain_rules import is_refused
from core.pickling.nodes import ATOMS, Below, Call, Global, mapping


@dataclass(frozen=True)
class RefusedObject:
    """The outermost object at ``entry`` that holds ``names`` that are refused, in the order of the file.

    ``convertible`` says whether plain data can stand for it, and ``meet`` whether two keys in it would then be one.
    """

    entry: int
    names: tuple[Global, ...]
    convertible: bool
    meet: bool = False


def refused_objects(preview: Preview) -> tuple[RefusedObject, ...]:
    """All of them, in the order of the file; those that share a place in the pickle are listed at each entry."""
    if not preview.refused_names:
        return ()
    tree = preview.catalogue.tree
    below, hindrances = preview.refused_below, hindrances_below()
    found: list[RefusedObject] = []
    entry, end = preview.root, tree.ends[preview.root]
    while entry < end:
        value = tree.values[entry]
        if preview.dropped(entry) or type(value) in ATOMS:
            entry = tree.ends[entry] if preview.dropped(entry) else entry + 1
            continue
        if id(value) not in preview.rewrite.nodes and _is_plain_container(value, below):
            entry += 1
            continue
        names = below(value)
        if names:
            hindered = hindrances(value)
            convertible = can_be_plain(value, hindered)
            found.append(RefusedObject(entry, names, convertible, convertible and MEET in hindered))
        entry = tree.ends[entry]
    return tuple(found)


def _is_plain_container(value: Any, below: Below) -> bool:
    """Whether only what is in it can be refused, not the container or one of its keys."""
    if type(value) in (list, tuple):
        return True
    items = mapping(value)
    if items is None or (type(value) is Call and is_refused(value.func)):
        return False
    return not any(type(key) not in ATOMS and below(key) for key in items.items[::2])

"""What is odd about a file, with the keys where that is: the reader of a pickle knows nodes, and people know keys."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from core.catalogue.catalogue import Catalogue
from core.catalogue.derived import derived
from core.oddities import Oddity, distinct
from core.pickling.nodes import Call
from core.words import say

_DEEPEST = 4
"""Calls within calls: a parameter of a class of its own around a tensor."""


@derived
def oddities_of(catalogue: Catalogue) -> tuple[Oddity, ...]:
    """What is in the file that no ``torch.save`` writes, with the keys that lead there; what is no part of the tree
    has none.
    """
    found = catalogue.checkpoint.oddities
    nodes = {id(oddity.node) for oddity in found if oddity.node is not None}
    places: dict[int, str] = {}
    for entry, value in enumerate(catalogue.values if nodes else ()):
        for node in nodes.intersection(map(id, _made_of(value))):
            places.setdefault(node, catalogue.path_text(entry) or say("the top level"))
    return tuple(distinct(each._replace(place=each.place or places.get(id(each.node), "")) for each in found))


def _made_of(value: Any, depth: int = _DEEPEST) -> Iterator[Any]:
    """A node, and what it is made of that has no entry of its own: arguments, and what happens to it afterwards."""
    yield value
    if type(value) is Call and depth:
        for _, payload in value.steps or ():
            yield payload
        yield from _made_of(value.args, depth - 1)
    elif type(value) is tuple and depth:
        for part in value:
            if type(part) in (Call, tuple, list):
                yield from _made_of(part, depth - 1)

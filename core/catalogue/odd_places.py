"""Where in the tree it is what the reader of a pickle found odd: it knows nodes, and people know keys."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from core.oddities import Oddity, distinct
from core.pickling.nodes import Call

if TYPE_CHECKING:
    from core.catalogue.catalogue import Catalogue

_DEEPEST = 4
"""Calls within calls: a parameter of a class of its own around a tensor."""


def with_places(oddities: Sequence[Oddity], catalogue: Catalogue) -> tuple[Oddity, ...]:
    """The same, with the keys that lead to the node of each; what is no part of the tree has no place."""
    nodes = {id(oddity.node) for oddity in oddities if oddity.node is not None}
    places: dict[int, str] = {}
    for entry, value in enumerate(catalogue.values):
        for node in nodes.intersection(map(id, _made_of(value))):
            places.setdefault(node, catalogue.path_text(entry) or "the top level")
    return tuple(distinct(each._replace(place=each.place or places.get(id(each.node), "")) for each in oddities))


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

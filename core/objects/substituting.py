"""Puts other nodes in the place of persistent ids, wherever a graph holds them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from core.errors import TooLarge
from core.pickling.nodes import Call, DictNode, PersistentId, SetNode, nodes_below
from core.words import say

_DEEPEST = 500
"""Tuples in each other."""


def substituted(root: Any, stands_for: Callable[[PersistentId], Any]) -> Any:
    """The graph with what ``stands_for`` each persistent id; it may give the id itself. Changed in place.

    Tuples, which cannot be changed, are made anew where something in them is. Raises `TooLarge` for tuples nested
    deeper than in any real checkpoint.
    """

    def new(value: Any, depth: int = 0) -> Any:
        if type(value) is PersistentId:
            return stands_for(value)
        if type(value) is not tuple:
            return value
        if depth > _DEEPEST:
            raise TooLarge(say("tuples in each other"), depth, _DEEPEST)
        made = tuple(new(part, depth + 1) for part in value)
        return value if all(one is other for one, other in zip(made, value, strict=True)) else made

    root = new(root)
    for node in list(nodes_below(root)):
        if type(node) is list:
            node[:] = map(new, node)
        elif type(node) is DictNode:
            node.items[:] = map(new, node.items)
        elif type(node) is SetNode:
            node.elements[:] = map(new, node.elements)
        elif type(node) is Call:
            node.func, node.args = new(node.func), new(node.args)
            node.steps = [(name, new(payload)) for name, payload in node.steps] if node.steps else node.steps
    return root

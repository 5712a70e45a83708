"""Helpers around the inert graph: a plain description to compare with, and a listing of opcodes."""

from __future__ import annotations

import pickletools
from typing import Any

from core.pickling.nodes import Call, DictNode, Global, OldStr, PersistentId, SetNode


def describe(node: Any) -> Any:
    """The graph as nested tuples that compare by value and keep every type apart."""
    kind = type(node)
    if kind is list or kind is tuple:
        return (kind.__name__, *map(describe, node))
    if kind is DictNode:
        return ("dict", *map(describe, node.items))
    if kind is SetNode:
        return ("frozenset" if node.frozen else "set", *map(describe, node.elements))
    if kind is Global:
        return ("global", node.dotted)
    if kind is PersistentId:
        return ("persistent", describe(node.pid))
    if kind is Call:
        steps = [(name, describe(payload)) for name, payload in node.steps or ()]
        return ("call", node.kind, describe(node.func), describe(node.args), *steps)
    if kind is OldStr:
        return ("old", str(node))
    assert kind in (int, float, bool, str, bytes, bytearray, type(None)), f"{kind} has no place in the graph"
    return (kind.__name__, repr(node))


def opcodes(data: bytes) -> set[str]:
    """The names of the opcodes that a pickle uses."""
    return {opcode.name for opcode, _, _ in pickletools.genops(data)}

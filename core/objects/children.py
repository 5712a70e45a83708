"""What a node of the graph holds, one by one, with the names under which the tree shows it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

from core.objects.numpy_data import array_facts
from core.objects.tensors import QUANTISED, TENSOR_FUNCTIONS, rebuilt, tensor_spec
from core.pickling.nodes import ATOMS, Call, DictNode, Global, OldStr, SetNode, mapping

LEAVES = (ATOMS - {OldStr}) | {Global}
"""Types of what is not shown among the parts of an object, and has none. Of a text of Python 2 the bytes may matter."""

Child = tuple[Any, Any, Any, int]
"""(key, value, home, slot): ``home`` is the node whose ``slot``-th item this is."""

_PARAMS = ("scales", "zero_points")
_PER_CHANNEL = 4  # of (scheme, scales, zero points, axis); (scheme, scale, zero point) are numbers


def children_of(value: Any) -> Iterator[Child] | None:
    """What a node holds, or None when it holds nothing to show."""
    kind = type(value)
    if kind is list or kind is tuple:
        return _elements(value, value) if value else None
    if kind is DictNode:
        return _items(value) if value.items else None
    if kind is SetNode:
        return _elements(value.elements, value) if value.elements else None
    if kind is Call:
        if type(value.func) is Global and value.func.module.startswith("numpy") and array_facts(value) is not None:
            return None  # its bytes, its type and its shape say nothing one by one
        if type(value.func) is Global and value.func in TENSOR_FUNCTIONS and tensor_spec(value) is not None:
            return iter(tensor_parts(value)) or None
        children = parts_of(value)
        first = next(children, None)
        return chain((first,), children) if first is not None else None
    return None


def _items(node: DictNode) -> Iterator[Child]:
    flat = node.items
    return zip(flat[::2], flat[1::2], [node] * (len(flat) // 2), range(len(flat) // 2), strict=True)


def _elements(elements: Sequence[Any], home: Any) -> Iterator[Child]:
    return zip(range(len(elements)), elements, [home] * len(elements), range(len(elements)), strict=True)


def parts_of(call: Call) -> Iterator[Child]:
    """Items, elements, attributes and arguments of an object, in that order."""
    items = mapping(call)
    if items is not None and call.view is items:
        yield from _items(items)
    for name, payload in call.steps or ():
        if name == "items":
            yield from _items(payload)
        elif name in ("extend", "add"):
            yield from _elements(payload, payload)
        else:
            yield from _state(payload)
    arguments = call.args if type(call.args) is tuple else (call.args,)
    plain = items is not None or all(type(argument) in LEAVES for argument in arguments)
    for slot, value in enumerate(() if plain else arguments):
        if type(value) not in LEAVES and value != ():
            yield f"({slot})", value, arguments, slot


def tensor_parts(call: Call) -> list[Child]:
    """What is below a tensor: the scales and zero points of its channels, and its Python attributes.

    Nothing where no attribute is more than a plain value.
    """
    found = rebuilt(call)
    if found is None:
        return []
    params = found.args[4] if found.func == QUANTISED and len(found.args) > 4 else ()
    parts: list[Child] = []
    if type(params) is tuple and len(params) == _PER_CHANNEL:
        parts = [
            (name, params[slot], params, slot) for slot, name in enumerate(_PARAMS, 1) if type(params[slot]) is Call
        ]
    attributes = [child for state in found.states for child in _state(state)]
    return parts + attributes if any(type(child[1]) not in LEAVES for child in attributes) else parts


def _state(state: Any) -> list[Child]:
    """What BUILD hands over: a dict of attributes, or ``(dict, dict of slots)``, or anything else."""
    if type(state) is DictNode:
        return list(_items(state))
    if type(state) is tuple and len(state) == 2 and all(part is None or type(part) is DictNode for part in state):
        return [child for part in state if part is not None for child in _items(part)]
    if type(state) in LEAVES:
        return []
    return [("state", state, None, -1)]

"""The names a pickle refers to beyond torch's own tensors and plain containers."""

from __future__ import annotations

from typing import Any

from core.dtypes import ITEM_SIZES, STORAGE_CLASSES
from core.graph import Call, DictNode, Global, PersistentId, SetNode
from core.tensors import TENSOR_FUNCTIONS

_PLAIN = TENSOR_FUNCTIONS | {
    Global("collections", "OrderedDict"),
    Global("torch", "Size"),
    Global("torch.serialization", "_get_layout"),
}


def is_torch_plain(name: Global) -> bool:
    """Whether a name is one that state dicts are made of: tensors, storages, dtypes, ``OrderedDict``."""
    if name in _PLAIN:
        return True
    return name.module in ("torch", "torch.cuda", "torch.storage") and (
        name.name in STORAGE_CLASSES or name.name in ITEM_SIZES
    )


def foreign_names(root: Any) -> tuple[str, ...]:
    """All other names, dotted, in order of first appearance."""
    found: dict[Global, None] = {}
    for node in walk(root):
        if type(node) is Global and node not in found and not is_torch_plain(node):
            found[node] = None
    return tuple(name.dotted for name in found)


def walk(root: Any) -> Any:  # noqa: C901 - one arm a kind
    """Every node and plain value of a graph, shared ones once, in the order a pickler meets them."""
    seen: set[int] = set()
    stack = [root]
    while stack:
        node = stack.pop()
        kind = type(node)
        if kind in _ATOMS:
            continue
        if kind is Global:
            yield node
            continue
        if id(node) in seen:
            continue
        seen.add(id(node))
        yield node
        if kind is tuple or kind is list:
            stack.extend(reversed(node))
        elif kind is DictNode:
            stack.extend(reversed(node.items))
        elif kind is Call:
            for _, payload in reversed(node.steps or ()):
                stack.append(payload)
            stack += (node.args, node.func)
        elif kind is SetNode:
            stack.extend(reversed(node.elements))
        elif kind is PersistentId:
            stack.append(node.pid)


_ATOMS = frozenset({str, int, float, bool, type(None), bytes})

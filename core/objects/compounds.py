"""Tensors that are made of other tensors, or of none: they have a shape and a dtype, and no storage of their own.

Sparse and nested tensors, those of the device ``meta``, and classes that wrap other tensors: DTensor, torchao's.
Sources: ``torch/_utils.py`` (``_rebuild_wrapper_subclass``, ``_rebuild_sparse_tensor`` and their kin) and
``torch/nested/_internal/nested_tensor.py`` (``_rebuild_njt``).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from core.objects.tensors import NESTED, is_int64, rebuilt
from core.pickling.nodes import Call, Global, calls, get
from core.words import marked


class Compound(NamedTuple):
    """``name`` is what people call it: ``DTensor``, ``sparse_csr tensor``.

    ``dtype`` and ``shape`` are None where the file does not say them. ``kind`` is the class that wraps others, and
    ``device`` what it says of where they are; both None for torch's own tensors.
    """

    name: str
    dtype: str | None = None
    shape: tuple[int, ...] | None = None
    kind: Global | None = None
    device: Any = None
    requires_grad: bool = False


_UTILS = "torch._utils"
WRAPPER = Global(_UTILS, "_rebuild_wrapper_subclass")
"""Rebuilds a tensor of a class that holds others; the device it is told is mapped by ``map_location`` as well."""
SPARSE = Global(_UTILS, "_rebuild_sparse_tensor")
META = Global(_UTILS, "_rebuild_meta_tensor_no_storage")
_JAGGED = Global("torch.nested._internal.nested_tensor", "_rebuild_njt")
FUNCTIONS = frozenset({WRAPPER, SPARSE, NESTED, META, _JAGGED})
_LAYOUT = frozenset({Global("torch.serialization", "_get_layout")})
_SIZE = frozenset({Global("torch", "Size")})
_LONG = 60


def compound_of(node: Any) -> Compound | None:
    """The tensor that a call makes without a storage of its own; None for everything else."""
    found = rebuilt(node)
    if found is None or found.func not in FUNCTIONS:
        return None
    args = found.args
    if found.func == WRAPPER:
        return _wrapper(args)
    if found.func == SPARSE and len(args) == 2 and type(args[1]) is tuple:
        shape = next(filter(None, map(sizes, args[1])), None)
        return Compound(f"{layout_of(args[0])} tensor", shape=shape)
    if found.func == META and len(args) == 4:
        return Compound(marked("tensor on meta, without data,"), _dtype(args[0]), sizes(args[1]))
    if found.func == NESTED and len(args) == 4:
        return Compound(marked("nested tensor"))
    return Compound(marked("nested tensor"), _dtype(get(args[0], "dtype"))) if found.func == _JAGGED and args else None


def _wrapper(args: tuple[Any, ...]) -> Compound | None:
    """``(class, dtype, size, stride, storage offset, layout, device, requires_grad)``."""
    if len(args) != 8 or type(args[0]) is not Global:
        return None
    kind = args[0]
    return Compound(kind.name, _dtype(args[1]), sizes(args[2]), kind, args[6], args[7] is True)


def layout_of(node: Any) -> str:
    """``sparse_coo`` from ``_get_layout('torch.sparse_coo')``."""
    name = node.args[0] if calls(node, _LAYOUT) and type(node.args) is tuple and node.args else None
    return name.removeprefix("torch.") if isinstance(name, str) and len(name) < _LONG else "sparse"


def sizes(node: Any) -> tuple[int, ...] | None:
    """A shape: a tuple of numbers that torch takes, or ``torch.Size`` of one."""
    if type(node) is Call and calls(node, _SIZE) and type(node.args) is tuple and len(node.args) == 1:
        node = tuple(node.args[0]) if type(node.args[0]) in (list, tuple) else None
    return node if type(node) is tuple and all(map(is_int64, node)) else None


def _dtype(node: Any) -> str | None:
    return node.name if type(node) is Global else None

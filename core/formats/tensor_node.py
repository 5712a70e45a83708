"""A tensor of a file without a pickle, as the node that the pickle of torch.save would have of it."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Any

from core.dtypes import ITEM_SIZES, STORAGE_OF, Shape
from core.pickling.nodes import ORDERED_DICT, Call, Global, PersistentId

_V2 = Global("torch._utils", "_rebuild_tensor_v2")
_V3 = Global("torch._utils", "_rebuild_tensor_v3")
_UNTYPED = Global("torch.storage", "UntypedStorage")


def tensor_node(key: str, dtype: str, shape: Shape, device: str = "cpu", *, requires_grad: bool = False) -> Call:
    """A contiguous tensor that fills storage ``key``; ``dtype`` is one of `core.dtypes.ITEM_SIZES`."""
    return tensor_maker(dtype, shape, device, requires_grad=requires_grad)(key)


def tensor_maker(
    dtype: str, shape: Shape, device: str = "cpu", *, requires_grad: bool = False
) -> Callable[[str], Call]:
    """What makes such tensors, by the keys of their storages: for many that are alike."""
    elements, strides, kind = prod(shape), contiguous(shape), STORAGE_OF.get(dtype)
    last: tuple[Any, ...] = ()
    if kind is not None:
        tag, func, count = Global("torch", kind), _V2, elements
    else:
        tag, func, count, last = _UNTYPED, _V3, elements * ITEM_SIZES[dtype], (Global("torch", dtype),)

    def make(key: str) -> Call:
        pid = PersistentId(("storage", tag, key, device, count))
        return Call("R", func, (pid, 0, shape, strides, requires_grad, Call("R", ORDERED_DICT, ()), *last))

    return make


def contiguous(shape: Shape) -> Shape:
    """The strides, in elements, of a tensor whose rows follow each other."""
    strides: list[int] = []
    step = 1
    for extent in reversed(shape):
        strides.append(step)
        step *= max(extent, 1)
    return tuple(reversed(strides))

"""A tensor of a file without a pickle, as the node that the pickle of torch.save would have of it."""

from __future__ import annotations

from math import prod

from core.dtypes import ITEM_SIZES, STORAGE_OF, Shape
from core.pickling.nodes import ORDERED_DICT, Call, Global, PersistentId

_V2 = Global("torch._utils", "_rebuild_tensor_v2")
_V3 = Global("torch._utils", "_rebuild_tensor_v3")
_UNTYPED = Global("torch.storage", "UntypedStorage")


def tensor_node(key: str, dtype: str, shape: Shape, device: str = "cpu", *, requires_grad: bool = False) -> Call:
    """A contiguous tensor that fills storage ``key``; ``dtype`` is one of `core.dtypes.ITEM_SIZES`."""
    elements = prod(shape)
    kind = STORAGE_OF.get(dtype)
    hooks = Call("R", ORDERED_DICT, ())
    layout = 0, shape, contiguous(shape), requires_grad, hooks
    if kind is not None:
        pid = PersistentId(("storage", Global("torch", kind), key, device, elements))
        return Call("R", _V2, (pid, *layout))
    pid = PersistentId(("storage", _UNTYPED, key, device, elements * ITEM_SIZES[dtype]))
    return Call("R", _V3, (pid, *layout, Global("torch", dtype)))


def contiguous(shape: Shape) -> Shape:
    """The strides, in elements, of a tensor whose rows follow each other."""
    strides: list[int] = []
    step = 1
    for extent in reversed(shape):
        strides.append(step)
        step *= max(extent, 1)
    return tuple(reversed(strides))

"""What a tensor becomes on its way to the live model: its dtype there, and the copy in RAM that the way may take.

The facts are in ``aten/src/ATen/native/cuda/Copy.cu``: between RAM and a card only contiguous memory of one dtype is
moved as it is. Whatever else goes to a card is first cast and laid out anew in RAM. Copies on one card, and between
cards that reach each other, take nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from core.catalogue.rows import TensorRow
from core.dtypes import ITEM_SIZES

SCATTERED, DENSE, CONTIGUOUS = range(3)


def live_dtype(dtype: str, model_dtype: str) -> str:
    """The dtype of a parameter or buffer saved as ``dtype`` in a model of dtype ``model_dtype`` (empty: that of the
    file): only floating-point tensors follow (``Module.to``).
    """
    return model_dtype if model_dtype and is_floating(dtype) else dtype


def is_floating(dtype: str) -> bool:
    """``torch.dtype.is_floating_point``."""
    return "float" in dtype


def nbytes_as(row: TensorRow, dtype: str) -> int:
    """The bytes of a tensor once it is of another dtype."""
    return row.nbytes if dtype == row.dtype else row.nbytes // ITEM_SIZES[row.dtype] * ITEM_SIZES[dtype]


def copy_in_ram(row: TensorRow, dtype: str, *, in_place: bool) -> int:
    """The bytes of RAM that bringing a tensor from there to a card takes for a moment.

    ``in_place`` is ``parameter.copy_(tensor)`` into a contiguous parameter; otherwise ``tensor.to(device, dtype)``,
    which keeps the strides of a tensor without holes.
    """
    cast = dtype != row.dtype
    order = memory_order(row.shape, row.stride)
    if order == CONTIGUOUS:
        copies = int(cast)
    elif order == SCATTERED:
        copies = 1
    else:
        copies = cast + (cast or in_place)
    return copies * nbytes_as(row, dtype)


@lru_cache(maxsize=4096)
def memory_order(shape: Sequence[int], stride: Sequence[int]) -> int:
    """Whether a tensor is `CONTIGUOUS`, `DENSE` (without holes, but in another order), or neither."""
    if 0 in shape:
        return CONTIGUOUS
    dims = [(step, size) for step, size in zip(stride, shape, strict=False) if size != 1]
    if _is_packed(dims[::-1]):
        return CONTIGUOUS
    return DENSE if _is_packed(sorted(dims)) else SCATTERED


def _is_packed(dims: Sequence[tuple[int, int]]) -> bool:
    """Whether each dimension, from the innermost on, begins where the one before it ends."""
    expected = 1
    for step, size in dims:
        if step != expected:
            return False
        expected *= size
    return True

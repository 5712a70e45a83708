"""How the bytes of each dtype become numbers, as NumPy arrays.

What NumPy lacks (bfloat16, the kinds of float8 and float4) are the types of ml_dtypes, bit for bit those of torch.
Sources: ``c10/util/Half.h`` and its kin, ``c10/util/complex.h``, ``torch/headeronly/util/Float4_e2m1fn_x2.h``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import ml_dtypes
import numpy as np
from numpy.typing import NDArray

from core.dtypes import ITEM_SIZES, PACKED

Array = NDArray[Any]


class Codec(NamedTuple):
    """``stored`` is an item of the storage as NumPy reads it, little-endian; ``numbers`` are in each of them.

    ``decode`` makes numbers of ``dtype`` out of items, ``numbers`` times as many; None where an item is the number.
    """

    stored: np.dtype[Any]
    dtype: np.dtype[Any]
    numbers: int = 1
    decode: Callable[[Array], Array] | None = None


@cache
def codec_of(dtype: str) -> Codec:
    """The codec of a dtype, by its name without ``torch.``."""
    special = _SPECIAL.get(dtype)
    if special is not None:
        return special
    name = _AS.get(dtype, dtype)
    if name[:3] == "int" and name not in ("int16", "int32", "int64"):
        name = "int8"  # torch keeps a number of fewer bits in a byte
    elif name[:4] == "uint" and name not in ("uint16", "uint32", "uint64"):
        name = "uint8"
    stored = np.dtype(getattr(ml_dtypes, name, None) or name)
    assert stored.itemsize == ITEM_SIZES[dtype], dtype
    return Codec(stored, stored)


def turned_together(storage_dtype: str) -> int:
    """How many bytes are turned around together where a file is of a big-endian machine.

    torch turns the bytes of a storage by the storage's own dtype (``UntypedStorage.byteswap``), whatever the tensor's:
    those of an untyped storage stay. The parts of a complex number are turned each by itself.
    """
    return ITEM_SIZES[storage_dtype] // (2 if storage_dtype.startswith("complex") else 1)


def _truth(items: Array) -> Array:
    return np.not_equal(items, 0)


def _complex(items: Array) -> Array:
    halves = np.ascontiguousarray(items).view(np.float16).astype(np.float32)
    return halves.view(np.complex64).reshape(items.shape)


def _unpacked(items: Array, numbers: int) -> Array:
    """The numbers out of bytes that have several each, the lower bits first."""
    bits = 8 // numbers
    out = np.empty((items.size, numbers), np.uint8)
    for place in range(numbers):
        np.right_shift(items, place * bits, out=out[:, place])
    np.bitwise_and(out, (1 << bits) - 1, out=out)
    return out.reshape(-1)


def _float4(items: Array) -> Array:
    return _unpacked(items, 2).view(ml_dtypes.float4_e2m1fn)


def _packed(numbers: int) -> Codec:
    return Codec(_BYTE, _BYTE, numbers, lambda items: _unpacked(items, numbers))


_BYTE = np.dtype(np.uint8)
_AS = {"qint8": "int8", "quint8": "uint8", "qint32": "int32", "bits16": "uint16"} | dict.fromkeys(
    ("bits1x8", "bits2x4", "bits4x2", "bits8"), "uint8"
)
_SPECIAL = {
    "bool": Codec(_BYTE, np.dtype(np.bool_), 1, _truth),
    "complex32": Codec(np.dtype("<u4"), np.dtype(np.complex64), 1, _complex),
    "float4_e2m1fn_x2": Codec(_BYTE, np.dtype(ml_dtypes.float4_e2m1fn), 2, _float4),
    **{dtype: _packed(numbers) for dtype, numbers in PACKED.items()},
}

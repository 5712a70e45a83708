"""Converts numbers of one dtype to another, bit for bit as ``tensor.to(dtype)`` does on a CPU.

A conversion to a floating dtype other than float64 goes through float32, as in torch (``c10/util/Half.h``: a number is
first made a float). So a float64 is rounded twice. Where ml_dtypes and torch differ, torch decides: float8_e4m3fn
saturates, infinities too, and float8_e8m0fnu has no sign (``torch/headeronly/util/Float8_e4m3fn.h``,
``Float8_e8m0fnu.h``). A NaN stays a NaN. Which of its bits it keeps differs between processors in torch itself.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import ml_dtypes
import numpy as np
from numpy.typing import NDArray

from core.dtypes import takes_gradients
from core.errors import Malformed
from core.numbers.codecs import codec_of

Array = NDArray[Any]

_LARGEST_E4M3: Final = np.float32(448)
_INFINITE: Final = {"float16": 0x7C00, "bfloat16": 0x7F80}


def converted(values: Array, dtype: str) -> Array:
    """Numbers, of NumPy or ml_dtypes, as items of a storage of ``dtype``; the array itself where nothing changes.

    Numbers that do not fit a dtype of whole numbers wrap around. The caller checks for them first.
    """
    become = codec_of(dtype).stored
    if values.dtype == codec_of(dtype).dtype:
        return values.view(become) if values.dtype.itemsize == become.itemsize else values.astype(become)
    with np.errstate(all="ignore"):
        if not takes_gradients(dtype) or dtype.startswith("complex") or dtype == "float64":
            return values.astype(codec_of(dtype).dtype).view(become)
        return _from_float32(values if values.dtype == np.float32 else values.astype(np.float32), dtype)


def stored_as(values: Array, dtype: str) -> bytes:
    """The bytes that a storage of ``dtype`` has for numbers. Raises `Malformed` where none can be made for it."""
    codec = codec_of(dtype)
    if codec.dtype.itemsize != codec.stored.itemsize or codec.numbers > 1:
        raise Malformed(
            "An array of {array} cannot be a tensor of {dtype}; the file is damaged.", array=values.dtype, dtype=dtype
        )
    return converted(values, dtype).tobytes()


def _from_float32(values: Array, dtype: str) -> Array:
    if dtype == "float32":
        return values
    if dtype == "float8_e4m3fn":
        values = np.clip(values, -_LARGEST_E4M3, _LARGEST_E4M3)
    if dtype == "float8_e8m0fnu":
        return _exponents(values)
    return values.astype(codec_of(dtype).stored)


def _exponents(values: Array) -> Array:
    """The exponent of each number, rounded to nearest, ties up where the number is no denormal."""
    bits = np.ascontiguousarray(values).view(np.uint32)
    exponent = (bits >> 23) & 0xFF
    mantissa = bits & 0x7FFFFF
    up = (mantissa > 0x400000) | ((mantissa == 0x400000) & (exponent > 0))
    found: Array = exponent + (up & (exponent < 0xFF))
    made: Array = found.astype(np.uint8).view(ml_dtypes.float8_e8m0fnu).reshape(values.shape)
    return made


# -- what gets lost ------------------------------------------------------------------------------------------------


def losses(values: Array, dtype: str) -> tuple[int, int]:
    """How many numbers lie beyond what ``dtype`` can hold, and how many others become zero.

    Beyond is what becomes infinite, NaN or the largest number there is; for a dtype without a sign, what is negative.
    """
    if not takes_gradients(dtype) or dtype.startswith("complex") or values.dtype.kind in "bc":
        return 0, 0
    wide = np.float64 if values.dtype.kind in "iu" or values.dtype == np.float64 else np.float32
    values = values.astype(wide, copy=False)
    largest, lost = _limits(values.dtype.name, dtype)
    sizes = np.abs(values)
    beyond = 0
    if sizes.size and not np.maximum.reduce(sizes, axis=None) <= largest:  # true for a NaN as well
        beyond = int(np.count_nonzero(sizes > largest)) - int(np.count_nonzero(np.isinf(sizes)))
    if dtype == "float8_e8m0fnu":
        return beyond + int(np.count_nonzero((values < 0) & (sizes <= largest))), 0
    tiny = int(np.count_nonzero(sizes <= lost))
    return beyond, tiny - int(np.count_nonzero(values == 0)) if tiny else 0


def all_kept(made: Array, dtype: str) -> bool:
    """Whether the items that numbers became show by themselves that none was lost: all are finite, and none is zero.

    False where they do not: it takes a third of the time of `losses`.
    """
    if dtype not in _INFINITE or not made.size:
        return False
    sizes = made.view(np.uint16) & 0x7FFF
    return bool(sizes.min() > 0 and sizes.max() < _INFINITE[dtype])


@cache
def can_lose(saved: str, dtype: str) -> bool:
    """Whether any number of dtype ``saved`` is beyond what ``dtype`` holds, or becomes zero there."""
    kind = codec_of(saved).dtype
    if kind.kind in "bc":
        return False
    is_whole = kind.kind in "iu"
    facts: Any = np.iinfo(kind) if is_whole else ml_dtypes.finfo(kind)  # type: ignore[no-untyped-call]
    least = [] if is_whole else [facts.smallest_subnormal]
    return any(any(losses(np.array([number]).astype(kind), dtype)) for number in (facts.max, facts.min, *least))


@cache
def _limits(saved: str, dtype: str) -> tuple[float, float]:
    """(the largest number that ``dtype`` still holds, the largest that becomes zero there), of ``saved``.

    Found by bisection over the bits of positive numbers, which are in the order of the numbers.
    """
    kind, bits = (np.float64, np.uint64) if saved == "float64" else (np.float32, np.uint32)

    def largest(holds: Any) -> float:
        low, high = 0, int(np.array([np.inf], kind).view(bits)[0])
        while high - low > 1:
            middle = (low + high) // 2
            value = np.array([middle], bits).view(kind)
            low, high = (middle, high) if holds(value) else (low, middle)
        return float(np.array([low], bits).view(kind)[0])

    def is_kept(value: Array) -> bool:
        if dtype == "float8_e4m3fn":  # ml_dtypes makes a NaN of what torch makes the largest number
            value = value.astype(np.float32).astype(codec_of(dtype).stored)
        return bool(np.isfinite(converted(value, dtype).astype(np.float32 if dtype != "float64" else np.float64))[0])

    with np.errstate(all="ignore"):
        return largest(is_kept), largest(lambda value: not converted(value, dtype).astype(np.float64)[0])

"""A plain number as an item of a tensor."""

from __future__ import annotations

from math import isfinite
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.dtypes import takes_gradients
from core.errors import EditError
from core.numbers.codecs import codec_of
from core.numbers.convert import converted, losses
from core.text import clip

Number = int | float | complex | bool


def item_of(value: Number, dtype: str) -> NDArray[Any]:
    """One item, without dimensions, of a storage of ``dtype``, as ``tensor[…] = value`` makes it.

    Raises `EditError` for a value that is no number of that kind, or none that the dtype has.
    """
    wide = _WIDE.get(_kind(dtype), codec_of(dtype).dtype)
    return converted(np.array([_checked(value, dtype)], wide), dtype).reshape(())


def fitted(values: NDArray[Any], dtype: str) -> NDArray[Any]:
    """Numbers as items of a storage of ``dtype``. Raises `EditError` where a whole number is outside its range."""
    if values.dtype.kind in "iu" and _kind(dtype) == dtype != "bool" and values.size:
        for value in (int(values.min()), int(values.max())):
            _checked(value, dtype)
    return converted(values, dtype)


def fitting(value: Number, dtype: str) -> str:
    """What a number becomes where it is beyond what ``dtype`` holds; empty where it is only rounded.

    Raises `EditError` as `item_of` does.
    """
    item = item_of(value, dtype)
    if _kind(dtype) != "floating":
        return ""
    return str(item.astype(np.float64)) if any(losses(np.array([_checked(value, dtype)], np.float64), dtype)) else ""


_WIDE = {"floating": np.float64, "complex": np.complex128}


def _kind(dtype: str) -> str:
    if dtype.startswith("complex"):
        return "complex"
    return "floating" if takes_gradients(dtype) else dtype


def _checked(value: Number, dtype: str) -> Number:
    kind = _kind(dtype)
    if type(value) not in (int, float, complex, bool):
        raise EditError("Only a number can be put into a tensor.")
    if kind == "complex":
        return value
    if isinstance(value, complex):
        if value.imag:
            raise EditError("{value} is complex, and the tensor is {dtype}.", value=clip(str(value), 40), dtype=dtype)
        value = value.real
    if kind == "floating":
        try:
            return float(value)
        except OverflowError:
            raise EditError(
                "{value} is too large for a number of {dtype}.", value=clip(str(value), 40), dtype=dtype
            ) from None
    if not isfinite(value) or value != int(value):
        raise EditError(
            "{value} is not a whole number, and the tensor is {dtype}.", value=clip(str(value), 40), dtype=dtype
        )
    least, most = (0, 1) if kind == "bool" else _range(dtype)
    if not least <= value <= most:
        raise EditError(
            "{value} does not fit {dtype}, which goes from {least:,} to {most:,}.",
            value=clip(str(value), 40),
            dtype=dtype,
            least=least,
            most=most,
        )
    return int(value)


def _range(dtype: str) -> tuple[int, int]:
    known = np.iinfo(codec_of(dtype).dtype)
    return int(known.min), int(known.max)

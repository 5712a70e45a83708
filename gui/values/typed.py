"""What is typed into a cell, as a number that a tensor of a dtype can hold; without Qt."""

from __future__ import annotations

from math import isfinite
from typing import Any

import numpy as np

from core.text import clip
from gui.plots.number_text import exact_text

Number = int | float | complex | bool


def number_typed(text: str, dtype: str, numpy_dtype: np.dtype[Any]) -> Number:
    """The number that a text says. Raises `ValueError` with a sentence where it says none, or one that does not fit."""
    kind = numpy_dtype.kind
    if kind == "b":
        return _truth(text, dtype)
    if kind in "iu":
        return _whole(text, dtype, numpy_dtype)
    value = _read(text, dtype, complex if kind == "c" else float)
    if not isinstance(value, complex) and isfinite(value):
        _check_range(text, value, dtype, numpy_dtype)
    return value


def _truth(text: str, dtype: str) -> bool:
    known = {"true": True, "1": True, "false": False, "0": False}
    if text.strip().lower() not in known:
        raise ValueError(f"{clip(text, 40)!r} does not go into {dtype}: type True or False.")
    return known[text.strip().lower()]


def _whole(text: str, dtype: str, numpy_dtype: np.dtype[Any]) -> int:
    try:
        value = int(text.replace("−", "-"), 0)
    except ValueError:
        raise ValueError(f"{clip(text, 40)!r} is no whole number, and {dtype} holds no others.") from None
    least, most = _integer_range(dtype, numpy_dtype)
    if not least <= value <= most:
        raise ValueError(f"{clip(text, 40)} does not fit into {dtype}, which goes from {least:,} to {most:,}.")
    return value


def _integer_range(dtype: str, numpy_dtype: np.dtype[Any]) -> tuple[int, int]:
    info = np.iinfo(numpy_dtype)
    bits = dtype.removeprefix("u").removeprefix("int")
    if not bits.isdigit() or int(bits) >= 8:
        return int(info.min), int(info.max)
    return (0, (1 << int(bits)) - 1) if dtype.startswith("u") else (-(1 << int(bits) - 1), (1 << int(bits) - 1) - 1)


def _read(text: str, dtype: str, kind: type[float | complex]) -> float | complex:
    try:
        return kind(text.replace("−", "-").replace(" ", ""))
    except ValueError:
        example = "1+2j" if kind is complex else "0.5, 1e-3, nan or -inf"
        raise ValueError(f"{clip(text, 40)!r} is no number for {dtype}: type one such as {example}.") from None


def _check_range(text: str, value: float, dtype: str, numpy_dtype: np.dtype[Any]) -> None:
    with np.errstate(over="ignore", invalid="ignore"):
        stored = np.array(value).astype(numpy_dtype)[()]
    if not isfinite(float(stored)):
        raise ValueError(f"{clip(text, 40)} is beyond what {dtype} holds; it would become {exact_text(stored)}.")

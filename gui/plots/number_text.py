"""One number as people read it in a cell, and as code reads it; without Qt."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

_DIGITS: Final = 4
_MOST_DIGITS: Final = 9
"""What tells each float32 from its neighbours."""


def number_text(value: Any, characters: int | None = None) -> str:
    """A number in at most about ten characters (a complex one in two of them): ``-1.235e-05``, ``3``, ``True``.

    Where there is room for fewer ``characters``, a real number has fewer digits: ``-1.2e-05``.
    """
    if isinstance(value, bool | np.bool_):
        return str(bool(value))
    if isinstance(value, complex | np.complexfloating):
        real, imaginary = (_real_text(float(part)) for part in (value.real, value.imag))
        return f"{real}{'' if imaginary.startswith('-') else '+'}{imaginary}j"
    if isinstance(value, int | np.integer):
        return str(int(value))
    fitting = (_real_text(float(value), digits) for digits in range(_DIGITS, 1, -1))
    return next(
        (text for text in fitting if characters is None or len(text) <= characters), _real_text(float(value), 1)
    )


def told_apart(values: Iterable[Any]) -> list[str]:
    """Numbers as `number_text` has them; where some that differ would read alike, all with the digits it takes."""
    values = list(values)
    texts = [number_text(value) for value in values]
    real = [isinstance(value, float | np.floating) for value in values]
    several = len({value for value in values if value == value})  # noqa: PLR0124 - only NaN is not itself
    for digits in range(_DIGITS + 1, _MOST_DIGITS + 1):
        if len({text for text in texts if text != "nan"}) >= several:
            break
        texts = [
            _real_text(float(value), digits) if is_real else text
            for value, text, is_real in zip(values, texts, real, strict=True)
        ]
    return texts


def _real_text(value: float, digits: int = _DIGITS) -> str:
    if not math.isfinite(value):
        return exact_text(value)
    return f"{value:.{digits}g}"


def exact_text(value: Any) -> str:
    """A number as Python reads it back, with no more digits than its dtype needs: ``0.1`` for a float32 of 0.1."""
    if isinstance(value, bool | np.bool_):
        return str(bool(value))
    if isinstance(value, complex | np.complexfloating):
        return str(complex(value)).strip("()")
    if isinstance(value, int | np.integer):
        return str(int(value))
    real = float(value)
    if math.isnan(real):
        return "nan"
    if math.isinf(real):
        return "inf" if real > 0 else "-inf"
    return str(value) if isinstance(value, np.floating) else _shortest(value)


def _shortest(value: Any) -> str:
    """The fewest digits that tell a number of ml_dtypes from its neighbours."""
    kind = type(value)
    if kind is float:
        return repr(value)
    real = float(value)
    for digits in range(1, 9):
        text = f"{real:.{digits}g}"
        if float(kind(float(text))) == real:
            return str(float(text))
    return repr(real)


def widest(dtype: np.dtype[Any]) -> int:
    """Characters that `number_text` needs for the numbers of a dtype."""
    if dtype.kind == "b":
        return 5
    if dtype.kind == "c":
        return 21
    if dtype.kind in "iu":
        return len(str(np.iinfo(dtype).min or np.iinfo(dtype).max))
    return 10


def is_odd(values: NDArray[Any]) -> NDArray[np.bool_]:
    """Which numbers are NaN or infinite."""
    if values.dtype.kind in "biu":
        return np.zeros(values.shape, np.bool_)
    if values.dtype.kind == "c":
        return ~np.isfinite(values)
    return ~np.isfinite(values.astype(np.float32) if values.dtype.kind == "V" else values)

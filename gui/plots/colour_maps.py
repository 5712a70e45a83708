"""Colours for numbers, told apart by colour-blind eyes too: they differ in lightness as well as in hue.

Diverging: the ends of ColorBrewer's PuOr, with the window's own ground in the middle, so that 0 recedes. Sequential:
from that ground to one blue. NaN and infinity have colours that neither map comes near.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

STEPS: Final = 512
NAN: Final = "#FF00C8"
INFINITE: Final = "#9BE800"
_LIGHT: Final = {
    "diverging": ("#7F3B08", "#B35806", "#E08214", "#FDC98A", "#FFFFFF", "#A9CFEA", "#4393C3", "#2166AC", "#053061"),
    "sequential": ("#FFFFFF", "#C6DBEF", "#6BAED6", "#2171B5", "#08306B"),
}
_DARK: Final = {
    "diverging": ("#FFD9A8", "#FDB863", "#E08214", "#7A4310", "#181A1F", "#17456B", "#2F7FBF", "#6DB6E8", "#C5E4FA"),
    "sequential": ("#181A1F", "#17456B", "#2F7FBF", "#6DB6E8", "#D8EEFC"),
}


@lru_cache(maxsize=4)
def table(diverging: bool, dark: bool) -> NDArray[np.uint8]:
    """`STEPS` colours from the lowest number to the highest: red, green, blue, opacity."""
    stops = (_DARK if dark else _LIGHT)["diverging" if diverging else "sequential"]
    colours = np.array([rgb(stop) for stop in stops], np.float64)
    at = np.linspace(0, len(stops) - 1, STEPS)
    found = np.stack([np.interp(at, range(len(stops)), colours[:, part]) for part in range(3)], axis=1)
    return np.concatenate([found, np.full((STEPS, 1), 255.0)], axis=1).round().astype(np.uint8)


def rgb(colour: str) -> tuple[int, int, int]:
    """The parts of ``#rrggbb``."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def painted(
    values: NDArray[Any], limit: float, *, diverging: bool, dark: bool, gap: NDArray[np.bool_] | None = None
) -> NDArray[np.uint8]:
    """Numbers as pixels: 0 (or the middle) to ``limit``; NaN and infinities in colours of their own, gaps clear."""
    low = -limit if diverging else 0.0
    span = (limit - low) or 1.0
    with np.errstate(invalid="ignore", over="ignore"):
        at = np.nan_to_num((values.astype(np.float64) - low) / span * (STEPS - 1), nan=0.0)
    if not limit:
        at = np.full(values.shape, STEPS // 2 if diverging else 0)
    pixels = table(diverging, dark)[np.clip(at, 0, STEPS - 1).astype(np.int64)]
    pixels[np.isnan(values)] = (*rgb(NAN), 255)
    pixels[np.isinf(values)] = (*rgb(INFINITE), 255)
    if gap is not None:
        pixels[gap] = 0
    return pixels

"""The colours of the map: one a tensor, by what one chooses, and what they mean."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isfinite, sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QColor

from core.catalogue.catalogue import Catalogue
from core.dtypes import NO_DEVICE
from core.text import clip
from core.values.symptom import ERROR, NOTE, SEVERITIES, WARNING
from core.words import marked, say
from gui.look import theme
from gui.look.palette import device_colour, listed_colour
from gui.plots.colour_maps import INFINITE, NAN, STEPS, table

if TYPE_CHECKING:
    from core.values.scan import Scan

Pixels = NDArray[np.uint32]
"""A colour each, ``0xffRRGGBB``."""
_FAINTEST: Final = STEPS // 6
"""The colour map begins here: its first colours are those of the ground."""
_MOST_NAMES: Final = 12


class Swatch(NamedTuple):
    """A colour of the legend and what it means."""

    colour: str
    text: str


@dataclass(frozen=True)
class Colouring:
    """``pixels`` has a colour for each tensor row; ``scale`` is what the first and the last of ``ramp`` stand for."""

    pixels: Pixels
    swatches: tuple[Swatch, ...] = ()
    ramp: tuple[str, ...] = ()
    scale: tuple[str, str] = ("", "")


@dataclass(frozen=True)
class ColourChoice:
    """What the cells can be coloured by. ``colour`` works it out; without a scan only what needs none."""

    text: str
    tip: str
    colour: Callable[[Catalogue, Scan | None], Colouring]


def severity_colours() -> dict[str, str]:
    """The colour of each severity, and of what is fine: they differ in lightness as well as in hue."""
    c = theme.colours()
    orange = listed_colour(0, c.dark)
    return {ERROR: c.error, WARNING: (orange.darker(140) if c.dark else orange).name(), NOTE: c.accent, "": c.selection}


def _by_health(catalogue: Catalogue, scan: Scan | None) -> Colouring:
    if scan is None:
        return _unknown(catalogue)
    colours = severity_colours()
    words = {ERROR: say("wrong"), WARNING: say("suspicious"), NOTE: say("usually intended")}
    pixels = np.full(len(catalogue.tensors), _pixel(colours[""]), np.uint32)
    found = set()
    for symptom in reversed(scan.symptoms):  # the worst last, over the others
        if symptom.severity == NOTE and catalogue.rows[symptom.entry] < 0:
            continue  # of an optimizer as a whole: nothing to look at in each of its tensors
        rows = catalogue.subtree_rows(symptom.entry)
        pixels[rows.start : rows.stop] = _pixel(colours[symptom.severity])
        found.add(symptom.severity)
    told = [Swatch(colours[each], words[each]) for each in SEVERITIES if each in found]
    return Colouring(pixels, (*told, Swatch(colours[""], say("fine"))))


def _by_size(catalogue: Catalogue, scan: Scan | None) -> Colouring:
    if scan is None:
        return _unknown(catalogue)
    sizes = [found.l2 / sqrt(found.count) if found.count else 0.0 for found in scan.statistics]
    known = [size for size in sizes if size > 0 and isfinite(size)]
    low, high = (min(known), max(known)) if known else (1.0, 1.0)
    logs = np.log10([size if size > 0 and isfinite(size) else low for size in sizes] or [1.0])
    span = float(np.log10(high / low)) or 1.0
    pixels = _ramped((logs - np.log10(low)) / span)[: len(sizes)]
    zero, ill = np.array(sizes) == 0, ~np.isfinite(sizes)
    pixels[zero], pixels[ill] = _pixel(theme.colours().border), _pixel(NAN)
    swatches = [Swatch(theme.colours().border, "0")] if zero.any() else []
    swatches += [Swatch(NAN, say("NaN, Inf"))] if ill.any() else []
    return Colouring(pixels, tuple(swatches), _ramp(), (f"{low:.2g}", f"{high:.2g}"))


def _by_zeros(catalogue: Catalogue, scan: Scan | None) -> Colouring:
    if scan is None:
        return _unknown(catalogue)
    shares = np.array([found.zeros / found.count if found.count else 0.0 for found in scan.statistics])
    return Colouring(_ramped(shares), (), _ramp(), (say("no zeros"), say("all zero")))


def _by_nan(catalogue: Catalogue, scan: Scan | None) -> Colouring:
    if scan is None:
        return _unknown(catalogue)
    fine = severity_colours()[""]
    nan = np.array([found.nan > 0 for found in scan.statistics], bool)
    inf = np.array([found.posinf + found.neginf > 0 for found in scan.statistics], bool)
    pixels = np.full(len(nan), _pixel(fine), np.uint32)
    pixels[inf] = _pixel(INFINITE)
    pixels[nan] = _pixel(NAN)
    told = [(NAN, "NaN", nan), (INFINITE, "Inf", inf), (fine, say("finite"), ~(nan | inf))]
    return Colouring(pixels, tuple(Swatch(colour, text) for colour, text, which in told if which.any()))


def _by_device(catalogue: Catalogue, _scan: Scan | None) -> Colouring:
    dark, neutral = theme.is_dark(), theme.colours().disabled
    devices = list(map(catalogue.device_of, range(len(catalogue.tensors))))
    colours = {
        each: neutral if each == NO_DEVICE else device_colour(each, dark).name() for each in dict.fromkeys(devices)
    }
    return _named(devices, colours)


def _by_dtype(catalogue: Catalogue, _scan: Scan | None) -> Colouring:
    dtypes = list(catalogue.tree.facts.dtypes)
    names = enumerate(dict.fromkeys(dtypes))
    return _named(dtypes, {each: listed_colour(place, theme.is_dark()).name() for place, each in names})


CHOICES: Final = (
    ColourChoice(marked("Health"), marked("What the scan noticed: wrong, suspicious, or fine"), _by_health),
    ColourChoice(
        marked("Size (RMS)"), marked("The root of the mean square of the numbers, on a logarithmic scale"), _by_size
    ),
    ColourChoice(marked("Zeros"), marked("The share of the numbers that are zero"), _by_zeros),
    ColourChoice(marked("NaN and Inf"), marked("Whether any number is not finite"), _by_nan),
    ColourChoice(marked("Device"), marked("The device that the tensor was saved on; known without a scan"), _by_device),
    ColourChoice(marked("Dtype"), marked("The dtype of the tensor; known without a scan"), _by_dtype),
)


def _unknown(catalogue: Catalogue) -> Colouring:
    colour = theme.colours().border
    return Colouring(
        np.full(len(catalogue.tensors), _pixel(colour), np.uint32), (Swatch(colour, say("not scanned yet")),)
    )


def _named(values: Sequence[str], colours: dict[str, str]) -> Colouring:
    """A colour for each name."""
    pixel_of = {name: _pixel(colour) for name, colour in colours.items()}
    pixels = np.fromiter(map(pixel_of.__getitem__, values), np.uint32, len(values))
    told = [Swatch(colour, clip(name, 30)) for name, colour in list(colours.items())[:_MOST_NAMES]]
    more = len(colours) - len(told)
    return Colouring(pixels, (*told, *([Swatch("", say("and {more:,} more", more=more))] if more else [])))


def _ramped(shares: NDArray[np.float64]) -> Pixels:
    """Colours for numbers from 0 to 1."""
    colours = table(diverging=False, dark=theme.is_dark())[_FAINTEST:, :3].astype(np.uint32)
    packed = (0xFF << 24) | colours[:, 0] << 16 | colours[:, 1] << 8 | colours[:, 2]
    found: Pixels = packed[np.clip(shares * (len(packed) - 1), 0, len(packed) - 1).astype(np.int64)].astype(np.uint32)
    return found


def _ramp() -> tuple[str, ...]:
    return tuple(QColor.fromRgb(int(pixel)).name() for pixel in _ramped(np.linspace(0, 1, 24)))


def _pixel(colour: str) -> int:
    return QColor(colour).rgb()

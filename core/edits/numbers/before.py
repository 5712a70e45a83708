"""What a number was before it is set, to be shown beside what it becomes."""

from __future__ import annotations

from typing import TypeAlias

from core.catalogue.catalogue import Catalogue
from core.catalogue.derived import derived
from core.errors import CheckpointError
from core.numbers.layout import StridedLayout
from core.text import clip

Box: TypeAlias = tuple[tuple[int, int, int], ...]


def number_before(catalogue: Catalogue, row: int, where: StridedLayout, box: Box) -> str:
    """The one number in a box of a tensor that lies so in its storage, as the file has it: ``0.1``.

    Empty for a box of several, for a file elsewhere, whose server nobody waits for here, and where it cannot be read.
    """
    if any(stop != start + 1 for start, stop, _ in box) or catalogue.checkpoint.is_elsewhere:
        return ""
    known, place = _known(catalogue), (row, where, box)
    if place not in known:
        known[place] = _read(catalogue, *place)
    return known[place]


@derived
def _known(_catalogue: Catalogue) -> dict[tuple[int, StridedLayout, Box], str]:
    """The numbers that were read already: a plan is worked out anew with every click."""
    return {}


def _read(catalogue: Catalogue, row: int, where: StridedLayout, box: Box) -> str:
    from core.numbers.reader import Numbers  # noqa: PLC0415 - NumPy, for a plan that needs it

    try:
        with Numbers(catalogue) as numbers:
            found = numbers.tensor(row, where).read(tuple(slice(*each) for each in box))
    except (CheckpointError, OSError, ValueError):
        return ""  # whoever saves is told why
    return clip(str(found.reshape(-1)[0]), 40)

"""Which numbers of a tensor are pending changes; without Qt."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.edits.numbers.setting import can_be_set
from core.edits.preview import Preview
from gui.plots.plane import Plane


def recipe_of(preview: Preview, row: int) -> Any:
    """What the plan makes of the numbers of a tensor and of their places, to be compared."""
    return preview.recipes.get(preview.catalogue.storage_of[row]), preview.draft.layouts.get(row)


def can_be_edited(preview: Preview, row: int) -> bool:
    """Whether single numbers of a tensor can be set."""
    catalogue = preview.catalogue
    return catalogue.checkpoint.read_only is None and can_be_set(catalogue.tensors[row].dtype)


def changed_cells(
    preview: Preview, row: int, plane: Plane, first: tuple[int, int], size: tuple[int, int]
) -> NDArray[np.bool_]:
    """Of some cells of a plane those that were set, or put in from another file."""
    found = np.zeros(size, np.bool_)
    entry = preview.catalogue.tensors[row].entry
    for edit in preview.plan.edits:
        numbers = edit.numbers_set
        if numbers is not None and numbers.entry == entry:
            found |= True if numbers.box is None else _within(numbers.box, plane, first, size)
    return found


def box_of(plane: Plane, rows: slice, columns: slice) -> tuple[tuple[int, int, int], ...]:
    """The part of a tensor that some cells of a plane are."""
    box = [(at, at + 1, 1) for at in plane.at]
    for axis, part in ((plane.row_axis, rows), (plane.column_axis, columns)):
        if axis is not None:
            box[axis] = (part.start, part.stop, 1)
    return tuple(box)


def _within(
    box: tuple[tuple[int, int, int], ...], plane: Plane, first: tuple[int, int], size: tuple[int, int]
) -> NDArray[np.bool_]:
    if not all(plane.at[axis] in range(*box[axis]) for axis in plane.others):
        return np.zeros(size, np.bool_)
    lines = []
    for axis, start, count in zip((plane.row_axis, plane.column_axis), first, size, strict=True):
        places = np.arange(start, start + count)
        if axis is None:
            lines.append(np.ones(count, np.bool_))
        else:
            begin, stop, step = box[axis]
            lines.append((places >= begin) & (places < stop) & ((places - begin) % step == 0))
    return lines[0][:, None] & lines[1]

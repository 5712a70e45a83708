"""The numbers of a plane as the grid asks for them: as they would be saved, with what is a pending change."""

from __future__ import annotations

from core.edits.preview import Preview
from gui.plots.grid_model import Source
from gui.plots.number_text import widest
from gui.plots.plane import Plane
from gui.values import reading
from gui.values.pending import can_be_edited, changed_cells


def source_of(preview: Preview, row: int, plane: Plane, glance: reading.Glance) -> Source:
    """What a grid shows of a tensor row."""
    return Source(
        plane.rows,
        plane.columns,
        lambda rows, columns: reading.cells(preview, row, plane, rows, columns),
        plane.index,
        editable=can_be_edited(preview, row),
        characters=widest(glance.numpy_dtype),
        changed=lambda first, size: changed_cells(preview, row, plane, first, size),
    )

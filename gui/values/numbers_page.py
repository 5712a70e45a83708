"""The page "Numbers": each number of a tensor, to be looked at, copied and edited."""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from core.edits.preview import Preview
from core.words import say, say_count
from gui.plots.grid_model import Source
from gui.plots.number_grid import NumberGrid
from gui.plots.number_text import widest
from gui.plots.plane import Plane
from gui.values import reading
from gui.values.pending import can_be_edited, changed_cells
from gui.widgets.basic_widgets import plain_label


def source_of(preview: Preview, row: int, plane: Plane, glance: reading.Glance) -> Source:
    """The numbers of a plane of a tensor row, as they would be saved, with what is a pending change."""
    return Source(
        plane.rows,
        plane.columns,
        lambda rows, columns: reading.cells(preview, row, plane, rows, columns),
        plane.index,
        editable=can_be_edited(preview, row),
        characters=widest(glance.numpy_dtype),
        changed=lambda first, size: changed_cells(preview, row, plane, first, size),
    )


class NumbersPage(QWidget):
    """The grid, and a line to go to an index."""

    said = Signal(str, bool)
    """What is to be told, and whether it went wrong."""
    moved = Signal(object)
    """Another plane of the tensor is to be seen: that of an index gone to."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.plane = Plane.of(())
        self.grid = NumberGrid()
        self.index = QLineEdit()
        self.index.setPlaceholderText(say("index, such as 12, 0"))
        self.index.setAccessibleName(say("Go to index"))
        self.index.setToolTip(say("Go to a number: its index along each dimension, negative ones from the end (Enter)"))
        head = QHBoxLayout()
        head.addWidget(plain_label(say("Go to"), rank="muted"))
        head.addWidget(self.index, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 4, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(head)
        layout.addWidget(self.grid, 1)
        self.index.returnPressed.connect(self._go)
        self.grid.copied.connect(lambda text: self.said.emit(text, not text.startswith("Copied")))
        self.grid.model.failed.connect(lambda text: self.said.emit(text, True))

    def show_plane(self, plane: Plane, source: Source, *, stay: bool = False) -> None:
        """Show the numbers of a plane."""
        self.plane = plane
        self.index.setEnabled(bool(plane.shape) and 0 not in plane.shape)
        self.index.setPlaceholderText(
            say("index, such as {example}", example=", ".join(str(length - 1) for length in plane.shape))
        )
        self.grid.show_source(source, stay=stay)

    def _go(self) -> None:
        plane = self.plane
        typed = [part for part in re.split(r"[\s,;×\[\]()]+", self.index.text()) if part]
        found = [int(part) for part in typed if re.fullmatch(r"-?\d{1,18}", part)]
        lengths = plane.shape
        if len(found) != len(lengths) or len(found) != len(typed):
            self.said.emit(
                say_count(
                    len(lengths),
                    "An index of this tensor is {n} whole number, such as {example}.",
                    "An index of this tensor is {n} whole numbers, such as {example}.",
                    example=", ".join("0" * len(lengths)),
                ),
                True,
            )
            return
        places = [place + length if place < 0 else place for place, length in zip(found, lengths, strict=True)]
        for axis, (place, length) in enumerate(zip(places, lengths, strict=True)):
            if not 0 <= place < length:
                self.said.emit(say("Dimension {axis} goes from 0 to {last:,}.", axis=axis, last=length - 1), True)
                return
        self.go_to(places)
        self.said.emit("", False)

    def go_to(self, index: Sequence[int]) -> None:
        """Highlight a number, in the plane that it is in, with the keyboard at it."""
        plane = self.plane
        for axis in plane.others:
            plane = plane.moved(axis, index[axis])
        if plane.index(0, 0) != self.plane.index(0, 0):
            self.moved.emit(plane)
        row = index[plane.row_axis] if plane.row_axis is not None else 0
        column = index[plane.column_axis] if plane.column_axis is not None else 0
        self.grid.go_to(row, column)
        self.grid.setFocus()

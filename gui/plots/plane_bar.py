"""Which two dimensions of a tensor are seen, and a slider for each of the others."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QSlider, QSpinBox, QWidget

from core.words import say
from gui.look.plain_text import tooltip
from gui.plots.plane import Plane
from gui.widgets.basic_widgets import CutBox, plain_label
from gui.widgets.layouts import fill, horizontal, vertical

_SLIDER = 40
_MOST = (1 << 31) - 1
"""Qt counts in 32 bits."""


class PlaneBar(QWidget):
    """A `Plane` to be chosen. There is nothing to choose of a tensor of fewer than three dimensions."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.plane = Plane.of(())
        self.rows, self.columns = CutBox(4), CutBox(4)
        self.sliders: dict[int, tuple[QSlider, QSpinBox]] = {}
        self._lines: list[QWidget] = []
        head = horizontal(spacing=5)
        for words, box in ((say("Rows"), self.rows), (say("Columns"), self.columns)):
            box.setAccessibleName(say("{words}: dimension", words=words))
            box.setToolTip(say("The tensor dimension shown along this axis"))
            box.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            box.activated.connect(self._turn)
            fill(head, plain_label(words, rank="muted"), (box, 1))
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(6)
        self._grid.setVerticalSpacing(2)
        vertical(head, self._grid, of=self, margins=(0, 2, 0, 2), spacing=3)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def is_needed(self) -> bool:
        """Whether there is anything to choose."""
        return len(self.plane.shape) > 2 and 0 not in self.plane.shape

    def show_plane(self, plane: Plane) -> None:
        """Take the plane of another tensor."""
        self.plane = plane
        for box, chosen in ((self.rows, plane.row_axis), (self.columns, plane.column_axis)):
            box.clear()
            for axis in range(len(plane.shape)):
                box.addItem(say("dim {axis}", axis=axis), axis)
            box.setCurrentIndex(-1 if chosen is None else chosen)
        self._make_sliders()

    def _make_sliders(self) -> None:
        for widget in self._lines:
            self._grid.removeWidget(widget)
            widget.hide()
            widget.deleteLater()
        self._lines, self.sliders = [], {}
        for line, axis in enumerate(self.plane.others if self.is_needed else ()):
            most = min(self.plane.shape[axis] - 1, _MOST)
            slider, spin = QSlider(Qt.Orientation.Horizontal), QSpinBox()
            name = plain_label(say("dim {axis}", axis=axis), rank="muted")
            for each in (slider, spin):
                each.setRange(0, most)
                each.setValue(self.plane.at[axis])
                each.setAccessibleName(say("Index along dimension {axis}", axis=axis))
                each.setToolTip(
                    tooltip(say("Index along dimension {axis}, from 0 to {most:,}", axis=axis, most=most)) or ""
                )
                each.setEnabled(most > 0)
            slider.setMinimumWidth(_SLIDER)
            slider.setPageStep(max(1, most // 10))
            slider.valueChanged.connect(spin.setValue)
            spin.valueChanged.connect(slider.setValue)
            spin.valueChanged.connect(lambda index, axis=axis: self._move(axis, index))
            self.sliders[axis] = slider, spin
            for column, widget in enumerate((name, slider, spin)):
                self._grid.addWidget(widget, line, column)
                self._lines.append(widget)

    def _move(self, axis: int, index: int) -> None:
        self.plane = self.plane.moved(axis, index)
        self.changed.emit()

    def _turn(self) -> None:
        rows, columns = self.rows.currentData(), self.columns.currentData()
        if rows == columns:  # the one that was not touched makes room
            before = self.plane.row_axis, self.plane.column_axis
            rows, columns = (rows, before[0]) if columns == before[1] else (before[1], columns)
        self.plane = self.plane.turned(rows, columns)
        self.rows.setCurrentIndex(rows)
        self.columns.setCurrentIndex(columns)
        self._make_sliders()
        self.changed.emit()

"""The page "Picture": the numbers of a tensor as colours, or as a line where there is one dimension."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from core.words import say
from gui.plots.heat_map import HeatMap
from gui.plots.line_plot import LinePlot
from gui.plots.pictures import Picture, has_kernels
from gui.values.reading import PARTS, Glance, View
from gui.widgets.basic_widgets import CutBox, CutLabel


class PicturePage(QWidget):
    """Heat map or line, with what there is to choose: kernels as tiles, a part of complex numbers."""

    changed = Signal()
    """Another picture of the same tensor is wanted."""
    picked = Signal(object)
    """The index of a number that was clicked."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.heat_map, self.line = HeatMap(), LinePlot()
        self.pictures = QStackedWidget()
        self.pictures.addWidget(self.heat_map)
        self.pictures.addWidget(self.line)
        self.tiles = QCheckBox(say("Kernels as tiles"))
        self.tiles.setToolTip(say("All kernels side by side, those of an output channel together; else one plane"))
        self.part = CutBox(8)
        self.part.addItems(list(PARTS))
        self.part.setAccessibleName(say("Part of complex numbers"))
        self.part.setToolTip(say("Which part of complex numbers is shown"))
        for widget in (self.tiles, self.part):
            widget.hide()
        self.note = CutLabel()
        self.note.setProperty("rank", "muted")
        head = QHBoxLayout()
        for widget in (self.tiles, self.part):
            head.addWidget(widget)
        head.addWidget(self.note, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 4, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(head)
        layout.addWidget(self.pictures, 1)
        self.tiles.toggled.connect(lambda _on: self.changed.emit())
        for plot in (self.heat_map.plot, self.line):
            plot.picked.connect(self.picked)
        self.part.activated.connect(lambda _place: self.changed.emit())

    def begin(self, glance: Glance, view: View) -> None:
        """Another tensor: offer what there is to choose."""
        self.tiles.blockSignals(True)
        self.tiles.setChecked(view.tiles)
        self.tiles.blockSignals(False)
        self.tiles.setVisible(has_kernels(glance.shape))
        self.part.setVisible(glance.is_complex)
        self.part.setCurrentText(view.part)
        self.show_picture(glance.picture, view)

    def show_picture(self, picture: Picture, view: View) -> None:
        """Show the picture that was made for a view."""
        is_line = view.plane.column_axis is None
        self.pictures.setCurrentWidget(self.line if is_line else self.heat_map)
        if is_line:
            self.line.show_picture(picture)
        else:
            self.heat_map.show_picture(picture)
        self.note.setText(say("Shown: {note}", note=picture.note) if picture.note else "")
        self.note.setToolTip(say("Colours and lines show these numbers; the facts are those of all."))

"""The page "Optimizer" of a parameter: its moments beside it, and the size of the next step against the weights."""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QScrollArea, QVBoxLayout, QWidget

from core.errors import CheckpointError
from core.values.distribution import Histogram
from core.words import marked, say
from gui.jobs.latest_job import LatestJob
from gui.look.plain_text import caption, tooltip
from gui.look.wording import breakable
from gui.plots.histogram import HistogramPlot, Layer
from gui.session.session import Session
from gui.values.update_model import Beside, beside, part_title, relative_histogram, size_lines
from gui.widgets.basic_widgets import plain_label

_PLOTS: Final = 4
_RELATIVE: Final = marked("change of each number, in shares of it")


class UpdatePage(QWidget):
    """A page that follows `show_row`. Histograms of large tensors are of samples and say so, the step is of all."""

    told = Signal(str)
    """What is pointed at in a histogram."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._latest = LatestJob(self)
        self._latest.done.connect(self._show)
        self._latest.failed.connect(self._fail)
        self._row = -1
        self.found: Beside | None = None
        self.words = plain_label(wrap=True)
        self.plots: list[HistogramPlot] = []
        self.links: list[QPushButton] = []
        inside = QWidget()
        self._column = QVBoxLayout(inside)
        self._column.setContentsMargins(0, 0, 4, 0)
        self._column.setSpacing(3)
        self._column.addWidget(self.words)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(inside)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 4, 0, 0)
        layout.addWidget(scroll)
        for _ in range(_PLOTS + 1):
            self._add_plot()

    def _add_plot(self) -> None:
        link = QPushButton()
        link.setProperty("link", True)
        plot = HistogramPlot()
        plot.told.connect(self.told)
        self.links.append(link)
        self.plots.append(plot)
        link.clicked.connect(partial(self._go, len(self.links) - 1))
        self._column.addWidget(link, 0, Qt.AlignmentFlag.AlignLeft)
        self._column.addWidget(plot, 1)

    @property
    def busy(self) -> bool:
        """Whether an answer is under way."""
        return self._latest.busy

    def show_row(self, row: int) -> None:
        """Show what is beside a tensor; once it is known it stays."""
        preview = self._session.preview
        if row == self._row:
            return
        self._row = row
        self.found = None
        for link, plot in zip(self.links, self.plots, strict=True):
            link.hide()
            plot.hide()
        if preview is not None:
            self.words.setText(say("Reading …"))
            self._latest.ask(partial(beside, preview, preview.catalogue.tensors[row].entry))

    def forget(self) -> None:
        """The answer is not wanted any more."""
        self._row = -1
        self._latest.drop()

    def _show(self, found: Beside) -> None:
        self.found = found
        self.words.setText(breakable("\n".join(size_lines(found))))
        relative = relative_histogram(found.size) if found.size is not None else None
        shown: list[tuple[str, int, Histogram | None]] = [(_RELATIVE, -1, relative)] if relative is not None else []
        shown += [(part_title(found, part), part.entry, part.histogram) for part in found.parts]
        for (title, entry, histogram), link, plot in zip(shown, self.links, self.plots, strict=False):
            link.setText(caption(title))
            link.setEnabled(entry >= 0)
            link.setToolTip(
                tooltip(say("Go to this tensor") if entry >= 0 else say("How many numbers change by how much")) or ""
            )
            link.setProperty("entry", entry)
            link.show()
            plot.setVisible(histogram is not None)
            if histogram is not None:
                plot.setAccessibleName(title)
                plot.show_layers(
                    [Layer("", histogram.edges.tolist(), histogram.counts.tolist())], log_edges=histogram.log
                )

    def _fail(self, error: Exception) -> None:
        if not isinstance(error, CheckpointError):
            raise error
        self.words.setText(str(error))
        self._session.could_not_read(error)

    def _go(self, place: int, _checked: bool = False) -> None:
        entry = self.links[place].property("entry")
        if entry is not None and entry >= 0:
            self._session.reveal(entry)

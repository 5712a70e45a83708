"""The page "Timeline": one device of the chosen strategy, phase by phase."""

from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from core.memory.analysis import Outcome
from core.memory.measure import Measurement
from core.memory.sizes import memory_text
from core.words import say
from gui.jobs.latest_job import LatestJob
from gui.look import scale, theme
from gui.look.palette import chip_icon, device_colour
from gui.look.plain_text import one_line
from gui.look.wording import breakable
from gui.memory.bars_model import HOST, devices_of, timeline_of
from gui.memory.measured_model import measured_peaks
from gui.session.session import Session
from gui.widgets.basic_widgets import plain_label

if TYPE_CHECKING:
    from gui.memory.plot import TimelinePlot

_PLOT = "gui.memory.plot"


class TimelinePage(QWidget):
    """A drop-down of devices and the plot, whose library is loaded beside the event loop when it is first needed."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._outcome: Outcome | None = None
        self._capacity = 0
        self._measured: Measurement | None = None
        self._wanted = ""
        self._latest = LatestJob(self)
        self._latest.done.connect(self._make_plot)
        self._latest.failed.connect(self._give_up)
        self.plot: TimelinePlot | None = None
        self.device = QComboBox()
        scale.give_icon_size(self.device, 12)
        self.device.setFont(theme.key_font())
        self.device.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.device.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.device.setAccessibleName(say("Device of the timeline"))
        self.device.setToolTip(say("The device whose memory is shown: a GPU, or the RAM of the computer"))
        self.peak = plain_label(rank="muted", wrap=True)
        self.peak.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.note = plain_label(rank="muted", wrap=True)
        self.note.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.device.hide()  # there is nothing to choose from until the first answer
        head = QHBoxLayout()
        head.addWidget(self.device)
        head.addWidget(self.peak, 1)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 6, 0, 0)
        self._layout.setSpacing(4)
        self._layout.addLayout(head)
        self._layout.addWidget(self.note, 1)
        self.device.activated.connect(self._choose)
        theme.theme().changed.connect(self._restyle)

    def show_outcome(self, outcome: Outcome | None, capacity: int, measured: Measurement | None = None) -> None:
        """Show a strategy; the device stays where the strategy has it, else it is the fullest one."""
        self._outcome, self._capacity, self._measured = outcome, capacity, measured
        devices = devices_of(outcome) if outcome is not None else []
        self._fill(devices)
        fullest = outcome.device if outcome is not None else None
        device = self._wanted if self._wanted in devices else fullest or (devices[0] if devices else "")
        self.device.setCurrentIndex(devices.index(device) if device in devices else -1)
        self._refresh()

    def _fill(self, devices: list[str]) -> None:
        self.device.clear()
        dark = theme.is_dark()
        for device in devices:
            known = "cpu" if device == HOST else device
            self.device.addItem(chip_icon(device_colour(known, dark), dark), one_line(device), device)
        self.device.setVisible(bool(devices))
        self.peak.setVisible(bool(devices))

    def _refresh(self) -> None:
        outcome, device = self._outcome, self.device.currentText()
        if outcome is None or not outcome.phases:
            error = (
                say("Nothing to show, because torch raises an error:\n{error}", error=breakable(outcome.message))
                if outcome
                else ""
            )
            self.note.setText(error)
            self.note.show()
            if self.plot is not None:
                self.plot.hide()
            return
        timeline = timeline_of(outcome, device, self._capacity)
        most = max(phase.total for phase in timeline.phases)
        peak = say("at most {size}", size=_unbroken(most))
        if timeline.capacity:
            peak = say("at most {size} of {room}", size=_unbroken(most), room=_unbroken(timeline.capacity))
        self.peak.setText(peak)
        self.note.setVisible(self.plot is None)
        self.note.setText("" if self.plot is not None else say("Preparing the plot …"))
        if self.plot is not None:
            self.plot.show()
            known = self._measured
            self.plot.show_timeline(timeline, measured_peaks(known.phases, device) if known is not None else {})
        elif self.isVisible():
            self._load()

    def showEvent(self, event: QShowEvent) -> None:
        """The first time, get the plot ready."""
        super().showEvent(event)
        if self.plot is None:
            self._refresh()

    def _load(self) -> None:
        # While another thread imports a module, it is there already but without what it is wanted for.
        if hasattr(sys.modules.get(_PLOT), "TimelinePlot"):
            self._make_plot(sys.modules[_PLOT])
        elif not self._latest.busy:
            self._latest.ask(lambda _tick: importlib.import_module(_PLOT))

    def _make_plot(self, module: object) -> None:
        if self.plot is not None:  # somebody else had imported it meanwhile
            return
        self.plot = module.TimelinePlot()  # type: ignore[attr-defined]
        self._layout.addWidget(self.plot, 1)
        self._refresh()

    def _give_up(self, error: Exception) -> None:
        self.note.setText(say("The timeline cannot be drawn: {error}", error=error))

    def _choose(self) -> None:
        self._wanted = self.device.currentText()
        self._refresh()

    def _restyle(self) -> None:
        if self.plot is not None:
            self.plot.restyle()
        self.show_outcome(self._outcome, self._capacity, self._measured)


def _unbroken(nbytes: int) -> str:
    """A size whose number and unit stay in one line."""
    return memory_text(nbytes).replace(" ", "\N{NO-BREAK SPACE}")

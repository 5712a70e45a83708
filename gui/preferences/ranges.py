"""What is kept of files elsewhere: how much it is, and a button that empties it."""

from __future__ import annotations

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from core.progress import Tick
from core.remote import blocks
from core.text import size_text
from core.words import say
from gui.jobs.latest_job import LatestJob
from gui.widgets.basic_widgets import button, plain_label


class RangesKept(QWidget):
    """Counts beside the event loop whenever it comes up: there can be many thousands of small files."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._latest = LatestJob(self)
        self._latest.done.connect(self._tell)
        self.told = plain_label(rank="muted")
        self.empty = button(
            say("Empty"), self._empty, tip=say("Remove all parts of files elsewhere; they are fetched anew when needed")
        )
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.empty)
        row.addWidget(self.told, 1)

    def showEvent(self, event: QShowEvent) -> None:
        """Say how much there is now."""
        super().showEvent(event)
        self._latest.ask(_count)

    @property
    def busy(self) -> bool:
        """It is being counted, or emptied."""
        return self._latest.busy

    def _empty(self) -> None:
        self.empty.setEnabled(False)
        self._latest.ask(_clear)

    def _tell(self, nbytes: int) -> None:
        self.empty.setEnabled(nbytes > 0)
        self.told.setText(say("{size} on the disk", size=size_text(nbytes)) if nbytes else say("nothing is kept"))


def _count(_tick: Tick) -> int:
    return blocks.bytes_kept()


def _clear(tick: Tick) -> int:
    blocks.clear()
    return _count(tick)

"""Progress that can be read: a bar, what is done of how much, and the time left."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QVBoxLayout, QWidget

from core.pace import bytes_text, left_text
from core.words import say
from gui.widgets.basic_widgets import button, plain_label

STEPS = 1000
"""Steps of the bar: sizes in bytes do not fit Qt's 32-bit integers."""


class ProgressLine(QWidget):
    """A bar with words below it and a Cancel button."""

    def __init__(self, cancel: Callable[[], object], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.words = plain_label(rank="muted")
        self.cancel_button = button(say("Cancel"), cancel)
        self._began = time.monotonic()
        below = QHBoxLayout()
        below.addWidget(self.words, 1)
        below.addWidget(self.cancel_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.bar)
        column.addLayout(below)

    def start(self, words: str) -> None:
        """Begin anew; the bar only says "busy" until the first `show_progress`."""
        self._began = time.monotonic()
        self.bar.setRange(0, 0)
        self.words.setText(words)
        self.cancel_button.setEnabled(True)

    def show_progress(self, done: int, total: int, *, sizes: bool = False) -> None:
        """Move the bar; with `sizes` the numbers are bytes and are shown, with their speed."""
        if total <= 0:
            return
        self.bar.setRange(0, STEPS)
        self.bar.setValue(min(STEPS, done * STEPS // total))
        seconds = time.monotonic() - self._began
        if sizes:
            self.words.setText(bytes_text(done, total, seconds))
            return
        left = left_text(done, total, seconds)
        self.words.setText(" · ".join(filter(None, (f"{done * 100 // total} %", left))))

    def show_cancelling(self) -> None:
        """The user has asked to stop; the work has not yet."""
        self.cancel_button.setEnabled(False)
        self.words.setText(say("Stopping…"))

"""The page shown while a big file is being opened."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from core.words import say
from gui.look.plain_text import one_line
from gui.widgets.basic_widgets import bigger, plain_label
from gui.widgets.progress import ProgressLine

_WIDTH = 460


class OpeningPage(QWidget):
    """Progress of the opening, with Cancel."""

    cancel_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.path = Path()
        self.title = plain_label(wrap=True)
        bigger(self.title, 1.4, bold=True)
        self.progress = ProgressLine(self._cancel)
        frame = QWidget()
        frame.setFixedWidth(_WIDTH)
        column = QVBoxLayout(frame)
        column.setSpacing(14)
        column.addStretch(2)
        column.addWidget(self.title)
        column.addWidget(self.progress)
        column.addStretch(3)
        row = QHBoxLayout(self)
        row.addStretch(1)
        row.addWidget(frame)
        row.addStretch(1)

    def show_path(self, path: Path) -> None:
        """Say which file is being opened."""
        self.path = path
        self.title.setText(say("Opening {name}", name=one_line(path.name)))
        self.progress.start(say("Reading the pickle; tensor bytes stay on disk"))

    def _cancel(self) -> None:
        self.progress.show_cancelling()
        self.cancel_asked.emit()

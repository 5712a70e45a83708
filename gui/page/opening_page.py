"""The page shown while a big file is being opened."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from core.remote.address import RemotePath
from core.remote.traffic import News
from core.words import marked, say
from gui.look.plain_text import one_line
from gui.look.wording import breakable
from gui.widgets.basic_widgets import bigger, plain_label
from gui.widgets.progress import ProgressLine

_WIDTH = 460


class OpeningPage(QWidget):
    """Progress of the opening, with Cancel."""

    cancel_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.path = Path()
        self._expected: int | None = None
        self.title = plain_label(wrap=True)
        bigger(self.title, 1.4, bold=True)
        self.where = plain_label(rank="muted", wrap=True)
        self.progress = ProgressLine(self.cancel)
        frame = QWidget()
        frame.setFixedWidth(_WIDTH)
        column = QVBoxLayout(frame)
        column.setSpacing(14)
        column.addStretch(2)
        column.addWidget(self.title)
        column.addWidget(self.where)
        column.addWidget(self.progress)
        column.addStretch(3)
        row = QHBoxLayout(self)
        row.addStretch(1)
        row.addWidget(frame)
        row.addStretch(1)

    def show_path(self, path: Path) -> None:
        """Say which file is being opened."""
        self.path = path
        name = one_line(path.name)
        words = marked("Opening {name}") if self._expected is None else marked("Downloading {name}")
        self.title.setText(say(words, name=name))
        self.where.setText(breakable(one_line(str(path))))
        self.where.setVisible(isinstance(path, RemotePath))
        if isinstance(path, RemotePath):
            self.progress.start(say("Asking {host}; tensor bytes stay there", host=path.host))
        else:
            self.progress.start(say("Reading the pickle; tensor bytes stay on disk"))

    def expect(self, size: int | None) -> None:
        """All bytes of the next file are fetched, and there are so many; None where parts of it do."""
        self._expected = size

    def show_news(self, news: News) -> None:
        """Tell of the server that is waited for."""
        self.progress.show_news(news, self._expected)

    def cancel(self) -> None:
        """Give the opening up."""
        self.progress.show_cancelling()
        self.cancel_asked.emit()

"""A save under way, in a line of the status bar: how far, how fast, the time left, and Cancel."""

from __future__ import annotations

import time
from typing import Final

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QSizePolicy, QWidget

from core.pace import left_text
from core.remote.traffic import News
from core.text import size_text
from core.words import say
from gui.look.news import is_trouble, news_text
from gui.look.plain_text import one_line, tooltip
from gui.save.saver import short_name
from gui.widgets.basic_widgets import CutLabel, button
from gui.widgets.progress import STEPS

_BAR: Final = QSize(130, 6)
_BEFORE_SPEED: Final = 0.3
"""Seconds after which the speed is more than a guess."""


class SavingLine(QWidget):
    """Hidden until a save begins, and when it has ended."""

    cancel_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name, self._began = "", 0.0
        self.words = CutLabel()
        self.words.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedSize(_BAR)
        self.cancel = button(say("Cancel"), self.cancel_asked.emit, tip=say("Stop saving; nothing is left behind"))
        self.cancel.setProperty("link", True)
        self.cancel.setAccessibleName(say("Stop saving"))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.words, 1)
        row.addWidget(self.bar)
        row.addWidget(self.cancel)
        self.hide()

    def begin(self, name: str) -> None:
        """A file of this name is being written."""
        self._name, self._began = short_name(name), time.monotonic()
        self.bar.setRange(0, 0)
        self.cancel.setEnabled(True)
        self._say(say("Saving {name} …", name=self._name))

    def show_progress(self, done: int, total: int) -> None:
        """So many bytes are done."""
        if total <= 0 or not self.cancel.isEnabled():
            return
        self.bar.setRange(0, STEPS)
        self.bar.setValue(min(STEPS, done * STEPS // total))
        seconds = time.monotonic() - self._began
        parts = [say("Saving {name}: {done} of {total}", name=self._name, done=size_text(done), total=size_text(total))]
        if seconds > _BEFORE_SPEED:
            parts.append(say("{size} a second", size=size_text(int(done / seconds))))
        self._say(" · ".join([*parts, *filter(None, [left_text(done, total, seconds)])]))

    def show_news(self, news: News) -> None:
        """The source comes from a server: say so where it does not answer."""
        if self.cancel.isEnabled() and is_trouble(news):
            self._say(say("Saving {name}: {trouble}", name=self._name, trouble=news_text(news)))

    def show_cancelling(self) -> None:
        """The user has asked to stop; the work has not yet."""
        self.cancel.setEnabled(False)
        self._say(say("Stopping …"))

    def _say(self, text: str) -> None:
        self.words.setText(one_line(text))
        self.words.setToolTip(tooltip(text) or "")
        self.bar.setAccessibleName(text)

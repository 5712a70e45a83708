"""Progress that can be read: a bar, what is done of how much, and the time left."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtWidgets import QProgressBar, QWidget

from core.pace import bytes_text, left_text
from core.remote.traffic import News
from core.words import say
from gui.look.wording import is_trouble, news_text
from gui.widgets.basic_widgets import button, plain_label
from gui.widgets.layouts import horizontal, vertical

STEPS = 1000
"""Steps of the bar: sizes in bytes do not fit Qt's 32-bit integers."""


class ProgressLine(QWidget):
    """A bar with words below it and a button that calls ``cancel``. What a server says stands behind what is done."""

    def __init__(self, cancel: Callable[[], object], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.words = plain_label(rank="muted", wrap=True)
        self.cancel_button = button(say("Cancel"), self._cancel)
        self._give_up = cancel
        self._began = time.monotonic()
        self._done = self._heard = ""
        self._stuck = False
        below = horizontal((self.words, 1), self.cancel_button)
        vertical(self.bar, below, of=self, margins=0)

    def start(self, words: str) -> None:
        """Begin anew; the bar only says "busy" until the first `show_progress`."""
        self._began = time.monotonic()
        self.bar.setRange(0, 0)
        self._heard, self._stuck = "", False
        self._say(words)
        self.cancel_button.setEnabled(True)

    def show_progress(self, done: int, total: int, *, sizes: bool = False) -> None:
        """Move the bar; with `sizes` the numbers are bytes and are shown, with their speed."""
        if total <= 0 or not self.cancel_button.isEnabled():
            return
        self.bar.setRange(0, STEPS)
        self.bar.setValue(min(STEPS, done * STEPS // total))
        if self._stuck:  # work goes on, so it has answered
            self._heard, self._stuck = "", False
        seconds = time.monotonic() - self._began
        if sizes:
            self._say(bytes_text(done, total, seconds))
            return
        left = left_text(done, total, seconds)
        self._say(" · ".join(filter(None, (f"{done * 100 // total} %", left))))

    def show_news(self, news: News, total: int | None = None) -> None:
        """Tell of a server that is waited for. Where ``total`` bytes are to come of it, they are what is done."""
        if not self.cancel_button.isEnabled():
            return
        self._stuck = is_trouble(news)
        self._heard = news_text(news)
        if total and not self._stuck:
            self._heard = ""
            self.show_progress(min(news.received, total), total, sizes=True)
        else:
            self._say(self._done)

    def _say(self, done: str) -> None:
        """What is done, and what is heard; that a server does not answer alone."""
        self._done = done
        self.words.setText(" · ".join(filter(None, ("" if self._stuck else done, self._heard))))

    def _cancel(self) -> None:
        self.show_cancelling()
        self._give_up()

    def show_cancelling(self) -> None:
        """The user has asked to stop; the work has not yet."""
        self.cancel_button.setEnabled(False)
        self._heard, self._stuck = "", False
        self._say(say("Stopping…"))

"""The line at the foot of the values of a tensor: what is pointed at, what is being read, what was done."""

from __future__ import annotations

from core.edits.edits import Edit
from core.remote.traffic import News
from core.text import count_text
from core.words import say
from gui.look.news import news_text
from gui.look.plain_text import tooltip
from gui.session.session import Session
from gui.values import reading
from gui.widgets.basic_widgets import CutLabel, set_state


class TellingLine(CutLabel):
    """Each kind of words gives way to its own kind alone: what else was said stays."""

    def __init__(self) -> None:
        super().__init__()
        self._pointed = self._read = self._kept = self._confirmed = ""
        self._planned: Edit | None = None

    def say(self, text: str, wrong: bool = False) -> None:
        """Tell something."""
        set_state(self, "rank", "error" if wrong else "muted")
        self.setText(text.replace("\n", " · "))
        self.setToolTip(tooltip(text) or "")

    def tell_change(self, text: str, session: Session, *, wrong: bool = False) -> None:
        """What was just planned, for as long as it is."""
        self.say(text, wrong)
        self._confirmed, self._planned = self.text(), None if wrong else session.plan.edits[-1]

    def forget_undone(self, session: Session) -> None:
        """Say no longer what is not planned any more."""
        if self._planned is not None and self._planned not in session.plan.edits:
            self._planned = None
            if self._kept == self._confirmed:
                self._kept = ""
            if self.text() == self._confirmed:
                self.say("")

    def tell_pointed(self, text: str) -> None:
        """What is pointed at; where nothing is any more, what else was said stays."""
        if text or self.text() == self._pointed:
            self.say(text)
        self._pointed = text and self.text()

    def tell_reading(self) -> None:
        """Something is being read."""
        self._say_reading(say("Reading …"))

    def tell_progress(self, done: int, total: int) -> None:
        """So many numbers have been read."""
        if total > reading.AT_ONCE:
            share, numbers = done / total, count_text(total, "number")
            self._say_reading(say("Reading … {share:.0%} of {numbers}", share=share, numbers=numbers))

    def tell_news(self, news: News) -> None:
        """They come from a server."""
        self._say_reading(say("Reading … {news}", news=news_text(news)).rstrip())

    def reading_ends(self) -> None:
        """Nothing is being read any more: what was said before stands there again."""
        if self.text() == self._read:
            self.say(self._kept)
        self._kept = ""

    def _say_reading(self, text: str) -> None:
        if self.text() not in ("", self._read, self._pointed):
            self._kept = self.text()
        self._read = text
        self.say(text)

"""A check that takes a while: progress with Cancel, then a sentence, and more below it where there is more to say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from core.diagnosis.finding import NOTE
from core.progress import Tick
from core.remote.trouble import Unreachable
from core.words import say
from gui.jobs.latest_job import LatestJob
from gui.session.session import Session
from gui.widgets.basic_widgets import button
from gui.widgets.progress import ProgressLine
from gui.widgets.verdict import VerdictLabel


class CheckView(QWidget):
    """Hidden until a check starts, and when the file or its plan is another one. A subclass says what is checked."""

    ended = Signal()
    """The answer is there, or why there is none."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self._sizes = False
        self._latest = LatestJob(self)
        self._latest.progress.connect(self._show_progress)
        self._latest.done.connect(self._done)
        self._latest.failed.connect(self._failed)
        self._latest.cancelled.connect(self._cancelled)
        self.progress = ProgressLine(self.cancel)
        self._latest.waiting.connect(self.progress.show_news)
        self.verdict = VerdictLabel()
        self.details: QWidget | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(4)
        self._column.addWidget(self.progress)
        self._column.addWidget(self.verdict)
        for signal in (session.opened, session.closed):
            signal.connect(self.forget)
        self.hide()

    @property
    def busy(self) -> bool:
        """The check is under way."""
        return self._latest.busy

    def run(self, words: str, work: Callable[[Tick], Any], *, sizes: bool = False) -> None:
        """Do the work beside the event loop; `take` has the result."""
        if self.busy:
            return
        self._sizes = sizes
        self.show_details(None)
        self.show()
        self.verdict.hide()
        self.progress.show()
        self.progress.start(words)
        self._latest.ask(work)

    def cancel(self) -> None:
        """Ask the work to stop."""
        if self.busy:
            self.progress.show_cancelling()
            self._latest.cancel()

    def forget(self) -> None:
        """What was found is not about what is open now."""
        self._latest.drop()
        self.show_details(None)
        self.hide()

    def say(self, severity: str, text: str) -> None:
        """Show a sentence in place of the progress."""
        self.show()
        self.progress.hide()
        self.verdict.show()
        self.verdict.say(severity, text)

    def show_details(self, details: QWidget | None) -> None:
        """Show more below the sentence, or nothing."""
        if self.details is not None:
            self._column.removeWidget(self.details)
            self.details.hide()
            self.details.deleteLater()
        self.details = details
        if details is not None:
            self._column.addWidget(details)

    def take(self, result: Any) -> None:
        """Show what was found."""
        raise NotImplementedError

    def _show_progress(self, done: int, total: int) -> None:
        self.progress.show_progress(done, total, sizes=self._sizes)

    def _done(self, result: Any) -> None:
        self.take(result)
        self.ended.emit()

    def refuse(self, error: Exception) -> None:
        """Show why nothing was found."""
        self.say(NOTE, say("This could not be tried: {error}", error=error))
        self.session.could_not_read(error)
        if isinstance(error, Unreachable):
            self.show_details(button(say("Try again"), self.start, tip=say("Ask its server once more")))

    def start(self) -> None:
        """Begin the check."""
        raise NotImplementedError

    def _failed(self, error: Exception) -> None:
        self.refuse(error)
        self.ended.emit()

    def _cancelled(self) -> None:
        self.say(NOTE, say("Stopped; nothing was found out."))
        self.ended.emit()

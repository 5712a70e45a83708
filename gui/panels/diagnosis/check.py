"""A check that takes a while: progress with Cancel, then a sentence, and more below it where there is more to say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from core.diagnosis.findings import NOTE
from gui.jobs import Job, Tick
from gui.progress import ProgressLine
from gui.session import Session
from gui.verdict import Verdict


class CheckView(QWidget):
    """Hidden until a check starts, and when the file or its plan is another one. A subclass says what is checked."""

    ended = Signal()
    """The answer is there, or why there is none."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self._job: Job | None = None
        self.progress = ProgressLine(self.cancel)
        self.verdict = Verdict()
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
        return self._job is not None

    def run(self, words: str, work: Callable[[Tick], Any], *, sizes: bool = False) -> None:
        """Do the work beside the event loop; `take` has the result."""
        if self._job is not None:
            return
        self.show_details(None)
        self.show()
        self.verdict.hide()
        self.progress.show()
        self.progress.start(words)
        job = self._job = Job(work)
        job.progress.connect(lambda done, total: self.progress.show_progress(done, total, sizes=sizes))
        job.done.connect(self._done)
        job.failed.connect(self._failed)
        job.cancelled.connect(self._cancelled)
        job.start()

    def cancel(self) -> None:
        """Ask the work to stop."""
        if self._job is not None:
            self.progress.show_cancelling()
            self._job.cancel()

    def forget(self) -> None:
        """What was found is not about what is open now."""
        if self._job is not None:
            self._job.drop()
            self._job = None
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

    def _done(self, result: Any) -> None:
        self._job = None
        self.take(result)
        self.ended.emit()

    def _failed(self, error: Exception) -> None:
        self._job = None
        self.say(NOTE, f"This could not be tried: {error}")
        self.ended.emit()

    def _cancelled(self) -> None:
        self._job = None
        self.say(NOTE, "Stopped; nothing was found out.")
        self.ended.emit()

"""Verify with torch: really load what would be saved, in a process of its own, and show what torch says."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from core.diagnosis.findings import ERROR, NOTE
from core.preview import Preview
from core.verification import Verdict as Loaded
from core.verification import verify_preview, why_not
from gui.finding_card import MessageBox
from gui.jobs import Job
from gui.models.diagnosis import clean, shortened
from gui.progress import ProgressLine
from gui.session import Session
from gui.verdict import Verdict

START_TIP: Final = (
    "Save the planned file to a temporary folder and load it with plain torch.load(f), in a process of its own.\n"
    "weights_only stays as torch has it, so nothing that the file names is run."
)


class VerifyView(QWidget):
    """Progress with Cancel while torch loads, then what it said. Hidden until asked, and when the plan changes."""

    ended = Signal()
    """The answer is there, or why there is none."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._job: Job | None = None
        self.loaded: Loaded | None = None
        self.progress = ProgressLine(self.cancel)
        self.verdict = Verdict()
        self._message: MessageBox | None = None
        self._below = QHBoxLayout()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.progress)
        column.addWidget(self.verdict)
        column.addLayout(self._below)
        for signal in (session.opened, session.closed, session.plan_changed):
            signal.connect(self._forget)
        self.hide()

    @property
    def busy(self) -> bool:
        """Torch is loading."""
        return self._job is not None

    @property
    def shown(self) -> str:
        """What torch said, whole; empty where it raised nothing."""
        return self._message.message if self._message is not None else ""

    def start(self) -> None:
        """Load what would be saved."""
        self._session.settle()
        preview = self._session.preview
        if preview is None or self._job is not None:
            return
        reason = why_not()
        self._clear()
        self.show()
        if reason is not None:
            self._say(NOTE, reason)
            return
        self.verdict.hide()
        self.progress.show()
        self.progress.start("Loading it with torch …")
        job = self._job = Job(lambda tick: verify_preview(preview, tick))
        job.progress.connect(self.progress.show_progress)
        job.done.connect(self._take)
        job.failed.connect(self._fail)
        job.cancelled.connect(self._cancelled)
        job.start()

    def cancel(self) -> None:
        """Stop; the process with torch is ended."""
        if self._job is not None:
            self.progress.show_cancelling()
            self._job.cancel()

    def _forget(self) -> None:
        """Another file, or another plan: what torch said is not about it."""
        if self._job is not None:
            self._job.drop()
            self._job = None
        self._clear()
        self.hide()

    def _clear(self) -> None:
        self.loaded = None
        if self._message is not None:
            self._below.removeWidget(self._message)
            self._message.hide()
            self._message.deleteLater()
            self._message = None

    def _take(self, loaded: Loaded) -> None:
        self._job = None
        self.loaded = loaded
        what = self._what(self._session.preview)
        if loaded.ok:
            self._say("", f"torch {loaded.torch} loaded {what}: {loaded.summary} in {loaded.seconds:.1f} s.")
            return
        self._say(ERROR, f"torch {loaded.torch}, on this computer, with {what}: {loaded.summary}.")
        message = clean(f"{loaded.kind}: {loaded.message}" if loaded.kind else loaded.message)
        self._message = MessageBox(message, shortened(message))
        self._below.addWidget(self._message)

    def _fail(self, error: Exception) -> None:
        self._job = None
        self._say(NOTE, f"This could not be tried: {error}")

    def _cancelled(self) -> None:
        self._job = None
        self._say(NOTE, "Stopped; torch has not said anything.")

    def _say(self, severity: str, text: str) -> None:
        self.progress.hide()
        self.verdict.show()
        self.verdict.say(severity, text)
        self.ended.emit()

    @staticmethod
    def _what(preview: Preview | None) -> str:
        return "what you would save" if preview is not None and preview.plan else "this file"

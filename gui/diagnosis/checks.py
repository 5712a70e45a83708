"""Checks that take a while: progress with Cancel, then a sentence, and more below it where there is more to say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from core.catalogue.catalogue import Catalogue
from core.catalogue.integrity import IntegrityReport, verify
from core.diagnosis.finding import ERROR, NOTE
from core.progress import Tick
from core.remote.trouble import Unreachable
from core.spread.choice import crew_for
from core.torch_child.limits import UNLIMITED, USUAL, Limits, OverLimit
from core.torch_child.trial_load import LoadResult as Loaded
from core.torch_child.trial_load import verify_preview, why_not
from core.words import marked, say
from gui.diagnosis.finding_card import FindingCard, MessageBox
from gui.diagnosis.model import card_of, clean, damage_finding, report_text, shortened
from gui.jobs.latest_job import LatestJob
from gui.look.wording import seconds_text
from gui.session.computers import SessionMachine
from gui.session.elsewhere import why_no_torch
from gui.session.known import Integrity
from gui.session.session import Session
from gui.widgets.basic_widgets import WITHOUT_LIMITS, WITHOUT_LIMITS_TIP, button
from gui.widgets.layouts import vertical
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
        self._latest = LatestJob(self, done=self._done, failed=self._failed, cancelled=self._cancelled)
        self.progress = ProgressLine(self._latest.cancel)
        self._latest.progress.connect(lambda done, total: self.progress.show_progress(done, total, sizes=self._sizes))
        self._latest.waiting.connect(self.progress.show_news)
        self.verdict = VerdictLabel()
        self.details: QWidget | None = None
        self._column = vertical(self.progress, self.verdict, of=self, margins=0, spacing=4)
        for signal in (session.opened, session.closed):
            signal.connect(self.forget)
        self.hide()

    @property
    def busy(self) -> bool:
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
        raise NotImplementedError

    def _done(self, result: Any) -> None:
        self.take(result)
        self.ended.emit()

    def refuse(self, error: Exception) -> None:
        self.say(NOTE, say("The test could not run: {error}", error=error))
        self.session.could_not_read(error)
        if isinstance(error, Unreachable):
            self.show_details(button(say("Try again"), self.start, tip=say("Ask the server again")))

    def start(self) -> None:
        raise NotImplementedError

    def _failed(self, error: Exception) -> None:
        self.refuse(error)
        self.ended.emit()

    def _cancelled(self) -> None:
        self.say(NOTE, say("You stopped it before there was a result."))
        self.ended.emit()


# -- integrity: every byte is read and compared with the checksums in the file ---------------------------------


class IntegrityView(CheckView):
    """What the checksums say of the file on disk; a plan does not change that."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self.report: IntegrityReport | None = None
        self._catalogue: Catalogue | None = None

    def start(self) -> None:
        catalogue = self.session.catalogue
        if catalogue is not None and not self.busy:
            self._catalogue, self.report = catalogue, None
            self.run(say("Reading the file …"), lambda tick: _verify(catalogue, tick), sizes=True)

    def take(self, result: IntegrityReport) -> None:
        """Say that it is sound, or show what is hurt."""
        self.report = result
        if self._catalogue is not None:
            Integrity.of(self.session).put(self._catalogue, result)
        self.say(*report_text(result))
        if not result.is_sound and self._catalogue is not None:
            card = FindingCard(card_of(self._catalogue, damage_finding(self._catalogue, result)))
            card.reveal_asked.connect(self.session.reveal)
            card.unfold(True)
            self.show_details(card)


def _verify(catalogue: Catalogue, tick: Tick) -> IntegrityReport:
    """A large file is read by several processes."""
    with crew_for(catalogue.checkpoint.bytes) as crew:
        return verify(catalogue, tick, crew)


# -- torch: what would be saved is really loaded, in a process of its own --------------------------------------


START_TIP: Final = marked(
    "Save a temporary copy and load it with plain torch.load(f) in a separate process.\n"
    "weights_only keeps its default, so nothing that the file names is run."
)


class VerifyView(CheckView):
    """What torch says to the file that would be saved; another plan makes it forget."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self.loaded: Loaded | None = None
        session.plan_changed.connect(self.forget)

    @property
    def shown(self) -> str:
        """What torch said, whole; empty where it raised nothing."""
        return self.details.message if isinstance(self.details, MessageBox) else ""

    def start(self, limits: Limits = USUAL) -> None:
        """Load what would be saved."""
        self.session.settle()
        preview = self.session.preview
        if preview is None or self.busy:
            return
        self.loaded = None
        reason = why_no_torch(preview.catalogue.checkpoint) or why_not()
        if reason is not None:
            self.say(NOTE, reason)
            return
        self.run(say("Loading it with torch …"), lambda tick: verify_preview(preview, tick, limits))

    def refuse(self, error: Exception) -> None:
        """Offer to load it without limits where loading was stopped at one."""
        if not isinstance(error, OverLimit):
            super().refuse(error)
            return
        self.say(NOTE, str(error))
        self.show_details(button(say(WITHOUT_LIMITS), lambda: self.start(UNLIMITED), tip=say(WITHOUT_LIMITS_TIP)))

    def forget(self) -> None:
        """Forget what torch said: it is not about another file or another plan."""
        self.loaded = None
        super().forget()

    def take(self, result: Loaded) -> None:
        self.loaded = result
        preview = self.session.preview
        planned = preview is not None and bool(preview.plan)
        told = {"torch": result.torch, "summary": result.summary, "time": seconds_text(result.seconds)}
        if result.ok:
            text = marked("torch {torch}: {summary} from this file in {time}.")
            if planned:
                text = marked("torch {torch}: {summary} from a copy with your changes, in {time}.")
            self.say("", say(text, **told))
            return
        text = marked("What torch {torch} on this computer does with this file: {summary}.")
        if planned:
            text = marked("torch {torch} on this computer, with a copy that has your changes: {summary}.")
        severity, machine = ERROR, SessionMachine.of(self.session)
        if result.on_cpu and machine.computer.gpus > machine.here.gpus:  # no fault of a file that is meant for that one
            severity, text = (
                NOTE,
                marked("torch {torch} on this computer, which has fewer GPUs than the one you chose: {summary}."),
            )
        self.say(severity, say(text, **told))
        message = clean(f"{result.kind}: {result.message}" if result.kind else result.message)
        self.show_details(MessageBox(message, shortened(message)))

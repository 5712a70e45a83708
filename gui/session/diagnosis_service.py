"""Keeps the diagnosis of the open document up to date: at once where that is quick, beside the event loop where not."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QTimer, Signal

from core.catalogue.catalogue import Catalogue
from core.diagnosis.finding import Finding
from core.edits.edits import Plan
from core.edits.preview import Preview, preview
from core.loading.computer import Computer
from core.progress import Tick, ignore
from core.words import say
from gui.jobs.latest_job import LONGEST_PAUSE, UNASKED, LatestJob, Pace
from gui.session.computers import SessionMachine
from gui.session.session import MANY_ENTRIES, Session, SessionService

if TYPE_CHECKING:
    from core.diagnosis.model_match.model_keys import ModelKeys

ENGINE: Final = "core.diagnosis.diagnose"
"""Imported when there is something to diagnose, which the thread that opens a file does: the window starts without."""
LET_PAINT: Final = 150
"""Milliseconds that a diagnosis in a thread of its own waits, so that the window first shows what it is about."""
_FIRST_PACE: Final = LONGEST_PAUSE / MANY_ENTRIES
"""Seconds an entry, until the first diagnosis of a document has been timed."""
_MOST_DEVICES: Final = 100
"""Devices of a file up to which the number of its entries says how long a diagnosis takes."""


@dataclass(frozen=True)
class DiagnosisQuestion:
    """What is to be diagnosed: the planned file, the computer, and what it is to be loaded into."""

    preview: Preview
    computer: Computer
    wanted: ModelKeys | None


class DiagnosisService(SessionService):
    """The findings of the planned file on one computer. Panels and banner ask the one service of their session."""

    changed = Signal()
    """`findings`, `busy`, `problem`, `computer` or `wanted` is new."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._latest = LatestJob(self, turn=UNASKED, done=self._take, failed=self._fail)
        self._pause = QTimer(self, singleShot=True, interval=LET_PAINT)
        self._pause.timeout.connect(self._begin)
        self._curing = LatestJob(self, done=self._cured, failed=self._not_cured)
        self._asked: DiagnosisQuestion | None = None
        self._pace = Pace(_FIRST_PACE)
        self._machine = SessionMachine.of(session)
        self.wanted: ModelKeys | None = None
        self.findings: tuple[Finding, ...] | None = None
        """Worst first; None until the first answer."""
        self.answered: DiagnosisQuestion | None = None
        """What the findings are about."""
        self.problem = ""
        """Why there is no answer, if there is none."""
        session.opened.connect(self._reopen)
        session.closed.connect(self._reopen)
        session.plan_changed.connect(self._ask)
        self._machine.changed.connect(self._ask)
        self._reopen()

    @property
    def busy(self) -> bool:
        """An answer is under way; the findings are those of a moment ago."""
        return self._asked is not None or self._curing.busy

    @property
    def computer(self) -> Computer:
        """The computer that is diagnosed for: that of the session's machine."""
        return self._machine.computer

    def set_computer(self, computer: Computer) -> None:
        """Have the session mean another computer from now on, in the documents to come as well."""
        self._machine.set_computer(computer)

    def set_wanted(self, wanted: ModelKeys | None) -> None:
        """Diagnose against a model too, or no longer."""
        if wanted is not self.wanted:
            self.wanted = wanted
            self._ask()

    def of_the_file_as_it_is(self) -> tuple[Preview, tuple[Finding, ...]]:
        """The open file with nothing planned, and its findings; they are worked out now."""
        assert self._session.catalogue is not None
        unplanned = preview(self._session.catalogue, Plan())
        return unplanned, diagnose(unplanned, self.computer, self.wanted)

    def cure_all(self) -> None:
        """Plan the cures of all errors and warnings, as one step."""
        catalogue, plan = self._session.catalogue, self._session.plan
        if catalogue is None or self._curing.busy:
            return
        work = partial(import_module(ENGINE).cure_all, catalogue, plan, self.computer, wanted=self.wanted)
        size = len(catalogue)
        is_here = not catalogue.checkpoint.is_elsewhere
        quick = is_here and size < MANY_ENTRIES and self._pace.is_quick(size * (1 + len(self.findings or ())))
        self._curing.ask(lambda _tick: (catalogue, plan, work()), at_once=quick)
        self.changed.emit()

    def _cured(self, result: tuple[Catalogue, Plan, Plan]) -> None:
        catalogue, before, plan = result
        if catalogue is self._session.catalogue and before == self._session.plan:  # else the user has gone on since
            self._session.set_plan(plan)
        self.changed.emit()

    def _not_cured(self, error: Exception) -> None:
        self.changed.emit()
        self._session.refused.emit(say("This could not be fixed: {error}", error=error))

    # ---- asking

    def _reopen(self) -> None:
        self._pace.forget()
        self.wanted = None
        self.findings = None
        self.answered = None
        self._ask()

    def _ask(self) -> None:
        preview = self._session.preview
        if preview is None or preview.catalogue is not self._session.catalogue:
            self._forget()
            return
        question = DiagnosisQuestion(preview, self.computer, self.wanted)
        if self._asked is not None and _is_same(self._asked, question):
            return
        self._asked = question
        size = len(preview.catalogue)
        if size < MANY_ENTRIES and self._pace.is_quick(size) and _is_usual(preview):
            self._pause.stop()
            self._begin(at_once=True)
            return
        self._latest.drop()
        self._pause.start()
        self.changed.emit()

    def _forget(self) -> None:
        self._asked = None
        self._pause.stop()
        self._latest.drop()
        self.changed.emit()

    def _begin(self, *, at_once: bool = False) -> None:
        """Diagnose what was asked last."""
        asked = self._asked
        if asked is not None:
            self._latest.ask(lambda tick: diagnose(asked.preview, asked.computer, asked.wanted, tick), at_once=at_once)

    def _take(self, findings: tuple[Finding, ...]) -> None:
        asked = self._asked
        assert asked is not None
        self._pace.learn(max(1, len(asked.preview.catalogue)), self._latest.seconds)
        self._asked = None
        self.findings, self.answered, self.problem = findings, asked, ""
        self.changed.emit()

    def _fail(self, error: Exception) -> None:
        self._asked = None
        self.findings, self.answered = None, None
        what = f"{type(error).__name__}: {error}"
        self.problem = say("This file could not be diagnosed: {error}", error=what)
        self.changed.emit()


def _is_same(one: DiagnosisQuestion, other: DiagnosisQuestion) -> bool:
    alike = (one.computer, one.computer.is_here) == (other.computer, other.computer.is_here)
    return alike and one.preview is other.preview and one.wanted is other.wanted


def _is_usual(preview: Preview) -> bool:
    """Whether a diagnosis takes as long as the entries let expect.

    A file can name thousands of devices, and of one elsewhere nobody knows how long it takes to look into it.
    """
    return len(preview.catalogue.devices) <= _MOST_DEVICES and not preview.catalogue.checkpoint.is_elsewhere


def diagnose(
    preview: Preview, computer: Computer, wanted: ModelKeys | None, tick: Tick = ignore
) -> tuple[Finding, ...]:
    """What the library finds."""
    found: tuple[Finding, ...] = import_module(ENGINE).diagnose(preview, computer, wanted, tick)
    return found

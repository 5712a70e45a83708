"""The page "Measure": does the chosen strategy for real, in a process of its own, and lays the figures side by side."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QHeaderView, QScrollArea, QVBoxLayout, QWidget

from core.edits.preview import Preview
from core.memory.analysis import Outcome
from core.memory.machine import Machine
from core.memory.measure import Measurement, measure, why_not
from core.torch_child.limits import UNLIMITED, USUAL, Limits, OverLimit
from core.words import say
from gui.jobs.latest_job import LatestJob
from gui.look.plain_text import tooltip
from gui.look.wording import breakable
from gui.memory.bars_model import first_sentence
from gui.memory.gauges import Gauges
from gui.memory.measured_model import measured_rows
from gui.memory.table_models import MeasuredModel
from gui.session.elsewhere import why_no_torch
from gui.widgets.basic_widgets import WITHOUT_LIMITS, WITHOUT_LIMITS_TIP, button, plain_label
from gui.widgets.progress import ProgressLine
from gui.widgets.table_view import TableView

#: Above this many tensors the question whether a strategy can be measured is left to the attempt.
_MANY = 4000
#: Two phases and the heading.
_LEAST_TABLE = 84


@dataclass(frozen=True)
class MeasureQuestion:
    """What is to be measured."""

    preview: Preview
    outcome: Outcome
    machine: Machine
    keep: bool


class MeasurePage(QWidget):
    """The cards of this computer, a button, and a table of measured beside predicted."""

    #: The strategy on show has been measured.
    measured = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._question: MeasureQuestion | None = None
        self._known: dict[str, Measurement] = {}
        self._latest = LatestJob(self)
        self.gauges = Gauges()
        self.start = button(
            say("Measure"),
            self._start,
            tip=say(
                "Load the file the chosen way in a process of its own, with torch and weights_only=True, and read\n"
                "what the kernel and torch.cuda.memory_stats count. Nothing that the file names is run."
            ),
        )
        self.freely = button(say(WITHOUT_LIMITS), lambda: self._start(UNLIMITED), tip=say(WITHOUT_LIMITS_TIP))
        self.note = plain_label(rank="muted", wrap=True)
        self.progress = ProgressLine(self._cancel)
        self._latest.progress.connect(self.progress.show_progress)
        self._latest.waiting.connect(self.progress.show_news)
        self._latest.done.connect(self._take)
        self._latest.failed.connect(self._fail)
        self._latest.cancelled.connect(self._cancelled)
        self.model = MeasuredModel(self)
        self.view = TableView(self.model, say("Measured beside predicted"), self, padding=4)
        self._lay_out()

    def _lay_out(self) -> None:
        header = self.view.horizontalHeader()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column in (1, 2):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        head = QHBoxLayout()
        head.addWidget(self.note, 1)
        head.addWidget(self.start, 0, Qt.AlignmentFlag.AlignTop)
        page = QWidget()
        layout = QVBoxLayout(page)
        layout.setContentsMargins(0, 6, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(self.gauges)
        layout.addLayout(head)
        layout.addWidget(self.freely)
        layout.addWidget(self.progress)
        layout.addWidget(self.view, 1)
        layout.addStretch(0)
        self.view.setMinimumHeight(_LEAST_TABLE)
        self.freely.hide()
        self.progress.hide()
        self.view.hide()
        scroll = QScrollArea()  # a computer may have many cards, and an error many words
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(page)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(scroll)

    # ---- what is asked

    def ask(self, question: MeasureQuestion | None) -> None:
        """This strategy is on show now."""
        before, self._question = self._question, question
        if before is None or question is None or _circumstances(before) != _circumstances(question):
            self._forget()
        elif before.outcome.strategy != question.outcome.strategy:
            self._latest.drop()
        self._refresh()

    @property
    def measurement(self) -> Measurement | None:
        """What was measured of the strategy on show."""
        return self._known.get(self._question.outcome.strategy.id) if self._question is not None else None

    def showEvent(self, event: QShowEvent) -> None:
        """Say what can be measured."""
        super().showEvent(event)
        self._refresh()

    def _forget(self) -> None:
        """Other circumstances: what was measured is true no more."""
        self._known = {}
        self._latest.drop()

    # ---- showing

    def _refresh(self) -> None:
        question = self._question
        if not self.isVisible() or question is None:
            return
        busy = self._latest.busy
        self.freely.hide()
        self.progress.setVisible(busy)
        reason = None if busy else _why_not(question)
        self.start.setVisible(not busy and reason is None)
        self.start.setText(say("Measure") if self.measurement is None else say("Again"))
        self.note.setToolTip(tooltip(reason or "") or "")
        known = self.measurement
        self.view.setVisible(known is not None)
        title = question.outcome.title
        if known is not None:
            self.model.set_rows(measured_rows(question.outcome, known.phases))
            self._say(
                say(
                    "{title} with torch {version} took {seconds:.1f} s.",
                    title=title,
                    version=known.torch,
                    seconds=known.seconds,
                )
            )
        else:
            self._say(
                say("{title} cannot be measured here. {reason}", title=title, reason=first_sentence(reason))
                if reason
                else say("{title}: not measured yet.", title=title)
            )

    def _say(self, text: str) -> None:
        self.note.setText(breakable(text))

    # ---- what the user does

    def _start(self, limits: Limits = USUAL) -> None:
        question = self._question
        if question is None or self._latest.busy:
            return
        self._latest.ask(
            lambda tick: measure(
                question.preview,
                question.outcome.strategy,
                question.machine,
                keep=question.keep,
                tick=tick,
                limits=limits,
            )
        )
        self.progress.start(say("Starting torch …"))
        self._refresh()
        self._say(say("Loading the file with {title} …", title=question.outcome.title))

    def _cancel(self) -> None:
        if self._latest.busy:
            self.progress.show_cancelling()
            self._latest.cancel()

    def _take(self, result: Measurement) -> None:
        self._known[result.strategy.id] = result
        self._refresh()
        self.measured.emit()

    def _fail(self, error: Exception) -> None:
        self._refresh()
        self._say(say("It could not be measured. {error}", error=error))
        self.freely.setVisible(isinstance(error, OverLimit))

    def _cancelled(self) -> None:
        self._refresh()
        self._say(say("Stopped; nothing was measured."))


def _circumstances(question: MeasureQuestion) -> tuple[object, ...]:
    return (question.preview.catalogue.checkpoint.path, question.preview.plan, question.machine, question.keep)


def _why_not(question: MeasureQuestion) -> str | None:
    reason = why_no_torch(question.preview.catalogue.checkpoint)
    if reason is not None:
        return reason
    if len(question.preview.catalogue.tensors) > _MANY:
        return None
    return why_not(question.preview, question.outcome.strategy, question.machine, keep=question.keep)

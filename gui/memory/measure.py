"""The page "Measure": does the chosen strategy for real, in a process of its own, and lays the figures side by side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFontMetrics, QHideEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from core.edits.preview import Preview
from core.memory.analysis import Outcome
from core.memory.machine import Machine
from core.memory.measure import Measurement, measure, why_not
from core.memory.sizes import memory_text
from core.torch_child.gpus import Gpu, LiveCards, live_cards
from core.torch_child.limits import UNLIMITED, USUAL, Limits, OverLimit
from core.words import marked, say
from gui.jobs.latest_job import LatestJob
from gui.look import theme
from gui.look.plain_text import tooltip
from gui.look.roles import Role, set_role
from gui.look.theme import is_on_screen
from gui.look.wording import breakable
from gui.memory.bars import owner_colour
from gui.memory.model import PHASE_WORDS, MeasuredRow, device_text, first_sentence, measured_rows, signed_size
from gui.session.elsewhere import why_no_torch
from gui.widgets.basic_widgets import WITHOUT_LIMITS, WITHOUT_LIMITS_TIP, button, plain_label
from gui.widgets.layouts import ScrolledColumn, Stretch, fill, horizontal, vertical
from gui.widgets.progress import ProgressLine
from gui.widgets.table_view import Column, Sizing, TableModel, TableView

# ---- a live gauge of each NVIDIA card of this computer, or a quiet line that says why there is none

INTERVAL: Final = 1000
"""Milliseconds between two looks at the cards while somebody watches."""
_BAR = 8


class Gauge(QWidget):
    """One card: its name and what is free, and a bar of used by us, used by others, free."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, Role.Indicator)
        self.card: Gpu | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_card(self, card: Gpu) -> None:
        self.card = card
        text = say(
            "{device}: {card}, {total:,} bytes\n"
            "used by this program: {ours:,}\n"
            "used by others: {others:,}\n"
            "free: {free:,}",
            device=card.device,
            card=card.name,
            total=card.total,
            ours=card.ours,
            others=card.others,
            free=card.free,
        )
        self.setToolTip(tooltip(text) or "")
        self.setAccessibleName(
            say(
                "{device}: {memory} of {memory_of_total} free",
                device=card.device,
                memory=memory_text(card.free),
                memory_of_total=memory_text(card.total),
            )
        )
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, QFontMetrics(self.font()).height() + _BAR + 4)

    def minimumSizeHint(self) -> QSize:
        return QSize(140, self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        card = self.card
        if card is None:
            return
        painter = QPainter(self)
        colours, metrics = theme.colours(), QFontMetrics(self.font())
        free = say("{memory} free", memory=memory_text(card.free))
        line = QRectF(0, 0, self.width(), metrics.height())
        painter.setPen(QColor(colours.muted))
        painter.drawText(line, int(Qt.AlignmentFlag.AlignRight), free)
        painter.setPen(QColor(colours.text))
        room = self.width() - metrics.horizontalAdvance(free) - 10
        name = metrics.elidedText(f"{card.device} · {card.name}", Qt.TextElideMode.ElideRight, room)
        painter.drawText(line, int(Qt.AlignmentFlag.AlignLeft), name)
        track = QRectF(0, metrics.height() + 2, self.width(), _BAR)
        painter.fillRect(track, QColor(colours.hover))
        left = 0.0
        for nbytes, colour in ((card.ours, owner_colour("model")), (card.others, owner_colour("leftover"))):
            width = track.width() * min(nbytes, card.total) / max(1, card.total)
            painter.fillRect(QRectF(left, track.top(), width, _BAR), colour)
            left += width
        painter.end()


class Gauges(QWidget):
    """All cards; asks the driver beside the event loop, and only while it is on the screen."""

    #: The cards of this computer are known.
    found = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.gauges: list[Gauge] = []
        self.quiet = plain_label(rank="muted", wrap=True)
        self._latest = LatestJob(self, done=self._take, failed=self._fail)
        self._timer = QTimer(self, interval=INTERVAL)
        self._timer.timeout.connect(self._look_again)
        self._layout = vertical(self.quiet, of=self, margins=0, spacing=4)

    def look(self) -> None:
        """Ask once."""
        if not self._latest.busy:
            self._latest.ask(lambda _tick: live_cards())

    def _look_again(self) -> None:
        if is_on_screen(self):
            self.look()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.look()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._timer.stop()

    def _take(self, live: LiveCards) -> None:
        while len(self.gauges) < len(live.cards):
            self.gauges.append(Gauge())
            self._layout.addWidget(self.gauges[-1])
        for place, gauge in enumerate(self.gauges):
            gauge.setVisible(place < len(live.cards))
            if place < len(live.cards):
                gauge.show_card(live.cards[place])
        self.quiet.setVisible(not live.cards)
        self.quiet.setText(live.problem or "")
        # Where there is no card now, none will be plugged in.
        if live.cards and self.isVisible():
            self._timer.start()
        self.found.emit(live)

    def _fail(self, error: Exception) -> None:
        self._take(LiveCards((), say("The cards of this computer cannot be read: {error}", error=error)))


# ---- measured beside predicted

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


def _predicted(row: MeasuredRow) -> str:
    told, most = signed_size(row.predicted), signed_size(row.at_most)
    return f"{told} – {most}" if row.at_most > row.predicted and most != told else told


def _exactly(row: MeasuredRow) -> str:
    return f"{PHASE_WORDS[row.phase]} · {device_text(row.device)}\n{row.detail}"


COLUMNS = (
    Column[MeasuredRow](
        marked("Phase"),
        marked("The phase and the device. RAM means that of the loading process"),
        lambda row: row.label,
        raw=lambda row: row.phase,
        tip=_exactly,
        sizing=Sizing.Stretch,
    ),
    Column[MeasuredRow](
        marked("Predicted"),
        marked("At the end of the phase: total RAM, or torch.cuda.memory_allocated() for a GPU"),
        _predicted,
        raw=lambda row: row.predicted,
        tip=_exactly,
        number=True,
        sizing=Sizing.ResizeToContents,
    ),
    Column[MeasuredRow](
        marked("Measured"),
        marked("What the kernel and torch counted in a process that really loaded the file"),
        lambda row: signed_size(row.measured),
        raw=lambda row: row.measured,
        tip=_exactly,
        number=True,
        sizing=Sizing.ResizeToContents,
    ),
)


class MeasurePage(QWidget):
    """The cards of this computer, a button, and a table of measured beside predicted."""

    #: The strategy on show has been measured.
    measured = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._question: MeasureQuestion | None = None
        self._known: dict[str, Measurement] = {}
        self._latest = LatestJob(self, done=self._take, failed=self._fail, cancelled=self._cancelled)
        self.gauges = Gauges()
        self.start = button(
            say("Measure"),
            self._start,
            tip=say(
                "Load the file the chosen way in a separate process, with torch and weights_only=True, and read\n"
                "what the kernel and torch.cuda.memory_stats count. Nothing that the file names is run."
            ),
        )
        self.freely = button(say(WITHOUT_LIMITS), lambda: self._start(UNLIMITED), tip=say(WITHOUT_LIMITS_TIP))
        self.note = plain_label(rank="muted", wrap=True)
        self.progress = ProgressLine(self._latest.cancel)
        self._latest.progress.connect(self.progress.show_progress)
        self._latest.waiting.connect(self.progress.show_news)
        self.model = TableModel(COLUMNS, self)
        self.view = TableView(self.model, say("Measured beside predicted"), self, padding=4)
        self._lay_out()

    def _lay_out(self) -> None:
        head = horizontal((self.note, 1), (self.start, 0, Qt.AlignmentFlag.AlignTop))
        page = QWidget()
        layout = vertical(self.gauges, head, of=page, margins=(0, 6, 0, 0), spacing=6)
        fill(layout, self.freely, self.progress, (self.view, 1), Stretch(0))
        self.view.setMinimumHeight(_LEAST_TABLE)
        self.freely.hide()
        self.progress.hide()
        self.view.hide()
        vertical(ScrolledColumn(page), of=self, margins=0)  # a computer may have many cards, and an error many words

    # ---- what is asked

    def ask(self, question: MeasureQuestion | None) -> None:
        """This strategy is on show now."""
        before, self._question = self._question, question
        if before is None or question is None or _circumstances(before) != _circumstances(question):
            self._known = {}  # in other circumstances what was measured is true no more
            self._latest.drop()
        elif before.outcome.strategy != question.outcome.strategy:
            self._latest.drop()
        self._refresh()

    @property
    def measurement(self) -> Measurement | None:
        """What was measured of the strategy on show."""
        return self._known.get(self._question.outcome.strategy.id) if self._question is not None else None

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._refresh()

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
                say("You cannot measure {title} here. {reason}", title=title, reason=first_sentence(reason))
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
        self._say(say("You stopped it before anything was measured."))


def _circumstances(question: MeasureQuestion) -> tuple[object, ...]:
    return (question.preview.catalogue.checkpoint.path, question.preview.plan, question.machine, question.keep)


def _why_not(question: MeasureQuestion) -> str | None:
    reason = why_no_torch(question.preview.catalogue.checkpoint)
    if reason is not None:
        return reason
    if len(question.preview.catalogue.tensors) > _MANY:
        return None
    return why_not(question.preview, question.outcome.strategy, question.machine, keep=question.keep)

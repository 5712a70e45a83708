"""The memory panel, all parts of its board, and how they follow the document.

At first a question, a sentence and a bar; behind them a table of the ways of loading, and what is told of the chosen
one: phase by phase, its code, and what training takes then.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import QModelIndex, QObject, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QSplitter,
    QStackedLayout,
    QStyleOptionViewItem,
    QTableView,
    QTabWidget,
    QWidget,
)

from core.diagnosis.finding import NOTE, WARNING
from core.edits.preview import Preview
from core.memory.analysis import ERROR, OUT_OF_MEMORY, Analysis, predict_memory
from core.memory.machine import Machine
from core.memory.training.least import Training
from core.text import titled
from core.torch_child.gpus import LiveCards
from core.words import marked, say
from gui.jobs.latest_job import UNASKED, LatestJob, Pace
from gui.look import theme
from gui.look.palette import device_colour
from gui.look.plain_text import tooltip
from gui.look.theme import is_on_screen
from gui.look.wording import breakable
from gui.memory.bars import BarLine
from gui.memory.controls import MachineControls
from gui.memory.measure import MeasurePage, MeasureQuestion
from gui.memory.model import (
    WayRow,
    answer_of,
    has_room,
    scale_of,
    signed_size,
    training_line,
    training_text,
    way_rows,
)
from gui.memory.pages import FilePage, PhasesPage, RecipePage, TrainingPage
from gui.session.computers import SessionMachine
from gui.session.session import Session
from gui.widgets.basic_widgets import CutButton, plain_label, set_state
from gui.widgets.delegates import PADDING, CellDelegate, Index
from gui.widgets.item_roles import ItemRole
from gui.widgets.layouts import Stretch, fill, vertical
from gui.widgets.on_screen import Follower
from gui.widgets.table_view import Column, Role, Sizing, TableModel, TableView
from gui.widgets.verdict import VerdictLabel

# ---- asking the library: at once where that is quick, beside the event loop where it is not

_FIRST_PACE: Final = 1e-5
"""Seconds a tensor and process, until the first analysis of a document has been timed."""


class Analyst(QObject):
    """One question at a time: a newer one takes the place of those that wait, and stale answers are dropped."""

    ready = Signal(object)
    """The `Analysis` of the latest question."""
    failed = Signal(object)
    """The exception that the latest question ended with."""
    started = Signal()
    """The answer takes a while."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pace = Pace(_FIRST_PACE)
        self._size = 1
        self._latest = LatestJob(self, turn=UNASKED, done=self._answer)
        self._latest.failed.connect(self.failed)

    def ask(self, preview: Preview, machine: Machine, training: Training, *, keep: bool) -> None:
        """Have the strategies worked out; `ready` or `failed` follows, at once for small files."""
        self._size = max(1, len(preview.catalogue.tensors) * machine.ranks)
        quick = self._pace.is_quick(self._size)
        if not quick:
            self.started.emit()
        self._latest.ask(
            lambda tick: predict_memory(preview, machine, keep=keep, training=training, tick=tick), at_once=quick
        )

    def forget(self) -> None:
        """The answer under way is not wanted any more; the next question is about something new."""
        self._pace.forget()
        self._latest.drop()

    @property
    def busy(self) -> bool:
        return self._latest.busy

    def _answer(self, analysis: Analysis) -> None:
        self._pace.learn(self._size, self._latest.seconds)
        self.ready.emit(analysis)


# ---- the answer: whether it fits, and by which way


class Headline(VerdictLabel):
    """A sentence on a ground that says whether it is a good one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._said = (NOTE, "")
        self.doubtful = False

    def tell(self, severity: str, text: str) -> None:
        """Show a sentence."""
        self._said = severity, text
        self.say(NOTE if self.doubtful else severity, text)

    @property
    def ink(self) -> str:
        return theme.colours().disabled if self.doubtful else super().ink

    def doubt(self, on: bool) -> None:
        """Grey, while what stands above is no machine: the sentence is about the one of before."""
        if on != self.doubtful:
            self.doubtful = on
            self.tell(*self._said)


# ---- the ways of loading


class WayDelegate(CellDelegate):
    """A cell of a way of loading. Where there is no room for the column of code, the words run over the whole row, and
    torch's term and the figures stand below them.
    """

    def __init__(self, parent: QTableView) -> None:
        super().__init__(parent)
        self._view = parent

    def paint_content(self, painter: QPainter, rect: QRect, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the cell, and its piece of the words above."""
        row: WayRow = index.data(ItemRole.OWN)
        if self._view.isColumnHidden(CODE):
            line = QFontMetrics(option.font).height()
            whole = QRect(self._view.columnViewportPosition(WAY) + PADDING, rect.top() + 4, 0, line)
            whole.setWidth(self._view.viewport().width() - 2 * PADDING)
            painter.save()
            painter.setClipRect(option.rect)
            self._paint_words(painter, whole, option, row)
            painter.restore()
            rect = rect.adjusted(0, line + 4, 0, -3)
            if index.column() == WAY:
                if rect.width() >= _LEAST_TERM:
                    room = rect.adjusted(0, 0, 0, -_SHARE)
                    self.draw_text(painter, room, row.title, theme.key_font(), self.colour(option, pale=True))
                return
        elif index.column() == WAY:
            self._paint_words(painter, rect, option, row)
            return
        if index.column() == CODE:
            self.draw_text(painter, rect, row.title, theme.key_font(), self.colour(option))
            return
        if index.column() == PEAK and row.peak is not None:
            self._paint_share(painter, rect, row)
        self._paint_figure(painter, rect.adjusted(0, 0, 0, -_SHARE), option, index)

    def _paint_words(self, painter: QPainter, rect: QRect, option: QStyleOptionViewItem, row: WayRow) -> None:
        """Bold, and its mark beside it, where no way is better."""
        font, room = QFont(option.font), QRect(rect)
        font.setBold(bool(row.mark))
        side = self.draw_text(painter, room, row.mark, option.font, self.colour(option, pale=True), right=True)
        room.setRight(room.right() - side - (_GAP if side else 0))
        self.draw_text(painter, room, row.words, font, self.colour(option))

    def _paint_figure(self, painter: QPainter, rect: QRect, option: QStyleOptionViewItem, index: Index) -> None:
        """Red, where it says what is missing or that nothing is loaded."""
        row: WayRow = index.data(ItemRole.OWN)
        is_bad = index.column() == SPARE and (row.state in (ERROR, OUT_OF_MEMORY))
        colour = self.colour(option, wrong=is_bad)
        self.draw_text(painter, rect, index.data(Role.DisplayRole) or "", option.font, colour, right=True)

    @staticmethod
    def _paint_share(painter: QPainter, rect: QRect, row: WayRow) -> None:
        """How much of the card that is, in the card's colour; all of it is red where that is not enough."""
        share = min(1.0, (row.peak or 0) / row.room) if row.room > 0 else 1.0
        track = QRectF(rect.left(), rect.bottom() - _SHARE, rect.width(), _SHARE)
        over = (row.peak or 0) > row.room
        colour = QColor(theme.colours().error) if over else device_colour(row.device or "", theme.is_dark())
        painter.fillRect(track, QColor(theme.colours().border))
        painter.fillRect(QRectF(track.left(), track.top(), max(2.0, track.width() * share), _SHARE), colour)


_SHARE: Final = 4
"""Pixels of the height of a bar."""
_GAP: Final = 6
_LEAST_TERM: Final = 60
"""Pixels of torch's term that tell something."""
_LOW_ROW, _HIGH_ROW = 14, 32
"""What a row has beside its line of text, and where it has two."""


def _size(nbytes: int | None) -> str:
    return "–" if nbytes is None else signed_size(nbytes)


def _spare(row: WayRow) -> str:
    return _size(row.spare) if row.ram is not None else say(row.state)


def _tips(row: WayRow) -> str:
    return "\n\n".join((row.full, *(bar.tip for bar in row.bars)))


WAY, PEAK, SPARE, RAM, CODE = range(5)
_column = partial(Column[WayRow], roles={ItemRole.OWN: lambda row: row}, paint=WayDelegate)
_figure = partial(_column, number=True)
WAYS = (
    _column(
        marked("Way"),
        marked(
            "The way that takes the least memory on the cards, then the least RAM.\n"
            "Ways that hardly differ count as equal."
        ),
        lambda row: row.words,
        tip=lambda row: titled(row.words, f"{row.title}\n{row.full}"),
        spoken=lambda row: titled(row.words, f"{row.sentence}{(f' ({row.mark})' if row.mark else '')}"),
        sizing=Sizing.Stretch,
    ),
    _figure(
        marked("Peak"),
        marked("The peak of the fullest card, in its colour. The whole bar is the memory of the card."),
        lambda row: _size(row.peak),
        raw=lambda row: row.peak or 0,
        tip=_tips,
    ),
    _figure(
        marked("To spare"),
        marked(
            "Memory left on the fullest card at its peak, minus what you keep free. A negative number is how much "
            "is missing."
        ),
        _spare,
        raw=lambda row: row.spare or 0,
        tip=lambda row: row.full,
    ),
    _figure(
        marked("RAM"),
        marked("The peak of a process in the computer's memory"),
        lambda row: _size(row.ram),
        raw=lambda row: row.ram or 0,
        tip=lambda row: row.full,
    ),
    _column(
        marked("Code"),
        marked("The main call of this way; its full code is below"),
        lambda row: row.title,
        tip=lambda row: row.code,
        width=190,
    ),
)


class WaysView(TableView):
    """All ways of loading, best first; `chosen` says which row was clicked or walked to."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        self.ways = TableModel(WAYS)
        super().__init__(self.ways, say("Ways to load the checkpoint"), parent)
        self.ways.setParent(self)
        self._shows = False
        self._chosen = ""
        self.ways.modelReset.connect(self._show_chosen)
        self.setSelectionMode(self.SelectionMode.SingleSelection)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.allow_sorting()
        self.selectionModel().currentRowChanged.connect(self._choose)
        self.resized.connect(self._make_room)
        self._make_room()

    def show_rows(self, rows: list[WayRow], chosen: str) -> None:
        self._chosen = chosen
        self._shows = True
        self.ways.set_rows(rows)
        self.hug_rows(_ROWS_AT_LEAST)
        self._show_chosen()

    def _show_chosen(self) -> None:
        """It stays chosen in whatever order the rows are."""
        self._shows = True
        place = next((place for place, row in enumerate(self.ways.rows) if row.id == self._chosen), -1)
        if place >= 0 and place != self.currentIndex().row():
            self.selectRow(place)
            self.scrollTo(self.ways.index(place, 0))
        self._shows = False

    def _choose(self, index: QModelIndex) -> None:
        if not self._shows and index.isValid():
            self.chosen.emit(self.ways.rows[index.row()].id)

    def _make_room(self) -> None:
        """In a narrow panel what a way does stands above its figures."""
        room, header = self.viewport().width(), self.horizontalHeader()
        narrow = room < theme.px(_WITH_CODE)
        least = min(theme.px(_LEAST_FIGURE), (room - header.minimumSectionSize()) // 3)
        for column in (PEAK, SPARE, RAM):
            header.resizeSection(column, min(theme.px(_FIGURE), max(least, (room - theme.px(_HEADING)) // 3)))
        self.setColumnHidden(CODE, narrow)
        self._padding = _HIGH_ROW if narrow else _LOW_ROW
        self._set_row_height()
        self.hug_rows(_ROWS_AT_LEAST)


_ROWS_AT_LEAST: Final = 2
_LEAST_FIGURE, _FIGURE, _HEADING = 64, 74, 48
"""Pixels of a figure, at least and where there is room, and of the heading beside the figures."""
_WITH_CODE: Final = 560
"""From this width on there is room for torch's term beside the words."""


# ---- the panel

#: From this width on the table and what belongs to the chosen way stand side by side, in a panel that is lower than
#: this.
_WIDE, _TALL = 620, 640
#: Below this height the table of ways needs the lines of the legend.
_LOW = 520
#: What the phases take, so that the table does not jump between ways that have some and those that fail.
_LEAST_PAGE = 196
_LEAST_CODE = 80


class MemoryBoard(Follower):
    """The question and its answer; unfolded, a row a way, and the phases and code of the chosen one."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._chosen = ""
        self._answered = ""
        self._cards_known = False
        self._has_bar = False
        self._lacks = False
        """Resuming with the way on show takes more than there is."""
        self._loads = True
        """The way on show gets so far that there is code to try."""
        self.analysis: Analysis | None = None
        self.rows: list[WayRow] = []
        self.analyst = Analyst(self)
        self.controls = MachineControls(SessionMachine.of(session))
        self.headline = Headline()
        self.bar = BarLine()
        self.all = CutButton()
        self.details = QWidget()
        self.least = plain_label(rank="muted", wrap=True)
        self.ways = WaysView()
        self.phases = PhasesPage()
        self.recipe = RecipePage()
        self.training = TrainingPage()
        self.file = FilePage(session)
        self.measure = MeasurePage()
        self.pages = QTabWidget()
        self.splitter = QSplitter(Qt.Orientation.Vertical)
        self._lay_out()
        self._connect()
        self._refresh()

    def _lay_out(self) -> None:
        self.pages.setDocumentMode(True)
        self.pages.setStyleSheet("QTabBar::tab { padding: 4px 5px; } QTabWidget::pane { border: none; }")
        chosen = QWidget()
        vertical(self.phases, (self.recipe, 1), of=chosen, margins=0, spacing=2)
        for page, title, tip in (
            (chosen, say("Phases"), say("The chosen way phase by phase, and the Python that does it")),
            (
                self.training,
                say("Train"),
                say("What training takes after the chosen way has loaded the file"),
            ),
            (self.file, say("File"), say("The bytes of the file on each device, before and after your changes")),
            (self.measure, say("Measure"), say("Measure the chosen way for real, and see the cards of this computer")),
        ):
            self.pages.addTab(page, title)
            self.pages.setTabToolTip(self.pages.count() - 1, tip)
        self.splitter.addWidget(self.ways)
        self.splitter.addWidget(self.pages)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setStretchFactor(0, 3)
        self.splitter.setStretchFactor(1, 2)
        self.splitter.setSizes([330, 200])
        self.all.setCheckable(True)
        self.all.setProperty("link", True)
        self.all.setToolTip(say("See every way of loading the file, what each takes phase by phase, and its code"))
        vertical((self.splitter, 1), self.controls.rest, of=self.details, margins=0, spacing=7)
        layout = vertical(self.controls, self.headline, self.bar, self.least, of=self, margins=(8, 6, 8, 8), spacing=7)
        fill(layout, (self.all, 0, Qt.AlignmentFlag.AlignLeft), (self.details, 1), Stretch(0))
        self._unfold(on=False)

    def _connect(self) -> None:
        session = self._session
        for signal in (session.opened, session.closed):
            signal.connect(self._forget)
        session.plan_changed.connect(self._refresh)
        theme.theme().follow(self._show)
        self.controls.changed.connect(self.catch_up)
        self.training.changed.connect(self.catch_up)
        self.controls.more.toggled.connect(lambda _on: self._share_height())
        self.all.toggled.connect(lambda on: self._unfold(on=on))
        self.measure.measured.connect(self._show)
        self.controls.doubted.connect(self._show_doubt)
        self.measure.gauges.found.connect(self._use_cards)
        self.analyst.ready.connect(self._take)
        self.analyst.failed.connect(self._fail)
        self.analyst.started.connect(lambda: self.headline.tell(NOTE, say("Working it out …")))
        self.ways.chosen.connect(self.choose)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Side by side where there is room; without the legend where there is little: tooltips name the parts too."""
        super().resizeEvent(event)
        self._share_height()
        beside = self.width() >= _WIDE and self.height() < _TALL
        wanted = Qt.Orientation.Horizontal if beside else Qt.Orientation.Vertical
        if self.splitter.orientation() != wanted:
            self.splitter.setOrientation(wanted)
            self.splitter.setSizes([1000, 1000])

    def _unfold(self, *, on: bool) -> None:
        """Show all ways and phases, or the answer alone."""
        self.all.setText(f"{'▾' if on else '▸'} {say('Ways to load, step by step')}")
        self.details.setVisible(on)
        self._share_height()

    def _share_height(self) -> None:
        """In a low panel the table of ways, which has bars too, needs the room."""
        unfolded = self.all.isChecked()
        self.bar.setVisible(self._has_bar and not (unfolded and self._is_low()))
        self.least.setVisible(self._lacks or (unfolded and not self._is_low()))
        self.recipe.setVisible(self._loads and not self._is_low())
        self.pages.setMinimumHeight(_LEAST_PAGE + (0 if self._is_low() else _LEAST_CODE))

    def _is_low(self) -> bool:
        controls = self.controls
        more = controls.more_page.sizeHint().height() if controls.more.isChecked() else 0
        return self.height() - more < _LOW

    def paintEvent(self, event: QPaintEvent) -> None:
        """Ask for the cards of this computer as well, the first time that somebody looks."""
        super().paintEvent(event)
        if not self._cards_known:
            self.measure.gauges.look()

    # ---- following the session

    def _forget(self) -> None:
        self._chosen = ""
        self.analysis = None
        self.rows = []
        self.measure.ask(None)
        self.analyst.forget()
        self._refresh()

    def _refresh(self) -> None:
        self.file.refresh()
        self.wait()

    def catch_up(self) -> None:
        """Work out what each way of loading takes."""
        preview = self._session.preview
        if preview is None or not preview.totals_before or not is_on_screen(self):
            return
        self.behind = False
        if self.controls.asks:
            self._ask_which()
            return
        self._show_doubt()
        self.analyst.ask(preview, self.controls.machine, self.training.training, keep=self.controls.keep.isChecked())

    def _take(self, analysis: Analysis) -> None:
        self.analysis = analysis
        self._show()

    def _use_cards(self, live: LiveCards) -> None:
        """Begin with the cards of this computer, where there are any: that is what most people ask about."""
        if live.cards and not self._cards_known:
            SessionMachine.of(self._session).see(live.cards)
        self._cards_known = True

    def _ask_which(self) -> None:
        """No card is made up: until there is one, nothing is said of whether it fits."""
        self.analyst.forget()
        self.analysis = None
        self._has_bar = self._lacks = False
        self.headline.tell(NOTE, say("Which card? Choose one above, or type its name or its memory: T4, 24 GiB."))
        self.least.setText("")
        self.all.setChecked(False)
        self._show_doubt()
        self._share_height()

    def _show_doubt(self) -> None:
        """An answer does not stand for what was typed since and is none."""
        sure = not self.controls.doubtful
        self.headline.doubt(not sure)
        for part in (self.bar, self.least, self.all, self.details):
            part.setEnabled(sure and not self.controls.asks)

    def _fail(self, error: Exception) -> None:
        self.headline.tell(WARNING, say("This cannot be calculated: {error}", error=error))

    # ---- showing

    def choose(self, strategy: str) -> None:
        """Show the phases and the code of a way."""
        self._chosen = strategy
        self._show()

    @property
    def chosen(self) -> str:
        """The strategy on show: the one that was clicked, else the one that the answer speaks of."""
        if self.analysis is None or any(each.strategy.id == self._chosen for each in self.analysis.outcomes):
            return self._chosen
        return self._answered or self.analysis.outcomes[0].strategy.id

    def _show(self) -> None:
        analysis = self.analysis
        if analysis is None:
            return
        self.rows = way_rows(analysis)
        answer = answer_of(analysis)
        self.headline.tell(answer.severity, answer.text)
        self.headline.setToolTip(tooltip(analysis.notice) or "")
        self._answered = answer.way
        self._show_bar(answer.way)
        self.ways.show_rows(self.rows, self.chosen)
        outcome = analysis.outcome(self.chosen)
        self.least.setText(breakable(training_line(outcome, analysis.machine)))
        self._lacks, self._loads = not has_room(outcome, analysis.machine), bool(outcome.phases)
        set_state(self.least, "rank", "error" if self._lacks else "muted")
        self._share_height()
        self.training.say(training_text(analysis, outcome))
        assert self._session.preview is not None
        self.measure.ask(
            MeasureQuestion(self._session.preview, outcome, analysis.machine, self.controls.keep.isChecked())
        )
        self.controls.tell_assumptions(analysis.assumptions)
        self.phases.show_outcome(outcome, analysis.machine.room, self.measure.measurement)
        row = next(row for row in self.rows if row.id == self.chosen)
        self.recipe.show_row(row)

    def _show_bar(self, way: str) -> None:
        """The fullest device of a way; no bar where nobody knows how much there is: it would be part of nothing."""
        rows = [row for row in self.rows if row.id == way]
        bars = [bar for row in rows for bar in row.bars if bar.capacity]
        self._has_bar = bool(bars)
        if bars:
            fullest = max(bars, key=lambda bar: bar.total)
            self.bar.show_bar(fullest, scale_of(rows), fullest.label)


# ---- the panel, which is empty until there is something to show and it comes into view


class MemoryPanel(Follower):
    """Shows a sentence or the board. The board is made when the panel is first seen, so the window opens faster."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._board: MemoryBoard | None = None
        self.empty = plain_label(rank="muted", wrap=True)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        blank = QWidget()
        vertical(self.empty, of=blank, margins=16)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(blank)
        for signal in (session.opened, session.closed):
            signal.connect(self._refresh)
        self._refresh()

    @property
    def board(self) -> MemoryBoard:
        if self._board is None:
            self._board = MemoryBoard(self._session)
            self._stack.addWidget(self._board)
        return self._board

    def sizeHint(self) -> QSize:
        """As wide as the other panels of its side."""
        return QSize(310, 560)

    def _refresh(self) -> None:
        preview = self._session.preview
        self.empty.setText(
            say("Open a checkpoint to see what loading it would take.")
            if preview is None
            else say("This file has no tensors: loading it takes almost no memory.")
        )
        if preview is not None and preview.totals_before:
            self.wait()
        else:
            self.behind = False
            self._stack.setCurrentIndex(0)

    def catch_up(self) -> None:
        """Show the board."""
        self._stack.setCurrentWidget(self.board)

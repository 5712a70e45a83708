"""All parts of the memory panel, and how they follow the document.

At first a question, a sentence and a bar; behind them every way of loading, phase by phase.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QPushButton, QSplitter, QTabWidget, QVBoxLayout, QWidget

from core.memory.analysis import Analysis
from core.torch_child.gpus import LiveCards
from core.words import say
from gui.look import theme
from gui.look.plain_text import tooltip
from gui.look.wording import breakable
from gui.memory.analyst import Analyst
from gui.memory.answer_model import answer_of
from gui.memory.bars_model import StrategyRow, owners_in, scale_of, strategy_rows
from gui.memory.controls import MachineControls
from gui.memory.file import FilePage
from gui.memory.headline import Headline
from gui.memory.legend import Legend
from gui.memory.measure import MeasurePage, MeasureQuestion
from gui.memory.recipe import RecipePage
from gui.memory.strategy_list import BarLine, StrategyList
from gui.memory.timeline import TimelinePage
from gui.memory.training import TrainingPage
from gui.memory.training_model import has_room, training_line, training_text
from gui.session.computers import SessionMachine
from gui.session.session import Session
from gui.widgets.basic_widgets import plain_label, set_state
from gui.widgets.on_screen import is_on_screen

#: From this width on the list and what belongs to the chosen strategy stand side by side.
_WIDE = 620
#: Below this height the list of ways needs the lines of the legend.
_LOW = 520
#: What the timeline takes, so that the list does not jump between strategies that have one and those that fail.
_LEAST_PAGE = 196


class MemoryBoard(QWidget):
    """The question and its answer; unfolded, a row a strategy, and the timeline and code of the chosen one."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._chosen = ""
        self._answered = ""
        self._revealed = ""
        self._stale = True
        self._cards_known = False
        self._has_bar = False
        self._lacks = False
        """Resuming with the way on show takes more than there is."""
        self.analysis: Analysis | None = None
        self.rows: list[StrategyRow] = []
        self.analyst = Analyst(self)
        self.controls = MachineControls(SessionMachine.of(session))
        self.headline = Headline()
        self.bar = BarLine()
        self.all = QPushButton()
        self.details = QWidget()
        self.least = plain_label(rank="muted", wrap=True)
        self.legend = Legend()
        self.strategies = StrategyList()
        self.timeline = TimelinePage(session)
        self.recipe = RecipePage()
        self.training = TrainingPage()
        self.file = FilePage(session)
        self.measure = MeasurePage()
        self.pages = QTabWidget()
        self.splitter = QSplitter(Qt.Orientation.Vertical)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._lay_out()
        self._connect()
        self._refresh()

    def _lay_out(self) -> None:
        self.pages.setDocumentMode(True)
        self.pages.setStyleSheet("QTabBar::tab { padding: 4px 5px; } QTabWidget::pane { border: none; }")
        for page, title, tip in (
            (self.timeline, say("Timeline"), say("The chosen way phase by phase")),
            (self.recipe, say("Code"), say("The Python that does it")),
            (
                self.training,
                say("Train"),
                say("What going on with training takes once the chosen way has loaded the file"),
            ),
            (self.file, say("File"), say("The bytes of the file on each device, before and after the plan")),
            (self.measure, say("Measure"), say("The chosen way done for real, and the cards of this computer")),
        ):
            self.pages.addTab(page, title)
            self.pages.setTabToolTip(self.pages.count() - 1, tip)
        self.splitter.addWidget(self.strategies)
        self.splitter.addWidget(self.pages)
        self.splitter.setChildrenCollapsible(False)
        self.pages.setMinimumHeight(_LEAST_PAGE)
        self.splitter.setStretchFactor(0, 3)
        self.splitter.setStretchFactor(1, 2)
        self.splitter.setSizes([330, 200])
        self.all.setCheckable(True)
        self.all.setProperty("link", True)
        self.all.setToolTip(say("Every way of loading the file, what it takes phase by phase, and its code"))
        details = QVBoxLayout(self.details)
        details.setContentsMargins(0, 0, 0, 0)
        details.setSpacing(7)
        details.addWidget(self.controls.rest)
        details.addWidget(self.legend)
        details.addWidget(self.splitter, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 6, 8, 8)
        layout.setSpacing(7)
        for part in (self.controls, self.headline, self.bar, self.least):
            layout.addWidget(part)
        layout.addWidget(self.all, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(self.details, 1)
        layout.addStretch(0)
        self._unfold(on=False)

    def _connect(self) -> None:
        session = self._session
        for signal in (session.opened, session.closed):
            signal.connect(self._forget)
        session.plan_changed.connect(self._refresh)
        theme.theme().changed.connect(self._show)
        self._soon.timeout.connect(self._work_out)
        self.controls.changed.connect(self._work_out)
        self.training.changed.connect(self._work_out)
        self.controls.more.toggled.connect(lambda _on: self._share_height())
        self.all.toggled.connect(lambda on: self._unfold(on=on))
        self.measure.measured.connect(self._show)
        self.controls.doubted.connect(self._show_doubt)
        self.measure.gauges.found.connect(self._use_cards)
        self.analyst.ready.connect(self._take)
        self.analyst.failed.connect(self._fail)
        self.analyst.started.connect(lambda: self.headline.say(say("Working it out …"), good=None))
        self.strategies.chosen.connect(self.choose)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Side by side where there is room; without the legend where there is little: tooltips name the parts too."""
        super().resizeEvent(event)
        self._share_height()
        wanted = Qt.Orientation.Horizontal if self.width() >= _WIDE else Qt.Orientation.Vertical
        if self.splitter.orientation() != wanted:
            self.splitter.setOrientation(wanted)
            self.splitter.setSizes([1000, 1000])

    def _unfold(self, *, on: bool) -> None:
        """Show all ways and phases, or the answer alone."""
        words = say("All ways and phases")
        self.all.setText(f"{'▾' if on else '▸'} {words}")
        self.details.setVisible(on)
        self._share_height()

    def _share_height(self) -> None:
        """In a low panel the list of ways, which has bars too, needs the room."""
        unfolded = self.all.isChecked()
        self.bar.setVisible(self._has_bar and not (unfolded and self._is_low()))
        self.least.setVisible(self._lacks or (unfolded and not self._is_low()))
        self.legend.setVisible(not self._is_low())

    def _is_low(self) -> bool:
        controls = self.controls
        more = controls.more_page.sizeHint().height() if controls.more.isChecked() else 0
        return self.height() - more < _LOW

    def paintEvent(self, event: QPaintEvent) -> None:
        """Catch up: nothing is worked out while nobody looks, and nothing is painted then."""
        super().paintEvent(event)
        if self._stale:
            self._soon.start()
        if not self._cards_known:
            self.measure.gauges.look()

    # ---- following the session

    def _forget(self) -> None:
        self._chosen = self._revealed = ""
        self.analysis = None
        self.rows = []
        self.measure.ask(None)
        self.analyst.forget()
        self._refresh()

    def _refresh(self) -> None:
        self.file.refresh()
        self._stale = True
        if is_on_screen(self):
            self._soon.start()

    def _work_out(self) -> None:
        preview = self._session.preview
        if preview is None or not preview.totals_before or not is_on_screen(self):
            return
        self._stale = False
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
        self.headline.say(say("Which card? Choose one above, or type its name or its memory: T4, 24 GiB."), good=None)
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
        self.headline.say(say("This cannot be worked out: {error}", error=error), good=False)

    # ---- showing

    def choose(self, strategy: str) -> None:
        """Show the timeline and the code of a strategy."""
        self._chosen = strategy
        self._revealed = ""
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
        self.rows = strategy_rows(analysis)
        answer = answer_of(analysis, planned=bool(self._session.plan))
        self.headline.say(answer.text, answer.good, answer.term)
        self.headline.setToolTip(tooltip(analysis.notice) or "")
        self._answered = answer.way
        self._show_bar(answer.way)
        self.strategies.show_rows(self.rows, self.chosen)
        if self.chosen != self._revealed:
            self._revealed = self.chosen
            self.strategies.reveal(self.chosen)
        outcome = analysis.outcome(self.chosen)
        self.least.setText(breakable(training_line(outcome, analysis.machine)))
        self._lacks = not has_room(outcome, analysis.machine)
        set_state(self.least, "rank", "error" if self._lacks else "muted")
        self._share_height()
        self.training.say(training_text(analysis, outcome))
        self.legend.show_owners(owners_in(analysis))
        assert self._session.preview is not None
        self.measure.ask(
            MeasureQuestion(self._session.preview, outcome, analysis.machine, self.controls.keep.isChecked())
        )
        self.timeline.show_outcome(outcome, analysis.machine.room, self.measure.measurement)
        self.recipe.show_row(next(row for row in self.rows if row.id == self.chosen))

    def _show_bar(self, way: str) -> None:
        """The fullest device of a way; no bar where it is none."""
        rows = [row for row in self.rows if row.id == way]
        bars = [bar for row in rows for bar in row.bars]
        self._has_bar = bool(bars)
        if bars:
            fullest = max(bars, key=lambda bar: (bool(bar.capacity), bar.total))
            self.bar.show_bar(fullest, scale_of(rows), fullest.label)

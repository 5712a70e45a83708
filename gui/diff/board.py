"""What the panel shows of a comparison: both files, the table of what differs, and the selected entry on both sides."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QItemSelectionModel, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QScrollArea,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from core.errors import CheckpointError
from core.progress import Tick
from core.text import clip
from core.words import marked, say
from gui.diff.model import NOTHING, About, DifferenceRow, about, numbers_of, rows_of
from gui.document.compared import Compared
from gui.document.taking import Offer
from gui.jobs.latest_job import LatestJob, Turn
from gui.look import theme
from gui.look.plain_text import tooltip
from gui.look.wording import breakable
from gui.session.comparison import Comparison
from gui.session.session import Session
from gui.widgets.basic_widgets import button, plain_label
from gui.widgets.delegates import PathDelegate
from gui.widgets.item_roles import ItemRole
from gui.widgets.layouts import horizontal, vertical
from gui.widgets.table_view import Column, Sizing, TableModel, TableView

if TYPE_CHECKING:
    from gui.diff.pair import Pair
    from gui.diff.pair_view import PairView
    from gui.plots.pictures import Picture
    from gui.plots.plane import Plane

_PENDING = marked("This is pending already; Ctrl+Z undoes it")
_ON_DISK = marked("Both files are compared as they are on disk, without pending changes.")
PAIR_VIEW: Final = "gui.diff.pair_view"
"""Imported beside the event loop, when the first pair is read."""
_LONGEST_NAME = 60
_SHARES = [1_000, 1_500]
"""The table, and what is told of one row of it."""
_LEAST = 118
"""Pixels in which some rows can be seen."""
_WIDE = 520
"""Pixels of the table from which on the figures have columns of their own."""
_WHAT_SHARE, _WHAT_MOST = 0.42, 0.56
_NUMBER = 84


def _or_less(number: float | None) -> float:
    """What differs in no number comes before what does."""
    return -1.0 if number is None else number


_column = partial(
    Column[DifferenceRow],
    tip=lambda row: f"{row.path}\n{row.told}",
    roles={ItemRole.WEIGHT: lambda row: row.weight},
)
KEY, WHAT, DELTA, RELATIVE = range(4)
COLUMNS = (
    _column(
        marked("Key"),
        marked("The key in this file, or in the other file if only that one has it"),
        lambda row: row.path,
        paint=PathDelegate,
        sizing=Sizing.Stretch,
    ),
    _column(
        marked("Differs in"),
        marked("Δ is the largest absolute difference of two numbers; “there” is the other file"),
        lambda row: row.what,
        raw=lambda row: (_or_less(row.weight), row.what),
    ),
    _column(
        marked("max |Δ|"),
        marked("The largest absolute difference of two numbers"),
        lambda row: numbers_of(row)[0],
        raw=lambda row: _or_less(row.numbers[0]),
        number=True,
    ),
    _column(
        marked("Relative"),
        marked(
            "‖this file − other file‖ divided by the larger of the two norms: 0 means equal, 1 means that the "
            "difference is as large as the tensor itself"
        ),
        lambda row: numbers_of(row)[1],
        raw=lambda row: _or_less(row.numbers[1]),
        number=True,
    ),
)


class DifferencesBoard(QWidget):
    """The table drives the tree, and the tree, through the session, what is told below the table."""

    def __init__(self, session: Session, comparison: Comparison, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session, self._comparison = session, comparison
        self.compared: Compared | None = None
        self._quiet = self._by_hand = False
        self._shown = NOTHING
        """The entry whose numbers are shown, or being read for it."""
        self.files = plain_label(rank="title", wrap=True)
        self.on_disk = plain_label(say(_ON_DISK), rank="muted", wrap=True)
        self.model = TableModel(COLUMNS, self)
        self.view = TableView(self.model, say("What differs between the two files"), self)
        self.view.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.view.empty_text = say("Nothing differs.")
        self.view.allow_sorting()
        self.view.setMinimumHeight(_LEAST)
        self.take = button(say("Use the other file's value"), self._take)
        self.path = plain_label(wrap=True, mono=theme.key_font())
        self.told = plain_label(wrap=True)
        self._place = QWidget()
        QVBoxLayout(self._place).setContentsMargins(0, 0, 0, 0)
        self._scroll = QScrollArea()
        self._lay_out()
        self._reading = LatestJob(self, turn=Turn(), done=self._show_pair, failed=self._fail)
        self._pictures = LatestJob(self, turn=Turn(), done=self._show_picture, failed=self._fail)
        self.pair: PairView | None = None
        self.about = About()
        self._offered: Offer | None = None
        self._pause = QTimer(self, singleShot=True, interval=0)
        self._pause.timeout.connect(self.refresh)
        session.plan_changed.connect(self._wait)
        for signal in (session.current_changed, session.selection_changed, comparison.there_changed):
            signal.connect(self._wait)
        self.view.selectionModel().selectionChanged.connect(self._choose)
        self.view.clicked.connect(self._choose)
        self.view.resized.connect(self._share_width)

    def _lay_out(self) -> None:
        top, below = QWidget(), QWidget()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setWidget(below)
        upper = vertical(of=top, margins=(10, 8, 8, 0), spacing=6)
        upper.addWidget(self.files)
        upper.addWidget(self.on_disk)
        upper.addWidget(self.view, 1)
        self._below = QVBoxLayout(below)
        self._below.setContentsMargins(10, 4, 8, 8)
        self._below.setSpacing(6)
        self.take.setMinimumWidth(1)  # its words give way, not the edge of the panel
        head = horizontal((self.path, 1), (self.take, 0, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignRight))
        self._below.addLayout(head)
        self._below.addWidget(self.told)
        self._below.addWidget(self._place, 1)
        self._below.addStretch(0)
        self.splitter = QSplitter(Qt.Orientation.Vertical)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.addWidget(top)
        self.splitter.addWidget(self._scroll)
        self.splitter.setSizes(_SHARES)
        self.splitter.splitterMoved.connect(self._stay)
        self._scroll.verticalScrollBar().rangeChanged.connect(self._give_room)
        vertical(self.splitter, of=self, margins=0)

    def _stay(self, *_moved: int) -> None:
        """The user has said how high the table is."""
        self._by_hand = True

    def _give_room(self, _least: int, short: int) -> None:
        """Have the table scroll rather than what is told of one row of it, where two bars would stand side by side."""
        table, below = self.splitter.sizes()
        top = self.splitter.widget(0)
        assert top is not None
        spared = min(short, table - top.minimumSizeHint().height())
        if spared > 0 and not self._by_hand:
            self.splitter.setSizes([table - spared, below + spared])

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_height()

    def _share_height(self) -> None:
        """The table has its share of the height, or less where that would be higher than its rows."""
        top, room = self.splitter.widget(0), sum(self.splitter.sizes())
        if self._by_hand or not room or top is None:
            return
        rows = self.view.verticalHeader().length() + self.view.horizontalHeader().sizeHint().height()
        needed = top.minimumSizeHint().height() + max(rows + 2 * self.view.frameWidth() - _LEAST, 0)
        table = min(room * _SHARES[0] // sum(_SHARES), needed)
        self.splitter.setSizes([table, room - table])

    def show_compared(self, compared: Compared | None) -> None:
        if compared is self.compared:
            return
        self.compared = compared
        self._let_go()
        self._quiet = True
        self.model.set_rows(rows_of(compared) if compared is not None else [])
        self._quiet = False
        if compared is not None:
            names = (clip(each.checkpoint.name, _LONGEST_NAME) for each in (compared.mine, compared.theirs))
            self.files.setText(" ↔ ".join(names))
        self.refresh()
        self._share_height()

    def _let_go(self) -> None:
        """Hold nothing of what was compared before: both files would stay in memory."""
        self._shown, self._offered, self.about = NOTHING, None, About()
        self._reading.drop()
        self._pictures.drop()
        self._place.hide()
        if self.pair is not None:
            self.pair.deleteLater()
            self.pair = None

    # ---- the table

    def _share_width(self) -> None:
        room, header = self.view.viewport().width(), self.view.horizontalHeader()
        wide = room >= _WIDE
        for column in (DELTA, RELATIVE):
            header.setSectionHidden(column, not wide)
            header.resizeSection(column, _NUMBER)
        room -= 2 * _NUMBER if wide else 0
        wanted = self.view.sizeHintForColumn(WHAT)
        header.resizeSection(WHAT, int(min(max(room * _WHAT_SHARE, wanted), room * _WHAT_MOST)))

    def _choose(self, *_spans: object) -> None:
        """What is selected in the table is selected in the tree."""
        if self._quiet:
            return
        rows = self.chosen()
        entries = [row.entry for row in rows if row.entry != NOTHING]
        self._quiet = True
        if entries:
            self._session.request_selection(entries)
        elif rows:
            self._comparison.reveal_there(rows[0].there)
        self._quiet = False

    def chosen(self) -> list[DifferenceRow]:
        spans = self.view.selectionModel().selection()  # of all rows `selectedRows` would take most of a second
        places = {place for span in spans.toList() for place in range(span.top(), span.bottom() + 1)}
        return [self.model.rows[place] for place in sorted(places)]

    def _wait(self, *_changed: object) -> None:
        self._pause.start()

    # ---- the entry

    def refresh(self) -> None:
        """Tell of what is selected in the tree."""
        compared, session = self.compared, self._session
        if compared is None or session.catalogue is None:
            return
        self.on_disk.setVisible(bool(session.plan))
        self._follow_tree()
        self.about = about(compared, session.selection, session.current, self._comparison.there)
        self.path.setText(breakable(self.about.path))
        self.told.setText(self.about.text)
        self._read()
        self._offer()

    # ---- taking theirs

    def _offer(self) -> None:
        """Say on the button what of the selection can be taken, and in its tooltip why the rest cannot."""
        session, compared = self._session, self.compared
        self._offered = self._comparison.offer(session.selection)
        if self._offered is None or compared is None or session.catalogue is None:
            return
        read_only = session.catalogue.checkpoint.read_only
        self.take.setText(self._offered.words)
        self.take.setEnabled(self._offered.possible and read_only is None and self._is_new(self._offered))
        tip = say(_PENDING) if self._offered.edits and not self._is_new(self._offered) else self._offered.tip(compared)
        self.take.setToolTip(tooltip(read_only or tip) or "")

    def _is_new(self, offered: Offer) -> bool:
        return not offered.edits or not set(offered.edits) <= set(self._session.plan.edits)

    def _take(self) -> None:
        if self._offered is not None:
            self._comparison.take(self._offered)

    # ---- both sides of it

    def _read(self) -> None:
        """Look at both tensors beside the event loop; what was seen before stays until then."""
        compared, entry = self.compared, self.about.entry
        if entry != self._shown:
            self._pictures.drop()
        if compared is None or entry == NOTHING:
            self._shown = NOTHING
            self._reading.drop()
            self._place.hide()
        elif entry != self._shown:
            self._shown = entry
            self._reading.ask(partial(_look, compared, entry))

    @property
    def busy(self) -> bool:
        return self._pause.isActive() or self._reading.busy or self._pictures.busy

    def _show_pair(self, pair: Pair) -> None:
        compared = self.compared
        if compared is None or pair.entry != self._shown:
            return
        if self.pair is None:
            self.pair = import_module(PAIR_VIEW).PairView()
            assert self.pair is not None
            self.pair.failed.connect(self._say)
            self.pair.planes.changed.connect(self._look_elsewhere)
            layout = self._place.layout()
            assert layout is not None
            layout.addWidget(self.pair)
        names = (each.checkpoint.name for each in (compared.mine, compared.theirs))
        self.pair.show_pair(pair, *names)
        self._place.show()

    def _look_elsewhere(self) -> None:
        if self.compared is not None and self.pair is not None:
            self._pictures.ask(partial(_picture, self.compared, self._shown, self.pair.planes.plane))

    def _show_picture(self, picture: Picture) -> None:
        if self.pair is not None:
            self.pair.show_picture(picture)

    def _fail(self, error: Exception) -> None:
        self._place.hide()
        if not isinstance(error, CheckpointError):
            raise error
        self._say(str(error))

    def _say(self, sentence: str) -> None:
        self.told.setText(f"{self.about.text}\n{sentence}")

    def _follow_tree(self) -> None:
        """Mark the row of what is selected in the tree, if it is another one."""
        selected, there = self._session.selection, self._comparison.there
        if {row.entry for row in self.chosen()} == set(selected) and there == NOTHING:
            return
        entry = selected[0] if len(selected) == 1 else NOTHING
        found = (place for place, row in enumerate(self.model.rows) if _is_about(row, entry, there))
        place = next(found, None)
        chosen, flags = self.view.selectionModel(), QItemSelectionModel.SelectionFlag
        self._quiet = True
        if place is None:
            chosen.clearSelection()
        else:
            index = self.model.index(place, KEY)
            chosen.setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
            self.view.scrollTo(index)
        self._quiet = False


def _is_about(row: DifferenceRow, entry: int, there: int) -> bool:
    return row.entry == entry != NOTHING or row.entry == NOTHING != there == row.there


def _look(compared: Compared, entry: int, tick: Tick) -> Pair:
    """Read a pair, on a thread of its own."""
    import_module(PAIR_VIEW)
    pair: Pair = import_module("gui.diff.pair").read_pair(compared, entry, tick)
    return pair


def _picture(compared: Compared, entry: int, plane: Plane, tick: Tick) -> Picture:
    """Read another plane of a difference, on a thread of its own."""
    picture: Picture = import_module("gui.diff.pair").read_picture(compared, entry, plane, tick)
    return picture

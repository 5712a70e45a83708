"""The numbers of several tensors: distributions as ridges, statistics as columns, one batch after the other."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QModelIndex, Qt, QTimer
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QHeaderView, QScrollArea, QSplitter, QVBoxLayout, QWidget

from core.errors import CheckpointError
from core.words import say
from gui.jobs.latest_job import LatestJob
from gui.look.wording import breakable
from gui.session.scanning import Scanner
from gui.session.session import Session
from gui.values.ridges import Ridges
from gui.values.several_model import SeveralRow, head_text, measured, pending_rows
from gui.values.several_table import SeveralModel
from gui.widgets.basic_widgets import plain_label
from gui.widgets.delegates import CellDelegate
from gui.widgets.progress import ProgressLine
from gui.widgets.read_error import ReadError
from gui.widgets.table_view import TableView

_PATIENCE = 500
"""Milliseconds after which there is a bar."""
_KEY_WIDTH = 150
_LEAST_TABLE = 96
"""Pixels of the table: its headings and three rows."""


class SeveralTensors(QWidget):
    """A page that follows `show_rows`. A click on a heading sorts ridges and table alike; Enter goes to a tensor."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._latest = LatestJob(self)
        self._latest.done.connect(self._take)
        self._latest.failed.connect(self._fail)
        self._latest.cancelled.connect(self._stop)
        self._rows: list[SeveralRow] = []
        """In the order of the file."""
        self._patience = QTimer(self, singleShot=True, interval=_PATIENCE)
        self.head = plain_label(wrap=True)
        self.error = ReadError()
        self.progress = ProgressLine(self._cancel)
        self.own_scale = QCheckBox(say("Own scale each"))
        self.own_scale.setToolTip(
            say("Each ridge from its own least to its own greatest number, not on one common axis")
        )
        self.ridges = Ridges()
        self.model = SeveralModel(self)
        self.table = TableView(self.model, say("Statistics of the selected tensors"), self)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        self.table.allow_sorting()
        self.table.setSelectionMode(self.table.SelectionMode.SingleSelection)
        self.table.setItemDelegateForColumn(0, CellDelegate(self.table, mono=True, cut=Qt.TextElideMode.ElideMiddle))
        header = self.table.horizontalHeader()
        header.setResizeContentsPrecision(40)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Interactive)
        header.resizeSection(0, _KEY_WIDTH)
        top = QHBoxLayout()
        top.addWidget(self.head, 1)
        top.addWidget(self.own_scale, 0, Qt.AlignmentFlag.AlignTop)
        splitter = QSplitter(Qt.Orientation.Vertical)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(self.ridges)
        splitter.addWidget(self.table)
        self.table.setMinimumHeight(_LEAST_TABLE)
        area = QScrollArea()  # in a low panel one scrolls: a splitter would lay one over the other
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(splitter)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 6, 8, 8)
        layout.setSpacing(6)
        layout.addLayout(top)
        for widget in (self.error, self.progress):
            layout.addWidget(widget)
            widget.hide()
        layout.addWidget(area, 1)
        self.setFocusProxy(self.ridges)

    def _connect(self) -> None:
        self._patience.timeout.connect(self._show_progress)
        self._latest.waiting.connect(self.progress.show_news)
        self.error.again_asked.connect(self._read_again)
        self.own_scale.toggled.connect(self.ridges.set_own_scale)
        self.model.modelReset.connect(self._order_ridges)
        self.model.dataChanged.connect(self._order_ridges)
        self.table.selectionModel().currentRowChanged.connect(lambda now, _before: self.ridges.set_current(now.row()))
        self.table.activated.connect(self._jump)
        self.ridges.current_changed.connect(self.table.selectRow)
        self.ridges.chosen.connect(lambda place: self._jump(self.model.index(place, 0)))

    @property
    def busy(self) -> bool:
        """Whether some are still to be read."""
        return self._latest.busy

    # ---- several tensors after others

    def show_rows(self, rows: Sequence[int]) -> None:
        """Show other tensors, by row of the catalogue."""
        preview = self._session.preview
        if preview is None:
            return
        self.forget()
        self._rows = pending_rows(preview, rows)
        self.head.setText(breakable(head_text(preview.catalogue, rows, self._rows)))
        self.error.hide()
        self.ridges.set_current(-1)
        self.model.set_rows(self._rows)
        self.progress.start("")
        self._patience.start()
        self._go_on()

    def forget(self) -> None:
        """What is still to be read is not wanted any more."""
        self._latest.drop()
        self._patience.stop()
        self.progress.hide()

    def _go_on(self) -> None:
        """Read the next few."""
        preview = self._session.preview
        pending = [each for each in self._rows if each.is_pending]
        if preview is None or not pending:
            self._patience.stop()
            self.progress.hide()
            return
        scan = Scanner.of(self._session).scan
        self._latest.ask(partial(measured, preview, pending, scan.statistics if scan is not None else None))

    def _take(self, found: list[SeveralRow]) -> None:
        first = next(place for place, each in enumerate(self._rows) if each.is_pending)
        self._rows[first : first + len(found)] = found
        self.model.set_rows(self._rows)
        self._go_on()
        if self.busy and self.progress.isVisible():
            self._show_progress()

    def _show_progress(self) -> None:
        self.progress.show()
        self.progress.show_progress(sum(not each.is_pending for each in self._rows), len(self._rows))

    def _cancel(self) -> None:
        self.progress.show_cancelling()
        self._latest.cancel()

    def _stop(self) -> None:
        self._patience.stop()
        self.progress.hide()

    def _fail(self, error: Exception) -> None:
        self._stop()
        if not isinstance(error, CheckpointError):
            raise error
        self.error.show_error(error)
        self._session.could_not_read(error)

    def _read_again(self) -> None:
        """Go on where it could not be read."""
        self.error.hide()
        self.progress.start("")
        self._patience.start()
        self._go_on()

    def _order_ridges(self, *_what: object) -> None:
        self.ridges.show_rows(self.model.rows)
        self.ridges.set_current(self.table.currentIndex().row())

    def _jump(self, index: QModelIndex) -> None:
        if index.isValid():
            self._session.reveal(self.model.rows[index.row()].entry)

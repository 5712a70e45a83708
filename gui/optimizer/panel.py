"""Optimizer: which parameter each entry of the state belongs to, and whether the two lie together."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from PySide6.QtCore import QModelIndex, QSize, Qt, QTimer
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QHeaderView, QVBoxLayout, QWidget

from core.catalogue.optimizers.words import belonging_text
from core.catalogue.rows import Optimizer
from core.text import clip
from core.words import say
from gui.look import theme
from gui.optimizer.model import OptimizerRow, matched_text, optimizer_rows, rates_of
from gui.optimizer.model_box import ModelBox
from gui.optimizer.rates import Rates
from gui.optimizer.table_model import STATE_ON, OptimizerModel
from gui.session.session import Session
from gui.widgets.basic_widgets import CutBox, plain_label
from gui.widgets.delegates import CellDelegate
from gui.widgets.device_cells import DeviceDelegate
from gui.widgets.on_screen import is_on_screen
from gui.widgets.table_view import TableView

#: Rows made at a time: some 15 ms.
_SLICE = 2000
_WIDTHS = (36, 126, 90, 90, 170, 50)
_PARAMETER = 1
#: Rows of which the devices are made room for.
_MEASURED = 500
#: Pixels of a name of a parameter that are worth showing.
_LEAST_NAME = 90


_SHORTEST_NAME = 16
"""Letters of an optimizer's name that are seen at least: among ranks it is a long path."""


class OptimizerPanel(QWidget):
    """A table of the entries of one optimizer; a click shows the entry in the tree."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._stale = True
        self._coming: Iterator[OptimizerRow] = iter(())
        self._made: list[OptimizerRow] = []
        self._wrong: int | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._make_some)
        self.choice = CutBox(_SHORTEST_NAME)
        self.choice.setToolTip(say("Which optimizer of the file to show"))
        self.choice.setAccessibleName(say("Optimizer"))
        self.headline = plain_label(wrap=True)
        self.belongs = ModelBox(session)
        self.rates = Rates(session)
        self.model = OptimizerModel(self)
        self.view = TableView(self.model, say("Optimizer entries"), self)
        self._lay_out()
        self._connect()
        self._reopen()

    def _lay_out(self) -> None:
        view = self.view
        for column in (0, 3, 5):
            view.setItemDelegateForColumn(column, CellDelegate(view, mono=True))
        view.setItemDelegateForColumn(1, CellDelegate(view, mono=True, cut=Qt.TextElideMode.ElideLeft))
        self._devices = DeviceDelegate(view, noted=True)
        view.setItemDelegateForColumn(STATE_ON, self._devices)
        header = view.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        for column, width in enumerate(_WIDTHS):
            header.resizeSection(column, width)
        header.setStretchLastSection(True)
        view.setSelectionMode(view.SelectionMode.SingleSelection)
        view.allow_sorting()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 6, 8, 8)
        layout.setSpacing(6)
        layout.addWidget(self.choice)
        layout.addWidget(self.headline)
        layout.addWidget(self.belongs)
        layout.addWidget(self.rates)
        layout.addWidget(view, 1)

    def _connect(self) -> None:
        session = self._session
        session.opened.connect(self._reopen)
        session.closed.connect(self._reopen)
        session.plan_changed.connect(self._invalidate)
        self.choice.currentIndexChanged.connect(self._invalidate)
        self.view.clicked.connect(self._reveal)
        self.view.resized.connect(self._share_width)
        self.view.activated.connect(self._reveal)
        theme.theme().changed.connect(self.view.viewport().update)

    def sizeHint(self) -> QSize:
        """As wide as the other panels of its side."""
        return QSize(320, 300)

    # ---- showing

    def _reopen(self) -> None:
        catalogue = self._session.catalogue
        optimizers = catalogue.optimizers if catalogue is not None else ()
        self.choice.blockSignals(True)
        self.choice.clear()
        for optimizer in optimizers:
            path = catalogue.path_text(optimizer.entry) if catalogue is not None else ""
            self.choice.addItem(clip(path, 60) or say("the file"))
        self.choice.blockSignals(False)
        self.choice.setVisible(len(optimizers) > 1)
        self.headline.setVisible(bool(optimizers))
        self.belongs.setVisible(bool(optimizers))
        self.view.empty_text = (
            say("Open a checkpoint to see its optimizer.")
            if catalogue is None
            else say("There is no optimizer in this file.")
        )
        self._forget()
        self._invalidate()

    def _forget(self) -> None:
        """What is shown of the document before would keep all of it."""
        self._timer.stop()
        self._coming, self._made = iter(()), []
        self.model.set_rows([])
        self.belongs.show_optimizer(None)
        self.rates.show_entries(())

    def _optimizer(self) -> Optimizer | None:
        catalogue = self._session.catalogue
        place = max(0, self.choice.currentIndex())
        return catalogue.optimizers[place] if catalogue is not None and place < len(catalogue.optimizers) else None

    def _invalidate(self, *_changed: object) -> None:
        """Work the rows out now if anyone can see them, else when the panel is shown."""
        self._stale = True
        self._timer.stop()
        if is_on_screen(self):
            self.refresh()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Catch up with what happened while the panel was hidden, or behind another tab."""
        super().paintEvent(event)
        if self._stale:
            QTimer.singleShot(0, self._catch_up)

    def _catch_up(self) -> None:
        if self._stale:
            self.refresh()

    def refresh(self) -> None:
        """Show the entries as the plan has them."""
        self._stale = False
        preview, optimizer = self._session.preview, self._optimizer()
        self._show_headings(optimizer is not None)
        self.belongs.show_optimizer(optimizer)
        self.rates.show_entries(rates_of(preview.catalogue, optimizer) if preview and optimizer else ())
        if preview is None or optimizer is None:
            self.model.set_rows([])
            return
        self._coming = optimizer_rows(preview, optimizer)
        self._made = []
        self._wrong = None
        self._make_some()

    def _show_headings(self, shown: bool) -> None:
        """An empty table would still have its headings, and a bar to scroll them."""
        policy = Qt.ScrollBarPolicy
        self.view.horizontalHeader().setVisible(shown)
        self.view.setHorizontalScrollBarPolicy(policy.ScrollBarAsNeeded if shown else policy.ScrollBarAlwaysOff)

    def _make_some(self) -> None:
        """Make rows for some milliseconds, then let the window breathe; show them when all are there."""
        optimizer, catalogue = self._optimizer(), self._session.catalogue
        if optimizer is None or catalogue is None or self._stale:
            return
        some = list(islice(self._coming, _SLICE))
        self._made += some
        if any(row.comparable for row in some):
            self._wrong = (self._wrong or 0) + sum(row.mismatch for row in some)
        if len(some) == _SLICE:
            self._timer.start()
            return
        self._show(sorted(self._made, key=lambda row: not row.mismatch))
        self._share_width()
        self.headline.setText(matched_text(optimizer, self._wrong, belonging_text(catalogue, optimizer)))

    def _show(self, rows: list[OptimizerRow]) -> None:
        """Show rows, those first that are not with their parameter; a selected one stays only in its place."""
        before = [row.place for row in self.model.rows]
        self.model.set_rows(rows)
        if before != [row.place for row in self.model.rows]:
            self.view.clearSelection()

    def _share_width(self) -> None:
        """Names have the room that ids and devices leave; what is further right is there by scrolling."""
        header, model = self.view.horizontalHeader(), self.model
        rows = range(min(model.rowCount(), _MEASURED))
        needed = (self._devices.needs(model.index(row, STATE_ON))[0] for row in rows)
        header.resizeSection(0, max(_WIDTHS[0], header.sectionSizeFromContents(0).width()))
        header.resizeSection(STATE_ON, max(_WIDTHS[STATE_ON], max(needed, default=0)))
        devices = header.sectionSize(0) + header.sectionSize(STATE_ON)
        name = max(_LEAST_NAME, header.sectionSizeFromContents(_PARAMETER).width())
        header.resizeSection(_PARAMETER, max(name, self.view.viewport().width() - devices))

    # ---- what the user does

    def _reveal(self, index: QModelIndex) -> None:
        if not index.isValid():
            return
        item = self.model.rows[index.row()].item
        entry = item.parameter if index.column() == _PARAMETER or item.entry is None else item.entry
        if entry is not None:
            self._session.reveal(entry)
            self.view.setFocus(Qt.FocusReason.OtherFocusReason)

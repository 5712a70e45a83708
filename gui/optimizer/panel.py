"""Optimizer: which parameter each entry of the state belongs to, and whether the two lie together."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import accumulate
from pathlib import Path

from PySide6.QtCore import QModelIndex, QSize, Qt
from PySide6.QtGui import QFocusEvent, QFontMetrics, QKeyEvent, QWheelEvent
from PySide6.QtWidgets import QFileDialog, QLineEdit, QSizePolicy, QToolTip, QWidget

from core.catalogue.catalogue import Catalogue
from core.catalogue.rows import Optimizer
from core.edits.preview import Preview
from core.errors import CheckpointError, EditError
from core.progress import Tick
from core.text import clip, listed, shape_text
from core.words import marked, say
from gui.jobs.latest_job import UNASKED, LatestJob, raised
from gui.look import theme
from gui.look.plain_text import tooltip
from gui.look.theme import is_on_screen
from gui.look.wording import file_kinds
from gui.optimizer.model import (
    ChosenModels,
    OptimizerRow,
    OptimizerTable,
    offers,
    optimizer_table,
    rates_of,
    with_chosen,
    with_file,
)
from gui.session.session import MANY_ENTRIES, Session
from gui.session.typed import set_typed, text_now
from gui.widgets.basic_widgets import CutBox, plain_label, set_state
from gui.widgets.delegates import PADDING, CellDelegate, PathDelegate
from gui.widgets.device_cells import DeviceDelegate
from gui.widgets.item_roles import ItemRole
from gui.widgets.layouts import horizontal, vertical
from gui.widgets.on_screen import Follower
from gui.widgets.side_by_side import SideBySide
from gui.widgets.table_view import Column, TableModel, TableView

# ---- Choosing the model that an optimizer belongs to: one of the file, or that of another file.

_FILE = object()
_TIP = marked(
    "The model that this optimizer trains. Pthfinder takes the names of its parameters from this model,\nand the "
    "devices of the state if the state follows its parameters."
)
_FILE_TIP = marked("The file of the model, such as model.safetensors beside an optimizer.pt")


class ModelBox(CutBox):
    """A drop-down of the models; a choice is looked into beside the event loop, and refused where it does not fit."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(6, parent)
        self._session = session
        self._optimizer: Optimizer | None = None
        self._chosen = ChosenModels()
        self._latest = LatestJob(self, done=self._done, failed=self._failed)
        self._offering = LatestJob(self, turn=UNASKED, done=self._show_offers)
        self.setToolTip(say(_TIP))
        self.setAccessibleName(say("Model of the optimizer"))
        self.activated.connect(self._on_activated)
        session.opened.connect(self._forget)
        session.closed.connect(self._forget)

    def show_optimizer(self, optimizer: Optimizer | None) -> None:
        """Offer the models for an optimizer, and show the one that it is matched to."""
        self._optimizer = optimizer
        self.clear()
        catalogue = self._session.catalogue
        if optimizer is None or catalogue is None:
            self._offering.drop()
            return
        self._offering.ask(
            lambda _tick: offers(catalogue, optimizer, self._chosen), at_once=len(catalogue) < MANY_ENTRIES
        )

    def _show_offers(self, offered: Sequence[tuple[str, int | None]]) -> None:
        optimizer = self._optimizer
        if optimizer is None:
            return
        self.clear()
        for text, value in offered:
            self.addItem(text, value)
        self.insertSeparator(self.count())
        other = self._chosen.other
        self.addItem(
            say("Belongs to: a model in another file…")
            if other is None
            else say("Belongs to: {model}", model=clip(other.checkpoint.name, 40)),
            _FILE,
        )
        self.setItemData(self.count() - 1, say(_FILE_TIP), Qt.ItemDataRole.ToolTipRole)
        model = self._chosen.models.get(optimizer.entry)
        self.setCurrentIndex(self.count() - 1 if other is not None else max(0, self.findData(model)))

    def _forget(self) -> None:
        """Another document: what was said of the one before holds no more."""
        self._latest.drop()
        self._chosen = ChosenModels()

    def _on_activated(self, place: int) -> None:
        value = self.itemData(place)
        if self._optimizer is None:
            return
        if value is not _FILE:
            self._match(self._chosen.of(self._optimizer.entry, value))
            return
        catalogue = self._session.catalogue
        here = catalogue is not None and not catalogue.checkpoint.is_elsewhere
        folder = str(catalogue.checkpoint.path.parent) if catalogue is not None and here else ""
        path, _kind = QFileDialog.getOpenFileName(self, say("The file of the model"), folder, file_kinds())
        if path:
            self.read_file(Path(path))
        else:
            self.show_optimizer(self._optimizer)

    def read_file(self, path: Path) -> None:
        """Match the optimizers to the model in another file."""
        self._match(self._chosen, path)

    def _match(self, chosen: ChosenModels, path: Path | None = None) -> None:
        """Look into what was chosen, and show the document with it."""
        catalogue, plan = self._session.catalogue, self._session.plan
        if catalogue is None:
            return

        def work(tick: Tick) -> tuple[ChosenModels, Catalogue, Preview]:
            wanted = chosen if path is None else with_file(chosen, path, tick)
            return wanted, *with_chosen(catalogue, wanted, plan)

        self.setEnabled(False)
        self._latest.ask(work)

    def _done(self, result: tuple[ChosenModels, Catalogue, Preview]) -> None:
        self.setEnabled(True)
        self._chosen, catalogue, preview = result
        self._session.rematch(catalogue, preview)

    def _failed(self, error: Exception) -> None:
        self.setEnabled(True)
        self.show_optimizer(self._optimizer)
        if not isinstance(error, CheckpointError):
            raise error
        self._session.refused.emit(str(error))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the panel: scrolling past must never change what is chosen."""
        event.ignore()


# ---- The learning rate of each group of an optimizer, where one looks for it: typed over as in the tree.


_RATE, _AROUND = 6, 20
"""Characters of a rate that are read at least, and the pixels around them."""


class Rates(QWidget):
    """A line for each of some entries; hidden where there are none."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.lines: list[RateLine] = []
        self._name = plain_label()
        row = QWidget()
        row.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._row = horizontal(of=row, margins=0)
        vertical(SideBySide(self._name, row), of=self, margins=0)
        self.hide()

    def show_entries(self, entries: Sequence[int]) -> None:
        if [line.entry for line in self.lines] != list(entries):
            for line in self.lines:
                self._row.removeWidget(line)
                line.hide()
                line.deleteLater()
            self.lines = [RateLine(self._session, entry, group) for group, entry in enumerate(entries)]
            last = len(entries) - 1
            self._name.setText(say("lr of groups 0–{last}", last=last) if last > 0 else "lr")
            for line in self.lines:
                self._row.addWidget(line, 1)
        for line in self.lines:
            line.refresh()
        self.setVisible(bool(self.lines))


class RateLine(QLineEdit):
    """Enter sets the value, a pending change with undo; Esc and leaving leave it as it was."""

    def __init__(self, session: Session, entry: int, group: int) -> None:
        super().__init__()
        self._session, self.entry = session, entry
        self.setFont(theme.key_font())
        self._name = say("Learning rate of group {group}", group=group)
        self.setAccessibleName(self._name)
        self.returnPressed.connect(self._set)
        self.textEdited.connect(lambda _text: set_state(self, "wrong", value=False))

    def sizeHint(self) -> QSize:
        """Room for a rate; with more they all grow."""
        wide = self.fontMetrics().horizontalAdvance("0" * _RATE) + _AROUND
        return QSize(wide, super().sizeHint().height())

    def refresh(self) -> None:
        """Show the value of now, and no longer what was typed."""
        set_state(self, "wrong", value=False)
        self.setToolTip(tooltip(self._name) or "")
        self.setText(text_now(self._session, self.entry))
        self.setCursorPosition(0)

    def _set(self) -> None:
        try:
            set_typed(self._session, self.entry, self.text())
        except EditError as error:
            set_state(self, "wrong", value=True)
            self.setToolTip(tooltip(str(error)) or "")
            QToolTip.showText(self.mapToGlobal(self.rect().bottomLeft()), self.toolTip(), self)
            return
        self.selectAll()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc leaves the value as it was."""
        if event.key() == Qt.Key.Key_Escape and self.text() != text_now(self._session, self.entry):
            self.refresh()
            event.accept()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Whoever leaves has not set anything."""
        super().focusOutEvent(event)
        if self._session.catalogue is not None:
            self.refresh()


# ---- The panel and its table.

#: So many rows are made at once, in some 15 ms.
_QUICK = 500
_ID, _PARAMETER, STATE_ON = range(3)
#: Rows of which the devices are made room for.
_MEASURED = 100
#: Pixels of a name of a parameter that are worth showing, in usual text.
_LEAST_NAME = 90


_SHORTEST_NAME = 16
"""Letters of an optimizer's name that are seen at least: among ranks it is a long path."""


def _tip(row: OptimizerRow) -> str:
    return say(
        "state[{number}] belongs to {name}\n{state}; group {group}\nClick to show it in the tree, or click "
        "its parameter to show that.",
        number=row.item.param_id,
        name=_name(row),
        state=" ".join(filter(None, (_shape(row), _parts(row)))),
        group=row.item.group,
    )


def _state_tip(row: OptimizerRow) -> str:
    """Why a row is marked."""
    if not row.mismatch:
        return _tip(row)
    return say(
        "The state of {name} is on {here}, but the parameter is on {there}.\noptimizer.load_state_dict moves the "
        "state there. Without that, optimizer.step() raises\n“Expected all tensors to be on the same device”. To "
        "fix this, choose “where its parameters are” in Diagnosis.",
        name=_name(row),
        here=listed(map(clip, row.state_devices)),
        there=clip(row.parameter_device or ""),
    )


def _name(row: OptimizerRow) -> str:
    return clip(row.name or "", 300) or say("parameter unknown")


def _shape(row: OptimizerRow) -> str:
    return shape_text(row.shape) if row.shape is not None else ""


def _parts(row: OptimizerRow) -> str:
    return clip(listed(row.parts), 120) or say("no state yet")


def _state_text(row: OptimizerRow) -> str:
    return listed(row.state_devices) or "–"


def _elsewhere(row: OptimizerRow) -> str:
    """Where the parameter is, if not with its state."""
    return f"≠ {clip(row.parameter_device or '', 40)}" if row.mismatch else ""


_column = partial(Column[OptimizerRow], tip=_tip)
_mono = partial(CellDelegate, mono=True)
COLUMNS = (
    _column(
        marked("Id"),
        marked("The number of the entry in optimizer.state_dict()['state']"),
        lambda row: clip(str(row.item.param_id), 60),
        raw=lambda row: row.place,  # in their own order where the ids are no numbers
        number=True,
        paint=_mono,
        width=36,
    ),
    _column(
        marked("Parameter"),
        marked("The parameter of this entry, found by order, shape and param_names"),
        lambda row: clip(row.name, 300) if row.name is not None else say("(unknown)"),
        raw=lambda row: row.name or "",
        paint=PathDelegate,
        width=126,
    ),
    Column[OptimizerRow](
        marked("State on"),
        marked("The device of its exp_avg, momentum_buffer …; ≠ shows the device of the parameter if it differs"),
        _state_text,
        raw=lambda row: (not row.mismatch, row.state_devices),
        tip=_state_tip,
        spoken=lambda row: " ".join(filter(None, (_state_text(row), _elsewhere(row)))),
        roles={ItemRole.CHIPS: lambda row: row.state_devices, ItemRole.NOTE: _elsewhere},
        paint=partial(DeviceDelegate, noted=True),
        width=90,
    ),
    _column(
        marked("Shape"),
        marked("The shape of the parameter"),
        _shape,
        raw=lambda row: row.shape or (),
        paint=_mono,
        width=90,
    ),
    _column(
        marked("State"),
        marked("The state tensors of this entry"),
        _parts,
        raw=lambda row: row.parts,
        width=170,
    ),
    _column(
        marked("Group"),
        marked("Its place in param_groups"),
        lambda row: str(row.item.group),
        raw=lambda row: row.item.group,
        number=True,
        paint=_mono,
        width=50,
    ),
)


class OptimizerPanel(Follower):
    """A table of the entries of one optimizer; a click shows the entry in the tree."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._latest = LatestJob(self, turn=UNASKED, done=self._show, failed=raised)
        self.choice = CutBox(_SHORTEST_NAME)
        self.choice.setToolTip(say("Which optimizer of the file to show"))
        self.choice.setAccessibleName(say("Optimizer"))
        self.headline = plain_label(wrap=True)
        self.belongs = ModelBox(session)
        self.rates = Rates(session)
        self.model = TableModel(COLUMNS, self)
        self.view = TableView(self.model, say("Optimizer entries"), self)
        self._lay_out()
        self._connect()
        self._reopen()

    def _lay_out(self) -> None:
        view = self.view
        view.horizontalHeader().setStretchLastSection(True)
        view.setSelectionMode(view.SelectionMode.SingleSelection)
        view.allow_sorting()
        vertical(
            self.choice, self.headline, self.belongs, self.rates, (view, 1), of=self, margins=(8, 6, 8, 8), spacing=6
        )

    def _connect(self) -> None:
        session = self._session
        session.opened.connect(self._reopen)
        session.closed.connect(self._reopen)
        session.plan_changed.connect(self._invalidate)
        self.choice.currentIndexChanged.connect(self._invalidate)
        self.view.clicked.connect(self._reveal)
        self.view.resized.connect(self._share_width)
        self.view.horizontalHeader().geometriesChanged.connect(self._share_width)  # larger text
        self.view.activated.connect(self._reveal)

    def sizeHint(self) -> QSize:
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
        self._latest.drop()
        self.model.set_rows([])
        self.belongs.show_optimizer(None)
        self.rates.show_entries(())

    def _optimizer(self) -> Optimizer | None:
        catalogue = self._session.catalogue
        place = max(0, self.choice.currentIndex())
        return catalogue.optimizers[place] if catalogue is not None and place < len(catalogue.optimizers) else None

    def _invalidate(self, *_changed: object) -> None:
        """Work the rows out now if anyone can see them, else when the panel is shown."""
        self.behind = True
        self._latest.drop()
        if is_on_screen(self):
            self.catch_up()

    def catch_up(self) -> None:
        """Show the entries of the optimizer that is chosen."""
        self.behind = False
        preview, optimizer = self._session.preview, self._optimizer()
        self.view.horizontalHeader().setVisible(optimizer is not None)
        self.belongs.show_optimizer(optimizer)
        self.rates.show_entries(rates_of(preview.catalogue, optimizer) if preview and optimizer else ())
        if preview is None or optimizer is None:
            self.model.set_rows([])
            return
        work = partial(optimizer_table, preview, optimizer)
        self._latest.ask(work, at_once=len(optimizer.entries) <= _QUICK)

    def _show(self, table: OptimizerTable) -> None:
        """Show rows; a selected one stays only in its place."""
        before = [row.place for row in self.model.rows]
        self.model.set_rows(table.rows)
        if before != [row.place for row in self.model.rows]:
            self.view.clearSelection()
        self._share_width()
        self.headline.setText(table.headline)

    def _share_width(self) -> None:
        """Give names the room that they take; what has none then, the last one first, is told by tooltips alone.

        Where there is hardly room for the name and the device, the number of the entry has none either.
        """
        header, model = self.view.horizontalHeader(), self.model
        rows = range(min(model.rowCount(), _MEASURED))
        devices = self.view.itemDelegateForColumn(STATE_ON)
        assert isinstance(devices, DeviceDelegate)
        needed = max((devices.needs(model.index(row, STATE_ON))[0] for row in rows), default=0)
        narrow = max((devices.needs_compact(model.index(row, STATE_ON)) for row in rows), default=0)
        narrow = min(narrow, header.sectionSizeFromContents(STATE_ON).width())
        headings = [header.sectionSizeFromContents(at).width() for at in range(len(COLUMNS))]
        widths = [max(each.width or 0, heading) for each, heading in zip(COLUMNS, headings, strict=True)]
        widths[_ID] = min(widths[_ID], self._width_of(_ID, header.fontMetrics()))
        widths[_PARAMETER] = max(theme.px(_LEAST_NAME), headings[_PARAMETER])
        room = self.view.viewport().width() - widths[_PARAMETER]
        if room < widths[_ID] + narrow:
            widths[_ID] = 0
        room -= widths[_ID]
        widths[STATE_ON] = min(max(widths[STATE_ON], needed), max(room, narrow))
        lacking = widths[STATE_ON] - room + self._width_of(_PARAMETER) - widths[_PARAMETER]
        air = widths[STATE_ON] - max(needed, self._width_of(STATE_ON, header.fontMetrics()))  # for the sign of an order
        widths[STATE_ON] -= max(0, min(lacking, air))
        room -= widths[STATE_ON]
        widths[_PARAMETER] += min(room, 0)
        whole = max(self._width_of(_PARAMETER) - widths[_PARAMETER], 0)
        taken = [0, *accumulate(widths[STATE_ON + 1 :])]
        fitting = sum(width <= room - whole for width in taken[1:])
        widths[_PARAMETER] += max(room - taken[fitting], 0)
        for place, width in enumerate(widths):
            header.setSectionHidden(place, place > STATE_ON + fitting or not width)
            header.resizeSection(place, width)

    def _width_of(self, place: int, heading: QFontMetrics | None = None) -> int:
        """The pixels that the texts of a column take, and its heading where that is to be read, too."""
        column, metrics = COLUMNS[place], QFontMetrics(theme.key_font())
        texts = [metrics.horizontalAdvance(column.text(row)) for row in self.model.rows[:_MEASURED]]
        if heading is not None:
            texts.append(heading.horizontalAdvance(say(column.title)))
        return max(texts, default=0) + 2 * PADDING + 2

    # ---- what the user does

    def _reveal(self, index: QModelIndex) -> None:
        if not index.isValid():
            return
        item = self.model.rows[index.row()].item
        entry = item.parameter if index.column() == _PARAMETER or item.entry is None else item.entry
        if entry is not None:
            self._session.reveal(entry)
            self.view.setFocus(Qt.FocusReason.OtherFocusReason)

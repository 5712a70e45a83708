"""The checkpoints of a run as a table: how far training had come, how each is, and what is odd about it."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from core.runs.texts import date_text, name_text, number_text
from core.text import listed, size_text
from core.words import marked
from gui.look import theme
from gui.runs.model import Lamp, RunRow
from gui.widgets.delegates import CellDelegate, Index
from gui.widgets.device_cells import DeviceDelegate
from gui.widgets.item_roles import ItemRole
from gui.widgets.table_view import Column, TableView


def _or_less(number: float | None) -> float:
    return -1 if number is None else number


def _size(each: RunRow) -> str:
    return size_text(each.row.bytes) if each.row.bytes else ""


class _StateDelegate(CellDelegate):
    """What is wrong in red, what is odd in the colour of a warning."""

    def paint_content(self, painter: QPainter, rect: QRect, option: QStyleOptionViewItem, index: Index) -> None:
        wrong, c = index.data(ItemRole.OWN), theme.colours()
        colour = QColor(c.error) if wrong else QColor(c.on_warning) if index.data(ItemRole.OWN + 1) else None
        if colour is None or option.state & QStyle.StateFlag.State_Selected:
            colour = self.colour(option, pale=not wrong)
        self.draw_text(painter, rect, index.data() or "", option.font, colour)


_number = partial(Column[RunRow], number=True)
COLUMNS = (
    Column[RunRow](
        marked("Name"),
        marked("Its name in the folder, and where a link leads"),
        lambda each: name_text(each.row),
        tip=lambda each: name_text(each.row),
        paint=partial(CellDelegate, cut=Qt.TextElideMode.ElideMiddle),
        width=170,
    ),
    _number(
        marked("Step"),
        marked("What the file says, or what its name says if the file does not"),
        lambda each: number_text(each.row.step),
        raw=lambda each: _or_less(each.row.step),
        tip=lambda each: number_text(each.row.step),
        width=70,
    ),
    _number(
        marked("Epoch"),
        marked("What the file says, or what its name says if the file does not"),
        lambda each: number_text(each.row.epoch),
        raw=lambda each: _or_less(each.row.epoch),
        tip=lambda each: number_text(each.row.epoch),
        width=64,
    ),
    Column[RunRow](
        marked("State"),
        marked("Is it complete, are its numbers healthy, and how does it differ from the others?"),
        lambda each: each.state,
        raw=lambda each: (list(Lamp).index(each.lamp), each.state),
        tip=lambda each: each.tip,
        roles={ItemRole.OWN: lambda each: bool(each.wrong), ItemRole.OWN + 1: lambda each: bool(each.notes)},
        paint=_StateDelegate,
        width=190,
    ),
    _number(
        marked("Size"),
        marked("The bytes of all its files"),
        _size,
        raw=lambda each: _or_less(each.row.bytes),
        tip=_size,
        width=80,
    ),
    Column[RunRow](
        marked("Date"),
        marked("When it was written"),
        lambda each: date_text(each.row),
        raw=lambda each: _or_less(each.row.modified),
        tip=lambda each: date_text(each.row),
        width=130,
    ),
    Column[RunRow](
        marked("Devices"),
        marked("The devices its tensors were saved on, most bytes first"),
        lambda each: listed(each.row.devices, 4) if each.row.is_read else "…",
        tip=lambda each: listed(each.row.devices),
        roles={ItemRole.CHIPS: lambda each: each.row.devices},
        paint=DeviceDelegate,
        width=120,
    ),
    Column[RunRow](
        marked("Dtype"),
        marked("The dtypes of its weights, most bytes first"),
        lambda each: listed(each.row.dtypes, 2),
        tip=lambda each: listed(each.row.dtypes),
        width=110,
    ),
)


class RunTable(TableView):
    """A table in which Enter opens."""

    entered_by_key = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter takes what is selected."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered_by_key.emit()
        else:
            super().keyPressEvent(event)

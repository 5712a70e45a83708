"""A table of numbers as a view asks for it: a window onto any number of rows and columns, read when it is looked at.

Qt counts rows and pixels in 32 bits, and keeps a record of each row: the model has only the rows and columns that are
seen, and moves over the source. What it shows is read beside the event loop, a block at a time.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QColor, QFont

from core.words import say
from gui.jobs.latest_job import LatestJob, Turn
from gui.look import theme
from gui.look.plain_text import tooltip
from gui.plots import colour_maps
from gui.plots.number_text import exact_text, is_odd, number_text

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
Place = tuple[int, int]

BLOCK: Final = (64, 32)
"""Rows and columns that are read together."""
_KEPT: Final = 128
"""Blocks that are kept."""
_WAITING: Final = "…"


@dataclass(frozen=True)
class Source:
    """A table of any size.

    ``read(rows, columns)`` gives an array of two dimensions, on a thread of its own; it may raise a `CheckpointError`.
    ``index`` says where in the tensor a cell is. ``changed`` says of the cells that begin at a place, as many as an
    array has, which are pending changes. ``names`` stand above the columns in place of their numbers.
    """

    rows: int
    columns: int
    read: Callable[[slice, slice], NDArray[Any]]
    index: Callable[[int, int], tuple[int, ...]] = lambda row, column: (row, column)
    editable: bool = False
    characters: int = 10
    """What a column is wide enough for."""
    changed: Callable[[Place, tuple[int, int]], NDArray[np.bool_]] | None = None
    names: tuple[str, ...] = ()


EMPTY: Final = Source(0, 0, lambda _rows, _columns: np.empty((0, 0)))


@dataclass(frozen=True)
class _Block:
    values: NDArray[Any]
    odd: NDArray[np.bool_]
    changed: NDArray[np.bool_] | None


class GridModel(QAbstractTableModel):
    """A window of the size of `resize` onto a source, at `top` and `left`."""

    edit_wanted = Signal(object, object, str)
    """Row and column of the source, and what was typed."""
    failed = Signal(str)
    """The numbers cannot be read; the sentence says why."""
    moved = Signal()
    """The window shows another part."""
    answered = Signal()
    """All that is seen has been read."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.source = EMPTY
        self.top = self.left = 0
        self._size = (0, 0)
        self.characters: int | None = None
        """What of a number there is room for in a cell."""
        self.refused = False
        """What was typed last is no number for its cell: whoever was asked by `edit_wanted` says so."""
        self._blocks: OrderedDict[Place, _Block] = OrderedDict()
        self._latest = LatestJob(self, turn=Turn(), done=self._keep, failed=self._fail)

    # ---- what is shown

    def set_source(self, source: Source, *, stay: bool = False) -> None:
        """Show other numbers from the first cell on, or with ``stay`` from where the window is.

        Where as many stay, a cell that is being edited stays so: who types on must not wait for what was typed.
        """
        stays = stay and (source.rows, source.columns) == (self.source.rows, self.source.columns)
        if not stays:
            self.beginResetModel()
        self._latest.drop()
        self._blocks.clear()
        self.source = source
        if not stay:
            self.top = self.left = 0
        self._clamp(self.top, self.left)
        if stays:
            self._tell_changed()
        else:
            self.endResetModel()
        self.moved.emit()
        self._want()

    def resize(self, rows: int, columns: int) -> None:
        """See so many rows and columns whole, where there are as many, and one more of each in part."""
        if (rows, columns) == self._size:
            return
        # Rows and columns come and go at the end, so that a cell that is being edited stays so.
        self._grow(min(rows + 1, self.source.rows), self.rowCount(), 0, rows)
        self._grow(min(columns + 1, self.source.columns), self.columnCount(), 1, columns)
        self.move(self.top, self.left)
        self.moved.emit()
        self._want()

    def _grow(self, count: int, before: int, axis: int, size: int) -> None:
        """See another number of rows (axis 0) or columns (axis 1)."""
        nothing = QModelIndex()
        begin = (self.beginInsertRows, self.beginInsertColumns) if count > before else (
            self.beginRemoveRows, self.beginRemoveColumns
        )  # fmt: skip
        end = (self.endInsertRows, self.endInsertColumns) if count > before else (
            self.endRemoveRows, self.endRemoveColumns
        )  # fmt: skip
        if count != before:
            begin[axis](nothing, min(count, before), max(count, before) - 1)
        self._size = (size, self._size[1]) if axis == 0 else (self._size[0], size)
        if count != before:
            end[axis]()

    def move(self, top: int, left: int) -> None:
        """Show another part; as near to it as there is."""
        before = self.top, self.left
        self._clamp(top, left)
        if (self.top, self.left) == before:
            return
        rows, columns = self.rowCount(), self.columnCount()
        if rows and columns:
            self.dataChanged.emit(self.index(0, 0), self.index(rows - 1, columns - 1))
            self.headerDataChanged.emit(Qt.Orientation.Vertical, 0, rows - 1)
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, columns - 1)
        self.moved.emit()
        self._want()

    def _clamp(self, top: int, left: int) -> None:
        self.top = max(0, min(top, self.source.rows - self._size[0]))
        self.left = max(0, min(left, self.source.columns - self._size[1]))

    def shows(self, row: int, column: int) -> bool:
        """Whether a cell of the source is seen whole."""
        return 0 <= row - self.top < self._size[0] and 0 <= column - self.left < self._size[1]

    def value(self, row: int, column: int) -> Any:
        """The number in a cell of the source; None where it has not been read yet."""
        block = self._blocks.get((row // BLOCK[0], column // BLOCK[1]))
        return None if block is None else block.values[row % BLOCK[0], column % BLOCK[1]]

    # ---- reading

    @property
    def busy(self) -> bool:
        """Something that is seen is still being read."""
        return self._latest.busy

    def _want(self) -> None:
        """Have the blocks read that are seen and not there."""
        bottom = min(self.top + self.rowCount(), self.source.rows)
        right = min(self.left + self.columnCount(), self.source.columns)
        rows, columns = (
            range(self.top // BLOCK[0], -(-bottom // BLOCK[0])),
            range(self.left // BLOCK[1], -(-right // BLOCK[1])),
        )
        if not self.rowCount() or not self.columnCount():
            return
        seen = [(row, column) for row in rows for column in columns]
        for place in seen:
            if place in self._blocks:
                self._blocks.move_to_end(place)
        missing = [place for place in seen if place not in self._blocks]
        if missing:
            source = self.source
            self._latest.ask(lambda tick: _read(source, missing, tick))

    def _keep(self, answer: dict[Place, _Block]) -> None:
        self._blocks.update(answer)
        while len(self._blocks) > _KEPT:
            self._blocks.popitem(last=False)
        self._tell_changed()
        self.answered.emit()

    def _tell_changed(self) -> None:
        if self.rowCount() and self.columnCount():
            self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, self.columnCount() - 1))

    def _fail(self, error: Exception) -> None:
        self.failed.emit(str(error))

    # ---- what Qt asks

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else min(self._size[0] + 1, self.source.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else min(self._size[1] + 1, self.source.columns)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:
        upright = orientation == Qt.Orientation.Vertical
        place = section + (self.top if upright else self.left)
        there = place < (self.source.rows if upright else self.source.columns)
        if not there or role != Role.DisplayRole:
            return None
        return str(place) if upright or not self.source.names else self.source.names[place]

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        if not self._is_there(index):
            return Qt.ItemFlag.NoItemFlags
        return flags | Qt.ItemFlag.ItemIsEditable if self.source.editable else flags

    def _is_there(self, index: Index) -> bool:
        """Whether a cell is one: beyond the last ones there may be room for a part of a row and a column."""
        beyond = index.row() + self.top >= self.source.rows or index.column() + self.left >= self.source.columns
        return index.isValid() and not beyond

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        if not self._is_there(index):
            return None
        row, column = index.row() + self.top, index.column() + self.left
        block = self._blocks.get((row // BLOCK[0], column // BLOCK[1]))
        at = row % BLOCK[0], column % BLOCK[1]
        if role == Role.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if block is None:
            return _WAITING if role == Role.DisplayRole else None
        changed = block.changed is not None and bool(block.changed[at])
        if role == Role.DisplayRole:
            return number_text(block.values[at], self.characters)
        if role == Role.EditRole:
            return exact_text(block.values[at])
        if role == Role.ToolTipRole:
            place = ", ".join(map(str, self.source.index(row, column)))
            told = f"[{place}] = {exact_text(block.values[at])}"
            return tooltip(say("{number} (pending change)", number=told) if changed else told)
        if role == Role.BackgroundRole:
            return _ground(block.values[at], bool(block.odd[at]))
        if role == Role.ForegroundRole:
            return QColor("#000000") if block.odd[at] else QColor(theme.colours().accent) if changed else None
        return _bold() if role == Role.FontRole and changed else None

    def setData(self, index: Index, value: Any, role: int = Role.EditRole) -> bool:
        """Ask for a change; the number itself follows, once it is in the plan."""
        self.refused = False
        if role != Role.EditRole or not self._is_there(index) or not self.source.editable:
            return False
        if str(value).strip() != index.data(Role.EditRole):
            self.edit_wanted.emit(index.row() + self.top, index.column() + self.left, str(value).strip())
        return True


def _read(source: Source, places: list[Place], tick: Callable[[int, int], None]) -> dict[Place, _Block]:
    found = {}
    for done, place in enumerate(places):
        tick(done, len(places))
        (row, column), (tall, wide) = (place[0] * BLOCK[0], place[1] * BLOCK[1]), BLOCK
        rows, columns = (
            slice(row, min(row + tall, source.rows), 1),
            slice(column, min(column + wide, source.columns), 1),
        )
        values = source.read(rows, columns)
        changed = source.changed((row, column), values.shape) if source.changed is not None else None
        found[place] = _Block(values, is_odd(values), changed)
    return found


def _ground(value: Any, odd: bool) -> QColor | None:
    if not odd:
        return None
    return QColor(colour_maps.NAN if value != value else colour_maps.INFINITE)  # noqa: PLR0124 - only NaN is not itself


def _bold() -> QFont:
    font = theme.key_font()
    font.setBold(True)
    return font

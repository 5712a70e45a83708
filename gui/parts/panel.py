"""The files of a model that lies in many: a row each, and a click shows only what lies in it."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QModelIndex, QPoint, QSize, QStringListModel, Qt
from PySide6.QtGui import QFontMetrics, QGuiApplication
from PySide6.QtWidgets import QListView, QMenu, QToolButton, QWidget

from core.dtypes import NO_DEVICE
from core.report.parts import MISSING
from core.text import clip, listed, shown, size_text
from core.words import marked, say, say_count
from gui.look import theme
from gui.look.plain_text import lines, tooltip
from gui.parts.model import PartLine, has_parts, rows_of, state_text, state_tip, summary
from gui.session.known import Integrity
from gui.session.session import Session
from gui.widgets.basic_widgets import CutLabel
from gui.widgets.delegates import PADDING, CellDelegate, WrongDelegate
from gui.widgets.device_cells import DeviceDelegate
from gui.widgets.item_roles import ItemRole
from gui.widgets.layouts import horizontal, vertical
from gui.widgets.table_view import Column, Sizing, TableModel, TableView

_MEASURED = 60
"""Rows from which the widths of the columns are taken: there can be thousands."""
_MOST_ROWS = 5
"""Rows that are seen without scrolling."""
_LEAST_NAME = 160
_AROUND = 6
"""Pixels above and below the table."""


def _size_tip(row: PartLine) -> str:
    return say_count(row.part.bytes, "{n:,} byte", "{n:,} bytes") if row.part.bytes is not None else ""


_BESIDE = {ItemRole.SUMMARY: lambda row: row.is_beside}
"""What is only there is pale."""
_column = partial(Column[PartLine], roles=_BESIDE, sizing=Sizing.ResizeToContents)
_number = partial(_column, number=True, paint=partial(CellDelegate, mono=True))
NAME, TENSORS, SIZE, DEVICES, STATE = range(5)
COLUMNS = (
    _column(
        marked("File"),
        marked("Click to show only what lies in this file; click again to show everything."),
        lambda row: row.part.name,
        tip=lambda row: clip(row.part.name, 400),
        paint=partial(CellDelegate, mono=True, cut=Qt.TextElideMode.ElideLeft),
        sizing=Sizing.Stretch,
    ),
    _number(
        marked("Tensors"),
        marked("How many tensors have bytes in it"),
        lambda row: f"{row.part.tensors:,}" if row.part.bytes is not None else "",
        raw=lambda row: row.part.tensors,
    ),
    _number(
        marked("Size"),
        marked("The bytes of the file"),
        lambda row: size_text(row.part.bytes) if row.part.bytes is not None else "",
        raw=lambda row: row.part.bytes or 0,
        tip=_size_tip,
    ),
    _column(
        marked("Devices"),
        marked("Where the tensors in it were saved"),
        lambda row: listed(row.part.devices),
        raw=lambda row: row.part.devices,
        roles={**_BESIDE, ItemRole.CHIPS: lambda row: row.part.devices},
        paint=DeviceDelegate,
    ),
    _column(
        marked("State"),
        marked("What is missing, not used, there twice or damaged"),
        state_text,
        tip=lambda row: state_tip(row) if state_text(row) else "",
        roles={**_BESIDE, ItemRole.OWN: lambda row: row.is_wrong},
        paint=WrongDelegate,
    ),
)


class PartsPanel(QWidget):
    """Follows the search as it leads it: the row is lit up whose tensors are what the tree shows."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._integrity = Integrity.of(session)
        self.model = TableModel(COLUMNS, self)
        self.view = TableView(self.model, say("Files"), self)
        self.view.empty_text = say(
            "This checkpoint is a single file. If a model is saved in several files, they are listed here."
        )
        self.keys = QListView()
        self._keys = QStringListModel(self)
        self.note = CutLabel()
        self.whole, self.parts = (self._choice(parts) for parts in (False, True))
        self.ways = QWidget()
        self._empty: set[int] = set()
        """Columns in which nothing is to be told of any file."""
        self._lay_out()
        session.opened.connect(self._rebuild)
        session.closed.connect(self._rebuild)
        session.filter_changed.connect(self._follow_filter)
        self._integrity.changed.connect(self._refresh)
        self.view.resized.connect(self._share_width)
        self.view.resized.connect(self.updateGeometry)
        self.view.clicked.connect(self._choose)
        self.view.activated.connect(self._choose)
        self.view.selectionModel().currentRowChanged.connect(lambda now, _before: self._show_keys(now))
        self.view.customContextMenuRequested.connect(self._show_menu)
        self._rebuild()

    def _choice(self, parts: bool) -> QToolButton:
        """One of the two ways to show what ranks saved."""
        tool = QToolButton()
        tool.setText(say("Parts") if parts else say("Whole"))
        tip = (
            say("Show what each rank saved, one branch per rank")
            if parts
            else say("Show the model that the ranks saved together")
        )
        tool.setToolTip(tooltip(tip) or "")
        tool.setCheckable(True)
        tool.setAutoRaise(True)
        tool.setAutoExclusive(True)
        tool.clicked.connect(lambda _checked=False: self._session.parts_requested.emit(parts))
        return tool

    def _lay_out(self) -> None:
        view, header = self.view, self.view.horizontalHeader()
        view.setSelectionMode(view.SelectionMode.SingleSelection)
        view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        view.allow_sorting()
        header.setResizeContentsPrecision(_MEASURED)
        header.setStretchLastSection(False)
        self.keys.setModel(self._keys)
        self.keys.setFont(theme.key_font())
        self.keys.setUniformItemSizes(True)
        self.keys.setAccessibleName(say("Keys that are missing with this file"))
        self.keys.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        horizontal((self.note, 1), self.whole, self.parts, of=self.ways, margins=(8, 0, 8, 0))
        beside = horizontal((view, 3), (self.keys, 1), margins=0, spacing=6)
        vertical(self.ways, (beside, 1), of=self, margins=(8, 0, 8, 4), spacing=4)

    # ---- showing

    def _rebuild(self) -> None:
        """Another document, or this one read again."""
        catalogue = self._session.catalogue
        several = catalogue.checkpoint.several if catalogue is not None else None
        as_parts = catalogue is not None and catalogue.checkpoint.as_parts
        self.whole.setChecked(not as_parts)
        self.parts.setChecked(as_parts)
        can_choose = several is not None and several.can_be_parts
        for tool in (self.whole, self.parts):
            tool.setVisible(can_choose)
        self.note.setText(say(several.note) if several is not None and several.note else "")
        self.note.setToolTip(tooltip(self.note.text()) or "")
        self.ways.setVisible(can_choose or bool(self.note.text()))
        self._refresh()
        self.view.clearSelection()
        self._show_keys(QModelIndex())
        self._follow_filter()

    def _refresh(self) -> None:
        catalogue = self._session.catalogue
        rows = rows_of(catalogue, self._integrity.report) if catalogue is not None and has_parts(catalogue) else []
        self.model.set_rows(rows)
        self.setWindowTitle(summary(rows) if rows else say("Files"))
        devices = {device for row in rows for device in row.part.devices}
        self._empty = {DEVICES} if devices <= {NO_DEVICE} else set[int]()
        self._empty |= set[int]() if any(map(state_text, rows)) else {STATE}
        self.view.size_columns(COLUMNS)
        self.view.horizontalHeader().setVisible(bool(rows))
        self._share_width()
        self.updateGeometry()

    def _share_width(self) -> None:
        """Where names cannot be read, what is told of files beside them gives way."""
        header, view, model = self.view.horizontalHeader(), self.view, self.model
        longest = max(model.rows[:_MEASURED], key=lambda row: len(row.part.name), default=None)
        metrics = QFontMetrics(theme.key_font())
        wanted = metrics.horizontalAdvance(longest.part.name) + 2 * PADDING if longest is not None else 0
        room = view.viewport().width() - wanted
        for column in (STATE, TENSORS, SIZE, DEVICES):  # what matters most has its room first
            own = max(view.sizeHintForColumn(column), header.sectionSizeFromContents(column).width())
            hidden = column in self._empty or (column != STATE and room < own)
            header.setSectionHidden(column, hidden)
            room -= 0 if hidden else own

    def _show_keys(self, index: QModelIndex) -> None:
        row = self.model.rows[index.row()] if index.isValid() else None
        keys = list(map(lines, row.part.keys)) if row is not None else []
        if keys != self._keys.stringList():
            self._keys.setStringList(keys)
        self.keys.setVisible(bool(keys))

    def show_missing(self) -> None:
        """Show the keys that the first missing file takes along."""
        place = next((place for place, row in enumerate(self.model.rows) if row.part.state == MISSING), None)
        if place is not None:
            self.view.setCurrentIndex(self.model.index(place, NAME))

    def sizeHint(self) -> QSize:
        return QSize(_LEAST_NAME, self._height(_MOST_ROWS))

    def minimumSizeHint(self) -> QSize:
        """One row; Qt would have a table as high as its scroll bar needs to be."""
        return QSize(super().minimumSizeHint().width(), self._height(1))

    def _height(self, most: int) -> int:
        """The pixels in which so many rows are seen at most, or the words that stand for them."""
        view, rows = self.view, min(len(self.model.rows), most)
        height = rows * view.verticalHeader().defaultSectionSize() + 20
        height = view.horizontalHeader().sizeHint().height() + height if rows else view.words_height + _AROUND
        return height + (0 if self.ways.isHidden() else self.ways.sizeHint().height() + 4)

    # ---- what the user does

    def _choose(self, index: QModelIndex) -> None:
        """Show what lies in a file alone, or all again."""
        query = self.model.rows[index.row()].query if index.isValid() else ""
        if query:
            self._session.set_filter("" if query == self._session.filter_text else query)

    def _follow_filter(self, *_wanted: object) -> None:
        """Light up the file that is searched, and no other."""
        text = self._session.filter_text
        rows = self.model.rows
        place = next((place for place, row in enumerate(rows) if text and row.query == text), None)
        current = self.view.currentIndex()
        if place is not None:
            if not (current.isValid() and current.row() == place and self.view.selectionModel().hasSelection()):
                self.view.selectRow(place)
        elif current.isValid() and rows[current.row()].query:
            self.view.clearSelection()

    def _show_menu(self, point: QPoint) -> None:
        index = self.view.indexAt(point)
        if index.isValid():
            self.menu(self.model.rows[index.row()]).popup(self.view.viewport().mapToGlobal(point))

    def menu(self, row: PartLine) -> QMenu:
        """What can be done with one file."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        catalogue = self._session.catalogue
        assert catalogue is not None
        if row.query:
            menu.addAction(say("Show only what lies in it"), lambda: self._session.set_filter(row.query))
        if row.part.bytes is not None:
            path = catalogue.checkpoint.parts[row.part.number].path
            menu.addAction(say("Open only this file"), lambda: self._session.alone_requested.emit(path))
        menu.addAction(say("Copy the name"), lambda: QGuiApplication.clipboard().setText(shown(row.part.name)))
        return menu

"""The view of the tree: a table whose rows unfold, quick at any number of rows."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QStyle, QStyleOptionViewItem, QWidget

from gui.document.cells import Column
from gui.document.plain_value import can_be_set
from gui.document.selection import runs_of
from gui.look import theme
from gui.session.session import Session
from gui.tree.column_widths import Needs, shared
from gui.tree.table_model import TreeModel
from gui.tree.value_editor import ValueEditor
from gui.widgets.delegates import ROW_PADDING, CellDelegate, Index, KeyDelegate
from gui.widgets.device_cells import DeviceDelegate
from gui.widgets.item_roles import ItemRole
from gui.widgets.table_view import TableView

#: Rows that are measured at most; they are spread over all.
_MEASURED = 100

#: Pixels to type a value in, at most.
_VALUE_WIDTH = 260

#: Characters of a key and what it means that are made room for.
_LONGEST = 44


class TreeView(TableView):
    """Rows that fold and unfold with the mouse on the arrow, a double click, or Left, Right, + and -.

    A double click or Enter on a plain value (epoch, lr) edits it.
    """

    #: The user asked to drop the selection (Del).
    drop_wanted = Signal()

    def __init__(self, session: Session, model: TreeModel, parent: QWidget | None = None) -> None:
        super().__init__(model, "Keys of the checkpoint", parent, padding=ROW_PADDING)
        self._model = model
        self._session = session
        self._sized_by_user = False
        self._sizing = False
        self._needs = Needs()
        self._value_editor: ValueEditor | None = None
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._key_delegate = KeyDelegate(self, self.key_room)
        self._device_delegate = DeviceDelegate(self)
        self._after_delegate = DeviceDelegate(self, planned=True)
        self._delegates = {
            Column.KEY: self._key_delegate,
            Column.SHAPE: CellDelegate(self, mono=True),
            Column.DEVICE: self._device_delegate,
            Column.AFTER: self._after_delegate,
        }
        for column, delegate in self._delegates.items():
            self.setItemDelegateForColumn(column, delegate)
        header = self.horizontalHeader()
        header.setSectionsMovable(True)
        header.setStretchLastSection(True)
        header.setMinimumSectionSize(48)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.sectionResized.connect(self._on_section_resized)
        model.rowsInserted.connect(self.fit_columns)
        self.allow_sorting()

    # ---- selection as nodes

    def selected_nodes(self) -> array[int]:
        """The nodes of the selected rows, from top to bottom; ghosts, which are nothing of this file, left out."""
        spans = sorted((span.top(), span.bottom()) for span in self.selectionModel().selection().toList())
        nodes = array("i")
        next_row = 0
        for first, last in spans:
            nodes += self._model.nodes(max(first, next_row), last)
            next_row = max(next_row, last + 1)
        return nodes if min(nodes, default=0) >= 0 else array("i", filter((0).__le__, nodes))

    def current_node(self) -> int:
        """The node with the keyboard focus, or -1."""
        return self._model.node(self.currentIndex().row())

    def select_nodes(self, nodes: Sequence[int], current: int | None = None) -> int:
        """Select the rows of these nodes, as far as they show; returns how many there are."""
        rows = self._model.rows_of(nodes)
        selection = QItemSelection()
        for first, last in runs_of(rows):
            selection.select(self._model.index(first, 0), self._model.index(last, self._model.columnCount() - 1))
        row = self._model.row(current) if current is not None else -1
        if row < 0 and rows:
            row = rows[0]
        if row >= 0:
            index = self._model.index(row, 0)
            self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)
        self.selectionModel().select(selection, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        return len(rows)

    def top_node(self) -> int:
        """The node in the uppermost visible row."""
        return self._model.node(self.rowAt(0))

    def scroll_to_node(self, node: int, *, top: bool = False) -> None:
        """Bring a node into view, at the top or just so."""
        row = self._model.row(node)
        if row >= 0:
            hint = QAbstractItemView.ScrollHint
            index = self._model.index(row, 0)
            if top:
                self.scrollTo(index, hint.PositionAtTop)
            elif not self.viewport().rect().contains(self.visualRect(index).center()):
                self.scrollTo(index, hint.PositionAtCenter)

    # ---- mouse and keyboard

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click on an arrow folds and does not select."""
        row = self._arrow_row(event.position().toPoint())
        if row >= 0 and event.button() == Qt.MouseButton.LeftButton:
            self._model.toggle(row)
            event.accept()
            return
        super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """A double click folds, wherever in the row it is; a plain value it edits."""
        point = event.position().toPoint()
        row = self.rowAt(point.y())
        if event.button() == Qt.MouseButton.LeftButton and row >= 0:
            if not self.edit_value(row):
                self._model.toggle(row)
            event.accept()
            return
        super().mouseDoubleClickEvent(event)

    def can_edit_value(self, row: int) -> bool:
        """Whether there is one plain value in a row: a number, a text, True, False or None."""
        outline, node = self._model.outline, self._model.node(row)
        return outline is not None and 0 < node < len(outline.catalogue) and can_be_set(outline.catalogue, node)

    def edit_value(self, row: int) -> bool:
        """Edit the plain value of a row where it stands; False where there is none."""
        if not self.can_edit_value(row):
            return False
        index = self._model.index(row, Column.KEY)
        self.scrollTo(index)
        cell = self.visualRect(index)
        left = cell.left() + self._key_delegate.needs(index)[0] - 4
        width = min(_VALUE_WIDTH, self.viewport().width() - left - 4)
        if self._value_editor is None:
            self._value_editor = ValueEditor(self._session, self)
        self._value_editor.begin(self._model.node(row), QRect(left, cell.top(), width, cell.height()))
        return True

    def _arrow_row(self, point: QPoint) -> int:
        index = self.indexAt(point)
        if not index.isValid() or index.column() != Column.KEY or index.data(ItemRole.UNFOLDED) is None:
            return -1
        depth = int(index.data(ItemRole.DEPTH))
        return index.row() if KeyDelegate.arrow_rect(self.visualRect(index), depth).contains(point) else -1

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left and Right move in the hierarchy, + - and * fold and unfold, Del drops."""
        row = self.currentIndex().row()
        key = event.key()
        plain = not event.modifiers() & ~(Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier)
        if key == Qt.Key.Key_Delete and plain:
            self.drop_wanted.emit()
        elif row >= 0 and plain and self._fold_by_key(key, row):
            pass
        else:
            super().keyPressEvent(event)
            return
        event.accept()

    def _fold_by_key(self, key: int, row: int) -> bool:
        model = self._model
        if key == Qt.Key.Key_Right:
            if model.is_unfolded(row):
                self._go(row + 1)
            else:
                model.unfold(row)
        elif key == Qt.Key.Key_Left:
            if model.is_unfolded(row):
                model.fold(row)
            else:
                self._go(model.parent_row(row))
        elif key == Qt.Key.Key_Plus:
            model.unfold(row)
        elif key == Qt.Key.Key_Minus:
            model.fold(row)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.state() != self.State.EditingState:
            if not self.edit_value(row):
                model.toggle(row)
        else:
            return False
        return True

    def _go(self, row: int) -> None:
        if 0 <= row < self._model.rowCount():
            self.setCurrentIndex(self._model.index(row, 0))

    # ---- looks

    def key_room(self, index: Index, cell: QRect) -> QRect:
        """The cell of a key with the empty cells to its right, over which its text may run."""
        header = self.horizontalHeader()
        right = cell.right()
        for place in range(header.visualIndex(Column.KEY) + 1, header.count()):
            column = header.logicalIndex(place)
            if header.isSectionHidden(column):
                continue
            if self._model.index(index.row(), column).data():
                break
            right += header.sectionSize(column)
        return QRect(cell.topLeft(), QPoint(right, cell.bottom()))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Let long keys and values run on over the empty cells to their right."""
        super().paintEvent(event)
        first, last = self.rowAt(event.rect().top()), self.rowAt(event.rect().bottom())
        if first < 0:
            return
        painter = QPainter(self.viewport())
        option = QStyleOptionViewItem()
        self.initViewItemOption(option)
        idle, selected = option.state & ~QStyle.StateFlag.State_Selected, QStyle.StateFlag.State_Selected
        for row in range(first, (last if last >= 0 else self._model.rowCount() - 1) + 1):
            index = self._model.index(row, Column.KEY)
            option.rect = self.visualRect(index)
            option.state = idle | selected if self.selectionModel().isSelected(index) else idle
            self._key_delegate.paint_beyond(painter, option, index)
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the width anew."""
        super().resizeEvent(event)
        self._share_width()

    def fit_columns(self) -> None:
        """Share the width by what the rows of now need; not while they are searched or sorted, which calls for rest."""
        if not self._sized_by_user:
            self._needs = self._measured()
            self._share_width()

    def _share_width(self) -> None:
        """Share the width among the columns, until the user sizes one."""
        if self._sized_by_user:
            return
        self._sizing = True
        header = self.horizontalHeader()
        character = QFontMetrics(theme.key_font()).horizontalAdvance("0")
        widths = shared(self.viewport().width(), self._needs, character)
        for column, width in widths.items():
            header.setSectionHidden(column, not width)
            if width:
                header.resizeSection(column, width)
        self._device_delegate.compact = widths[Column.DEVICE] < self._needs.device
        self._after_delegate.compact = widths[Column.AFTER] < self._needs.after
        self._sizing = False

    def _measured(self) -> Needs:
        """What the cells need, by some rows from top to bottom."""
        model, count = self._model, self._model.rowCount()
        rows = range(0, count, max(1, -(-count // _MEASURED)))
        most = _LONGEST * QFontMetrics(theme.key_font()).horizontalAdvance("0")
        keys = [self._key_delegate.needs(model.index(row, Column.KEY)) for row in rows]
        devices = [self._device_delegate.needs(model.index(row, Column.DEVICE)) for row in rows]
        after = [self._after_delegate.needs(model.index(row, Column.AFTER)) for row in rows]
        key = max((key for key, _note in keys), default=0)
        return Needs(
            key=key,
            noted_key=max(key, max((min(key + note, most) for key, note in keys), default=0)),
            device=max((first for first, _all in devices), default=0),
            compact_device=self._compact(Column.DEVICE, rows),
            devices=max((both for _first, both in devices), default=0),
            after=max((both for _first, both in after), default=0),
            compact_after=self._compact(Column.AFTER, rows),
        )

    def _compact(self, column: Column, rows: range) -> int:
        """What the cells of a column need at the least."""
        delegate = self._device_delegate if column is Column.DEVICE else self._after_delegate
        return max((delegate.needs_compact(self._model.index(row, column)) for row in rows), default=0)

    def _on_section_resized(self, _section: int, _old: int, _new: int) -> None:
        header = self.horizontalHeader()
        if not self._sizing and header.underMouse():
            self._sized_by_user = True

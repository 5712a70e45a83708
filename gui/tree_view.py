"""The view of the tree: a table whose rows unfold, quick at any number of rows."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QStyle, QStyleOptionViewItem, QWidget

from gui import theme
from gui.delegates import ROW_PADDING, CellDelegate, DeviceDelegate, Index, KeyDelegate
from gui.models.facts import Column
from gui.models.many import runs_of
from gui.models.tree import TreeModel, TreeRole
from gui.session import Session
from gui.table_view import TableView

#: Widths in characters of the key font; the other columns share what is left.
_CHARACTERS = {Column.SHAPE: 14, Column.DTYPE: 10, Column.SIZE: 9}

#: Characters that a key has at least.
_LEAST_KEY = 20

#: Characters of room from which on counts of five digits fit.
_WIDE = 100


class TreeView(TableView):
    """Rows that fold and unfold with the mouse on the arrow, a double click, or Left, Right, + and -."""

    #: The user asked to drop the selection (Del).
    drop_wanted = Signal()

    def __init__(self, session: Session, model: TreeModel, parent: QWidget | None = None) -> None:
        super().__init__(model, "Keys of the checkpoint", parent, padding=ROW_PADDING)
        self._model = model
        self._session = session
        self._sized_by_user = False
        self._sizing = False
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._key_delegate = KeyDelegate(self, self.key_room)
        self._delegates = {
            Column.KEY: self._key_delegate,
            Column.SHAPE: CellDelegate(self, mono=True),
            Column.DEVICE: DeviceDelegate(self, session),
            Column.AFTER: DeviceDelegate(self, session, planned=True),
        }
        for column, delegate in self._delegates.items():
            self.setItemDelegateForColumn(column, delegate)
        header = self.horizontalHeader()
        header.setSectionsMovable(True)
        header.setStretchLastSection(True)
        header.setMinimumSectionSize(48)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.sectionResized.connect(self._on_section_resized)
        for signal in (session.opened, session.plan_changed):  # new keys take more room than new devices
            signal.connect(self._fit_columns)
        self.allow_sorting()

    # ---- selection as nodes

    def selected_nodes(self) -> array[int]:
        """The nodes of the selected rows, from top to bottom."""
        spans = sorted((span.top(), span.bottom()) for span in self.selectionModel().selection().toList())
        nodes = array("i")
        next_row = 0
        for first, last in spans:
            nodes += self._model.nodes(max(first, next_row), last)
            next_row = max(next_row, last + 1)
        return nodes

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
        """A double click folds, wherever in the row it is."""
        point = event.position().toPoint()
        row = self.rowAt(point.y())
        if event.button() == Qt.MouseButton.LeftButton and row >= 0:
            self._model.toggle(row)
            event.accept()
            return
        super().mouseDoubleClickEvent(event)

    def _arrow_row(self, point: QPoint) -> int:
        index = self.indexAt(point)
        if not index.isValid() or index.column() != Column.KEY or index.data(TreeRole.UNFOLDED) is None:
            return -1
        depth = int(index.data(TreeRole.DEPTH))
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
        self._fit_columns()

    def _fit_columns(self) -> None:
        """Share the width among the columns, until the user sizes one."""
        if not self._sized_by_user:
            self._sizing = True
            for column, width in self._widths(self.viewport().width()).items():
                self.horizontalHeader().resizeSection(column, width)
            self._sizing = False

    def _widths(self, room: int) -> dict[Column, int]:
        character = QFontMetrics(theme.key_font()).horizontalAdvance("0")
        widths = {column: count * character for column, count in _CHARACTERS.items()}
        preview = self._session.preview
        renames = preview is not None and preview.keys_renamed > 0
        if room > _WIDE * character:
            widths[Column.SHAPE] += 3 * character  # then `25,000 tensors` fits
        elif renames:
            widths[Column.SHAPE] -= 2 * character  # new keys are not to take their room from the old ones
        rest = room - sum(widths.values())
        widths[Column.DEVICE] = min(max(rest * 23 // 100, (13 if renames else 14) * character), 23 * character)
        rest -= widths[Column.DEVICE]
        share = rest * (38 if renames else 34) // 100
        widths[Column.AFTER] = max(14 * character, min(share, 30 * character, rest - _LEAST_KEY * character))
        widths[Column.KEY] = max(_LEAST_KEY * character, rest - widths[Column.AFTER])
        return widths

    def _on_section_resized(self, _section: int, _old: int, _new: int) -> None:
        header = self.horizontalHeader()
        if not self._sizing and header.underMouse():
            self._sized_by_user = True

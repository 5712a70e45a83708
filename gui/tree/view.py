"""The view of the tree: a table whose rows unfold, quick at any number of rows."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import (
    QElapsedTimer,
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPoint,
    QRect,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QFocusEvent,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractScrollArea,
    QApplication,
    QHeaderView,
    QLineEdit,
    QMenu,
    QStyle,
    QStyleOptionViewItem,
    QTableView,
    QToolTip,
    QWidget,
)

from core.catalogue.quoting import member_word
from core.errors import EditError
from core.text import count_text, shape_text
from core.words import say
from gui.document.cells import found_text
from gui.document.rows import FIRST_LOOK
from gui.document.selection import runs_of
from gui.document.tree_columns import COLUMNS, Column
from gui.document.typed import can_be_set
from gui.look import scale, settings, theme
from gui.look.palette import others_width
from gui.look.plain_text import caption, tooltip
from gui.look.settings import Settings
from gui.session.session import Session
from gui.session.typed import set_typed, text_now
from gui.tree.column_widths import NARROWEST, ColumnChoice, Needs, shared
from gui.tree.crossing import Crossing
from gui.tree.table_model import TreeModel
from gui.widgets.basic_widgets import add_action, set_state
from gui.widgets.delegates import (
    INDENT,
    NARROW_INDENT,
    PADDING,
    ROW_PADDING,
    DtypeDelegate,
    Index,
    KeyDelegate,
    ShapeDelegate,
)
from gui.widgets.device_cells import DeviceDelegate
from gui.widgets.item_roles import ItemRole
from gui.widgets.table_view import TableView

# ---- The columns of the tree: shown, moved and sized as the user wants them, by the menu of their heading and by hand.

_LEAST_WIDTH = 48
"""Pixels below which nobody can make a column narrower."""


class Columns(QObject):
    """Sees to the heading of a table. What the user chooses is remembered; a file or a plan chooses nothing."""

    laid_out = Signal()
    """The columns have their widths."""

    def __init__(self, view: QTableView, remembered: Settings | None = None) -> None:
        super().__init__(view)
        self._view = view
        self._header = view.horizontalHeader()
        self._settings = remembered or Settings()
        self.needs = Needs()
        """What the cells of the file on show take."""
        self._planned = False
        self._shared: Mapping[Column, int] = {}
        self._busy = False
        self._by_hand = QTimer(self, singleShot=True, interval=0)  # the last column has followed then
        self._by_hand.timeout.connect(self._remember_widths)
        self.choice = ColumnChoice.from_text(self._settings.get(settings.TREE_COLUMNS))
        header = self._header
        header.setSectionsMovable(True)
        header.setFirstSectionMovable(False)
        header.setStretchLastSection(True)
        header.setMinimumSectionSize(_LEAST_WIDTH)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        header.customContextMenuRequested.connect(self._show_menu)
        header.sectionResized.connect(self._on_resized)
        header.sectionMoved.connect(self._on_moved)
        self._arrange()

    # ---- widths

    def begin(self, needs: Needs) -> None:
        """Another file is shown, whose cells take so much."""
        self.needs = needs
        self.share()

    def plan(self, planned: bool) -> None:
        """Whether there is anything to be told in After."""
        if planned != self._planned:
            self._planned = planned
            self.share()

    def share(self) -> None:
        """Share the width of the table among the columns that show."""
        self._shared = shared(self._room(), self.needs, character(), self.choice, planned=self._planned)
        self._lay_out(self._shared)
        self.laid_out.emit()

    def _room(self) -> int:
        """The width of the table without that of the bar to scroll, which comes and goes as rows unfold."""
        return self._view.maximumViewportSize().width() - self._view.verticalScrollBar().sizeHint().width()

    def _lay_out(self, widths: Mapping[Column, int]) -> None:
        self._busy = True
        self._header.setStretchLastSection(False)  # what is the last for now would take the room of what comes
        for column, width in widths.items():
            self._header.setSectionHidden(column, not width)
            if width:
                self._header.resizeSection(column, width)
        self._header.setStretchLastSection(self._last_stretches)
        self._busy = False

    @property
    def _last_stretches(self) -> bool:
        """Whether the last column takes what the others leave; numbers stand on the right, and would be far away."""
        return not self.visible()[-1].spec.number

    def follow(self) -> None:
        """Do as was chosen in another tree meanwhile."""
        choice = ColumnChoice.from_text(self._settings.get(settings.TREE_COLUMNS))
        if choice != self.choice:
            self.choice = choice
            self._arrange()
            self.share()

    def _arrange(self) -> None:
        """Put the columns in their order."""
        self._busy = True
        for place, column in enumerate(self.choice.order):
            self._header.moveSection(self._header.visualIndex(column), place)
        self._busy = False

    def visible(self) -> list[Column]:
        """The columns that show, from left to right."""
        return [column for column in self.choice.order if not self._header.isSectionHidden(column)]

    # ---- what the user does

    def show(self, column: Column, shown: bool) -> None:
        self._choose(self.choice.showing(column, shown))

    def move(self, column: Column, step: int) -> None:
        """Move a column some places to the right."""
        self._choose(self.choice.moved(column, step))

    def fit(self) -> None:
        """Make all columns as wide as their contents; the keys have the rest."""
        wide = {column: self._view.sizeHintForColumn(column) for column in self.visible()[1:]}
        titles = {column: self._header.sectionSizeHint(column) for column in wide}
        self._choose(replace(self.choice, widths={column: max(wide[column], titles[column]) for column in wide}))

    def reset(self) -> None:
        """As if nobody had ever chosen anything."""
        self._choose(ColumnChoice())

    def _choose(self, choice: ColumnChoice) -> None:
        self.choice = choice
        self._settings.set(settings.TREE_COLUMNS, choice.to_text())
        self._arrange()
        self.share()

    def _on_resized(self, _section: int, _old: int, _new: int) -> None:
        if not self._busy and QApplication.mouseButtons() & Qt.MouseButton.LeftButton:
            self._by_hand.start()

    def _remember_widths(self) -> None:
        widths = {column: self._header.sectionSize(column) for column in self.visible()}
        if widths[Column.KEY] == self._shared[Column.KEY]:
            del widths[Column.KEY]
        last = self.visible()[-1]
        if last in widths and self._last_stretches:  # it reaches as far as the table does
            own = widths[last] - max(0, self._view.viewport().width() - self._room())
            spare = self._room() - sum(self._shared.values())
            widths[last] = max(_LEAST_WIDTH, min(own, self._shared[last]) if spare > 0 else own)
        self.choice = replace(self.choice, widths={**self.choice.widths, **widths})
        self._settings.set(settings.TREE_COLUMNS, self.choice.to_text())
        self.laid_out.emit()

    def _on_moved(self, *_places: int) -> None:
        if not self._busy:
            order = (COLUMNS[self._header.logicalIndex(place)] for place in range(self._header.count()))
            self.choice = replace(self.choice, order=tuple(order))
            self._settings.set(settings.TREE_COLUMNS, self.choice.to_text())
            self.share()  # another one is the last now

    # ---- the menu

    def _show_menu(self, point: QPoint) -> None:
        menu = QMenu(self._view)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.fill_menu(menu, self._header.logicalIndexAt(point))
        menu.popup(self._header.mapToGlobal(point))

    def fill_menu(self, menu: QMenu, section: int) -> None:
        """Which columns show, and what can be done to the one that was clicked on."""
        menu.setToolTipsVisible(True)
        model = self._view.model()
        for column in filter(self.needs.has, self.choice.order[1:]):  # those that this file has anything to say in
            name = str(model.headerData(column, Qt.Orientation.Horizontal))
            action = menu.addAction(caption(name))
            tip = str(model.headerData(column, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole))
            action.setToolTip(tooltip(tip) or "")
            action.setCheckable(True)
            shows = column is Column.AFTER or not self._header.isSectionHidden(column)  # After comes and goes
            action.setChecked(self.choice.shown.get(column, shows))
            action.toggled.connect(lambda shown, column=column: self.show(column, shown))
        menu.addSeparator()
        if section > Column.KEY:
            clicked, place = COLUMNS[section], self.choice.order.index(section)
            add_action(menu, say("Move left"), lambda: self.move(clicked, -1), enabled=place > 1)
            add_action(menu, say("Move right"), lambda: self.move(clicked, 1), enabled=place < len(Column) - 1)
            menu.addSeparator()
        add_action(menu, say("Fit to contents"), self.fit, say("Fit each column to its content"))
        add_action(menu, say("Reset columns"), self.reset, say("Restore the original columns, order and widths"))


def character() -> int:
    """Pixels that a character of a key takes."""
    return QFontMetrics(theme.key_font()).horizontalAdvance("0")


# ---- A plain value is edited where it stands in the tree: epoch, lr, a name.

_LEAST = 90
"""Pixels that there are to type in."""


class ValueEditor(QLineEdit):
    """A line over the value of a row. Enter sets it, a pending change with undo; Esc and leaving leave it as it was.

    What was typed and cannot be meant stays, with the reason below it.
    """

    def __init__(self, session: Session, view: QAbstractScrollArea) -> None:
        super().__init__(view.viewport())
        self._session, self._view = session, view
        self._entry = 0
        self.setFont(theme.key_font())
        self.setAccessibleName(say("Value"))
        self.hide()
        self.returnPressed.connect(self._set)
        self.textEdited.connect(lambda _text: set_state(self, "wrong", value=False))
        view.viewport().installEventFilter(self)

    def begin(self, entry: int, room: QRect) -> None:
        """Edit the value of an entry in a part of the row."""
        self._entry = entry
        self.setText(text_now(self._session, entry))
        set_state(self, "wrong", value=False)
        left = max(0, min(room.left(), room.right() - _LEAST))
        spare = max(0, self.minimumSizeHint().height() - room.height())
        self.setGeometry(QRect(left, room.top() - spare // 2, room.right() - left, room.height() + spare))
        self.show()
        self.selectAll()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def _set(self) -> None:
        try:
            set_typed(self._session, self._entry, self.text())
        except EditError as error:
            set_state(self, "wrong", value=True)
            self.setToolTip(tooltip(str(error)) or "")
            QToolTip.showText(self.mapToGlobal(self.rect().bottomLeft()), self.toolTip(), self)
        else:
            self._end()

    def _end(self) -> None:
        self.setToolTip("")
        has_focus = self.hasFocus()
        self.hide()
        if has_focus:
            self._view.setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc leaves the value as it was; other keys are not the tree's."""
        if event.key() == Qt.Key.Key_Escape:
            self._end()
        else:
            super().keyPressEvent(event)
        event.accept()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Whoever leaves has not set anything."""
        super().focusOutEvent(event)
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The row goes elsewhere."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Wheel):
            self.hide()
        return bool(super().eventFilter(watched, event))


# ---- The view.

CursorAction = QAbstractItemView.CursorAction

#: Rows of which the keys are looked at for what is typed.
_MOST_SEARCHED = 20_000

#: Rows that are measured at most; they are spread over all.
_MEASURED = 100

#: Pixels to type a value in, at most.
_VALUE_WIDTH = 260

#: Characters of a key and what it means that are made room for.
_LONGEST = 44
#: Devices that a wide table names beside each other.
_NAMED = 3
#: Characters of a table in which levels are indented less.
_NARROW = 64
#: Characters of After from which on there is room for the arrow.
_ROOMY = 14


class TreeView(TableView):
    """Rows that fold and unfold with the mouse on the arrow, a double click, or Left, Right, + and -.

    A double click or Enter on a plain value (epoch, lr) edits it.
    """

    #: The user asked to drop the selection (Del).
    drop_wanted = Signal()
    #: The user asked for another name (F2).
    rename_wanted = Signal()

    def __init__(self, session: Session, model: TreeModel, parent: QWidget | None = None) -> None:
        super().__init__(model, say("Keys of the checkpoint"), parent, padding=ROW_PADDING)
        self.tree_model = model
        self._session = session
        self._crossing = Crossing.of(session)
        self._value_editor: ValueEditor | None = None
        self._typed = ""
        self._typing = QElapsedTimer()
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._key_delegate = KeyDelegate(self, self.key_room)
        self._shape_delegate = ShapeDelegate(self)
        self._device_delegate = DeviceDelegate(self)
        self._after_delegate = DeviceDelegate(self, planned=True)
        self._delegates = {
            Column.KEY: self._key_delegate,
            Column.SHAPE: self._shape_delegate,
            Column.DTYPE: DtypeDelegate(self),
            Column.DEVICE: self._device_delegate,
            Column.AFTER: self._after_delegate,
        }
        for column, delegate in self._delegates.items():
            self.setItemDelegateForColumn(column, delegate)
        self.columns = Columns(self)
        self.columns.laid_out.connect(self._on_laid_out)
        self._text_size = scale.size()
        theme.theme().follow(self._follow_text_size)
        self.allow_sorting()

    def minimumSizeHint(self) -> QSize:
        """Room for the columns that tell what becomes of a key, and for the bar beside them."""
        bar = self.verticalScrollBar().sizeHint().width() + 2 * self.frameWidth()
        return QSize(NARROWEST * character() + bar, super().minimumSizeHint().height())

    # ---- selection as nodes

    def selected_nodes(self) -> array[int]:
        """The nodes of the selected rows, from top to bottom; removed rows, which this file has not, are left out."""
        spans = sorted((span.top(), span.bottom()) for span in self.selectionModel().selection().toList())
        nodes = array("i")
        next_row = 0
        for first, last in spans:
            nodes += self.tree_model.nodes(max(first, next_row), last)
            next_row = max(next_row, last + 1)
        return nodes if min(nodes, default=0) >= 0 else array("i", filter((0).__le__, nodes))

    def current_node(self) -> int:
        """The node with the keyboard focus, or -1."""
        return self.tree_model.node(self.currentIndex().row())

    def select_nodes(self, nodes: Sequence[int], current: int | None = None) -> int:
        """Select the rows of these nodes, as far as they show; returns how many there are."""
        rows = self.tree_model.rows_of(nodes)
        selection = QItemSelection()
        last_column = self.tree_model.columnCount() - 1
        for first, last in runs_of(rows):
            selection.select(self.tree_model.index(first, 0), self.tree_model.index(last, last_column))
        row = self.tree_model.row(current) if current is not None else -1
        if row < 0 and rows:
            row = rows[0]
        if row >= 0:
            index = self.tree_model.index(row, 0)
            self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)
        self.selectionModel().select(selection, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        return len(rows)

    def rows_that_fit(self) -> int:
        """How many rows can be seen at once, as far as that is known."""
        height = self.verticalHeader().defaultSectionSize()
        return self.viewport().height() // height if self.isVisible() else FIRST_LOOK

    def scroll_to_node(self, node: int, *, top: bool = False) -> None:
        """Bring a node into view, at the top or just so."""
        row = self.tree_model.row(node)
        if row >= 0:
            hint = QAbstractItemView.ScrollHint
            index = self.tree_model.index(row, 0)
            if top:
                self.scrollTo(index, hint.PositionAtTop)
            elif not self.viewport().rect().contains(self.visualRect(index).center()):
                self.scrollTo(index, hint.PositionAtCenter)

    # ---- mouse and keyboard

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click on an arrow folds and does not select."""
        row = self._arrow_row(event.position().toPoint())
        if row >= 0 and event.button() == Qt.MouseButton.LeftButton:
            self.tree_model.toggle(row)
            event.accept()
            return
        super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """A double click folds, wherever in the row it is; a plain value it edits, and opens a checkpoint as bytes."""
        point = event.position().toPoint()
        row = self.rowAt(point.y())
        if event.button() == Qt.MouseButton.LeftButton and row >= 0:
            self.act_on(row)
            event.accept()
            return
        super().mouseDoubleClickEvent(event)

    def act_on(self, row: int) -> None:
        """Do what Enter and a double click do: open a checkpoint that the row holds, edit its value, or fold it."""
        if place := self.inner_file(row):
            self._session.file_requested.emit(Path(place))
        elif not self.edit_value(row):
            self.tree_model.toggle(row)

    def inner_file(self, row: int) -> str:
        """The path of the checkpoint that a row holds as bytes; empty where there is none."""
        outline, node = self.tree_model.outline, self.tree_model.node(row)
        return member_word(outline.catalogue, node) if outline is not None else ""

    def can_edit_value(self, row: int) -> bool:
        """Whether there is one plain value in a row: a number, a text, True, False or None."""
        outline, node = self.tree_model.outline, self.tree_model.node(row)
        return outline is not None and 0 < node < len(outline.catalogue) and can_be_set(outline.catalogue, node)

    def edit_value(self, row: int) -> bool:
        """Edit the plain value of a row where it stands; False where there is none."""
        if not self.can_edit_value(row):
            return False
        index = self.tree_model.index(row, Column.KEY)
        self.scrollTo(index)
        cell = self.visualRect(index)
        left = cell.left() + self._key_delegate.needs(index)[0] - 4
        width = min(_VALUE_WIDTH, self.viewport().width() - left - 4)
        if self._value_editor is None:
            self._value_editor = ValueEditor(self._session, self)
        self._value_editor.begin(self.tree_model.node(row), QRect(left, cell.top(), width, cell.height()))
        return True

    def _arrow_row(self, point: QPoint) -> int:
        index = self.indexAt(point)
        if not index.isValid() or index.column() != Column.KEY or index.data(ItemRole.UNFOLDED) is None:
            return -1
        depth, indent = int(index.data(ItemRole.DEPTH)), self._key_delegate.indent
        arrow = KeyDelegate.arrow_rect(self.visualRect(index), depth, indent)
        return index.row() if arrow.contains(point) else -1

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left and Right move in the hierarchy, + and - fold and unfold, Del drops, F2 renames, Esc leads back."""
        row = self.currentIndex().row()
        key = event.key()
        plain = not event.modifiers() & ~(Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier)
        if plain and (self._act_by_key(key) or (row >= 0 and self._fold_by_key(key, row))):
            event.accept()
        else:
            super().keyPressEvent(event)

    def _act_by_key(self, key: int) -> bool:
        if key == Qt.Key.Key_Delete:
            self.drop_wanted.emit()
        elif key == Qt.Key.Key_F2:
            self.rename_wanted.emit()
        else:
            editing = self.state() == self.State.EditingState
            return key == Qt.Key.Key_Escape and not editing and self._crossing.go_back()
        return True

    def _fold_by_key(self, key: int, row: int) -> bool:
        model = self.tree_model
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
            self.act_on(row)
        else:
            return False
        return True

    def moveCursor(self, action: CursorAction, modifiers: Qt.KeyboardModifier) -> QModelIndex:  # noqa: N802 - Qt's name
        """Home and End go to the first and the last row; a table's own go to the first and the last column."""
        ends = {self.CursorAction.MoveHome: 0, self.CursorAction.MoveEnd: self.tree_model.rowCount() - 1}
        if action in ends:
            return self.tree_model.index(ends[action], max(0, self.currentIndex().column()))
        return super().moveCursor(action, modifiers)

    def keyboardSearch(self, typed: str) -> None:  # noqa: N802 - Qt's name
        """Go on to the next row whose key begins with what is typed without a pause."""
        pause = self._typing.isValid() and self._typing.elapsed() > QApplication.keyboardInputInterval()
        self._typed = typed if pause or set(self._typed + typed) == {typed} else self._typed + typed
        self._typing.start()
        first = self.currentIndex().row() + (len(self._typed) == 1)
        row = self.tree_model.row_beginning(self._typed, first, _MOST_SEARCHED)
        if row >= 0:
            self.setCurrentIndex(self.tree_model.index(row, 0))

    def _go(self, row: int) -> None:
        if 0 <= row < self.tree_model.rowCount():
            self.setCurrentIndex(self.tree_model.index(row, 0))

    # ---- looks

    def key_room(self, index: Index, cell: QRect) -> QRect:
        """The cell of a key with the empty cells to its right, over which its text may run."""
        header = self.horizontalHeader()
        right = cell.right()
        for place in range(header.visualIndex(Column.KEY) + 1, header.count()):
            column = header.logicalIndex(place)
            if header.isSectionHidden(column):
                continue
            if self.tree_model.index(index.row(), column).data():
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
        for row in range(first, (last if last >= 0 else self.tree_model.rowCount() - 1) + 1):
            index = self.tree_model.index(row, Column.KEY)
            option.rect = self.visualRect(index)
            option.state = idle | selected if self.selectionModel().isSelected(index) else idle
            self._key_delegate.paint_beyond(painter, option, index)
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.columns.share()

    def showEvent(self, event: QShowEvent) -> None:
        """Have the columns that were chosen meanwhile, in the tree of another document."""
        super().showEvent(event)
        self.columns.follow()

    def _follow_text_size(self) -> None:
        if self._text_size != scale.size():
            self._text_size = scale.size()
            self.begin()

    def begin(self) -> None:
        """Another file is shown: make its columns as wide as they need to be, which they stay."""
        self.columns.begin(self._measured())

    def _measured(self) -> Needs:
        """What the cells need: by some rows of the first look, and by some tensors of the whole file."""
        model = self.tree_model
        if model.cells is None:
            return Needs()
        metrics, mono = QFontMetrics(self.font()), QFontMetrics(theme.key_font())
        most, margins = _LONGEST * character(), 2 * PADDING + 2
        rows = [model.index(row, Column.KEY) for row in _some(model.rowCount())]
        keys = [self._key_delegate.needs(row) for row in rows]
        outermost = [
            key
            for row, (key, _note) in zip(rows, keys, strict=True)
            if not row.data(ItemRole.DEPTH) and row.siblingAtColumn(Column.SHAPE).data()  # else it runs on
        ]
        catalogue = model.cells.catalogue
        tensors = [catalogue.tensors[row] for row in _some(len(catalogue.tensors))]
        places = [
            (f"{catalogue.label_text(each.entry)} {model.cells.note(each.entry)}", len(catalogue.path(each.entry)) - 1)
            for each in tensors
        ]
        shapes = [shape_text(tensor.shape) for tensor in tensors]
        told = [str(model.index(row, Column.DTYPE).data()) for row in _some(model.rowCount())]
        names = [total.device for total in catalogue.devices]
        part_names = model.cells.totals.part_names
        names_of_parts = [part_names[place] for place in _some(len(part_names))]
        named = [*map(self._device_delegate.width_of, names)]
        cells = {
            Column.SHAPE: max(
                map(mono.horizontalAdvance, (*shapes, found_text(len(catalogue.tensors), len(catalogue.tensors))))
            ),
            Column.DTYPE: max(map(metrics.horizontalAdvance, ("", *told, *(tensor.dtype for tensor in tensors)))),
        }
        if names_of_parts:
            cells[Column.FILE] = max(map(metrics.horizontalAdvance, names_of_parts))
        cells = {column: width + margins for column, width in cells.items()}
        cells[Column.DEVICE] = max(named, default=0) + others_width(mono, max(len(names) - 1, 0))
        longest = (self._key_delegate.room_of(key, max(depth, 0)) for key, depth in places)
        with_notes = (max(key, min(key + note, most)) for key, note in keys)
        return Needs(
            max(with_notes, default=0),
            cells,
            max(outermost, default=0),
            max(longest, default=0),
            sum(sorted(named)[-_NAMED:]),
        )

    def _on_laid_out(self) -> None:
        """Where there is little room, devices are told in fewer words."""
        header = self.horizontalHeader()
        roomy = self.width() >= _NARROW * character()  # and not what is left beside After, which comes and goes
        self._key_delegate.indent = INDENT if roomy else NARROW_INDENT
        cells = self.tree_model.cells
        count = count_text(len(cells.catalogue.tensors), "tensor") if cells is not None else ""
        widest = QFontMetrics(theme.key_font()).horizontalAdvance(count) + 2 * PADDING
        self._shape_delegate.short = header.sectionSize(Column.SHAPE) < widest
        devices = self.columns.needs.cells.get(Column.DEVICE, 0)
        self._device_delegate.compact = header.sectionSize(Column.DEVICE) < devices
        self._after_delegate.compact = header.sectionSize(Column.AFTER) < _ROOMY * character()


def _some(count: int) -> range:
    """So many places at most, spread over all."""
    return range(0, count, max(1, -(-count // _MEASURED)))

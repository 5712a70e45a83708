"""The Qt model of the tree: a thin adapter over the list of visible rows.

The list is flat; how deep a row lies is a role, and the view draws it. Rows are told apart by the
numbers of their nodes, which outlive every filter, fold and plan.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QFont

from core.catalogue.catalogue import Catalogue
from core.catalogue.search import search
from core.edits.preview import Preview
from core.errors import CheckpointError
from core.text import series
from core.words import say
from gui.document import selection
from gui.document.badges import Badges, RowBadge
from gui.document.cells import Cells
from gui.document.outline import TOP, Outline
from gui.document.removed_cells import RemovedCells
from gui.document.rows import FIRST_LOOK, RowChange, Rows
from gui.document.tree_columns import COLUMNS, Column
from gui.jobs.latest_job import LatestJob
from gui.look.plain_text import one_line, tooltip
from gui.session.session import MANY_ENTRIES
from gui.widgets.item_roles import ItemRole

if TYPE_CHECKING:
    from gui.document.compared import Compared


# ---- Changes of which rows show: made at once in a small file, beside the event loop in a large one.

FILTER: Final = "filter"
REMOVED_ROWS: Final = "removed rows"
ORDER: Final = "order"


@dataclass(frozen=True)
class Search:
    """A change of rows: only what a search finds; everything, if nothing is searched for.

    While two files are ``compared`` what only the other has is searched too; ``changed`` leaves out the rest.
    """

    text: str
    regex: bool
    compared: Compared | None = None
    changed: bool = False

    def __call__(self, rows: Rows) -> None:
        """On any thread. Raises `CheckpointError` for what cannot be searched for."""
        if not self:
            rows.refilter(None)
            return
        matches = self._matches(rows.outline.catalogue)
        if self.changed and self.compared is not None:
            found = set(matches)
            matches = [entry for entry in self.compared.changes if entry in found]
        rows.refilter(matches, set(self._matches(self.compared.theirs)) if self.compared is not None else ())

    def __bool__(self) -> bool:
        """Whether anything is left out."""
        return bool(self.text.strip()) or (self.changed and self.compared is not None)

    def _matches(self, catalogue: Catalogue) -> Sequence[int]:
        return search(catalogue, self.text, self.regex) if self.text.strip() else range(len(catalogue))


class RowChanges(QObject):
    """The changes that are wanted and not made yet. Of several that are about the same the last one counts."""

    made = Signal(object, object)
    """The changed `Rows`, which the model does not show yet, and what the changes were about."""
    refused = Signal(object)
    """A `CheckpointError`: what cannot be searched for. The other changes are made without it."""

    def __init__(self, model: TreeModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._wanted: dict[str, RowChange] = {}
        self._latest = LatestJob(self, done=self._take, failed=self._fail)

    @property
    def busy(self) -> bool:
        """Whether changes are being made beside the event loop; the rows of before show meanwhile."""
        return self._latest.busy

    def wants_besides(self, what: str) -> bool:
        """Whether changes are wanted that are about something else."""
        return bool(self._wanted.keys() - {what})

    def want(self, what: str, change: RowChange) -> None:
        """Have a change made, in a large file beside the event loop."""
        rows = self._model.rows
        if rows is None:
            return
        self._wanted.pop(what, None)
        self._wanted[what] = change
        self._make(at_once=len(rows.outline.catalogue) < MANY_ENTRIES)

    def forget(self, what: str) -> None:
        """One change is not wanted any more; the others are made without it."""
        self._wanted.pop(what, None)
        if self._wanted:
            self._make()
        else:
            self.stop()

    def settle(self) -> None:
        """Make now what is wanted."""
        if self._latest.busy:
            self._make(at_once=True)

    def stop(self) -> None:
        """No change is wanted any more."""
        self._wanted.clear()
        self._latest.drop()

    def _make(self, *, at_once: bool = False) -> None:
        rows, changes = self._model.rows, tuple(self._wanted.values())
        assert rows is not None
        version = rows.version
        self._latest.ask(lambda _tick: (version, rows.changed(changes)), at_once=at_once)

    def _take(self, result: tuple[int, Rows]) -> None:
        version, changed = result
        rows = self._model.rows
        assert rows is not None
        if rows.version != version:  # the user has folded something meanwhile
            self._make()
            return
        what = frozenset(self._wanted)
        self._wanted.clear()
        self.made.emit(changed, what)

    def _fail(self, error: Exception) -> None:
        if not isinstance(error, CheckpointError):
            self.stop()
            raise error
        self.forget(FILTER)
        self.refused.emit(error)


# ---- The model.

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole

_FLAGS = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
_EDITABLE = _FLAGS | Qt.ItemFlag.ItemIsEditable

#: So few nodes are uncovered row by row, which leaves all others where they are.
_FEW = 8


class TreeModel(QAbstractTableModel):
    """Rows of the tree. Everything that changes what is shown goes through the methods here."""

    #: The user typed a new name for an entry; the model itself never changes anything.
    rename_wanted = Signal(int, str)
    #: The user wants another order; `apply_order` brings it about.
    sort_wanted = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.outline: Outline | None = None
        self.cells: Cells | None = None
        self._rows: Rows | None = None
        self._marks: Sequence[Badges] = ()
        self._weights: Mapping[int, float] = {}
        self._removed_cells: RemovedCells | None = None
        self.modules_for_new = True
        """Whether documents to come show dotted keys as modules."""
        self._order: tuple[int, Qt.SortOrder] = (-1, Qt.SortOrder.AscendingOrder)
        self._bold = QFont()
        self._bold.setBold(True)
        self._answers: dict[int, Callable[[int, int, Column], Any]] = {
            Role.DisplayRole: self._text,
            Role.EditRole: self._editable_text,
            Role.FontRole: lambda _row, node, _column: self._bold if self._told.after(node).changed else None,
            Role.ToolTipRole: self._tip,
            Role.TextAlignmentRole: self._alignment,
            Role.AccessibleTextRole: self._accessible_text,
            ItemRole.DEPTH: self._depth,
            ItemRole.UNFOLDED: self._unfolded,
            ItemRole.NOTE: self._note,
            ItemRole.CHIPS: self._chips,
            ItemRole.DROPPED: lambda _row, node, _column: self._told.after(node).dropped,
            ItemRole.SUMMARY: lambda _row, node, _column: self._told.is_container(node),
            ItemRole.BADGES: self._badges,
            ItemRole.WEIGHT: lambda _row, node, _column: self._weights.get(node),
        }

    # ---- what is shown

    def take(self, catalogue: Catalogue, preview: Preview, first_look: int = FIRST_LOOK) -> None:
        """Show another document, with as many levels unfolded as fit so many rows."""
        self.beginResetModel()
        self.outline = Outline(catalogue, self.modules_for_new)
        self.cells = Cells(self.outline, preview)
        self._rows = Rows(self.outline)
        self.apply_order(self._rows)
        self._rows.unfold_a_little(first_look)
        self.endResetModel()

    def clear(self) -> None:
        self.beginResetModel()
        self.outline = self.cells = self._rows = None
        self.endResetModel()

    def replan(self, preview: Preview) -> None:
        """Show another plan; rows stay what and where they are."""
        if self.cells is None or not self.rowCount():
            return
        self.cells.replan(preview)
        self._tell_all()

    def mark(self, layers: Sequence[Badges]) -> None:
        """Show other marks; rows stay what and where they are."""
        self._marks = layers
        self._tell_all()

    def compare(self, compared: Compared | None) -> None:
        """Colour what differs from another file, or nothing; rows stay what and where they are."""
        self._weights = compared.weights if compared is not None else {}
        self._removed_cells = RemovedCells(compared.theirs) if compared is not None else None
        self._tell_all()

    def _tell_all(self) -> None:
        if self.rowCount():
            self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, len(Column) - 1))

    def change(self, change: RowChange) -> None:
        """Change which rows show, now. Whatever the change raises is raised, and nothing is changed then."""
        if self._rows is not None:
            self.adopt(self._rows.changed([change]))

    def adopt(self, changed: Rows) -> None:
        """Show rows that were worked out on a copy of those here."""
        if self._rows is not None:
            self.beginResetModel()
            self._rows.adopt(changed)
            self.endResetModel()

    def unfilter(self) -> None:
        """Take the filter away, and show what was there before it."""
        if self._rows is not None:
            self.beginResetModel()
            self._rows.unfilter()
            self.endResetModel()

    @property
    def rows(self) -> Rows | None:
        """The rows there are; they are changed here only."""
        return self._rows

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort siblings by a column; -1 is the order of the file. `sort_wanted` tells who can see to it."""
        if (column, order) == self._order:
            return
        self._order = (column, order)
        self.sort_wanted.emit()

    def apply_order(self, rows: Rows) -> None:
        """Sort rows as the heading says; a change of rows."""
        column, order = self._order
        key = COLUMNS[column].order(self._told) if column >= 0 else None
        rows.set_order(key, order == Qt.SortOrder.DescendingOrder)

    @property
    def planned(self) -> bool:
        """Whether anything is to be different in the file that is saved."""
        return self.cells is not None and bool(self.cells.preview.plan)

    # ---- folding

    def toggle(self, row: int) -> None:
        if self._rows is not None and self._rows.is_unfolded(row):
            self.fold(row)
        else:
            self.unfold(row)

    def unfold(self, row: int) -> None:
        if self._rows is None or row < 0 or self._rows.is_unfolded(row) or not self._has_children(row):
            return
        new = self._rows.insertion(row)
        self.beginInsertRows(QModelIndex(), row + 1, row + max(1, len(new[0])))
        self._rows.insert(row, new)
        self.endInsertRows()
        self._tell(row)

    def fold(self, row: int) -> None:
        if self._rows is None or not self._rows.is_unfolded(row):
            return
        count = self._rows.below(row)
        self.beginRemoveRows(QModelIndex(), row + 1, row + count)
        self._rows.remove(row, count)
        self.endRemoveRows()
        self._tell(row)

    def uncover(self, nodes: Sequence[int]) -> None:
        """Unfold whatever hides these nodes."""
        if self._rows is None or self.outline is None:
            return
        if len(nodes) <= _FEW:
            for node in nodes:
                for above in self.outline.ancestors(node):
                    self.unfold(self.row(above))
        elif self._rows.unfold_to(nodes):
            self.change(lambda _rows: None)

    def _tell(self, row: int) -> None:
        self.dataChanged.emit(self.index(row, 0), self.index(row, 0), [ItemRole.UNFOLDED, ItemRole.BADGES])

    # ---- nodes and rows

    def node(self, row: int) -> int:
        return self._rows.nodes[row] if self._rows is not None and 0 <= row < len(self._rows.nodes) else TOP

    def nodes(self, first: int, last: int) -> array[int]:
        """The nodes in the rows from one to another, both included."""
        return self._rows.nodes[first : last + 1] if self._rows is not None else array("i")

    def row(self, node: int) -> int:
        return self._rows.place(node) if self._rows is not None else -1

    def rows_of(self, nodes: Sequence[int]) -> Sequence[int]:
        """The rows of those nodes that show, from top to bottom."""
        return selection.rows_of(self._rows.outline, self._rows.nodes, nodes) if self._rows is not None else ()

    def row_beginning(self, typed: str, first: int, most: int) -> int:
        """The first of so many rows, from one on and then from the top, whose key begins so; -1 for none."""
        if self._rows is None or self.outline is None:
            return -1
        nodes, count, label = self._rows.nodes, len(self._rows.nodes), self.outline.label
        rows = islice(chain(range(first, count), range(min(first, count))), most)
        wanted = typed.lower()
        return next((row for row in rows if nodes[row] > TOP and label(nodes[row]).lower().startswith(wanted)), -1)

    def parent_row(self, row: int) -> int:
        """The row above in the hierarchy, or -1."""
        return self.row(self.outline.parent(self.node(row))) if self.outline is not None else -1

    def is_unfolded(self, row: int) -> bool:
        """Whether the row shows what lies below it."""
        return self._rows is not None and self._rows.is_unfolded(row)

    def can_rename(self, node: int) -> bool:
        """Whether the node is an entry of a dict under a text key."""
        if self.outline is None or self.outline.is_group(node) or node <= 0:
            return False
        catalogue = self.outline.catalogue
        if catalogue.checkpoint.read_only is not None:
            return False
        return isinstance(catalogue.labels[node], str) and catalogue.kind(catalogue.parents[node]) == "dict"

    def _has_children(self, row: int) -> bool:
        return self.outline is not None and self.outline.has_children(self.node(row))

    # ---- what Qt asks

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() or self._rows is None else len(self._rows.nodes)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(Column)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(Column):
            return None
        if role == Role.DisplayRole:
            return say(COLUMNS[section].spec.title)
        if role == Role.ToolTipRole:
            return say(COLUMNS[section].spec.means)
        if role == Role.TextAlignmentRole:
            return self._alignment(-1, -1, COLUMNS[section])
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Keys of dicts can be edited in place."""
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        return _EDITABLE if index.column() == Column.KEY and self.can_rename(self.node(index.row())) else _FLAGS

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        if not index.isValid() or self._rows is None or self.cells is None:
            return None
        row = index.row()
        node = self._rows.nodes[row]
        column = COLUMNS[index.column()]
        if node < TOP:
            return self._removed_data(row, node, column, role)
        answer = self._answers.get(role)
        return answer(row, node, column) if answer is not None else None

    def setData(self, index: Index, value: Any, role: int = Role.EditRole) -> bool:
        """Pass on a new name; the plan decides, and shows it in the last column."""
        node = self.node(index.row())
        if role != Role.EditRole or not self.can_rename(node) or self.cells is None:
            return False
        if str(value) != self.cells.preview.label_text(node):
            self.rename_wanted.emit(node, str(value))
        return False

    def _removed_data(self, row: int, node: int, column: Column, role: int) -> Any:
        """One cell of what only the other file has."""
        assert self._rows is not None
        removed = self._rows.outline.placed.removed_rows.get(node)
        if removed is None or self._removed_cells is None:
            return None
        if role in (Role.DisplayRole, Role.AccessibleTextRole):
            return one_line(column.spec.removed(self._removed_cells, removed))
        if role == Role.ToolTipRole:
            return tooltip(self._removed_cells.tooltip(removed))
        if role == ItemRole.BADGES:
            return [self._removed_cells.badge(removed)] if column is Column.KEY else []
        if role == ItemRole.NOTE:
            return self._removed_cells.note(removed) if column is Column.KEY else ""
        if role == ItemRole.CHIPS:
            return self._removed_cells.devices(removed) if column is Column.DEVICE else ()
        if role in (ItemRole.SUMMARY, ItemRole.REMOVED):
            return True
        if role == Role.TextAlignmentRole:
            return self._alignment(row, node, column)
        return self._depth(row, node, column) if role == ItemRole.DEPTH else None

    # ---- one method a role: row, node, column

    @property
    def _told(self) -> Cells:
        """What there is to tell; roles are asked for only where a document is."""
        assert self.cells is not None
        return self.cells

    def _text(self, _row: int, node: int, column: Column) -> str:
        return one_line(column.spec.text(self._told, node))

    def _depth(self, row: int, _node: int, _column: Column) -> int:
        assert self._rows is not None
        return self._rows.depths[row]

    def _unfolded(self, row: int, node: int, _column: Column) -> bool | None:
        assert self.outline is not None
        return self.is_unfolded(row) if self.outline.has_children(node) else None

    def _note(self, _row: int, node: int, column: Column) -> str:
        return self._told.note(node) if column is Column.KEY else self._told.after_key(node)

    def _chips(self, _row: int, node: int, column: Column) -> tuple[str, ...]:
        if column is Column.DEVICE:
            return self._told.devices(node)
        after = self._told.after(node)
        return () if after.key == "" else after.devices  # of a level that goes, what is below it tells them

    def _badges(self, row: int, node: int, column: Column) -> list[RowBadge]:
        if column is not Column.KEY or self.outline is None:
            return []
        folded = not self.is_unfolded(row)
        badges = [badge for marks in self._marks for badge in marks.badges(self.outline, node, folded=folded)]
        removed_rows = self.outline.placed.above.get(node, 0) if folded else 0
        if removed_rows and self._removed_cells is not None:
            badges.append(self._removed_cells.badge_of_many(removed_rows))
        return badges

    def _tip(self, row: int, node: int, column: Column) -> str | None:
        told = [column.tip(self._told, node), *(badge.why for badge in self._badges(row, node, column))]
        return tooltip("\n".join(filter(None, told)))

    def _editable_text(self, row: int, node: int, column: Column) -> str:
        if column is Column.KEY and self.can_rename(node):
            return self._told.preview.label_text(node)
        return self._text(row, node, column)

    def _alignment(self, _row: int, _node: int, column: Column) -> Qt.AlignmentFlag:
        side = Qt.AlignmentFlag.AlignRight if column.spec.number else Qt.AlignmentFlag.AlignLeft
        return side | Qt.AlignmentFlag.AlignVCenter

    def _accessible_text(self, row: int, node: int, column: Column) -> str:
        """What a screen reader says, which does not see indents and arrows."""
        text = self._text(row, node, column)
        if column is not Column.KEY:
            return text
        unfolded = self._unfolded(row, node, column)
        fold = "" if unfolded is None else say("unfolded") if unfolded else say("folded")
        badges = (badge.text for badge in self._badges(row, node, column))
        return series((f"{text} {self._note(row, node, column)}", *badges, fold))

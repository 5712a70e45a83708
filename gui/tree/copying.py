"""What is copied of the selected rows: their keys, or all that they show."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt

from core.catalogue.catalogue import Catalogue
from gui.document.cells import Cells
from gui.jobs.clipboard import MANY, copy_lines, copy_table
from gui.tree.view import TreeView


def copy_keys(catalogue: Catalogue | None, entries: Sequence[int]) -> None:
    """The keys of entries, one a line."""
    if catalogue is not None:
        copy_lines(catalogue.label_text, entries)


def copy_rows(view: TreeView) -> None:
    """The selected rows as they show: a line each, cells parted by tabs, the headings above."""
    model, columns, nodes = view.tree_model, view.columns.visible(), view.selected_nodes()
    cells = model.cells
    if cells is None:
        return
    if len(nodes) >= MANY:  # another thread puts them together, and must not meet a plan that changes
        result, cells = cells.search_result, Cells(cells.outline, cells.preview)
        cells.search_result = result
    heads = [str(model.headerData(column, Qt.Orientation.Horizontal)) for column in columns]
    copy_table(heads, lambda node: [column.text(cells, node) for column in columns], nodes)

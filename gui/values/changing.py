"""Numbers of a tensor as pending changes: which they are, and the menu that sets many of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QInputDialog, QLineEdit, QMenu, QWidget

from core.edits.edits import SetNumbers
from core.edits.numbers.setting import can_be_set
from core.edits.numbers.theirs import put_tensor
from core.edits.preview import Preview
from core.errors import CheckpointError
from core.text import count_text
from core.words import marked, say
from gui.document.typed import number_typed
from gui.look.plain_text import tooltip
from gui.plots.number_grid import Selected
from gui.plots.plane import Plane
from gui.session.session import Session
from gui.values.model import FILL, NOT_LOOKED_AT, PUT
from gui.widgets.basic_widgets import add_action


def recipe_of(preview: Preview, row: int) -> Any:
    """What the plan makes of the numbers of a tensor and of their places, to be compared."""
    return preview.draft.recipes.get(preview.catalogue.storage_of[row]), preview.draft.layouts.get(row)


def can_be_edited(preview: Preview, row: int) -> bool:
    """Whether single numbers of a tensor can be set."""
    catalogue = preview.catalogue
    return catalogue.checkpoint.read_only is None and can_be_set(catalogue.tensors[row].dtype)


def changed_cells(
    preview: Preview, row: int, plane: Plane, first: tuple[int, int], size: tuple[int, int]
) -> NDArray[np.bool_]:
    """Return which cells of a part of a plane were set, or put in from another file."""
    found = np.zeros(size, np.bool_)
    entry = preview.catalogue.tensors[row].entry
    for edit in preview.plan.edits:
        numbers = edit.numbers_set
        if numbers is not None and numbers.entry == entry:
            found |= True if numbers.box is None else _within(numbers.box, plane, first, size)
    return found


def box_of(plane: Plane, rows: slice, columns: slice) -> tuple[tuple[int, int, int], ...]:
    """The part of a tensor that some cells of a plane are."""
    box = [(at, at + 1, 1) for at in plane.at]
    for axis, part in ((plane.row_axis, rows), (plane.column_axis, columns)):
        if axis is not None:
            box[axis] = (part.start, part.stop, 1)
    return tuple(box)


def _within(
    box: tuple[tuple[int, int, int], ...], plane: Plane, first: tuple[int, int], size: tuple[int, int]
) -> NDArray[np.bool_]:
    if not all(plane.at[axis] in range(*box[axis]) for axis in plane.others):
        return np.zeros(size, np.bool_)
    lines = []
    for axis, start, count in zip((plane.row_axis, plane.column_axis), first, size, strict=True):
        places = np.arange(start, start + count)
        if axis is None:
            lines.append(np.ones(count, np.bool_))
        else:
            begin, stop, step = box[axis]
            lines.append((places >= begin) & (places < stop) & ((places - begin) % step == 0))
    return lines[0][:, None] & lines[1]


# -- the menu: the selected cells filled, all of a tensor put in from an ``.npy`` ------------------------------


_FILL_TIP = marked("Set the selected cells of the page Numbers to one number")
_PUT_TIP = marked("Replace all numbers with those of a .npy file of the same shape")
_NO_CELLS = marked("Select cells of the page Numbers first.")
_NOT_YET = marked("Nothing is written until you save.")


class ChangeMenu(QObject):
    """Two more actions of a menu. Each makes a pending change, or says why not."""

    said = Signal(str, bool)
    """What has become of it, and whether it went wrong."""

    def __init__(
        self, session: Session, menu: QMenu, selected: Callable[[], tuple[Plane, Selected | None]], parent: QWidget
    ) -> None:
        """``selected`` gives the plane of the grid, and which of its cells are selected."""
        super().__init__(parent)
        self._session, self._selected, self._over = session, selected, parent
        self._row = -1
        menu.addSeparator()
        self.fill = add_action(menu, say(FILL), self._ask, say(_FILL_TIP))
        self.put = add_action(menu, say(PUT), self._choose, say(_PUT_TIP))
        menu.aboutToShow.connect(self._offer)

    def show_row(self, row: int) -> None:
        self._row = row

    def add_to(self, menu: QMenu) -> None:
        """Have the same two actions in another menu that is about to show."""
        self._offer()
        menu.addActions([self.fill, self.put])

    def _offer(self) -> None:
        preview = self._session.preview
        can = preview is not None and self._row >= 0 and can_be_edited(preview, self._row)
        cells = can and self._selected()[1] is not None
        self.put.setEnabled(can)
        self.put.setToolTip(tooltip(say(_PUT_TIP if can else NOT_LOOKED_AT)) or "")
        self.fill.setEnabled(cells)
        self.fill.setToolTip(tooltip(say(_FILL_TIP if cells else _NO_CELLS if can else NOT_LOOKED_AT)) or "")

    def _ask(self) -> None:
        title = say("Fill the selected cells")
        text, given = QInputDialog.getText(self._over, title, say("Number:"), QLineEdit.EchoMode.Normal, "0")
        if given:
            self.fill_with(text)

    def fill_with(self, text: str) -> None:
        """Set the selected cells to what is typed."""
        preview, (plane, selected) = self._session.preview, self._selected()
        if preview is not None and selected is not None:
            rows, columns = selected.rows, selected.columns
            count = count_text((rows.stop - rows.start) * (columns.stop - columns.start), "number")
            self._set(
                preview,
                box_of(plane, rows, columns),
                text,
                say("Set {numbers}. {hint}", numbers=count, hint=say(_NOT_YET)),
            )

    def set_number(self, index: tuple[int, ...], text: str) -> bool:
        """Set one number to what is typed; False, with the reason said, where that is none."""
        preview = self._session.preview
        if preview is None or self._row < 0:
            return False
        box = tuple((place, place + 1, 1) for place in index)
        return self._set(preview, box, text, say("Set. Nothing is written until you save."))

    def _set(self, preview: Preview, box: tuple[tuple[int, int, int], ...], text: str, done: str) -> bool:
        try:
            value = number_typed(text, preview.dtype(self._row))
        except CheckpointError as error:
            self.said.emit(str(error), True)
            return False
        is_set = self._session.apply(SetNumbers(preview.catalogue.tensors[self._row].entry, box, value))
        if is_set:
            self.said.emit(done, False)
        return is_set

    def _choose(self) -> None:
        name, _kind = QFileDialog.getOpenFileName(self._over, say("Replace by .npy"), "", say("NumPy arrays (*.npy)"))
        if name:
            self.put_file(Path(name))

    def put_file(self, path: Path) -> None:
        """Replace all numbers by those of an ``.npy``."""
        catalogue = self._session.catalogue
        if catalogue is None or self._row < 0:
            return
        try:
            edit = put_tensor(catalogue.tensors[self._row].entry, path)
        except CheckpointError as error:
            self.said.emit(str(error), True)
            return
        if self._session.apply(edit):
            self.said.emit(say("Replaced. {hint}", hint=say(_NOT_YET)), False)

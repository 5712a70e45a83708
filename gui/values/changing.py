"""The two menus of a tensor: what of it can be copied, and its numbers as pending changes."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QInputDialog, QLineEdit, QMenu, QToolButton, QWidget

from core.catalogue.quoting import comment, indexed, is_indexed, literal
from core.edits.edits import SetNumbers
from core.edits.numbers.setting import can_be_set
from core.edits.numbers.theirs import put_tensor
from core.edits.preview import Preview
from core.errors import CheckpointError
from core.loading.code import imports, load
from core.loading.many_files import path_of
from core.loading.methods import NO_WAY, way_to_load
from core.progress import Tick
from core.text import count_text
from core.values.planned import numbers_of
from core.words import marked, say
from gui.document.typed import number_typed
from gui.jobs.latest_job import LatestJob
from gui.look import icons, scale, theme
from gui.look.plain_text import tooltip
from gui.plots.number_grid import Selected
from gui.plots.number_text import exact_text
from gui.plots.plane import Plane
from gui.session.session import Session
from gui.values import reading
from gui.values.facts import as_text
from gui.values.model import FILL, NOT_LOOKED_AT, PUT, title
from gui.values.reading import Known
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
        name, _kind = QFileDialog.getOpenFileName(self._over, say("Replace with .npy"), "", say("NumPy arrays (*.npy)"))
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


MOST_WRITTEN: Final = 10_000
"""Numbers up to which an array is written out; of more the code reads the file."""
MOST_CSV: Final = 1_000_000
_LINE: Final = 12


def as_numpy(preview: Preview, row: int, tick: Tick) -> str:
    """Python that gives the numbers of a tensor as ``values``: written out, or read from the file if there are many."""
    tensor = preview.catalogue.tensors[row]
    if prod(tensor.shape) > MOST_WRITTEN:
        return _reading(preview, row)
    with numbers_of(preview.planned, lambda: tick(0, 0)) as numbers:
        return array_code(numbers.tensor(row).read())


def array_code(values: NDArray[Any]) -> str:
    """``values = np.array(…)``, exact, with the imports it needs."""
    flat = [_literal(value) for value in values.reshape(-1)]
    lines = [", ".join(flat[at : at + _LINE]) for at in range(0, len(flat), _LINE)]
    inside = "\n    " + ",\n    ".join(lines) + ",\n" if len(lines) > 1 else "".join(lines)
    own = values.dtype.isbuiltin == 1
    head = ["import numpy as np"] if own else ["import ml_dtypes", "import numpy as np"]
    if any(name in inside for name in ("nan", "inf")):
        head.append("from numpy import inf, nan")
    dtype = (
        f"np.{'bool_' if values.dtype.kind == 'b' else values.dtype.name}" if own else f"ml_dtypes.{values.dtype.name}"
    )
    shaped = "" if values.ndim == 1 else f".reshape({values.shape})"
    return "\n".join([*head, "", f"values = np.array([{inside}], {dtype}){shaped}", ""])


def as_csv(values: NDArray[Any]) -> str:
    """Lines of numbers with commas between them."""
    return "\n".join(",".join(map(exact_text, row)) for row in values)


def _literal(value: Any) -> str:
    if isinstance(value, complex | np.complexfloating) and not np.isfinite(value):
        return f"complex({exact_text(value.real)}, {exact_text(value.imag)})"
    return exact_text(value)


def _reading(preview: Preview, row: int) -> str:
    """Code that reads a tensor out of the file as it is."""
    catalogue = preview.catalogue
    tensor = catalogue.tensors[row]
    way = way_to_load(preview).only(catalogue, [tensor.entry])
    if way.kind == NO_WAY or not is_indexed(catalogue, tensor.entry):
        return comment(say("this tensor has no path of keys: it is inside an object"))
    convert = ".dequantize()" if tensor.dtype.startswith("q") else ""
    if tensor.dtype.startswith(("bfloat", "float8", "float4")):
        convert = ".float()"  # NumPy has no such dtype
    path = indexed("checkpoint", catalogue.path(tensor.entry))
    lines = [*imports(way), "", *load(way, literal(str(path_of(catalogue.checkpoint))), ["map_location='cpu'"])]
    return "\n".join([*lines, f"values = {path}.detach(){convert}.numpy()", ""])


# -- the menu --------------------------------------------------------------------------------------------------


class Shown(NamedTuple):
    """What of the tensor is to be seen: a plane of its numbers, and the page that is on top."""

    plane: Plane
    page: QWidget


class CopyMenu(QObject):
    """A button with a menu, which is that of the right mouse button as well."""

    said = Signal(str, bool)
    """What has become of it, and whether it went wrong."""

    def __init__(self, session: Session, shown: Callable[[], Shown], parent: QWidget) -> None:
        super().__init__(parent)
        self._session, self._shown = session, shown
        self._row = -1
        self.known: Known | None = None
        self._what = ""
        self._latest = LatestJob(self, done=self._put, failed=lambda error: self.said.emit(str(error), True))
        self.menu = QMenu(parent)
        self.menu.setToolTipsVisible(True)
        for text, tip, act in (
            (
                say("Copy as NumPy"),
                say("Copy Python code that makes the array, or that reads it if it is large"),
                self._as_numpy,
            ),
            (say("Copy as CSV"), say("Copy the rows and columns that the page Numbers shows"), self._as_csv),
            (say("Copy picture"), say("Copy the visible page as a picture"), self._as_picture),
            (say("Copy statistics"), say("Copy all facts, one per line"), self._statistics),
        ):
            add_action(self.menu, text, act, tip)
        self.button = QToolButton()
        self.button.setAutoRaise(True)
        scale.give_icon_size(self.button, 16)
        self.button.setMenu(self.menu)
        self.button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.button.setToolTip(say("Copy numbers, picture or statistics; change many numbers"))
        self.button.setAccessibleName(say("Copy and change"))
        self._draw_icon()
        theme.theme().follow(self._draw_icon)

    def show_row(self, row: int) -> None:
        self._row = row
        self._latest.drop()
        self.known = None

    def _draw_icon(self) -> None:
        self.button.setIcon(icons.icon("copy"))

    def _as_numpy(self) -> None:
        preview, row = self._session.preview, self._row
        if preview is not None:
            self._what = say("Copied as Python")
            self._latest.ask(lambda tick: as_numpy(preview, row, tick))

    def _as_csv(self) -> None:
        preview, row, plane = self._session.preview, self._row, self._shown().plane
        count = plane.rows * plane.columns
        if preview is None:
            return
        if count > MOST_CSV:
            too_many = marked("{count:,} numbers are too many for the clipboard (at most {most}): export them.")
            self.said.emit(say(too_many, count=count, most=f"{MOST_CSV:,}"), True)
            return
        rows, columns = slice(0, plane.rows, 1), slice(0, plane.columns, 1)
        self._what = say("Copied {numbers} as CSV", numbers=count_text(count, "number"))
        self._latest.ask(lambda _tick: as_csv(reading.cells(preview, row, plane, rows, columns)))

    def _as_picture(self) -> None:
        QGuiApplication.clipboard().setPixmap(self._shown().page.grab())
        self.said.emit(say("Copied the picture"), False)

    def _statistics(self) -> None:
        catalogue = self._session.catalogue
        if self.known is not None and catalogue is not None:
            self._what = say("Copied the statistics")
            self._put(as_text(title(catalogue, self._row), self.known))

    def _put(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self.said.emit(self._what, False)

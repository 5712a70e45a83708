"""What of a tensor can be copied: its numbers as Python or CSV, the picture, the statistics."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from core.catalogue.quoting import comment, indexed, is_indexed, literal
from core.edits.preview import Preview
from core.loading.code import imports, load
from core.loading.many_files import path_of
from core.loading.methods import NO_WAY, way_to_load
from core.progress import Tick
from core.text import count_text
from core.values.planned import numbers_of
from core.words import marked, say
from gui.jobs.latest_job import LatestJob
from gui.look import icons, scale, theme
from gui.plots.number_text import exact_text
from gui.plots.plane import Plane
from gui.session.session import Session
from gui.values import reading
from gui.values.facts import as_text
from gui.values.model import title
from gui.values.reading import Known
from gui.widgets.basic_widgets import add_action

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
            (say("Copy as CSV"), say("The rows and columns of the page Numbers"), self._as_csv),
            (say("Copy picture"), say("The page that is on show, as a picture"), self._as_picture),
            (say("Copy statistics"), say("All facts, a line each"), self._statistics),
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
        theme.theme().changed.connect(self._draw_icon)

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

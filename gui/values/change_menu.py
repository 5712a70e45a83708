"""What the panel changes many numbers by: the selected cells filled, all of a tensor put in from an ``.npy``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFileDialog, QInputDialog, QLineEdit, QMenu, QWidget

from core.edits.edits import SetNumbers
from core.edits.numbers.theirs import put_tensor
from core.errors import CheckpointError
from core.text import count_text
from core.words import marked, say
from gui.document.typed_number import number_typed
from gui.look.plain_text import tooltip
from gui.plots.number_table import Selected
from gui.plots.plane import Plane
from gui.session.session import Session
from gui.values.model import FILL, NOT_LOOKED_AT, PUT
from gui.values.pending import box_of, can_be_edited

_FILL_TIP = marked("The selected cells of the page Numbers become one number")
_PUT_TIP = marked("All numbers become those that numpy.save wrote, of the same shape")
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
        self.fill = self._action(menu, say(FILL), say(_FILL_TIP), self._ask)
        self.put = self._action(
            menu,
            say(PUT),
            say(_PUT_TIP),
            self._choose,
        )
        menu.aboutToShow.connect(self._offer)

    def _action(self, menu: QMenu, text: str, tip: str, act: Callable[[], None]) -> QAction:
        action = menu.addAction(text)
        action.setToolTip(tooltip(tip) or "")
        action.triggered.connect(lambda _checked=False: act())
        return action

    def show_row(self, row: int) -> None:
        """Change another tensor."""
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
        """The selected cells become what is typed."""
        preview, (plane, selected) = self._session.preview, self._selected()
        if preview is None or selected is None:
            return
        try:
            value = number_typed(text, preview.dtype(self._row))
        except CheckpointError as error:
            self.said.emit(str(error), True)
            return
        rows, columns = selected.rows, selected.columns
        box = box_of(plane, rows, columns)
        count = (rows.stop - rows.start) * (columns.stop - columns.start)
        if self._session.apply(SetNumbers(preview.catalogue.tensors[self._row].entry, box, value)):
            self.said.emit(say("Set {numbers}. {hint}", numbers=count_text(count, "number"), hint=say(_NOT_YET)), False)

    def set_number(self, index: tuple[int, ...], text: str) -> bool:
        """One number becomes what is typed; False, and it is said why, where that is none."""
        preview = self._session.preview
        if preview is None or self._row < 0:
            return False
        try:
            value = number_typed(text, preview.dtype(self._row))
        except CheckpointError as error:
            self.said.emit(str(error), True)
            return False
        box = tuple((place, place + 1, 1) for place in index)
        done = self._session.apply(SetNumbers(preview.catalogue.tensors[self._row].entry, box, value))
        if done:
            self.said.emit(say("Set. Nothing is written until you save."), False)
        return done

    def _choose(self) -> None:
        name, _kind = QFileDialog.getOpenFileName(self._over, say("Replace by .npy"), "", say("NumPy arrays (*.npy)"))
        if name:
            self.put_file(Path(name))

    def put_file(self, path: Path) -> None:
        """All numbers become those of an ``.npy``."""
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

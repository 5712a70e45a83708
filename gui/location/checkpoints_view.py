"""A folder of several checkpoints: a list to choose from, filled in while one looks at it."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyleOptionViewItem, QWidget

from core.errors import SeveralCheckpoints
from core.progress import Tick
from core.runs.folder import CheckpointRow, by_names, checkpoints_in
from core.runs.texts import date_text, name_text, number_text
from core.text import listed, size_text
from core.words import marked, say, say_count
from gui.jobs.latest_job import LatestJob
from gui.look import theme
from gui.look.plain_text import one_line
from gui.look.wording import breakable
from gui.widgets.basic_widgets import bigger, button, plain_label
from gui.widgets.delegates import CellDelegate, Index
from gui.widgets.device_cells import DeviceDelegate
from gui.widgets.item_roles import ItemRole
from gui.widgets.layouts import Stretch, horizontal, vertical
from gui.widgets.progress import ProgressLine
from gui.widgets.table_view import Column, TableModel, TableView

_MOST_DEVICES = 4


def _or_less(number: float | None) -> float:
    return -1 if number is None else number


def _size(row: CheckpointRow) -> str:
    return size_text(row.bytes) if row.bytes else ""


def _devices(row: CheckpointRow) -> str:
    """Where its tensors are, or why it does not open."""
    return row.problem or (listed(row.devices, _MOST_DEVICES) if row.is_read else "…")


class _DevicesDelegate(DeviceDelegate):
    """Devices as chips, or in red why the checkpoint does not open."""

    def paint_content(self, painter: QPainter, rect: QRect, option: QStyleOptionViewItem, index: Index) -> None:
        if index.data(ItemRole.CHIPS):
            super().paint_content(painter, rect, option, index)
            return
        wrong = index.data(ItemRole.OWN) and not option.state & QStyle.StateFlag.State_Selected
        colour = QColor(theme.colours().error) if wrong else self.colour(option, pale=True)
        self.draw_text(painter, rect, index.data() or "", option.font, colour)


COLUMNS = (
    Column[CheckpointRow](
        marked("Name"),
        marked("What it is called in the folder, and where a link leads"),
        name_text,
        tip=name_text,
        paint=partial(CellDelegate, cut=Qt.TextElideMode.ElideMiddle),
        width=300,
    ),
    Column[CheckpointRow](
        marked("Epoch"),
        marked("What the file says, or else its name"),
        lambda row: number_text(row.epoch),
        raw=lambda row: _or_less(row.epoch),
        tip=lambda row: number_text(row.epoch),
        number=True,
        width=80,
    ),
    Column[CheckpointRow](
        marked("Step"),
        marked("What the file says, or else its name"),
        lambda row: number_text(row.step),
        raw=lambda row: _or_less(row.step),
        tip=lambda row: number_text(row.step),
        number=True,
        width=90,
    ),
    Column[CheckpointRow](
        marked("Size"),
        marked("The bytes of all its files"),
        _size,
        raw=lambda row: _or_less(row.bytes),
        tip=_size,
        number=True,
        width=90,
    ),
    Column[CheckpointRow](
        marked("Date"),
        marked("When it was written"),
        date_text,
        raw=lambda row: _or_less(row.modified),
        tip=date_text,
        width=150,
    ),
    Column[CheckpointRow](
        marked("Devices"),
        marked("On which devices its tensors were saved, the most bytes first"),
        _devices,
        tip=lambda row: row.problem or ", ".join(row.devices),
        roles={ItemRole.CHIPS: lambda row: row.devices, ItemRole.OWN: lambda row: bool(row.problem)},
        paint=_DevicesDelegate,
    ),
)


class CheckpointsView(QWidget):
    """Lists them by their names at once; what they say of themselves is read beside the event loop."""

    chosen = Signal(object)
    """The paths of those that are to be opened."""
    _listed = Signal(int, object)
    _one_read = Signal(int, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.path = Path()
        self._asked = 0
        self._listed.connect(self._list, Qt.ConnectionType.QueuedConnection)
        self._one_read.connect(self._take, Qt.ConnectionType.QueuedConnection)
        self._reading = LatestJob(self, done=self._fill, failed=self._fail, cancelled=self._end)
        self.title = plain_label(wrap=True)
        bigger(self.title, 1.4, bold=True)
        self.where = plain_label(rank="muted", wrap=True)
        self.model = TableModel(COLUMNS, self)
        self.view = _Table(self.model, say("Checkpoints of the folder"), self)
        self.view.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.view.allow_sorting()
        header = self.view.horizontalHeader()
        for place, each in enumerate(COLUMNS[:-1]):
            header.resizeSection(place, theme.px(each.width or 0))
        header.setStretchLastSection(True)
        self.progress = ProgressLine(self._reading.cancel)
        self._reading.progress.connect(self.progress.show_progress)
        self.open_button = button(
            say("Open"), self._open, tip=say("Open what is selected; several have a tab each"), primary=True
        )
        self.view.doubleClicked.connect(self._open)
        self.view.entered_by_key.connect(self._open)
        self.view.selectionModel().selectionChanged.connect(self._refresh)
        self.model.modelReset.connect(self._refresh)
        below = horizontal((self.progress, 1), Stretch(), self.open_button)
        vertical(self.title, self.where, (self.view, 1), below, of=self, margins=(24, 20, 24, 20), spacing=10)

    @property
    def busy(self) -> bool:
        return self._reading.busy

    def show_folder(self, path: Path, several: SeveralCheckpoints) -> None:
        self.path = path
        name = one_line(path.name or str(path))
        count = len(several.names)
        self.title.setText(
            say_count(count, "{name} holds {n:,} checkpoint", "{name} holds {n:,} checkpoints", name=name)
        )
        self.where.setText(breakable(one_line(str(path))))
        self.model.set_rows([])
        self.progress.start(say("Reading what each of them says; tensor bytes stay on disk"))
        self.progress.show()
        self._asked += 1
        listed, tell = partial(self._listed.emit, self._asked), partial(self._one_read.emit, self._asked)

        def work(tick: Tick) -> tuple[CheckpointRow, ...]:
            listed(by_names(path, several.names))
            return checkpoints_in(path, several.names, tick, tell)

        self._reading.ask(work)

    def stop(self) -> bool:
        """Read no further; False where nothing was being read."""
        if not self.busy:
            return False
        self._reading.drop()
        self._end()
        return True

    def showEvent(self, event: object) -> None:
        super().showEvent(event)  # type: ignore[arg-type]
        self.view.setFocus()

    def _list(self, asked: int, rows: tuple[CheckpointRow, ...]) -> None:
        if asked == self._asked and self.busy:
            self.model.set_rows(rows)
            self.view.selectRow(0)

    def _take(self, asked: int, row: CheckpointRow) -> None:
        if asked == self._asked and self.busy:
            for known in [each for each in self.model.rows if each.path == row.path]:
                self.model.replace_row(known, row)

    def _fill(self, rows: tuple[CheckpointRow, ...]) -> None:
        selected = {row.path for row in self._selected()}
        self.model.set_rows(rows)
        self.view.clearSelection()
        for place, row in enumerate(self.model.rows):
            if row.path in selected:
                index = self.model.index(place, 0)
                flag = self.view.selectionModel().SelectionFlag
                self.view.selectionModel().select(index, flag.Select | flag.Rows)
                self.view.selectionModel().setCurrentIndex(index, flag.NoUpdate)
        self._end()

    def _fail(self, error: Exception) -> None:
        self._end()
        raise error

    def _end(self) -> None:
        self.progress.hide()
        self._refresh()

    def _selected(self) -> list[CheckpointRow]:
        return [self.model.rows[index.row()] for index in self.view.selectionModel().selectedRows()]

    def _refresh(self, *_changed: object) -> None:
        self.open_button.setEnabled(bool(self._selected()))

    def _open(self, *_index: object) -> None:
        paths = [row.path for row in sorted(self._selected(), key=self.model.rows.index)]
        if paths:
            self.chosen.emit(paths)


class _Table(TableView):
    """A table in which Enter opens."""

    entered_by_key = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter takes what is selected."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered_by_key.emit()
        else:
            super().keyPressEvent(event)

"""The page of a folder of several checkpoints: a list to choose from, read beside the event loop."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QRect, Qt, Signal
from PySide6.QtGui import QColor, QKeySequence, QPainter, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QHeaderView, QStyle, QStyleOptionViewItem, QVBoxLayout, QWidget

from core.catalogue.several.listing import Listed, beforehand, checkpoints_of
from core.progress import Tick
from core.words import say
from gui.jobs.latest_job import LatestJob
from gui.look import theme
from gui.look.plain_text import one_line
from gui.look.wording import breakable
from gui.several.model import DATE, DEVICES, EPOCH, NAME, SIZE, STEP, heading, open_words, what_came
from gui.several.table_model import WRONG, SeveralModel
from gui.widgets.basic_widgets import bigger, button, plain_label
from gui.widgets.delegates import CellDelegate, Index
from gui.widgets.device_cells import DeviceDelegate
from gui.widgets.progress import ProgressLine
from gui.widgets.table_view import TableView

_MARGIN = 28
_WIDTHS = {NAME: 300, STEP: 90, EPOCH: 80, SIZE: 90, DATE: 150}


class SeveralPage(QWidget):
    """Shown in place of a document. Double click and Enter open what is chosen, several as tabs."""

    files_asked = Signal(object)
    """The paths of checkpoints that the user wants to see."""
    open_asked = Signal()
    again_asked = Signal(object)
    """The path of the folder, which is to be read again."""
    _listed = Signal(int, object)
    _looked_into = Signal(int, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.path = Path()
        self._asked = 0
        self._reading = LatestJob(self)
        self.title = plain_label(wrap=True)
        bigger(self.title, 1.5, bold=True)
        self.where = plain_label(rank="muted", wrap=True)
        self.where.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.model = SeveralModel(self)
        self.view = TableView(self.model, say("Checkpoints of the folder"), self)
        self.sentence = plain_label(rank="muted", wrap=True)
        self.progress = ProgressLine(self.cancel)
        self.open_button = button(
            say("Open"), self.open_chosen, tip=say("Open what is chosen, each in a tab (Enter)"), primary=True
        )
        self.again_button = button(say("Read again"), lambda: self.again_asked.emit(self.path))
        self.other_button = button(say("Open another file…"), self.open_asked.emit)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        self.view.allow_sorting()
        header = self.view.horizontalHeader()
        for column, width in _WIDTHS.items():
            header.resizeSection(column, theme.px(width))
        header.setSectionResizeMode(NAME, QHeaderView.ResizeMode.Interactive)
        header.setStretchLastSection(True)
        self.view.setItemDelegateForColumn(NAME, CellDelegate(self.view, cut=Qt.TextElideMode.ElideMiddle))
        self.view.setItemDelegateForColumn(DEVICES, _Devices(self.view))
        buttons = QHBoxLayout()
        for each in (self.open_button, self.again_button, self.other_button):
            buttons.addWidget(each)
        buttons.addStretch(1)
        column_of = QVBoxLayout(self)
        column_of.setContentsMargins(_MARGIN, _MARGIN, _MARGIN, _MARGIN)
        column_of.setSpacing(10)
        for widget in (self.title, self.where, self.view, self.sentence, self.progress):
            column_of.addWidget(widget, 1 if widget is self.view else 0)
        column_of.addLayout(buttons)

    def _connect(self) -> None:
        self._listed.connect(self._show_list, Qt.ConnectionType.QueuedConnection)
        self._looked_into.connect(self._show_one, Qt.ConnectionType.QueuedConnection)
        self._reading.progress.connect(self.progress.show_progress)
        self._reading.done.connect(self._settle)
        self._reading.failed.connect(self._fail)
        self._reading.cancelled.connect(lambda: self._end(stopped=True))
        self.view.doubleClicked.connect(self._open_row)
        self.view.selectionModel().selectionChanged.connect(self._follow_selection)
        self.model.modelReset.connect(self._follow_selection)
        for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            QShortcut(QKeySequence(key), self.view, self.open_chosen, context=Qt.ShortcutContext.WidgetShortcut)

    # ---- what is shown

    def show_folder(self, path: Path, names: Sequence[str]) -> None:
        """List the checkpoints of a folder, and look into them one after the other."""
        self.path = path
        self._asked += 1
        asked, listed, tell = self._asked, self._listed, self._looked_into
        self.title.setText(one_line(heading(path, len(names))))
        self.where.setText(breakable(one_line(str(path))))
        self.model.set_rows([])
        self.sentence.hide()
        self.progress.show()
        self.progress.start(say("Reading the pickles; tensor bytes stay on disk"))

        def work(tick: Tick) -> list[Listed]:
            listed.emit(asked, beforehand(path, names))
            return checkpoints_of(path, names, tick, lambda row: tell.emit(asked, row))

        self._reading.ask(work)
        self.view.setFocus()

    def cancel(self) -> None:
        """Look into no more of them; those that were stay."""
        self.progress.show_cancelling()
        self._reading.cancel()

    def stop(self) -> None:
        """The page goes: nothing more is wanted."""
        self._reading.drop()
        self._asked += 1

    def _show_list(self, asked: int, rows: list[Listed]) -> None:
        if asked == self._asked:
            self.model.set_rows(rows)
            self._choose({rows[0].path})

    def _show_one(self, asked: int, row: Listed) -> None:
        if asked == self._asked:
            self.model.take(row)

    def _settle(self, rows: list[Listed]) -> None:
        chosen = set(self.chosen)
        self.model.set_rows(rows)
        self._choose(chosen)
        self._end()

    def _fail(self, error: Exception) -> None:
        self._end()
        self.sentence.setText(one_line(str(error)))
        self.sentence.show()

    def _end(self, *, stopped: bool = False) -> None:
        self.progress.hide()
        words = what_came(self.model.rows, stopped=stopped)
        self.sentence.setText(words)
        self.sentence.setVisible(bool(words))

    # ---- what is chosen

    @property
    def chosen(self) -> list[Path]:
        """The paths of the rows that are selected, from top to bottom."""
        rows = sorted(index.row() for index in self.view.selectionModel().selectedRows())
        return [self.model.rows[row].path for row in rows]

    def _choose(self, paths: set[Path]) -> None:
        selection, flags = self.view.selectionModel(), QItemSelectionModel.SelectionFlag
        places = [place for place, row in enumerate(self.model.rows) if row.path in paths]
        selection.clear()
        for place in reversed(places):
            index = self.model.index(place, NAME)
            selection.setCurrentIndex(index, flags.Select | flags.Rows)

    def open_chosen(self) -> None:
        """Open what is selected."""
        if self.chosen:
            self.files_asked.emit(self.chosen)

    def _open_row(self, index: QModelIndex) -> None:
        self.files_asked.emit([self.model.rows[index.row()].path])

    def _follow_selection(self, *_ignored: object) -> None:
        count = len(self.view.selectionModel().selectedRows())
        self.open_button.setText(open_words(count))
        self.open_button.setEnabled(count > 0)


class _Devices(DeviceDelegate):
    """Devices as chips, or in red why the checkpoint does not open."""

    def paint_content(self, painter: QPainter, rect: QRect, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the cell into `rect`."""
        if not (text := index.data()):
            super().paint_content(painter, rect, option, index)
            return
        wrong = index.data(WRONG) and not option.state & QStyle.StateFlag.State_Selected
        colour = QColor(theme.colours().error) if wrong else self.colour(option, pale=True)
        self.draw_text(painter, rect, text, option.font, colour)

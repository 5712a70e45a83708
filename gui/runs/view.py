"""A run in a tab: its checkpoints, a lamp for each, and the plots beside them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QFileSystemWatcher, QItemSelectionModel, Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QSplitter, QStackedWidget, QWidget

from core.edits.edits import Plan
from core.errors import CheckpointError, SeveralCheckpoints
from core.progress import Tick
from core.remote.address import RemotePath
from core.runs.folder import CheckpointRow, by_names
from core.runs.growing import Look, first_look, next_look, with_more
from core.text import count_text, sentences
from core.words import marked, say, say_count
from gui.jobs.latest_job import LatestJob
from gui.look import messages
from gui.look.plain_text import one_line
from gui.runs.lamps import Lamps
from gui.runs.list import COLUMNS, RunTable
from gui.runs.model import Drifted, RunRow, Searched, drifted, run_rows, summary, verdict
from gui.widgets.basic_widgets import CutLabel, bigger, button, plain_label
from gui.widgets.layouts import horizontal, vertical
from gui.widgets.on_screen import bring_up
from gui.widgets.progress import ProgressLine
from gui.widgets.side_by_side import SideBySide
from gui.widgets.table_view import TableModel
from gui.widgets.verdict import VerdictLabel

if TYPE_CHECKING:
    from gui.runs.board import RunBoard
    from gui.runs.pruning import PruneDialog

BOARD: Final = "gui.runs.board"
"""What plots: imported where the list is read, for it takes longer than the window has."""
SETTLED: Final = 1500
"""Milliseconds between two looks at what is being written."""
_MOST_WATCHED: Final = 200
_LIST_SHARE, _BOARD_SHARE = 11, 10


class RunView(QWidget):
    """Lists checkpoints by their names at once; what they say of themselves is read beside the event loop."""

    chosen = Signal(object)
    """The paths of those that are to be opened."""
    comparison_asked = Signal(object, object)
    """Two paths: the first is to be opened, and what differs in the second to be marked in it."""
    tensor_asked = Signal(object, str)
    """The path of a checkpoint, and that of a tensor or a layer of its model that is to be seen there."""
    code_asked = Signal(object)
    """The path of a checkpoint; the code that loads it is wanted."""
    plan_asked = Signal(object, object)
    """The path of a checkpoint, and a plan that is to be pending there."""
    fix_asked = Signal()
    """The same fix is wanted for all."""
    _listed = Signal(int, object)
    _one_read = Signal(int, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.path = Path()
        self.look = Look(self.path)
        self.searched: Searched | None = None
        self.board: RunBoard | None = None
        self.prune_dialog: PruneDialog | None = None
        self._asked = 0
        self._listed.connect(self._list, Qt.ConnectionType.QueuedConnection)
        self._one_read.connect(self._take, Qt.ConnectionType.QueuedConnection)
        self._reading = LatestJob(self, done=self._fill, failed=self._fail, cancelled=self._end)
        self._working = LatestJob(self, done=self._go_on, failed=self._fail, cancelled=self._end)
        self._looking = LatestJob(self, done=self._follow)
        self._again = QTimer(self, singleShot=True, interval=SETTLED)
        self._again.timeout.connect(self._look_again)
        self._watcher = QFileSystemWatcher(self)
        for changed in (self._watcher.fileChanged, self._watcher.directoryChanged):
            changed.connect(lambda _path: self._again.start())
        self._make_parts()
        self._lay_out()
        self._connect()

    # ---- parts

    def _make_parts(self) -> None:
        self.title, self.where, self.told = CutLabel(), CutLabel(), plain_label(rank="muted")
        self.where.setProperty("rank", "muted")
        bigger(self.title, 1.4, bold=True)
        self.lamps, self.verdict = Lamps(), VerdictLabel()
        self.search_button = button(
            say("Find the last healthy one"),
            partial(self.search, read_all=False),
            tip=say("Find out when NaN or Inf began. Reading a few checkpoints is enough."),
            primary=True,
        )
        self.all_button = button(
            say("Read all"), partial(self.search, read_all=True), tip=say("Read the numbers of every checkpoint")
        )
        self.healthy_button = button("", self._open_healthy, tip=say("Open the one to resume from"), primary=True)
        self.sick_button = button("", self._open_sick, tip=say("Open the first with NaN or Inf"))
        self.code_button = button(
            say("Code to resume…"), self._ask_code, tip=say("Open the last healthy one, with the code that loads it")
        )
        self.model = TableModel(COLUMNS, self)
        self.view = RunTable(self.model, say("Checkpoints of the folder"), self, padding=7)
        self.view.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.view.allow_sorting()
        self.progress = ProgressLine(self._cancel)
        self.open_button = button(
            say("Open"), self._open, tip=say("Open the selected checkpoints, each in its own tab (Enter)")
        )
        self.compare_button = button(
            say("Compare"), self._compare, tip=say("Mark what differs between the two selected checkpoints (Enter)")
        )
        self.average_button = button(
            say("Average…"),
            self._average,
            tip=say(
                "Average the weights of the selected checkpoints, or of all. The last one opens with the average "
                "as a pending change. Nothing is written yet."
            ),
        )
        self.prune_button = button(
            say("Prune…"), self._prune, tip=say("Choose by a rule what to move to the trash. Pthfinder asks you first.")
        )
        self.fix_button = button(
            say("Fix all…"), self.fix_asked.emit, tip=say("Apply a recipe to all checkpoints of the folder")
        )

    def _lay_out(self) -> None:
        answers = SideBySide(
            self.search_button, self.healthy_button, self.code_button, self.sick_button, self.all_button
        )
        self.actions_ = SideBySide(
            self.open_button, self.compare_button, self.average_button, self.prune_button, self.fix_button
        )
        self.plots = QStackedWidget()
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        left = QWidget()
        vertical((self.view, 1), self.actions_, of=left, margins=0, spacing=6)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.addWidget(left)
        self.splitter.addWidget(self.plots)
        self.splitter.setSizes([100 * _LIST_SHARE, 100 * _BOARD_SHARE])
        vertical(
            horizontal(self.title, (self.where, 1), self.told, spacing=12),
            self.lamps,
            horizontal((self.verdict, 1), spacing=8),
            answers,
            (self.splitter, 1),
            self.progress,
            of=self,
            margins=(14, 10, 14, 10),
            spacing=7,
        )

    def _connect(self) -> None:
        for job in (self._reading, self._working):
            job.progress.connect(self.progress.show_progress)
            job.waiting.connect(self.progress.show_news)
        self.view.doubleClicked.connect(self._open)
        self.view.entered_by_key.connect(self._enter)
        self.view.selectionModel().selectionChanged.connect(self._refresh)
        self.model.modelReset.connect(self._refresh)
        self.lamps.pointed.connect(self._select_row)
        self.lamps.chosen.connect(lambda at: self.chosen.emit([self.lamps.rows[at].row.path]))

    # ---- reading the list

    @property
    def busy(self) -> bool:
        return self._reading.busy or self._working.busy

    @property
    def rows(self) -> tuple[RunRow, ...]:
        """The list in the order of training, as it is shown."""
        return tuple(self.lamps.rows)

    def show_folder(self, path: Path, several: SeveralCheckpoints) -> None:
        """List the checkpoints that are in a folder."""
        self.stop()
        self.path, self.look, self.searched = path, Look(path), None
        self._say_count(len(several.names))
        self.where.setText(one_line(str(path)))
        self._show_rows(())
        if self.board is not None:
            self.board.show_drift(None)
        self._asked += 1
        listed, tell = partial(self._listed.emit, self._asked), partial(self._one_read.emit, self._asked)

        def work(tick: Tick) -> Look:
            listed(by_names(path, several.names))
            look = first_look(path, several.names, tick, tell)
            import_module(BOARD)
            return look

        self._begin(self._reading, say("Reading what each of them says; tensor bytes stay on disk"), work)

    def reload(self) -> None:
        """Look again now."""
        self._again.stop()
        self._look_again()

    def cancel(self) -> bool:
        """Read no further; False where nothing was being read."""
        was_busy = self.busy
        for job in (self._reading, self._working):
            job.drop()
        self._end()
        return was_busy

    def stop(self) -> None:
        """Let go of the run."""
        self.cancel()
        self._looking.drop()
        self._again.stop()
        watched = [*self._watcher.files(), *self._watcher.directories()]
        if watched:
            self._watcher.removePaths(watched)

    def _say_count(self, count: int) -> None:
        name = one_line(self.path.name or str(self.path))
        self.title.setText(
            say_count(count, "{name} holds {n:,} checkpoint", "{name} holds {n:,} checkpoints", name=name)
        )

    def _list(self, asked: int, rows: tuple[CheckpointRow, ...]) -> None:
        if asked == self._asked and self._reading.busy:
            self._show_rows(tuple(map(RunRow, rows)))
            self.view.selectRow(0)

    def _take(self, asked: int, row: CheckpointRow) -> None:
        if asked == self._asked and self._reading.busy:
            for known in [each for each in self.model.rows if each.row.path == row.path]:
                self.model.replace_row(known, RunRow(row, wrong=row.problem))

    def _fill(self, look: Look) -> None:
        self._end()
        self._follow(look)

    def _fail(self, error: Exception) -> None:
        self._end()
        if not isinstance(error, CheckpointError):
            raise error
        messages.say(str(error), "warning")

    # ---- a run that still trains

    def _look_again(self) -> None:
        if self._reading.busy or self._looking.busy:
            self._again.start()
        else:
            self._looking.ask(partial(next_look, self.look))

    def _follow(self, look: Look) -> None:
        """Show what is there now; what was searched before is searched again, as far as it is new."""
        before, self.look = self.look.rows, look
        self._say_count(len(look.rows))
        self._watch()
        if look.writing:
            self._again.start()
        self._show_rows(run_rows(look.rows, look.writing, self.searched))
        if self.searched is not None and look.rows != before and not self.busy:
            self.search(read_all=bool(self.searched.found.why_all))

    def _watch(self) -> None:
        """Watch the folder, and those in it: who saves makes a file there, or writes into one."""
        if isinstance(self.path, RemotePath):
            return
        paths = [self.path, *(row.path for row in self.look.rows[-_MOST_WATCHED:])]
        watched = {*self._watcher.files(), *self._watcher.directories()}
        new = [text for text in map(str, paths) if text not in watched and Path(text).exists()]
        if new:
            self._watcher.addPaths(new)

    def add(self, paths: Sequence[Path]) -> None:
        """List other checkpoints along, wherever they lie."""
        words = say("Reading what each of them says; tensor bytes stay on disk")
        self._begin(self._reading, words, partial(with_more, self.look, tuple(paths)))

    # ---- since when

    def search(self, *, read_all: bool) -> None:
        """Find out which checkpoint was the last healthy one."""
        rows = self.look.rows
        if not rows or self.busy:
            return
        work = partial(_since, rows, read_all)
        self._do(say("Reading numbers…"), work, lambda found: self._show_since(Searched(rows, found)))

    def _show_since(self, searched: Searched) -> None:
        self.searched = searched
        self._show_rows(run_rows(self.look.rows, self.look.writing, searched))

    @property
    def _first_sick(self) -> int:
        """The row of the first checkpoint with NaN, or -1."""
        found = self.searched
        return -1 if found is None or found.found.first_sick is None else self._now(found.rows[found.found.first_sick])

    @property
    def _last_healthy(self) -> int:
        found = self.searched
        if found is None or found.found.last_healthy is None:
            return -1
        return self._now(found.rows[found.found.last_healthy])

    def _now(self, row: CheckpointRow) -> int:
        return next((at for at, each in enumerate(self.rows) if each.row.name == row.name), -1)

    def _open_healthy(self) -> None:
        self.chosen.emit([self.rows[self._last_healthy].row.path])

    def _open_sick(self) -> None:
        self.chosen.emit([self.rows[self._first_sick].row.path])

    def _ask_code(self) -> None:
        self.code_asked.emit(self.rows[self._last_healthy].row.path)

    # ---- drift, average, prune

    def _show_drift(self) -> None:
        rows = self.look.rows
        self._do(say("Reading numbers…"), partial(_drift, rows), self._take_drift)

    def _take_drift(self, found: Drifted) -> None:
        if self.board is not None:
            self.board.show_drift(found)

    def _average(self) -> None:
        chosen = [each.row for each in self._selected()] if len(self._selected()) > 1 else list(self.look.rows)
        rows = [row for row in self.look.rows if row in chosen and not row.links_to and row.step is not None]
        words = say("Checking that nothing is damaged…")
        self._do(words, partial(_averaged, rows), lambda found: self._show_average(rows, *found))

    def _show_average(self, rows: Sequence[CheckpointRow], plan: Plan, notes: Sequence[str]) -> None:
        self.plan_asked.emit(rows[-1].path, plan)
        told = say("The weights become the average of {checkpoints}.", checkpoints=count_text(len(rows), "checkpoint"))
        messages.say(sentences(told, *notes), "info")

    def _prune(self) -> None:
        healthy = self._last_healthy
        make = import_module("gui.runs.pruning").PruneDialog
        self.prune_dialog = make(self.path, self.look.rows, healthy if healthy >= 0 else None, self)
        self.prune_dialog.pruned.connect(self.reload)
        bring_up(self.prune_dialog)

    def _go_on(self, act: Callable[[], object]) -> None:
        self._end()
        act()

    def _do(self, words: str, work: Callable[[Tick], Any], then: Callable[[Any], object]) -> None:
        """Do work beside the event loop, and something with what comes of it."""

        self._begin(self._working, words, lambda tick: partial(then, work(tick)))

    # ---- what is shown

    def _begin(self, job: LatestJob, words: str, work: Callable[[Tick], Any]) -> None:
        self.progress.start(words)
        self.progress.show()
        job.ask(work)
        self._refresh()

    def _cancel(self) -> None:
        for job in (self._reading, self._working):
            job.cancel()

    def _end(self) -> None:
        self.progress.hide()
        self._refresh()

    def _show_rows(self, rows: tuple[RunRow, ...]) -> None:
        selected, current = {each.row.path for each in self._selected()}, self.view.currentIndex().row()
        self.lamps.show_rows(rows)
        self.model.set_rows(rows)
        for at, numbers in ((1, [each.row.step for each in rows]), (2, [each.row.epoch for each in rows])):
            self.view.setColumnHidden(at, any(each.row.is_read for each in rows) and set(numbers) == {None})
        self.view.clearSelection()
        flag = QItemSelectionModel.SelectionFlag
        for place, each in enumerate(self.model.rows):
            if each.row.path in selected:
                index = self.model.index(place, 0)
                self.view.selectionModel().select(index, flag.Select | flag.Rows)
                self.view.selectionModel().setCurrentIndex(index, flag.NoUpdate)
        if not selected and 0 <= current < len(rows):
            self.view.selectRow(current)
        self._show_board(rows)
        self._refresh()

    def _show_board(self, rows: tuple[RunRow, ...]) -> None:
        if self.board is None and any(each.row.is_read for each in rows) and not self._reading.busy:
            board = import_module(BOARD).RunBoard()
            board.drift_asked.connect(self._show_drift)
            board.picked.connect(self._pick)
            self.plots.addWidget(board)
            self.board = board
        if self.board is not None:
            self.board.show_rows(rows, self._first_sick)

    def _refresh(self, *_changed: object) -> None:
        chosen, free, several = self._selected(), not self.busy, len(self.rows) > 1
        self.open_button.setEnabled(bool(chosen))
        self.compare_button.setEnabled(len(chosen) == 2)
        self.average_button.setEnabled(free and several)
        self.prune_button.setEnabled(free and several and not isinstance(self.path, RemotePath))
        self.fix_button.setEnabled(free and not isinstance(self.path, RemotePath))
        self.told.setText(summary(self.rows))
        self.verdict.say(*verdict(self.rows, self.searched))
        healthy, sick = self._last_healthy, self._first_sick
        self.search_button.setVisible(self.searched is None)
        self.search_button.setEnabled(free and bool(self.rows))
        self.all_button.setVisible(self.searched is not None and not self.searched.found.why_all)
        self.all_button.setEnabled(free)
        for each, at, words in (
            (self.healthy_button, healthy, marked("Open {checkpoint}, healthy")),
            (self.sick_button, sick, marked("Open {checkpoint}, the first with NaN or Inf")),
        ):
            each.setVisible(at >= 0)
            if at >= 0:
                each.setText(say(words, checkpoint=self.rows[at].called))
        self.code_button.setVisible(healthy >= 0)
        current = self.rows.index(chosen[0]) if chosen and chosen[0] in self.rows else -1
        self.lamps.mark(current)
        if self.board is not None:
            self.board.mark(current)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.view.setFocus()

    # ---- what is chosen

    def _selected(self) -> list[RunRow]:
        places = sorted(index.row() for index in self.view.selectionModel().selectedRows())
        return [self.model.rows[place] for place in places if place < len(self.model.rows)]

    def _select_row(self, at: int) -> None:
        """Select the checkpoint at a place of the order of training."""
        place = self.model.rows.index(self.rows[at])
        self.view.selectRow(place)
        self.view.scrollTo(self.model.index(place, 0))

    def _enter(self) -> None:
        if len(self._selected()) == 2:
            self._compare()
        else:
            self._open()

    def _open(self, *_index: object) -> None:
        paths = [each.row.path for each in self._selected()]
        if paths:
            self.chosen.emit(paths)

    def _compare(self) -> None:
        chosen = sorted(self._selected(), key=self.rows.index)
        if len(chosen) == 2:
            self.comparison_asked.emit(chosen[1].row.path, chosen[0].row.path)

    def _pick(self, at: int, path: str) -> None:
        self._select_row(at)
        self.tensor_asked.emit(self.rows[at].row.path, path)


# ---- What is done beside the event loop. What reads numbers imports NumPy, which the list does without.


def _since(rows: Sequence[CheckpointRow], read_all: bool, tick: Tick) -> Any:
    health, since = import_module("core.runs.health"), import_module("core.runs.since")
    most = since.most_read(rows, read_all=read_all)
    return since.since(rows, health.Reader(rows, tick, most=most), read_all=read_all)


def _drift(rows: Sequence[CheckpointRow], tick: Tick) -> Drifted:
    return drifted(rows, import_module("core.runs.drift").drift(rows, tick))


def _averaged(rows: Sequence[CheckpointRow], tick: Tick) -> tuple[Plan, tuple[str, ...]]:
    found = import_module("core.runs.average").average(rows, tick=tick)
    return found.preview.plan, found.notes

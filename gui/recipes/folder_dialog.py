"""The same fix for a folder: what is done, where the new files go, and a table of what became of each."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QModelIndex, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QFileDialog,
    QGridLayout,
    QPlainTextEdit,
    QWidget,
)

from core.loading.computer import Computer
from core.progress import Tick
from core.recipes.batch import DEFAULT_SUFFIX, FAILED, Result, run
from core.recipes.recipe import Recipe
from core.words import marked, say
from gui.jobs.job import Job
from gui.look import messages, theme
from gui.recipes.model import BESIDE, IN_PLACE, INTO, FileRow, Shown, listed, summary, where_to
from gui.widgets.basic_widgets import button, plain_label
from gui.widgets.delegates import WrongDelegate
from gui.widgets.item_roles import ItemRole
from gui.widgets.layouts import horizontal, vertical
from gui.widgets.on_screen import fit
from gui.widgets.progress import ProgressLine
from gui.widgets.table_view import Column, Sizing, TableModel, TableView

_SIZE = QSize(940, 600)
_MOST_LINES = 6
_AROUND = 14
"""Pixels of the frame and the margins of the box of steps."""


def _failed(row: FileRow) -> bool:
    return row.result is not None and row.result.state == FAILED


_column = partial(Column[FileRow], tip=lambda row: row.tip)
COLUMNS = (
    _column(marked("File"), marked("A checkpoint of the folder"), lambda row: row.file.name, width=230),
    _column(
        marked("Result"),
        marked("What became of it"),
        lambda row: row.state,
        roles={ItemRole.OWN: _failed},
        paint=WrongDelegate,
        width=90,
    ),
    _column(
        marked("What was changed"),
        marked("Or why it could not be"),
        lambda row: row.changes,
        roles={ItemRole.OWN: _failed},
        paint=WrongDelegate,
        sizing=Sizing.Stretch,
    ),
    _column(
        marked("Saved as"),
        marked("The new file"),
        lambda row: row.target,
        paint=partial(WrongDelegate, cut=Qt.TextElideMode.ElideLeft),
        width=190,
    ),
)


class FolderDialog(QDialog):
    """Applies one recipe to the checkpoints of a folder; stays open beside the work."""

    open_asked = Signal(object)
    """The path of a file to be opened."""
    _one_done = Signal(int, object)

    def __init__(self, recipe: Recipe, shown: Shown, computer: Computer, folder: Path, parent: QWidget | None) -> None:
        super().__init__(parent)
        self._recipe, self._computer = recipe, computer
        self._folder, self._into = folder, folder / "fixed"
        self._job: Job | None = None
        self.setWindowTitle(say("Fix a folder"))
        self.setModal(False)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        fit(self, _SIZE)
        self.steps = QPlainTextEdit()
        self.left = plain_label(rank="warning", wrap=True)
        self.folder_name, self.into_name = plain_label(), plain_label()
        self.place, self.deep = QComboBox(), QCheckBox(say("Folders below it too"))
        self.model = TableModel(COLUMNS, self)
        self.view = TableView(self.model, say("Files of the folder"), self)
        self.sentence = plain_label(rank="muted", wrap=True)
        self.progress = ProgressLine(self.stop)
        self.start = button(say("Start"), self.begin, tip=say("Write all new files; each is checked before it counts"))
        self._choose_folder = button(say("Choose…"), self._ask_folder)
        self._choose_into = button(say("Choose…"), self._ask_into, tip=say("Choose where the new files go"))
        self._lay_out(shown)
        self._connect()
        self._list()

    def _lay_out(self, shown: Shown) -> None:
        self.steps.setPlainText("\n".join(shown.steps) or say("Nothing is planned: there is nothing to do."))
        self.steps.setReadOnly(True)
        self.steps.setFont(theme.key_font() if shown.steps else self.font())
        lines = min(max(len(shown.steps), 1), _MOST_LINES)
        self.steps.setFixedHeight(lines * self.steps.fontMetrics().lineSpacing() + _AROUND)
        self.steps.setAccessibleName(say("What is done to each file"))
        self.left.setText("\n".join(shown.left))
        self.left.setVisible(bool(shown.left))
        self.place.addItem(say("Beside the old ones, as NAME{suffix}", suffix=DEFAULT_SUFFIX), BESIDE)
        self.place.addItem(say("Into another folder"), INTO)
        self.place.addItem(say("In the place of the old ones"), IN_PLACE)
        self.place.setAccessibleName(say("Where the new files go"))
        self.folder_name.setText(str(self._folder))
        grid = QGridLayout()
        grid.setHorizontalSpacing(10)
        rows: tuple[tuple[str, QWidget, QWidget], ...] = (
            (say("Folder"), self.folder_name, self._choose_folder),
            (say("New files"), self.place, self.deep),
            ("", self.into_name, self._choose_into),
        )
        for row, (name, what, more) in enumerate(rows):
            grid.addWidget(plain_label(name), row, 0)
            grid.addWidget(what, row, 1)
            grid.addWidget(more, row, 2)
        grid.setColumnStretch(1, 1)
        self.progress.hide()
        below = horizontal((self.sentence, 1), button(say("Close"), self.close), self.start)
        vertical(
            self.steps,
            self.left,
            grid,
            (self.view, 1),
            self.progress,
            below,
            of=self,
            margins=(16, 14, 16, 14),
            spacing=10,
        )
        self.start.setDefault(True)

    def _connect(self) -> None:
        self.place.currentIndexChanged.connect(self._list)
        self.deep.toggled.connect(self._list)
        self.view.doubleClicked.connect(self._open_row)
        self._one_done.connect(self._show_one)

    # ---- what is asked

    @property
    def running(self) -> bool:
        return self._job is not None

    def _ask_folder(self) -> None:
        chosen = QFileDialog.getExistingDirectory(self, say("Folder to fix"), str(self._folder))
        if chosen:
            self._folder, self._into = Path(chosen), Path(chosen) / "fixed"
            self.folder_name.setText(chosen)
            self._list()

    def _ask_into(self) -> None:
        chosen = QFileDialog.getExistingDirectory(self, say("Folder for the new files"), str(self._folder))
        if chosen:
            self._into = Path(chosen)
            self._list()

    def _list(self, *_changed: object) -> None:
        choice = self.place.currentData()
        self.into_name.setText(str(self._into) if choice == INTO else "")
        self._choose_into.setVisible(choice == INTO)
        self.into_name.setVisible(choice == INTO)
        self._where = where_to(choice, self._into)
        found = listed(self._folder, self._where, deep=self.deep.isChecked())
        self.model.set_rows([FileRow(file) for file in found.files])
        self.view.empty_text = found.sentence
        self.sentence.setText(found.sentence if found.files else "")
        self.start.setEnabled(bool(found.files) and bool(self._recipe.steps))

    # ---- what is done

    def begin(self) -> None:
        """Apply the recipe to all files, one after the other."""
        files = [row.file for row in self.model.rows]
        self.model.set_rows([FileRow(file) for file in files])
        recipe, folder, where, computer, tell = (
            self._recipe,
            self._folder,
            self._where,
            self._computer,
            self._one_done.emit,
        )

        def work(tick: Tick) -> None:
            done = [0]

            def overall(part: int, whole: int) -> None:
                tick(1000 * done[0] + 1000 * part // max(whole, 1), 1000 * len(files))

            # The dialog has told which files the recipe reads.
            results = run(recipe, files, folder, where, computer=computer, accept_files=True, tick=overall)
            for place, result in enumerate(results):
                done[0] = place + 1
                tell(place, result)

        self._job = Job(work)
        self._job.progress.connect(self.progress.show_progress)
        self._job.done.connect(self._end)
        self._job.cancelled.connect(self._end)
        self._job.failed.connect(self._fail)
        self._set_running(True)
        self.progress.start(say("Writing…"))
        self._job.start()

    def stop(self) -> None:
        """Stop after what can be stopped: the file at hand is then as it was."""
        if self._job is not None:
            self._job.cancel()
            self.progress.show_cancelling()

    def _show_one(self, place: int, result: Result) -> None:
        self.model.replace_row(self.model.rows[place], FileRow(result.file, result))
        self.sentence.setText(summary(self.model.rows))

    def _end(self, *_nothing: object) -> None:
        self._job = None
        self._set_running(False)
        self.sentence.setText(summary(self.model.rows))
        self.start.setText(say("Start again"))

    def _fail(self, error: Exception) -> None:
        self._end()
        self.sentence.setText(str(error))

    def _set_running(self, running: bool) -> None:
        self.progress.setVisible(running)
        for part in (self.start, self.place, self.deep, self._choose_folder, self._choose_into):
            part.setEnabled(not running)

    def _open_row(self, index: QModelIndex) -> None:
        row = self.model.rows[index.row()]
        target = row.result.target if row.result is not None else None
        self.open_asked.emit(target if target is not None and target.exists() else row.file)

    def done(self, result: int) -> None:
        """Closed, be it with Escape: what is being written is stopped, and that is told; what was written stays."""
        if self._job is not None:
            self._job.drop()
            self._job = None
            told = say(
                "{folder} was not done to its end: {summary}", folder=self._folder, summary=summary(self.model.rows)
            )
            messages.say(told, "warning")
        super().done(result)

"""What of a run can go: a rule, what it keeps and why, and the trash, after a question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QDialog, QSpinBox, QWidget

from core.errors import CheckpointError
from core.progress import Tick
from core.runs.folder import CheckpointRow
from core.runs.prune import Pruning, Rules, prune, what_can_go
from core.runs.texts import number_text
from core.text import count_text, listed, sentences, size_text
from core.words import marked, say
from gui.jobs.latest_job import LatestJob
from gui.look import messages
from gui.look.messages import Choice, Question
from gui.look.plain_text import tooltip
from gui.widgets.basic_widgets import button, plain_label
from gui.widgets.delegates import CellDelegate, WrongDelegate
from gui.widgets.item_roles import ItemRole
from gui.widgets.layouts import Stretch, horizontal, vertical
from gui.widgets.on_screen import fit
from gui.widgets.table_view import Column, Sizing, TableModel, TableView

_SIZE = QSize(760, 520)
_MOST = 100_000


@dataclass(frozen=True)
class Fate:
    """A checkpoint, and why it stays; empty where it goes."""

    row: CheckpointRow
    stays: str

    @property
    def word(self) -> str:
        return say("stays") if self.stays else say("can go")


COLUMNS = (
    Column[Fate](
        marked("Name"),
        marked("Its name in the folder"),
        lambda each: each.row.name,
        paint=partial(CellDelegate, cut=Qt.TextElideMode.ElideMiddle),
        width=230,
    ),
    Column[Fate](
        marked("Step"),
        marked("What the file says, or what its name says if the file does not"),
        lambda each: number_text(each.row.step),
        raw=lambda each: -1 if each.row.step is None else each.row.step,
        number=True,
        width=80,
    ),
    Column[Fate](
        marked("Size"),
        marked("The bytes of all its files"),
        lambda each: size_text(each.row.bytes),
        raw=lambda each: each.row.bytes,
        number=True,
        width=90,
    ),
    Column[Fate](
        marked("What happens to it"),
        marked("Whether the rule keeps it"),
        lambda each: each.word,
        roles={ItemRole.OWN: lambda each: not each.stays},
        paint=WrongDelegate,
        width=130,
    ),
    Column[Fate](
        marked("Why"),
        marked("Why it stays"),
        lambda each: each.stays,
        tip=lambda each: each.stays,
        sizing=Sizing.Stretch,
    ),
)


class PruneDialog(QDialog):
    """Chooses by a rule; stays open beside the work. Nothing is touched before the user has said so twice."""

    pruned = Signal()
    """Some are in the trash now."""

    def __init__(self, folder: Path, rows: Sequence[CheckpointRow], healthy: int | None, parent: QWidget) -> None:
        super().__init__(parent)
        self._folder, self._rows, self._healthy = folder, rows, healthy
        self.found = Pruning((), {}, 0, ())
        self._listing = LatestJob(self, done=self._show, failed=self._fail)
        self._moving = LatestJob(self, done=self._tell, failed=self._fail)
        self.setWindowTitle(say("Prune the run"))
        self.setModal(False)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        fit(self, _SIZE)
        self.last, self.every = QSpinBox(), QSpinBox()
        self.best = QCheckBox(say("those named best"))
        self.healthy = QCheckBox(say("the last healthy one"))
        self.model = TableModel(COLUMNS, self)
        self.view = TableView(self.model, say("What happens to each checkpoint"), self, padding=6)
        self.sentence = plain_label(wrap=True)
        self.move_button = button(
            say("Move to the trash…"),
            self._ask,
            tip=say("Move them to the trash of the desktop, from which you can restore them"),
        )
        self._lay_out()
        self._list()

    def _lay_out(self) -> None:
        self.last.setRange(1, _MOST)
        self.last.setValue(3)
        self.every.setRange(0, _MOST)
        self.every.setValue(10)
        self.every.setSpecialValueText(say("none"))
        self.last.setAccessibleName(say("How many of the last checkpoints to keep"))
        self.every.setAccessibleName(say("Keep one of every N checkpoints"))
        self.best.setChecked(True)
        self.healthy.setChecked(self._healthy is not None)
        self.healthy.setEnabled(self._healthy is not None)
        self.healthy.setToolTip(tooltip(say("Unknown until you look for it")) or "")
        for box in (self.last, self.every):
            box.valueChanged.connect(self._list)
        for each in (self.best, self.healthy):
            each.toggled.connect(self._list)
        rule = horizontal(
            plain_label(say("Keep the last")), self.last, plain_label(say("and one of every")), self.every, Stretch()
        )
        more = horizontal(plain_label(say("and")), self.best, self.healthy, Stretch(), spacing=12)
        self.view.allow_sorting()
        below = horizontal((self.sentence, 1), button(say("Close"), self.close), self.move_button)
        vertical(rule, more, (self.view, 1), below, of=self, margins=(16, 14, 16, 14), spacing=10)

    def _list(self, *_changed: object) -> None:
        healthy = self._healthy if self.healthy.isChecked() else None
        rules = Rules(self.every.value(), self.last.value(), self.best.isChecked(), healthy)
        self.move_button.setEnabled(False)
        self._listing.ask(lambda _tick: what_can_go(self._folder, self._rows, rules))

    def _show(self, found: Pruning) -> None:
        self.found = found
        self.model.set_rows([Fate(row, found.stays.get(at, "")) for at, row in enumerate(self._rows)])
        count, size = count_text(len(found.go), "checkpoint"), size_text(found.nbytes)
        self.sentence.setText(say("You can delete {count} ({size}). Nothing has changed yet.", count=count, size=size))
        self.move_button.setEnabled(bool(found.go))

    def _ask(self) -> None:
        count, size = count_text(len(self.found.go), "checkpoint"), size_text(self.found.nbytes)
        names = listed(self._rows[at].name for at in self.found.go[:8])
        more = len(self.found.go) - 8
        question = Question(
            say("Move {count} to the trash?", count=count),
            say(
                "{names}{more}: {size}. You can restore them from the trash; emptying it frees the space.",
                names=names,
                more=say(" and {count:,} more", count=more) if more > 0 else "",
                size=size,
            ),
            (Choice("move", say("Move to the trash"), destructive=True), Choice("stay", say("Leave them"))),
        )
        if messages.ask(question) == "move":
            self.move_button.setEnabled(False)
            self._moving.ask(partial(_moved, self._rows, self.found))

    def _tell(self, moved: tuple[int, str]) -> None:
        count, problem = moved
        words = say("{count} moved to the trash.", count=count_text(count, "checkpoint"))
        messages.say(sentences(words, problem), "warning" if problem else "info")
        self.pruned.emit()
        self.close()

    def _fail(self, error: Exception) -> None:
        if not isinstance(error, CheckpointError):
            raise error
        self.sentence.setText(str(error))


def _moved(rows: Sequence[CheckpointRow], found: Pruning, tick: Tick) -> tuple[int, str]:
    """How many went, and why no more did."""
    gone: set[int] = set()
    try:
        for at, _place in prune(rows, found):
            gone.add(at)
            tick(len(gone), len(found.go))
    except CheckpointError as error:
        return len(gone), str(error)
    return len(gone), ""

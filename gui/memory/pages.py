"""The pages below the table of ways: what is told of the chosen one, and of the file."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QFont, QGuiApplication
from PySide6.QtWidgets import QComboBox, QLineEdit, QPlainTextEdit, QSizePolicy, QWidget

from core.catalogue.storages import DeviceTotal
from core.errors import EditError
from core.memory.analysis import Outcome
from core.memory.measure import Measurement
from core.memory.sizes import memory_text, parse_typed
from core.memory.training.least import IMPLEMENTATIONS, Training
from core.text import count_text
from core.words import marked, say
from gui.look import scale, theme
from gui.look.palette import chip_icon, device_colour
from gui.look.plain_text import one_line
from gui.look.wording import breakable
from gui.memory.bars import BarLine, Legend
from gui.memory.controls import TYPING
from gui.memory.model import (
    HOST,
    MemoryRow,
    WayRow,
    device_text,
    devices_of,
    measured_peaks,
    memory_rows,
    phases_of,
    range_text,
)
from gui.session.session import Session
from gui.widgets.basic_widgets import CutBox, NumberBox, button, plain_label, set_state
from gui.widgets.code_view import CodeView
from gui.widgets.device_cells import DeviceDelegate, ShareDelegate
from gui.widgets.item_roles import ItemRole
from gui.widgets.layouts import Stretch, fill, horizontal, vertical
from gui.widgets.table_view import Column, Role, Sizing, TableModel, TableView

# ---- Phases


class PhasesPage(QWidget):
    """A drop-down of devices, and a bar a phase of the chosen way on that device."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._outcome: Outcome | None = None
        self._capacity = 0
        self._measured: Measurement | None = None
        self._wanted = ""
        self.device = QComboBox()
        scale.give_icon_size(self.device, 12)
        self.device.setFont(theme.key_font())
        self.device.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.device.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.device.setAccessibleName(say("Device of the timeline"))
        self.device.setToolTip(say("The device whose memory is shown: a GPU, or the RAM of the computer"))
        self.peak = plain_label(rank="muted", wrap=True)
        self.peak.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.note = plain_label(rank="muted", wrap=True)
        self.note.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.bars: list[BarLine] = []
        self.legend = Legend()
        self.device.hide()  # there is nothing to choose from until the first answer
        head = horizontal(self.device, (self.peak, 1))
        self._stack = QWidget()
        self._phases = vertical(of=self._stack, margins=0, spacing=_BETWEEN)
        layout = vertical(head, self._stack, of=self, margins=(0, 6, 0, 0), spacing=4)
        fill(layout, self.note, self.legend)
        self.device.activated.connect(self._choose)
        theme.theme().follow(self._restyle)

    def show_outcome(self, outcome: Outcome | None, capacity: int, measured: Measurement | None = None) -> None:
        """Show a way; the device stays where the way has it, else it is the fullest one."""
        self._outcome, self._capacity, self._measured = outcome, capacity, measured
        devices = devices_of(outcome) if outcome is not None else []
        self.device.clear()
        dark = theme.is_dark()
        for device in devices:
            known = "cpu" if device == HOST else device
            self.device.addItem(chip_icon(device_colour(known, dark), dark), one_line(device_text(device)), device)
        self.device.setVisible(bool(devices))
        self.peak.setVisible(bool(devices))
        fullest = outcome.device if outcome is not None else None
        device = self._wanted if self._wanted in devices else fullest or (devices[0] if devices else "")
        self.device.setCurrentIndex(devices.index(device) if device in devices else -1)
        self._refresh()

    def _refresh(self) -> None:
        outcome, device = self._outcome, self.device.currentData() or ""
        fails = outcome is not None and not outcome.phases
        self.note.setVisible(fails)
        if outcome is not None and fails:
            error = say(
                "There is nothing to show, because torch raises an error:\n{error}", error=breakable(outcome.message)
            )
            self.note.setText(error)
        measured = measured_peaks(self._measured.phases, device) if self._measured is not None else {}
        phases = phases_of(outcome, device, self._capacity, measured) if outcome is not None and not fails else []
        most = max((phase.total for phase in phases), default=0)
        capacity = phases[0].capacity if phases else 0
        peak = say("at most {size}", size=_unbroken(most))
        if capacity:
            peak = say("at most {size} of {room}", size=_unbroken(most), room=_unbroken(capacity))
        self.peak.setText(peak)
        while len(self.bars) < len(phases):
            self.bars.append(BarLine())
            self._phases.addWidget(self.bars[-1])
        most = max((most, *measured.values()))
        full = max(most, capacity) if capacity <= _FAR * most else most
        names = max((phase.label for phase in phases), key=len, default="")
        figures = max((range_text(phase.total, phase.segments) for phase in phases), key=len, default="")
        self.legend.show_owners({part.owner for phase in phases for part in phase.segments})
        for place, line in enumerate(self.bars):
            line.setVisible(place < len(phases))
            if place < len(phases):
                line.show_bar(phases[place], full, names, figures)
        height = self.bars[0].sizeHint().height() + _BETWEEN if self.bars else 0
        self._stack.setFixedHeight(len(phases) * height)

    def _choose(self) -> None:
        self._wanted = self.device.currentData()
        self._refresh()

    def _restyle(self) -> None:
        self.show_outcome(self._outcome, self._capacity, self._measured)


_BETWEEN = 2
"""Pixels between the bars."""
_FAR = 4
"""A card that has more than so many times what is needed would leave no bar to see."""


def _unbroken(nbytes: int) -> str:
    """A size whose number and unit stay in one line."""
    return memory_text(nbytes).replace(" ", "\N{NO-BREAK SPACE}")


# ---- Code


_LEAST_CODE = 44
"""Pixels of two lines and what scrolls them."""
_AROUND_CODE = 34
"""Pixels of what scrolls code, and of the margins around it."""
_MOST_OF_IT = 1000
"""What code takes of the room as against nothing, until all of it is seen."""
_THANKS = 1500


class RecipePage(QWidget):
    """The few lines of Python that do what the chosen way stands for: read-only text, and a button that copies it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.text = CodeView()
        self.text.setAccessibleName(say("Python code"))
        self.text.setMinimumHeight(_LEAST_CODE)
        self.text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self.note = plain_label(say("f is the file; Model and Optimizer are your classes."), rank="muted", wrap=True)
        self.copy = button(say("Copy"), self._copy, tip=say("Copy these lines of Python"))
        self._timer = QTimer(self, singleShot=True, interval=_THANKS)
        self._timer.timeout.connect(lambda: self.copy.setText(say("Copy")))
        below = horizontal((self.note, 1), self.copy)
        vertical((self.text, _MOST_OF_IT), below, Stretch(), of=self, margins=(0, 6, 0, 0), spacing=6)

    def show_row(self, row: WayRow | None) -> None:
        code = row.code if row is not None else ""
        self.text.show_code(code)
        lines = self.text.fontMetrics().lineSpacing() * (code.count("\n") + 1)
        self.text.setMaximumHeight(max(_LEAST_CODE, lines + _AROUND_CODE))
        self.copy.setEnabled(bool(code))

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.text.toPlainText())
        self.copy.setText(say("Copied"))
        self._timer.start()


# ---- Train


_CARDS = (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16)


class TrainingPage(QWidget):
    """Three boxes and the sentences of the library. `changed` says that something else is asked."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bytes = 0
        self.activations = QLineEdit(memory_text(0))
        self.step = CutBox(6)
        self.cards = NumberBox(_CARDS, say("The number of cards that torch.nn.DataParallel(model) uses"))
        self.text = QPlainTextEdit()
        self._typing = QTimer(self, singleShot=True, interval=TYPING)
        self._fill()
        self._lay_out()
        self._connect()

    def _fill(self) -> None:
        self.activations.setAccessibleName(say("What activations take"))
        self.activations.setToolTip(
            say(
                "What the forward pass keeps for the backward pass. It depends on the model's code and "
                "the batch,\n"
                "not on the file. Measure it in a run with torch.cuda.max_memory_allocated()."
            )
        )
        self.step.addItem(say("by default"), None)
        for name in IMPLEMENTATIONS:
            self.step.addItem(name, name)
        self.step.setAccessibleName(say("How the optimizer steps"))
        self.step.setToolTip(
            say(
                "foreach=True, fused=True or neither: with each, step() needs a different amount of temporary "
                "memory.\nThe default is what the file says, or else what torch chooses."
            )
        )
        self.step.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setAccessibleName(say("What training takes"))

    def _lay_out(self) -> None:
        step, cards = plain_label(say("Step")), plain_label(say("Cards"))
        first = horizontal(plain_label(say("Activations")), (self.activations, 1), spacing=6)
        second = horizontal(step, (self.step, 1), cards, self.cards, spacing=6)
        vertical(first, second, (self.text, 1), of=self, margins=(0, 6, 0, 0), spacing=5)

    def _connect(self) -> None:
        self.activations.textEdited.connect(lambda _text: self._typing.start())
        self.activations.editingFinished.connect(self._take)
        self._typing.timeout.connect(self._take)
        self.step.activated.connect(lambda _place: self.changed.emit())
        self.cards.changed.connect(self.changed)

    @property
    def training(self) -> Training:
        return Training(self._bytes, self.step.currentData(), self.cards.value)

    def say(self, text: str) -> None:
        if text != self.text.toPlainText():
            self.text.setPlainText(text)

    def _take(self) -> None:
        """Take the size that was typed; one that is none turns red, and the last good one counts."""
        self._typing.stop()
        before = self._bytes
        try:
            self._bytes = parse_typed(self.activations.text(), memory_text(before), before)
        except EditError as error:
            set_state(self.activations, "wrong", "true")
            self.text.setPlainText(str(error))
            return
        set_state(self.activations, "wrong", "false")
        if self._bytes != before:
            self.changed.emit()


# ---- File


def _held(row: MemoryRow, after: bool) -> DeviceTotal:
    return row.after if after else row.before


def _amount(row: MemoryRow, after: bool) -> str:
    return memory_text(_held(row, after).bytes) if _held(row, after).tensors else "–"


def _amount_tip(row: MemoryRow, after: bool) -> str:
    total = _held(row, after)
    return say(
        "{bytes:,} bytes: {tensors} in {storages}",
        bytes=total.bytes,
        tensors=count_text(total.tensors, "tensor"),
        storages=count_text(total.storages, "storage"),
    )


def _bold(row: MemoryRow) -> QFont | None:
    """For what the plan changes."""
    if row.before.bytes == row.after.bytes:
        return None
    font = QFont()
    font.setBold(True)
    return font


def _bytes_column(title: str, means: str, *, after: bool) -> Column[MemoryRow]:
    return Column(
        title,
        means,
        lambda row: _amount(row, after),
        raw=lambda row: _held(row, after).bytes,
        tip=lambda row: _amount_tip(row, after),
        roles={
            ItemRole.CHIPS: lambda row: (row.device,),
            ItemRole.SHARE: lambda row: _held(row, after).bytes / row.most if row.most else 0.0,
            Role.FontRole: _bold if after else lambda _row: None,
        },
        paint=ShareDelegate,
        sizing=Sizing.Stretch,
    )


COLUMNS = (
    Column[MemoryRow](
        marked("Device"),
        marked("Where torch.load without map_location puts the tensors"),
        lambda row: row.device,
        roles={ItemRole.CHIPS: lambda row: (row.device,)},
        paint=DeviceDelegate,
        width=84,
    ),
    _bytes_column(
        marked("In the file"), marked("The bytes on the device after you load the file as it is"), after=False
    ),
    _bytes_column(
        marked("From the fixed copy"),
        marked("The bytes on the device after you load the saved file"),
        after=True,
    ),
)


class FilePage(QWidget):
    """A row a device with two bars on one scale, and the totals below."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.model = TableModel(COLUMNS, self)
        self.view = TableView(self.model, say("Memory on each device"), self, padding=20)
        self.totals = plain_label(wrap=True)
        self.totals.setToolTip(say("The bytes of the storages, each counted once: what torch.load allocates"))
        self.view.setSelectionMode(self.view.SelectionMode.SingleSelection)
        self.view.allow_sorting()
        vertical((self.view, 1), self.totals, of=self, margins=(0, 6, 0, 0), spacing=6)
        theme.theme().follow(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        preview = self._session.preview
        self.view.empty_text = (
            say("Open a checkpoint to see what it takes on each device.")
            if preview is None
            else say("There are no tensors in this file.")
        )
        self.model.set_rows(memory_rows(preview, self._session.device_order) if preview is not None else [])
        self.totals.setVisible(preview is not None and bool(preview.totals_before))
        if preview is None:
            return
        text = say("Total: {sum}", sum=_sum_text(preview.totals_before))
        if preview.plan and preview.totals_after != preview.totals_before:
            text += say("\nFrom the fixed copy: {sum}", sum=_sum_text(preview.totals_after))
        self.totals.setText(text)


def _sum_text(totals: tuple[DeviceTotal, ...]) -> str:
    nbytes = sum(total.bytes for total in totals)
    tensors = sum(total.tensors for total in totals)
    return say(
        "{memory} in {tensors} on {devices}",
        memory=memory_text(nbytes),
        tensors=count_text(tensors, "tensor"),
        devices=count_text(len(totals), "device"),
    )

"""The machine that the checkpoint is to be loaded on: cards, target, processes, assumptions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from core.errors import EditError
from core.memory.known_cards import CARDS, FIRST_CARD
from core.memory.machine import DEFAULT_CONTEXT, MODEL_DTYPES, Machine, check_machine
from core.memory.sizes import card_text, memory_text, parse_typed
from core.words import say
from gui.look.plain_text import tooltip
from gui.widgets.basic_widgets import CutBox, plain_label, set_state

_GPUS = (0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16)
_RANKS = (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 32, 64)
#: Milliseconds after which a size that is being typed counts.
TYPING = 350
_WIDEST = 220


class NumberBox(QComboBox):
    """A drop-down of the numbers that occur; 1 is chosen at first."""

    changed = Signal()

    def __init__(self, numbers: Sequence[int], tip: str) -> None:
        super().__init__()
        for number in numbers:
            self.addItem(str(number), number)
        self.show_value(1)
        self.setToolTip(tooltip(tip) or "")
        self.setAccessibleName(tip.partition(":")[0])
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.activated.connect(lambda _place: self.changed.emit())

    @property
    def value(self) -> int:
        """The number on show."""
        return int(self.currentData())

    def show_value(self, number: int) -> None:
        """Show a number without telling; one that is not on the list is added to it."""
        if self.findData(number) < 0:
            self.addItem(str(number), number)
        self.setCurrentIndex(self.findData(number))


class _Sizes(NamedTuple):
    """What can be typed, in bytes."""

    capacity: int
    context: int
    margin: int


class MachineControls(QWidget):
    """One line that asks: which cards. `rest`, put elsewhere, has the target and what is seldom asked.

    `changed` says that something is new.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.gpus = NumberBox(_GPUS, say("How many GPUs of this size the machine has: torch.cuda.device_count()"))
        self.card = CutBox(8)
        self.target = QComboBox()
        self.ranks = NumberBox(_RANKS, say("How many processes load the file at once: torchrun --nproc-per-node"))
        self.spread = CutBox(6)
        self.dtype = CutBox(7)
        self.context = QLineEdit(memory_text(DEFAULT_CONTEXT))
        self.margin = QLineEdit(memory_text(0))
        self.problem = plain_label(wrap=True, rank="error")
        self.keep = QCheckBox(say("keep dict"))
        self.more = QPushButton(say("More"))
        self.more_page = QWidget()
        self.rest = QWidget()
        self._sizes = _Sizes(CARDS[FIRST_CARD], DEFAULT_CONTEXT, 0)
        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.setInterval(TYPING)
        self._typing.timeout.connect(self._take_sizes)
        self._fill()
        self._lay_out()
        self._connect()

    def _fill(self) -> None:
        self.card.setEditable(True)
        self.card.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.card.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.card.setMaximumWidth(_WIDEST)
        self.card.setAccessibleName(say("Memory of each card"))
        for nbytes in dict.fromkeys(CARDS.values()):
            names = ", ".join(name for name, size in CARDS.items() if size == nbytes)
            self.card.addItem(f"{card_text(nbytes)} · {names}", nbytes)
            self.card.setItemData(
                self.card.count() - 1,
                say("{names}: {nbytes:,} bytes", names=names, nbytes=nbytes),
                Qt.ItemDataRole.ToolTipRole,
            )
        self.card.setCurrentIndex(self.card.findData(CARDS[FIRST_CARD]))
        self.card.view().setMinimumWidth(self.card.view().sizeHintForColumn(0) + 24)
        self._show_size()
        self.target.setAccessibleName(say("Target device"))
        self.target.setToolTip(say("Where the model lives: Model().to(target), and what map_location=target points at"))
        self._fill_targets()
        self.dtype.addItem(say("as in the file"), "")
        for dtype in MODEL_DTYPES:
            self.dtype.addItem(dtype, dtype)
        self.dtype.setAccessibleName(say("Dtype of the model"))
        self.dtype.setToolTip(
            say(
                "The dtype of the live model's parameters and buffers. A file in bfloat16 may be loaded into a "
                "float32\n"
                "model and the reverse: load_state_dict casts, and the optimizer's state follows its parameters."
            )
        )
        self.dtype.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.dtype.setMaximumWidth(_WIDEST)
        self.spread.addItem(say("own GPU each"), True)
        self.spread.addItem(say("one GPU for all"), False)
        self.spread.setAccessibleName(say("Where the processes load to"))
        self.spread.setToolTip(
            say(
                "With several processes, each keeps its model on its own GPU. What map_location=target means to "
                "them:\n"
                "their own GPU, map_location=f'cuda:{rank}', or naively one GPU for all of them."
            )
        )
        self.spread.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.spread.setMaximumWidth(_WIDEST)
        self.context.setMaximumWidth(_WIDEST)
        self.context.setAccessibleName(say("Size of a CUDA context"))
        about = say(
            "What CUDA itself takes in each process on each GPU it touches: about {memory} since CUDA 11.7, more "
            "before.\n"
            "It depends on card and driver, so it is an assumption that you can correct.",
            memory=memory_text(DEFAULT_CONTEXT),
        )
        self.context.setToolTip(tooltip(about) or "")
        self.margin.setMaximumWidth(_WIDEST)
        self.margin.setAccessibleName(say("What stays free on each card"))
        self.margin.setToolTip(
            say(
                "Memory of each card that loading shall leave alone: for the desktop, other programs, or what comes "
                "after"
            )
        )
        self.problem.hide()
        self.keep.setToolTip(
            say("Without `del checkpoint`: what load_state_dict has copied stays in memory as long as the name does")
        )
        self.more.setCheckable(True)
        self.more.setProperty("link", True)
        self.more.setToolTip(
            say(
                "Several processes, the size of a CUDA context, what stays free, the model's dtype, keeping the "
                "checkpoint"
            )
        )

    def _lay_out(self) -> None:
        first = QHBoxLayout()
        first.setSpacing(3)
        first.addWidget(plain_label(say("Does it load on")))
        first.addSpacing(3)
        first.addWidget(self.gpus)
        first.addWidget(plain_label("×"))
        first.addWidget(self.card, 1)
        first.addStretch(0)
        second = QHBoxLayout()
        second.setSpacing(5)
        second.addWidget(plain_label(say("Model on")))
        second.addWidget(self.target)
        second.addStretch(1)
        second.addWidget(self.more)
        third = QHBoxLayout()
        third.setSpacing(6)
        third.addWidget(plain_label(say("Processes")))
        third.addWidget(self.ranks)
        third.addWidget(self.spread, 1)
        third.addStretch(0)
        fourth = QHBoxLayout()
        fourth.setSpacing(6)
        fourth.addWidget(plain_label(say("Context")))
        fourth.addWidget(self.context, 1)
        fourth.addWidget(plain_label(say("Keep free")))
        fourth.addWidget(self.margin, 1)
        fourth.addStretch(0)
        fifth = QHBoxLayout()
        fifth.setSpacing(6)
        fifth.addWidget(plain_label(say("Dtype")))
        fifth.addWidget(self.dtype, 1)
        fifth.addWidget(self.keep)
        fifth.addStretch(0)
        more = QVBoxLayout(self.more_page)
        more.setContentsMargins(0, 0, 0, 0)
        more.setSpacing(5)
        for row in (third, fourth, fifth):
            more.addLayout(row)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(5)
        layout.addLayout(first)
        layout.addWidget(self.problem)
        rest = QVBoxLayout(self.rest)
        rest.setContentsMargins(0, 0, 0, 0)
        rest.setSpacing(5)
        rest.addLayout(second)
        rest.addWidget(self.more_page)
        self.more_page.hide()
        self.spread.setEnabled(False)

    def _connect(self) -> None:
        self.gpus.changed.connect(self._on_gpus)
        self.card.activated.connect(self._on_card)
        self.card.editTextChanged.connect(lambda _text: self._typing.start())
        self.target.activated.connect(lambda _place: self.changed.emit())
        self.ranks.changed.connect(self._on_ranks)
        self.spread.activated.connect(lambda _place: self.changed.emit())
        self.dtype.activated.connect(lambda _place: self.changed.emit())
        for line in (self.context, self.margin):
            line.textEdited.connect(lambda _text: self._typing.start())
            line.editingFinished.connect(self._take_sizes)
        self.keep.toggled.connect(lambda _on: self.changed.emit())
        self.more.toggled.connect(self._on_more)

    # ---- what is asked for

    @property
    def machine(self) -> Machine:
        """The machine as it is set now."""
        return self._machine(self._sizes)

    def _machine(self, sizes: _Sizes) -> Machine:
        return Machine(
            gpus=self.gpus.value,
            capacity=sizes.capacity,
            target=self.target.currentText(),
            ranks=self.ranks.value,
            own_gpu=bool(self.spread.currentData()),
            context=sizes.context,
            margin=sizes.margin,
            model_dtype=self.dtype.currentData(),
        )

    def show_machine(self, gpus: int, capacity: int) -> None:
        """Set cards and their size, as found on this computer, say."""
        self.gpus.show_value(gpus)
        self._sizes = self._sizes._replace(capacity=capacity)
        self._show_size()
        self._fill_targets()
        self.changed.emit()

    def _fill_targets(self) -> None:
        chosen = self.target.currentText()
        devices = [*(f"cuda:{index}" for index in range(self.gpus.value)), "cpu"]
        self.target.clear()
        self.target.addItems(devices)
        self.target.setCurrentIndex(max(0, self.target.findText(chosen)))

    # ---- what the user does

    def _on_gpus(self) -> None:
        self._fill_targets()
        self.changed.emit()

    def _on_card(self, place: int) -> None:
        self._sizes = self._sizes._replace(capacity=self.card.itemData(place))
        self._show_size()
        self._take_sizes()
        self.changed.emit()

    def _show_size(self) -> None:
        """The size alone; the list has the names of the cards."""
        with QSignalBlocker(self.card):
            self.card.setEditText(card_text(self._sizes.capacity))
        about = say(
            "Memory of each card, here {capacity:,} bytes. Choose a card, or type a size such as 22.5 GiB.\n"
            "Programs get a little less of a card than it is sold as.\n"
            "All figures of this panel are in binary units, as torch's are: 1 GiB is 1024³ bytes.",
            capacity=self._sizes.capacity,
        )
        self.card.setToolTip(tooltip(about) or "")
        self._typing.stop()
        line = self.card.lineEdit()
        assert line is not None
        line.setCursorPosition(0)  # where the text is cut, its end gives way
        set_state(line, "wrong", "false")

    def _on_ranks(self) -> None:
        self.spread.setEnabled(self.ranks.value > 1)
        self.changed.emit()

    def _on_more(self, shown: bool) -> None:
        self.more_page.setVisible(shown)
        self.more.setText(say("Less") if shown else say("More"))

    def _take_sizes(self) -> None:
        """Take the sizes that were chosen or typed. One that is none turns red, a sentence says why, and the last good
        ones count.
        """
        self._typing.stop()
        line, before = self.card.lineEdit(), self._sizes
        assert line is not None
        boxes = {"capacity": line, "context": self.context, "margin": self.margin}
        problems: dict[str, str] = {}
        found = before
        for name, box in boxes.items():
            shown = card_text(before.capacity) if name == "capacity" else memory_text(getattr(before, name))
            try:
                nbytes = parse_typed(box.text(), shown, getattr(before, name))
                found = found._replace(**{name: nbytes})
                check_machine(self._machine(found))
            except EditError as error:
                problems[name] = str(error)
                found = found._replace(**{name: getattr(before, name)})
            set_state(box, "wrong", "true" if name in problems else "false")
        self.problem.setText(" ".join(problems.values()))
        self.problem.setVisible(bool(problems))
        self._sizes = found
        if found != before:
            self.changed.emit()

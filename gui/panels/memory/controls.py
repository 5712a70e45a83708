"""The machine that the checkpoint is to be loaded on: cards, target, processes, assumptions."""

from __future__ import annotations

from collections.abc import Sequence

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
from core.memory.allocator import GIB
from core.memory.machine import CARDS, DEFAULT_CONTEXT, Machine, card_text, parse_size
from core.text import size_text
from gui.widgets import plain_label, set_state

_GPUS = (0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16)
_RANKS = (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 32, 64)
_FIRST_CARD = 24 * GIB
#: Milliseconds after which a size that is being typed counts.
_TYPING = 350
_WIDEST = 220


class NumberBox(QComboBox):
    """A drop-down of the numbers that occur; 1 is chosen at first."""

    changed = Signal()

    def __init__(self, numbers: Sequence[int], tip: str) -> None:
        super().__init__()
        for number in numbers:
            self.addItem(str(number), number)
        self.show_value(1)
        self.setToolTip(tip)
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


class MachineControls(QWidget):
    """One line with cards and target, and behind "More" what is seldom asked. `changed` says that something is new."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.gpus = NumberBox(_GPUS, "How many GPUs of this size the machine has: torch.cuda.device_count()")
        self.card = QComboBox()
        self.target = QComboBox()
        self.ranks = NumberBox(_RANKS, "How many processes load the file at once: torchrun --nproc-per-node")
        self.spread = QComboBox()
        self.context = QLineEdit(size_text(DEFAULT_CONTEXT))
        self.keep = QCheckBox("keep dict")
        self.more = QPushButton("More")
        self.more_page = QWidget()
        self._capacity = _FIRST_CARD
        self._context = DEFAULT_CONTEXT
        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.setInterval(_TYPING)
        self._typing.timeout.connect(self._take_sizes)
        self._fill()
        self._lay_out()
        self._connect()

    def _fill(self) -> None:
        self.card.setEditable(True)
        self.card.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.card.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.card.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.card.setMinimumContentsLength(8)
        self.card.setMaximumWidth(_WIDEST)
        self.card.setAccessibleName("Memory of each card")
        for name, nbytes in CARDS:
            self.card.addItem(f"{card_text(nbytes)} · {name}", nbytes)
            self.card.setItemData(self.card.count() - 1, f"{name}: {nbytes:,} bytes", Qt.ItemDataRole.ToolTipRole)
        self.card.setCurrentIndex(self.card.findData(_FIRST_CARD))
        self.card.view().setMinimumWidth(self.card.view().sizeHintForColumn(0) + 24)
        self._show_size()
        self.target.setAccessibleName("Target device")
        self.target.setToolTip("Where the model lives: Model().to(target), and what map_location=target points at")
        self._fill_targets()
        self.spread.addItem("own GPU each", True)
        self.spread.addItem("one GPU for all", False)
        self.spread.setAccessibleName("Where the processes load to")
        self.spread.setToolTip(
            "With several processes, each keeps its model on its own GPU. What map_location=target means to them:\n"
            "their own GPU, map_location=f'cuda:{rank}', or naively one GPU for all of them."
        )
        self.spread.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.spread.setMinimumContentsLength(6)
        self.spread.setMaximumWidth(_WIDEST)
        self.spread.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.context.setMaximumWidth(_WIDEST)
        self.context.setAccessibleName("Size of a CUDA context")
        self.context.setToolTip(
            f"What CUDA itself takes in each process on each GPU it touches: about {size_text(DEFAULT_CONTEXT)} since\n"
            "CUDA 11.7, more before. It depends on card and driver, so it is an assumption that you can correct."
        )
        self.keep.setToolTip(
            "Without `del checkpoint`: what load_state_dict has copied stays in memory as long as the name does"
        )
        self.more.setCheckable(True)
        self.more.setProperty("link", True)
        self.more.setToolTip("Several processes, the size of a CUDA context, keeping the checkpoint dict")

    def _lay_out(self) -> None:
        first = QHBoxLayout()
        first.setSpacing(3)
        first.addWidget(self.gpus)
        first.addWidget(plain_label("×"))
        first.addWidget(self.card, 1)
        first.addStretch(0)
        second = QHBoxLayout()
        second.setSpacing(5)
        second.addWidget(plain_label("Model on"))
        second.addWidget(self.target)
        second.addStretch(1)
        second.addWidget(self.more)
        third = QHBoxLayout()
        third.setSpacing(6)
        third.addWidget(plain_label("Processes"))
        third.addWidget(self.ranks)
        third.addWidget(self.spread, 1)
        third.addStretch(0)
        fourth = QHBoxLayout()
        fourth.setSpacing(6)
        fourth.addWidget(plain_label("Context"))
        fourth.addWidget(self.context, 1)
        fourth.addWidget(self.keep)
        fourth.addStretch(0)
        more = QVBoxLayout(self.more_page)
        more.setContentsMargins(0, 0, 0, 0)
        more.setSpacing(5)
        more.addLayout(third)
        more.addLayout(fourth)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(5)
        layout.addLayout(first)
        layout.addLayout(second)
        layout.addWidget(self.more_page)
        self.more_page.hide()
        self.spread.setEnabled(False)

    def _connect(self) -> None:
        self.gpus.changed.connect(self._on_gpus)
        self.card.activated.connect(self._on_card)
        self.card.editTextChanged.connect(lambda _text: self._typing.start())
        self.target.activated.connect(lambda _place: self.changed.emit())
        self.ranks.changed.connect(self._on_ranks)
        self.spread.activated.connect(lambda _place: self.changed.emit())
        self.context.textEdited.connect(lambda _text: self._typing.start())
        self.context.editingFinished.connect(self._take_sizes)
        self.keep.toggled.connect(lambda _on: self.changed.emit())
        self.more.toggled.connect(self._on_more)

    # ---- what is asked for

    @property
    def machine(self) -> Machine:
        """The machine as it is set now."""
        return Machine(
            gpus=self.gpus.value,
            capacity=self._capacity,
            target=self.target.currentText(),
            ranks=self.ranks.value,
            own_gpu=bool(self.spread.currentData()),
            context=self._context,
        )

    def show_machine(self, gpus: int, capacity: int) -> None:
        """Set cards and their size, as found on this computer, say."""
        self.gpus.show_value(gpus)
        self._capacity = capacity
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
        self._capacity = self.card.itemData(place)
        self._show_size()
        self.changed.emit()

    def _show_size(self) -> None:
        """The size alone; the list has the names of the cards."""
        with QSignalBlocker(self.card):
            self.card.setEditText(card_text(self._capacity))
        self.card.setToolTip(
            f"Memory of each card, here {self._capacity:,} bytes. Choose a card, or type a size such as 22.5 GB.\n"
            "A card that is sold as 24 GB has 24 GiB, 24 × 1024³ bytes; the tensors are told in GB of 1000³ bytes."
        )
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
        self.more.setText("Less" if shown else "More")

    def _take_sizes(self) -> None:
        """Take the sizes that were chosen or typed; one that is none turns red, and the last good one counts."""
        self._typing.stop()
        capacity = _parsed(self.card.currentText(), card_text(self._capacity), self._capacity)
        context = _parsed(self.context.text(), size_text(self._context), self._context, least=0)
        line = self.card.lineEdit()
        assert line is not None
        set_state(line, "wrong", "false" if capacity else "true")
        set_state(self.context, "wrong", "false" if context is not None else "true")
        before = (self._capacity, self._context)
        self._capacity = capacity or self._capacity
        self._context = context if context is not None else self._context
        if (self._capacity, self._context) != before:
            self.changed.emit()


def _parsed(text: str, shown: str, value: int, least: int = 1) -> int | None:
    """Bytes, or None for what is no size; ``value`` where the text is still the one that is shown for it.

    A bare number counts as cards are sold: "24" is 24 GiB.
    """
    if text == shown:
        return value
    text = text.partition("(")[0].strip()
    if text.replace(".", "", 1).isdigit() and text != "0":
        text = f"{text}GiB"
    try:
        nbytes = parse_size(text)
    except EditError:
        return None
    return nbytes if nbytes >= least else None

"""The machine that the checkpoint is to be loaded on: cards, target, processes, assumptions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QSizePolicy, QWidget

from core.errors import EditError
from core.memory.known_cards import CARDS, Card
from core.memory.machine import (
    MODEL_DTYPES,
    Machine,
    check_machine,
    machine_on,
    parse_checked_card,
)
from core.memory.sizes import memory_text, parse_typed
from core.text import sentences
from core.words import say
from gui.look.plain_text import tooltip
from gui.session.computers import SessionMachine
from gui.widgets.basic_widgets import CutBox, CutButton, NumberBox, plain_label, set_state
from gui.widgets.layouts import Stretch, horizontal, vertical
from gui.widgets.side_by_side import SideBySide

_GPUS = (0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16)
_RANKS = (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 32, 64)
#: Milliseconds after which a size that is being typed counts.
TYPING = 350
_WIDEST = 220


class _Sizes(NamedTuple):
    """What else can be typed, in bytes; a context of None is that of the card."""

    context: int | None
    margin: int


class MachineControls(QWidget):
    """One line that asks: which cards. `rest`, put elsewhere, has the target and what is seldom asked.

    GPUs, card, target and processes are those of the session's machine, which they set. `changed` says that something
    is new, `doubted` that what is typed is none, or is one again.
    """

    changed = Signal()
    doubted = Signal()

    def __init__(self, machine: SessionMachine, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._machine_of = machine
        self._on_cpu = False
        self.gpus = NumberBox(_GPUS, say("How many GPUs of this size the machine has: torch.cuda.device_count()"))
        self.gpus.setItemText(self.gpus.findData(0), say("no GPU"))
        self._times = plain_label("×")
        self.card = CutBox(8)
        self.target = QComboBox()
        self.ranks = NumberBox(_RANKS, say("How many processes load the file at once: torchrun --nproc-per-node"))
        self.spread = CutBox(6)
        self.dtype = CutBox(7)
        self.context = QLineEdit()
        self.margin = QLineEdit(memory_text(0))
        self.problem = plain_label(wrap=True, rank="error")
        self.keep = QCheckBox(say("keep dict"))
        self.more = CutButton()
        self.more_page = QWidget()
        self.rest = QWidget()
        self._sizes = _Sizes(None, 0)
        self._typing = QTimer(self, singleShot=True, interval=TYPING)
        self._typing.timeout.connect(self._take_sizes)
        self._fill()
        self._lay_out()
        self._connect()

    def _fill(self) -> None:
        self.card.setEditable(True)
        self.card.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        for box in (self.card, self.dtype, self.spread):
            box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        for part in (self.card, self.dtype, self.spread, self.context, self.margin):
            part.setMaximumWidth(_WIDEST)
        self.card.setAccessibleName(say("Which card?"))
        self._fill_cards()
        self.target.setAccessibleName(say("Target device"))
        self.target.setToolTip(say("Where the model lives: Model().to(target), and what map_location=target points at"))
        self._show_machine()
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
        self.context.setAccessibleName(say("Size of a CUDA context"))
        about = say(
            "CUDA itself takes 300 MiB to 700 MiB per process on each GPU that it uses, depending on "
            "card and driver.\n"
            "For H100 and H200 this is measured; for others it is an assumption that you can correct."
        )
        self.context.setToolTip(tooltip(about) or "")
        self.margin.setAccessibleName(say("What stays free on each card"))
        self.margin.setToolTip(
            say("Memory to keep free on each card: for the desktop, other programs, or what comes after")
        )
        self.problem.hide()
        self.keep.setToolTip(
            say("Leave out `del checkpoint`: the checkpoint then stays in memory after load_state_dict has copied it")
        )
        self.more.setCheckable(True)
        self.more.setProperty("link", True)
        self.tell_assumptions(())

    def tell_assumptions(self, sentences: Sequence[str]) -> None:
        """What the figures rest on is told by the link to what of it can be changed."""
        about = say(
            "Set how many processes load, the size of a CUDA context, what stays free, the model's dtype, "
            "and whether the checkpoint is kept"
        )
        self.more.setToolTip(tooltip("\n".join((about, *(("", *sentences) if sentences else ())))) or "")

    def _lay_out(self) -> None:
        cards = QWidget()
        horizontal(self.gpus, self._times, (self.card, 1), Stretch(0), of=cards, margins=0, spacing=3)
        cards.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        first = SideBySide(plain_label(say("Does it load with:")), cards)
        second = horizontal(plain_label(say("Model on")), self.target, Stretch(), spacing=5)
        processes, context, free, dtype = map(
            plain_label, (say("Processes"), say("Context"), say("Keep free"), say("Dtype"))
        )
        third = horizontal(processes, self.ranks, (self.spread, 1), Stretch(0), spacing=6)
        fourth = horizontal(context, (self.context, 1), free, (self.margin, 1), Stretch(0), spacing=6)
        fifth = horizontal(dtype, (self.dtype, 1), self.keep, Stretch(0), spacing=6)
        vertical(second, third, fourth, fifth, of=self.more_page, margins=0, spacing=5)
        vertical(first, self.problem, of=self, margins=0, spacing=5)
        left = Qt.AlignmentFlag.AlignLeft
        vertical((self.more, 0, left), self.more_page, of=self.rest, margins=0, spacing=5)
        self._on_more(False)
        self.spread.setEnabled(False)

    def _connect(self) -> None:
        self._machine_of.changed.connect(self._follow)
        self.gpus.changed.connect(self._on_gpus)
        self.card.activated.connect(lambda place: self._set_card(self.card.itemData(place)))
        self.card.editTextChanged.connect(lambda _text: self._typing.start())
        self._line.editingFinished.connect(self._spell_out)
        self.target.activated.connect(lambda _place: self._on_target())
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
        """The machine as it is set now; nothing may be said of one whose card is asked for."""
        return self._machine(self._sizes)

    @property
    def asks(self) -> bool:
        """Whether there are GPUs and nobody has said which card they are."""
        return self._machine_of.card is None and self._machine_of.computer.gpus > 0

    @property
    def doubtful(self) -> bool:
        """Whether something that is typed is none."""
        return bool(self.problem.text())

    def _machine(self, sizes: _Sizes, card: Card | None = None) -> Machine:
        made = machine_on(self._machine_of.computer, card or self._machine_of.card)
        return replace(
            made,
            target="cpu" if self._on_cpu else made.target,
            own_gpu=bool(self.spread.currentData()),
            context=made.context if sizes.context is None else sizes.context,
            margin=sizes.margin,
            model_dtype=self.dtype.currentData(),
        )

    @property
    def _line(self) -> QLineEdit:
        """What is typed into the box of the card."""
        line = self.card.lineEdit()
        assert line is not None
        return line

    def _fill_cards(self) -> None:
        """The card that was chosen last, and all that are known by their names."""
        typed, last = self.card.currentText(), self._machine_of.last_card
        cards = [*([last] if last is not None else []), *(Card(nbytes, name) for name, nbytes in CARDS.items())]
        with QSignalBlocker(self.card):
            self.card.clear()
            for card in dict.fromkeys(cards):
                self.card.addItem(card.text, card)
                about = say("{names}: {nbytes:,} bytes", names=card.name or card.text, nbytes=card.nbytes)
                self.card.setItemData(self.card.count() - 1, about, Qt.ItemDataRole.ToolTipRole)
            self.card.setCurrentIndex(-1)
            self.card.setEditText(typed)
        self.card.view().setMinimumWidth(self.card.view().sizeHintForColumn(0) + 24)

    def _follow(self) -> None:
        """The machine is another one, whoever has set it."""
        self._fill_cards()
        self._show_machine()
        self._take_sizes()
        self.changed.emit()

    def _show_machine(self) -> None:
        computer = self._machine_of.computer
        self.gpus.show_value(computer.gpus)
        self._times.setText("×" if computer.gpus else say("Card:"))
        self._line.setPlaceholderText(say("choose…"))
        self.ranks.show_value(computer.ranks)
        self.spread.setEnabled(computer.ranks > 1)
        devices = [*(f"cuda:{index}" for index in range(computer.gpus)), "cpu"]
        self.target.clear()
        self.target.addItems(devices)
        self.target.setCurrentIndex(len(devices) - 1 if self._on_cpu or not computer.gpus else computer.card)
        if self._sizes.context is None:
            self.context.setText(memory_text(self.machine.context))
        self._show_card()

    # ---- what the user does

    def _on_gpus(self) -> None:
        computer, gpus = self._machine_of.computer, self.gpus.value
        self._machine_of.set_computer(replace(computer, gpus=gpus, card=min(computer.card, max(0, gpus - 1))))

    def _on_target(self) -> None:
        computer, place = self._machine_of.computer, self.target.currentIndex()
        before, self._on_cpu = self._on_cpu, computer.gpus > 0 and place == computer.gpus
        if place < computer.gpus and place != computer.card:
            self._machine_of.set_computer(replace(computer, card=place))
        elif before != self._on_cpu:
            self.changed.emit()

    def _set_card(self, card: Card) -> None:
        if card == self._machine_of.card and self._machine_of.computer.gpus:
            self._show_card()
            self._take_sizes()
        else:
            self._machine_of.set_card(card)

    def _show_card(self) -> None:
        """The name of the card beside its size; the question which it is where there is none."""
        card = self._machine_of.card if self._machine_of.computer.gpus else None
        if card is None or self._typed() != card:  # else it stays as it is written while one writes
            with QSignalBlocker(self.card):
                self.card.setEditText(card.text if card is not None else "")
        about = say(
            "Choose a card, or type its name or its memory: T4, 24 GiB, 22.5 GiB.\nPrograms can use a little less "
            "memory than a card is advertised with.\nAll sizes in this panel use binary units, as torch does: 1 "
            "GiB is 1024³ bytes."
        )
        if card is not None:
            about = say("{card}: {nbytes:,} bytes.", card=card.text, nbytes=card.nbytes) + "\n" + about
        self.card.setToolTip(tooltip(about) or "")
        self._typing.stop()
        self._line.setCursorPosition(0)  # where the text is cut, its end gives way
        set_state(self._line, "wrong", "false")

    def _typed(self) -> Card | None:
        try:
            return parse_checked_card(self.card.currentText())
        except EditError:
            return None

    def _spell_out(self) -> None:
        """Who has typed a card sees its name and its size."""
        card = self._machine_of.card
        if card is not None and self._typed() == card:
            with QSignalBlocker(self.card):
                self.card.setEditText(card.text)

    def _on_ranks(self) -> None:
        self._machine_of.set_computer(replace(self._machine_of.computer, ranks=self.ranks.value))

    def _on_more(self, shown: bool) -> None:
        self.more_page.setVisible(shown)
        self.more.setText(f"{'▾' if shown else '▸'} {say('Assumptions')}")

    def _take_sizes(self) -> None:
        """Take what was chosen or typed. What is none turns red, a sentence says why, and no answer stands for it."""
        self._typing.stop()
        before, doubted = self._sizes, self.doubtful
        problems: dict[str, str] = {}
        card, found = self._machine_of.card if self._machine_of.computer.gpus else None, before
        typed = self._line.text().strip()
        try:
            card = card if typed == (card.text if card is not None else "") else parse_checked_card(typed)
            if card is not None:
                check_machine(self._machine(found, card))
        except EditError as error:
            problems["card"] = str(error)
        for name, box in (("context", self.context), ("margin", self.margin)):
            try:
                nbytes = parse_typed(box.text(), memory_text(getattr(self.machine, name)), getattr(before, name))
                found = found._replace(**{name: nbytes})
                check_machine(self._machine(found, card))
            except EditError as error:
                problems[name] = str(error)
                found = found._replace(**{name: getattr(before, name)})
            set_state(box, "wrong", "true" if name in problems else "false")
        set_state(self._line, "wrong", "true" if "card" in problems else "false")
        self.problem.setText(sentences(*problems.values()))
        self.problem.setVisible(bool(problems))
        self._sizes = found
        if "card" not in problems and card is not None and card != self._machine_of.card:
            self._machine_of.set_card(card)
        elif found != before:
            self.changed.emit()
        if doubted != self.doubtful:
            self.doubted.emit()

"""The page "Train": what going on takes once the checkpoint is loaded, and what is assumed of it."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPlainTextEdit, QSizePolicy, QVBoxLayout, QWidget

from core.errors import EditError
from core.memory.sizes import memory_text, parse_typed
from core.memory.training.least import IMPLEMENTATIONS, Training
from core.words import say
from gui.memory.controls import TYPING
from gui.widgets.basic_widgets import CutBox, NumberBox, plain_label, set_state

_CARDS = (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16)


class TrainingPage(QWidget):
    """Three boxes and the sentences of the library. `changed` says that something else is asked."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bytes = 0
        self.activations = QLineEdit(memory_text(0))
        self.step = CutBox(6)
        self.cards = NumberBox(_CARDS, say("DataParallel works on so many cards: torch.nn.DataParallel(model)"))
        self.text = QPlainTextEdit()
        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.setInterval(TYPING)
        self._fill()
        self._lay_out()
        self._connect()

    def _fill(self) -> None:
        self.activations.setAccessibleName(say("What activations take"))
        self.activations.setToolTip(
            say(
                "What the forward pass keeps for the backward pass. It depends on the model's code and the batch:\n"
                "no file tells it. A run does, with torch.cuda.max_memory_allocated()."
            )
        )
        self.step.addItem(say("by default"), None)
        for name in IMPLEMENTATIONS:
            self.step.addItem(name, name)
        self.step.setAccessibleName(say("How the optimizer steps"))
        self.step.setToolTip(
            say(
                "foreach=True, fused=True or neither: they differ in what step() takes for a moment.\n"
                "By default it is what the file says, or else torch's choice."
            )
        )
        self.step.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setAccessibleName(say("What going on with training takes"))

    def _lay_out(self) -> None:
        first = QHBoxLayout()
        first.setSpacing(6)
        first.addWidget(plain_label(say("Activations")))
        first.addWidget(self.activations, 1)
        second = QHBoxLayout()
        second.setSpacing(6)
        second.addWidget(plain_label(say("Step")))
        second.addWidget(self.step, 1)
        second.addWidget(plain_label(say("Cards")))
        second.addWidget(self.cards)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 6, 0, 0)
        layout.setSpacing(5)
        layout.addLayout(first)
        layout.addLayout(second)
        layout.addWidget(self.text, 1)

    def _connect(self) -> None:
        self.activations.textEdited.connect(lambda _text: self._typing.start())
        self.activations.editingFinished.connect(self._take)
        self._typing.timeout.connect(self._take)
        self.step.activated.connect(lambda _place: self.changed.emit())
        self.cards.changed.connect(self.changed)

    @property
    def training(self) -> Training:
        """What is assumed now."""
        return Training(self._bytes, self.step.currentData(), self.cards.value)

    def say(self, text: str) -> None:
        """Show what the library says of the chosen way."""
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

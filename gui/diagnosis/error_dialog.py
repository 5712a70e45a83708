"""What is this error? The box for a traceback while no file is open."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QDialog, QFrame, QScrollArea, QWidget

from core.diagnosis.finding import Finding
from core.words import say
from gui.diagnosis.error_answer import AnswerView
from gui.diagnosis.error_model import answer_to, read_error
from gui.widgets.basic_widgets import button, plain_label
from gui.widgets.error_box import ErrorBox
from gui.widgets.layouts import Stretch, horizontal, vertical
from gui.widgets.on_screen import bring_up

_SIZE = QSize(600, 460)


class ErrorDialog(QDialog):
    """Names the trap; `findings` are those of a file that could not be opened, None where there is no file."""

    open_asked = Signal()
    """The user wants to open the checkpoint that the error is about."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.findings: Sequence[Finding] | None = None
        self.setWindowTitle(say("What is this error?"))
        self.setModal(False)
        self.resize(_SIZE)
        self.box = ErrorBox()
        self.answer = AnswerView()
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        page = QWidget()
        vertical(self.answer, Stretch(), of=page, margins=0)
        scroll.setWidget(page)
        layout = vertical(
            plain_label(
                say(
                    "Paste what Python printed. It is recognised whatever version of torch wrote it; open the "
                    "checkpoint to see whether it is the cause, and to fix it."
                ),
                wrap=True,
            ),
            self.box,
            (scroll, 1),
            of=self,
            margins=(16, 14, 16, 14),
            spacing=10,
        )
        self.open_button = button(
            say("Open…"),
            self.open_asked.emit,
            tip=say("Open the checkpoint: the error goes along, and is judged by the file"),
        )
        self.open_button.setAutoDefault(False)
        ends = horizontal(Stretch(), self.open_button)
        layout.addLayout(ends)
        self.box.given.connect(self._read)

    def ask(self, text: str | None, findings: Sequence[Finding] | None) -> None:
        """Show the dialog, with a text in the box."""
        self.findings = findings
        bring_up(self)
        if text:
            self.box.paste_text(text)
        self._read(self.box.text)
        self.box.focus(select=not text)

    def _read(self, text: str) -> None:
        shown = answer_to(read_error(text), self.findings, was_cause=False) if text.strip() else None
        self.answer.show_answer(shown, [finding.title for finding in shown.cures] if shown is not None else ())

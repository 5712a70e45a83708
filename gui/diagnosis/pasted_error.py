"""A pasted error: which trap it is, whether this file is the cause, the cure; and the box while no file is open."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QDialog, QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from core.diagnosis.finding import Finding
from core.diagnosis.traceback.answer import CANNOT_TELL, CAUSE, NOT_CAUSE
from core.words import say
from gui.diagnosis.error_model import ErrorAnswer, answer_to, folder_of_script, read_error
from gui.diagnosis.finding_card import WideButton, wide_fix
from gui.diagnosis.model import clean
from gui.look import icons, theme
from gui.look.wording import breakable, sentence
from gui.widgets.basic_widgets import button, does_the_same, plain_label, set_state
from gui.widgets.error_box import ErrorBox
from gui.widgets.layouts import Stretch, horizontal, vertical
from gui.widgets.on_screen import bring_up, fit
from gui.widgets.wrapped_text import WrappedText

_ICON = 16
_LONGEST_QUOTE = 160


class AnswerView(QFrame):
    """Shows an `ErrorAnswer`; hidden while there is none."""

    cure_asked = Signal(object)
    """The `Finding` to cure."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("errorAnswer")
        self.cures: list[WideButton] = []
        self._page = QWidget()
        self._around = vertical(self._page, of=self, margins=(10, 8, 8, 9))
        self.texts: list[str] = []
        self.hide()

    def show_answer(self, answer: ErrorAnswer | None, cure_texts: Sequence[str] = ()) -> None:
        """Show an answer, with the words for the button of each of its cures; None hides it."""
        self.setVisible(answer is not None)
        self.cures, self.texts = [], []
        page = QWidget()
        column = vertical(of=page, margins=0, spacing=6)
        if answer is not None:
            self._fill(column, answer, cure_texts)
        self._around.replaceWidget(self._page, page)
        self._page.hide()
        self._page.deleteLater()
        self._page = page

    def _fill(self, column: QVBoxLayout, answer: ErrorAnswer, cure_texts: Sequence[str]) -> None:
        if answer.verdict:
            self._fill_meaning(column, answer)
        column.addLayout(self._head(answer))
        self._say(column, answer.why)
        for finding, words in zip(answer.cures, cure_texts, strict=True):
            first = [] if self.cures else [does_the_same("Ctrl+Return")]
            cure = wide_fix(words, finding, *first)
            set_state(cure, "primary", not self.cures)
            cure.clicked.connect(lambda _checked=False, finding=finding: self.cure_asked.emit(finding))
            column.addWidget(cure)
            self.cures.append(cure)
            self._say(column, say("You lose {loses}.", loses=finding.loses) if finding.loses else "", rank="muted")
        if not answer.verdict:
            self._fill_meaning(column, answer)
        self._say(column, answer.fix)

    def _fill_meaning(self, column: QVBoxLayout, answer: ErrorAnswer) -> None:
        """What the error means, whatever file it comes from; its title stands in the head where there is no verdict."""
        if answer.verdict and (answer.quote or answer.explanation):
            self._say(column, sentence(answer.title), rank="title")
        if answer.quote:
            said = clean(answer.quote)
            said = said if len(said) <= _LONGEST_QUOTE else f"{said[: _LONGEST_QUOTE - 1]}…"
            quote = WrappedText(said, theme.key_font())
            quote.setAccessibleName(say("The line that identified it"))
            column.addWidget(quote)
        self._say(column, answer.explanation)

    def _head(self, answer: ErrorAnswer) -> QHBoxLayout:
        """The verdict beside its sign; both differ in shape as well as in colour."""
        colours = theme.colours()
        name, ink = {
            CAUSE: ("error", colours.error),
            NOT_CAUSE: ("good", colours.on_good),
            CANNOT_TELL: ("question", colours.on_warning),
            "cured": ("good", colours.on_good),
        }.get(answer.verdict, ("info" if answer.recognised is not None else "warning", colours.text))
        sign = plain_label()
        sign.setPixmap(icons.pixmap(name, _ICON, ink))
        title = plain_label(breakable(sentence(answer.headline)), rank="title", wrap=True)
        title.setMinimumWidth(10)
        row = horizontal(sign, (title, 1))
        self.texts.append(sentence(answer.headline))
        return row

    def _say(self, column: QVBoxLayout, text: str, rank: str = "") -> None:
        if text:
            label = plain_label(breakable(text), rank=rank, wrap=True)
            label.setMinimumWidth(10)
            column.addWidget(label)
            self.texts.append(text)


# -- the dialog, while no file is open -------------------------------------------------------------------------


_SIZE = QSize(600, 460)


class ErrorDialog(QDialog):
    """Names the trap; `findings` are those of a file that could not be opened, None where there is no file."""

    open_asked = Signal(str)
    """The user wants to open the checkpoint that the error is about; the folder of the script, if it is known."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.findings: Sequence[Finding] | None = None
        self.setWindowTitle(say("What is this error?"))
        self.setModal(False)
        fit(self, _SIZE)
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
                    "Paste what Python printed, from any version of torch. Then open the checkpoint to see "
                    "whether the file causes this error, and to fix the file."
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
            say("Open the checkpoint…"),
            lambda: self.open_asked.emit(folder_of_script(self.box.text)),
            tip=say("Open the checkpoint to see whether it causes this error"),
        )
        self.open_button.setAutoDefault(False)
        layout.addLayout(horizontal(Stretch(), self.open_button))
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

"""The answer to a pasted error: which trap, whether this file is the cause, and the button that cures it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from gui import icons, theme
from gui.actions import shown as shown_keys
from gui.finding_card import WideButton
from gui.models.diagnosis import clean, sentence
from gui.models.diagnosis_error import ErrorAnswer
from gui.models.memory_bars import breakable
from gui.models.tooltips import tooltip
from gui.widgets import plain_label
from gui.wrapped_text import WrappedText

_ICON = 16
_QUOTE = 300


class AnswerView(QFrame):
    """Shows an `ErrorAnswer`; hidden while there is none."""

    cure_asked = Signal(object)
    """The `Finding` to cure."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("errorAnswer")
        self.cures: list[WideButton] = []
        self._page = QWidget()
        self._around = QVBoxLayout(self)
        self._around.setContentsMargins(10, 8, 8, 9)
        self._around.addWidget(self._page)
        self.texts: list[str] = []
        self.hide()

    def show_answer(self, answer: ErrorAnswer | None, cure_texts: Sequence[str] = ()) -> None:
        """Show an answer, with the words for the button of each of its cures; None hides it."""
        self.setVisible(answer is not None)
        self.cures, self.texts = [], []
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        if answer is not None:
            self._fill(column, answer, cure_texts)
        self._around.replaceWidget(self._page, page)
        self._page.hide()
        self._page.deleteLater()
        self._page = page

    def _fill(self, column: QVBoxLayout, answer: ErrorAnswer, cure_texts: Sequence[str]) -> None:
        colours = theme.colours()
        known = answer.recognised is not None
        cured = known and bool(answer.verdict) and not answer.explanation
        name, ink = ("good", colours.on_good) if cured else ("info" if known else "warning", colours.text)
        sign = plain_label()
        sign.setPixmap(icons.pixmap(name, _ICON, ink))
        row = QHBoxLayout()
        row.addWidget(sign)
        title = plain_label(breakable(sentence(answer.title)), rank="title", wrap=True)
        title.setMinimumWidth(10)
        row.addWidget(title, 1)
        column.addLayout(row)
        self.texts.append(sentence(answer.title))
        self._say(column, answer.verdict)
        for finding, words in zip(answer.cures, cure_texts, strict=True):
            cure = WideButton(f"Fix: {words}", primary=True)
            keys = "" if self.cures else f"\n{shown_keys('Ctrl+Return')} in the box of the error does this."
            cure.setToolTip(tooltip(f"{words}\nPlanned until you save; Ctrl+Z takes it back.{keys}") or "")
            cure.clicked.connect(lambda _checked=False, finding=finding: self.cure_asked.emit(finding))
            column.addWidget(cure)
            self.cures.append(cure)
        if answer.quote:
            said = clean(answer.quote)
            said = said if len(said) <= _QUOTE else f"{said[: _QUOTE - 1]}…"
            quote = WrappedText(said, theme.key_font())
            quote.setAccessibleName("The line that told")
            column.addWidget(quote)
        self._say(column, answer.explanation)
        self._say(column, answer.fix)

    def _say(self, column: QVBoxLayout, text: str) -> None:
        if text:
            label = plain_label(breakable(text), wrap=True)
            label.setMinimumWidth(10)
            column.addWidget(label)
            self.texts.append(text)

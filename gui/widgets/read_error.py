"""Why something could not be read, in the place where it would be, and a button that tries again."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from core.remote.trouble import Unreachable
from core.words import say
from gui.look.wording import breakable
from gui.widgets.basic_widgets import button, plain_label
from gui.widgets.layouts import vertical


class ReadError(QWidget):
    """Hidden until there is an error. A server may answer the next time; a damaged file is not asked twice."""

    again_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = plain_label(rank="error", wrap=True)
        self.again = button(say("Try again"), self.again_asked.emit, tip=say("Ask the server again"))
        vertical(self._words, (self.again, 0, Qt.AlignmentFlag.AlignLeft), of=self, margins=0, spacing=6)
        self.hide()

    def show_error(self, error: Exception) -> None:
        self._words.setText(breakable(str(error)))
        self.again.setVisible(isinstance(error, Unreachable))
        self.show()

    def text(self) -> str:
        return self._words.text()

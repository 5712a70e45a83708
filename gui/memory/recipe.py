"""The page "Code": the few lines of Python that do what the chosen strategy stands for."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from core.words import say
from gui.memory.bars_model import StrategyRow
from gui.widgets.basic_widgets import button, plain_label
from gui.widgets.code_view import CodeView

_THANKS = 1500


class RecipePage(QWidget):
    """Read-only text and a button that copies it. Long lines are scrolled."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.text = CodeView()
        self.text.setAccessibleName(say("Python code"))
        self.note = plain_label(say("f is the file, Model and Optimizer your classes."), rank="muted", wrap=True)
        self.copy = button(say("Copy"), self._copy, tip=say("Copy these lines of Python"))
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_THANKS)
        self._timer.timeout.connect(lambda: self.copy.setText(say("Copy")))
        below = QHBoxLayout()
        below.addWidget(self.note, 1)
        below.addWidget(self.copy)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 6, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(self.text, 1)
        layout.addLayout(below)

    def show_row(self, row: StrategyRow | None) -> None:
        """Show the code of a strategy."""
        code = row.code if row is not None else ""
        self.text.show_code(code)
        self.copy.setEnabled(bool(code))

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.text.toPlainText())
        self.copy.setText(say("Copied"))
        self._timer.start()

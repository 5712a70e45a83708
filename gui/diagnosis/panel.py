"""Diagnosis, as a panel of the window: a sentence until a file is open, and its content once somebody looks."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QStackedLayout, QWidget

from core.words import say
from gui.session.session import Session
from gui.widgets.basic_widgets import plain_label
from gui.widgets.layouts import vertical
from gui.widgets.on_screen import Follower

if TYPE_CHECKING:
    from gui.diagnosis.content import DiagnosisContent

CONTENT = "gui.diagnosis.content"


class DiagnosisPanel(Follower):
    """The window opens faster without the content and all that it stands on, so both come when they are wanted."""

    compare_asked = Signal()
    code_asked = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._content: DiagnosisContent | None = None
        empty = plain_label(say("Open a checkpoint to see which errors it would raise."), rank="muted", wrap=True)
        empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        blank = QWidget()
        vertical(empty, of=blank, margins=16)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(blank)
        session.opened.connect(self.wait)
        self.behind = session.catalogue is not None

    @property
    def content(self) -> DiagnosisContent:
        if self._content is None:
            content: DiagnosisContent = import_module(CONTENT).DiagnosisContent(self._session)
            content.compare_asked.connect(self.compare_asked)
            content.code_asked.connect(self.code_asked)
            self._stack.addWidget(content)
            self._stack.setCurrentWidget(content)
            self._content = content
        return self._content

    def seen(self, on: bool) -> None:
        """The panel is the one in front now, or another one is."""
        if self._content is not None:
            self._content.tell(on_screen=on)

    def sizeHint(self) -> QSize:
        return QSize(320, 560)

    def catch_up(self) -> None:
        """Make the content."""
        _ = self.content

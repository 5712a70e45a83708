"""The search line of the toolbar: words or a regular expression, Escape clears."""

from __future__ import annotations

import re
from typing import Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QWidget

from gui import icons, theme
from gui.session import Session
from gui.widgets import set_state

PAUSE: Final = 90
"""Milliseconds without a keystroke after which the search runs."""
_TIP: Final = (
    "Show only the keys that match all words, e.g.\n"
    "  conv1 weight\n"
    "  device:cuda:1    dtype:float16    role:optimizer    shape:64x3\n"
    "Escape clears the search. The file is not changed by it."
)


class SearchLine(QLineEdit):
    """Sets the filter of the session."""

    left_downwards = Signal()
    """The arrow key down: on to what was found."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.setPlaceholderText("Search keys, device:cuda:1, dtype:float16, role:optimizer …")
        self.setToolTip(_TIP)
        self.setAccessibleName("Search")
        self.setClearButtonEnabled(True)
        self.setAcceptDrops(False)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMaximumWidth(720)
        self.setMinimumWidth(240)
        self._sign = self.addAction(icons.icon("search"), QLineEdit.ActionPosition.LeadingPosition)
        self.regex = QAction(icons.icon("regex"), "Regular expression", self)
        self.regex.setCheckable(True)
        self.regex.setToolTip("Take the search as a regular expression (Python's re), e.g. layer[1-3]\\..*bias")
        self.addAction(self.regex, QLineEdit.ActionPosition.TrailingPosition)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE)
        self._pause.timeout.connect(self.apply)
        self.textChanged.connect(self._pause.start)
        self.regex.toggled.connect(self._refresh_regex)
        for signal in (session.opened, session.closed):
            signal.connect(self._forget)
        theme.theme().changed.connect(self.refresh_icons)
        self._refresh_regex()

    def apply(self) -> None:
        """Search now for what the line says."""
        self._pause.stop()
        objection = regex_objection(self.text()) if self.regex.isChecked() else ""
        set_state(self, "wrong", "true" if objection else "false")
        self.setToolTip(objection or _TIP)
        if not objection:
            self._session.set_filter(self.text().strip(), self.regex.isChecked())

    def reset(self) -> None:
        """Show everything again."""
        self.clear()
        self.apply()

    def refresh_icons(self) -> None:
        """Draw again in the colours of the theme."""
        self._sign.setIcon(icons.icon("search", theme.colours().muted))
        on = self.regex.isChecked()
        self.regex.setIcon(icons.icon("regex", theme.colours().accent if on else theme.colours().muted))

    def _refresh_regex(self) -> None:
        self.refresh_icons()
        self.apply()

    def _forget(self) -> None:
        self.clear()
        self._pause.stop()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape clears, Enter searches without waiting, the arrow down goes on to the tree."""
        if event.key() == Qt.Key.Key_Escape:
            self.reset()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.apply()
        elif event.key() == Qt.Key.Key_Down:
            self.apply()
            self.left_downwards.emit()
        else:
            super().keyPressEvent(event)


def regex_objection(text: str) -> str:
    """Why a regular expression cannot be used, or nothing."""
    try:
        re.compile(text)
    except re.error as error:
        return f"This regular expression is not complete: {error}"
    return ""

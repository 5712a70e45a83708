"""The menu of the files opened last."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QWidget

from core.words import say
from gui.look import icons
from gui.look.plain_text import caption, one_line, tooltip
from gui.look.settings import Settings


class RecentMenu(QMenu):
    """Filled anew each time it opens."""

    chosen = Signal(object)
    """The path."""

    def __init__(self, remembered: Settings, parent: QWidget | None = None) -> None:
        super().__init__(say("Open &recent"), parent)
        self._settings = remembered
        self.setToolTipsVisible(True)
        self.aboutToShow.connect(self.fill)

    def fill(self) -> None:
        """List the files of now."""
        self.clear()
        for path in self._settings.recent_files():
            self._add(path)
        if self.isEmpty():
            self.addAction(say("No files yet")).setEnabled(False)

    def _add(self, path: Path) -> None:
        action = self.addAction(icons.icon("file"), caption(path.name))
        action.setToolTip(tooltip(one_line(str(path))) or "")
        action.triggered.connect(lambda: self.chosen.emit(path))

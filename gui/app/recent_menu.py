"""The menu of the files opened last."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QWidget

from core.words import say
from gui.location.recent_list import home_text
from gui.look import icons
from gui.look.plain_text import caption, one_line, tooltip
from gui.look.settings import Settings


class RecentMenu(QMenu):
    """Filled anew each time it opens: pinned files first, each with its folder."""

    chosen = Signal(object)
    """The path."""

    def __init__(self, remembered: Settings, now: Callable[[], Path | None], parent: QWidget | None = None) -> None:
        """`now` gives the file on show, which can be pinned here."""
        super().__init__(say("Open &recent"), parent)
        self._settings, self._now = remembered, now
        self.setToolTipsVisible(True)
        self.aboutToShow.connect(self.fill)

    def fill(self) -> None:
        """List the files of now."""
        self.clear()
        pinned, others = self._settings.pinned_files(), self._settings.recent_files()
        for path in pinned:
            self._add(path, "pin")
        if pinned and others:
            self.addSeparator()
        for path in others:
            self._add(path, "file")
        if self.isEmpty():
            self.addAction(say("No files yet")).setEnabled(False)
        self._add_tools(pinned, bool(others))

    def _add(self, path: Path, icon: str) -> None:
        """What stands behind a tab is drawn where other menus have their shortcuts."""
        action = self.addAction(icons.icon(icon), f"{caption(path.name)}\t{caption(home_text(path.parent))}")
        action.setToolTip(tooltip(one_line(str(path))) or "")
        action.triggered.connect(lambda: self.chosen.emit(path))

    def _add_tools(self, pinned: Sequence[Path], clearable: bool) -> None:
        now = self._now()
        if now is not None:
            kept = now in pinned
            words = say("&Unpin {name}", name=caption(now.name)) if kept else say("&Pin {name}", name=caption(now.name))
            self.addSeparator()
            self.addAction(icons.icon("pin"), words, lambda: self._settings.pin(now, not kept))
        if clearable:
            self.addSeparator()
            self.addAction(say("&Clear recent files"), self._settings.clear_recent_files)

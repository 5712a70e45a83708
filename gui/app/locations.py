"""Locations that are typed, pasted or chosen: the dialog of a window, and what lies in the clipboard."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMainWindow

from core.words import say
from gui.app.tabs import Tabs
from gui.location.places import places_in, places_of_text
from gui.look.settings import Settings
from gui.palette.model import Command

if TYPE_CHECKING:
    from gui.location.dialog import LocationDialog


class Locations(QObject):
    """Asks where a checkpoint is; the dialog is imported when it is first asked for."""

    chosen = Signal(object)
    """The paths of what is to be opened."""

    def __init__(self, window: QMainWindow, tabs: Tabs, remembered: Settings) -> None:
        super().__init__(window)
        self._window, self._tabs, self._settings = window, tabs, remembered
        self._then: Callable[[Path], object] = self._open
        self.dialog: LocationDialog | None = None
        self.handlers: Mapping[str, Callable[[], object]] = {
            "open_location": self.ask,
            "compare_location": self.ask_to_compare,
            "paste_error": self.paste,
        }

    def ask(self, begin: Path | None = None) -> None:
        """Let the user say where a checkpoint is, and open it."""
        self._then = self._open
        self._ask(begin)

    def ask_to_compare(self) -> None:
        """Let the user say where the second checkpoint is."""
        page = self._tabs.page
        self._then = page.comparing.start
        self._ask(None, page.name)

    def paste(self) -> None:
        """Open the files or locations that were copied; anything else is a traceback to be explained."""
        copied = QGuiApplication.clipboard().mimeData()
        places = places_in(copied) if copied is not None else []
        if places:
            self.chosen.emit(places)
        else:
            self._tabs.page.handlers["paste_error"]()

    def commands(self, query: str) -> Sequence[Command]:
        """What the palette offers for a URL that is typed into it."""
        places = places_of_text(query)
        act = partial(self.chosen.emit, places)
        return [Command("", say("Open {place}", place=places[0]), "", act)] if len(places) == 1 else []

    def _ask(self, begin: Path | None, beside: str = "") -> None:
        if self.dialog is None:
            self.dialog = import_module("gui.location.dialog").LocationDialog(self._window)
            self.dialog.chosen.connect(self._take)
        recent = [*self._settings.pinned_files(), *self._settings.recent_files()]
        self.dialog.ask(recent, begin, beside)

    def _take(self, path: Path) -> None:
        self._then(path)

    def _open(self, path: Path) -> None:
        self.chosen.emit([path])

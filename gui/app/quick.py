"""What a few letters lead to: the palette of commands, and the keys of all open documents."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMainWindow

from core.catalogue.catalogue import Catalogue
from gui.app.commands import commands
from gui.app.tabs import Tabs
from gui.look.settings import Settings
from gui.page.page import Page
from gui.palette.command_palette import CommandPalette
from gui.palette.key_jump import KeyJump
from gui.palette.model import Command


class Quick(QObject):
    """The two popups of a window, made when they are first asked for."""

    def __init__(
        self, window: QMainWindow, tabs: Tabs, remembered: Settings, for_query: Callable[[str], Sequence[Command]]
    ) -> None:
        """``for_query`` gives the commands that what is typed itself makes, such as a URL."""
        super().__init__(window)
        self._window, self._tabs, self._settings, self._for_query = window, tabs, remembered, for_query
        self.palette: CommandPalette | None = None
        self.key_jump: KeyJump | None = None
        self.handlers: Mapping[str, Callable[[], object]] = {"palette": self.open_palette, "jump": self.open_jump}

    def open_palette(self) -> None:
        """Offer everything that the menus hold."""
        if self.palette is None:
            self.palette = CommandPalette(self._window, self._settings, self._commands, self._for_query)
        self.palette.open()

    def open_jump(self) -> None:
        """Offer the keys of all open documents."""
        if self.key_jump is None:
            self.key_jump = KeyJump(self._window, self._documents)
            self.key_jump.chosen.connect(self._go_to)
        self.key_jump.open()

    def _commands(self) -> list[Command]:
        action_state = replace(self._tabs.page.action_state, pages=self._tabs.count())
        return commands(self._window.menuBar(), action_state)

    def _documents(self) -> list[tuple[Page, Catalogue]]:
        """The document on show, then the others from left to right."""
        now = self._tabs.page
        pages = (now, *(page for page in self._tabs.pages() if page is not now))
        return [(page, page.session.catalogue) for page in pages if page.shows_document and page.session.catalogue]

    def _go_to(self, page: Page, entry: int) -> None:
        if self._tabs.indexOf(page) < 0:
            return  # it was closed meanwhile
        self._tabs.setCurrentWidget(page)
        page.session.reveal(entry)
        page.activateWindow()
        page.workspace.tree.setFocus()

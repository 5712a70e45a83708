"""The palette of everything that can be done, found by a few letters."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMainWindow

from core.words import say
from gui.look import settings
from gui.look.settings import Settings
from gui.palette.model import Command, fitting, used_now
from gui.palette.popup import Popup


class CommandPalette(QObject):
    """Lists commands, the ones used last first."""

    def __init__(
        self,
        window: QMainWindow,
        remembered: Settings,
        commands: Callable[[], Sequence[Command]],
        for_query: Callable[[str], Sequence[Command]] = lambda _query: (),
    ) -> None:
        """``for_query`` gives what comes first for something that is typed; it is not remembered as used."""
        super().__init__(window)
        self._for_query = for_query
        self._settings = remembered
        self._ask_commands = commands
        self._commands: Sequence[Command] = ()
        self._listed: list[Command] = []
        self.popup = Popup(window, say("Commands"), say("What do you want to do?"))
        self.popup.asked.connect(self._list)
        self.popup.chosen.connect(self._do)

    def open(self) -> None:
        """Come up with what can be done now."""
        self._commands = self._ask_commands()
        self.popup.open()

    def _recent(self) -> list[str]:
        return [each for each in self._settings.get(settings.USED_COMMANDS) if isinstance(each, str)]

    def _list(self, query: str) -> None:
        own = [(command, command.row) for command in self._for_query(query)]
        found = own or fitting(self._commands, query, self._recent())
        self._listed = [command for command, _row in found]
        self.popup.show_rows([row for _command, row in found], "" if found else say("No command fits."))

    def _do(self, place: int) -> None:
        command = self._listed[place]
        if command.enabled and command.id:
            self._settings.set(settings.USED_COMMANDS, used_now(command.id, self._recent()))
        if command.enabled:
            command.act()

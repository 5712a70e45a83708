"""What a window opens beside its pages: preferences, the dialog for locations, palettes, and its page of the help."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtWidgets import QMainWindow

from core.catalogue.catalogue import Catalogue
from core.version import VERSION
from core.words import marked, say
from gui.app.actions import ACTIONS
from gui.app.menus import commands, words
from gui.app.tabs import Tabs
from gui.help.model import HelpPage, shortcuts_page
from gui.location.places import places_in, places_of_text
from gui.look import scale
from gui.look.settings import Settings
from gui.page.page import Page
from gui.palette.model import Command
from gui.palette.popup import CommandPalette, KeyJump
from gui.preferences.dialog import PreferencesDialog
from gui.preferences.offered import LANGUAGE, TEXT_SIZE, Preference, put_in_force
from gui.widgets.basic_widgets import shortcut_text
from gui.widgets.on_screen import bring_up

if TYPE_CHECKING:
    from gui.location.dialog import LocationDialog


# ---- What the user prefers, put into force: at the start, and as soon as it is changed.


class Preferred(QObject):
    """The dialog of a window, and the shortcuts for the size of text."""

    made_anew = Signal(str)
    """What is shown already must be made anew: in the language of this choice, with sizes in other units."""
    columns_reset = Signal()

    def __init__(self, window: QMainWindow, remembered: Settings) -> None:
        super().__init__(window)
        self._window, self._settings = window, remembered
        self.dialog: PreferencesDialog | None = None
        self.handlers: Mapping[str, Callable[[], object]] = {
            "preferences": self.open,
            "larger_text": partial(self._step, 1),
            "smaller_text": partial(self._step, -1),
            "usual_text": partial(self._set_size, scale.USUAL),
        }

    def open(self) -> None:
        """Show the dialog; stays open beside the work."""
        if self.dialog is None:
            self.dialog = PreferencesDialog(self._settings, self._window)
            self.dialog.changed.connect(self._apply)
            self.dialog.columns_reset.connect(self.columns_reset)
        self.dialog.show_values()
        bring_up(self.dialog)

    @property
    def is_open(self) -> bool:
        return self.dialog is not None and self.dialog.isVisible()

    def _apply(self, preference: Preference[Any]) -> None:
        put_in_force(self._settings)
        if preference.on_change is not None:
            preference.on_change(self._settings.get(preference.setting))
        if preference.shown_anew:
            self.made_anew.emit(self._settings.get(LANGUAGE.setting))

    def _step(self, step: int) -> None:
        self._set_size(scale.next_size(step))

    def _set_size(self, percent: int) -> None:
        self._settings.set(TEXT_SIZE.setting, percent)
        put_in_force(self._settings)
        if self.dialog is not None:
            self.dialog.show_values()


# ---- Locations that are typed, pasted or chosen: the dialog of a window, and what lies in the clipboard.


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


# ---- What the help says of the window itself: what the program is, and all its shortcuts.

WHAT: Final = marked(
    "Pthfinder shows the saved device of every tensor in a PyTorch checkpoint and writes a "
    "copy that loads where you need it. It never imports or runs code that a file "
    "refers to, it reads numbers only when you look at them or ask for a scan, a check or a copy, and it changes no "
    "file until you save."
)
IN_THE_TREE: Final = (
    ("Esc", marked("Clear the search")),
    ("F2", marked("Rename the key")),
    ("Return", marked("Edit a value such as epoch or lr")),
    ("Return / F2", marked("Edit the highlighted number; typing replaces it")),
    ("Del", marked("Drop the selected entries")),
    ("Ctrl+C", marked("Copy the key")),
    ("Ctrl+Shift+Right", marked("Expand all")),
    ("Ctrl+Shift+Left", marked("Collapse all")),
)
"""Keys that belong to widgets, not to the menus."""


def about_page() -> HelpPage:
    """The page of the help with shortcuts, what the program is, and its version."""
    about = f"{say(WHAT)}\n\n{say('Version {version}', version=VERSION)}"
    return shortcuts_page(
        say("Shortcuts, and about Pthfinder"), about, (say("Shortcuts"), say("Commands")), shortcut_rows()
    )


def shortcut_rows() -> list[tuple[str, str]]:
    """Keys and what they do, from the declared actions."""
    rows = [
        (" / ".join(shortcut_text(keys) for keys in spec.shortcuts), words(say(spec.text)).rstrip("…"))
        for spec in ACTIONS
        if spec.shortcuts
    ]
    return rows + [
        (QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText), say(what)) for keys, what in IN_THE_TREE
    ]


# ---- The palette of commands, and the keys of all open documents.


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

"""What the help says of the window itself: what the program is, and all its shortcuts."""

from __future__ import annotations

from typing import Final

from PySide6.QtGui import QKeySequence

from core.version import VERSION
from core.words import marked, say
from gui.app.actions import ACTIONS
from gui.app.commands import words
from gui.help.model import HelpPage, shortcuts_page
from gui.widgets.basic_widgets import shortcut_text

WHAT: Final = marked(
    "Shows the saved device of every tensor in a PyTorch checkpoint and writes a copy that loads where you need it. "
    "Nothing that a file names is imported or called, numbers are read only where you look at them, and no file is "
    "touched until you say so."
)
IN_THE_TREE: Final = (
    ("Esc", marked("Clear the search")),
    ("F2", marked("Rename the key")),
    ("Return", marked("Edit a value such as epoch or lr")),
    ("Return / F2", marked("Edit the highlighted number; typing replaces it")),
    ("Del", marked("Drop the selected entries")),
    ("Ctrl+C", marked("Copy the key")),
    ("Ctrl+Shift+Right", marked("Unfold all")),
    ("Ctrl+Shift+Left", marked("Fold all")),
)
"""Keys that belong to widgets, not to the menus."""


def about_page() -> HelpPage:
    """The page of the help with shortcuts, what the program is, and its version."""
    about = f"{say(WHAT)}\n\n{say('Version {version}', version=VERSION)}"
    return shortcuts_page(say("Shortcuts and about"), about, (say("Keys"), say("Commands")), shortcut_rows())


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

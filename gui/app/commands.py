"""All that the menus offer, as commands of the palette: whatever is put into a menu is in the palette as well."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar

from core.words import marked, say
from gui.app.actions import ACTIONS, ActionSpec
from gui.page.action_state import ActionState
from gui.palette.model import Command

_SPECS: Final = {spec.id: spec for spec in ACTIONS}
_OTHER: Final = (
    ({"document": True, "editable": True}, marked("open a file first")),
    ({"busy": False}, marked("a file is being opened")),
    ({"editable": True}, marked("this format is read-only")),
    ({"comparing": True}, marked("no comparison is open")),
    ({"pages": 2}, marked("only one file is open")),
    ({"undo": "-"}, marked("nothing to undo")),
    ({"redo": "-"}, marked("nothing to redo")),
    ({"way_on": "-"}, marked("nothing left to do")),
)
"""What may be missing for an action, and how that is said."""


def commands(bar: QMenuBar, state: ActionState) -> list[Command]:
    """The commands of all menus, from left to right."""
    return [_command(action, menu, state) for menu, action in _actions(bar.actions(), ())]


def why_not(spec: ActionSpec, state: ActionState) -> str:
    """What is missing for an action, in a few words; nothing where it can be done, or where more than one thing is."""
    if spec.enabled(state):
        return ""
    return next((say(words) for change, words in _OTHER if spec.enabled(replace(state, **change))), "")


def _actions(actions: list[QAction], menus: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], QAction]]:
    for action in actions:
        menu = action.menu()
        if isinstance(menu, QMenu):
            menu.aboutToShow.emit()  # some are filled only then
            yield from _actions(menu.actions(), (*menus, words(action.text())))
        elif not action.isSeparator() and action.isVisible() and (action.objectName() or action.isEnabled()):
            yield menus, action


def _command(action: QAction, menus: tuple[str, ...], state: ActionState) -> Command:
    text, _, more = words(action.text()).partition("\t")  # behind a tab stands what tells two of a name apart
    spec = _SPECS.get(action.objectName())
    menu = " ▸ ".join((*menus, more) if more else menus)
    return Command(
        action.objectName() or f"{menu} ▸ {text}",
        f"{text} ✓" if action.isCheckable() and action.isChecked() else text,
        menu,
        action.trigger,
        action.shortcut().toString(QKeySequence.SequenceFormat.NativeText),
        why_not(spec, state) if spec is not None else "",
        action.isEnabled(),
        say(spec.tip) if spec is not None else "",
    )


def words(text: str) -> str:
    """The text of an action without the key to press: `&Open…`, and in Chinese and Japanese `打开(&O)…`."""
    return re.sub(r"&(.)", r"\1", re.sub(r"\(&\w\)", "", text))

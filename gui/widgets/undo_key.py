"""Ctrl+Z in a line or a box of text: its own last change first, and where it has none the plan's."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtGui import QKeyEvent, QKeySequence


def is_for_the_plan(event: QEvent, *, undo: bool, redo: bool) -> bool:
    """Whether a key that a field of text would keep for itself does nothing there, and so belongs to the window.

    `undo` and `redo` say whether the field has something to take back or to do again.
    """
    if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
        return False
    keys = QKeySequence.StandardKey
    return (event.matches(keys.Undo) and not undo) or (event.matches(keys.Redo) and not redo)

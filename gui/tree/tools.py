"""The small buttons above the tree, and its shortcuts."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QToolButton, QWidget

from gui.look.plain_text import tooltip


def toggle(text: str, tip: str) -> QToolButton:
    """A button that stays down."""
    button = tool(text, tip)
    button.setCheckable(True)
    return button


def tool(text: str, tip: str) -> QToolButton:
    """A flat button that the mouse does not give the focus to."""
    button = QToolButton()
    button.setText(text)
    button.setToolTip(tooltip(tip) or "")
    button.setAutoRaise(True)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button


def shortcut(owner: QWidget, keys: QKeySequence, act: Callable[[], None]) -> None:
    """Keys that work while the focus is somewhere in a widget."""
    made = QShortcut(keys, owner)
    made.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
    made.activated.connect(act)

"""What a screen reader calls a widget that the program paints itself: Qt knows of its own ones only."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget, QWidget

Role = QAccessible.Role
_PROPERTY: Final = "accessibleRole"
_state = {"installed": False}


def set_role(widget: QWidget, role: Role) -> None:
    """Say what a widget is; its name is `accessibleName`, where it points `accessibleDescription`."""
    widget.setProperty(_PROPERTY, role.value)


def install() -> None:
    """Have Qt ask here, from now on; a second call does nothing."""
    if not _state["installed"]:
        _state["installed"] = True
        QAccessible.installFactory(_interface_of)


def _interface_of(_kind: str, thing: QObject) -> QAccessibleInterface | None:
    """What answers for a widget with a role of its own; Qt keeps it as long as the widget is there."""
    if not isinstance(thing, QWidget):
        return None
    role = thing.property(_PROPERTY)
    return None if role is None else QAccessibleWidget(thing, Role(role))

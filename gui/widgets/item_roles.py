"""What cells say to those who paint them, beyond Qt's own roles."""

from __future__ import annotations

from PySide6.QtCore import Qt

Role = Qt.ItemDataRole


class ItemRole:
    """Roles beyond Qt's own."""

    DEPTH = Role.UserRole + 1
    #: None for a leaf, else whether the row is unfolded.
    UNFOLDED = Role.UserRole + 2
    #: Text beside the key, less important than it.
    NOTE = Role.UserRole + 3
    #: Devices to paint as chips.
    CHIPS = Role.UserRole + 4
    DROPPED = Role.UserRole + 5
    #: Whether the text tells about what lies below, not about one tensor.
    SUMMARY = Role.UserRole + 6
    #: A number from 0 to 1 to paint as a bar.
    SHARE = Role.UserRole + 7
    #: Badges to paint behind the key.
    BADGES = Role.UserRole + 8
    #: How much a row differs from another file, from 0 to 1, to colour its ground by; None where it does not.
    WEIGHT = Role.UserRole + 9
    #: Whether the row is nothing of this file.
    REMOVED = Role.UserRole + 10
    #: The first role that a feature can give a meaning of its own; those below are painted by the shared delegates.
    OWN = Role.UserRole + 100

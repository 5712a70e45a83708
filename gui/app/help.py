"""Shortcuts and what the program is, in a window that may stay open beside the work."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QDialog, QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from gui.app.actions import ACTIONS
from gui.look import icons, theme
from gui.widgets.basic_widgets import bigger, button, plain_label, shortcut_text

WHAT = (
    "Shows the saved device of every tensor in a PyTorch checkpoint and writes a copy that loads where you need it. "
    "Nothing that a file names is imported or called, numbers are read only where you look at them, and no file is "
    "touched until you say so."
)
IN_THE_TREE = (
    ("Esc", "Clear the search"),
    ("F2", "Rename the key"),
    ("Return", "Edit a value such as epoch or lr"),
    ("Del", "Drop the selected entries"),
    ("Ctrl+C", "Copy the key"),
    ("Ctrl+Shift+Right", "Unfold all"),
    ("Ctrl+Shift+Left", "Fold all"),
)
"""Keys that belong to widgets, not to the menus."""


class HelpDialog(QDialog):
    """Not modal."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Shortcuts and about")
        picture = QLabel()
        picture.setPixmap(icons.pixmap("app", 56))
        name = plain_label("Pthfinder")
        bigger(name, 1.6, bold=True)
        head = QHBoxLayout()
        head.setSpacing(14)
        head.addWidget(picture)
        words = QVBoxLayout()
        words.addWidget(name)
        words.addWidget(plain_label("Checkpoints, device by device", rank="muted"))
        head.addLayout(words, 1)
        grid = QGridLayout()
        grid.setHorizontalSpacing(22)
        grid.setVerticalSpacing(5)
        grid.setColumnStretch(1, 1)
        for row, (keys, what) in enumerate(shortcut_rows()):
            grid.addWidget(plain_label(keys, mono=theme.key_font()), row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(plain_label(what, wrap=True), row, 1)
        below = QHBoxLayout()
        below.addStretch(1)
        below.addWidget(button("Close", self.close))
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 22, 24, 18)
        column.setSpacing(14)
        column.addLayout(head)
        column.addWidget(plain_label(WHAT, wrap=True))
        column.addLayout(grid)
        column.addLayout(below)
        self.setFixedWidth(560)


def shortcut_rows() -> list[tuple[str, str]]:
    """Keys and what they do, from the declared actions."""
    rows = [
        (" / ".join(shortcut_text(keys) for keys in spec.shortcuts), spec.text.replace("&", "").rstrip("…"))
        for spec in ACTIONS
        if spec.shortcuts
    ]
    return rows + [
        (QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText), what) for keys, what in IN_THE_TREE
    ]

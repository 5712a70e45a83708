"""The line above the tree, its small buttons, and its shortcuts."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QToolButton, QWidget

from core.text import count_text, size_text
from core.words import say, say_count
from gui.document.selection import Held
from gui.look.plain_text import tooltip
from gui.widgets.basic_widgets import CutLabel


class Note(CutLabel):
    """How much is selected. A plain label would push the panels beside the tree away."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("rank", "muted")

    def tell(self, chosen: Held | None, *, searched: bool) -> None:
        """Say what is held by all that is selected; ``searched`` is whether a search hides some of it."""
        if chosen is None:
            self.clear()
            return
        tensors, size = count_text(len(chosen.rows), "tensor"), size_text(chosen.nbytes)
        text = say("{tensors} selected · {size}", tensors=tensors, size=size)
        self.short = say("{count:,} selected", count=len(chosen.rows))
        self.setText(text if chosen.rows else "")
        lines = [
            text,
            say_count(
                chosen.nbytes,
                "{n:,} byte of storage, shared ones counted once",
                "{n:,} bytes of storage, shared ones counted once",
            ),
        ]
        if searched:
            lines.append(say("What the search hides is not selected: a row stands for what was found in it."))
        self.setToolTip(tooltip("\n".join(lines)) or "")


class Bar(QWidget):
    """How the keys are shown, folding and unfolding of everything, and how much is selected."""

    def __init__(self) -> None:
        super().__init__()
        self.modules = toggle(
            say("Modules"),
            say("Show the dotted keys of a state_dict as a tree of modules: conv1.weight is weight below conv1"),
        )
        self.keys = toggle(
            say("Flat keys"), say("Show the flat keys as torch sees them in the state_dict: conv1.weight")
        )
        self.unfold = tool(say("Unfold all"), say("Show everything that lies below (Ctrl+Shift+Right)"))
        self.fold = tool(say("Fold all"), say("Show the uppermost keys only (Ctrl+Shift+Left)"))
        self.note = Note()
        views = QButtonGroup(self)
        views.addButton(self.modules)
        views.addButton(self.keys)
        self.modules.setChecked(True)
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 5, 8, 5)
        row.setSpacing(3)
        row.addWidget(self.modules)
        row.addWidget(self.keys)
        row.addSpacing(10)
        row.addWidget(self.unfold)
        row.addWidget(self.fold)
        row.addStretch(1)
        row.addWidget(self.note)


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

"""The line above the tree, its small buttons, and its shortcuts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QToolButton, QWidget

from core.text import count_text, size_text
from core.words import say, say_count
from gui.document.selection import Held
from gui.look import icons, scale, theme
from gui.look.plain_text import tooltip
from gui.widgets.basic_widgets import CutLabel
from gui.widgets.words_or_icons import fit, least

_GAP: Final = 10


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


class TreeBar(QWidget):
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
        row.setSizeConstraint(QHBoxLayout.SizeConstraint.SetNoConstraint)  # it may be narrower than its words
        row.setContentsMargins(8, 5, 8, 5)
        row.setSpacing(3)
        row.addWidget(self.modules)
        row.addWidget(self.keys)
        row.addSpacing(_GAP)
        row.addWidget(self.unfold)
        row.addWidget(self.fold)
        row.addStretch(1)
        row.addWidget(self.note)
        for each in (self.unfold, self.fold):
            scale.give_icon_size(each, 16)
        self._draw_icons()
        theme.theme().changed.connect(self._draw_icons)

    def minimumSizeHint(self) -> QSize:
        """The words of the views, and the icons of the others."""
        views = self.modules.sizeHint().width() + self.keys.sizeHint().width()
        return QSize(views + least(self._tools) + self._between, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Less room: words give way to icons."""
        super().resizeEvent(event)
        self._fit()

    @property
    def _tools(self) -> tuple[QToolButton, QToolButton]:
        return self.unfold, self.fold

    @property
    def _between(self) -> int:
        """Pixels beside and between the buttons."""
        row = self.layout()
        assert row is not None
        ends = row.contentsMargins()
        return ends.left() + ends.right() + _GAP + 5 * row.spacing() + self.note.minimumSizeHint().width()

    def _fit(self) -> None:
        views = self.modules.sizeHint().width() + self.keys.sizeHint().width()
        fit(self._tools, self.width() - views - self._between, Qt.ToolButtonStyle.ToolButtonTextOnly)

    def _draw_icons(self) -> None:
        """In the colour of the theme and the size of the text."""
        self.unfold.setIcon(icons.icon("unfold"))
        self.fold.setIcon(icons.icon("fold"))
        self._fit()


def toggle(text: str, tip: str) -> QToolButton:
    """A button that stays down."""
    button = tool(text, tip)
    button.setCheckable(True)
    return button


def tool(text: str, tip: str) -> QToolButton:
    """A flat button that the mouse does not give the focus to."""
    button = QToolButton()
    button.setText(text)
    button.setAccessibleName(text)
    button.setToolTip(tooltip(tip) or "")
    button.setAutoRaise(True)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button


def shortcut(owner: QWidget, keys: QKeySequence, act: Callable[[], None]) -> None:
    """Keys that work while the focus is somewhere in a widget."""
    made = QShortcut(keys, owner)
    made.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
    made.activated.connect(act)

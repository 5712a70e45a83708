"""The line above the tree while a second file is compared with: which one, what differs, and the way out."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from core.text import clip
from core.words import marked, say
from gui.look import icons, theme
from gui.look.plain_text import tooltip
from gui.session.comparison import Comparison
from gui.tree.tools import toggle, tool
from gui.widgets.basic_widgets import CutLabel, button
from gui.widgets.progress import ProgressLine

_LONGEST_NAME = 40
_ONLY_TIP = marked("Show only the keys that differ; goes together with the search")
_END_TIP = marked("Let go of the second file (Esc, Ctrl+Shift+D); pending changes stay")
_AGAIN_TIP = marked("Read the other file as it is now on the disk, and compare again")


class ComparisonLine(QFrame):
    """Shown as long as there is a comparison; says how far it is while it is being made."""

    only_toggled = Signal(bool)
    """Show only what differs, or everything."""

    def __init__(self, comparison: Comparison, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("comparisonLine")
        self._comparison = comparison
        self.words = CutLabel()
        self.only = toggle(say("Changed only"), say(_ONLY_TIP))
        self.only.toggled.connect(self.only_toggled)
        self.again = button(say("Compare again"), comparison.again, tip=say(_AGAIN_TIP))
        self.close_button = tool("", say(_END_TIP))
        self.close_button.setAccessibleName(say("End the comparison"))
        self.close_button.clicked.connect(lambda _checked=False: comparison.end())
        self.progress = ProgressLine(self._cancel)
        row = QHBoxLayout()
        row.setSpacing(4)
        row.addWidget(self.words, 1)
        for widget in (self.again, self.only, self.close_button):
            row.addWidget(widget)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 3, 4, 3)
        column.setSpacing(3)
        column.addLayout(row)
        column.addWidget(self.progress)
        comparison.changed.connect(self.refresh)
        comparison.progress.connect(self.progress.show_progress)
        comparison.waiting.connect(self.progress.show_news)
        theme.theme().changed.connect(self._draw)
        self._draw()
        self.refresh()

    def refresh(self) -> None:
        """Say how it stands."""
        comparison, compared = self._comparison, self._comparison.compared
        if comparison.busy and not self.progress.isVisibleTo(self):
            self.progress.start(say("Reading…"))
        self.progress.setVisible(comparison.busy)
        self.setVisible(comparison.on)
        self.again.setVisible(comparison.outdated and not comparison.busy)
        self.only.setVisible(compared is not None)
        if compared is None:
            self.only.setChecked(False)
        self.words.setText(self._text())
        self.words.setToolTip(tooltip(self._tip()) or "")

    def _text(self) -> str:
        comparison = self._comparison
        if comparison.path is None:
            return ""
        name = clip(comparison.path.name, _LONGEST_NAME)
        if comparison.busy:
            return say("Comparing with {name} …", name=name)
        if comparison.outdated:
            return say("{name} has changed on the disk since it was compared with", name=name)
        return (
            say("Compared with {name}: {summary}", name=name, summary=comparison.compared.summary)
            if comparison.compared is not None
            else ""
        )

    def _tip(self) -> str:
        compared = self._comparison.compared
        if compared is None:
            return ""
        here, there = compared.mine.checkpoint.path, compared.theirs.checkpoint.path
        return say(
            "{text}\n"
            "here: {here}\n"
            "there: {there}\n"
            "Same are tensors of which every number is equal; renamed ones are among them, or among the changed.",
            text=self._text(),
            here=clip(str(here), 300),
            there=clip(str(there), 300),
        )

    def _cancel(self) -> None:
        self.progress.show_cancelling()
        self._comparison.cancel()

    def _draw(self) -> None:
        self.close_button.setIcon(icons.icon("close", theme.colours().muted))

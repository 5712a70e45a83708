"""The empty window: where to drop a file, what was open before, and a demo to look at."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QWidget

from core.words import say
from gui.location.recent_list import RecentList
from gui.look import icons, theme
from gui.widgets.basic_widgets import bigger, button, plain_label
from gui.widgets.layouts import Gap, MiddleColumn, Stretch, fill, vertical
from gui.widgets.side_by_side import SideBySide
from gui.widgets.wrapped_text import EvenLabel

DEMO = theme.RESOURCES / "demo.pth"
"""The file that comes with the program."""


_WIDTH = 620
_SHOWN_RECENT = 6


class WelcomePage(QWidget):
    """Shown while no file is open."""

    open_asked = Signal()
    location_asked = Signal()
    demo_asked = Signal()
    explain_asked = Signal()
    """Something about a traceback is wanted."""
    file_asked = Signal(object)
    """A recent file was chosen; its path."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._picture = QLabel()
        self._picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.drop_zone = self._make_drop_zone()
        self.recent_title = plain_label(say("Recent files"), rank="title")
        self.recent = RecentList()
        self.recent.file_asked.connect(self.file_asked)

        page = MiddleColumn(_WIDTH)
        items = Stretch(2), self.drop_zone, Gap(8), self.recent_title, self.recent, Stretch(3)
        fill(page.column, *items, spacing=14)
        vertical(page, of=self, margins=0)
        self.refresh_icons()
        theme.theme().follow(self.refresh_icons)

    def show_recent(self, others: Sequence[Path], pinned: Sequence[Path] = ()) -> None:
        """List the files that are pinned, and those opened last as far as there is room."""
        self.recent.show_files(pinned[:_SHOWN_RECENT], others[: max(0, _SHOWN_RECENT - len(pinned))])
        has_files = self.recent.count() > 0
        self.recent_title.setVisible(has_files)
        self.recent.setVisible(has_files)

    def refresh_icons(self) -> None:
        self._picture.setPixmap(icons.pixmap("drop", 52, theme.colours().accent))
        self.recent.viewport().update()

    def _make_drop_zone(self) -> QFrame:
        zone = QFrame()
        zone.setObjectName("dropZone")
        title = EvenLabel(say("Drop a PyTorch checkpoint here"))
        bigger(title, 1.6, bold=True)
        what = EvenLabel(
            say("See on which device every tensor was saved, fix the file with a few clicks, and save a copy.")
        )
        safe = EvenLabel(
            say(".pt  .pth  .ckpt  .bin  .safetensors — torch is not needed, and nothing in the file is executed.")
        )
        for label in (what, safe):
            label.setProperty("rank", "muted")
        self.open_button = button(
            say("Open a checkpoint…"), self.open_asked.emit, tip=say("Choose a file (Ctrl+O)"), primary=True
        )
        self.demo_button = button(
            say("Open the demo"),
            self.demo_asked.emit,
            tip=say("A small checkpoint of a DataParallel model with Adam state, saved on cuda:5 and cuda:1"),
        )
        self.location_button = button(
            say("Open address…"),
            self.location_asked.emit,
            tip=say(
                "Open a file on another computer by its address. Pthfinder fetches only what it needs (Ctrl+Shift+L)."
            ),
        )
        buttons = SideBySide(self.open_button, self.location_button, self.demo_button, middle=True)
        inside = vertical(
            self._picture, title, what, safe, Gap(12), buttons, of=zone, margins=(44, 40, 44, 36), spacing=10
        )
        self.explain_button = button(
            say("Got a traceback? Paste it to see what it means"),
            self.explain_asked.emit,
            tip=say(
                "Press Ctrl+V anywhere in this window. You need no file to see what an error means, only to fix it."
            ),
        )
        self.explain_button.setProperty("link", True)
        inside.addWidget(self.explain_button, 0, Qt.AlignmentFlag.AlignCenter)
        return zone

"""Open location: a line for the address of a checkpoint, what is understood of it, and the folder that it is in."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QComboBox, QDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from core.remote.address import RemotePath
from core.words import say
from gui.location.folder_view import FolderView
from gui.location.model import Understood, folder_of, folder_text, recent_locations, understood
from gui.look import theme
from gui.look.plain_text import caption, one_line
from gui.look.wording import breakable
from gui.widgets.basic_widgets import button, plain_label, set_state
from gui.widgets.on_screen import bring_up

_WIDTH: Final = 680
_HEIGHT_OF_FOLDER: Final = 340
_FRAME: Final = 60
"""Pixels of the screen that are left to the frame of the window."""


class LocationDialog(QDialog):
    """Stays beside the work. Enter opens a file and lists a folder; nobody is asked for anything before that."""

    chosen = Signal(object)
    """The path of a file, or of a folder as a whole."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setModal(False)
        self._understood = Understood(None, "")
        self.place = QComboBox()
        self.place.setEditable(True)
        self.place.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.place.setFont(theme.key_font())
        self.place.setAccessibleName(say("Location"))
        self.place.setToolTip(say("The address of a checkpoint, or of a folder; below are the last ones"))
        line = self.place.lineEdit()
        assert line is not None
        self.line = line
        self.line.setPlaceholderText("https://example.org/model.pth")
        self.line.setAccessibleName(say("Location"))
        # Enter means what stands in the line, not what it may have been going to be.
        self.line.setCompleter(None)  # type: ignore[arg-type]  # the stubs do not know that it may be None
        self.said = plain_label(rank="muted", wrap=True)
        self.said.setMinimumHeight(2 * self.said.fontMetrics().lineSpacing())  # what lies below never moves
        self.said.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.folder = FolderView()
        self.browse = button(say("Browse"), self._browse, tip=say("List the folder of this location below"))
        self.whole = button(
            say("Open the folder"),
            self._take_folder,
            tip=say("Open the folder as one document: a model that lies in many files"),
        )
        self.open_button = button(say("Open"), self._go, primary=True)
        self.leave = button(say("Cancel"), self.close)
        self._lay_out()
        self.line.textChanged.connect(self._understand)
        self.folder.chosen.connect(self._take)
        self.folder.pointed.connect(lambda path: self._write(str(path)))
        self.folder.entered.connect(self._enter)
        self.folder.address_typed.connect(self._begin_with)
        self._understand("")

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        label = plain_label(say("Location"))
        label.setBuddy(self.place)
        top.addWidget(label)
        top.addWidget(self.place, 1)
        top.addWidget(self.browse)
        below = QHBoxLayout()
        below.addWidget(self.whole)
        below.addStretch(1)
        below.addWidget(self.leave)
        below.addWidget(self.open_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 16, 18, 14)
        column.setSpacing(10)
        column.addLayout(top)
        column.addWidget(self.said)
        column.addWidget(self.folder, 1)
        column.addLayout(below)
        column.addStretch(0)
        for each in self.findChildren(QPushButton):
            each.setAutoDefault(each is self.open_button)
        self.open_button.setDefault(True)
        self.folder.hide()
        self.whole.hide()

    def ask(self, recent: Sequence[Path], begin: Path | None = None, beside: str = "") -> None:
        """Come up with the last places to choose from. ``beside`` is the document to compare with, if any."""
        self.setWindowTitle(say("Compare {name} with", name=one_line(beside)) if beside else say("Open location"))
        self.open_button.setText(caption(say("Compare")) if beside else say("Open"))
        self.place.clear()
        self.place.addItems(recent_locations(recent))
        self.place.setCurrentIndex(-1)
        self._close_folder()
        self._write(str(begin) if begin is not None else "")
        bring_up(self)
        self.line.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.line.selectAll()

    # ---- what is understood

    def _understand(self, text: str) -> None:
        known = self._understood = understood(text)
        set_state(self.said, "rank", "error" if known.wrong else "muted")
        self.said.setText(breakable(one_line(known.words)))
        self.open_button.setEnabled(known.path is not None)
        self.browse.setEnabled(isinstance(known.path, RemotePath))

    def _write(self, text: str) -> None:
        self.line.setText(text)
        self._understand(text)

    # ---- what the user does

    def _begin_with(self, text: str) -> None:
        """An address that was put into the line for a name."""
        self._write(text)
        self.line.setFocus()

    def _go(self) -> None:
        """Open what stands in the line; a folder is listed."""
        known = self._understood
        if known.is_folder:
            self._browse()
        elif known.path is not None:
            self._take(known.path)

    def _browse(self) -> None:
        path = self._understood.path
        if isinstance(path, RemotePath):
            self.folder.show_folder(folder_of(path))

    def _enter(self, folder: RemotePath) -> None:
        self._write(folder_text(folder))
        if self.folder.isHidden():
            self.folder.show()
            self.whole.show()
            self._grow()

    def _grow(self) -> None:
        """Make room for the folder, on the screen."""
        room = self.screen().availableGeometry()
        self.resize(self.width(), min(self.height() + theme.px(_HEIGHT_OF_FOLDER), room.height() - _FRAME))
        below = self.frameGeometry().bottom() - room.bottom()
        if below > 0:
            self.move(self.x(), max(self.y() - below, room.top()))

    def _take_folder(self) -> None:
        if self.folder.folder is not None:
            self._take(self.folder.folder)

    def _take(self, path: Path) -> None:
        self.close()
        self.chosen.emit(path)

    def _close_folder(self) -> None:
        self.folder.forget()
        self.folder.hide()
        self.whole.hide()
        self.setMinimumWidth(theme.px(_WIDTH))
        self.adjustSize()

    def hideEvent(self, event: QHideEvent) -> None:
        """No server is waited for any more."""
        super().hideEvent(event)
        self.folder.forget()

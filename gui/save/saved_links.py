"""What can be done with the copy that was just saved: open it, show it in its folder, or put the news away."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QToolButton, QWidget

from core.remote.address import RemotePath
from core.words import say
from gui.look import icons, theme
from gui.look.plain_text import tooltip
from gui.session.saved_copy import SavedCopy
from gui.session.session import Session


class SavedLinks(QWidget):
    """Hidden as long as nothing was saved."""

    open_asked = Signal(object)
    """The path of the copy."""
    folder_asked = Signal(object)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._copy = SavedCopy.of(session)
        self.open = _link(say("Open copy"), say("Open what was just saved"))
        self.open.clicked.connect(lambda _checked=False: self.open_asked.emit(self._copy.path))
        self.folder = _link(say("Show in folder"), say("Show the saved copy in the file manager"))
        self.folder.clicked.connect(lambda _checked=False: self.folder_asked.emit(self._copy.path))
        self.dismiss = QToolButton()
        self.dismiss.setAutoRaise(True)
        self.dismiss.setToolTip(say("Put this away"))
        self.dismiss.setAccessibleName(say("Put this away"))
        self.dismiss.clicked.connect(lambda _checked=False: self._copy.forget())
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        for each in (self.open, self.folder, self.dismiss):
            row.addWidget(each)
        self.refresh()

    def refresh(self) -> None:
        """Be there if there is a copy to open."""
        path = self._copy.path
        self.dismiss.setIcon(icons.icon("close", theme.colours().muted))
        self.folder.setVisible(not isinstance(path, RemotePath))
        self.setVisible(path is not None)


def _link(words: str, tip: str) -> QPushButton:
    link = QPushButton(words)
    link.setProperty("link", True)
    link.setToolTip(tooltip(tip) or "")
    return link

"""What waits until somebody sees it, and a window on the screen, before all others."""

from __future__ import annotations

from PySide6.QtCore import QSize, QTimer
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QWidget

from gui.look import theme
from gui.look.theme import is_on_screen


class Follower(QWidget):
    """Works out what it shows as soon as somebody looks; a subclass does so in `catch_up`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.behind = False
        """Something has changed that it does not show yet."""
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._look)

    def wait(self, *_changed: object) -> None:
        """Catch up once the event loop has its turn, or when somebody looks."""
        self.behind = True
        if is_on_screen(self):
            self._soon.start()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Catch up now that somebody looks: nothing is painted where nobody can see it."""
        super().paintEvent(event)
        if self.behind:
            self._soon.start()

    def _look(self) -> None:
        if self.behind and is_on_screen(self):
            self.behind = False
            self.catch_up()

    def catch_up(self) -> None:
        """Show what holds now."""
        raise NotImplementedError


_FRAME = QSize(40, 40)
"""Pixels left for the frame of a window and the edges of the screen."""


def fit(window: QWidget, size: QSize) -> None:
    """Make a window so large, in larger text larger, as far as there is room."""
    window.resize((size * theme.theme().zoom).boundedTo(room_for(window)))


def room_for(window: QWidget) -> QSize:
    """What a window may take: the screen, or as much as the window that it belongs to where that is on several."""
    screen, parent = window.screen().availableSize(), window.parentWidget()
    above = parent.window().size() if parent is not None else QSize()
    room = screen - _FRAME
    wide = above.width() if above.width() > screen.width() else room.width()
    return QSize(wide, above.height() if above.height() > screen.height() else room.height())


def grow(window: QWidget, size: QSize) -> None:
    """Make a window no smaller than this, as far as there is room, and keep it on the screen."""
    window.resize(size.boundedTo(room_for(window)).expandedTo(window.size()))
    room = window.screen().availableGeometry()
    below = window.frameGeometry().bottom() - room.bottom()
    if below > 0:
        window.move(window.x(), max(window.y() - below, room.top()))


def bring_up(window: QWidget) -> None:
    """Show a window of its own, before all others and with the keyboard."""
    window.show()
    window.raise_()
    window.activateWindow()

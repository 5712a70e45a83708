"""Files and links dragged over the window: what a drop would do, and the drop.

While a document is open there are two places to drop on: the left one opens, the right one compares.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QColor, QDragMoveEvent, QDropEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from core.remote.address import RemotePath
from core.text import clip, count_text
from core.words import marked, say
from gui.location.places import places_in
from gui.look import theme
from gui.look.icons import pixmap
from gui.widgets.basic_widgets import bigger, plain_label, set_state

_MARGIN: Final = 14
_VEIL: Final = 0.92
_LONGEST_NAME: Final = 60
_ICON: Final = 36

OPEN: Final = "open"
COMPARE: Final = "compare"


class DropTarget(QObject):
    """Takes files that are dragged over `window`, and says over `page` what a drop would do."""

    dropped = Signal(object)
    """The paths of files that are to be opened."""
    compare_dropped = Signal(object)
    """The path of a file that the open one is to be compared with."""

    def __init__(self, window: QWidget, page: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self.sign = DropSign(page)
        self.document = ""
        """The name of the document that is open; empty while there is nothing to compare with."""
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take files and links to some, and nothing else."""
        if event.type() == QEvent.Type.DragLeave:
            self.sign.hide()
        elif event.type() == QEvent.Type.Drop and isinstance(event, QDropEvent):
            self._drop(event)
            return True
        elif isinstance(event, QDragMoveEvent):  # to enter is a move too; a kind of QDropEvent itself
            return self._move(event)
        return super().eventFilter(watched, event)

    def _move(self, event: QDragMoveEvent) -> bool:
        paths = places_in(event.mimeData())
        if paths:
            event.acceptProposedAction()
            if not self.sign.isVisible():
                self.sign.show_for(paths, self.document)
            self.sign.light_up(self._choice(event))
        return bool(paths)

    def _drop(self, event: QDropEvent) -> None:
        paths, choice = places_in(event.mimeData()), self._choice(event)
        self.sign.hide()
        if paths:
            event.acceptProposedAction()
            if choice == COMPARE:
                self.compare_dropped.emit(paths[0])
            else:
                self.dropped.emit(paths)

    def _choice(self, event: QDropEvent) -> str:
        if not self.document:
            return OPEN
        return self.sign.choice_at(self.sign.mapFrom(self._window, event.position().toPoint()))


class DropSign(QWidget):
    """Lies over the page while a file is above the window; the page shines through."""

    def __init__(self, page: QWidget) -> None:
        super().__init__(page)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.title = plain_label()
        bigger(self.title, 1.5, bold=True)
        self.note = plain_label(rank="muted")
        self.open_place = DropPlace("open", say("Open"))
        self.compare_place = DropPlace("compare", say("Compare with this file"))
        places = QHBoxLayout()
        places.setSpacing(_MARGIN)
        for place in (self.open_place, self.compare_place):
            places.addWidget(place, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(_MARGIN, 2 * _MARGIN, _MARGIN, _MARGIN)
        column.setSpacing(6)
        for label in (self.title, self.note):
            column.addWidget(label, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addSpacing(_MARGIN)
        column.addLayout(places, 1)
        page.installEventFilter(self)
        self.hide()

    def show_for(self, paths: Sequence[Path], document: str = "") -> None:
        """Say what can be done with these files while a document of that name, or none, is open."""
        name = clip(paths[0].name, _LONGEST_NAME) if len(paths) == 1 else count_text(len(paths), "file")
        here = not isinstance(paths[0], RemotePath)
        where = marked("The file is read where it is; nothing in it is executed.")
        elsewhere = marked("Of the file only the parts that are needed are fetched; nothing in it is executed.")
        self.note.setText(say(where if here else elsewhere))
        self.title.setText(say("Drop {name}", name=name) if document else say("Drop to open {name}", name=name))
        self.compare_place.setVisible(bool(document))
        beside = clip(document, _LONGEST_NAME)
        self.open_place.note.setText(say("in a tab of its own") if document else "")
        self.compare_place.note.setText(say("{name} stays open; what differs is marked in its keys", name=beside))
        self.light_up("")
        self._cover()
        self.show()
        self.raise_()

    def light_up(self, choice: str) -> None:
        """Show which of the two the drop would do."""
        set_state(self.open_place, "over", "true" if choice == OPEN else "false")
        set_state(self.compare_place, "over", "true" if choice == COMPARE else "false")

    def choice_at(self, point: QPoint) -> str:
        """What a drop at a point of the sign does: the halves of the window are large enough to be hit blindly."""
        return COMPARE if self.compare_place.isVisibleTo(self) and point.x() > self.width() // 2 else OPEN

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay over the page when it changes size."""
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._cover()
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Veil the page."""
        veil = QColor(theme.colours().window)
        veil.setAlphaF(_VEIL)
        painter = QPainter(self)
        painter.fillRect(self.rect(), veil)
        painter.end()

    def _cover(self) -> None:
        page = self.parentWidget()
        assert page is not None
        self.setGeometry(page.rect())


class DropPlace(QFrame):
    """One place to drop on: a sign, what it does, and what becomes of the document."""

    def __init__(self, icon: str, words: str) -> None:
        super().__init__()
        self.setObjectName("dropPlace")
        self._icon = icon
        self._picture = plain_label()
        self.words = plain_label(words)
        self.note = plain_label(rank="muted", wrap=True)
        self.note.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        bigger(self.words, 1.3, bold=True)
        column = QVBoxLayout(self)
        column.addStretch(1)
        for label in (self._picture, self.words):
            column.addWidget(label, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(self.note)
        column.addStretch(1)
        theme.theme().changed.connect(self._draw)
        self._draw()

    def _draw(self) -> None:
        self._picture.setPixmap(pixmap(self._icon, _ICON, theme.colours().accent))

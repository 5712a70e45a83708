"""What comes up over a window: messages in the place of its status bar, boxes, and the target of what is dragged."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QDragMoveEvent, QDropEvent, QEnterEvent, QHideEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QMainWindow,
    QMessageBox,
    QPushButton,
    QToolButton,
    QWidget,
)

from core.remote.address import RemotePath
from core.text import clip, count_text
from core.words import marked, say
from gui.location.places import places_in
from gui.look import icons, scale, theme
from gui.look.icons import pixmap
from gui.look.messages import Message, Offer, Question
from gui.look.plain_text import caption, one_line
from gui.widgets.basic_widgets import bigger, plain_label, set_state
from gui.widgets.layouts import Gap, Stretch, horizontal, vertical

# ---- Files and links dragged over the window: what a drop would do, and the drop.

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
    beside_dropped = Signal(object)
    """The paths of files that were dropped for the document on show: to be compared with it, or listed along."""

    def __init__(self, window: QWidget, page: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self.sign = DropSign(page)
        self.document = ""
        """The name of the document or the run that is open; empty while there is none."""
        self.adds = False
        """Whether that is a run, which has more files listed along."""
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
                self.sign.show_for(paths, self.document, adds=self.adds)
            self.sign.light_up(self._choice(event))
        return bool(paths)

    def _drop(self, event: QDropEvent) -> None:
        paths, choice = places_in(event.mimeData()), self._choice(event)
        self.sign.hide()
        if paths:
            event.acceptProposedAction()
            if choice == COMPARE:
                self.beside_dropped.emit(paths)
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
        words = ((label, 0, Qt.AlignmentFlag.AlignHCenter) for label in (self.title, self.note))
        places = horizontal((self.open_place, 1), (self.compare_place, 1), spacing=_MARGIN)
        margins = _MARGIN, 2 * _MARGIN, _MARGIN, _MARGIN
        vertical(*words, Gap(_MARGIN), (places, 1), of=self, margins=margins, spacing=6)
        page.installEventFilter(self)
        self.hide()

    def show_for(self, paths: Sequence[Path], document: str = "", *, adds: bool = False) -> None:
        """Say what can be done with these files while a document of that name, or none, is open; ``adds``: a run."""
        name = clip(paths[0].name, _LONGEST_NAME) if len(paths) == 1 else count_text(len(paths), "file")
        here = not isinstance(paths[0], RemotePath)
        where = marked("The file is read where it is; nothing in it is executed.")
        elsewhere = marked("Pthfinder fetches only the parts it needs; nothing in the file is executed.")
        self.note.setText(say(where if here else elsewhere))
        self.title.setText(say("Drop {name}", name=name) if document else say("Drop to open {name}", name=name))
        self.compare_place.setVisible(bool(document))
        beside = clip(document, _LONGEST_NAME)
        self.open_place.note.setText(say("It opens in its own tab") if document else "")
        words = marked("Add to this run") if adds else marked("Compare with this file")
        note = marked("The checkpoint is added to the list of {name}; the file is not moved")
        note = note if adds else marked("{name} stays open, and its keys show what differs")
        self.compare_place.words.setText(say(words))
        self.compare_place.note.setText(say(note, name=beside))
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
        above = ((label, 0, Qt.AlignmentFlag.AlignHCenter) for label in (self._picture, self.words))
        vertical(Stretch(), *above, self.note, Stretch(), of=self)
        theme.theme().follow(self._draw)
        self._draw()

    def _draw(self) -> None:
        self._picture.setPixmap(pixmap(self._icon, _ICON, theme.colours().accent))


# ---- How the window brings messages: a note in the place of its status bar, and a box where an answer is needed.

SECONDS: Final = {"info": 8, "warning": 14}
"""How long a note stays; an error stays until it is closed."""


class Toast(QFrame):
    """One note at a time; the latest replaces the one before. The pointer over it keeps it there.

    It lies over the status bar of the window that `page` is a part of, and over nothing else: rows and buttons must
    stay in sight, and must not move under the mouse. A note of several lines makes the bar higher while it is there.
    """

    def __init__(self, page: QWidget) -> None:
        window = page.window()
        self._bar: QWidget = window.statusBar() if isinstance(window, QMainWindow) else page
        super().__init__(self._bar)
        self.setObjectName("toast")
        self.setAutoFillBackground(True)
        self._sign = QLabel()
        self.text = plain_label(wrap=True)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._buttons: list[QPushButton] = []
        self._close = QToolButton()
        self._close.setAutoRaise(True)
        scale.give_icon_size(self._close, 16)
        self._close.setToolTip(say("Close this note"))
        self._close.setAccessibleName(say("Close this note"))
        self._close.clicked.connect(self.hide)
        self._row = horizontal(self._sign, (self.text, 1), self._close, of=self, margins=(12, 2, 8, 2), spacing=10)
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.hide)
        self._bar.installEventFilter(self)
        self.hide()

    def show_message(self, message: Message) -> None:
        """Show a message, with a button for each of its offers."""
        c = theme.colours()
        signs = {"info": ("good", c.accent), "warning": ("warning", c.on_warning), "error": ("error", c.error)}
        name, colour = signs[message.level]
        self._sign.setPixmap(icons.pixmap(name, 16, colour))
        self._close.setIcon(icons.icon("close"))
        self.text.setText(one_line(message.text))
        self._set_offers(message.offers)
        set_state(self, "level", message.level)
        theme.tone(self, message.level)
        self._place()
        self.show()
        self.raise_()
        self._seconds = SECONDS.get(message.level)
        self._start_clock()

    def buttons(self) -> list[QPushButton]:
        return list(self._buttons)

    def _set_offers(self, offers: tuple[Offer, ...]) -> None:
        for old in self._buttons:
            self._row.removeWidget(old)
            old.deleteLater()
        self._buttons = []
        for offer in offers:
            button = QPushButton(caption(offer.text))
            button.setProperty("link", True)
            button.setCursor(Qt.CursorShape.PointingHandCursor)
            button.clicked.connect(lambda _checked=False, offer=offer: self._take(offer))
            self._row.insertWidget(self._row.count() - 1, button)
            self._buttons.append(button)

    def _take(self, offer: Offer) -> None:
        self.hide()
        offer.act()

    def _start_clock(self) -> None:
        self._timer.stop()
        if self._seconds is not None:
            self._timer.start(self._seconds * 1000)

    def _place(self) -> None:
        width = self._bar.width()
        height = max(self.heightForWidth(width), self.minimumSizeHint().height())
        self._bar.setMinimumHeight(height)
        self.setGeometry(0, 0, width, max(height, self._bar.height()))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Cover the bar when the window changes size."""
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._place()
        return super().eventFilter(watched, event)

    def showEvent(self, event: QShowEvent) -> None:
        """Ask for the room that the text takes."""
        super().showEvent(event)
        self._place()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._bar.setMinimumHeight(0)

    def enterEvent(self, event: QEnterEvent) -> None:
        """Somebody reads: stay."""
        self._timer.stop()
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """Nobody reads any more: go soon."""
        self._start_clock()
        super().leaveEvent(event)


class WindowMessenger:
    """Brings messages into one window."""

    def __init__(self, window: QWidget, toast: Toast) -> None:
        self._window = window
        self._toast = toast

    def say(self, message: Message) -> None:
        self._toast.show_message(message)

    def ask(self, question: Question) -> str:
        """Show a box and wait for the answer."""
        box = QMessageBox(self._window.window())
        box.setWindowTitle("Pthfinder")
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(one_line(question.title))
        box.setInformativeText(one_line(question.text))
        box.setIconPixmap(icons.pixmap("warning", 36, theme.colours().on_warning if theme.is_dark() else "#b7791f"))
        role = QMessageBox.ButtonRole
        keys: dict[object, str] = {}
        for place, answer in enumerate(question.answers):
            last = place == len(question.answers) - 1
            kind = role.RejectRole if last else role.DestructiveRole if answer.destructive else role.AcceptRole
            button = box.addButton(caption(answer.text), kind)
            keys[button] = answer.key
            if place == 0 and not answer.destructive:
                box.setDefaultButton(button)
                set_state(button, "primary", True)
            if last:
                box.setEscapeButton(button)
                if question.answers[0].destructive:
                    box.setDefaultButton(button)
        for label in box.findChildren(QLabel):
            label.setTextFormat(Qt.TextFormat.PlainText)
        box.exec()
        return keys.get(box.clickedButton(), question.answers[-1].key)

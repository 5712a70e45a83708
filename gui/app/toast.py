"""How the window brings messages: a note in the place of its status bar, and a box where an answer is needed."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QEnterEvent, QHideEvent, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QMainWindow,
    QMessageBox,
    QPushButton,
    QToolButton,
    QWidget,
)

from core.words import say
from gui.look import icons, scale, theme
from gui.look.messages import Message, Offer, Question
from gui.look.plain_text import caption, one_line
from gui.widgets.basic_widgets import plain_label, set_state

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
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(12, 2, 8, 2)
        self._row.setSpacing(10)
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
        self._row.addWidget(self._sign)
        self._row.addWidget(self.text, 1)
        self._row.addWidget(self._close)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
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
        self._place()
        self.show()
        self.raise_()
        self._seconds = SECONDS.get(message.level)
        self._start_clock()

    def buttons(self) -> list[QPushButton]:
        """The buttons of the offers on show."""
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
        """Give the room back."""
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
        """Show a note."""
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

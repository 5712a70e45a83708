"""A plain value is edited where it stands in the tree: epoch, lr, a name."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRect, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QAbstractScrollArea, QLineEdit, QToolTip

from core.errors import EditError
from core.words import say
from gui.look import theme
from gui.look.plain_text import tooltip
from gui.session.session import Session
from gui.session.typed import set_typed, text_now
from gui.widgets.basic_widgets import set_state

_LEAST = 90
"""Pixels that there are to type in."""


class ValueEditor(QLineEdit):
    """A line over the value of a row. Enter sets it, a pending change with undo; Esc and leaving leave it as it was.

    What was typed and cannot be meant stays, with the reason below it.
    """

    def __init__(self, session: Session, view: QAbstractScrollArea) -> None:
        super().__init__(view.viewport())
        self._session, self._view = session, view
        self._entry = 0
        self.setFont(theme.key_font())
        self.setAccessibleName(say("Value"))
        self.hide()
        self.returnPressed.connect(self._set)
        self.textEdited.connect(lambda _text: set_state(self, "wrong", value=False))
        view.viewport().installEventFilter(self)

    def begin(self, entry: int, room: QRect) -> None:
        """Edit the value of an entry in a part of the row."""
        self._entry = entry
        self.setText(text_now(self._session, entry))
        set_state(self, "wrong", value=False)
        left = max(0, min(room.left(), room.right() - _LEAST))
        spare = max(0, self.minimumSizeHint().height() - room.height())
        self.setGeometry(QRect(left, room.top() - spare // 2, room.right() - left, room.height() + spare))
        self.show()
        self.selectAll()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def _set(self) -> None:
        try:
            set_typed(self._session, self._entry, self.text())
        except EditError as error:
            self._refuse(str(error))
            return
        self._end()

    def _refuse(self, why: str) -> None:
        set_state(self, "wrong", value=True)
        self.setToolTip(tooltip(why) or "")
        QToolTip.showText(self.mapToGlobal(self.rect().bottomLeft()), tooltip(why) or "", self)

    def _end(self) -> None:
        self.setToolTip("")
        has_focus = self.hasFocus()
        self.hide()
        if has_focus:
            self._view.setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc leaves the value as it was; other keys are not the tree's."""
        if event.key() == Qt.Key.Key_Escape:
            self._end()
        else:
            super().keyPressEvent(event)
        event.accept()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Whoever leaves has not set anything."""
        super().focusOutEvent(event)
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The row goes elsewhere."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Wheel):
            self.hide()
        return bool(super().eventFilter(watched, event))

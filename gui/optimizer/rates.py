"""The learning rate of each group of an optimizer, where one looks for it: typed over as in the tree."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QToolTip, QWidget

from core.errors import EditError
from core.words import say
from gui.look import theme
from gui.look.plain_text import tooltip
from gui.session.session import Session
from gui.session.typed import set_typed, text_now
from gui.widgets.basic_widgets import plain_label, set_state


class Rates(QWidget):
    """A line for each of some entries; hidden where there are none."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.lines: list[RateLine] = []
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.addWidget(plain_label("lr"))
        self.hide()

    def show_entries(self, entries: Sequence[int]) -> None:
        """Show their values as they are planned."""
        if [line.entry for line in self.lines] != list(entries):
            for line in self.lines:
                self._row.removeWidget(line)
                line.hide()
                line.deleteLater()
            self.lines = [RateLine(self._session, entry, group) for group, entry in enumerate(entries)]
            for line in self.lines:
                self._row.addWidget(line, 1)
        for line in self.lines:
            line.refresh()
        self.setVisible(bool(self.lines))


class RateLine(QLineEdit):
    """Enter sets the value, a pending change with undo; Esc and leaving leave it as it was."""

    def __init__(self, session: Session, entry: int, group: int) -> None:
        super().__init__()
        self._session, self.entry = session, entry
        self.setFont(theme.key_font())
        self._name = say("Learning rate of group {group}", group=group)
        self.setAccessibleName(self._name)
        self.returnPressed.connect(self._set)
        self.textEdited.connect(lambda _text: set_state(self, "wrong", value=False))

    def refresh(self) -> None:
        """Show the value of now, and no longer what was typed."""
        set_state(self, "wrong", value=False)
        self.setToolTip(tooltip(self._name) or "")
        self.setText(text_now(self._session, self.entry))
        self.setCursorPosition(0)

    def _set(self) -> None:
        try:
            set_typed(self._session, self.entry, self.text())
        except EditError as error:
            set_state(self, "wrong", value=True)
            self.setToolTip(tooltip(str(error)) or "")
            QToolTip.showText(self.mapToGlobal(self.rect().bottomLeft()), self.toolTip(), self)
            return
        self.selectAll()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc leaves the value as it was."""
        if event.key() == Qt.Key.Key_Escape and self.text() != text_now(self._session, self.entry):
            self.refresh()
            event.accept()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Whoever leaves has not set anything."""
        super().focusOutEvent(event)
        if self._session.catalogue is not None:
            self.refresh()

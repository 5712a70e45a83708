"""A box that takes a traceback: one line until somebody wants it, a few when they do."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QMimeData, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QFontMetrics, QKeyEvent, QResizeEvent, QTextOption
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy, QToolButton, QWidget

from core.words import say
from gui.look import icons, scale, theme
from gui.widgets.basic_widgets import is_for_the_plan
from gui.widgets.layouts import horizontal

_LINES = 4
_TYPING = 150
"""Milliseconds after which what is typed is read; what is pasted is read at once."""
_LONGEST = 400_000


class ErrorBox(QWidget):
    """`given` has the text whenever there is another one; an empty one means that the answer is wanted no more.

    `sent` is Ctrl+Return here, which is about this box and not about the banner: what stands here is read now, and
    who has read the answer already takes it.
    """

    given = Signal(str)
    sent = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.edit = _PasteEdit()
        self.clear = QToolButton()
        self.clear.setAutoRaise(True)
        scale.give_icon_size(self.clear, 16)
        self.clear.setToolTip(say("Clear the error"))
        self.clear.setAccessibleName(say("Clear the error"))
        self.clear.hide()
        self._given = ""
        self._soon = QTimer(self, singleShot=True, interval=_TYPING)
        self._soon.timeout.connect(self._give)
        horizontal((self.edit, 1), (self.clear, 0, Qt.AlignmentFlag.AlignTop), of=self, margins=0, spacing=2)
        self.clear.clicked.connect(self.edit.clear)
        self.edit.textChanged.connect(self._on_text)
        self.edit.pasted.connect(self._give)
        self.edit.sent.connect(self._send)
        theme.theme().follow(self._restyle)
        self._restyle()

    @property
    def text(self) -> str:
        return self.edit.toPlainText()

    def paste_text(self, text: str) -> None:
        """Put a text into the box as if it had been pasted."""
        self.edit.setPlainText(text[-_LONGEST:])
        self.edit.show_end()
        self._give()

    def focus(self, *, select: bool = True) -> None:
        """Put the keyboard into the box, with what stands there selected, to be typed over."""
        self.edit.setFocus(Qt.FocusReason.ShortcutFocusReason)
        if select:
            self.edit.selectAll()
        else:
            self.edit.show_end()

    def _on_text(self) -> None:
        self.clear.setVisible(bool(self.text))
        if self.text:
            self._soon.start()
        else:
            self._give()

    def _give(self) -> None:
        self._soon.stop()
        if self.text != self._given:
            self._given = self.text
            self.given.emit(self._given)

    def _send(self) -> None:
        if self.text == self._given:
            self.sent.emit()
        else:
            self._give()

    def _restyle(self) -> None:
        self.clear.setIcon(icons.icon("close"))


class _PasteEdit(QPlainTextEdit):
    """Plain text that grows when the keyboard is in it or something stands in it."""

    pasted = Signal()
    #: Ctrl+Return, as a text is sent in other boxes.
    sent = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("errorBox")
        self.setPlaceholderText(say("Paste your error…"))
        self.setAccessibleName(say("Your error or traceback"))
        self.setToolTip(
            say(
                "Paste what Python printed, from any version of torch.\n"
                "You see whether this file is the cause and what to do (Ctrl+E)."
            )
        )
        self.setFont(theme.key_font())
        self.setTabChangesFocus(True)
        self.setAcceptDrops(False)  # a file that is dropped here is to be opened, not spelled out
        self.setTabStopDistance(4 * QFontMetrics(self.font()).horizontalAdvance(" "))
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.textChanged.connect(self._fit)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """What is wrapped anew is not to leave the error itself out of sight."""
        super().resizeEvent(event)
        if not self.textCursor().hasSelection():
            self.ensureCursorVisible()

    def _fit(self) -> None:
        lines = _LINES if self.hasFocus() or self.document().characterCount() > 1 else 1
        line = QFontMetrics(self.font()).lineSpacing()
        self.setFixedHeight(lines * line + int(2 * self.document().documentMargin()) + 2 * self.frameWidth() + 8)
        policy = Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(policy.ScrollBarAsNeeded if lines > 1 else policy.ScrollBarAlwaysOff)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the size of text, in the hint as well."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.viewport().setFont(self.font())
            self._fit()

    def sizeHint(self) -> QSize:
        return QSize(200, self.height())

    def insertFromMimeData(self, source: QMimeData) -> None:  # noqa: N802 - Qt's name
        """Something was pasted or dropped: a new error takes the place of the old one."""
        if source.hasText():
            self.setPlainText(source.text()[-_LONGEST:])
            self.pasted.emit()
            self.show_end()

    def show_end(self) -> None:
        """Scroll to the last line that says something: there stands the error itself."""
        cursor = self.textCursor()
        cursor.setPosition(len(self.toPlainText().rstrip()))
        self.setTextCursor(cursor)
        bar = self.verticalScrollBar()
        bar.setValue(max(0, cursor.block().firstLineNumber() + cursor.block().lineCount() - _LINES))

    def event(self, event: QEvent) -> bool:
        """Ctrl+Z takes back what was typed; where nothing was, it is the window's."""
        written = self.document()
        if is_for_the_plan(event, undo=written.isUndoAvailable(), redo=written.isRedoAvailable()):
            event.ignore()
            return True
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and _sends(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl+Return sends."""
        if _sends(event):
            self.sent.emit()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._fit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._fit()


def _sends(event: QKeyEvent) -> bool:
    """Whether a key is Ctrl+Return, or Ctrl+Enter of the number pad."""
    modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
    return enter and modifiers == Qt.KeyboardModifier.ControlModifier

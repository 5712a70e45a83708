"""Text that wraps anywhere and copies as it is: a path has no spaces for a label to break at."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QTextDocument, QTextOption, QWheelEvent
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QSizePolicy, QWidget


class WrappedText(QPlainTextEdit):
    """Read-only plain text as high as it needs to be."""

    def __init__(self, text: str, font: QFont, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        # The editor lays its text out in lines, which say nothing about other widths; this one is for measuring.
        self._measure = QTextDocument(text)
        self.setFont(font)
        self.setReadOnly(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.document().setDocumentMargin(0)
        self.viewport().setAutoFillBackground(False)
        self.setStyleSheet("background: transparent; padding: 0; border: none;")
        self._measure.setDefaultFont(font)
        self._measure.setDocumentMargin(0)
        self._measure.setDefaultTextOption(self.document().defaultTextOption())

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._measure.setDefaultFont(self.font())
            self.updateGeometry()

    def hasHeightForWidth(self) -> bool:  # noqa: N802 - Qt's name
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802 - Qt's name
        """The height of the text wrapped to a width."""
        option = self._measure.defaultTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self._measure.setDefaultTextOption(option)
        self._measure.setTextWidth(max(20, width))
        return int(self._measure.size().height()) + 1

    def sizeHint(self) -> QSize:
        return QSize(120, QFontMetrics(self.font()).height())

    def minimumSizeHint(self) -> QSize:
        """Narrow is fine: the text wraps."""
        return QSize(60, QFontMetrics(self.font()).height())

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

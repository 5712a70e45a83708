"""Text in several lines: wrapped anywhere and copied as it is, or in two lines at most."""

from __future__ import annotations

import re
from bisect import bisect
from typing import Final

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent, QTextDocument, QTextOption, QWheelEvent
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QSizePolicy, QWidget

from core.words import say
from gui.look.wording import breakable
from gui.widgets.basic_widgets import PlainLabel


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


_LINES: Final = 2
_NARROWEST: Final = 120


class TwoLines(PlainLabel):
    """Text in two lines at most: what does not fit gives way at its end, and the tooltip has it."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Two lines, whatever the text; those of some languages are higher than the font says."""
        word = say("Why?")
        sample = self.fontMetrics().boundingRect(QRect(0, 0, 10_000, 10_000), 0, "\n".join([word] * _LINES))
        return QSize(2 * _NARROWEST, sample.height() + 2)

    def minimumSizeHint(self) -> QSize:
        return QSize(_NARROWEST, self.sizeHint().height())

    @property
    def shown(self) -> str:
        """What of the text can be read."""
        return fitted(self.fontMetrics(), breakable(self.text()), self.contentsRect().size())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        side = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft) | int(Qt.TextFlag.TextWordWrap)
        role = self.foregroundRole()
        self.style().drawItemText(
            painter, self.contentsRect(), side, self.palette(), self.isEnabled(), self.shown, role
        )
        painter.end()


class EvenLabel(PlainLabel):
    """Centred text in lines of about one length: no word stands in the last one alone."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.setWordWrap(True)
        self.setText(text)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        room, role = even_lines(self.fontMetrics(), self.contentsRect(), self.text()), self.foregroundRole()
        side = int(Qt.AlignmentFlag.AlignCenter) | int(Qt.TextFlag.TextWordWrap)
        self.style().drawItemText(painter, room, side, self.palette(), self.isEnabled(), self.text(), role)
        painter.end()


def even_lines(metrics: QFontMetrics, room: QRect, text: str) -> QRect:
    """The narrowest middle part of a room in which centred text takes no more lines than in all of it."""

    def taken(width: int) -> QRect:
        return metrics.boundingRect(QRect(0, 0, width, 10_000), int(Qt.TextFlag.TextWordWrap), text)

    def holds(width: int) -> bool:
        return taken(width).height() <= lines and taken(width).width() <= width

    lines = taken(room.width()).height()
    widths = range(room.width() // 2, room.width())
    spare = len(widths) - bisect(widths, False, key=holds)
    return room.adjusted(spare // 2, 0, -(spare // 2), 0)


_OPENING, _CLOSING, _KATAKANA, _WIDE = "「『（《【", "、。，：；！？」』）》】", "ァ-ヿ", "⺀-\U0010ffff"
_BREAK = "\u200b"
_WORD: Final = re.compile(rf"[{_OPENING}]*(?:[^\s{_WIDE}{_BREAK}]+{_BREAK}?|[{_KATAKANA}]+|\S)[{_CLOSING}]*")
"""A word, what of a long name stands before one of its joints, or a character of a script that has no spaces between
words; signs stay with what they belong to."""


_SENTENCE: Final = re.compile(r"[。！？]|[.!?](?=\s)")
"""Where a sentence ends that another one follows."""
_OPEN: Final = re.compile(r"[“「『][^”」』]*$")
"""A quotation that has not ended."""


def fitted(metrics: QFontMetrics, text: str, room: QSize) -> str:
    """The text, or as many of its first sentences as fit into some pixels with `…` when it is wrapped.

    Half a sentence says little. Half a quotation says what it is, and so do the first words of what does not fit at
    all.
    """
    if _fits(metrics, text, room):
        return text
    words = [word.end() for word in _WORD.finditer(text)]
    fitting = bisect(words, False, key=lambda end: not _fits(metrics, f"{text[:end]} …", room))
    if not fitting:
        return "…"
    cut = text[: words[fitting - 1]]
    return f"{cut} …" if _OPEN.search(cut) else first_sentences(metrics, text, room) or f"{cut} …"


def first_sentences(metrics: QFontMetrics, text: str, room: QSize) -> str:
    """The text, or as many of its first sentences as fit into some pixels with `…`; empty where not one does."""
    if _fits(metrics, text, room):
        return text
    shorter = (f"{text[: end.end()]} …" for end in _SENTENCE.finditer(text))
    return next((shown for shown in reversed([*shorter]) if _fits(metrics, shown, room)), "")


def _fits(metrics: QFontMetrics, text: str, room: QSize) -> bool:
    taken = metrics.boundingRect(QRect(0, 0, room.width(), 10_000), int(Qt.TextFlag.TextWordWrap), text)
    return taken.width() <= room.width() and taken.height() <= room.height()

"""Badges: a word in a small frame, in the colour of what it says."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen

from gui.document.badges import RowBadge, Tone
from gui.look import theme
from gui.look.plain_text import one_line

_MARGIN = 5
_GAP = 4
_SMALLER = 0.86


def tone_colours(tone: Tone) -> tuple[str, str, str]:
    """Ground, frame and ink of a tone in the theme of now."""
    c = theme.colours()
    return {
        Tone.ERROR: (c.error, c.error, c.base),
        Tone.WARNING: (c.warning, c.warning_line, c.on_warning),
        Tone.REMOVED: (c.base, c.error, c.error),
        Tone.ADDED: (c.good, c.good_line, c.on_good),
        Tone.CHANGED: (c.selection, c.accent, c.on_selection),
        Tone.NOTE: (c.hover, c.border, c.text),
    }[tone]


def badges_width(badges: Sequence[RowBadge], font: QFont) -> int:
    """Pixels that badges take, with the gaps before them."""
    metrics = QFontMetrics(_small(font))
    return sum(_GAP + 2 * _MARGIN + metrics.horizontalAdvance(one_line(badge.text)) for badge in badges)


def paint_badges(painter: QPainter, rect: QRect, badges: Sequence[RowBadge], font: QFont) -> None:
    """Paint badges from the left edge of a rectangle on, in the middle of its height."""
    small = _small(font)
    metrics = QFontMetrics(small)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setFont(small)
    left, height = rect.left(), min(metrics.height() + 1, rect.height() - 2)
    for badge in badges:
        ground, frame, ink = map(QColor, tone_colours(badge.tone))
        text = one_line(badge.text)
        width = 2 * _MARGIN + metrics.horizontalAdvance(text)
        box = QRectF(left + _GAP + 0.5, rect.center().y() - height / 2 + 1.5, width - 1, height - 1)
        painter.setPen(QPen(frame, 1))
        painter.setBrush(ground)
        painter.drawRoundedRect(box, 3.5, 3.5)
        painter.setPen(ink)
        painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine), text)
        left += _GAP + width
    painter.restore()


def _small(font: QFont) -> QFont:
    small = QFont(font)
    small.setPointSizeF(font.pointSizeF() * _SMALLER)
    small.setBold(False)
    small.setItalic(False)
    small.setStrikeOut(False)
    return small

"""How cells are painted: plain ones, keys with indent and arrow, and buttons."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPalette, QPen, QPolygonF
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from core.words import say
from gui.document.badges import RowBadge, Tone
from gui.look import icons, theme
from gui.look.eliding import elided, key_elided
from gui.look.plain_text import one_line
from gui.widgets.item_roles import ItemRole

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
Elide = Qt.TextElideMode

INDENT = 16
NARROW_INDENT = 9
PADDING = 6
ROW_PADDING = 7
_BUTTON = 14
#: Opacity of the ground of a row that differs least and most.
_PALEST, _DEEPEST = 0.06, 0.6
#: Characters of room from which on a name is cut in its middle rather than at its beginning, and what it means shows.
_MIDDLE = 9
#: Rows above and below that a cell can be taken for another one of.
_NEARBY = 20


_NUMBER = re.compile(r"\d[\d,/]*")


def difference_colour(weight: float) -> QColor:
    """The ground of a row that differs: the more, the deeper; pale enough to be read on."""
    ground = QColor(theme.colours().warning_line)
    ground.setAlphaF(_PALEST + (_DEEPEST - _PALEST) * weight)
    return ground


class CellDelegate(QStyledItemDelegate):
    """A cell with one text, monospaced if asked for; what merely sums up others is paler.

    `telling` cells, the key and what becomes of it, turn bold where the plan changes the row. A long text is
    `cut` where it tells least.
    """

    def __init__(
        self,
        parent: QWidget,
        mono: bool = False,
        telling: bool = False,
        pale: bool = False,
        cut: Elide = Elide.ElideRight,
    ) -> None:
        super().__init__(parent)
        self.cut = cut
        self.mono = mono
        self.telling = telling
        self.pale = pale

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint background and content.

        The style is left out: it would ask the model for seven roles a cell that no cell here has, which takes
        as long as all the rest.
        """
        painter.save()
        self.paint_background(painter, option, index)
        self.paint_content(painter, option.rect.adjusted(PADDING, 0, -PADDING, 0), option, index)
        painter.restore()

    @staticmethod
    def paint_background(painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Selection and the row under the pointer."""
        state = QStyle.StateFlag
        if option.state & state.State_Selected:
            painter.fillRect(option.rect, option.palette.color(QPalette.ColorRole.Highlight))
            return
        weight = index.data(ItemRole.WEIGHT)
        if weight is not None:
            painter.fillRect(option.rect, difference_colour(weight))
        if getattr(option.widget, "hovered_row", -1) == index.row():
            painter.fillRect(option.rect, QColor(theme.colours().alternate))

    def paint_content(self, painter: QPainter, rect: QRect, option: QStyleOptionViewItem, index: Index) -> None:
        font = self.font(option, index)
        pale = self.pale or bool(index.data(ItemRole.SUMMARY))
        right = bool(Qt.AlignmentFlag(index.data(Role.TextAlignmentRole) or 0) & Qt.AlignmentFlag.AlignRight)
        text = index.data(Role.DisplayRole) or ""
        self.draw_text(painter, rect, text, font, self.colour(option, pale), right, self.cut)

    def font(self, option: QStyleOptionViewItem, index: Index) -> QFont:
        font = theme.key_font() if self.mono else QFont(option.font)
        font.setBold(self.telling and index.data(Role.FontRole) is not None)
        return font

    @staticmethod
    def colour(option: QStyleOptionViewItem, pale: bool = False, wrong: bool = False) -> QColor:
        """The text colour; a pale or a red one on a selected row would be hard to read."""
        if option.state & QStyle.StateFlag.State_Selected:
            return option.palette.color(QPalette.ColorRole.HighlightedText)
        if pale or wrong:
            return QColor(theme.colours().error if wrong else theme.colours().muted)
        return option.palette.color(QPalette.ColorRole.Text)

    @staticmethod
    def draw_text(  # noqa: PLR0913 - all that a text needs
        painter: QPainter,
        rect: QRect,
        text: str,
        font: QFont,
        colour: QColor,
        right: bool = False,
        cut: Elide = Elide.ElideRight,
    ) -> int:
        """Paint a text, cut to fit; returns the width it took."""
        if rect.width() <= 0 or not text:
            return 0
        metrics = QFontMetrics(font)
        shown = elided(metrics, one_line(text), cut, rect.width())
        painter.setFont(font)
        painter.setPen(colour)
        side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
        flags = int(side | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine)
        painter.drawText(rect, flags, shown)
        return metrics.horizontalAdvance(shown)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Rows of one height; as wide as the text."""
        metrics = QFontMetrics(theme.key_font() if self.mono else option.font)
        width = metrics.horizontalAdvance(index.data(Role.DisplayRole) or "") + 2 * PADDING + 2
        return QSize(width, metrics.height() + ROW_PADDING)


class ShapeDelegate(CellDelegate):
    """A shape, or how many tensors there are: where there is no room for what it counts, only ``4/10`` of ``4/10
    tensors`` is left, as a single number would be read as a shape.

    With `short` there is no room in the column: either all say what they count, or none does.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, mono=True)
        self.short = False

    def paint_content(self, painter: QPainter, rect: QRect, option: QStyleOptionViewItem, index: Index) -> None:
        text = index.data(Role.DisplayRole) or ""
        font = self.font(option, index)
        pale = bool(index.data(ItemRole.SUMMARY))
        numbers = _NUMBER.findall(text)
        if pale and numbers and (self.short or QFontMetrics(font).horizontalAdvance(text) > rect.width()):
            text = numbers[0] if "/" in numbers[0] else ""
        self.draw_text(painter, rect, text, font, self.colour(option, pale))


class DtypeDelegate(CellDelegate):
    """A dtype, or those of what lies below; a word for those where there is no room for their names."""

    def paint_content(self, painter: QPainter, rect: QRect, option: QStyleOptionViewItem, index: Index) -> None:
        text, font = index.data(Role.DisplayRole) or "", self.font(option, index)
        pale = bool(index.data(ItemRole.SUMMARY))
        if pale and say(", ") in text and QFontMetrics(font).horizontalAdvance(text) > rect.width():
            text = say("mixed")
        self.draw_text(painter, rect, text, font, self.colour(option, pale))


class KeyDelegate(CellDelegate):
    """The key: an indent with guide lines, an arrow, the name, its badges, and in pale what it means.

    Where the columns to the right have nothing to say, the text runs on over them: `room` tells how far. A table
    paints cell by cell, and each cell covers what a neighbour left in it, so the part beyond the cell is painted
    afterwards, by `paint_beyond`.
    """

    def __init__(self, parent: QWidget, room: Callable[[Index, QRect], QRect] | None = None) -> None:
        super().__init__(parent, mono=True, telling=True)
        self.indent = INDENT
        """Pixels by which each level is further right."""
        self._room = room

    @staticmethod
    def arrow_rect(cell: QRect, depth: int, indent: int = INDENT) -> QRect:
        """Where in a cell the arrow is, for painting and for clicks."""
        return QRect(cell.left() + 2 + depth * indent, cell.top(), INDENT + 2, cell.height())

    def paint_content(self, painter: QPainter, rect: QRect, option: QStyleOptionViewItem, index: Index) -> None:
        cell: QRect = option.rect
        depth = int(index.data(ItemRole.DEPTH) or 0)
        self._paint_guides(painter, cell, depth)
        unfolded = index.data(ItemRole.UNFOLDED)
        if unfolded is not None:
            self._paint_arrow(
                painter, self.arrow_rect(cell, depth, self.indent), self.colour(option, pale=True), bool(unfolded)
            )
        painter.setClipRect(cell, Qt.ClipOperation.IntersectClip)
        self._paint_texts(painter, rect, option, index)

    def paint_beyond(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint what of the texts lies right of the cell, if they run on at all."""
        cell: QRect = option.rect
        room = self._extended(cell, index)
        if room.right() <= cell.right():
            return
        painter.save()
        painter.setClipRect(QRect(cell.right() + 1, cell.top(), room.right() - cell.right(), cell.height()))
        self._paint_texts(painter, cell.adjusted(PADDING, 0, -PADDING, 0), option, index)
        painter.restore()

    def _extended(self, cell: QRect, index: Index) -> QRect:
        return self._room(index, cell) if self._room is not None else cell

    def _paint_texts(self, painter: QPainter, rect: QRect, option: QStyleOptionViewItem, index: Index) -> None:
        depth = int(index.data(ItemRole.DEPTH) or 0)
        room = self._extended(option.rect, index)
        room = QRect(rect.left(), rect.top(), room.right() - PADDING - rect.left() + 1, rect.height())
        room.setLeft(self.arrow_rect(option.rect, depth, self.indent).right() + 2)
        font = self.font(option, index)
        font.setStrikeOut(bool(index.data(ItemRole.DROPPED)))
        removed = bool(index.data(ItemRole.REMOVED))
        font.setItalic(removed)
        ink = self.colour(option, pale=removed)
        key = index.data(Role.DisplayRole) or ""
        needed = QFontMetrics(font).horizontalAdvance(one_line(key))
        badges = cut_badges(index.data(ItemRole.BADGES) or (), font, room.width() - needed)
        for_badges = badges_width(badges, font)
        for_key = room.adjusted(0, 0, -for_badges, 0)
        width = self.draw_text(painter, for_key, key, font, ink, cut=cut_of(key, for_key.width(), font))
        paint_badges(painter, room.adjusted(width, 0, 0, 0), badges, font)
        width += for_badges
        note = index.data(ItemRole.NOTE)
        if not note:
            return
        room.setLeft(room.left() + width + QFontMetrics(font).horizontalAdvance(" "))
        font.setBold(False)
        font.setItalic(False)
        font.setStrikeOut(False)
        # Names of parameters often begin alike and differ at their end; a value tells most at its beginning.
        characters = room.width() // QFontMetrics(font).horizontalAdvance("0")
        cut = Elide.ElideRight
        if note.startswith("· ") or not index.data(ItemRole.SUMMARY):
            if characters < min(_MIDDLE, len(note)):
                return
            cut = Elide.ElideMiddle
        self.draw_text(painter, room, note, font, self.colour(option, pale=True), cut=cut)

    def needs(self, index: Index) -> tuple[int, int]:
        """Pixels that the key takes with its indent, and those that the text beside it takes."""
        metrics = QFontMetrics(theme.key_font())
        key = self.room_of(index.data(Role.DisplayRole) or "", int(index.data(ItemRole.DEPTH) or 0))
        key += badges_width(index.data(ItemRole.BADGES) or (), theme.key_font())
        note = index.data(ItemRole.NOTE) or ""
        return key, metrics.horizontalAdvance(f" {note}") if note else 0

    def room_of(self, key: str, depth: int) -> int:
        """Pixels that a key takes with its indent."""
        left = self.arrow_rect(QRect(), depth, self.indent).right() + 2
        return left + QFontMetrics(theme.key_font()).horizontalAdvance(key) + PADDING + 2

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(self.needs(index)[0], super().sizeHint(option, index).height())

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:
        """Put the editor over the key, right of the arrow."""
        cell = QRect(option.rect)
        cell.setLeft(self.arrow_rect(cell, int(index.data(ItemRole.DEPTH) or 0), self.indent).right() - 2)
        spare = min(0, (cell.height() - editor.minimumSizeHint().height()) // 2)
        editor.setGeometry(cell.adjusted(0, spare, 0, -spare))

    def _paint_guides(self, painter: QPainter, cell: QRect, depth: int) -> None:
        painter.setPen(QPen(QColor(theme.colours().border), 1))
        for level in range(depth):
            x = cell.left() + 2 + level * self.indent + INDENT // 2 + 1
            painter.drawLine(x, cell.top(), x, cell.bottom())

    @staticmethod
    def _paint_arrow(painter: QPainter, rect: QRect, colour: QColor, unfolded: bool) -> None:
        centre = QPointF(rect.center()) + QPointF(0.5, 0.5)
        long, short = 3.6 * theme.theme().zoom, 1.9 * theme.theme().zoom
        points = [(-short, -long), (short, 0), (-short, long)]
        if unfolded:
            points = [(-long, -short), (0, short), (long, -short)]
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(colour, 1.6)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        painter.drawPolyline(QPolygonF([centre + QPointF(x, y) for x, y in points]))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def cut_of(key: str, room: int, font: QFont) -> Elide:
    """Where a key is cut so that neighbours still differ.

    Dotted keys begin alike, so their end is shown; but in very little room all ends are `weight`, and both ends tell
    more. A single name is cut in its middle, and at its beginning where little is left.
    """
    characters = room // QFontMetrics(font).horizontalAdvance("0")
    if "." in key:
        return Elide.ElideLeft if characters >= _MIDDLE else Elide.ElideMiddle
    return Elide.ElideMiddle if characters > _MIDDLE else Elide.ElideLeft


class PathDelegate(CellDelegate):
    """A whole key, of which the end is shown, and what tells it from keys of rows nearby."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, mono=True)

    def paint_content(self, painter: QPainter, rect: QRect, option: QStyleOptionViewItem, index: Index) -> None:
        font = self.font(option, index)
        text = key_elided(QFontMetrics(font), one_line(index.data() or ""), _nearby(index), rect.width())
        self.draw_text(painter, rect, text, font, self.colour(option))


def _nearby(index: Index) -> list[str]:
    """What the cells say that are seen together with this one."""
    model, row = index.model(), index.row()
    rows = range(max(0, row - _NEARBY), min(model.rowCount(), row + _NEARBY + 1))
    return [one_line(model.index(each, index.column()).data() or "") for each in rows]


class IconDelegate(CellDelegate):
    """A cell that is a button: an icon, stronger while the pointer is over it. The view handles the click."""

    def __init__(self, parent: QWidget, name: str) -> None:
        super().__init__(parent)
        self._name = name

    def paint_content(self, painter: QPainter, rect: QRect, option: QStyleOptionViewItem, _index: Index) -> None:
        over = bool(option.state & QStyle.StateFlag.State_MouseOver)
        colours = theme.colours()
        picture = icons.pixmap(self._name, _BUTTON, colours.text if over else colours.muted)
        half = theme.px(_BUTTON) // 2 - 1
        painter.drawPixmap(rect.center().x() - half, rect.center().y() - half, picture)


class WrongDelegate(CellDelegate):
    """A text, red where the model says under `ItemRole.OWN` that it is about something wrong."""

    def paint_content(self, painter: QPainter, rect: QRect, option: QStyleOptionViewItem, index: Index) -> None:
        colour = self.colour(option, wrong=bool(index.data(ItemRole.OWN)))
        self.draw_text(painter, rect, index.data() or "", self.font(option, index), colour, cut=self.cut)


class BadgeDelegate(CellDelegate):
    """Paints the badges of a cell, cut off at its edge."""

    def paint_content(self, painter: QPainter, rect: QRect, option: QStyleOptionViewItem, index: Index) -> None:
        painter.setClipRect(option.rect)
        paint_badges(painter, rect.adjusted(-PADDING, 0, 0, 0), index.data(ItemRole.BADGES) or (), QFont(option.font))

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        width = badges_width(index.data(ItemRole.BADGES) or (), QFont(option.font))
        return QSize(width + PADDING, option.fontMetrics.height() + ROW_PADDING)


# ---- Badges: a word in a small frame, in the colour of what it says.

_MARGIN = 5
_GAP = 4
_CUT = "…"
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


def cut_badges(badges: Sequence[RowBadge], font: QFont, room: int) -> Sequence[RowBadge]:
    """Cut the texts of badges, the longest most, until they fit; the sign of a cut stays of each, room or not."""
    if badges_width(badges, font) <= room:
        return badges
    metrics = QFontMetrics(_small(font))
    left = room - len(badges) * (_GAP + 2 * _MARGIN)
    widths = sorted(metrics.horizontalAdvance(one_line(badge.text)) for badge in badges)
    most = 0
    for place, width in enumerate(widths):
        most = max(left // (len(widths) - place), metrics.horizontalAdvance(_CUT))
        if width > most:
            break
        left -= width
    texts = (elided(metrics, one_line(badge.text), Elide.ElideRight, most) or _CUT for badge in badges)
    return [badge._replace(text=text) for badge, text in zip(badges, texts, strict=True)]


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

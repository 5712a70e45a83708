"""A line to type in and a list below it, over the window: what the palette and the way to a key look like.

It is a part of its window, and a window of its own where other windows stand before that: they would cover it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QHideEvent,
    QKeyEvent,
    QPainter,
    QPalette,
    QTextCharFormat,
    QTextLayout,
)
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QLineEdit,
    QListView,
    QMainWindow,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from core.catalogue.catalogue import Catalogue
from core.text import series
from core.words import say
from gui.jobs.latest_job import LatestJob, Turn, raised
from gui.look import settings, theme
from gui.look.palette import chip, device_colour, paint_chip
from gui.look.plain_text import one_line
from gui.look.roles import Role, set_role
from gui.look.settings import Settings
from gui.palette.key_index import Found, KeyPlace, find_keys
from gui.palette.model import Command, PaletteRow, fitting, used_now
from gui.widgets.basic_widgets import plain_label
from gui.widgets.item_roles import ItemRole
from gui.widgets.layouts import vertical
from gui.widgets.on_screen import bring_up

# ---- The palette of everything that can be done, found by a few letters.


class CommandPalette(QObject):
    """Lists commands, the ones used last first."""

    def __init__(
        self,
        window: QMainWindow,
        remembered: Settings,
        commands: Callable[[], Sequence[Command]],
        for_query: Callable[[str], Sequence[Command]] = lambda _query: (),
    ) -> None:
        """``for_query`` gives what comes first for something that is typed; it is not remembered as used."""
        super().__init__(window)
        self._for_query = for_query
        self._settings = remembered
        self._ask_commands = commands
        self._commands: Sequence[Command] = ()
        self._listed: list[Command] = []
        self.popup = Popup(window, say("Commands"), say("What do you want to do?"))
        self.popup.asked.connect(self._list)
        self.popup.chosen.connect(self._do)

    def open(self) -> None:
        """Come up with what can be done now."""
        self._commands = self._ask_commands()
        self.popup.open()

    def _recent(self) -> list[str]:
        return [each for each in self._settings.get(settings.USED_COMMANDS) if isinstance(each, str)]

    def _list(self, query: str) -> None:
        own = [(command, command.row) for command in self._for_query(query)]
        found = own or fitting(self._commands, query, self._recent())
        self._listed = [command for command, _row in found]
        self.popup.show_rows([row for _command, row in found], "" if found else say("No command fits."))

    def _do(self, place: int) -> None:
        command = self._listed[place]
        if command.enabled and command.id:
            self._settings.set(settings.USED_COMMANDS, used_now(command.id, self._recent()))
        if command.enabled:
            command.act()


# ---- The way to any key of any open document, found by a few letters.


class KeyJump(QObject):
    """Lists keys as one types. The documents are looked through beside the event loop, one question at a time."""

    chosen = Signal(object, int)
    """A document, as `documents` named it, and the entry to go to."""

    def __init__(self, window: QMainWindow, documents: Callable[[], Sequence[tuple[object, Catalogue]]]) -> None:
        super().__init__(window)
        self._ask_documents = documents
        self._documents: Sequence[tuple[object, Catalogue]] = ()
        self._places: list[KeyPlace] = []
        self._search = LatestJob(self, turn=Turn(), done=self._list, failed=raised)
        self.popup = Popup(window, say("Keys of all open files"), say("Parts of a key, such as layer 11 query"))
        self.popup.asked.connect(self._look)
        self.popup.chosen.connect(self._go)
        self.popup.closed.connect(self._search.drop)

    def open(self) -> None:
        """Come up with the keys of the documents open now; the first letter is quick once all are read."""
        self._documents = self._ask_documents()
        self._places = []
        self.popup.open()

    def _look(self, query: str) -> None:
        catalogues = [catalogue for _document, catalogue in self._documents]
        self._search.ask(partial(find_keys, catalogues, query))

    def _list(self, found: Found) -> None:
        self._places = found.places
        self.popup.show_rows([place.row for place in found.places], self._told(found))

    def _told(self, found: Found) -> str:
        if found.total > len(found.places):
            return say("The best {shown:,} of {count:,}", shown=len(found.places), count=found.total)
        if found.total or not self.popup.line.text().strip():
            return ""
        files = len(self._documents)
        return say("No key of this file fits.") if files == 1 else say("No key of the {n:,} files fits.", n=files)

    def _go(self, place: int) -> None:
        where = self._places[place]
        document, _catalogue = self._documents[where.document]
        self._documents, self._places = (), []
        self.chosen.emit(document, where.entry)


# ---- The rows of the palette for Qt: the model of its list, and how a row is painted.

Index = QModelIndex | QPersistentModelIndex
Elide = Qt.TextElideMode

ROW = ItemRole.OWN
"""The `PaletteRow` itself."""
_PADDING, _GAP, _HEIGHT = 10, 12, 11
_MOST_BESIDE, _BESIDE_A_KEY = 0.45, 0.28
"""The part of a row that what stands beside its text, or beside a key, may take."""


class RowsModel(QAbstractListModel):
    """A list of rows, replaced as a whole."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: Sequence[PaletteRow] = ()

    def show_rows(self, rows: Sequence[PaletteRow]) -> None:
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The text of a row, all that a screen reader needs to say of it, or the row itself."""
        row = self.rows[index.row()]
        if role == ROW:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return one_line(row.text)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return one_line(series(filter(None, (row.text, row.beside, row.note, row.device))))
        return None


class RowDelegate(QStyledItemDelegate):
    """Text with the letters that were looked for, what is beside it, and note and device at the right end."""

    def sizeHint(self, option: QStyleOptionViewItem, _index: Index) -> QSize:
        height = max(QFontMetrics(option.font).height(), QFontMetrics(theme.key_font()).height())
        return QSize(100, height + _HEIGHT)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint a row from its ends inwards; the text has what room is left."""
        row: PaletteRow = index.data(ROW)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        palette = option.palette
        painter.save()
        if selected:
            painter.fillRect(option.rect, palette.color(QPalette.ColorRole.Highlight))
        c = theme.colours()
        strong = palette.color(QPalette.ColorRole.HighlightedText if selected else QPalette.ColorRole.Text)
        pale = QColor(strong if selected else c.muted)
        if not row.enabled:
            strong = QColor(c.muted if selected else c.disabled)
        room = option.rect.adjusted(_PADDING, 0, -_PADDING, 0)
        if row.device:
            room.setRight(self._paint_device(painter, room, row.device, pale))
        if row.note:
            width = _draw_right(painter, room, one_line(row.note), QFont(option.font), pale)
            room.setRight(room.right() - width - _GAP)
        painter.setFont(theme.key_font() if row.mono else option.font)
        beside = one_line(row.beside)
        metrics = QFontMetrics(option.font)
        wanted = (
            min(
                metrics.horizontalAdvance(beside) + _GAP,
                int(room.width() * (_BESIDE_A_KEY if row.mono else _MOST_BESIDE)),
            )
            if beside
            else 0
        )
        text = room.adjusted(0, 0, -wanted, 0)
        taken = _draw_found(painter, text, row, strong, QColor(strong if selected else c.accent))
        if wanted:
            left = QRect(text.left() + taken + _GAP, room.top(), 0, room.height())
            left.setRight(room.right())
            painter.setFont(option.font)
            painter.setPen(pale)
            shown = metrics.elidedText(beside, Elide.ElideMiddle, left.width())
            painter.drawText(left, int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine), shown)
        painter.restore()

    @staticmethod
    def _paint_device(painter: QPainter, room: QRect, device: str, colour: QColor) -> int:
        """Paint square and name at the right end; returns where the rest may end."""
        font = theme.key_font()
        width = _draw_right(painter, room, one_line(device), font, colour)
        left = room.right() - width - chip() - 5
        dark = theme.is_dark()
        square = QRectF(left, room.top() + (room.height() - chip()) / 2, chip(), chip())
        paint_chip(painter, square, device_colour(device, dark), dark)
        return left - _GAP


def _draw_right(painter: QPainter, room: QRect, text: str, font: QFont, colour: QColor) -> int:
    """Paint a text at the right end; returns its width."""
    metrics = QFontMetrics(font)
    shown = metrics.elidedText(text, Elide.ElideMiddle, room.width() // 3)
    painter.setFont(font)
    painter.setPen(colour)
    side = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
    painter.drawText(room, int(side | Qt.TextFlag.TextSingleLine), shown)
    return metrics.horizontalAdvance(shown)


def _draw_found(painter: QPainter, room: QRect, row: PaletteRow, colour: QColor, found: QColor) -> int:
    """Paint the text with the letters that were looked for in another colour and bold; returns its width.

    Where a key is too long its beginning gives way: its end is what tells it from its neighbours.
    """
    text, font = one_line(row.text), painter.font()
    cut = Elide.ElideLeft if row.mono else Elide.ElideRight
    shown = QFontMetrics(font).elidedText(text, cut, room.width() - 4)
    lost = len(text) - len(shown) if row.mono and shown != text else 0
    plain, bold = QTextCharFormat(), QTextCharFormat()
    plain.setForeground(colour)
    bold.setForeground(found)
    bold.setFontWeight(QFont.Weight.Bold)
    ranges = [_range(0, len(shown), plain)]
    ranges += [_range(place - lost, 1, bold) for place in row.places if 0 <= place - lost < len(shown)]
    layout = QTextLayout(shown, font)
    layout.setFormats(ranges)
    layout.beginLayout()
    line = layout.createLine()
    layout.endLayout()
    layout.draw(painter, QPointF(room.left(), room.top() + (room.height() - line.height()) / 2))
    return round(line.naturalTextWidth())


def _range(start: int, length: int, look: QTextCharFormat) -> QTextLayout.FormatRange:
    found = QTextLayout.FormatRange()
    found.start, found.length, found.format = start, length, look
    return found


# ---- The popup.

_WIDEST: Final = 760
_MOST_SHOWN: Final = 14
"""Rows without scrolling."""
_BORDER: Final = 20
"""Pixels that stay free on each side."""
_IN_WINDOW: Final = Qt.WindowType.Widget
_IN_FRONT: Final = Qt.WindowType.Tool | Qt.WindowType.FramelessWindowHint
_MOVES: Final = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


class Popup(QFrame):
    """Goes with Esc, and when something else in the window gets the keyboard.

    It stays while another program has the keyboard: what is typed here is often copied from there.
    """

    asked = Signal(str)
    """Something else is looked for."""
    chosen = Signal(int)
    """The place of a row in the list; the popup has gone."""
    closed = Signal()

    def __init__(self, window: QMainWindow, name: str, hint: str) -> None:
        super().__init__(window)
        self.setObjectName("palettePopup")
        self.setAccessibleName(name)
        set_role(self, Role.Dialog)
        self._window = window
        middle = window.centralWidget()
        assert middle is not None
        self._middle = middle
        self._back_to: QWidget | None = None
        self._due = self._take_first = False
        self.line = QLineEdit()
        self.line.setPlaceholderText(hint)
        self.line.setAccessibleName(name)
        self.line.installEventFilter(self)
        self.line.textChanged.connect(self._ask)
        self.model = RowsModel()
        self.list = QListView()
        self.list.setObjectName("paletteRows")
        self.list.setAccessibleName(name)
        self.list.setModel(self.model)
        self.list.setItemDelegate(RowDelegate(self.list))
        self.list.setUniformItemSizes(True)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.clicked.connect(self._take)
        self.told = plain_label(rank="muted")
        column = vertical(of=self, margins=(10, 10, 10, 8), spacing=6)
        for widget in (self.line, self.list, self.told):
            column.addWidget(widget)
        window.installEventFilter(self)
        self.hide()
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._follow_focus)

    def open(self) -> None:
        """Come up, with nothing typed yet."""
        if not self.isVisible():
            self._back_to = QApplication.focusWidget()
            self._come_before_all()
        if self.line.text():
            self.line.clear()
        else:
            self._ask("")
        self._place()
        bring_up(self)
        self.line.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _ask(self, text: str) -> None:
        self._due, self._take_first = True, False
        self.asked.emit(text)

    def show_rows(self, rows: Sequence[PaletteRow], told: str) -> None:
        """List rows, the first of them current; `told` stands below them."""
        self._due = False
        self.model.show_rows(rows)
        self.told.setText(told)
        self.told.setVisible(bool(told))
        self._go_to(0)
        self._place()
        if self._take_first:
            self._take(self.list.currentIndex())

    # ---- where it is

    def _come_before_all(self) -> None:
        """A dialog or a floating panel of the window is always before what the window itself shows."""
        others = (each for each in QApplication.topLevelWidgets() if each is not self and each.isVisible())
        covered = any((above := each.parentWidget()) and above.window() is self._window for each in others)
        if covered != self.isWindow():
            self.setParent(self._window, _IN_FRONT if covered else _IN_WINDOW)

    def _place(self) -> None:
        room = self._middle.geometry()
        width = min(_WIDEST, room.width() - 2 * _BORDER)
        rows = min(self.model.rowCount(), _MOST_SHOWN)
        row_height = self.list.sizeHintForRow(0) if rows else 0
        self.list.setVisible(rows > 0)
        self.list.setFixedHeight(min(rows * row_height + 2, max(row_height, room.height() - 150)))
        self.setFixedWidth(width)
        self.adjustSize()
        corner = QPoint(room.left() + (room.width() - width) // 2, room.top() + 4)
        self.move(self._window.mapToGlobal(corner) if self.isWindow() else corner)

    # ---- the keyboard

    def _follow_focus(self, _old: QWidget | None, now: QWidget | None) -> None:
        if self.isVisible() and now is not None and now is not self and not self.isAncestorOf(now):
            self._back_to = None
            self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The keys of the list while one types; the popup follows the size of the window."""
        if watched is self._window and event.type() == QEvent.Type.Resize and self.isVisible():
            self._place()
        if watched is not self.line or event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return super().eventFilter(watched, event)
        key = Qt.Key(event.key())
        if key in _MOVES:
            self._step(key)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._due:
            self._take_first = True  # who types quickly means what is found, not what is still listed
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._take(self.list.currentIndex())
        elif key == Qt.Key.Key_Escape:
            self.hide()
        elif key not in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
            return super().eventFilter(watched, event)
        return True

    def _step(self, key: Qt.Key) -> None:
        """To another row; from the last on to the first."""
        rows, now = self.model.rowCount(), self.list.currentIndex().row()
        if not rows:
            return
        by = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageUp: 1 - _MOST_SHOWN}.get(key, _MOST_SHOWN - 1)
        self._go_to((now + by) % rows if abs(by) == 1 else min(max(now + by, 0), rows - 1))

    def _go_to(self, row: int) -> None:
        if self.model.rowCount():
            self.list.setCurrentIndex(self.model.index(row, 0))

    def _take(self, index: QModelIndex) -> None:
        if index.isValid():
            self.hide()
            self.chosen.emit(index.row())

    def hideEvent(self, event: QHideEvent) -> None:
        """The keyboard goes back to where it was."""
        super().hideEvent(event)
        self._take_first = False
        back, self._back_to = self._back_to, None
        had_it = self.isWindow() or self.isAncestorOf(QApplication.focusWidget() or self)
        if back is not None and back.isVisible() and had_it:
            back.activateWindow()
            back.setFocus(Qt.FocusReason.PopupFocusReason)
        self.closed.emit()

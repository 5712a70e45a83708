"""The list of strategies: a row each with its verdict and a bar a device against the card's capacity."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QEnterEvent,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from core.memory.analysis import LOADS, UNTOLD
from core.memory.sizes import memory_text
from core.words import say
from gui.look import icons, theme
from gui.look.plain_text import tooltip
from gui.look.roles import Role, set_role
from gui.look.wording import breakable
from gui.memory.bars_model import DeviceBar, StrategyRow, scale_of
from gui.memory.legend import paint_owner
from gui.widgets.basic_widgets import plain_label

_BAR = 12
_ICON = 14
_WIDEST_NAME = 84
_SHRUNK = 0.92
#: A strategy and the beginning of the next.
_LEAST = 84


class BarLine(QWidget):
    """One bar: the device's name, the stack with the line of the card's capacity, the figure."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, Role.Chart)
        self.bar: DeviceBar | None = None
        self.scale = 1
        self._names = ""
        font = self.font()
        font.setPointSizeF(font.pointSizeF() * _SHRUNK)
        self.setFont(font)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_bar(self, bar: DeviceBar, scale: int, names: str) -> None:
        """Show this bar; `scale` bytes take the full width, and `names` is the longest label of all bars."""
        self.bar, self.scale, self._names = bar, max(1, scale), names
        self.setToolTip(tooltip(bar.tip) or "")
        self.setAccessibleName(f"{bar.label}: {memory_text(bar.total)}")
        self.update()

    def sizeHint(self) -> QSize:
        """One line of text."""
        return QSize(200, max(_BAR, QFontMetrics(self.font()).height()) + 1)

    def minimumSizeHint(self) -> QSize:
        """Room for name, figure and a little bar."""
        return QSize(160, self.sizeHint().height())

    def track(self) -> QRectF:
        """Where the stack is."""
        metrics = QFontMetrics(self.font())
        left = min(_WIDEST_NAME, metrics.horizontalAdvance(self._names)) + 9
        right = metrics.horizontalAdvance("00.0 GiB") + 5
        return QRectF(left, (self.height() - _BAR) / 2, max(20, self.width() - left - right), _BAR)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint name, stack, capacity and figure."""
        bar = self.bar
        if bar is None:
            return
        painter = QPainter(self)
        metrics = QFontMetrics(self.font())
        colours, track = theme.colours(), self.track()
        painter.setPen(QColor(colours.muted))
        name = metrics.elidedText(bar.label, Qt.TextElideMode.ElideMiddle, int(track.left()) - 6)
        middle = int(Qt.AlignmentFlag.AlignVCenter)
        painter.drawText(self.rect(), middle | int(Qt.AlignmentFlag.AlignLeft), name)
        over = bool(bar.capacity) and bar.total > bar.capacity
        painter.setPen(QColor(colours.error if over else colours.text))
        painter.drawText(self.rect(), middle | int(Qt.AlignmentFlag.AlignRight), memory_text(bar.total))
        self._paint_stack(painter, bar, track)
        if bar.capacity:
            at = round(min(track.right() - 1, track.left() + track.width() * bar.capacity / self.scale)) - 0.5
            painter.setPen(QPen(QColor(colours.error if over else colours.text), 2))
            painter.drawLine(QPointF(at, track.top() - 1), QPointF(at, track.bottom() + 1))
        painter.end()

    def _paint_stack(self, painter: QPainter, bar: DeviceBar, track: QRectF) -> None:
        room = min(1.0, bar.capacity / self.scale) if bar.capacity else 1.0
        ground = QRectF(track.left(), track.top(), track.width() * room, track.height())
        painter.fillRect(ground, QColor(theme.colours().hover))
        left = track.left()
        for part in bar.segments:
            width = track.width() * part.nbytes / self.scale
            right = min(left + width, track.right())
            if right > left:
                gap = 1.0 if width > 3 else 0.0
                paint_owner(painter, QRectF(left, track.top(), right - left - gap, track.height()), part.owner)
            left += width


class StrategyWidget(QFrame):
    """One strategy; a click or the space bar chooses it."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, Role.RadioButton)
        self.row: StrategyRow | None = None
        self.selected = False
        self._hovered = False
        self.mark = plain_label()
        self.title = plain_label(wrap=True)
        self.best = plain_label()
        small = self.best.font()
        small.setPointSizeF(small.pointSizeF() * _SHRUNK)
        self.best.setFont(small)
        self.best.setToolTip(
            say(
                "The way that loads with the least on the cards, then with the least RAM.\n"
                "Ways that differ by next to nothing are as good as each other."
            )
        )
        self.term = plain_label(wrap=True, rank="muted", mono=theme.key_font())
        self.term.setMinimumWidth(10)
        self.sentence = plain_label(wrap=True, rank="muted")
        self.bars: list[BarLine] = []
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.title.setMinimumWidth(10)
        self._bars = QVBoxLayout()
        self._bars.setSpacing(1)
        self._bars.setContentsMargins(0, 0, 0, 0)
        head = QHBoxLayout()
        head.setSpacing(4)
        head.addWidget(self.mark, 0, Qt.AlignmentFlag.AlignTop)
        head.addWidget(self.title, 1)
        head.addWidget(self.best, 0, Qt.AlignmentFlag.AlignTop)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(6, 4, 5, 5)
        layout.setSpacing(2)
        layout.addLayout(head)
        layout.addWidget(self.term)
        layout.addLayout(self._bars)
        layout.addWidget(self.sentence)

    def show_row(self, row: StrategyRow, scale: int, names: str, selected: bool) -> None:
        """Show a strategy; `scale` and `names` are the same for all of them, so that bars can be compared."""
        self.row, self.selected = row, selected
        colours = theme.colours()
        marks = {LOADS: ("good", colours.on_good), UNTOLD: ("info", colours.muted)}
        name, colour = marks.get(row.state, ("error", colours.error))
        self.mark.setPixmap(icons.pixmap(name, _ICON, colour))
        self.mark.setFixedSize(theme.px(_ICON), theme.px(_ICON))
        self.title.setText(breakable(row.words))
        self.term.setText(breakable(row.title) if row.title != row.words else "")
        self.term.setVisible(bool(self.term.text()))
        font = self.title.font()
        font.setBold(selected)
        self.title.setFont(font)
        self.best.setText(row.mark)
        self.best.setVisible(bool(row.mark))
        self.best.setStyleSheet(
            f"background: {colours.good}; color: {colours.on_good}; border: 1px solid {colours.good_line};"
            "border-radius: 6px; padding: 0 2px;"
        )
        self.sentence.setText(breakable(row.full if selected and row.state != LOADS else row.sentence))
        self.setToolTip(tooltip(row.full) or "")
        self.setAccessibleName(f"{row.words}: {row.sentence}{f' ({row.mark})' if row.mark else ''}")
        self._show_bars(row.bars, scale, names)
        self.update()

    def _show_bars(self, bars: Sequence[DeviceBar], scale: int, names: str) -> None:
        while len(self.bars) < len(bars):
            self.bars.append(BarLine())
            self._bars.addWidget(self.bars[-1])
        for place, line in enumerate(self.bars):
            line.setVisible(place < len(bars))
            if place < len(bars):
                line.show_bar(bars[place], scale, names)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Selection, the pointer over it, and where the keyboard is."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours = theme.colours()
        painter.setPen(Qt.PenStyle.NoPen)
        if self.selected or self._hovered:
            painter.setBrush(QColor(colours.base if self.selected else colours.alternate))
        if self.selected:
            painter.setPen(QPen(QColor(colours.accent), 1.4))
        elif self.hasFocus():
            painter.setPen(QPen(QColor(colours.muted), 1))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6)
        painter.end()

    def enterEvent(self, event: QEnterEvent) -> None:
        """Light up."""
        self._hovered = True
        self.update()
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """Go out again."""
        self._hovered = False
        self.update()
        super().leaveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose this strategy."""
        if event.button() == Qt.MouseButton.LeftButton and self.row is not None:
            self.setFocus()
            self.chosen.emit(self.row.id)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space and Enter choose; the list handles the arrows."""
        if event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.row is not None:
            self.chosen.emit(self.row.id)
            return
        super().keyPressEvent(event)


class StrategyList(QScrollArea):
    """All strategies below each other, on one scale."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.widgets: list[StrategyWidget] = []
        self._in_sight = ""
        self.scale = 1
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setMinimumHeight(_LEAST)
        self.setAccessibleName(say("Ways to load the checkpoint"))
        set_role(self, Role.List)
        page = QWidget()
        self._layout = QVBoxLayout(page)
        self._layout.setContentsMargins(0, 0, 2, 0)
        self._layout.setSpacing(1)
        self._layout.addStretch(1)
        self.setWidget(page)

    def show_rows(self, rows: Sequence[StrategyRow], selected: str) -> None:
        """Show these strategies; the widgets stay, so that the scroll position and the focus do."""
        self.scale = scale_of(rows)
        names = max((bar.label for row in rows for bar in row.bars), key=len, default="")
        while len(self.widgets) < len(rows):
            widget = StrategyWidget()
            widget.chosen.connect(self.chosen)
            self._layout.insertWidget(len(self.widgets), widget)
            self.widgets.append(widget)
        for place, widget in enumerate(self.widgets):
            widget.setVisible(place < len(rows))
            if place < len(rows):
                widget.show_row(rows[place], self.scale, names, rows[place].id == selected)

    def widget_of(self, strategy: str) -> StrategyWidget | None:
        """The row of a strategy."""
        shown = (item for item in self.widgets if item.row is not None and not item.isHidden())
        return next((item for item in shown if item.row is not None and item.row.id == strategy), None)

    def reveal(self, strategy: str) -> None:
        """Scroll to a strategy, once its row has found its height."""
        self._in_sight = strategy
        QTimer.singleShot(0, self, self._show_revealed)

    def _show_revealed(self) -> None:
        widget = self.widget_of(self._in_sight)
        if widget is not None:
            self._layout.activate()
            self.ensureWidgetVisible(widget, 0, 2)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """What was scrolled to stays in sight when the answer above takes another line."""
        super().resizeEvent(event)
        QTimer.singleShot(0, self, self._show_revealed)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and down walk through the strategies."""
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()), 0)
        shown = [widget for widget in self.widgets if not widget.isHidden()]
        at = next((place for place, widget in enumerate(shown) if widget.selected), 0) + step
        if not step or not 0 <= at < len(shown):
            super().keyPressEvent(event)
            return
        row = shown[at].row
        assert row is not None
        shown[at].setFocus()
        self.chosen.emit(row.id)

"""Names and figures in as many columns as there is room for."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QSizePolicy, QWidget

from gui.look import theme
from gui.look.plain_text import tooltip
from gui.look.roles import Role, set_role
from gui.values.facts import Fact
from gui.widgets.basic_widgets import PlainLabel, plain_label, set_state

_READABLE = Qt.TextInteractionFlag.TextSelectableByMouse
_GAP = 6
_MOST = 6


class _Link(PlainLabel):
    """A figure that leads somewhere, by a click, Enter or Space."""

    clicked = Signal()

    def __init__(self) -> None:
        super().__init__()
        font = theme.key_font()
        font.setUnderline(True)
        self.setFont(font)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        set_role(self, Role.Link)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.clicked.emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.clicked.emit()
        else:
            super().keyPressEvent(event)


class FactGrid(QWidget):
    """A name and a figure for each fact, filled line by line in as many columns as show all of each figure.

    Figures can be selected, and have the exact one in their tooltip. What is about a number somewhere is a link to it.
    """

    chosen = Signal(object)
    """The index of the number that a link leads to."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.facts: list[Fact] = []
        self._labels: list[tuple[QLabel, QLabel, _Link]] = []
        self._columns = 0
        self._widths: list[tuple[int, int]] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(_GAP)
        self._grid.setVerticalSpacing(2)
        self.setAccessibleName(name)
        set_role(self, Role.Grouping)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_facts(self, facts: Sequence[Fact]) -> None:
        self._grid.setEnabled(False)  # else it would lay out, and be resized, in the middle of this
        self.facts = list(facts)
        while len(self._labels) < len(facts):
            self._labels.append(self._pair())
        names, figures = QFontMetrics(self.font()), QFontMetrics(theme.key_font())
        self._widths = [
            (names.horizontalAdvance(fact.name) + 2, figures.horizontalAdvance(fact.text) + 4) for fact in facts
        ]
        self._columns = 0
        self._arrange()
        for place, (name, figure, link) in enumerate(self._labels):
            fact = facts[place] if place < len(facts) else None
            leads = fact is not None and fact.place is not None
            for widget, there in ((name, fact is not None), (figure, fact is not None and not leads), (link, leads)):
                widget.setVisible(there)
                widget.setToolTip(tooltip(fact.tip if fact is not None else "") or "")
            if fact is not None:
                name.setText(fact.name)
                figure.setText(fact.text)
                link.setText(fact.text)
                link.setAccessibleName(f"{fact.name} {fact.text}")
                set_state(figure, "rank", "error" if fact.bad else "")
                set_state(link, "rank", "error" if fact.bad else "link")
        self._grid.setEnabled(True)
        self._grid.invalidate()
        self.updateGeometry()

    def _pair(self) -> tuple[QLabel, QLabel, _Link]:
        name, figure = plain_label(rank="muted"), plain_label(mono=theme.key_font())
        figure.setTextInteractionFlags(_READABLE)
        figure.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        figure.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        link = _Link()
        link.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        place = len(self._labels)
        link.clicked.connect(lambda: self.chosen.emit(self.facts[place].place))
        for widget in (name, figure, link):
            widget.setParent(self)  # else it would be a window of its own as soon as it is shown
        return name, figure, link

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.show_facts(self.facts)

    def minimumSizeHint(self) -> QSize:
        return QSize(100, super().minimumSizeHint().height())

    def _needs(self, columns: int) -> int:
        """Pixels that show all of the facts in so many columns."""
        each = [self._widths[column::columns] for column in range(columns)]
        return sum(max(name for name, _ in column) + max(figure for _, figure in column) + 2 * _GAP for column in each)

    def _arrange(self) -> None:
        count = len(self.facts)
        columns = next((each for each in range(min(count, _MOST), 1, -1) if self._needs(each) <= self.width()), 1)
        columns = -(-count // -(-count // columns)) if count else 1  # no line much shorter than the others
        if columns == self._columns:
            return
        for column in range(2 * _MOST):
            self._grid.setColumnStretch(column, column % 2 if column < 2 * columns else 0)
            there = [each[column % 2] for each in self._widths[column // 2 :: columns]] if column < 2 * columns else []
            self._grid.setColumnMinimumWidth(column, max(there, default=0) if columns > 1 else 0)
        self._columns = columns
        for place, (name, figure, link) in enumerate(self._labels[:count]):
            line, column = divmod(place, columns)
            self._grid.addWidget(name, line, 2 * column)
            for widget in (figure, link):
                self._grid.addWidget(widget, line, 2 * column + 1)

"""Builds a row or a column of widgets in one call, with its margins and spacing, and a column that scrolls."""

from __future__ import annotations

from typing import NamedTuple, TypeVar

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLayout,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from gui.look import theme

_Line = TypeVar("_Line", bound=QBoxLayout)


class Stretch(NamedTuple):
    """Room that grows, in proportion to that of others."""

    factor: int = 1


class Gap(NamedTuple):
    """So many pixels of room."""

    pixels: int


Part = QWidget | QLayout
Item = Part | Stretch | Gap | tuple[Part, int] | tuple[Part, int, Qt.AlignmentFlag]
"""What stands in a line. A number says what share it has of the room that is left. An alignment says where it stands
in its own room.
"""
Margins = int | tuple[int, int, int, int]
"""Pixels around a line: left, top, right and bottom, or one number for all."""


def vertical(
    *items: Item, of: QWidget | None = None, margins: Margins | None = None, spacing: int | None = None
) -> QVBoxLayout:
    """Return a column of items; it is the layout ``of`` a widget. Margins and spacing are the style's unless given."""
    return fill(QVBoxLayout(of) if of is not None else QVBoxLayout(), *items, margins=margins, spacing=spacing)


def horizontal(
    *items: Item, of: QWidget | None = None, margins: Margins | None = None, spacing: int | None = None
) -> QHBoxLayout:
    """Return items beside each other; all else is as in `vertical`."""
    return fill(QHBoxLayout(of) if of is not None else QHBoxLayout(), *items, margins=margins, spacing=spacing)


def fill(line: _Line, *items: Item, margins: Margins | None = None, spacing: int | None = None) -> _Line:
    """Append items to a line, and return it."""
    if margins is not None:
        line.setContentsMargins(*((margins,) * 4 if isinstance(margins, int) else margins))
    if spacing is not None:
        line.setSpacing(spacing)
    for item in items:
        match item:
            case Stretch(factor):
                line.addStretch(factor)
            case Gap(pixels):
                line.addSpacing(pixels)
            case (part, factor, *alignment):
                if isinstance(part, QWidget):
                    line.addWidget(part, factor, *alignment)
                else:
                    line.addLayout(part, factor)
            case QWidget():
                line.addWidget(item)
            case QLayout():
                line.addLayout(item)
    return line


class ScrolledColumn(QScrollArea):
    """Scrolls its content up and down, without a frame, and makes it as wide as itself. Tab goes to the content."""

    def __init__(self, content: QWidget | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        if content is not None:
            self.setWidget(content)


class Pages(QStackedWidget):
    """Shows one page of several. It needs the room of that page alone, not of the largest, which nobody sees."""

    def __init__(self, *pages: QWidget) -> None:
        super().__init__()
        for page in pages:
            self.addWidget(page)
        self.currentChanged.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        page = self.currentWidget()
        return super().sizeHint() if page is None else page.sizeHint()

    def minimumSizeHint(self) -> QSize:
        page = self.currentWidget()
        return super().minimumSizeHint() if page is None else page.minimumSizeHint().expandedTo(page.minimumSize())


_MOST = 1000
"""What the column takes of the room as against the margins, until it is as wide as it may be."""


class MiddleColumn(ScrolledColumn):
    """What is put into `column` is up to ``width`` pixels wide, at the usual size of text."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self._width = width
        self._frame = QWidget()
        self.column = QVBoxLayout(self._frame)
        around = self._around = QWidget()
        horizontal(Stretch(), (self._frame, _MOST), Stretch(), of=around)
        self.setWidget(around)
        around.setAutoFillBackground(False)
        self.viewport().setAutoFillBackground(False)
        self._fit()
        theme.theme().follow(self._fit)

    def minimumSizeHint(self) -> QSize:
        return QSize(self._around.minimumSizeHint().width(), super().minimumSizeHint().height())

    def _fit(self) -> None:
        self._frame.setMaximumWidth(theme.px(self._width))

"""The map of a model: one cell a tensor, module by module; pointer and arrow keys tell which, Enter goes there."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate, chain
from typing import Final

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QRect, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFontMetrics,
    QHelpEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QToolTip, QWidget

from core.catalogue.catalogue import Catalogue
from core.words import say
from gui.document.outline import TOP, Outline
from gui.document.totals import Totals
from gui.health.colouring import Pixels
from gui.jobs.latest_job import LatestJob, Turn
from gui.look import theme
from gui.look.eliding import key_elided
from gui.look.plain_text import one_line, tooltip
from gui.look.roles import Role, set_role

# ---- The map of a model without its colours: a block of cells a module, one cell a tensor, and where each cell lies.

CELLS: Final = (24, 20, 16, 13, 11, 9, 7, 6, 5, 4)
"""Pixels from one cell to the next, the largest first that fits."""
NARROWEST: Final = 150
"""Pixels of a column of blocks."""
BETWEEN: Final = 10
_BELOW: Final = 5
"""Pixels between two columns, and below a block."""


@dataclass(frozen=True)
class Block:
    """The tensors of one module, by row of the catalogue."""

    label: str
    rows: Sequence[int]


class Splitter:
    """Parts the tensors of a file into blocks, again and again for a map that changes its size."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._outline = Outline(catalogue)
        self._totals = Totals(self._outline)
        self._known: dict[int, list[_Part]] = {}

    def blocks(self, most: int) -> list[Block]:
        """All tensors in no more than about ``most`` blocks, in the order of the file: the largest are parted first.

        A module of too many parts for that stays whole at first; where there is still room then, several parts that
        follow each other are one block.
        """
        parts = _joined(self._parts(TOP), max(most, 2))
        for join in (False, True):
            tried: set[int | None] = {None}
            while (largest := _largest(parts, tried)) is not None:
                tried.add(largest.node)
                assert largest.node is not None
                below, room = self._parts(largest.node), most - len(parts) + 1
                if len(below) <= room or (join and room > 1):
                    at = parts.index(largest)
                    parts[at : at + 1] = _joined(below, room)
        return [Block(self._label(part), part.rows) for part in parts]

    def _parts(self, node: int) -> list[_Part]:
        """What lies right below a node: a part each, but the tensors right there together."""
        known = self._known.get(node)
        if known is None:
            known = self._known[node] = self._part(node)
        return list(known)

    def _part(self, node: int) -> list[_Part]:
        found: list[_Part] = []
        own = self._itself(node)
        for child in self._outline.children(node):
            rows = [row for span in self._totals.spans(child) for row in span]
            if not rows:
                continue
            if len(rows) == 1 and not self._outline.has_children(child):
                own += rows
            else:
                found.append(_Part(child, rows, child, child))
        return [_Part(None, own, node, node), *found] if own else found

    def _itself(self, node: int) -> list[int]:
        """The row of a node that is a tensor and has others below it: the scales that it is quantised by."""
        is_entry = node != TOP and not self._outline.is_group(node)
        return [self._catalogue.rows[node]] if is_entry and self._catalogue.rows[node] >= 0 else []

    def _label(self, part: _Part) -> str:
        first = self._name(part.first)
        return first if part.first == part.last else f"{first} … {self._outline.label(part.last)}"

    def _name(self, node: int) -> str:
        if node == TOP:
            return self._catalogue.checkpoint.name
        if not self._outline.is_group(node):
            return self._catalogue.path_text(node) or self._catalogue.checkpoint.name
        entry, prefix = self._outline.prefix(node)
        return "/".join(filter(None, (self._catalogue.path_text(entry), prefix)))


@dataclass(frozen=True)
class _Part:
    """A block that may still be parted: into what lies below ``node``; named after its ``first`` and ``last``."""

    node: int | None
    rows: Sequence[int]
    first: int
    last: int


def _largest(parts: list[_Part], tried: set[int | None]) -> _Part | None:
    """The part with most tensors that may still be parted."""
    return max((part for part in parts if part.node not in tried), key=lambda part: len(part.rows), default=None)


def _joined(parts: list[_Part], room: int) -> list[_Part]:
    """Parts as they are where there is room for all, else several that follow each other as one."""
    if len(parts) <= room:
        return parts
    each = -(-len(parts) // room)
    found = []
    for first in range(0, len(parts), each):
        together = parts[first : first + each]
        rows = [row for part in together for row in part.rows]
        found.append(_Part(None, rows, together[0].first, together[-1].last))
    return found


@dataclass(frozen=True)
class Room:
    """Pixels of the view, of the label above a block, and of a column of blocks at least and at most."""

    width: int
    height: int
    label: int
    narrowest: int = NARROWEST
    widest: int = 1 << 20


@dataclass(frozen=True)
class CellLayout:
    """Where the cells lie. A *place* counts the cells from the first block on; ``corners`` are those of the blocks."""

    blocks: Sequence[Block]
    cell: int
    columns: int
    """Cells beside each other in a block."""
    label: int
    corners: Sequence[tuple[int, int]]
    width: int
    """Of a column of blocks."""
    height: int

    @cached_property
    def firsts(self) -> list[int]:
        """The first place of each block, and one more than the last of all."""
        return [0, *accumulate(len(block.rows) for block in self.blocks)]

    @cached_property
    def rows(self) -> list[int]:
        """The tensor row at each place."""
        return list(chain.from_iterable(block.rows for block in self.blocks))

    def place_of(self, row: int) -> int:
        """The place of a tensor row; -1 for none."""
        try:
            return self.rows.index(row)
        except ValueError:
            return -1

    def cell_corner(self, place: int) -> tuple[int, int]:
        """The upper left corner of a cell."""
        block = bisect_right(self.firsts, place) - 1
        down, right = divmod(place - self.firsts[block], self.columns)
        left, top = self.corners[block]
        return left + right * self.cell, top + self.label + down * self.cell

    def place_at(self, x: int, y: int) -> int:
        """The place of the cell below a point; -1 for none."""
        for block, (left, top) in enumerate(self.corners):
            right, down = (x - left) // self.cell, (y - top - self.label) // self.cell
            if 0 <= right < self.columns and down >= 0:
                place = self.firsts[block] + down * self.columns + right
                if place < self.firsts[block + 1]:
                    return int(place)
        return -1


def laid_out(blocks: Sequence[Block], room: Room) -> CellLayout:
    """The cells as large as they can be so that all are seen; as many as do not fit at all go on below."""
    most = max(1, min(len(blocks), (room.width + BETWEEN) // (room.narrowest + BETWEEN)))
    for cell in CELLS:
        for columns in range(1, most + 1):
            found = _packed(blocks, room, cell, columns)
            if found.height <= room.height:
                return found
    return min((_packed(blocks, room, CELLS[-1], columns) for columns in range(1, most + 1)), key=lambda it: it.height)


def _packed(blocks: Sequence[Block], room: Room, cell: int, columns: int) -> CellLayout:
    """Blocks below each other, in columns of about one height."""
    longest = max((len(block.rows) for block in blocks), default=0)
    width = min((room.width + BETWEEN) // columns - BETWEEN, max(room.widest, longest * cell))
    across = max(1, width // cell)
    heights = [room.label + -(-len(block.rows) // across) * cell + _BELOW for block in blocks]
    even = -(-sum(heights) // columns)
    places, tallest = _below_each_other(heights, even, columns)
    if tallest > room.height > even:  # full columns take less than even ones
        places, tallest = _below_each_other(heights, room.height, columns)
    corners = [(column * (width + BETWEEN), top) for column, top in places]
    return CellLayout(blocks, cell, across, room.label, corners, width, tallest)


def _below_each_other(heights: Sequence[int], wanted: int, columns: int) -> tuple[list[tuple[int, int]], int]:
    """The column and the top of each block where columns are as high as wanted, and the height of the tallest."""
    places, column, top, tallest = [], 0, 0, 0
    for height in heights:
        if top and top + height > wanted and column < columns - 1:
            column, top = column + 1, 0
        places.append((column, top))
        top += height
        tallest = max(tallest, top)
    return places, tallest


def labels_of(layout: CellLayout, metrics: QFontMetrics) -> list[str]:
    """What is written above the blocks: the ends of the names that are too long, and what tells those apart."""
    names = [one_line(block.label) for block in layout.blocks]
    ends = [metrics.elidedText(name, Qt.TextElideMode.ElideLeft, layout.width) for name in names]
    alike: dict[str, list[str]] = {}
    for name, end in zip(names, ends, strict=True):
        alike.setdefault(end, []).append(name)
    return [
        key_elided(metrics, name, alike[end], layout.width) if len(alike[end]) > 1 else end
        for name, end in zip(names, ends, strict=True)
    ]


# ---- The map.

NOWHERE: Final = -1
_MANY: Final = 10_000
"""Tensors from which on they are parted beside the event loop."""
_SMALLER: Final = 0.86
_GAPS_FROM: Final = 6
"""Pixels of a cell from which on there is a gap between two of them."""


class ModelMap(QAbstractScrollArea):
    """Cells as large as fit. `pointed` tells the tensor row under the pointer or the keyboard, `chosen` a click."""

    pointed = Signal(int)
    chosen = Signal(int)

    def __init__(self, tip_of: Callable[[int], str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tip_of = tip_of
        self._splitter: Splitter | None = None
        self._parting = LatestJob(self, turn=Turn(), done=self._take_blocks)
        self._blocks: Sequence[Block] | None = None
        self._at_once = True
        self._most = 0
        self.layout_: CellLayout | None = None
        self._pixels: Pixels = np.empty(0, np.uint32)
        self._picture: QPixmap | None = None
        self._place = NOWHERE
        self.setAccessibleName(say("Map of the model"))
        set_role(self, Role.Chart)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setMouseTracking(True)
        self.setMinimumSize(NARROWEST, 3 * CELLS[0])
        self.verticalScrollBar().valueChanged.connect(lambda _value: self.viewport().update())

    # ---- what is shown

    def show_tensors(self, catalogue: Catalogue | None) -> None:
        """Show the tensors of another file, or none."""
        self._place, self.layout_, self._blocks = NOWHERE, None, None
        self._parting.drop()
        self._at_once = catalogue is not None and len(catalogue.tensors) < _MANY
        self._splitter = Splitter(catalogue) if catalogue is not None and len(catalogue.tensors) else None
        self._lay_out()

    def colour(self, pixels: Pixels) -> None:
        """Colour the cells: one for each tensor row."""
        self._pixels, self._picture = pixels, None
        self.viewport().update()

    @property
    def current_row(self) -> int:
        """The tensor row that the keyboard is at, or -1."""
        return NOWHERE if self.layout_ is None or self._place < 0 else self.layout_.rows[self._place]

    def set_current_row(self, row: int) -> None:
        """Frame the cell of a tensor row, or none."""
        if self.layout_ is not None and row != self.current_row:
            self._place = self.layout_.place_of(row)
            self._scroll_to_place()
            self.viewport().update()

    def _lay_out(self) -> None:
        """Part the tensors anew where the room is for another number of blocks, and place the cells."""
        self._picture = None
        self.viewport().update()
        if self._splitter is None or not self.isVisible():
            return
        room = self._room()
        across = max(1, (room.width + BETWEEN) // (room.narrowest + BETWEEN))
        most = across * max(2, room.height // (room.label + CELLS[0]))
        if most != self._most or self._blocks is None:
            self._most = most
            splitter = self._splitter
            self._parting.ask(lambda _tick: splitter.blocks(most), at_once=self._at_once)
        elif not self._parting.busy:
            self._place_cells(room)

    def _take_blocks(self, blocks: Sequence[Block]) -> None:
        self._blocks, self._picture = blocks, None
        self._place_cells(self._room())

    def _place_cells(self, room: Room) -> None:
        assert self._blocks is not None
        row = self.current_row
        labels = (QFontMetrics(theme.key_font(_SMALLER)).horizontalAdvance(one_line(it.label)) for it in self._blocks)
        room = replace(room, widest=max(*labels, room.narrowest) + BETWEEN)
        self.layout_ = laid_out(self._blocks, room)
        self._place = NOWHERE if row < 0 else self.layout_.place_of(row)
        self.verticalScrollBar().setRange(0, max(0, self.layout_.height - room.height))
        self.verticalScrollBar().setPageStep(room.height)
        self.verticalScrollBar().setSingleStep(CELLS[0])
        self.viewport().update()

    def _room(self) -> Room:
        label = QFontMetrics(theme.key_font(_SMALLER)).height() + 2
        return Room(self.viewport().width(), self.viewport().height(), label, theme.px(NARROWEST))

    # ---- painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the picture, made once for each size and choice of colours, and the frame of the current cell."""
        layout = self.layout_
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), QColor(theme.colours().window))
        if layout is None or len(self._pixels) != layout.firsts[-1]:
            return
        if self._picture is None:
            self._picture = self._drawn(layout)
        down = self.verticalScrollBar().value()
        painter.drawPixmap(0, -down, self._picture)
        if self._place >= 0:
            x, y = layout.cell_corner(self._place)
            width = 2 if layout.cell >= _GAPS_FROM else 1
            painter.setPen(QPen(QColor(theme.colours().text), width))
            painter.drawRect(QRect(x - 1, y - down - 1, layout.cell, layout.cell))
        if self.hasFocus():
            painter.setPen(QColor(theme.colours().accent))
            painter.drawRect(self.viewport().rect().adjusted(0, 0, -1, -1))
        painter.end()

    def _drawn(self, layout: CellLayout) -> QPixmap:
        ground = QColor(theme.colours().window).rgb()
        pixels = np.full((max(layout.height, 1), max(self.viewport().width(), 1)), ground, np.uint32)
        for block, (left, top) in zip(layout.blocks, layout.corners, strict=True):
            down = -(-len(block.rows) // layout.columns)
            cells = np.full(down * layout.columns, ground, np.uint32)
            cells[: len(block.rows)] = self._pixels[np.asarray(block.rows)]
            shape = (down, layout.cell, layout.columns, layout.cell)
            large = np.broadcast_to(cells.reshape(down, 1, layout.columns, 1), shape).copy()
            if layout.cell >= _GAPS_FROM:
                large[:, -1], large[..., -1] = ground, ground
            part = large.reshape(down * layout.cell, layout.columns * layout.cell)
            part = part[:, : pixels.shape[1] - left]
            pixels[top + layout.label :][: len(part), left : left + part.shape[1]] = part
        image = QImage(pixels.data, pixels.shape[1], pixels.shape[0], pixels.strides[0], QImage.Format.Format_RGB32)
        picture = QPixmap.fromImage(image)
        self._paint_labels(picture, layout)
        return picture

    def _paint_labels(self, picture: QPixmap, layout: CellLayout) -> None:
        painter = QPainter(picture)
        font = theme.key_font(_SMALLER)
        metrics = QFontMetrics(font)
        painter.setFont(font)
        painter.setPen(QColor(theme.colours().muted))
        for label, (left, top) in zip(labels_of(layout, metrics), layout.corners, strict=True):
            painter.drawText(left, top + metrics.ascent(), label)
        painter.end()

    # ---- mouse and keyboard

    def row_at(self, point: QPoint) -> int:
        """The tensor row of the cell at a point of the viewport, or -1."""
        if self.layout_ is None:
            return NOWHERE
        place = self.layout_.place_at(point.x(), point.y() + self.verticalScrollBar().value())
        return self.layout_.rows[place] if place >= 0 else NOWHERE

    def viewportEvent(self, event: QEvent) -> bool:
        """What is under the pointer is told at once in words, and after a moment in a tooltip."""
        if isinstance(event, QHelpEvent):
            row = self.row_at(event.pos())
            QToolTip.showText(event.globalPos(), (tooltip(self._tip_of(row)) or "") if row >= 0 else "", self)
            return True
        if event.type() == QEvent.Type.Leave:
            self.pointed.emit(self.current_row)
        return super().viewportEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        row = self.row_at(event.position().toPoint())
        self.pointed.emit(row if row >= 0 else self.current_row)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        row = self.row_at(event.position().toPoint())
        if row >= 0 and event.button() == Qt.MouseButton.LeftButton:
            self.set_current_row(row)
            self.chosen.emit(row)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrow keys go from cell to cell, Enter and the space bar to the tensor in the tree."""
        layout, key = self.layout_, event.key()
        if layout is None:
            super().keyPressEvent(event)
            return
        last = len(layout.rows) - 1
        steps = {
            Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: -layout.columns, Qt.Key.Key_Down: layout.columns,
            Qt.Key.Key_Home: -last, Qt.Key.Key_End: last,
        }  # fmt: skip
        if key in steps:
            step = steps[Qt.Key(key)]
            to = self._place + step if self._place >= 0 or step == last else 0
            self._go(max(0, min(last, to)))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and self.current_row >= 0:
            self.chosen.emit(self.current_row)
        else:
            super().keyPressEvent(event)
            return
        event.accept()

    def _go(self, place: int) -> None:
        self._place = place
        self._scroll_to_place()
        self.viewport().update()
        self.setAccessibleDescription(one_line(self._tip_of(self.current_row)))
        self.pointed.emit(self.current_row)

    def _scroll_to_place(self) -> None:
        if self.layout_ is None or self._place < 0:
            return
        bar, top = self.verticalScrollBar(), self.layout_.cell_corner(self._place)[1]
        if not bar.value() <= top <= bar.value() + self.viewport().height() - self.layout_.cell:
            bar.setValue(top - self.viewport().height() // 2)

    # ---- room

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    def showEvent(self, event: QShowEvent) -> None:
        """Lay the cells out that nobody could see before."""
        super().showEvent(event)
        self._lay_out()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._lay_out()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

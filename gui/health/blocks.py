"""The map of a model without its colours: a block of cells a module, one cell a tensor, and where each cell lies."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, chain
from typing import Final

from core.catalogue.catalogue import Catalogue
from gui.document.outline import TOP, Outline
from gui.document.totals import Totals

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
            rows = self._rows(child)
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

    def _rows(self, node: int) -> list[int]:
        return [row for span in self._totals.spans(node) for row in span]

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
    """Pixels that there are: of the view, and of the label above a block."""

    width: int
    height: int
    label: int


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
    most = max(1, min(len(blocks), (room.width + BETWEEN) // (NARROWEST + BETWEEN)))
    for cell in CELLS:
        for columns in range(1, most + 1):
            found = _packed(blocks, room, cell, columns)
            if found.height <= room.height:
                return found
    return min((_packed(blocks, room, CELLS[-1], columns) for columns in range(1, most + 1)), key=lambda it: it.height)


def _packed(blocks: Sequence[Block], room: Room, cell: int, columns: int) -> CellLayout:
    """Blocks below each other, in columns of about one height."""
    width = (room.width + BETWEEN) // columns - BETWEEN
    across = max(1, width // cell)
    heights = [room.label + -(-len(block.rows) // across) * cell + _BELOW for block in blocks]
    wanted = max(room.height, 0)
    if columns > 1 and sum(heights) > wanted * columns:
        wanted = -(-sum(heights) // columns)
    corners, column, top, tallest = [], 0, 0, 0
    for height in heights:
        if top and top + height > wanted and column < columns - 1:
            column, top = column + 1, 0
        corners.append((column * (width + BETWEEN), top))
        top += height
        tallest = max(tallest, top)
    return CellLayout(blocks, cell, across, room.label, corners, width, tallest)

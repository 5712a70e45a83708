"""The rows that a folded and unfolded outline shows, as one flat list. No Qt here.

A tree widget asks its model about every row before it paints the first one, which takes a tenth of a
second at 75,000 rows. A flat list needs nothing but its length, so the view stays as quick as the
list is to make: some milliseconds.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gui.models.outline import TOP, Outline

#: A filter unfolds its matches up to this many rows; beyond, the user unfolds what they want.
UNFOLD_LIMIT = 5_000


@dataclass(frozen=True)
class Filtered:
    """The rows that a filter leaves, worked out on an outline of their own."""

    outline: Outline
    nodes: list[int]
    depths: list[int]
    unfolded: set[int]


def filtered(outline: Outline, matches: Iterable[int]) -> Filtered:
    """What `Rows.show_filtered` will show; reads the outline, changes nothing, and may run on any thread."""
    rows = Rows(outline.copy())
    rows.refilter(matches)
    return Filtered(rows.outline, rows.nodes, rows.depths, rows.unfolded)


class Rows:
    """The visible nodes of an outline in order, and how deep each lies.

    `unfolded` is what the user has unfolded. While a filter is on its own set is used, so that taking
    the filter away brings back what was there before.
    """

    def __init__(self, outline: Outline) -> None:
        self.outline = outline
        self.nodes: list[int] = []
        self.depths: list[int] = []
        self._unfolded: set[int] = set()
        self._unfolded_by_filter: set[int] = set()
        self._places: dict[int, int] | None = None
        self._unfiltered: tuple[list[int], list[int]] | None = None
        self.rebuild()

    @property
    def unfolded(self) -> set[int]:
        """The nodes whose children show where they themselves show."""
        return self._unfolded_by_filter if self.outline.filtered else self._unfolded

    def rebuild(self) -> None:
        """Work the list out anew, after the outline has changed."""
        self.nodes, self.depths = self._walk(TOP, 0)
        self._places = None
        self._unfiltered = None

    def refilter(self, matches: Iterable[int] | None) -> None:
        """Show only these entries with all that they lie in unfolded; None shows everything."""
        unfiltered = self._unfiltered if self.outline.filtered else (self.nodes, self.depths)
        self.outline.set_filter(matches)
        self._unfolded_by_filter = set()
        if matches is not None:
            self._unfold_matches()
        if matches is None and unfiltered is not None:
            self.nodes, self.depths = unfiltered
            self._places = None
            return
        self.rebuild()
        self._unfiltered = unfiltered if matches is not None else None

    def show_filtered(self, found: Filtered) -> None:
        """Show what `filtered` has worked out; the same as `refilter`, without the work."""
        unfiltered = self._unfiltered if self.outline.filtered else (self.nodes, self.depths)
        self.outline.adopt_filter(found.outline)
        self._unfolded_by_filter = found.unfolded
        if self.outline.like(found.outline):
            self.nodes, self.depths = found.nodes, found.depths
            self._places = None
        else:  # toggled or sorted while the filter was worked out
            self.rebuild()
        self._unfiltered = unfiltered

    def place(self, node: int) -> int:
        """The row of a node, or -1 when it does not show."""
        if self._places is None:
            self._places = {shown: row for row, shown in enumerate(self.nodes)}
        return self._places.get(node, -1)

    def below(self, row: int) -> int:
        """How many rows right after this one lie below it."""
        depth = self.depths[row]
        depths = self.depths
        end = row + 1
        while end < len(depths) and depths[end] > depth:
            end += 1
        return end - row - 1

    def is_unfolded(self, row: int) -> bool:
        """Whether the node of this row shows its children."""
        return self.nodes[row] in self.unfolded

    def insertion(self, row: int) -> tuple[list[int], list[int]]:
        """What unfolding a row would insert after it: nodes and depths."""
        return self._walk(self.nodes[row], self.depths[row] + 1)

    def insert(self, row: int, new: tuple[list[int], list[int]]) -> None:
        """Unfold a row: `new` is what `insertion` gave for it."""
        self.unfolded.add(self.nodes[row])
        self.nodes[row + 1 : row + 1] = new[0]
        self.depths[row + 1 : row + 1] = new[1]
        self._places = None

    def remove(self, row: int, count: int) -> None:
        """Fold a row that has `count` rows below it."""
        self.unfolded.discard(self.nodes[row])
        del self.nodes[row + 1 : row + 1 + count]
        del self.depths[row + 1 : row + 1 + count]
        self._places = None

    def unfold_a_little(self, limit: int = 40) -> None:
        """Unfold level by level whatever still fits a screen, for a first look; only what holds tensors, if any do."""
        room = limit - len(self.nodes)
        level = list(self.nodes)
        unfolds = self.outline.holds_tensors if self.outline.catalogue.tensors else self.outline.has_children
        while level:
            below: list[int] = []
            for node in filter(unfolds, level):
                children = self.outline.children(node)
                if len(children) <= room:
                    self.unfolded.add(node)
                    below += children
                    room -= len(children)
            level = below
        self.rebuild()

    def unfold_all(self, start: int = TOP) -> None:
        """Unfold a node and everything below; call `rebuild` after."""
        children, has_children = self.outline.children, self.outline.has_children
        pending = [start]
        while pending:
            below = [child for child in children(pending.pop()) if has_children(child)]
            self.unfolded.update(below)
            pending += below
        if start != TOP:
            self.unfolded.add(start)

    def fold_all(self, start: int = TOP) -> None:
        """Fold a node and everything below; call `rebuild` after."""
        if start == TOP:
            self.unfolded.clear()
            return
        pending = [start]
        while pending:
            node = pending.pop()
            if node in self.unfolded:
                self.unfolded.discard(node)
                pending += self.outline.children(node)

    def unfold_to(self, nodes: Iterable[int]) -> bool:
        """Unfold whatever hides these nodes; call `rebuild` when it returns True."""
        before = len(self.unfolded)
        seen: set[int] = set()
        for node in nodes:
            above = self.outline.parent(node)
            while above != TOP and above not in seen:
                seen.add(above)
                above = self.outline.parent(above)
        self.unfolded.update(seen)
        return len(self.unfolded) != before

    def _walk(self, start: int, depth: int) -> tuple[list[int], list[int]]:
        nodes: list[int] = []
        depths: list[int] = []
        unfolded = self.unfolded
        children = self.outline.children
        pending: list[tuple[int, int]] = [(node, depth) for node in reversed(children(start))]
        while pending:
            node, level = pending.pop()
            nodes.append(node)
            depths.append(level)
            if node in unfolded:
                pending += [(child, level + 1) for child in reversed(children(node))]
        return nodes, depths

    def _unfold_matches(self) -> None:
        """Unfold level by level whatever fits the limit."""
        outline = self.outline
        level: list[int] = list(outline.children(TOP))
        room = UNFOLD_LIMIT - len(level)
        while level and room > 0:
            below: list[int] = []
            for node in level:
                if not outline.has_children(node):
                    continue
                children = outline.children(node)
                if len(children) > room:
                    continue
                self._unfolded_by_filter.add(node)
                below += children
                room -= len(children)
            level = below

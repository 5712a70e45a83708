"""The rows that a folded and unfolded outline shows, as one flat list.

A tree widget asks its model about every row before it paints the first one, which takes a tenth of a
second at 75,000 rows. A flat list needs nothing but its length, so the view stays as quick as the
list is to make: some milliseconds. For half a million rows that is still too long, so a thread may make it on a copy.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import repeat

from core.catalogue.catalogue import Catalogue
from gui.document.outline import TOP, Outline
from gui.document.refused import plain_entries, refused_entries
from gui.document.removed_rows import RemovedRows
from gui.document.search_result import SearchResult
from gui.document.totals import tables_of

#: A filter unfolds its matches up to this many rows; beyond, the user unfolds what they want.
UNFOLD_LIMIT = 5_000

FIRST_LOOK = 30
"""Rows that a first look has where nobody knows how many fit."""

RowChange = Callable[["Rows"], object]
"""Something that changes which rows there are; the list itself is made anew afterwards."""


class Rows:
    """The visible nodes of an outline in order, and how deep each lies.

    `unfolded` is what the user has unfolded. While a filter is on its own set is used, so that taking
    the filter away brings back what was there before.
    """

    def __init__(self, outline: Outline) -> None:
        self.outline = outline
        self.nodes = array("i")
        self.depths = array("i")
        #: How many entries the filter matches; None without one.
        self.matches: int | None = None
        #: How many of them are tensors.
        self.matching_tensors = 0
        #: The entries that the filter matches, in the order of the file.
        self.found: Sequence[int] = ()
        #: What the filter has found; None without one.
        self.search_result: SearchResult | None = None
        #: Goes up whenever something changes, so that what a thread has made of an older state is told apart.
        self.version = 0
        self._stale = False
        self._unfolded: set[int] = set()
        self._unfolded_by_filter: set[int] = set()
        self._unfiltered: tuple[array[int], array[int]] | None = None
        self.rebuild()

    @property
    def unfolded(self) -> set[int]:
        """The nodes whose children show where they themselves show."""
        return self._unfolded_by_filter if self.outline.filtered else self._unfolded

    def changed(self, changes: Iterable[RowChange]) -> Rows:
        """A copy with some changes made to it; on any thread, this one stays as it is."""
        other = object.__new__(Rows)
        other.__dict__.update(self.__dict__)
        other.outline = self.outline.copy()
        other._unfolded = set(self._unfolded)
        other._unfolded_by_filter = set(self._unfolded_by_filter)
        for change in changes:
            change(other)
        other.rebuild()
        return other

    def adopt(self, other: Rows) -> None:
        """Show what a changed copy shows; nothing may have happened here since it was made."""
        outline = self.outline
        outline.adopt(other.outline)
        self.__dict__.update(other.__dict__, outline=outline, version=self.version + 1)

    def rebuild(self) -> None:
        """Work the list out anew, after the outline has changed."""
        self.nodes, self.depths = self._walk(TOP, 0)
        self._stale = False
        self.version += 1
        if not self.outline.filtered:
            self._unfiltered = None

    def set_modules(self, modules: bool) -> None:
        """Show dotted keys as modules, or flat; call `rebuild` after."""
        self.outline.set_modules(modules)
        self._forget()

    def set_order(self, key: Callable[[int], object] | None, reverse: bool = False) -> None:
        """Sort siblings, or not; call `rebuild` after."""
        self.outline.set_order(key, reverse)
        self._forget()

    def set_removed_rows(self, removed_rows: RemovedRows | None) -> None:
        """Show what only another file has, or no longer; call `rebuild` after."""
        self.outline.set_removed_rows(removed_rows)
        self._forget()

    def _forget(self) -> None:
        """What was shown before a filter is not what would be shown now."""
        self._unfiltered = None
        self._stale = True

    def refilter(self, matches: Sequence[int] | None, removed_rows: Collection[int] = ()) -> None:
        """Show only these entries, and ``removed_rows`` of another file, with all that they lie in unfolded.

        None shows everything. Call `rebuild` after.
        """
        if not self.outline.filtered:
            self._unfiltered = None if self._stale else (self.nodes, self.depths)
        self._stale = True
        self.outline.set_filter(matches, removed_rows)
        self._unfolded_by_filter = set()
        self.found = () if matches is None else matches
        self.matches = None if matches is None else len(matches) + self.outline.placed.count
        rows = self.outline.catalogue.rows
        self.matching_tensors = sum(rows[entry] >= 0 for entry in self.found)
        self.search_result = None if matches is None else SearchResult(self.outline)
        if matches is not None:
            self._unfold_matches()

    @property
    def remembers(self) -> bool:
        """Whether taking the filter away takes no time."""
        return self._unfiltered is not None

    def unfilter(self) -> None:
        """Take the filter away, and show again what was there before it; no `rebuild` is needed after."""
        before = self._unfiltered
        self.refilter(None)
        if before is None:
            self.rebuild()
            return
        self.nodes, self.depths = before
        self._unfiltered = None
        self._stale = False
        self.version += 1

    def place(self, node: int) -> int:
        """The row of a node, or -1 when it does not show."""
        try:
            return self.nodes.index(node)
        except ValueError:
            return -1

    def first_found(self) -> int:
        """The uppermost node that shows and that the filter itself matches, not what it lies in; -1 for none."""
        found = set(self.found)
        return next((node for node in self.nodes if node in found), -1)

    def below(self, row: int) -> int:
        """How many rows right after this one lie below it."""
        depth = self.depths[row]
        depths = self.depths
        end = row + 1
        while end < len(depths) and depths[end] > depth:
            end += 1
        return end - row - 1

    def is_unfolded(self, row: int) -> bool:
        return self.nodes[row] in self.unfolded

    def insertion(self, row: int) -> tuple[array[int], array[int]]:
        """What unfolding a row would insert after it: nodes and depths."""
        return self._walk(self.nodes[row], self.depths[row] + 1)

    def insert(self, row: int, new: tuple[array[int], array[int]]) -> None:
        """Unfold a row: `new` is what `insertion` gave for it."""
        self.unfolded.add(self.nodes[row])
        self.nodes[row + 1 : row + 1] = new[0]
        self.depths[row + 1 : row + 1] = new[1]
        self.version += 1

    def remove(self, row: int, count: int) -> None:
        """Fold a row that has `count` rows below it."""
        self.unfolded.discard(self.nodes[row])
        del self.nodes[row + 1 : row + 1 + count]
        del self.depths[row + 1 : row + 1 + count]
        self.version += 1

    def unfold_a_little(self, limit: int = FIRST_LOOK) -> None:
        """Fold all, and unfold as many whole levels as fit so many rows, for a first look.

        Only what holds tensors is unfolded, if anything does. A row that would be alone is, whatever it holds. The
        attributes of a module stay folded: nearly all of them are torch's own.
        """
        self.unfolded.clear()
        outline = self.outline
        holds = outline.holds_tensors if outline.catalogue.tensors else outline.has_children
        level: list[int] = list(self.outline.children(TOP))
        count = len(level)
        while level:
            opened = [node for node in level if holds(node) and not outline.is_attributes(node)]
            level = [child for node in opened for child in self.outline.children(node)]
            if count + len(level) > limit and count > 1:
                break
            self.unfolded.update(opened)
            count += len(level)
        self.rebuild()

    def unfold_all(self, start: int = TOP) -> None:
        """Unfold a node and everything below; call `rebuild` after."""
        outline = self.outline
        self._stale = True
        pending = [start]
        while pending:
            below = outline.foldable(outline.children(pending.pop()))
            self.unfolded.update(below)
            pending += below
        if start != TOP:
            self.unfolded.add(start)

    def fold_all(self, start: int = TOP) -> None:
        """Fold a node and everything below; call `rebuild` after."""
        self._stale = True
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

    def _walk(self, start: int, depth: int) -> tuple[array[int], array[int]]:
        """What shows below a node: a stack of half-walked siblings, and leaves all at once."""
        nodes, depths = array("i"), array("i")
        add_node, add_depth = nodes.append, depths.append
        unfolded, children = self.unfolded, self.outline.children
        level = depth
        stack = [iter(children(start))]
        while stack:
            for node in stack[-1]:
                add_node(node)
                add_depth(level)
                if node not in unfolded:
                    continue
                below = children(node)
                if unfolded.isdisjoint(below):
                    nodes.extend(below)
                    depths.extend(repeat(level + 1, len(below)))
                else:
                    stack.append(iter(below))
                    level += 1
                    break
            else:
                stack.pop()
                level -= 1
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


def fill_caches(catalogue: Catalogue) -> None:
    """Fill the caches of a catalogue; for the thread that opens it. Everything works without, only later."""
    tables_of(catalogue)
    Rows(Outline(catalogue)).unfold_a_little()
    refused_entries(catalogue)
    plain_entries(catalogue)
    catalogue.meaning(0)
    catalogue.subtree_rows(0)
    _ = catalogue.rows_of_storage

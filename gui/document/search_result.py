"""What a search has found, and what a row that shows while it is on stands for.

This is the one place that says so, for the count beside the tree, the menu, Del and the keys that are copied alike:

- Nothing is touched that the user does not see as selected. A mail program that deletes what a search hides has
  deleted mail, and a tool that maps 250 tensors where five were listed has done the same.
- So a row stands for what the search found of it, unfolded or not: a module of 250 tensors of which five were found
  is, as long as the search is on, a row of five. Something all of which was found, and a container that was itself
  found with nothing below it, is whole.
- Ending the search makes no selection larger: what stood for a part leaves that part selected (`SearchResult.kept`).
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import compress

from core.catalogue.catalogue import Catalogue
from gui.document import selection
from gui.document.outline import Outline


class SearchResult:
    """The entries that a search found whole; it holds no catalogue and may be made on any thread."""

    def __init__(self, outline: Outline) -> None:
        catalogue = outline.catalogue
        self._whole = selection.shown_whole(catalogue, outline.shown)
        self._places = array("i", compress(range(len(catalogue)), self._whole))
        self._rows = selection.held(catalogue, self._places).rows

    def count(self, spans: Iterable[range]) -> int:
        """How many tensors of some spans of tensor rows were found."""
        return sum(stop - start for start, stop in map(self._between, spans))

    def rows(self, spans: Iterable[range]) -> Sequence[int]:
        """The rows of the tensors that were found in some spans of rows."""
        parts = [self._rows[start:stop] for start, stop in map(self._between, spans)]
        return parts[0] if len(parts) == 1 else [row for part in parts for row in part]

    def _between(self, span: range) -> tuple[int, int]:
        return bisect_left(self._rows, span.start), bisect_left(self._rows, span.stop)

    def within(self, catalogue: Catalogue, entries: Sequence[int]) -> Sequence[int]:
        """What was found of some entries: the uppermost that were found whole."""
        return selection.uppermost_within(catalogue, entries, self._places)

    def stands_for(self, outline: Outline, nodes: Sequence[int]) -> Sequence[int]:
        """The entries that selected nodes stand for while the search is on."""
        return self.within(outline.catalogue, selection.entries_of(outline, nodes))

    def whole(self, outline: Outline, nodes: Sequence[int]) -> Sequence[int]:
        """Return the nodes that stand for all that they hold."""
        return selection.all_marked(outline, nodes, self._whole)

    def kept(self, outline: Outline, nodes: Sequence[int]) -> Sequence[int]:
        """The nodes to select when the search ends: in the place of a part of something, the entries of that part."""
        whole = self.whole(outline, nodes)
        if len(whole) == len(nodes):
            return nodes
        known = set(whole)
        parts = self.stands_for(outline, [node for node in nodes if node not in known])
        return array("i", dict.fromkeys((*whole, *outline.nodes_for(parts))))

"""What only the other file has, as rows where it would be in this one.

A removed row is a node below `TOP`: no entry of the document, and nothing that can be selected stands for it. In a
tree of modules one such row stands for a whole module that is not here, however many keys the other file has of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from core.catalogue.catalogue import Catalogue

_TOP = -1
"""The node above everything: `gui.document.outline.TOP`."""
FIRST = -2
"""The removed row of entry 0 of the other file; that of the next entry is one less."""


class Homes(Protocol):
    """What an outline, which is told of removed rows, knows of the places where they could lie."""

    catalogue: Catalogue

    @property
    def shows_root(self) -> bool:
        """Whether the root is a row of its own."""

    def parts_keys(self, entry: int) -> bool:
        """Whether the dots in the keys right below an entry mean modules."""

    def group(self, entry: int, prefix: str) -> int:
        """The node of a module."""

    def nodes_for(self, entries: Iterable[int]) -> list[int]:
        """The nodes that stand for entries."""

    def ancestors(self, node: int) -> list[int]:
        """Return all nodes above one."""


class RemovedRow(NamedTuple):
    """One row: the key as it is called at its place, the node that it lies in, and the entries of the other file that
    it stands for.
    """

    label: str
    home: int
    entries: list[int]


@dataclass
class Placed:
    """Which removed rows lie right below which node, what they are, and in which nodes they lie."""

    below: dict[int, list[int]] = field(default_factory=dict)
    removed_rows: dict[int, RemovedRow] = field(default_factory=dict)
    above: Counter[int] = field(default_factory=Counter)
    """How many entries of the other file lie below each of these nodes."""

    @property
    def count(self) -> int:
        """How many entries of the other file they stand for."""
        return sum(len(removed.entries) for removed in self.removed_rows.values())

    def standing_for(self, entry: int, theirs: Catalogue) -> int | None:
        """The removed row that stands for an entry of the other file, if one does."""
        for node, removed in self.removed_rows.items():
            if any(top <= entry < theirs.ends[top] for top in removed.entries):
                return node
        return None


NO_REMOVED_ROWS = Placed()


class RemovedRows:
    """The entries that only the other file has, those that lie in none of the others alone."""

    def __init__(self, theirs: Catalogue, only_there: Collection[int], places: Mapping[int, int]) -> None:
        """``places`` has the entry of the document for each entry of the other file that both have."""
        self.theirs = theirs
        self.tops: list[tuple[int, int, str]] = []
        """The entry of the document in which each would be, its own, and its key there."""
        for entry in sorted(only_there):
            label, parent = theirs.label_text(entry), theirs.parents[entry]
            while parent > 0 and parent not in places:
                label, parent = f"{theirs.label_text(parent)}/{label}", theirs.parents[parent]
            self.tops.append((places.get(parent, 0), entry, label))

    def placed(self, outline: Homes, found: Collection[int] | None) -> Placed:
        """The rows that an outline shows; ``found`` are the entries that a search found, None without one."""
        placed = Placed()
        prefixes: dict[int, set[str]] = {}
        modules: dict[tuple[int, str], int] = {}
        for parent, entry, label in self.tops:
            if found is not None and not self._is_found(entry, found):
                continue
            head, name = "", label
            dotted = outline.parts_keys(parent) and "." in name
            if dotted:
                if parent not in prefixes:
                    prefixes[parent] = _prefixes(outline.catalogue, parent)
                head, name = _split(name, prefixes[parent])
            home = outline.group(parent, head) if head else _node_of(outline, parent)
            if dotted and (home, name) in modules:
                placed.removed_rows[modules[home, name]].entries.append(entry)
                continue
            node = FIRST - entry
            modules[home, name] = node
            placed.below.setdefault(home, []).append(node)
            placed.removed_rows[node] = RemovedRow(name, home, [entry])
        for home, below in placed.below.items():
            count = sum(len(placed.removed_rows[node].entries) for node in below)
            placed.above.update(dict.fromkeys((home, *outline.ancestors(home)), count))
        return placed

    def _is_found(self, entry: int, found: Collection[int]) -> bool:
        return any(each in found for each in range(entry, self.theirs.ends[entry]))


def _node_of(outline: Homes, entry: int) -> int:
    node = outline.nodes_for([entry])[0]
    return _TOP if node == 0 and not outline.shows_root else node


def _prefixes(catalogue: Catalogue, parent: int) -> set[str]:
    """Return all beginnings of the dotted keys of a state dict."""
    found: set[str] = set()
    for child in catalogue.children(parent):
        head = catalogue.label_text(child)
        while "." in head:
            head = head.rpartition(".")[0]
            if head in found:
                break
            found.add(head)
    return found


def _split(label: str, prefixes: set[str]) -> tuple[str, str]:
    """The longest beginning of a key that is here too, and the next segment of it."""
    parts: Sequence[str] = label.split(".")
    for count in range(len(parts) - 1, 0, -1):
        head = ".".join(parts[:count])
        if head in prefixes:
            return head, parts[count]
    return "", parts[0]

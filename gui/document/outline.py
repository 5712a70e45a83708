"""The catalogue as an outline to unfold: entries, and modules made out of dotted keys.

A *node* is an int. Below `len(catalogue.ends)` it is a catalogue entry; above, a *group*: the keys of
one state dict that share a dotted prefix, such as `layer1.0`. `TOP` is above everything and never
shown. Nodes keep their numbers for the life of the outline, whatever is filtered, sorted or folded,
so that selections can be remembered as nodes. Below `TOP` are removed rows (`gui.document.removed_rows`):
what another file has here and this one has not. Everything is worked out level by level when it is first
asked for; a level costs one pass over its keys.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from threading import RLock
from typing import Any

from core.catalogue.catalogue import Catalogue
from core.catalogue.derived import derived
from gui.document.pickled_models import ATTRIBUTES, models_of
from gui.document.removed_rows import NO_REMOVED_ROWS, Placed, RemovedRows

TOP = -1
DEEPEST = 60
"""Dots make so many levels of modules at most. The rest of a longer key stays one piece: no model nests that deep."""

SortKey = Callable[[int], Any]


@dataclass
class Structure:
    """Remembers what outlines have found out about a catalogue. No filter, order or toggle changes it.

    `groups` are state dict and prefix of each group, `group_ids` the way back, `members` the keys of a
    group, `flat` and `grouped` what lies right below a node, the latter where dots mean modules. A search on
    another thread may add to it: whoever adds holds the lock. There is no catalogue in it.
    """

    lock: RLock = field(default_factory=RLock)
    groups: list[tuple[int, str]] = field(default_factory=list)
    group_ids: dict[tuple[int, str], int] = field(default_factory=dict)
    members: dict[int, list[int]] = field(default_factory=dict)
    flat: dict[int, list[int]] = field(default_factory=dict)
    grouped: dict[int, list[int]] = field(default_factory=dict)


@derived
def structure_of(_catalogue: Catalogue) -> Structure:
    """What is known of the structure of a catalogue so far; outlines of one catalogue share it."""
    return Structure()


class Outline:
    """Which nodes lie below which, under the present filter and order.

    `modules` shows the dotted keys of state dicts as a tree of modules, else as the flat keys that
    torch sees.
    """

    def __init__(self, catalogue: Catalogue, modules: bool = True) -> None:
        self.catalogue = catalogue
        self.modules = modules
        self._entries = len(catalogue.ends)
        self._dotted = frozenset(catalogue.state_dicts)
        self._models = models_of(catalogue)
        self._structure = structure_of(catalogue)
        self._lock = self._structure.lock
        self._groups = self._structure.groups
        self._group_ids = self._structure.group_ids
        self._members = self._structure.members
        self._shown: bytearray | None = None
        self._key: SortKey | None = None
        self._reverse = False
        self._children: dict[int, Sequence[int]] = {}
        self._removed_rows: RemovedRows | None = None
        self._found_removed: Collection[int] | None = None
        self._placed: Placed | None = None

    # ---- what is shown

    def set_modules(self, modules: bool) -> None:
        """Show dotted keys as modules, or flat."""
        if modules != self.modules:
            self.modules = modules
            self._forget()

    def set_filter(self, matches: Iterable[int] | None, removed_rows: Collection[int] = ()) -> None:
        """Show only these entries, these of the other file, and what they lie in; None shows everything."""
        self._shown = None if matches is None else self._with_ancestors(matches)
        self._found_removed = None if matches is None else removed_rows
        self._forget()
        if self._shown is not None:
            for node in self.placed.above:
                if 0 <= node < self._entries:
                    self._shown[node] = 1

    def set_removed_rows(self, removed_rows: RemovedRows | None) -> None:
        """Show the rows that only another file has; None hides them."""
        self._removed_rows = removed_rows
        self._forget()

    def _forget(self) -> None:
        self._children.clear()
        self._placed = None

    def copy(self) -> Outline:
        """Return another outline of the same catalogue that shows the same."""
        other = Outline(self.catalogue, self.modules)
        other.set_order(self._key, self._reverse)
        other._shown = self._shown
        other._removed_rows, other._found_removed = self._removed_rows, self._found_removed
        return other

    def adopt(self, other: Outline) -> None:
        """Show what a copy shows, and take over what it has found out."""
        self.modules, self._key, self._reverse = other.modules, other._key, other._reverse
        self._shown, self._children = other._shown, other._children
        self._removed_rows, self._found_removed, self._placed = other._removed_rows, other._found_removed, other._placed

    def set_order(self, key: SortKey | None, reverse: bool = False) -> None:
        """Sort siblings by a raw value of each node; None is the order of the file."""
        self._key = key
        self._reverse = reverse
        self._children.clear()

    @property
    def filtered(self) -> bool:
        return self._shown is not None

    @property
    def shown(self) -> bytes | bytearray:
        """Whether the filter lets an entry through, a byte for each of the file."""
        return b"\1" * self._entries if self._shown is None else self._shown

    def shows(self, entry: int) -> bool:
        """Whether the filter lets an entry through."""
        return self._shown is None or bool(self._shown[entry])

    def _with_ancestors(self, matches: Iterable[int]) -> bytearray:
        shown = bytearray(self._entries)
        parents = self.catalogue.parents
        for match in matches:
            entry = match
            while entry >= 0 and not shown[entry]:
                shown[entry] = 1
                entry = parents[entry]
        return shown

    # ---- structure

    def children(self, node: int) -> Sequence[int]:
        """The nodes right below a node that the filter lets through, in order."""
        found = self._children.get(node)
        if found is None:
            if node < TOP:
                return ()
            found = self._visible(self._split(node))
            removed_rows = self.placed.below.get(node)
            if removed_rows:
                found = [*found, *removed_rows]
            self._children[node] = found
        return found

    def has_children(self, node: int) -> bool:
        """Whether there is anything to unfold, without working out what."""
        if node >= self._entries:
            return True
        if node < TOP:
            return False
        if node in self.placed.above:
            return True
        end = self.catalogue.ends[node]
        if self._shown is not None:
            return self._shown.find(1, node + 1, end) >= 0
        return end > node + 1

    def foldable(self, nodes: Iterable[int]) -> list[int]:
        """Return the nodes that have anything to unfold."""
        if self._shown is not None or self._removed_rows is not None:
            return list(filter(self.has_children, nodes))
        ends, entries = self.catalogue.ends, self._entries
        return [node for node in nodes if node >= entries or ends[node] > node + 1]

    def holds_tensors(self, node: int) -> bool:
        """Whether tensors lie below a node; a tensor itself holds none."""
        if self.is_group(node):
            return any(self.catalogue.rows[member] >= 0 or self.holds_tensors(member) for member in self.members(node))
        return self.has_children(node) and node > TOP and len(self.catalogue.subtree_rows(node)) > 0

    def parent(self, node: int) -> int:
        """The node right above; `TOP` for the uppermost ones."""
        if node < TOP:
            return self.placed.removed_rows[node].home
        if self.is_group(node):
            entry, prefix = self._groups[node - self._entries]
        elif self.modules and node in self._models.homes:
            entry, prefix = self._models.homes[node], ""
            if self.catalogue.parents[node] == entry and node not in self._models.hidden:
                return self.group(entry, ATTRIBUTES)
        else:
            entry, prefix = self.catalogue.parents[node], self._segments(node)
        if entry < 0:
            return TOP
        if "." in prefix:
            return self.group(entry, _parted(prefix)[0])
        return TOP if entry == 0 and not self.shows_root else entry

    @property
    def placed(self) -> Placed:
        """The removed rows that show, and where."""
        placed = self._placed
        if placed is None:
            placed = self._placed = (
                NO_REMOVED_ROWS if self._removed_rows is None else self._removed_rows.placed(self, self._found_removed)
            )
        return placed

    def nodes_for(self, entries: Iterable[int]) -> list[int]:
        """The nodes that stand for entries: the module, where a dict inside of it is not shown."""
        hidden, homes = self._models.hidden, self._models.homes
        if not self.modules or not hidden:
            return list(entries)
        return list(dict.fromkeys(homes[entry] if entry in hidden else entry for entry in entries))

    def note(self, node: int) -> str:
        """What an entry of a whole pickled model is: the class of a module, a parameter, a buffer."""
        return self._models.notes.get(node, "")

    @property
    def shows_root(self) -> bool:
        """A file that is one whole model begins with the row of that model, which has its class."""
        return self.modules and 0 in self._models.children

    def ancestors(self, node: int) -> list[int]:
        """The nodes that must be unfolded for this one to show, uppermost first."""
        found: list[int] = []
        above = self.parent(node)
        while above != TOP:
            found.append(above)
            above = self.parent(above)
        return found[::-1]

    @property
    def first_group(self) -> int:
        """The lowest number that a group can have."""
        return self._entries

    def is_group(self, node: int) -> bool:
        """Whether the node is a module made out of dotted keys and no entry of the file."""
        return node >= self._entries

    def prefix(self, group: int) -> tuple[int, str]:
        """The state dict of a group, and the dotted prefix (no dot at its end) that its keys share."""
        return self._groups[group - self._entries]

    def label(self, node: int) -> str:
        """The node's name among its siblings."""
        if self.is_group(node):
            return self.prefix(node)[1].rpartition(".")[2]
        return _parted(self._segments(node))[1] if self._is_dotted(node) else self.catalogue.label_text(node)

    def is_attributes(self, node: int) -> bool:
        """Whether a node is what a module holds besides parameters, buffers and modules."""
        entry, prefix = self.prefix(node) if self.is_group(node) else (TOP, "")
        return prefix == ATTRIBUTES and entry in self._models.attributes

    def members(self, node: int) -> Sequence[int]:
        """The entries a node stands for: itself, or the keys below a group, whatever the filter."""
        if not self.is_group(node):
            return (node,) if node >= 0 else ()
        if node not in self._members:
            entry = self.prefix(node)[0]
            if self.is_attributes(node):
                return self._models.attributes[entry]
            above = self.parent(node)
            siblings = self.members(above) if self.is_group(above) else self.catalogue.children(entry)
            with self._lock:
                self._distribute(siblings, entry, self.prefix(above)[1] if self.is_group(above) else None)
                self._members.setdefault(node, [])
        return self._members[node]

    def members_of(self, groups: Sequence[int]) -> Sequence[Sequence[int]]:
        """The keys below each of many groups."""
        known = list(filter(None, map(self._members.get, groups)))
        return known if len(known) == len(groups) else list(map(self.members, groups))

    def entries(self, node: int) -> list[int]:
        """Every entry that a node covers, with all that lies below."""
        ends = self.catalogue.ends
        return [entry for member in self.members(node) for entry in range(member, ends[member])]

    # ---- one level

    def parts_keys(self, entry: int) -> bool:
        """Whether the dots in the keys right below an entry mean modules."""
        return self.modules and entry in self._dotted

    def _is_dotted(self, entry: int) -> bool:
        return self.modules and self.catalogue.parents[entry] in self._dotted

    def _segments(self, entry: int) -> str:
        """The key of an entry where its dots mean modules, else a stand-in without dots."""
        if not self._is_dotted(entry):
            return ""
        label = self.catalogue.labels[entry]
        return label if isinstance(label, str) else ""

    def group(self, entry: int, prefix: str) -> int:
        """The node of a prefix that keys of a state dict share."""
        node = self._group_ids.get((entry, prefix))
        if node is None:
            with self._lock:
                node = self._group_ids.get((entry, prefix))
                if node is None:
                    node = self._entries + len(self._groups)
                    self._groups.append((entry, prefix))
                    self._group_ids[entry, prefix] = node
        return node

    def _split(self, node: int) -> list[int]:
        """Return all nodes right below a node, in the order of the file."""
        entry = max(node, 0)
        grouped = self.modules and (self.is_group(node) or entry in self._dotted or entry in self._models.children)
        known = self._structure.grouped if grouped else self._structure.flat
        found = known.get(node)
        if found is None:
            with self._lock:
                found = known[node] = known.get(node) or self._below(node, grouped)
        return found

    def _below(self, node: int, grouped: bool) -> list[int]:
        if self.is_group(node):
            entry, prefix = self.prefix(node)
            if self.is_attributes(node):
                return self._models.attributes[entry]
            return self._distribute(self.members(node), entry, prefix)
        entry = max(node, 0)  # what lies below `TOP` is what lies below the root
        if grouped and entry in self._models.children:
            return [0] if node == TOP else self._of_module(entry)
        children = self.catalogue.children(entry)
        if grouped:
            return self._distribute(children, entry, None)
        return children if children or node != TOP else [0]

    def _of_module(self, entry: int) -> list[int]:
        """What lies in a module, and last the attributes that are none of it, as one group."""
        attributes = self._models.attributes[entry]
        if not attributes:
            return self._models.children[entry]
        group = self.group(entry, ATTRIBUTES)
        return [*self._models.children[entry], group]

    def _distribute(self, entries: Iterable[int], entry: int, prefix: str | None) -> list[int]:
        """Part the keys of a state dict by the segment that follows `prefix`, or by the first one if None.

        A prefix may be empty: that of a key such as `.weight`.
        """
        labels = self.catalogue.labels
        skip = 0 if prefix is None else len(prefix) + 1
        found: list[int] = []
        if prefix is not None and prefix.count(".") >= DEEPEST:
            return list(entries)
        groups: dict[str, list[int]] = {}
        for child in entries:
            label = labels[child]
            dot = label.find(".", skip) if isinstance(label, str) else -1
            if dot < 0:
                found.append(child)
                continue
            head = label[:dot]
            below = groups.get(head)
            if below is None:
                below = groups[head] = []
                found.append(self.group(entry, head))
            below.append(child)
        # Told when they are whole, and never changed again: others may be reading.
        for head, below in groups.items():
            self._members.setdefault(self.group(entry, head), below)
        return found

    def _visible(self, nodes: list[int]) -> Sequence[int]:
        shown = self._shown
        if shown is not None:
            entries = self._entries
            nodes = [node for node in nodes if (shown[node] if node < entries else self._is_group_shown(node, shown))]
        if self._key is not None:
            nodes = sorted(nodes, key=self._key, reverse=self._reverse)
        return nodes

    def _is_group_shown(self, node: int, shown: bytearray) -> bool:
        members = self._members.get(node)
        for member in self.members(node) if members is None else members:
            if shown[member]:
                return True
        return node in self.placed.above


def _parted(key: str) -> tuple[str, str]:
    """The module that a key lies in, and its name there."""
    if key.count(".") <= DEEPEST:
        head, _, name = key.rpartition(".")
        return head, name
    parts = key.split(".", DEEPEST + 1)
    return ".".join(parts[:-1]), parts[-1]

"""Follows the tree of the source through a graph that was read back: has it the tensors that were promised?

Most of what a save is checked for needs no tree and no tables of the new file. Where the same keys lead to the same
tensors in the same order, a walk along those of the source tells, in a fraction of the time and of the memory. What
the walk does not understand it leaves undecided; nothing is called the same that was not compared.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import Any

from core.edits.preview import Preview
from core.objects.children import children_of
from core.objects.tensors import USUAL, Facts, plain_facts, tensor_spec
from core.objects.value_text import key_text
from core.pickling.nodes import Call, DictNode, Global, PersistentId

_BATCH = 1000  # tensors that are compared at once
_PLAIN_KEYS = frozenset({str, int})
_LEAVES = frozenset({str, int, float, bool, type(None), bytes, bytearray, Global, PersistentId})
_DEVICE = Global("torch", "device")


def same_tensors(preview: Preview, keys: Mapping[str, str], root: Any, pause: Callable[[], None]) -> int | None:
    """How many tensors ``root`` has, if they are those that the preview promised, in order, with the same sharing.

    ``keys`` has the new key of each storage of the source; ``pause`` is called now and then. None where this look
    does not tell.
    """
    if not can_be_followed(preview):
        return None
    walk = _Walk(preview, keys, pause)
    try:
        same = walk.run(root)
    except RecursionError:  # keys within keys within keys
        return None
    return walk.compared if same and walk.compared == sum(preview.kept_tensors) else None


def can_be_followed(preview: Preview) -> bool:
    """Whether the tree of the source is one to walk along: tensors stand where they stood, none was made or cut.

    And each is a leaf, with a storage that says its device.
    """
    tree = preview.catalogue.tree
    planned = preview.moved or preview.new_tensors or preview.pieces
    return not (planned or tree.repeats or tree.carried or tree.holders)


class _Walk:
    def __init__(self, preview: Preview, keys: Mapping[str, str], pause: Callable[[], None]) -> None:
        self.preview = preview
        self.pause = pause
        self.compared = 0
        self.catalogue = preview.catalogue
        self.tree = preview.catalogue.tree
        self.keys = keys
        self.places = preview.storage_devices
        self.sizes = self.catalogue.storage_columns.nbytes
        self.entries: list[int] = []  # entries with nothing below them, and what was found for them
        self.labels: list[Any] = []
        self.values: list[Any] = []
        self.rows: list[int] = []  # tensors still to be compared: as promised, and as found
        self.calls: list[Call] = []
        self.below: list[tuple[int, Any]] = []  # entries with something below them, and what was found for them

    def run(self, root: Any) -> bool:
        """Whether all that is promised below the root is below ``root``."""
        if not self._see((self.preview.root,), (root,)):
            return False
        ends, gone = self.tree.ends, self.preview.gone
        while self.below:
            entry, found = self.below.pop()
            leaves = ends[entry] - entry - 1
            if type(found) is DictNode and len(found.items) == 2 * leaves and not gone:
                # As many items as entries: none has any below it. Nearly all of a large file is in such dicts.
                self.entries += range(entry + 1, entry + 1 + leaves)
                self.labels += found.items[::2]
                self.values += found.items[1::2]
            elif not self._open(entry, found):
                return False
            if len(self.entries) >= _BATCH and not self._check():
                return False
        return self._check() and self._compare()

    def _open(self, entry: int, found: Any) -> bool:
        """Note the children of an entry, whatever it is; False where others were found."""
        children = [child[:2] for child in children_of(found) or ()]
        entries = [child for child in self.catalogue.children(entry) if not self.preview.dropped(child)]
        new = len(children) - len(entries)
        if new < 0 or not all(_holds_nothing(child[1]) for child in children[:new]):
            return False
        labels, values = [label for label, _ in children[new:]], [value for _, value in children[new:]]
        return self._agree(entries, labels, values)

    def _check(self) -> bool:
        """Look at the leaves that were noted."""
        ends = self.tree.ends
        if any(ends[entry] > entry + 1 for entry in self.entries):
            return False
        if not self._agree(self.entries, self.labels, self.values):
            return False
        self.entries, self.labels, self.values = [], [], []
        return True

    def _agree(self, entries: Sequence[int], labels: Sequence[Any], values: Sequence[Any]) -> bool:
        """Whether entries have the keys that were found; some at a time, which leaves other threads their turn."""
        for first in range(0, len(entries), _BATCH):
            batch = slice(first, first + _BATCH)
            if not _same_keys(labels[batch], self._promised(entries[batch])):
                return False
            if not self._see(entries[batch], values[batch]):
                return False
        return True

    def _promised(self, entries: Sequence[int]) -> list[Any]:
        """The keys that were promised."""
        rewrite, homes = self.preview.rewrite, self.tree.homes
        if rewrite.nodes or not rewrite.homes.keys().isdisjoint([id(homes[entry]) for entry in entries]):
            return list(map(self.preview.label, entries))
        return list(map(self.tree.labels.__getitem__, entries))

    def _see(self, entries: Sequence[int], values: Sequence[Any]) -> bool:
        """Note what is to be compared; False where an entry has become something else."""
        rows = list(map(self.catalogue.rows.__getitem__, entries))
        if rows and min(rows) >= 0 and set(map(type, values)) == {Call}:
            self.rows += rows
            self.calls += values
        elif not self._see_each(entries, rows, values):
            return False
        return len(self.calls) < _BATCH or self._compare()

    def _see_each(self, entries: Sequence[int], rows: Sequence[int], values: Sequence[Any]) -> bool:
        ends, below = self.tree.ends, self.below
        for entry, row, value in zip(entries, rows, values, strict=True):
            if row >= 0:
                if type(value) is not Call:
                    return False
                self.rows.append(row)
                self.calls.append(value)
            elif ends[entry] > entry + 1:
                below.append((entry, value))
            elif type(value) not in _LEAVES and not _holds_nothing(value):
                return False
        return True

    def _compare(self) -> bool:
        """Compare the tensors that were noted."""
        for first in range(0, len(self.calls), _BATCH):
            batch = slice(first, first + _BATCH)
            found = _facts(self.calls[batch])
            if found is None or not self._same(self.rows[batch], found):
                return False
            self.compared += len(found.keys)
            self.pause()
        self.rows.clear()
        self.calls.clear()
        return True

    def _same(self, rows: Sequence[int], found: Facts) -> bool:
        """Whether tensors are what the rows promised, column by column."""
        saved = self.tree.facts
        storages = list(map(self.catalogue.storage_of.__getitem__, rows))
        if list(found.keys) != list(map(self.keys.get, map(saved.keys.__getitem__, rows))):
            return False
        return all(
            list(column) == list(map(promised.__getitem__, which))
            for column, promised, which in (
                (found.devices, self.places, storages),
                (found.storage_bytes, self.sizes, storages),
                (found.dtypes, saved.dtypes, rows),
                (found.shapes, saved.shapes, rows),
                (found.strides, saved.strides, rows),
                (found.offsets, saved.offsets, rows),
                (found.requires_grad, saved.requires_grad, rows),
                (found.parameters, saved.parameters, rows),
            )
        )


def _facts(calls: Sequence[Call]) -> Facts | None:
    """What is said of tensors; None where one of them is none."""
    if all(call.func == USUAL for call in calls):
        usual = plain_facts(calls)
        if usual is not None:
            return usual
    specs = [tensor_spec(call) for call in calls]
    each = [Facts.of(spec) for spec in specs if spec is not None]
    return Facts(*map(list, map(chain.from_iterable, zip(*each, strict=True)))) if len(each) == len(specs) else None


def _same_keys(found: Sequence[Any], promised: Sequence[Any]) -> bool:
    """Whether keys are of the same kinds and the same, or, where they are no texts and numbers, read the same."""
    kinds = list(map(type, found))
    if kinds != list(map(type, promised)):
        return False
    return (
        found == promised
        if _PLAIN_KEYS.issuperset(kinds)
        else list(map(key_text, found)) == list(map(key_text, promised))
    )


def _holds_nothing(value: Any) -> bool:
    """Whether a node has no place for a tensor."""
    return type(value) in _LEAVES or (type(value) is Call and value.func == _DEVICE) or children_of(value) is None

"""Follows the tree of the source through a graph that was read back: has it the tensors that were promised?

Most of what a save is checked for needs no tree and no tables of the new file. Where the same keys lead to the same
tensors in the same order, a walk along those of the source tells, in a fraction of the time and of the memory. What
the walk does not understand it leaves undecided; nothing is called the same that was not compared.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from core.graph import Call, DictNode, Global, PersistentId
from core.preview import Preview
from core.tensors import USUAL, TensorSpec, plain_specs, tensor_spec
from core.text import key_text
from core.tree import children_of

_BATCH = 1000  # tensors that are compared at once
_PLAIN_KEYS = frozenset({str, int})
_LEAVES = frozenset({str, int, float, bool, type(None), bytes, bytearray, Global, PersistentId})
_DEVICE = Global("torch", "device")


def same_tensors(preview: Preview, keys: Mapping[str, str], root: Any, pause: Callable[[], None]) -> int | None:
    """How many tensors ``root`` has, if they are those that the preview promised, in order, with the same sharing.

    ``keys`` has the new key of each storage of the source; ``pause`` is called now and then. None where this look
    does not tell.
    """
    if preview.moved or preview.new_tensors or preview.pieces or preview.catalogue.tree.repeats:
        return None
    walk = _Walk(preview, keys, pause)
    try:
        same = walk.run(root)
    except RecursionError:  # keys within keys within keys
        return None
    return walk.compared if same and walk.compared == sum(preview.kept_tensors) else None


class _Walk:
    def __init__(self, preview: Preview, keys: Mapping[str, str], pause: Callable[[], None]) -> None:
        self.preview = preview
        self.pause = pause
        self.compared = 0
        self.catalogue = preview.catalogue
        self.tree = preview.catalogue.tree
        self.keys = [keys.get(storage.key) for storage in self.catalogue.storages]
        self.renamed = bool(preview.rewrite.homes or preview.rewrite.nodes)
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
        children = list(children_of(found) or ())
        entries = [child for child in self.catalogue.children(entry) if not self.preview.dropped(child)]
        new = len(children) - len(entries)
        if new < 0 or not all(_holds_nothing(child[1]) for child in children[:new]):
            return False
        labels, values = [child[0] for child in children[new:]], [child[1] for child in children[new:]]
        return _same_keys(labels, self._promised(entries)) and self._see(entries, values)

    def _check(self) -> bool:
        """Look at the leaves that were noted."""
        entries = self.entries
        if not _same_keys(self.labels, self._promised(entries)):
            return False
        ends = self.tree.ends
        if any(ends[entry] > entry + 1 for entry in entries) or not self._see(entries, self.values):
            return False
        self.entries, self.labels, self.values = [], [], []
        return True

    def _promised(self, entries: Sequence[int]) -> list[Any]:
        """The keys that were promised."""
        of = self.preview.label if self.renamed else self.tree.labels.__getitem__
        return list(map(of, entries))

    def _see(self, entries: Sequence[int], values: Sequence[Any]) -> bool:
        """Note what is to be compared; False where an entry has become something else."""
        rows, ends, below = self.catalogue.rows, self.tree.ends, self.below
        for entry, value in zip(entries, values, strict=True):
            row = rows[entry]
            if row >= 0:
                if type(value) is not Call:
                    return False
                self.rows.append(row)
                self.calls.append(value)
            elif ends[entry] > entry + 1:
                below.append((entry, value))
            elif type(value) not in _LEAVES and not _holds_nothing(value):
                return False
        return len(self.calls) < _BATCH or self._compare()

    def _compare(self) -> bool:
        """Compare the tensors that were noted."""
        for first in range(0, len(self.calls), _BATCH):
            batch = slice(first, first + _BATCH)
            specs = _specs(self.calls[batch])
            if specs is None or not self._same(self.rows[batch], specs):
                return False
            self.compared += len(specs)
            self.pause()
        self.rows.clear()
        self.calls.clear()
        return True

    def _same(self, rows: Sequence[int], specs: Sequence[TensorSpec]) -> bool:
        """Whether tensors are what the rows promised, column by column."""
        promised = [self.catalogue.tensors[row] for row in rows]
        _, _, dtypes, shapes, strides, offsets, storages, _, grads, parameters = zip(*promised, strict=True)
        wanted = (dtypes, shapes, strides, offsets, grads, parameters)
        found, *columns = zip(*specs, strict=True)
        if wanted != (columns[0], columns[1], columns[2], columns[3], columns[5], columns[6]):
            return False
        keys, places, _, sizes, _ = zip(*found, strict=True)
        of = self.catalogue.storages
        return (
            keys == tuple(map(self.keys.__getitem__, storages))
            and places == tuple(map(self.preview.storage_devices.__getitem__, storages))
            and sizes == tuple(of[index].nbytes for index in storages)
        )


def _specs(calls: Sequence[Call]) -> Sequence[TensorSpec] | None:
    """What is said of tensors; None where one of them is none."""
    if all(call.func == USUAL for call in calls):
        usual = plain_specs(calls)
        if usual is not None:
            return usual
    specs = [tensor_spec(call) for call in calls]
    return None if None in specs else specs  # type: ignore[return-value]


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

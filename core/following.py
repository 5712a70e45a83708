"""Follows the tree of the source through a graph that was read back: has it the tensors that were promised?

Most of what a save is checked for needs no tree and no tables of the new file. Where the same keys lead to the same
tensors in the same order, a walk along those of the source tells, in a fraction of the time and of the memory. What
the walk does not understand it leaves undecided; nothing is called the same that was not compared.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from core.graph import Call, Global, PersistentId
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
        self.rows: list[int] = []  # tensors still to be compared: as promised, and as found
        self.calls: list[Call] = []
        self.below: list[tuple[int, Any]] = []  # entries with something below them, and what was found for them

    def run(self, root: Any) -> bool:
        if not self._see([self.preview.root], [root]):
            return False
        while self.below:
            entry, found = self.below.pop()
            entries = self.catalogue.children(entry)
            if self.preview.gone:
                entries = [child for child in entries if not self.preview.dropped(child)]
            children = list(children_of(found) or ())
            new = len(children) - len(entries)
            if new < 0 or not all(_holds_nothing(child[1]) for child in children[:new]):
                return False
            labels = [child[0] for child in children[new:]]
            values = [child[1] for child in children[new:]]
            if not _same_keys(labels, self._labels(entries)) or not self._see(entries, values):
                return False
        return self._compare()

    def _labels(self, entries: Sequence[int]) -> list[Any]:
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
        new_keys, devices, old = self.keys, self.preview.storage_devices, self.catalogue.storages
        return all(
            storage.key == new_keys[index] and storage.device == devices[index] and storage.nbytes == old[index].nbytes
            for storage, index in zip(found, storages, strict=True)
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
    """Whether keys are the same, and of the same kind, where they are texts and numbers; else whether they read so."""
    kinds = list(map(type, found))
    if kinds == list(map(type, promised)) and _PLAIN_KEYS.issuperset(kinds):
        return found == promised
    return list(map(key_text, found)) == list(map(key_text, promised))


def _holds_nothing(value: Any) -> bool:
    """Whether a node has no place for a tensor."""
    return type(value) in _LEAVES or (type(value) is Call and value.func == _DEVICE) or children_of(value) is None

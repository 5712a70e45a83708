"""The catalogue: every tensor, storage, optimizer, prefix and value of a checkpoint, in flat tables."""

from __future__ import annotations

import bisect
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from core.catalogue.checkpoint import Checkpoint
from core.catalogue.lazy_rows import Table
from core.catalogue.prefixes import FoundPrefix
from core.catalogue.rows import CompoundRow, Optimizer, OptimizerEntry, TensorRow
from core.catalogue.storages import DeviceTotal, Storage, StorageColumns
from core.catalogue.tree import Tree, part_name
from core.errors import PathNotFound
from core.objects.value_text import is_plain, key_text, mapping_name, value_text
from core.pickling.nodes import Call, PersistentId, is_set, mapping
from core.text import listed, shape_text
from core.words import say

_LONGEST = 4096
"""Letters of a path that is taken apart at each slash."""


@dataclass(frozen=True, eq=False, repr=False)
class Catalogue:
    """What a checkpoint holds, as a tree of entries (ids in pre-order, 0 is the root) and tables beside it.

    ``rows`` is the row of each entry that is a tensor, -1 of others; ``storage_of`` the storage of each row.
    ``carried`` are the storages of which a copy was saved and the device beside it, ``in_pickle`` those of them whose
    bytes are an array in the pickle. ``gone`` marks the entries that are not in the file: that is what a plan leaves
    out, for what a plan makes of a file is a catalogue too, `core.edits.planned.PlannedCatalogue`, and who takes one
    need not know which of the two it is.
    """

    checkpoint: Checkpoint
    tree: Tree
    rows: Sequence[int]
    tensors: Table[TensorRow]
    storage_of: Sequence[int]
    storages: Table[Storage]
    storage_columns: StorageColumns
    devices: tuple[DeviceTotal, ...]
    state_dicts: tuple[int, ...]
    optimizers: tuple[Optimizer, ...]
    prefixes: tuple[FoundPrefix, ...]
    globals: tuple[str, ...]
    carried: frozenset[int]
    in_pickle: frozenset[int]
    gone: bytes = b""

    def __len__(self) -> int:
        return len(self.tree.labels)

    def fill(self) -> None:
        """Make all rows now, for who will jump about in them."""
        self.tensors.fill()
        self.storages.fill()

    @property
    def parents(self) -> Sequence[int]:
        return self.tree.parents

    @property
    def ends(self) -> Sequence[int]:
        return self.tree.ends

    @property
    def labels(self) -> Sequence[Any]:
        return self.tree.labels

    @property
    def values(self) -> Sequence[Any]:
        return self.tree.values

    def children(self, entry: int) -> list[int]:
        """The entries directly below ``entry``, in file order."""
        ends = self.tree.ends
        found, child, end = [], entry + 1, ends[entry]
        while child < end:
            found.append(child)
            child = ends[child]
        return found

    def by_text(self, entry: int) -> dict[str, int]:
        """The entries directly below ``entry`` whose keys are texts, by key. Others, as lists, may have no hash."""
        labels = self.tree.labels
        return {str(labels[child]): child for child in self.children(entry) if isinstance(labels[child], str)}

    def dropped(self, entry: int) -> bool:
        """Whether an entry is not in the file."""
        return bool(self.gone) and self.gone[entry] != 0

    def label(self, entry: int) -> Any:
        return self.tree.labels[entry]

    def label_text(self, entry: int) -> str:
        """The key of an entry as text; the file's name for the root."""
        return key_text(self.label(entry)) if entry else self.checkpoint.name

    def path(self, entry: int) -> tuple[Any, ...]:
        """The keys from the root down to ``entry``; empty for the root."""
        keys = []
        while entry > 0:
            keys.append(self.tree.labels[entry])
            entry = self.tree.parents[entry]
        return tuple(reversed(keys))

    def path_text(self, entry: int) -> str:
        """``optimizer/state/0/exp_avg``."""
        return "/".join(map(key_text, self.path(entry)))

    def tensor_around(self, entry: int) -> int:
        """The tensor that an entry is a part of, such as the DTensor of a ``_local_tensor``; else the entry itself."""
        found, compounds = entry, self.tree.compounds
        while compounds and entry > 0:
            found = entry if entry in compounds else found
            entry = self.tree.parents[entry]
        return found

    def find(self, path: str) -> int:
        """The entry that a path such as ``optimizer/state/0`` names; keys may hold dots and slashes themselves.

        Raises `PathNotFound`, with the nearest path that exists.
        """
        found = self.finds(path)
        if found is None:
            raise PathNotFound(self._did_you_mean(path))
        return found

    def finds(self, path: str) -> int | None:
        """The entry that a path names, the first where it can be read as several; None for nothing."""
        return self._descend(0, path)

    def compound(self, entry: int) -> CompoundRow | None:
        """The tensor that an entry is without a storage of its own; None for everything else."""
        found = self.tree.compounds.get(entry)
        if found is None:
            return None
        kind = "" if found.kind is None else found.kind.dotted
        return CompoundRow(found.name, kind, found.dtype, found.shape, found.requires_grad)

    def key_count(self, entry: int) -> int:
        """The keys of the mapping at an entry; 0 for everything else."""
        items = mapping(self.values[entry])
        return 0 if items is None else len(items.items) // 2

    def is_key(self, entry: int) -> bool:
        """Whether an entry is an item of the mapping above it, and no attribute of that, such as ``_metadata``."""
        return self.tree.homes[entry] is mapping(self.tree.values[self.tree.parents[entry]])

    def mapping_name(self, entry: int) -> str:
        """What Python calls the mapping at an entry: ``dict``, ``OrderedDict``."""
        return mapping_name(self.values[entry])

    def part_name(self, entry: int) -> str:
        """What torch calls a tensor that another is made of, such as ``crow_indices``; empty for all others."""
        return part_name(self.tree, entry)

    def kind(self, entry: int) -> str:
        """``tensor``, ``dict``, ``list``, ``tuple``, ``set``, ``object``, ``storage`` or ``value``."""
        if self.rows[entry] >= 0:
            return "tensor"
        value = self.tree.values[entry]
        if mapping(value) is not None:
            return "dict"
        if type(value) in (list, tuple):
            return type(value).__name__
        if is_set(value):
            return "set"
        if type(value) is PersistentId:
            return "storage"
        return "object" if type(value) is Call else "value"

    def summary(self, entry: int) -> str:
        """A short text of what an entry holds: ``3``, ``'adam'``, ``dict of 12``, ``float32 64×3``."""
        row = self.rows[entry]
        if row >= 0:
            tensor = self.tensors[row]
            return f"{tensor.dtype} {shape_text(tensor.shape)}"
        text = value_text(self.tree.values[entry])
        return say("{text} (shown elsewhere)", text=text) if entry in self.tree.repeats else text

    def is_plain(self, entry: int) -> bool:
        """Whether the entry is one number, text or name."""
        return is_plain(self.tree.values[entry])

    def meaning(self, entry: int) -> str | None:
        """What an optimizer entry stands for: ``exp_avg of conv1.weight``; None elsewhere."""
        item = self.state_of.get(entry)
        if item is not None:
            return self.name_of(item)
        name = self.parameter_of(entry)
        return say("{state} of {name}", state=self.label_text(entry), name=name) if name is not None else None

    def parameter_of(self, entry: int) -> str | None:
        """The parameter whose ``exp_avg`` and the like an entry is; None elsewhere, and where it is not known."""
        item = self.state_of.get(self.tree.parents[entry])
        return self.name_of(item) if item is not None else None

    def name_of(self, item: OptimizerEntry) -> str | None:
        """The name of the parameter that some state belongs to; None where it is not known."""
        return item.name

    def device_of(self, row: int) -> str:
        return self.storage_columns.devices[self.storage_of[row]]

    def subtree_rows(self, entry: int) -> range:
        """The tensor rows in the subtree of ``entry``; rows are in entry order."""
        first = bisect.bisect_left(self.tree.tensors, entry)
        return range(first, bisect.bisect_left(self.tree.tensors, self.tree.ends[entry], first))

    @property
    def laid_out_as(self) -> Catalogue:
        """A catalogue whose tensors and storages are as these but for their devices and keys, and that lives longest:
        for who remembers what is worked out of them.
        """
        return self

    def with_optimizers(self, optimizers: tuple[Optimizer, ...]) -> Catalogue:
        """The same with the optimizers described anew, as when somebody says which models they belong to."""
        return replace(self, optimizers=optimizers)

    def shape(self, entry: int) -> tuple[int, ...] | None:
        """The shape of the tensor at an entry; None where there is none, or none is said."""
        row = self.rows[entry]
        if row >= 0:
            return self.tree.facts.shapes[row]
        compound = self.tree.compounds.get(entry)
        return compound.shape if compound is not None else None

    def made_of(self, entry: int) -> list[int]:
        """The rows of the tensors that the one at an entry is made of: itself where it has a storage of its own.

        Those of a DTensor or a sparse tensor, reached through tensors and plain containers; what else an object in it
        holds, such as the map of ranks in a mesh, is about it.
        """
        if entry not in self.tree.compounds:
            return [self.rows[entry]] if self.rows[entry] >= 0 else []
        found: list[int] = []
        pending = self.children(entry)[::-1]
        while pending:
            child = pending.pop()
            value = self.tree.values[child]
            if self.rows[child] >= 0:
                found.append(self.rows[child])
            elif child in self.tree.compounds or type(value) in (tuple, list) or mapping(value) is not None:
                pending += self.children(child)[::-1]
        return found

    def row_of(self, entry: int) -> int:
        """The row of a tensor, of the first that it is made of where it has no storage of its own; -1 for others."""
        row = self.rows[entry]
        return row if row >= 0 else next(iter(self.made_of(entry)), -1)

    @cached_property
    def rows_of_storage(self) -> Sequence[Sequence[int]]:
        """For each storage, the tensor rows that use it."""
        found: list[list[int]] = [[] for _ in self.storages]
        for row, storage in enumerate(self.storage_of):
            found[storage].append(row)
        return found

    @cached_property
    def parts_of_storage(self) -> Sequence[tuple[int, ...]]:
        """For each storage, the numbers of the files that its bytes lie in, in ascending order; none in a pickle."""
        files_of, carried = self.checkpoint.archive.files_of, self.in_pickle
        known: dict[tuple[int, ...], tuple[int, ...]] = {}
        found = []
        for storage, key in enumerate(self.storage_columns.keys):
            parts = () if storage in carried else tuple(sorted(files_of(key)))
            found.append(known.setdefault(parts, parts))
        return found

    def parts_of(self, row: int) -> tuple[int, ...]:
        """The numbers of the files that the storage of a tensor row lies in."""
        return self.parts_of_storage[self.storage_of[row]]

    @cached_property
    def state_of(self) -> dict[int, OptimizerEntry]:
        """The parameters of optimizers by the entries of their state."""
        items = (item for optimizer in self.optimizers for item in optimizer.entries)
        return {item.entry: item for item in items if item.entry is not None}

    @cached_property
    def meanings(self) -> dict[int, str]:
        """What each entry of an optimizer's state stands for, by entry: in English, as it is searched."""
        found: dict[int, str] = {}
        for entry, item in self.state_of.items():
            if item.name is not None:
                found[entry] = item.name
                for child in self.children(entry):
                    found[child] = f"{self.label_text(child)} of {item.name}"
        return found

    def _descend(self, start: int, path: str) -> int | None:
        """Try every way to read the path: a key of a state dict can itself hold a slash."""
        stack = [(start, path.strip("/"))]
        while stack:
            entry, rest = stack.pop()
            if not rest:
                return entry
            named = self._children_by_label(entry)
            if len(rest) < _LONGEST and rest.count("/") < len(named):
                ends = [at for at, letter in enumerate(f"{rest}/") if letter == "/"]
                labels = [rest[:end] for end in ends]
            else:
                labels = [label for label in named if rest == label or rest.startswith(f"{label}/")]
            found = ((child, rest[len(label) + 1 :]) for label in labels for child in named.get(label, ()))
            stack += sorted(found, reverse=True)
        return None

    def _children_by_label(self, entry: int) -> dict[str, list[int]]:
        found = self._by_label.get(entry)
        if found is None:
            found = self._by_label[entry] = {}
            for child in self.children(entry):
                found.setdefault(key_text(self.tree.labels[child]), []).append(child)
        return found

    @cached_property
    def _by_label(self) -> dict[int, dict[str, list[int]]]:
        """The children of entries, as paths name them: of those that a path has led through."""
        return {}

    def _did_you_mean(self, path: str) -> str:
        from difflib import get_close_matches  # noqa: PLC0415 - for a path that is not there, and for nothing else

        text = say("There is nothing at {path!r} in this file.", path=path)
        nearby = [self.path_text(entry) for entry in range(1, min(len(self), 20_000))]
        close = (
            get_close_matches(path, nearby, n=1, cutoff=0.5) or [n for n in nearby if n.rpartition("/")[2] == path][:1]
        )
        if close:
            return f"{text} {say('Did you mean {path!r}?', path=close[0])}"
        top = listed(self.label_text(child) for child in self.children(0)[:8])
        return f"{text} {say('At the top it holds: {keys}.', keys=top or say('nothing'))}"

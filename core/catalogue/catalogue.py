"""The catalogue: every tensor, storage, optimizer, prefix and value of a checkpoint, in flat tables."""

from __future__ import annotations

import bisect
import difflib
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import compress, repeat
from operator import mul
from typing import TYPE_CHECKING, Any, NamedTuple

from core.catalogue.checkpoint import Checkpoint, no_collector, open_checkpoint
from core.catalogue.lazy_rows import Table
from core.catalogue.part_names import part_name
from core.catalogue.prefixes import FoundPrefix, find_prefixes
from core.catalogue.roles import Span, find_state_dicts, optimizer_spans, roles_of, whole_optimizers
from core.catalogue.storages import (
    Storage,
    StorageColumns,
    check_storages,
    each_its_own,
    named_alike,
    shared_copies,
    storages_of,
)
from core.catalogue.tree import Tree, lay_out
from core.dtypes import ITEM_SIZES, PACKED, packed_bytes
from core.errors import PathNotFound
from core.objects.global_names import foreign_names
from core.objects.tensors import is_packed
from core.objects.value_text import is_plain, key_text, value_text
from core.pickling.nodes import Call, PersistentId, is_set, mapping
from core.progress import Tick, ignore
from core.text import shape_text

if TYPE_CHECKING:
    from pathlib import Path

    from core.catalogue.optimizers.models import Tensors
    from core.catalogue.optimizers.optimizers import Optimizer
    from core.oddities import Oddity


class CompoundRow(NamedTuple):
    """A tensor without a storage of its own: what people call it, and the class that wraps others, empty for torch's
    own. ``dtype`` and ``shape`` are None where the file does not say them.
    """

    name: str
    wrapper: str
    dtype: str | None
    shape: tuple[int, ...] | None
    requires_grad: bool


class TensorRow(NamedTuple):
    """One tensor. A named tuple, because a file may hold several hundred thousand.

    ``role`` is ``model``, ``optimizer`` or ``other``; ``stride`` and ``storage_offset`` count elements;
    ``storage`` is an index into `Catalogue.storages`; ``nbytes`` is elements × item size, which can be less
    than the storage's.
    """

    entry: int
    role: str
    dtype: str
    shape: tuple[int, ...]
    stride: tuple[int, ...]
    storage_offset: int
    storage: int
    nbytes: int
    requires_grad: bool
    parameter: bool


class DeviceTotal(NamedTuple):
    """What lies on one device; ``bytes`` counts each storage once."""

    device: str
    tensors: int
    storages: int
    bytes: int


@dataclass(frozen=True, eq=False, repr=False)
class Catalogue:
    """What a checkpoint holds, as a tree of entries (ids in pre-order, 0 is the root) and tables beside it.

    ``rows`` is the row of each entry that is a tensor, -1 of others; ``storage_of`` the storage of each row.
    ``carried`` are the storages of which a copy was saved and the device beside it, ``in_pickle`` those of them whose
    bytes are an array in the pickle.
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

    def __len__(self) -> int:
        return len(self.tree.labels)

    def fill(self) -> None:
        """Make all rows now, for who will jump about in them."""
        self.tensors.fill()
        self.storages.fill()

    @cached_property
    def oddities(self) -> tuple[Oddity, ...]:
        """What is in the file that no ``torch.save`` writes, with the keys where that is."""
        found = self.checkpoint.oddities
        if not any(oddity.node is not None for oddity in found):
            return found
        from core.catalogue.odd_places import with_places  # noqa: PLC0415 - few files have any

        return with_places(found, self)

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

    def label_text(self, entry: int) -> str:
        """The key of an entry as text; the file's name for the root."""
        return key_text(self.tree.labels[entry]) if entry else self.checkpoint.name

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
        return f"{text} (shown elsewhere)" if entry in self.tree.repeats else text

    def is_plain(self, entry: int) -> bool:
        """Whether the entry is one number, text or name."""
        return is_plain(self.tree.values[entry])

    def meaning(self, entry: int) -> str | None:
        """What an optimizer entry stands for: ``exp_avg of conv1.weight``; None elsewhere."""
        return self.meanings.get(entry)

    @property
    def _looked_up(self) -> Tensors:
        from core.catalogue.optimizers.models import Tensors  # noqa: PLC0415 - few files hold tensors that are made of others

        return Tensors(self.tree, self.rows, self.storage_of)

    def device_of(self, row: int) -> str:
        """The device that tensor row ``row`` was saved on."""
        return self.storage_columns.devices[self.storage_of[row]]

    def subtree_rows(self, entry: int) -> range:
        """The tensor rows in the subtree of ``entry``; rows are in entry order."""
        first = bisect.bisect_left(self.tree.tensors, entry)
        return range(first, bisect.bisect_left(self.tree.tensors, self.tree.ends[entry], first))

    def with_optimizers(self, optimizers: tuple[Optimizer, ...]) -> Catalogue:
        """The same with the optimizers described anew, as when somebody says which models they belong to."""
        named = {name: getattr(self, name) for name in Catalogue.__annotations__}
        return Catalogue(**{**named, "optimizers": optimizers})

    def made_of(self, entry: int) -> list[int]:
        """The rows of the tensors that the one at an entry is made of: see `Tensors.made_of`."""
        return self._looked_up.made_of(entry)

    def shape(self, entry: int) -> tuple[int, ...] | None:
        """The shape of the tensor at an entry; None where there is none, or none is said."""
        return self._looked_up.shape(entry)

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
    def meanings(self) -> dict[int, str]:
        """What each entry of an optimizer's state stands for, by entry."""
        found: dict[int, str] = {}
        for optimizer in self.optimizers:
            for item in optimizer.entries:
                if item.entry is None or item.name is None:
                    continue
                found[item.entry] = item.name
                for child in self.children(item.entry):
                    found[child] = f"{self.label_text(child)} of {item.name}"
        return found

    def _descend(self, start: int, path: str) -> int | None:
        """Try every way to read the path: a key of a state dict can itself hold a slash."""
        stack = [(start, path.strip("/"))]
        while stack:
            entry, rest = stack.pop()
            if not rest:
                return entry
            for child in reversed(self.children(entry)):
                label = key_text(self.tree.labels[child])
                if rest == label:
                    stack.append((child, ""))
                elif rest.startswith(label + "/"):
                    stack.append((child, rest[len(label) + 1 :]))
        return None

    def _did_you_mean(self, path: str) -> str:
        text = f"There is nothing at {path!r} in this file."
        nearby = [self.path_text(entry) for entry in range(1, min(len(self), 20_000))]
        close = (
            difflib.get_close_matches(path, nearby, n=1, cutoff=0.5)
            or [n for n in nearby if n.rpartition("/")[2] == path][:1]
        )
        if close:
            return f"{text} Did you mean {close[0]!r}?"
        top = ", ".join(self.label_text(child) for child in self.children(0)[:8])
        return f"{text} At the top it holds: {top or 'nothing'}."


def build_catalogue(checkpoint: Checkpoint, tick: Tick | None = None) -> Catalogue:
    """Lay out a checkpoint as tables.

    Raises `Malformed` or `Truncated` when tensors do not fit their storages or the storages the file.
    """
    tick = tick or ignore
    with no_collector():
        tree, alone = _laid_out(checkpoint, tick)
        columns, storage_of = storages_of(tree, checkpoint.mentions.persistent, alone=alone)
        carried = frozenset(map(storage_of.__getitem__, tree.carried))
        in_pickle = frozenset(storage_of[row] for row in tree.carried if not tree.facts.keys[row])
        check_storages(checkpoint, columns, in_pickle)
        foreign = foreign_names(checkpoint.mentions.names)
        spans, whole = optimizer_spans(tree), whole_optimizers(tree) if foreign else []
        state_dicts = find_state_dicts(tree, sorted([*spans, *whole]))
        roles = roles_of(tree, state_dicts, spans, whole)
        rows = _rows(tree)
        return Catalogue(
            checkpoint,
            tree,
            rows,
            _tensor_rows(tree, roles, storage_of),
            storage_of,
            _storage_rows(columns),
            columns,
            device_totals(columns.devices, columns.tensors, columns.nbytes),
            state_dicts,
            _optimizers(tree, rows, storage_of, state_dicts, spans, foreign),
            find_prefixes(tree, state_dicts),
            foreign,
            carried,
            in_pickle,
        )


def _laid_out(checkpoint: Checkpoint, tick: Tick) -> tuple[Tree, bool]:
    """The tree, of storages that are what torch takes them for, and whether each tensor has one of its own."""
    mentions, parts = checkpoint.mentions, _PARTS.get(checkpoint.container, 0)
    tree = lay_out(checkpoint.root, tick, mentions.calls, mentions.oddities, parts)
    alone = each_its_own(tree, mentions.persistent)
    if parts and tree.carried:
        mentions.oddities += shared_copies(tree, mentions.persistent)
    if (alone and tree.ordinary) or not parts or named_alike(mentions.persistent, parts, mentions.oddities):
        return tree, alone
    return lay_out(checkpoint.root, tick, mentions.calls, mentions.oddities, parts), alone


def open_catalogue(path: str | Path, tick: Tick | None = None) -> Catalogue:
    """The catalogue of a file, from its directory and its pickle: no tensor is read, and nothing in it is run.

    Raises a `core.errors.CheckpointError` that says what is the matter and what to do, or `Cancelled` when ``tick``
    does.
    """
    return build_catalogue(open_checkpoint(path, tick), tick)


_PARTS = {"zip": 5, "zip TorchScript": 5, "legacy": 6}
"""Of the persistent id of a storage, by container."""


def _optimizers(  # noqa: PLR0913 - all that there is to know of a file
    tree: Tree,
    rows: Sequence[int],
    storage_of: Sequence[int],
    state_dicts: Sequence[int],
    spans: Sequence[Span],
    foreign: Sequence[str],
) -> tuple[Optimizer, ...]:
    if not spans:
        return ()
    from core.catalogue.optimizers.models import Tensors, models_of  # noqa: PLC0415 - half of all files are weights alone
    from core.catalogue.optimizers.optimizers import find_optimizers  # noqa: PLC0415

    tensors = Tensors(tree, rows, storage_of)
    models = models_of(tensors, state_dicts, len(spans), may_be_whole=bool(foreign))
    return find_optimizers(tensors, [entry for entry, _ in spans], models)


def device_totals(
    devices: Sequence[str], tensors: Sequence[int], sizes: Sequence[int], kept: Sequence[bool] | None = None
) -> tuple[DeviceTotal, ...]:
    """Totals a device in order of first appearance: of each storage its device, its tensors, its bytes.

    ``kept`` says which storages count.
    """
    if kept is not None:
        devices, tensors, sizes = [*compress(devices, kept)], [*compress(tensors, kept)], [*compress(sizes, kept)]
    if len(set(devices)) == 1:
        return (DeviceTotal(devices[0], sum(tensors), len(devices), sum(sizes)),)
    totals: dict[str, list[int]] = {}
    last: object = None
    total: list[int] = []
    for device, count, nbytes in zip(devices, tensors, sizes, strict=True):
        if device is not last:  # nearly always the same text as before
            last, total = device, totals.setdefault(device, [0, 0, 0])
        total[0] += count
        total[1] += 1
        total[2] += nbytes
    return tuple(DeviceTotal(device, *total) for device, total in totals.items())


def _rows(tree: Tree) -> Sequence[int]:
    """The row of each entry that is a tensor, -1 of others."""
    rows = array("i", [-1]) * len(tree.labels)
    for row, entry in enumerate(tree.tensors):
        rows[entry] = row
    return rows


def _tensor_rows(tree: Tree, roles: Sequence[str], storage_of: Sequence[int]) -> Table[TensorRow]:
    """One row a tensor, put together column by column: in C, and without the slow constructor of a named tuple."""
    entries, facts = tree.tensors, tree.facts

    def made(first: int, end: int) -> list[TensorRow]:
        batch = slice(first, end)
        dtypes = facts.dtypes[batch]
        nbytes: Iterable[int] = map(mul, facts.elements[batch], map(ITEM_SIZES.__getitem__, dtypes))
        if not PACKED.keys().isdisjoint(dtypes):
            nodes = map(tree.values.__getitem__, entries[batch])
            nbytes = [
                packed_bytes(dtype, shape) if is_packed(node, dtype) else size
                for node, dtype, shape, size in zip(nodes, dtypes, facts.shapes[batch], nbytes, strict=True)
            ]
        layout = facts.shapes[batch], facts.strides[batch], facts.offsets[batch]
        flags = facts.requires_grad[batch], facts.parameters[batch]
        columns = zip(entries[batch], roles[batch], dtypes, *layout, storage_of[batch], nbytes, *flags, strict=True)
        return list(map(tuple.__new__, repeat(TensorRow), columns))

    return Table(len(tree.tensors), made)


def _storage_rows(columns: StorageColumns) -> Table[Storage]:
    def made(first: int, end: int) -> list[Storage]:
        return list(map(tuple.__new__, repeat(Storage), zip(*(column[first:end] for column in columns), strict=True)))

    return Table(len(columns.keys), made)

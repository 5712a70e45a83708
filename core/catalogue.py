"""The catalogue: every tensor, storage, optimizer, prefix and value of a checkpoint, in flat tables."""

from __future__ import annotations

import bisect
from array import array
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from itertools import compress, repeat
from operator import mul

from core.checkpoint import Checkpoint, no_collector
from core.dtypes import ITEM_SIZES
from core.errors import Malformed, PathNotFound, Truncated
from core.graph import Call, PersistentId, is_set, mapping
from core.light import TYPE_CHECKING, Any, NamedTuple, dataclass
from core.names import foreign_names
from core.prefixes import FoundPrefix, find_prefixes
from core.progress import Tick, ignore
from core.roles import Span, find_state_dicts, optimizer_spans, roles_of, whole_optimizers
from core.table import Table
from core.tensors import Facts, end_of, storage_id
from core.text import is_plain, key_text, shape_text, value_text
from core.tree import Tree, lay_out
from core.ziparchive import ZipArchive

if TYPE_CHECKING:
    from core.optimizers import Optimizer

_BATCH = 8192
"""Storages that are looked at at once: what runs in C lets no other thread have its turn."""


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


class Storage(NamedTuple):
    """Bytes on a device, shared by ``tensors`` rows. The device belongs here, not to the tensor."""

    key: str
    device: str
    dtype: str
    nbytes: int
    tensors: int


class StorageColumns(NamedTuple):
    """What `Storage` says of each, a column each: for who goes through all of one."""

    keys: Sequence[str]
    devices: Sequence[str]
    dtypes: Sequence[str]
    nbytes: Sequence[int]
    tensors: Sequence[int]


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
        found = self._descend(0, path)
        if found is None:
            raise PathNotFound(self._did_you_mean(path))
        return found

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

    def device_of(self, row: int) -> str:
        """The device that tensor row ``row`` was saved on."""
        return self.storage_columns.devices[self.storage_of[row]]

    def subtree_rows(self, entry: int) -> range:
        """The tensor rows in the subtree of ``entry``; rows are in entry order."""
        first = bisect.bisect_left(self.tree.tensors, entry)
        return range(first, bisect.bisect_left(self.tree.tensors, self.tree.ends[entry], first))

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
        import difflib  # noqa: PLC0415 - only here: it is slow to import

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
        tree = lay_out(checkpoint.root, tick, checkpoint.mentions.calls)
        columns, storage_of = _storages(tree, checkpoint.mentions.persistent)
        _check_storages(checkpoint, columns)
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
            _optimizers(tree, rows, storage_of, state_dicts, spans),
            find_prefixes(tree, state_dicts),
            foreign,
        )


def _optimizers(
    tree: Tree,
    rows: Sequence[int],
    storage_of: Sequence[int],
    state_dicts: Sequence[int],
    spans: Sequence[Span],
) -> tuple[Optimizer, ...]:
    if not spans:
        return ()
    from core.optimizers import find_optimizers  # noqa: PLC0415 - half of all files are weights alone

    return find_optimizers(tree, rows, storage_of, state_dicts, spans)


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
        nbytes = map(mul, facts.elements[batch], map(ITEM_SIZES.__getitem__, dtypes))
        layout = facts.shapes[batch], facts.strides[batch], facts.offsets[batch]
        flags = facts.requires_grad[batch], facts.parameters[batch]
        columns = zip(entries[batch], roles[batch], dtypes, *layout, storage_of[batch], nbytes, *flags, strict=True)
        return list(map(tuple.__new__, repeat(TensorRow), columns))

    return Table(len(tree.tensors), made)


def _storage_rows(columns: StorageColumns) -> Table[Storage]:
    def made(first: int, end: int) -> list[Storage]:
        return list(map(tuple.__new__, repeat(Storage), zip(*(column[first:end] for column in columns), strict=True)))

    return Table(len(columns.keys), made)


def _storages(tree: Tree, mentioned: Sequence[PersistentId]) -> tuple[StorageColumns, Sequence[int]]:
    """All storages in order of first appearance, and the storage index of each tensor.

    A storage that no tensor of the tree uses (a bare one, or the scales of a quantised tensor) has 0 tensors and
    comes last.
    """
    facts = tree.facts
    keys, columns = facts.keys, (facts.keys, facts.devices, facts.storage_dtypes, facts.storage_bytes)
    if keys and len(mentioned) == len(keys) == _distinct(keys):
        # Nothing is shared and nothing hidden: one storage a tensor.
        return StorageColumns(*columns, [1] * len(keys)), range(len(keys))
    index_of: dict[str, int] = {}
    ids: list[tuple[str, str, str, int]] = []
    counts: list[int] = []
    storage_of: list[int] = []
    disputed: set[int] = set()
    for key, device, dtype, nbytes in zip(*columns, strict=True):
        index = index_of.get(key)
        if index is None:
            index = index_of[key] = len(ids)
            ids.append((key, device, dtype, nbytes))
            counts.append(1)
        else:
            counts[index] += 1
            if nbytes != ids[index][3]:
                disputed.add(index)
        storage_of.append(index)
    for index, nbytes in _reached(facts, storage_of, disputed) if disputed else ():
        # torch makes a storage as large as it is first named, and lets a tensor enlarge it.
        ids[index] = (*ids[index][:3], max(nbytes, ids[index][3]))
    for node in mentioned:
        pid = node.pid
        if type(pid) is tuple and len(pid) > 2 and isinstance(pid[2], str) and pid[2] not in index_of:
            found = storage_id(node)
            if found is not None:
                index_of[found.key] = len(ids)
                ids.append(found[:4])
                counts.append(0)
    each: Any = zip(*ids, strict=True) if ids else ((), (), (), ())
    keys, devices, dtypes, sizes = each
    return StorageColumns(keys, devices, dtypes, sizes, counts), storage_of


def _reached(facts: Facts, storage_of: Sequence[int], wanted: Collection[int]) -> Iterator[tuple[int, int]]:
    """(storage, bytes of it up to the end of a tensor) for each tensor in the storages that are wanted."""
    for row, index in enumerate(storage_of):
        if index in wanted and facts.elements[row]:
            layout = facts.offsets[row], facts.shapes[row], facts.strides[row]
            yield index, end_of(*layout) * ITEM_SIZES[facts.dtypes[row]]


def _distinct(keys: Sequence[str]) -> int:
    seen: set[str] = set()
    for first in range(0, len(keys), _BATCH):
        seen.update(keys[first : first + _BATCH])
    return len(seen)


def _check_storages(checkpoint: Checkpoint, storages: StorageColumns) -> None:
    """Every storage must have all its bytes inside the file."""
    archive, keys, sizes = checkpoint.archive, storages.keys, storages.nbytes
    if isinstance(archive, ZipArchive):
        folder = f"{archive.prefix}data/"
        batches = (slice(first, first + _BATCH) for first in range(0, len(keys), _BATCH))
        if all(archive.records.hold(folder, keys[batch], sizes[batch]) for batch in batches):
            return
        for key, nbytes in zip(keys, sizes, strict=True):
            record = archive.records.get(folder + key)
            if record is None:
                raise Malformed(f"The bytes of storage {key!r} are missing from the file. Fetch it again.")
            if record.size < nbytes:
                raise Malformed(
                    f"Storage {key!r} lies outside its record: it needs {nbytes:,} bytes and the file "
                    f"holds {record.size:,}. Fetch it again."
                )
    elif archive.kind == "legacy":
        listed = set(archive.keys)
        end = archive.data_start
        for key, nbytes in zip(keys, sizes, strict=True):
            if key not in listed:
                raise Malformed(f"The bytes of storage {key!r} are missing from the file. Fetch it again.")
            end += 8 + nbytes
        if end > checkpoint.bytes:
            raise Truncated(
                f"The file ends before all tensors' bytes are there ({end:,} bytes needed, "
                f"{checkpoint.bytes:,} found); "
                "it was cut short. Fetch it again."
            )

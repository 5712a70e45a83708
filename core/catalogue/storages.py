"""The storages that the tensors of a tree use, and whether the file has all their bytes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import compress
from typing import Any, NamedTuple

from core.catalogue.checkpoint import Checkpoint
from core.catalogue.tree import Tree
from core.dtypes import ITEM_SIZES, PACKED
from core.objects.tensors import Facts, end_of, storage_id
from core.oddities import Oddity
from core.pickling.nodes import PersistentId
from core.words import say

_ZIP_PARTS = 5
"""Of the persistent id of a storage in a zip. In the legacy format it has one more, and classes have ids too."""
_BATCH = 8192
"""Storages that are looked at at once: what runs in C lets no other thread have its turn."""


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


def storages_of(tree: Tree, mentioned: Sequence[PersistentId], *, alone: bool) -> tuple[StorageColumns, Sequence[int]]:
    """All storages in order of first appearance, and the storage index of each tensor.

    ``alone`` is what `each_its_own` says of them.

    A storage that no tensor of the tree uses (a bare one, or the scales of a quantised tensor) has 0 tensors and
    comes last.
    """
    facts = tree.facts
    keys, columns = facts.keys, (facts.keys, facts.devices, facts.storage_dtypes, facts.storage_bytes)
    if alone:
        return StorageColumns(*columns, [1] * len(keys)), range(len(keys))
    index_of: dict[Any, int] = {}
    ids: list[tuple[str, str, str, int]] = []
    counts: list[int] = []
    storage_of: list[int] = []
    disputed: set[int] = set()
    named = _names_of_storages(tree)
    for name, key, device, dtype, nbytes in zip(named, *columns, strict=True):
        index = index_of.get(name)
        if index is None:
            index = index_of[name] = len(ids)
            ids.append((key or f"pickle/{len(ids)}", device, dtype, nbytes))
            counts.append(1)
        else:
            counts[index] += 1
            if nbytes != ids[index][3]:
                disputed.add(index)
        storage_of.append(index)
    for index, nbytes in _reached(facts, storage_of, disputed) if disputed else ():
        # torch makes a storage as large as it is first named, and lets a tensor enlarge it.
        ids[index] = (*ids[index][:3], max(nbytes, ids[index][3]))
    index_of.update((key, index) for index, (key, *_) in enumerate(ids) if key not in index_of)
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


def each_its_own(tree: Tree, mentioned: Sequence[PersistentId]) -> bool:
    """Whether nothing is shared and nothing hidden: one storage a tensor, named there and nowhere else."""
    keys = tree.facts.keys
    return bool(keys) and not tree.carried and len(mentioned) == len(keys) == _distinct(keys)


def named_alike(mentioned: Sequence[PersistentId], parts: int, oddities: list[Oddity]) -> bool:
    """Whether every persistent id has as many parts as the container has them, and says of a storage what others say.

    What is odd is added to ``oddities``. torch makes a storage as it is first named and takes no notice of what is said
    later: where that differs it is put right here, and the answer is False.
    """
    first: dict[str, tuple[Any, ...]] = {}
    alike = True
    for node in mentioned:
        found = storage_id(node)
        if found is None:
            if not _is_known(node.pid, parts):
                oddities.append(Oddity("", say("the pickle refers to something that is not a storage of this file")))
            continue
        if len(node.pid) != parts:
            oddities.append(
                _of_storage(
                    found.key,
                    say("its persistent id has {count} parts instead of {parts}", count=len(node.pid), parts=parts),
                )
            )
            node.pid = (*node.pid, None)[:parts]
        named = first.setdefault(found.key, (node, found))
        if found.nbytes and not named[1].nbytes:  # a storage of nothing is made anew at each mention
            oddities.append(_of_storage(found.key, say("its size is 0 in one reference and not in another")))
            first[found.key] = node, found
            continue
        if named[1][:4] == found[:4]:
            continue
        oddities.append(
            _of_storage(found.key, say("references to it disagree on its type, size or device; torch uses the first"))
        )
        if named[1][1:3] != found[1:3]:
            node.pid = (*named[0].pid[:5], *node.pid[5:])
            alike = False
    return alike


def shared_copies(tree: Tree, mentioned: Sequence[PersistentId]) -> Iterator[Oddity]:
    """Copies in main memory, of tensors of other devices, that lie in a storage which is named elsewhere as well.

    torch.save makes a copy for each; where torch need not move one it shares the storage.
    """
    copies = [tree.facts.keys[row] for row in tree.carried]
    if not copies:
        return
    named = Counter(found.key for found in map(storage_id, mentioned) if found is not None)
    for key in copies:
        if named[key] > 1:
            yield _of_storage(
                key, say("it holds the CPU copy of a tensor from another device, and something else refers to it too")
            )


def _of_storage(key: str, what: str) -> Oddity:
    return Oddity(say("storage {key}", key=key), what)


def _is_known(pid: Any, parts: int) -> bool:
    """Whether torch writes the id of something else than a storage so: of a class, or in protocol 0 of a storage."""
    return type(pid) is str or (parts > _ZIP_PARTS and type(pid) is tuple and pid[:1] == ("module",))


def _names_of_storages(tree: Tree) -> Sequence[Any]:
    """What tells the storage of each row from others: its key; the object itself, where each makes a storage anew."""
    keys = tree.facts.keys
    if not tree.carried:
        return keys
    return [id(tree.values[tree.tensors[row]]) if row in tree.carried else key for row, key in enumerate(keys)]


def _reached(facts: Facts, storage_of: Sequence[int], wanted: Collection[int]) -> Iterator[tuple[int, int]]:
    """(storage, bytes of it up to the end of a tensor) for each tensor in the storages that are wanted."""
    for row, index in enumerate(storage_of):
        if index in wanted and facts.elements[row] and facts.dtypes[row] not in PACKED:
            layout = facts.offsets[row], facts.shapes[row], facts.strides[row]
            yield index, end_of(*layout) * ITEM_SIZES[facts.dtypes[row]]


def _distinct(keys: Sequence[str]) -> int:
    seen: set[str] = set()
    for first in range(0, len(keys), _BATCH):
        seen.update(keys[first : first + _BATCH])
    return len(seen)


def check_storages(checkpoint: Checkpoint, storages: StorageColumns, in_pickle: Collection[int]) -> None:
    """Every storage must have all its bytes inside the file; those ``in_pickle`` have."""
    keys, sizes = storages.keys, storages.nbytes
    if in_pickle:
        keys = [key for index, key in enumerate(keys) if index not in in_pickle]
        sizes = [nbytes for index, nbytes in enumerate(sizes) if index not in in_pickle]
    checkpoint.archive.check(keys, sizes, checkpoint.parts[-1].end)


def device_totals(
    devices: Sequence[str], tensors: Sequence[int], sizes: Sequence[int], kept: Sequence[bool] | None = None
) -> tuple[DeviceTotal, ...]:
    """Totals a device, the one with most bytes first: of each storage its device, its tensors, its bytes.

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
    found = (DeviceTotal(device, *total) for device, total in totals.items())
    return tuple(sorted(found, key=lambda each: -each.bytes))

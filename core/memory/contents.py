"""What a checkpoint holds, as the ledger needs it: storages, the live model they fill, the optimizer state."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import compress
from operator import sub
from typing import Any, NamedTuple

from core.catalogue.catalogue import Catalogue
from core.catalogue.derived import derived_from_matches
from core.catalogue.main_model import live_rows
from core.catalogue.rows import TensorRow
from core.edits.preview import Preview
from core.memory.allocator import round_size
from core.memory.optimizer_state import OptimizerState, optimizer_state
from core.memory.transfers import copy_in_ram, live_dtype, nbytes_as
from core.words import marked

Devices = frozenset[str]
ROLES = (marked("model"), marked("optimizer"), marked("other"))


class LiveTensor(NamedTuple):
    """One tensor of the live model: its bytes there, the storage it is loaded from, whether it is of another dtype than
    in the file, and what copying it from RAM to a card takes there for a moment: ``copied`` into the model that is
    there, or ``moved`` to where the model shall be.
    """

    nbytes: int
    storage: int
    cast: bool
    copied: int
    moved: int


@dataclass(frozen=True)
class ContentsLayout:
    """What does not depend on devices. ``storages`` are indices into the catalogue, in the order of the pickle;
    ``sizes`` and ``roles`` (model before optimizer before other) go with them.

    ``model`` has the tensors of the live model, ``optimizers`` the state in the order it is loaded; their storages are
    positions in ``storages``.
    """

    storages: Sequence[int]
    sizes: Sequence[int]
    roles: Sequence[str]
    model: Sequence[LiveTensor]
    optimizers: Sequence[OptimizerState]


LARGEST_KEPT = 32 << 20
"""Bytes from which the C library gives a block back at once when it is freed; smaller ones it may keep for later
(glibc's ``DEFAULT_MMAP_THRESHOLD_MAX`` of ``malloc/malloc.c``)."""


class Bytes(NamedTuple):
    """An amount: as it is, rounded up as the allocator of a GPU counts it, and what of it, once it was in RAM and is
    freed, the C library may keep.
    """

    raw: int = 0
    rounded: int = 0
    keepable: int = 0

    def plus(self, *others: Bytes) -> Bytes:
        """All together."""
        return Bytes(*map(sum, zip(self, *others, strict=True)))

    def minus(self, other: Bytes) -> Bytes:
        """Without ``other``."""
        return Bytes(*map(sub, self, other))


class OptimizerLoading(NamedTuple):
    """What one optimizer asks of the device of its parameters, in this order: what its constructor makes, storages of
    its groups (copied where they lie), and the sizes of the state that is copied.
    """

    made: tuple[int, ...]
    groups: tuple[int, ...]
    copies: tuple[int, ...]


@dataclass(frozen=True)
class StateLoading:
    """What loading the optimizers does: ``kept`` storages live on in them (``kept_bytes`` by saved device and role),
    all else is ``copied``, read from the storages ``read``. ``in_ram`` is the most that a copy takes of RAM for a
    moment.
    """

    kept: frozenset[int]
    kept_bytes: dict[tuple[str, str], Bytes]
    loads: tuple[OptimizerLoading, ...]
    copied: Bytes
    read: frozenset[int]
    in_ram: int


class Contents:
    """A `ContentsLayout` with a device for each storage.

    Answers that several strategies ask for are worked out once.
    """

    def __init__(self, layout: ContentsLayout, devices: Sequence[str]) -> None:
        self.layout = layout
        self.devices = devices
        self.saved_on = tuple(dict.fromkeys(devices))
        self.totals = self.by_place(range(len(devices)))
        self.model_sizes = tuple(tensor.nbytes for tensor in layout.model)
        self.model_storages = frozenset(tensor.storage for tensor in layout.model)
        self.model_bytes = total(self.model_sizes)
        self._known: dict[tuple[Any, ...], Any] = {}

    def placed(self, saved: Devices) -> tuple[Sequence[int], tuple[int, ...]]:
        """The storages that were saved on one of these devices, and their sizes, in order."""
        key = "placed", saved
        if key not in self._known:
            here = [device in saved for device in self.devices]
            sizes = self.layout.sizes
            self._known[key] = list(compress(range(len(sizes)), here)), tuple(compress(sizes, here))
        found: tuple[Sequence[int], tuple[int, ...]] = self._known[key]
        return found

    def reading_peak(self, on_host: Devices) -> Bytes:
        """The most RAM while storages are read one by one: those saved on ``on_host`` stay there, the others pass
        through.
        """
        key = "reading", on_host
        if key not in self._known:
            held = peak = kept = keepable = 0
            for size, device in zip(self.layout.sizes, self.devices, strict=True):
                small = size if size < LARGEST_KEPT else 0
                peak, keepable = max(peak, held + size), max(keepable, kept + small)
                if device in on_host:
                    held, kept = held + size, kept + small
            self._known[key] = Bytes(peak, 0, keepable)
        found: Bytes = self._known[key]
        return found

    def model_in_ram(self, on_host: Devices, *, assigned: bool) -> int:
        """The most RAM that a copy of one tensor to the live model on a card takes for a moment."""
        key = f"in ram {assigned}", on_host
        if key not in self._known:
            here = (tensor for tensor in self.layout.model if self.devices[tensor.storage] in on_host)
            self._known[key] = max((tensor.moved if assigned else tensor.copied for tensor in here), default=0)
        found: int = self._known[key]
        return found

    def state_loading(self, at_home: Devices, on_host: Devices) -> StateLoading:
        """How the optimizers take their state when what was saved on ``at_home`` lies with the parameters, and what was
        saved on ``on_host`` in RAM.
        """
        key = "state", at_home, on_host
        if key not in self._known:
            self._known[key] = self._load_state(at_home, on_host)
        found: StateLoading = self._known[key]
        return found

    def _load_state(self, at_home: Devices, on_host: Devices) -> StateLoading:
        kept: set[int] = set()
        read: set[int] = set()
        loads = []
        in_ram = 0
        devices = self.devices
        for optimizer in self.layout.optimizers:
            copies = []
            for tensor in optimizer.state:
                if tensor.stays or (tensor.same_dtype and devices[tensor.storage] in at_home):
                    kept.add(tensor.storage)
                    continue
                read.add(tensor.storage)
                copies.append(tensor.nbytes)
                if devices[tensor.storage] in on_host:
                    in_ram = max(in_ram, tensor.in_ram)
            loads.append(OptimizerLoading(optimizer.made, optimizer.groups, tuple(copies)))
        copied = Bytes().plus(*(total(load.copies) for load in loads))
        return StateLoading(frozenset(kept), self.by_place(kept), tuple(loads), copied, frozenset(read), in_ram)

    def by_place(self, storages: Iterable[int]) -> dict[tuple[str, str], Bytes]:
        """The bytes of some storages by (saved device, role)."""
        found: dict[tuple[str, str], list[int]] = {}
        sizes, roles, devices = self.layout.sizes, self.layout.roles, self.devices
        for storage in storages:
            found.setdefault((devices[storage], roles[storage]), []).append(sizes[storage])
        return {place: total(here) for place, here in found.items()}


def total(sizes: Sequence[int]) -> Bytes:
    """The sum of some sizes."""
    return Bytes(sum(sizes), sum(map(round_size, sizes)), sum(size for size in sizes if size < LARGEST_KEPT))


def contents_of(preview: Preview, *, planned: bool, optimizer: bool, model_dtype: str = "") -> Contents:
    """The contents of the file, as it is or as the plan would save it, with or without optimizer state, for a live
    model of ``model_dtype`` (empty: as in the file).

    What is in a file where nothing is gone is remembered as long as its catalogue lives.
    """
    file = preview.planned if planned else preview.catalogue
    known = file.laid_out_as
    if not any(known.gone) and list(file.storage_columns.devices) == list(known.storage_columns.devices):
        return _whole_contents(known, optimizer, model_dtype)
    return _placed(file, _whole_layout(known, optimizer, model_dtype))


@derived_from_matches
def _whole_layout(catalogue: Catalogue, optimizer: bool, model_dtype: str) -> ContentsLayout:
    return _layout(catalogue, optimizer, model_dtype)


@derived_from_matches
def _whole_contents(catalogue: Catalogue, optimizer: bool, model_dtype: str) -> Contents:
    return _placed(catalogue, _whole_layout(catalogue, optimizer, model_dtype))


def _placed(file: Catalogue, layout: ContentsLayout) -> Contents:
    devices = file.storage_columns.devices
    return Contents(layout, [_spelled(devices[index]) for index in layout.storages])


def _spelled(device: str) -> str:
    """``cuda`` without a number is the current GPU, the first one."""
    return "cuda:0" if device == "cuda" else device


def _layout(catalogue: Catalogue, optimizer: bool, model_dtype: str) -> ContentsLayout:
    gone = catalogue.gone if any(catalogue.gone) else b""
    rows = {
        index: row
        for index, row in enumerate(catalogue.tensors)
        if not (gone and gone[row.entry]) and (optimizer or row.role != "optimizer")
    }
    roles: dict[int, str] = {}
    for row in rows.values():
        if roles.get(row.storage) != "model":
            roles[row.storage] = row.role if row.role != "other" else roles.get(row.storage, "other")
    if optimizer and not gone:
        for index, storage in enumerate(catalogue.storages):
            if not storage.tensors:
                roles.setdefault(index, "other")
    storages = sorted(roles)
    numbers = {storage: number for number, storage in enumerate(storages)}
    found = [each for each in catalogue.optimizers if optimizer and not (gone and gone[each.entry])]
    return ContentsLayout(
        storages,
        [catalogue.storages[index].nbytes for index in storages],
        [roles[index] for index in storages],
        [_live(row, numbers[row.storage], model_dtype) for row in live_rows(catalogue, rows)],
        [optimizer_state(catalogue, each, rows, numbers, model_dtype) for each in found],
    )


def _live(row: TensorRow, storage: int, model_dtype: str) -> LiveTensor:
    dtype = live_dtype(row.dtype, model_dtype)
    copied, moved = (copy_in_ram(row, dtype, in_place=in_place) for in_place in (True, False))
    return LiveTensor(nbytes_as(row, dtype), storage, dtype != row.dtype, copied, moved)

"""What a checkpoint holds, as the ledger needs it: storages, the live model they fill, the optimizer state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import compress
from operator import sub
from typing import Any, NamedTuple

from core.catalogue.catalogue import Catalogue
from core.catalogue.derived import derived_from_matches
from core.catalogue.main_model import live_rows
from core.catalogue.rows import Optimizer, OptimizerEntry, TensorRow
from core.containers.ranks.zero_names import saves_in
from core.edits.preview import Preview
from core.memory.allocator import round_size
from core.memory.machine import Machine
from core.memory.transfers import copy_in_ram, is_floating, live_dtype, nbytes_as
from core.words import marked

_MADE_AT_ONCE = "Adagrad"
"""The optimizer of torch that makes its state in the constructor."""
_STEP = 4
"""Bytes of a ``step`` that lies on the parameter's device."""


class StateTensor(NamedTuple):
    """One tensor of optimizer state: its storage, its own bytes once copied, whether loading may keep it as it is.

    ``same_dtype`` is False when torch must cast it to the parameter's dtype; ``stays`` is True for what torch leaves
    where it is. ``in_ram`` is what bringing it from RAM to a card takes there for a moment.
    """

    storage: int
    nbytes: int
    same_dtype: bool
    stays: bool
    in_ram: int


class OptimizerState(NamedTuple):
    """One optimizer: the sizes of what its constructor makes on the device of the parameters, the storages of tensors
    in its groups, and its state in the order it is loaded.
    """

    made: tuple[int, ...]
    groups: tuple[int, ...]
    state: tuple[StateTensor, ...]


def optimizer_state(
    catalogue: Catalogue,
    optimizer: Optimizer,
    kept: Mapping[int, TensorRow],
    numbers: Mapping[int, int],
    model_dtype: str,
) -> OptimizerState:
    """What loading an optimizer's state deals with.

    ``kept`` are the tensor rows that are left in the file; ``numbers`` is what each storage of the catalogue is called
    here.
    """
    parts = catalogue.by_text(optimizer.entry)
    in_groups = catalogue.subtree_rows(parts["param_groups"]) if "param_groups" in parts else range(0)
    items = {item.entry: item for item in optimizer.entries if item.entry is not None}
    found: list[StateTensor] = []
    # torch walks through ``state`` as it was saved, not through the groups.
    for entry in catalogue.children(parts["state"]) if "state" in parts else ():
        item = items.get(entry)
        wanted = live_dtype(_parameter_dtype(catalogue, item), model_dtype)
        for index in catalogue.subtree_rows(entry):
            if index in kept:
                row = kept[index]
                is_step = catalogue.labels[row.entry] == "step"
                found.append(_state_tensor(row, numbers[row.storage], item, wanted, is_step=is_step))
    return OptimizerState(
        tuple(_made(catalogue, optimizer, model_dtype)),
        tuple(dict.fromkeys(numbers[kept[index].storage] for index in in_groups if index in kept)),
        tuple(found),
    )


def _parameter_dtype(catalogue: Catalogue, item: OptimizerEntry | None) -> str:
    """The saved dtype of a parameter; empty where it is not known."""
    row = catalogue.row_of(item.parameter) if item is not None and item.parameter is not None else -1
    return catalogue.tensors[row].dtype if row >= 0 else ""


def _state_tensor(
    row: TensorRow, storage: int, item: OptimizerEntry | None, wanted: str, *, is_step: bool
) -> StateTensor:
    if item is None:
        return StateTensor(storage, row.nbytes, same_dtype=True, stays=True, in_ram=0)
    dtype = "float32" if is_step else wanted if is_floating(wanted) else row.dtype
    stays = is_step and not item.step_on_device
    in_ram = copy_in_ram(row, dtype, in_place=False)
    return StateTensor(storage, nbytes_as(row, dtype), row.dtype == dtype, stays, in_ram)


def _made(catalogue: Catalogue, optimizer: Optimizer, model_dtype: str) -> Iterator[int]:
    """The sizes of what the constructor makes on the device of the parameters, in order."""
    if optimizer.kind != _MADE_AT_ONCE:
        return
    for item in optimizer.entries:
        row = _parameter(catalogue, item)
        if row is not None:
            if item.step_on_device:
                yield _STEP
            yield nbytes_as(row, live_dtype(row.dtype, model_dtype))


def _parameter(catalogue: Catalogue, item: OptimizerEntry) -> TensorRow | None:
    """The parameter or, where it is not in the file, state of its shape and dtype."""
    if item.parameter is not None and catalogue.row_of(item.parameter) >= 0:
        return catalogue.tensors[catalogue.row_of(item.parameter)]
    rows = (catalogue.tensors[index] for index in catalogue.subtree_rows(item.entry)) if item.entry is not None else ()
    return next((row for row in rows if catalogue.labels[row.entry] != "step"), None)


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
        return Bytes(*map(sum, zip(self, *others, strict=True)))

    def minus(self, other: Bytes) -> Bytes:
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


# -- what each of several processes holds that load it together ------------------------------------------------
#
# The part of a rank is what lies in its files, as many files as ranks beside each other; what several files make up
# together is cut evenly, and all of it is where there are fewer files than ranks.


MOST_RANKS = 8
"""Ranks that are assumed where nobody says how many: the cards of a large machine."""


def is_shared(catalogue: Catalogue) -> bool:
    """Whether there are parts that processes could load."""
    return len(_holders(catalogue)) > 1


def together(catalogue: Catalogue, machine: Machine) -> Machine:
    """The machine with a process for each part of the checkpoint, or as many as are asked for, and a card for each."""
    ranks = machine.ranks if machine.ranks > 1 else min(_saved_by(catalogue), MOST_RANKS)
    return replace(machine, ranks=ranks, gpus=max(machine.gpus, ranks), own_gpu=True)


def _saved_by(catalogue: Catalogue) -> int:
    """How many ranks saved it: as many as have pieces of the state of DeepSpeed's optimizer, else a file each."""
    names = [name.rpartition("/")[2] for name in catalogue.checkpoint.part_names]
    pieces = max((max(save.optimizers, default=-1) + 1 for save in saves_in(names)), default=0)
    return pieces or len(_holders(catalogue))


def _holders(catalogue: Catalogue) -> list[int]:
    """The numbers of the files that hold bytes of tensors."""
    return sorted({part for parts in set(catalogue.parts_of_storage) for part in parts})


def part_of(contents: Contents, catalogue: Catalogue, rank: int, ranks: int) -> Contents:
    """What one of some ranks loads."""
    layout, shares = contents.layout, _shares(catalogue, rank, ranks)
    here = [(place, shares(storage, layout.sizes[place])) for place, storage in enumerate(layout.storages)]
    kept = {place: (new, size) for new, (place, size) in enumerate(each for each in here if each[1])}
    part = ContentsLayout(
        [layout.storages[place] for place in kept],
        [size for _, size in kept.values()],
        [layout.roles[place] for place in kept],
        [_live_part(tensor, layout.sizes, kept) for tensor in layout.model if tensor.storage in kept],
        [_state_part(each, layout.sizes, kept, ranks) for each in layout.optimizers],
    )
    return Contents(part, [contents.devices[place] for place in kept])


class _shares:  # noqa: N801 - called like a function
    """How many bytes of a storage one rank has."""

    def __init__(self, catalogue: Catalogue, rank: int, ranks: int) -> None:
        holders = _holders(catalogue)
        self._parts, self._ranks = catalogue.parts_of_storage, ranks
        self._own = {part for place, part in enumerate(holders) if place * ranks // len(holders) == rank}
        self._evenly = len(holders) < ranks

    def __call__(self, storage: int, size: int) -> int:
        parts = self._parts[storage]
        if self._evenly or not parts:
            return -(-size // self._ranks)
        return -(-size * len(self._own.intersection(parts)) // len(parts))


_Kept = dict[int, tuple[int, int]]
"""Of each storage that a rank has some of: its place among those, and how many bytes."""


def _live_part(tensor: LiveTensor, sizes: Sequence[int], kept: _Kept) -> LiveTensor:
    place, size = kept[tensor.storage]
    whole = sizes[tensor.storage]
    nbytes, copied, moved = (_cut(each, size, whole) for each in (tensor.nbytes, tensor.copied, tensor.moved))
    return tensor._replace(nbytes=nbytes, storage=place, copied=copied, moved=moved)


def _state_part(optimizer: OptimizerState, sizes: Sequence[int], kept: _Kept, ranks: int) -> OptimizerState:
    state = []
    for tensor in optimizer.state:
        if tensor.storage in kept:
            place, size = kept[tensor.storage]
            nbytes, in_ram = (_cut(each, size, sizes[tensor.storage]) for each in (tensor.nbytes, tensor.in_ram))
            state.append(tensor._replace(storage=place, nbytes=nbytes, in_ram=in_ram))
    made = tuple(-(-size // ranks) for size in optimizer.made)
    return OptimizerState(made, tuple(kept[group][0] for group in optimizer.groups if group in kept), tuple(state))


def _cut(nbytes: int, size: int, whole: int) -> int:
    return -(-nbytes * size // whole)

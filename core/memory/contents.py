"""What a checkpoint holds, as the ledger needs it: storages, the live model they fill, the optimizer state."""

from __future__ import annotations

import weakref
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import Any, NamedTuple

from core.catalogue import Catalogue, TensorRow
from core.dtypes import ITEM_SIZES
from core.memory.allocator import round_size
from core.preview import Preview

Devices = frozenset[str]
ROLES = ("model", "optimizer", "other")


class StateTensor(NamedTuple):
    """One tensor of optimizer state: its storage, its own bytes once copied, whether loading may keep it as it is.

    ``same_dtype`` is False when torch must cast it to the parameter's dtype; ``stays`` is True for a ``step``
    that torch leaves where it is.
    """

    storage: int
    nbytes: int
    same_dtype: bool
    stays: bool


@dataclass(frozen=True)
class Layout:
    """What does not depend on devices. ``storages`` are indices into the catalogue, in the order of the pickle;
    ``sizes`` and ``roles`` (model before optimizer before other) go with them.

    ``model`` has the bytes and the storage of each tensor of the live model, ``state`` the optimizer's tensors in
    the order they are loaded; both mean a position in ``storages``.
    """

    storages: Sequence[int]
    sizes: Sequence[int]
    roles: Sequence[str]
    model: Sequence[tuple[int, int]]
    state: Sequence[StateTensor]


class Bytes(NamedTuple):
    """An amount: as it is, and rounded up as the allocator of a GPU counts it."""

    raw: int = 0
    rounded: int = 0


@dataclass(frozen=True)
class StateLoading:
    """What ``optimizer.load_state_dict`` does: ``kept`` storages live on in the optimizer (``kept_bytes`` by saved
    device and role), all else is copied: ``copies`` in order, ``copied`` in all, read from the storages ``read``.
    ``cast`` is the largest copy that changes the dtype, which torch does where the tensor lies.
    """

    kept: frozenset[int]
    kept_bytes: dict[tuple[str, str], Bytes]
    copies: tuple[int, ...]
    copied: Bytes
    read: frozenset[int]
    cast: int


class Contents:
    """A `Layout` with a device for each storage, and answers that several strategies ask for, each worked out once."""

    def __init__(self, layout: Layout, devices: Sequence[str]) -> None:
        self.layout = layout
        self.devices = devices
        self.saved_on = tuple(dict.fromkeys(devices))
        self.totals = self.by_place(range(len(devices)))
        self.model_sizes = tuple(nbytes for nbytes, _ in layout.model)
        self.model_storages = frozenset(storage for _, storage in layout.model)
        self.model_bytes = rounded(self.model_sizes)
        self._known: dict[tuple[str, Devices], Any] = {}

    def placed(self, saved: Devices) -> tuple[Sequence[int], tuple[int, ...]]:
        """The storages that were saved on one of these devices, and their sizes, in order."""
        key = "placed", saved
        if key not in self._known:
            here = [device in saved for device in self.devices]
            sizes = self.layout.sizes
            self._known[key] = list(compress(range(len(sizes)), here)), tuple(compress(sizes, here))
        found: tuple[Sequence[int], tuple[int, ...]] = self._known[key]
        return found

    def reading_peak(self, on_host: Devices) -> int:
        """The most main memory while storages are read one by one: those saved on ``on_host`` stay there, the others
        pass through.
        """
        key = "reading", on_host
        if key not in self._known:
            held = peak = 0
            for size, device in zip(self.layout.sizes, self.devices, strict=True):
                peak = max(peak, held + size)
                if device in on_host:
                    held += size
            self._known[key] = peak
        found: int = self._known[key]
        return found

    def state_loading(self, at_home: Devices) -> StateLoading:
        """How the optimizer takes its state when what was saved on ``at_home`` lies with the parameters."""
        key = "state", at_home
        if key not in self._known:
            self._known[key] = self._load_state(at_home)
        found: StateLoading = self._known[key]
        return found

    def _load_state(self, at_home: Devices) -> StateLoading:
        kept: set[int] = set()
        read: set[int] = set()
        copies = []
        cast = 0
        devices = self.devices
        for storage, nbytes, same_dtype, stays in self.layout.state:
            if stays or (same_dtype and devices[storage] in at_home):
                kept.add(storage)
                continue
            read.add(storage)
            copies.append(nbytes)
            if not same_dtype and nbytes > cast:
                cast = nbytes
        return StateLoading(frozenset(kept), self.by_place(kept), tuple(copies), rounded(copies), frozenset(read), cast)

    def by_place(self, storages: Iterable[int]) -> dict[tuple[str, str], Bytes]:
        """The bytes of some storages by (saved device, role)."""
        raw: dict[tuple[str, str], int] = {}
        blocks: dict[tuple[str, str], int] = {}
        sizes, roles, devices = self.layout.sizes, self.layout.roles, self.devices
        for storage in storages:
            size, place = sizes[storage], (devices[storage], roles[storage])
            raw[place] = raw.get(place, 0) + size
            blocks[place] = blocks.get(place, 0) + ((size + 511) & -512)
        return {place: Bytes(size, blocks[place]) for place, size in raw.items()}


def rounded(sizes: Sequence[int]) -> Bytes:
    """The sum of some sizes."""
    return Bytes(sum(sizes), sum(map(round_size, sizes)))


def contents_of(preview: Preview, *, planned: bool, optimizer: bool) -> Contents:
    """The contents of the file, as it is or as the plan would save it, with or without optimizer state.

    Those of the file as it is are remembered as long as its catalogue lives.
    """
    catalogue = preview.catalogue
    known = _known(catalogue)
    gone = preview.gone if planned else b""
    if ("layout", optimizer) not in known:
        known["layout", optimizer] = _layout(catalogue, b"", optimizer=optimizer)
    layout = _layout(catalogue, gone, optimizer=optimizer) if any(gone) else known["layout", optimizer]
    if planned and (layout is not known["layout", optimizer] or _moves(preview)):
        return Contents(layout, [_spelled(preview.storage_devices[index]) for index in layout.storages])
    if ("contents", optimizer) not in known:
        devices = [_spelled(catalogue.storages[index].device) for index in layout.storages]
        known["contents", optimizer] = Contents(layout, devices)
    found: Contents = known["contents", optimizer]
    return found


_KNOWN: dict[int, dict[Any, Any]] = {}
"""What was worked out about each catalogue that is alive, by its ``id``: catalogues cannot be hashed."""


def _known(catalogue: Catalogue) -> dict[Any, Any]:
    if id(catalogue) not in _KNOWN:
        _KNOWN[id(catalogue)] = {}
        weakref.finalize(catalogue, _KNOWN.pop, id(catalogue), None)
    return _KNOWN[id(catalogue)]


def _moves(preview: Preview) -> bool:
    storages = preview.catalogue.storages
    return any(device != old.device for device, old in zip(preview.storage_devices, storages, strict=True))


def _spelled(device: str) -> str:
    """``cuda`` without a number is the current GPU, the first one."""
    return "cuda:0" if device == "cuda" else device


def _layout(catalogue: Catalogue, gone: bytes, *, optimizer: bool) -> Layout:
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
    return Layout(
        storages,
        [catalogue.storages[index].nbytes for index in storages],
        [roles[index] for index in storages],
        [(row.nbytes, numbers[row.storage]) for row in live_rows(catalogue, rows)],
        [tensor._replace(storage=numbers[tensor.storage]) for tensor in _state_tensors(catalogue, rows)],
    )


def live_rows(catalogue: Catalogue, kept: dict[int, TensorRow] | None = None) -> list[TensorRow]:
    """The tensors of the model that the checkpoint belongs to: each place in a storage once, tied weights share."""
    found: dict[tuple[int, int, tuple[int, ...]], TensorRow] = {}
    for entry in main_models(catalogue, kept) or (0,):
        for index in catalogue.subtree_rows(entry):
            row = catalogue.tensors[index]
            if row.role == "model" and (kept is None or index in kept):
                found.setdefault((row.storage, row.storage_offset, row.shape), row)
    return list(found.values())


def main_models(catalogue: Catalogue, kept: dict[int, TensorRow] | None = None) -> list[int]:
    """The state dicts that training goes on with: those of the optimizers, else the largest; none for whole modules.

    ``kept`` are the tensor rows that are left in the file, all by default.
    """

    def left(entry: int) -> Iterator[TensorRow]:
        for index in catalogue.subtree_rows(entry):
            if kept is None or index in kept:
                yield catalogue.tensors[index]

    linked = dict.fromkeys(optimizer.model for optimizer in catalogue.optimizers if optimizer.model is not None)
    found = [entry for entry in linked if next(left(entry), None) is not None]
    if found:
        return found
    sizes = {entry: sum(row.nbytes for row in left(entry)) for entry in catalogue.state_dicts}
    return [max(sizes, key=lambda entry: sizes[entry])] if any(sizes.values()) else []


def _state_tensors(catalogue: Catalogue, kept: dict[int, TensorRow]) -> Iterator[StateTensor]:
    """The tensors of optimizer state that are kept, in the order ``load_state_dict`` goes through them."""
    for optimizer in catalogue.optimizers:
        # torch walks through ``state`` as it was saved, not through the groups.
        items = sorted((item for item in optimizer.entries if item.entry is not None), key=lambda item: item.entry or 0)
        for item in items:
            parameter = catalogue.rows[item.parameter] if item.parameter is not None else -1
            wanted = catalogue.tensors[parameter].dtype if parameter >= 0 else ""
            for index in catalogue.subtree_rows(item.entry or 0):
                if index in kept:
                    row = kept[index]
                    yield _state_tensor(row, wanted, catalogue.labels[row.entry] == "step", item.step_on_device)


def _state_tensor(row: TensorRow, wanted: str, is_step: bool, step_on_device: bool) -> StateTensor:
    cast = wanted if "float" in wanted else row.dtype
    dtype = "float32" if is_step else cast
    nbytes = row.nbytes // ITEM_SIZES[row.dtype] * ITEM_SIZES[dtype]
    return StateTensor(row.storage, nbytes, row.dtype == dtype, is_step and not step_on_device)

"""Real torch as the judge: what it loads, which devices a file says, and whether two files are the same.

Nothing here uses Pthfinder. Checkpoints of GPUs that this machine lacks are written and read through
`PretendGpus`, which registers with torch the way a vendor's backend does: tensors stay in host memory and
only carry the tag, so that torch's own recipes (``map_location``, edit, ``torch.save``) run to the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any, Self

import numpy as np
import torch
from torch import serialization
from torch.utils.serialization import config

WAYS = ("plain", "weights_only", "mmap", "computed offsets")
ZIP_WAYS = WAYS
LEGACY_WAYS = ("plain", "weights_only")
_PARTS = {
    torch.sparse_coo: ("_indices", "_values", "is_coalesced"),
    torch.sparse_csr: ("crow_indices", "col_indices", "values"),
    torch.sparse_bsr: ("crow_indices", "col_indices", "values"),
    torch.sparse_csc: ("ccol_indices", "row_indices", "values"),
    torch.sparse_bsc: ("ccol_indices", "row_indices", "values"),
}
"""The methods that give what a sparse tensor is made of."""
_ATOMS = (type(None), bool, int, float, complex, str, bytes, torch.dtype, torch.Size, torch.device, type)


class PretendGpus:
    """While entered, torch saves and loads any device tag; ``device_of`` and ``place`` read and set tags."""

    def __init__(self) -> None:
        self._tags: dict[int, tuple[torch.UntypedStorage, str]] = {}  # the storage is kept, so its address is too

    def __enter__(self) -> Self:
        self._registry = list(serialization._package_registry)
        serialization.register_package(0, self._tag, self._restore)
        return self

    def __exit__(self, *exc: object) -> None:
        serialization._package_registry[:] = self._registry

    def _tag(self, storage: torch.UntypedStorage) -> str | None:
        return self._tags[storage._cdata][1] if storage._cdata in self._tags else None

    def _restore(self, storage: torch.UntypedStorage, location: str) -> torch.UntypedStorage:
        self._tags[storage._cdata] = (storage, location)
        return storage

    def device_of(self, tensor: torch.Tensor) -> str:
        """Where torch thinks the tensor's storage lies."""
        return self._tag(tensor.untyped_storage()) or str(tensor.device)

    def place(self, tensor: torch.Tensor, device: str) -> None:
        """Say that the tensor's storage lies on ``device``."""
        self._restore(tensor.untyped_storage(), device)

    def to(self, tensor: torch.Tensor, device: str) -> torch.Tensor:
        """``tensor.to(device)``: itself when it is there already, else a copy with a storage of its own."""
        if self.device_of(tensor) == device:
            return tensor
        moved = tensor.detach().clone()
        self.place(moved, device)
        return moved


def tensors_in(value: Any) -> Iterator[torch.Tensor]:
    """All tensors below dicts, lists and tuples."""
    if isinstance(value, torch.Tensor):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from tensors_in(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from tensors_in(each)


def load(path: Path, way: str = "plain", **options: Any) -> Any:
    """``torch.load`` in one of the `WAYS`."""
    options["weights_only"] = way == "weights_only"
    if way in ("mmap", "computed offsets"):
        options["mmap"] = True
    with config.patch({"load.calculate_storage_offsets": way == "computed offsets"}):
        return torch.load(path, **options)


def saved_devices(path: Path, **options: Any) -> list[str]:
    """The device of each storage as torch meets them in the file; works without any of those devices."""
    found: list[str] = []

    def note(storage: torch.UntypedStorage, location: str) -> torch.UntypedStorage:
        found.append(location)
        return storage

    torch.load(path, map_location=note, weights_only=options.pop("weights_only", False), **options)
    return found


def assert_same_files(ours: Path, theirs: Path, ways: tuple[str, ...] | None = None) -> None:
    """Both files load, in all ways, to the same objects on the same devices, bit for bit."""
    if ways is None:
        ways = ZIP_WAYS if ours.read_bytes()[:2] == b"PK" else LEGACY_WAYS
    for way in ways:
        with PretendGpus() as gpus:
            wanted = load(theirs, "plain" if way != "weights_only" else way)
            assert_same(load(ours, way), wanted, gpus.device_of)


def assert_same(ours: Any, theirs: Any, device_of: Callable[[torch.Tensor], str] | None = None) -> None:
    """Two loaded objects agree in everything that torch and Python can tell; says where they do not."""
    found = next(_Comparison(device_of or (lambda tensor: str(tensor.device))).differences(ours, theirs, "root"), None)
    assert found is None, f"{found.where}: {found.ours!r} is not {found.theirs!r} ({found.what})"


@dataclass
class Difference:
    """The first thing that two objects disagree on."""

    where: str
    what: str
    ours: Any
    theirs: Any


class _Comparison:
    """Walks two objects side by side; twins met once must be twins ever after, which is the sharing pattern."""

    def __init__(self, device_of: Callable[[torch.Tensor], str]) -> None:
        self._device_of = device_of
        self._twins: dict[int, int] = {}
        self._backwards: dict[int, int] = {}
        self._kept: list[Any] = []  # temporary objects must not be freed: their addresses would be used again

    def differences(self, ours: Any, theirs: Any, where: str) -> Iterator[Difference]:
        if type(ours) is not type(theirs):
            yield Difference(where, "type", type(ours), type(theirs))
            return
        if isinstance(ours, _ATOMS):
            if repr(ours) != repr(theirs):  # tells -0.0 from 0.0, and NaN is NaN
                yield Difference(where, "value", ours, theirs)
            return
        if isinstance(ours, FunctionType | BuiltinFunctionType | ModuleType):
            if ours is not theirs:
                yield Difference(where, "function", ours, theirs)
            return
        met_before = id(ours) in self._twins
        if self._twins.setdefault(id(ours), id(theirs)) != id(theirs):
            yield Difference(where, "sharing", "shared", "not shared or with another")
        elif self._backwards.setdefault(id(theirs), id(ours)) != id(ours):
            yield Difference(where, "sharing", "not shared or with another", "shared")
        elif not met_before:
            self._kept += [ours, theirs]
            yield from self._inside(ours, theirs, where)

    def _inside(self, ours: Any, theirs: Any, where: str) -> Iterator[Difference]:
        if isinstance(ours, torch.Tensor):
            yield from self._tensors(ours, theirs, where)
        elif isinstance(ours, torch.UntypedStorage | torch.TypedStorage):
            yield from self._storages(_raw(ours), _raw(theirs), where)
        elif isinstance(ours, dict):
            if len(ours) != len(theirs):
                yield Difference(where, "number of keys", list(ours), list(theirs))
            for (key, value), (other_key, other) in zip(ours.items(), theirs.items(), strict=False):
                yield from self.differences(key, other_key, f"{where} key")
                yield from self.differences(value, other, f"{where}[{key!r}]")
            yield from self.differences(
                getattr(ours, "__dict__", None), getattr(theirs, "__dict__", None), where + ".__dict__"
            )
        elif isinstance(ours, list | tuple):
            if len(ours) != len(theirs):
                yield Difference(where, "length", len(ours), len(theirs))
            for index, (value, other) in enumerate(zip(ours, theirs, strict=False)):
                yield from self.differences(value, other, f"{where}[{index}]")
        elif isinstance(ours, np.ndarray | np.generic):
            if ours.dtype == object:
                yield from self.differences(ours.tolist(), theirs.tolist(), f"{where} elements")
            elif ours.dtype != theirs.dtype or ours.shape != theirs.shape or ours.tobytes() != theirs.tobytes():
                yield Difference(where, "array", ours, theirs)
        elif isinstance(ours, set | frozenset | bytearray):
            if ours != theirs:
                yield Difference(where, "value", ours, theirs)
        else:  # anything else is what it would be pickled as
            reduced, other = ours.__reduce_ex__(2), theirs.__reduce_ex__(2)
            self._kept += [reduced, other]
            if isinstance(reduced, str):
                if reduced != other:
                    yield Difference(where, "name", reduced, other)
                return
            yield from self.differences(
                tuple(_plain(part) for part in reduced), tuple(_plain(part) for part in other), where
            )

    def _tensors(self, ours: torch.Tensor, theirs: torch.Tensor, where: str) -> Iterator[Difference]:
        for what in ("dtype", "shape", "requires_grad", "layout", "is_quantized"):
            if getattr(ours, what) != getattr(theirs, what):
                yield Difference(where, what, getattr(ours, what), getattr(theirs, what))
        for part in _PARTS.get(ours.layout, ()):
            yield from self.differences(getattr(ours, part)(), getattr(theirs, part)(), f"{where} {part}")
        if ours.layout != torch.strided:
            return
        if ours.is_quantized and theirs.is_quantized:
            yield from self.differences(_quantisation(ours), _quantisation(theirs), where + " quantisation")
        for read in (
            torch.Tensor.stride,
            torch.Tensor.storage_offset,
            torch.Tensor.is_conj,
            torch.Tensor.is_neg,
            self._device_of,
        ):
            if read(ours) != read(theirs):
                yield Difference(where, getattr(read, "__name__", "device"), read(ours), read(theirs))
        yield from self.differences(
            getattr(ours, "__dict__", None), getattr(theirs, "__dict__", None), where + ".__dict__"
        )
        yield from self._storages(ours, theirs, where)

    def _storages(self, ours: torch.Tensor, theirs: torch.Tensor, where: str) -> Iterator[Difference]:
        one, other = ours.untyped_storage(), theirs.untyped_storage()
        met_before = one._cdata in self._twins
        if self._twins.setdefault(one._cdata, other._cdata) != other._cdata:
            yield Difference(where, "storage", "shared", "not shared or with another")
        elif self._backwards.setdefault(other._cdata, one._cdata) != one._cdata:
            yield Difference(where, "storage", "not shared or with another", "shared")
        elif not met_before:
            self._kept += [one, other]
            if one.nbytes() != other.nbytes():
                yield Difference(where, "storage bytes", one.nbytes(), other.nbytes())
            elif one.device.type != "meta" and not torch.equal(_raw(one), _raw(other)):
                yield Difference(where, "bytes", ours, theirs)


def _quantisation(tensor: torch.Tensor) -> list[Any]:
    """What the integers of a quantised tensor stand for."""
    scheme = str(tensor.qscheme())
    if "channel" not in scheme:
        return [scheme, tensor.q_scale(), tensor.q_zero_point()]
    axis = tensor.q_per_channel_axis()
    return [scheme, axis, tensor.q_per_channel_scales().tolist(), tensor.q_per_channel_zero_points().tolist()]


def _raw(storage: torch.UntypedStorage | torch.TypedStorage) -> torch.Tensor:
    if isinstance(storage, torch.TypedStorage):
        storage = storage._untyped_storage
    return torch.empty(0, dtype=torch.uint8).set_(storage)


def _plain(part: Any) -> Any:
    """Iterators of a reduction, as lists."""
    return list(part) if hasattr(part, "__next__") else part

"""Runs a strategy on paper: who holds how many bytes where, phase by phase.

The facts behind each rule are in ``torch/serialization.py`` (a storage is read to the host and moved alone to
its device), ``torch/nn/modules/module.py`` (``load_state_dict`` copies in place) and ``torch/optim/optimizer.py``
(``_process_value_according_to_param_policy``: state that has the parameter's device and dtype is kept as it is, the
rest is copied; ``step`` stays unless capturable or fused).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from core.memory.allocator import Block, CachingAllocator
from core.memory.contents import Contents
from core.memory.machine import Machine
from core.memory.strategies import Strategy

PHASES = ("start", "load", "model", "optimizer", "del", "empty_cache")
OWNERS = ("model", "optimizer", "other", "leftover")


@dataclass(frozen=True)
class DeviceState:
    """One GPU at the end of a phase: bytes ``allocated`` (``owners`` says by whom), ``reserved`` by the allocator, and
    ``context``. ``peak`` is the most that the card held during the phase, reserved and contexts together.
    """

    allocated: int
    reserved: int
    context: int
    peak: int
    owners: Mapping[str, int]


@dataclass(frozen=True)
class HostState:
    """Main memory at the end of a phase, beyond what Python and torch take: ``anonymous`` bytes, and ``file`` bytes of
    the checkpoint that are mapped and were touched. ``peak`` is the most of both together during the phase.
    """

    anonymous: int
    file: int
    peak: int


@dataclass(frozen=True)
class Phase:
    """The state of all devices at the end of a phase."""

    name: str
    devices: Mapping[str, DeviceState]
    host: HostState


class Rank:
    """One process that loads the file."""

    def __init__(self, contents: Contents, strategy: Strategy, machine: Machine, rank: int, *, keep: bool) -> None:
        self.contents, self.strategy, self.machine, self.keep = contents, strategy, machine, keep
        self.home = machine.home(rank)
        self.target = machine.load_target(rank)
        self.gpus: dict[str, CachingAllocator] = {}
        self.owners: dict[str, Counter[str]] = {}
        self.blocks: dict[object, tuple[str, Block | None, int, str]] = {}
        self.anonymous = 0
        self.touched: set[int] = set()  # mapped storages whose pages were read
        self.file = 0
        self.kept: set[int] = set()  # storages that the optimizer took over
        self.mapped = False
        self.peak_host = 0

    def phases(self) -> list[Phase]:
        """Run all phases."""
        steps = (self._start, self._load, self._model, self._optimizer, self._delete, self._empty_cache)
        found = []
        for name, step in zip(PHASES, steps, strict=True):
            self.peak_host = 0
            for gpu in self.gpus.values():
                gpu.peak_reserved = gpu.reserved
            step()
            self._note_host(0)
            found.append(Phase(name, {device: self._state(device) for device in self.gpus}, self._host()))
        return found

    # -- phases --------------------------------------------------------------------------------------------

    def _start(self) -> None:
        """The live model on its device. On ``meta`` there is none yet."""
        if not self.strategy.assign:
            self._build_model()

    def _build_model(self) -> None:
        for index, (nbytes, _) in enumerate(self.contents.model):
            self._allocate(("live", index), self.home, nbytes, "model")

    def _load(self) -> None:
        """Each storage to the host, then alone to its device."""
        self.mapped = self.strategy.mmap
        for index, storage in enumerate(self.contents.storages):
            device = self.strategy.place(storage.device, self.target)
            if self.mapped:
                continue
            if device != "cpu":
                self._note_host(storage.nbytes)
            self._allocate(("stored", index), device, storage.nbytes, storage.role)

    def _model(self) -> None:
        """``load_state_dict`` copies in place; with ``assign`` the tensors themselves are taken, then moved."""
        if self.strategy.assign and self.home != "cpu":
            self._build_model()
        if not self.strategy.assign or self.home != "cpu":
            for _, storage in self.contents.model:
                self._touch(storage)
        if not self.strategy.assign:
            self._rename_owner("model", "leftover")

    def _optimizer(self) -> None:
        """State that has the parameter's device and dtype is kept as it is, all other state is copied."""
        kept = self.kept
        for index, tensor in enumerate(self.contents.state):
            place = "cpu" if self.mapped else self.blocks[("stored", tensor.storage)][0]
            if tensor.stays or (place == self.home and tensor.same_dtype):
                kept.add(tensor.storage)
                continue
            self._touch(tensor.storage)
            self._allocate(("state", index), self.home, tensor.nbytes, "optimizer")
        for index, storage in enumerate(self.contents.storages):
            if storage.role == "optimizer" and index not in kept and not self.mapped:
                self._change_owner(("stored", index), "leftover")

    def _delete(self) -> None:
        """``del checkpoint`` frees what nothing else refers to."""
        if self.keep:
            return
        model_uses = {storage for _, storage in self.contents.model} if self._model_is_mapped() else set()
        for index in range(len(self.contents.storages)):
            if index not in self.kept and not self.mapped:
                self._release(("stored", index))
        if self.mapped and not self.kept and not model_uses:
            self.mapped = False
            self.file = 0

    def _model_is_mapped(self) -> bool:
        return self.strategy.assign and self.home == "cpu"

    def _empty_cache(self) -> None:
        for gpu in self.gpus.values():
            gpu.empty_cache()

    # -- bookkeeping ---------------------------------------------------------------------------------------

    def _allocate(self, key: object, device: str, nbytes: int, owner: str) -> None:
        if device == "cpu":
            self.anonymous += nbytes
            self.blocks[key] = (device, None, nbytes, owner)
            self._note_host(0)
            return
        gpu = self.gpus.setdefault(device, CachingAllocator())
        block = gpu.allocate(nbytes)
        size = block.requested if block is not None else 0
        self.owners.setdefault(device, Counter())[owner] += size
        self.blocks[key] = (device, block, size, owner)

    def _release(self, key: object) -> None:
        device, block, size, owner = self.blocks.pop(key)
        if device == "cpu":
            self.anonymous -= size
            return
        self.gpus[device].release(block)
        self.owners[device][owner] -= size

    def _change_owner(self, key: object, owner: str) -> None:
        device, block, size, old = self.blocks[key]
        self.blocks[key] = (device, block, size, owner)
        if device != "cpu":
            self.owners[device][old] -= size
            self.owners[device][owner] += size

    def _rename_owner(self, old: str, new: str) -> None:
        """What was loaded for ``old`` has been copied and is of no more use."""
        for key, (_, _, _, owner) in list(self.blocks.items()):
            if owner == old and isinstance(key, tuple) and key[0] == "stored":
                self._change_owner(key, new)

    def _touch(self, storage: int) -> None:
        if self.mapped and storage not in self.touched:
            self.touched.add(storage)
            self.file += self.contents.storages[storage].nbytes
            self._note_host(0)

    def _note_host(self, extra: int) -> None:
        self.peak_host = max(self.peak_host, self.anonymous + extra + self.file)

    def _host(self) -> HostState:
        return HostState(self.anonymous, self.file, self.peak_host)

    def _state(self, device: str) -> DeviceState:
        gpu = self.gpus[device]
        context = self.machine.context
        owners = {owner: self.owners[device][owner] for owner in OWNERS}
        return DeviceState(gpu.allocated, gpu.reserved, context, gpu.peak_reserved + context, owners)

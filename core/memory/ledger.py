"""Runs a strategy on paper: who holds how many bytes where, phase by phase.

The facts behind each rule are in ``torch/serialization.py`` (a storage is read to the host and moved alone to
its device), ``torch/nn/modules/module.py`` (``load_state_dict`` copies in place) and ``torch/optim/optimizer.py``
(``_process_value_according_to_param_policy``: state that has the parameter's device and dtype is kept as it is, the
rest is copied; ``step`` stays unless capturable or fused).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from core.memory.allocator import replay
from core.memory.contents import ROLES, Bytes, Contents, Devices, rounded
from core.memory.machine import Machine
from core.memory.strategies import Strategy

PHASES = ("start", "load", "model", "optimizer", "del", "empty_cache")
OWNERS = (*ROLES, "leftover")
_START, _LOAD, _MODEL, _OPTIMIZER = range(4)
_NO_BYTES = ("cpu", "meta")
"""Devices that are no card."""


@dataclass(frozen=True)
class DeviceState:
    """One GPU at the end of a phase: bytes ``allocated`` (``owners`` says by whom), ``reserved`` by the allocator, and
    ``context``. ``peak`` is the most that the card held during the phase, reserved and contexts together.
    ``in_blocks`` is what ``torch.cuda.memory_allocated`` shows: a block that is not worth splitting counts in full.
    """

    allocated: int
    reserved: int
    context: int
    peak: int
    owners: Mapping[str, int]
    in_blocks: int = 0


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
        target = machine.load_target(rank)
        self.placed = {saved: strategy.place(saved, target) for saved in contents.saved_on}
        self.at_home = self._saved_for(self.home)
        self.state = contents.state_loading(self.at_home)
        self.taken: frozenset[int] = frozenset()
        """Storages that ``assign=True`` makes the model's own, and that lie where the model shall be."""
        if strategy.assign and self.at_home:
            self.taken = contents.model_storages & frozenset(contents.placed(self.at_home)[0])
        self.survivors = self.state.kept | self.taken
        self.live_sizes, self.live, self.taken_bytes = contents.model_sizes, contents.model_bytes, Bytes()
        if self.taken:
            model = contents.layout.model
            self.live_sizes = tuple(nbytes for nbytes, storage in model if storage not in self.taken)
            self.live = rounded(self.live_sizes)
            self.taken_bytes = rounded([contents.layout.sizes[storage] for storage in self.taken])

    def phases(self) -> list[Phase]:
        """Run all phases."""
        cards: dict[str, tuple[int, list[DeviceState]]] = {
            device: (first, self._card(device)) for device, first in self._touched().items()
        }
        return [
            Phase(name, {device: states[number] for device, (first, states) in cards.items() if first <= number}, host)
            for number, (name, host) in enumerate(zip(PHASES, self._host(), strict=True))
        ]

    # -- cards ---------------------------------------------------------------------------------------------

    def _touched(self) -> dict[str, int]:
        """The GPUs and the number of the phase that touches each first."""
        found = {} if self.strategy.assign else {self.home: _START}
        for device in self.placed.values():
            found.setdefault(device, _LOAD)
        found.setdefault(self.home, _MODEL)
        return {device: first for device, first in found.items() if device not in _NO_BYTES}

    def _card(self, device: str) -> list[DeviceState]:
        """The states of one GPU at the end of each phase."""
        storages, loaded = self.contents.placed(self._saved_for(device))
        requests = [(), loaded, (), ()]
        if device == self.home:
            requests[_MODEL if self.strategy.assign else _START] = self.live_sizes
            requests[_OPTIMIZER] = self.state.copies
        freed: tuple[int, ...] = ()
        if not self.keep:
            before = len(requests[_START])
            survivors = self.survivors
            freed = tuple([before + at for at, storage in enumerate(storages) if storage not in survivors])
        readings = replay(tuple(requests), freed)
        context, states, reserved = self.machine.context, [], 0
        for reading, owners in zip(readings, self._owners(device), strict=True):
            peak = max(reserved, reading.reserved) + context
            reserved = reading.reserved
            states.append(DeviceState(reading.allocated, reserved, context, peak, owners, reading.in_blocks))
        return states

    def _owners(self, device: str) -> list[Mapping[str, int]]:
        """Who holds the rounded bytes of one GPU at the end of each phase."""
        saved = self._saved_for(device)
        model, optimizer, other = (_in(self.contents.totals, saved, role).rounded for role in ROLES)
        kept, kept_other = (_in(self.state.kept_bytes, saved, *roles).rounded for roles in (ROLES, ("other",)))
        live = copies = taken = 0
        if device == self.home:
            live, copies, taken = self.live.rounded, self.state.copied.rounded, self.taken_bytes.rounded
        built = 0 if self.strategy.assign else live
        useless = model + optimizer - taken - (kept - kept_other)
        steady = _owned(live + taken, copies + kept, 0, 0)
        return [
            _owned(built, 0, 0, 0),
            _owned(built + model, optimizer, other, 0),
            _owned(live + taken, optimizer, other, model - taken),
            after := _owned(live + taken, copies + kept, other - kept_other, useless),
            after if self.keep else steady,
            after if self.keep else steady,
        ]

    # -- main memory ---------------------------------------------------------------------------------------

    def _host(self) -> list[HostState]:
        """Main memory at the end of each phase."""
        on_host = self._saved_for("cpu")
        loaded = _in(self.contents.totals, on_host, *ROLES).raw
        states: list[HostState] = []
        anonymous = file = 0

        def note(extra: int = 0) -> None:
            before = states[-1].anonymous + states[-1].file if states else 0
            states.append(HostState(anonymous, file, max(before, anonymous + file) + extra))

        live = self.live.raw if self.home == "cpu" else 0
        anonymous += live if not self.strategy.assign else 0
        note()
        if self.strategy.mmap:  # what goes to a card is read through the map
            file += _in(self.contents.totals, frozenset(self.placed), *ROLES).raw - loaded
            note()
        else:
            anonymous += loaded
            note(max(self.contents.reading_peak(on_host) - loaded, 0))
        mapped = self.strategy.mmap and bool(on_host)
        read = self.contents.model_storages - self.taken if mapped else frozenset()
        file += self._raw(read)
        anonymous += live if self.strategy.assign else 0
        note()
        file += self._raw(self.state.read - read) if mapped else 0
        anonymous += self.state.copied.raw if self.home == "cpu" else 0
        note(self.state.cast if self.home != "cpu" else 0)
        if not self.keep:
            left = _in(self.state.kept_bytes, on_host, *ROLES).raw
            left += self.taken_bytes.raw if self.home == "cpu" else 0
            anonymous -= loaded - left if not self.strategy.mmap else 0
            file = file if left else 0  # one tensor keeps the whole file mapped
        note()
        note()
        return states

    # -- what both need ------------------------------------------------------------------------------------

    def _saved_for(self, device: str) -> Devices:
        """The saved devices whose storages are placed on ``device``."""
        return frozenset(saved for saved, place in self.placed.items() if place == device)

    def _raw(self, storages: Iterable[int]) -> int:
        sizes = self.contents.layout.sizes
        return sum(sizes[storage] for storage in storages)


def _in(totals: Mapping[tuple[str, str], Bytes], saved: Devices, *roles: str) -> Bytes:
    """What lies on some devices in some roles, together."""
    found = [totals.get((device, role), Bytes()) for device in saved for role in roles]
    return Bytes(sum(item.raw for item in found), sum(item.rounded for item in found))


def _owned(model: int, optimizer: int, other: int, leftover: int) -> dict[str, int]:
    return dict(zip(OWNERS, (model, optimizer, other, leftover), strict=True))

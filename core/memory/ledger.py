"""Runs a strategy on paper: who holds how many bytes where, phase by phase.

The facts behind each rule are in ``torch/serialization.py`` (a storage is read to the host and moved alone to
its device), ``torch/nn/modules/module.py`` (``load_state_dict`` copies in place) and ``torch/optim/optimizer.py``
(``_process_value_according_to_param_policy``: state that has the parameter's device and dtype is kept as it is, the
rest is copied; ``step`` stays unless capturable or fused).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from core.memory.allocator import AllocationStep, replay
from core.memory.contents import ROLES, Bytes, Contents, Devices, OptimizerLoading, total
from core.memory.machine import Machine
from core.memory.strategies import Strategy

PHASES = ("start", "load", "model", "optimizer", "del", "empty_cache")
OWNERS = (*ROLES, "leftover")
_START, _LOAD, _MODEL, _OPTIMIZER = range(4)
_NO_BYTES = ("cpu", "meta")
"""Devices that are no card."""
_NOTHING = Bytes()


@dataclass(frozen=True)
class DeviceState:
    """One GPU at the end of a phase, in bytes.

    ``allocated`` is ``torch.cuda.memory_allocated()``, the sizes of the blocks in use, of which ``requested`` were
    asked for; ``owners`` says by whom, in whole pieces of 512 bytes. ``reserved`` is what the allocator holds and
    ``context`` what CUDA takes; ``peak`` is the most that the card held during the phase, reserved and contexts
    together.
    """

    allocated: int
    reserved: int
    context: int
    peak: int
    owners: Mapping[str, int]
    requested: int = 0


@dataclass(frozen=True)
class HostState:
    """RAM at the end of a phase, beyond what Python and torch take: ``anonymous`` bytes in use, and ``file`` bytes of
    the checkpoint that are mapped and were touched. ``peak`` is the most of both together during the phase.
    ``kept`` is what the C library may hold back, at most, of what was freed: between nothing and that much counts as
    memory of the process, too. Where it was measured that is part of ``anonymous``, and ``kept`` is None.
    """

    anonymous: int
    file: int
    peak: int
    kept: int | None = None


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
        self.at_home, self.on_host = self._saved_for(self.home), self._saved_for("cpu")
        self.state = contents.state_loading(self.at_home, self.on_host)
        self.taken: frozenset[int] = frozenset()
        """Storages that ``assign=True`` makes the model's own, and that lie where the model shall be."""
        if strategy.taken_over and self.at_home:
            cast = {tensor.storage for tensor in contents.layout.model if tensor.cast}
            self.taken = contents.model_storages.intersection(contents.placed(self.at_home)[0]) - cast
        self.survivors = self.state.kept | self.taken
        self.live_sizes, self.live, self.taken_bytes = contents.model_sizes, contents.model_bytes, _NOTHING
        if self.taken:
            model = contents.layout.model
            self.live_sizes = tuple(tensor.nbytes for tensor in model if tensor.storage not in self.taken)
            self.live = total(self.live_sizes)
            self.taken_bytes = total([contents.layout.sizes[storage] for storage in self.taken])

    def phases(self) -> list[Phase]:
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
        found = {} if self.strategy.taken_over else {self.home: _START}
        for device in self.placed.values():
            found.setdefault(device, _LOAD)
        found.setdefault(self.home, _MODEL)
        return {device: first for device, first in found.items() if device not in _NO_BYTES}

    def _card(self, device: str) -> list[DeviceState]:
        """The states of one GPU at the end of each phase."""
        storages, loaded = self.contents.placed(self._saved_for(device))
        live = self.live_sizes if device == self.home else ()
        start, model = ((), live) if self.strategy.taken_over else (live, ())
        steps = [AllocationStep(start), AllocationStep(loaded), AllocationStep(model)]
        steps += self._optimizer_steps(device, sum(len(step.sizes) for step in steps))
        freed: tuple[int, ...] = ()
        if not self.keep:
            survivors = self.survivors
            freed = tuple([len(start) + at for at, storage in enumerate(storages) if storage not in survivors])
        steps += [AllocationStep(freed=freed), AllocationStep(empty=not self.keep)]
        readings = replay(tuple(steps))
        ends = [*readings[:_OPTIMIZER], *readings[-3:]]
        context, states, before = self.machine.context, [], 0
        for (requested, allocated, reserved), owners in zip(ends, self._owners(device), strict=True):
            peak, before = max(before, reserved) + context, reserved
            states.append(DeviceState(allocated, reserved, context, peak, owners, requested))
        return states

    def _optimizer_steps(self, device: str, before: int) -> list[AllocationStep]:
        """One optimizer after the other; ``before`` counts the requests so far. There is at least one step."""
        steps = []
        for load in self.state.loads:
            made, copies = (load.made, load.copies) if device == self.home else ((), ())
            sizes = (*made, *self._groups_on(device, load), *copies)
            steps.append(AllocationStep(sizes, tuple(range(before, before + len(made)))))
            before += len(sizes)
        return steps or [AllocationStep()]

    def _groups_on(self, device: str, load: OptimizerLoading) -> list[int]:
        """The sizes of what is copied of the groups on a device."""
        contents = self.contents
        here = [storage for storage in load.groups if self.placed[contents.devices[storage]] == device]
        return [contents.layout.sizes[storage] for storage in here]

    def _owners(self, device: str) -> list[Mapping[str, int]]:
        """Who holds the rounded bytes of one GPU at the end of each phase."""
        saved = self._saved_for(device)
        model, optimizer, other = (_in(self.contents.totals, saved, role).rounded for role in ROLES)
        kept, kept_other = (_in(self.state.kept_bytes, saved, *roles).rounded for roles in (ROLES, ("other",)))
        copies = self._copied_to(device).rounded
        live = taken = 0
        if device == self.home:
            live, taken = self.live.rounded, self.taken_bytes.rounded
        built = 0 if self.strategy.taken_over else live
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

    def _copied_to(self, device: str) -> Bytes:
        """What the optimizers copy to a device, and keep."""
        groups = total([nbytes for load in self.state.loads for nbytes in self._groups_on(device, load)])
        return groups.plus(self.state.copied) if device == self.home else groups

    # -- main memory ---------------------------------------------------------------------------------------

    def _host(self) -> list[HostState]:
        """Main memory at the end of each phase."""
        here, strategy = self.home == "cpu", self.strategy
        states: list[HostState] = []
        loaded = _in(self.contents.totals, self.on_host, *ROLES)
        live = self.live if here else _NOTHING
        used, file, most_keepable = _NOTHING, 0, 0

        def note(moment: Bytes = _NOTHING) -> None:
            """End a phase that took ``moment`` more for a moment."""
            nonlocal most_keepable
            before = states[-1].anonymous + states[-1].file if states else 0
            most_keepable = max(most_keepable, used.keepable + moment.keepable)
            peak = max(before, used.raw + file + moment.raw)
            states.append(HostState(used.raw, file, peak, most_keepable - used.keepable))

        if not strategy.taken_over:
            used = used.plus(live)
        note()
        if strategy.mmap:  # what goes to a card is read through the map
            file += _in(self.contents.totals, frozenset(self.placed), *ROLES).raw - loaded.raw
            note()
        else:
            used = used.plus(loaded)
            note(self.contents.reading_peak(self.on_host).minus(loaded))
        mapped = strategy.mmap and bool(self.on_host)
        read = self.contents.model_storages - self.taken if mapped else frozenset()
        file += self._raw(read)
        if strategy.taken_over:
            used = used.plus(live)
        note(_NOTHING if here else total([self.contents.model_in_ram(self.on_host, assigned=strategy.taken_over)]))
        file += self._raw(self.state.read - read) if mapped else 0
        moment = _NOTHING if here else total([self.state.in_ram])
        used = used.plus(self._copied_to("cpu"))
        note(total([nbytes for load in self.state.loads for nbytes in load.made]) if here else moment)
        if not self.keep:
            left = _in(self.state.kept_bytes, self.on_host, *ROLES)
            left = left.plus(self.taken_bytes) if here else left
            used = used if strategy.mmap else used.minus(loaded).plus(left)
            file = file if left.raw else 0  # one tensor keeps the whole file mapped
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
    return _NOTHING.plus(*(totals.get((device, role), _NOTHING) for device in saved for role in roles))


def _owned(model: int, optimizer: int, other: int, leftover: int) -> dict[str, int]:
    return dict(zip(OWNERS, (model, optimizer, other, leftover), strict=True))

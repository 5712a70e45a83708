"""What each of several processes holds that load a checkpoint of many files together: all of it, or a part.

The part of a rank is what lies in its files, as many files as ranks beside each other; what several files make up
together is cut evenly, and all of it is where there are fewer files than ranks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.catalogue.catalogue import Catalogue
from core.containers.ranks.zero_names import saves_in
from core.memory.contents import Contents, ContentsLayout, LiveTensor, OptimizerState
from core.memory.machine import Machine

MOST = 8
"""Ranks that are assumed where nobody says how many: the cards of a large machine."""


def is_shared(catalogue: Catalogue) -> bool:
    """Whether there are parts that processes could load."""
    return len(_holders(catalogue)) > 1


def together(catalogue: Catalogue, machine: Machine) -> Machine:
    """The machine with a process for each part of the checkpoint, or as many as are asked for, and a card for each."""
    ranks = machine.ranks if machine.ranks > 1 else min(_saved_by(catalogue), MOST)
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
        [_live(tensor, layout.sizes, kept) for tensor in layout.model if tensor.storage in kept],
        [_state(each, layout.sizes, kept, ranks) for each in layout.optimizers],
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


def _live(tensor: LiveTensor, sizes: Sequence[int], kept: _Kept) -> LiveTensor:
    place, size = kept[tensor.storage]
    whole = sizes[tensor.storage]
    nbytes, copied, moved = (_cut(each, size, whole) for each in (tensor.nbytes, tensor.copied, tensor.moved))
    return tensor._replace(nbytes=nbytes, storage=place, copied=copied, moved=moved)


def _state(optimizer: OptimizerState, sizes: Sequence[int], kept: _Kept, ranks: int) -> OptimizerState:
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

"""A model of torch's caching allocator for one GPU: which segments it would ask the driver for.

Follows ``c10/cuda/CUDACachingAllocator.cpp`` with the default settings of ``c10/core/AllocatorConfig.h``: sizes
are rounded up to 512 bytes; requests up to 1 MiB are served from segments of 2 MiB, those under 10 MiB from
segments of 20 MiB, larger ones from segments of their own, rounded up to 2 MiB; the smallest free block that
fits is taken, and split when what remains is of use.

Blocks are told by their address alone: the upper bits name the segment. Only free blocks are listed, and those
given back join their free neighbours when the next block is wanted, because thousands come back at once.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable
from hashlib import blake2b
from typing import Final, NamedTuple

from core.memory.sizes import MIB

MIN_BLOCK = 512
SMALL_SIZE = 1 * MIB
SMALL_SEGMENT = 2 * MIB
LARGE_SEGMENT = 20 * MIB
MIN_LARGE_ALLOCATION = 10 * MIB
ROUND_LARGE = 2 * MIB
_SEGMENT_BITS = 44
"""A segment may be as large as 16 TiB, and segments never touch."""

Address = int


def round_size(nbytes: int) -> int:
    """What a request counts as: whole pieces of 512 bytes, and nothing for nothing."""
    return -(-nbytes // MIN_BLOCK) * MIN_BLOCK


def segment_size(size: int) -> int:
    """The size of the segment asked of the driver for a block of ``size`` bytes."""
    if size <= SMALL_SIZE:
        return SMALL_SEGMENT
    if size < MIN_LARGE_ALLOCATION:
        return LARGE_SEGMENT
    return -(-size // ROUND_LARGE) * ROUND_LARGE


class MemoryStats(NamedTuple):
    """The counters of a GPU at one moment: those of ``torch.cuda.memory_stats``."""

    requested: int
    allocated: int
    reserved: int


class AllocationStep(NamedTuple):
    """What is asked of a GPU: blocks of ``sizes`` bytes one after the other, then those ``freed`` are given back (they
    count all requests from the first step on), then free segments where ``empty`` says so.
    """

    sizes: tuple[int, ...] = ()
    freed: tuple[int, ...] = ()
    empty: bool = False


class CachingAllocator:
    """One GPU. ``requested`` counts what was asked for to the byte, ``allocated`` the blocks given for it
    (``torch.cuda.memory_allocated()``: a block that is not worth splitting counts in full), ``reserved`` what the
    driver gave.
    """

    def __init__(self) -> None:
        self.requested = 0
        self.allocated = 0
        self.reserved = 0
        self._segments: list[int] = []  # the size of each, 0 once given back
        self._live: list[int] = []  # how many blocks of each are in use
        self._blocks: dict[Address, tuple[int, int]] = {}  # in use: size of the block, size asked for
        self._small: list[tuple[int, Address]] = []  # free blocks, smallest first
        self._large: list[tuple[int, Address]] = []
        self._returned: list[tuple[int, Address]] = []  # free, but not yet joined and listed

    @property
    def segments(self) -> list[int]:
        """The sizes of the segments held, in the order they were asked for."""
        return [size for size in self._segments if size]

    def reading(self) -> MemoryStats:
        """The counters now."""
        return MemoryStats(self.requested, self.allocated, self.reserved)

    def allocate(self, nbytes: int) -> Address | None:
        """A block for ``nbytes``; none for nothing, as in torch."""
        return self.allocate_all((nbytes,))[0]

    def allocate_all(self, sizes: Iterable[int]) -> list[Address | None]:
        """A block for each size, one after the other. One long loop: a checkpoint has thousands of them."""
        if self._returned:
            self._join_returned()
        found: list[Address | None] = []
        blocks, live = self._blocks, self._live
        for nbytes in sizes:
            if nbytes <= 0:
                found.append(None)
                continue
            size = (nbytes + 511) & -512
            small = size <= SMALL_SIZE
            free = self._small if small else self._large
            at = bisect_left(free, (size, 0))
            have, address = free.pop(at) if at < len(free) else self._new_segment(size)
            rest = have - size
            if rest > SMALL_SIZE or (small and rest >= MIN_BLOCK):
                insort(free, (rest, address + size))
                have = size
            blocks[address] = have, nbytes
            live[address >> _SEGMENT_BITS] += 1
            self.allocated += have
            self.requested += nbytes
            found.append(address)
        return found

    def release(self, block: Address | None) -> None:
        """Give a block back: it stays reserved, and joins its free neighbours."""
        if block is None:
            return
        size, wanted = self._blocks.pop(block)
        self._live[block >> _SEGMENT_BITS] -= 1
        self.allocated -= size
        self.requested -= wanted
        self._returned.append((size, block))

    def empty_cache(self) -> None:
        """Give segments that are free as a whole back to the driver."""
        for number, live in enumerate(self._live):
            if not live:
                self.reserved -= self._segments[number]
                self._segments[number] = 0
        self._small, self._large, self._returned = (
            [item for item in free if self._segments[item[1] >> _SEGMENT_BITS]]
            for free in (self._small, self._large, self._returned)
        )

    def _new_segment(self, size: int) -> tuple[int, Address]:
        total = segment_size(size)
        self._segments.append(total)
        self._live.append(0)
        self.reserved += total
        return total, (len(self._segments) - 1) << _SEGMENT_BITS

    def _join_returned(self) -> None:
        """List what came back. The order of giving back does not matter: neighbours end up as one block."""
        pieces = sorted(
            (address, size) for free in (self._small, self._large, self._returned) for size, address in free
        )
        self._small, self._large, self._returned = [], [], []
        joined: list[tuple[int, Address]] = []
        for address, size in pieces:
            if joined and sum(joined[-1]) == address:
                joined[-1] = joined[-1][0] + size, joined[-1][1]
            else:
                joined.append((size, address))
        for size, address in sorted(joined):
            # Requests of the small pool alone lead to segments of 2 MiB.
            small = self._segments[address >> _SEGMENT_BITS] == SMALL_SEGMENT
            (self._small if small else self._large).append((size, address))


_ANSWERS: Final[dict[bytes, tuple[MemoryStats, ...]]] = {}
_MOST_ANSWERS: Final = 64


def replay(steps: tuple[AllocationStep, ...]) -> tuple[MemoryStats, ...]:
    """The counters after each step. Nothing is reserved less before the cache is emptied: ``reserved`` at the end of a
    step is also the most during it.

    Most ways of loading ask the same of a GPU as another way does, and an edit often changes nothing: answers are
    remembered, by a digest: the steps have the sizes of all tensors, which would outlive their document.
    """
    asked = blake2b(repr(steps).encode(), digest_size=16).digest()
    if asked not in _ANSWERS:
        if len(_ANSWERS) >= _MOST_ANSWERS:
            _ANSWERS.clear()
        _ANSWERS[asked] = _run(steps)
    return _ANSWERS[asked]


def _run(steps: tuple[AllocationStep, ...]) -> tuple[MemoryStats, ...]:
    gpu = CachingAllocator()
    blocks: list[Address | None] = []
    readings = []
    for step in steps:
        blocks += gpu.allocate_all(step.sizes)
        for position in step.freed:
            gpu.release(blocks[position])
        if step.empty:
            gpu.empty_cache()
        readings.append(gpu.reading())
    return tuple(readings)

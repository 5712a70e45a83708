"""A model of torch's caching allocator for one GPU: which segments it would ask the driver for.

Follows ``c10/cuda/CUDACachingAllocator.cpp`` with the default settings of ``c10/core/AllocatorConfig.h``: sizes
are rounded up to 512 bytes; requests up to 1 MiB are served from segments of 2 MiB, those under 10 MiB from
segments of 20 MiB, larger ones from segments of their own, rounded up to 2 MiB; the smallest free block that
fits is taken, and split when what remains is of use.
"""

from __future__ import annotations

import bisect
from dataclasses import dataclass

KIB, MIB, GIB = 1 << 10, 1 << 20, 1 << 30
MIN_BLOCK = 512
SMALL_SIZE = 1 * MIB
SMALL_SEGMENT = 2 * MIB
LARGE_SEGMENT = 20 * MIB
MIN_LARGE_ALLOCATION = 10 * MIB
ROUND_LARGE = 2 * MIB


def round_size(nbytes: int) -> int:
    """The size of the block for a request."""
    return max(MIN_BLOCK, -(-nbytes // MIN_BLOCK) * MIN_BLOCK)


def segment_size(size: int) -> int:
    """The size of the segment asked of the driver for a block of ``size`` bytes."""
    if size <= SMALL_SIZE:
        return SMALL_SEGMENT
    if size < MIN_LARGE_ALLOCATION:
        return LARGE_SEGMENT
    return -(-size // ROUND_LARGE) * ROUND_LARGE


@dataclass(eq=False, slots=True)
class Block:
    """A piece of a segment; neighbours in the same segment are linked."""

    address: int
    size: int
    requested: int = 0
    free: bool = True
    small: bool = False
    before: Block | None = None
    after: Block | None = None

    @property
    def whole_segment(self) -> bool:
        return self.before is None and self.after is None


class CachingAllocator:
    """One GPU. Bytes ``allocated`` are those of rounded requests, ``in_blocks`` what torch's own counter shows (a
    block that is not worth splitting counts in full), ``reserved`` what the driver gave.
    """

    def __init__(self) -> None:
        self.allocated = 0
        self.in_blocks = 0
        self.reserved = 0
        self.peak_allocated = 0
        self.peak_reserved = 0
        self._next_address = 0
        self._free: dict[bool, list[tuple[int, int, Block]]] = {True: [], False: []}

    def allocate(self, nbytes: int) -> Block | None:
        """A block for ``nbytes``; none for nothing, as in torch."""
        if nbytes <= 0:
            return None
        size = round_size(nbytes)
        block = self._take(size) or self._new_segment(size)
        self._split(block, size)
        block.free = False
        block.requested = size
        self.allocated += size
        self.in_blocks += block.size
        self.peak_allocated = max(self.peak_allocated, self.allocated)
        self.peak_reserved = max(self.peak_reserved, self.reserved)
        return block

    def release(self, block: Block | None) -> None:
        """Give a block back; it joins its free neighbours and stays reserved."""
        if block is None:
            return
        self.allocated -= block.requested
        self.in_blocks -= block.size
        block.free = True
        for other in (block.before, block.after):
            if other is not None and other.free:
                self._forget(other)
                _join(block, other)
        self._remember(block)

    def empty_cache(self) -> None:
        """Give segments that are free as a whole back to the driver."""
        for small, blocks in self._free.items():
            kept = [item for item in blocks if not item[2].whole_segment]
            self.reserved -= sum(item[0] for item in blocks) - sum(item[0] for item in kept)
            self._free[small] = kept

    def _take(self, size: int) -> Block | None:
        """The smallest free block that is large enough; of equal ones the first in memory."""
        blocks = self._free[size <= SMALL_SIZE]
        at = bisect.bisect_left(blocks, (size, -1), key=lambda item: item[:2])
        return blocks.pop(at)[2] if at < len(blocks) else None

    def _new_segment(self, size: int) -> Block:
        total = segment_size(size)
        block = Block(self._next_address, total, small=size <= SMALL_SIZE)
        self._next_address += total + ROUND_LARGE  # segments never touch
        self.reserved += total
        return block

    def _split(self, block: Block, size: int) -> None:
        remaining = block.size - size
        if not (remaining >= MIN_BLOCK if block.small else remaining > SMALL_SIZE):
            return
        rest = Block(block.address + size, remaining, small=block.small, before=block, after=block.after)
        if block.after is not None:
            block.after.before = rest
        block.after = rest
        block.size = size
        self._remember(rest)

    def _remember(self, block: Block) -> None:
        bisect.insort(self._free[block.small], (block.size, block.address, block), key=lambda item: item[:2])

    def _forget(self, block: Block) -> None:
        blocks = self._free[block.small]
        at = bisect.bisect_left(blocks, (block.size, block.address), key=lambda item: item[:2])
        assert blocks[at][2] is block
        del blocks[at]


def _join(block: Block, other: Block) -> None:
    """Let ``block`` swallow its free neighbour ``other``."""
    if other is block.before:
        block.address = other.address
        block.before = other.before
        if other.before is not None:
            other.before.after = block
    else:
        block.after = other.after
        if other.after is not None:
            other.after.before = block
    block.size += other.size

"""The allocator model against sequences worked out by hand from torch's rules (``CUDACachingAllocator.cpp``)."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from core.memory.allocator import (
    LARGE_SEGMENT,
    MIN_BLOCK,
    MIN_LARGE_ALLOCATION,
    ROUND_LARGE,
    SMALL_SEGMENT,
    SMALL_SIZE,
    AllocationStep,
    CachingAllocator,
    replay,
    round_size,
    segment_size,
)
from core.memory.sizes import KIB, MIB


@pytest.mark.parametrize(("asked", "size"), [(1, 512), (512, 512), (513, 1024), (4000, 4096), (MIB + 1, MIB + 512)])
def test_requests_count_in_pieces_of_512_bytes(asked, size):
    gpu = CachingAllocator()
    gpu.allocate(asked)
    assert (gpu.requested, gpu.allocated) == (asked, round_size(asked)) == (asked, size)


@pytest.mark.parametrize(
    ("asked", "segment"),
    [
        (1, 2 * MIB),
        (MIB, 2 * MIB),
        (MIB + 1, 20 * MIB),
        (10 * MIB - 512, 20 * MIB),
        (10 * MIB, 10 * MIB),
        (10 * MIB + 1, 12 * MIB),
        (11 * MIB, 12 * MIB),
        (12 * MIB, 12 * MIB),
        (1000 * MIB + 1, 1002 * MIB),
    ],
)
def test_the_segment_asked_of_the_driver(asked, segment):
    gpu = CachingAllocator()
    gpu.allocate(asked)
    assert gpu.segments == [segment]
    assert segment_size(round_size(asked)) == segment


def test_the_sizes_are_those_of_the_torch_that_is_installed():
    """``AllocatorConfig.h`` comes with torch."""
    header = (Path(torch.__file__).parent / "include/c10/core/AllocatorConfig.h").read_text(encoding="utf-8")
    found = {name: int(size) for name, size in re.findall(r"constexpr size_t (k\w+) = (\d+);", header)}
    assert found == {
        "kSmallBuffer": SMALL_SEGMENT,
        "kMinBlockSize": MIN_BLOCK,
        "kSmallSize": SMALL_SIZE,
        "kMinLargeAlloc": MIN_LARGE_ALLOCATION,
        "kRoundLarge": ROUND_LARGE,
    }
    assert f"large_segment_size_{{{LARGE_SEGMENT}}}" in header


def test_nothing_takes_nothing():
    gpu = CachingAllocator()
    gpu.release(gpu.allocate(0))
    assert (gpu.requested, gpu.allocated, gpu.reserved) == (0, 0, 0)


def test_small_blocks_share_a_segment_to_the_last_512_bytes():
    gpu = CachingAllocator()
    gpu.allocate_all([512] * 4096)
    assert gpu.segments == [2 * MIB]
    gpu.allocate(1)
    assert gpu.segments == [2 * MIB, 2 * MIB]


def test_small_and_large_do_not_share():
    """A free rest of 18 MiB in the large pool serves no request of 1 MiB."""
    gpu = CachingAllocator()
    gpu.allocate_all([2 * MIB, MIB])
    assert gpu.segments == [20 * MIB, 2 * MIB]


def test_five_of_4_mib_fill_a_segment_of_20():
    gpu = CachingAllocator()
    gpu.allocate_all([4 * MIB] * 5)
    assert gpu.segments == [20 * MIB]
    gpu.allocate(4 * MIB)
    assert gpu.reserved == 40 * MIB


def test_a_large_rest_of_1_mib_is_not_split_off():
    """6 + 6 + 7 MiB leave exactly 1 MiB, which stays with the last block: torch counts 8 MiB for it."""
    gpu = CachingAllocator()
    gpu.allocate_all([6 * MIB, 6 * MIB, 7 * MIB])
    assert (gpu.requested, gpu.allocated, gpu.reserved) == (19 * MIB, 20 * MIB, 20 * MIB)
    gpu.allocate(MIB + 512)
    assert gpu.reserved == 40 * MIB


def test_a_large_rest_above_1_mib_is_split_off():
    gpu = CachingAllocator()
    gpu.allocate_all([6 * MIB, 6 * MIB, 7 * MIB - 512])
    assert gpu.allocated == gpu.requested == 19 * MIB - 512
    gpu.allocate(MIB + 512)
    assert gpu.segments == [20 * MIB]


def test_rounding_to_2_mib_leaves_a_rest_that_serves_others():
    """10 MiB and 512 bytes take 12 MiB; the rest, just under 2 MiB, is split off and used."""
    gpu = CachingAllocator()
    gpu.allocate(10 * MIB + 512)
    assert gpu.allocated == 10 * MIB + 512
    gpu.allocate(2 * MIB - 512)
    assert gpu.segments == [12 * MIB]


def test_the_smallest_free_block_that_fits_is_taken():
    gpu = CachingAllocator()
    large, *_ = gpu.allocate_all([64 * MIB, 32 * MIB, 16 * MIB])
    blocks = gpu.allocate_all([48 * MIB, 24 * MIB])
    gpu.release(large)
    for block in blocks:
        gpu.release(block)
    taken = gpu.allocate(20 * MIB)
    assert taken == blocks[1], "24 MiB fits closer than 48 or 64"
    assert gpu.reserved == (64 + 32 + 16 + 48 + 24) * MIB


def test_of_equal_blocks_the_first_in_memory_is_taken():
    gpu = CachingAllocator()
    first, _, third, _ = gpu.allocate_all([64 * KIB] * 4)
    gpu.release(third)
    gpu.release(first)
    assert gpu.allocate(64 * KIB) == first


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (0, 2, 1), (1, 0, 2)])
def test_neighbours_given_back_become_one_block(order):
    gpu = CachingAllocator()
    blocks = gpu.allocate_all([6 * MIB, 6 * MIB, 8 * MIB])
    for number in order:
        gpu.release(blocks[number])
    assert gpu.allocate(9 * MIB) == blocks[0]
    assert gpu.reserved == 20 * MIB


def test_blocks_with_one_in_use_between_them_do_not_join():
    gpu = CachingAllocator()
    first, _, third = gpu.allocate_all([6 * MIB, 6 * MIB, 8 * MIB])
    gpu.release(first)
    gpu.release(third)
    gpu.allocate(9 * MIB)
    assert gpu.reserved == 40 * MIB


def test_segments_do_not_join():
    gpu = CachingAllocator()
    for block in gpu.allocate_all([10 * MIB, 10 * MIB]):
        gpu.release(block)
    gpu.allocate(20 * MIB)
    assert gpu.segments == [10 * MIB, 10 * MIB, 20 * MIB]


def test_memory_given_back_stays_reserved_until_the_cache_is_emptied():
    gpu = CachingAllocator()
    kept, freed = gpu.allocate_all([32 * MIB, 64 * MIB])
    gpu.release(freed)
    assert (gpu.allocated, gpu.reserved) == (32 * MIB, 96 * MIB)
    gpu.empty_cache()
    assert (gpu.allocated, gpu.reserved) == (32 * MIB, 32 * MIB)
    gpu.release(kept)
    gpu.empty_cache()
    assert (gpu.requested, gpu.allocated, gpu.reserved) == (0, 0, 0)


def test_one_small_block_keeps_its_segment():
    """What a tensor that is still in use holds back: 2 MiB for 512 bytes, 20 MiB for 2."""
    gpu = CachingAllocator()
    small, *rest_small = gpu.allocate_all([512] * 4096)
    large, *rest_large = gpu.allocate_all([2 * MIB] * 10)
    for block in (*rest_small, *rest_large):
        gpu.release(block)
    gpu.empty_cache()
    assert (gpu.allocated, gpu.reserved) == (512 + 2 * MIB, 22 * MIB)
    gpu.release(small)
    gpu.release(large)
    gpu.empty_cache()
    assert gpu.reserved == 0


def test_a_segment_given_back_serves_nobody():
    gpu = CachingAllocator()
    gpu.release(gpu.allocate(30 * MIB))
    gpu.empty_cache()
    gpu.allocate(30 * MIB)
    assert gpu.segments == [30 * MIB]


def test_the_replay_is_what_the_allocator_does_step_by_step():
    sizes = (3 * MIB, 700, 12 * MIB + 1, 0, 5 * MIB)
    readings = replay(
        (
            AllocationStep(sizes[:2]),
            AllocationStep(sizes[2:], (4,)),
            AllocationStep(freed=(0, 2, 3)),
            AllocationStep(empty=True),
        )
    )
    gpu = CachingAllocator()
    first = gpu.allocate_all(sizes[:2])
    assert readings[0] == gpu.reading()
    second = gpu.allocate_all(sizes[2:])
    gpu.release(second[2])
    assert readings[1] == gpu.reading()
    for block in (first[0], second[0], second[1]):
        gpu.release(block)
    assert readings[2] == gpu.reading()
    gpu.empty_cache()
    assert readings[3] == gpu.reading()


_SIZES = st.sampled_from([1, 512, 5000, 300 * KIB, MIB, MIB + 1, 3 * MIB, 9 * MIB, 10 * MIB, 25 * MIB])


@given(st.lists(st.tuples(_SIZES, st.integers(0, 20)), max_size=40))
def test_whatever_happens_the_books_balance(steps):
    """Requested ≤ allocated ≤ reserved; all given back and emptied, nothing is left."""
    gpu = CachingAllocator()
    live = []
    for size, which in steps:
        if which < len(live):
            gpu.release(live.pop(which))
        live.append(gpu.allocate(size))
        assert len(set(live)) == len(live)
        assert gpu.requested <= gpu.allocated <= gpu.reserved == sum(gpu.segments)
    for block in live:
        gpu.release(block)
    assert gpu.allocated == gpu.requested == 0
    gpu.empty_cache()
    assert gpu.reserved == 0


def test_answers_are_remembered_and_questions_are_not():
    """The sizes of 300,000 tensors would outlive their document."""
    sizes = tuple(range(1, 5000))
    steps = (AllocationStep(sizes=sizes),)
    held = sys.getrefcount(sizes)
    answer = replay(steps)
    assert sys.getrefcount(sizes) == held
    assert replay((AllocationStep(sizes=tuple(range(1, 5000))),)) is answer
    assert replay((AllocationStep(sizes=sizes, empty=True),)) is not answer

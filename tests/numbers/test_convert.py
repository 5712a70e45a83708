"""Numbers are rounded as ``tensor.to`` rounds them: all patterns of 16 bits and fewer, and many of more."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from core.numbers.codecs import codec_of
from core.numbers.convert import all_kept, can_lose, converted, losses
from tests.support.thinning import in_turn

FLOATING = (
    "float64",
    "float32",
    "float16",
    "bfloat16",
    "float8_e4m3fn",
    "float8_e4m3fnuz",
    "float8_e5m2",
    "float8_e5m2fnuz",
    "float8_e8m0fnu",
)
WHOLE = ("bool", "int8", "uint8", "int16", "uint16", "int32", "int64")
_SIGNED = {1: torch.uint8, 2: torch.int16, 4: torch.int32, 8: torch.int64}


def patterns(dtype: str) -> NDArray[Any]:
    """Numbers of a dtype: all of them up to 16 bits, else many at random, and those halfway between two others."""
    size = codec_of(dtype).dtype.itemsize
    if size <= 2:
        bits = np.arange(2 if dtype == "bool" else 256**size, dtype=f"u{size}")
        return bits.view(codec_of(dtype).dtype)
    random = np.random.default_rng(0).integers(0, 2 ** (8 * size) - 1, 20_000, dtype=f"u{size}")
    numbers = random.view(codec_of(dtype).dtype)
    if dtype not in FLOATING:
        return np.concatenate(
            [numbers, np.arange(-500, 500, dtype=numbers.dtype), numbers >> 40 if size == 8 else numbers]
        )
    halves = np.sort(np.arange(65536, dtype=np.uint16).view(np.float16)[::3].astype(numbers.dtype))
    uppers = (np.arange(65536, dtype=np.uint32)[::3] << 16).view(np.float32)
    between = (uppers.view(np.uint32) + 0x8000).view(np.float32)
    with np.errstate(all="ignore"):
        middles = (halves[1:] + halves[:-1]) / 2
        return np.concatenate([numbers, halves, middles, uppers.astype(numbers.dtype), between.astype(numbers.dtype)])


def as_tensor(numbers: NDArray[Any], dtype: str) -> torch.Tensor:
    """The same bits as a tensor."""
    signed = _SIGNED[numbers.dtype.itemsize]
    plain = numbers.view("u1" if signed == torch.uint8 else f"i{numbers.dtype.itemsize}").copy()
    return torch.from_numpy(plain).view(getattr(torch, dtype))


def bits_of(tensor: torch.Tensor) -> NDArray[Any]:
    size = tensor.element_size()
    return tensor.view(_SIGNED[size]).numpy().view(f"u{size}")


def assert_as_torch(numbers: NDArray[Any], saved: str, dtype: str) -> None:
    wanted = as_tensor(numbers, saved).to(getattr(torch, dtype))
    ours = converted(numbers, dtype)
    assert ours.dtype == codec_of(dtype).stored
    with np.errstate(all="ignore"):
        nan = np.isnan(ours.astype(np.float64))
    assert (nan == torch.isnan(wanted.to(torch.float64)).numpy()).all()
    found, expected = ours.view(f"u{ours.dtype.itemsize}"), bits_of(wanted)
    differ = np.flatnonzero((found != expected) & ~nan)
    assert not differ.size, (numbers[differ[:5]], found[differ[:5]], expected[differ[:5]])


@pytest.mark.parametrize("dtype", FLOATING)
@pytest.mark.parametrize("saved", FLOATING + WHOLE)
def test_rounded_as_torch_rounds(saved: str, dtype: str) -> None:
    assert_as_torch(patterns(saved), saved, dtype)


@settings(max_examples=40)
@given(st.lists(st.floats(width=64), min_size=1, max_size=50), st.sampled_from(FLOATING))
def test_any_float64(numbers: list[float], dtype: str) -> None:
    assert_as_torch(np.array(numbers), "float64", dtype)


@pytest.mark.parametrize(("saved", "dtype"), in_turn(FLOATING, FLOATING, turns=4))
def test_losses_are_counted(saved: str, dtype: str) -> None:
    numbers = patterns(saved)
    before = as_tensor(numbers, saved)
    with np.errstate(all="ignore"):
        after = before.to(getattr(torch, dtype)).to(torch.float64)
    before = before.to(torch.float64)
    finite = torch.isfinite(before)
    beyond = finite & ~torch.isfinite(after)
    if dtype == "float8_e4m3fn":  # torch makes 448 of what is beyond; 464 lies between that and the next
        beyond = finite & (as_tensor(numbers, saved).float().abs() > 464)
    if dtype == "float8_e8m0fnu":  # which has no sign
        beyond |= finite & (before < 0)
    vanished = finite & (before != 0) & (after == 0)
    wanted = int(beyond.sum()), int(vanished.sum())
    assert losses(numbers, dtype) == wanted
    for first in range(0, numbers.size, 7):
        some = numbers[first : first + 7]
        if all_kept(converted(some, dtype), dtype):
            assert losses(some, dtype) == (0, 0)
    assert can_lose(saved, dtype) or wanted == (0, 0)


def test_whole_numbers_that_are_too_large_are_counted() -> None:
    assert losses(np.array([70_000, 5, -65_520]), "float16") == (2, 0)


def test_what_was_made_shows_that_nothing_was_lost() -> None:
    kept = np.array([1, -2, 3e38], np.float32)
    assert all_kept(converted(kept, "bfloat16"), "bfloat16")
    for odd in (0, 3.4e38, -np.inf, np.nan, 1e-45):
        assert not all_kept(converted(np.append(kept, np.float32(odd)), "bfloat16"), "bfloat16")

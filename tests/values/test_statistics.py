"""The statistics of every dtype are those that torch gives of the same numbers in float64."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from core.catalogue.build import open_catalogue
from core.dtypes import ITEM_SIZES
from core.errors import Cancelled, Truncated
from core.numbers.reader import Numbers
from core.numbers.tensor import TensorNumbers
from core.values.firsts import NO_PLACES
from core.values.statistics import Statistics, Tally, statistics_of
from core.values.sums import Scratch
from tests.numbers.judge import DTYPES, made_of, wanted
from tests.numbers.test_every_dtype import in_memory, layouts

pytestmark = pytest.mark.filterwarnings("ignore:ComplexHalf", "ignore:torch.quantize_per")
QUIETLY = settings(max_examples=6)
FLOAT4 = np.array([0, 0.5, 1, 1.5, 2, 3, 4, 6, -0.0, -0.5, -1, -1.5, -2, -3, -4, -6])
FLOATS = [dtype for dtype in DTYPES if dtype.startswith(("float", "bfloat")) and "float4" not in dtype]
WHOLE = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "bool"]


def wide(tensor: torch.Tensor) -> torch.Tensor:
    """The numbers as torch has them, in its widest dtype."""
    if tensor.dtype == torch.float4_e2m1fn_x2:
        return torch.from_numpy(FLOAT4[wanted(tensor)])
    if str(tensor.dtype).startswith("torch.bits"):
        return torch.from_numpy(wanted(tensor).astype(np.float64))
    return tensor.to(torch.complex128 if tensor.is_complex() else torch.float64)


def smallest_normal(dtype: torch.dtype) -> float:
    if dtype == torch.float4_e2m1fn_x2:
        return 1.0
    if dtype.is_complex or dtype.is_floating_point:
        return torch.finfo(dtype).smallest_normal
    return 0.0


def by_torch(tensor: torch.Tensor) -> dict[str, Any]:
    """What torch says; of complex numbers it has no minimum."""
    numbers, least = wide(tensor), smallest_normal(tensor.dtype)
    parts = torch.view_as_real(numbers.resolve_conj()) if numbers.is_complex() else numbers[..., None]
    found: dict[str, Any] = {
        "count": numbers.numel(),
        "l1": numbers.abs().sum().item(),
        "l2": numbers.abs().square().sum().sqrt().item(),
        "zeros": (numbers == 0).sum().item(),
        "nan": numbers.isnan().sum().item(),
        "denormal": ((parts.abs() < least) & (parts != 0)).any(dim=-1).sum().item(),
        "minimum": None,
        "maximum": None,
        "mean": numbers.mean().item() if numbers.numel() else None,
        "std": numbers.std().item() if numbers.numel() > 1 else None,
    }
    if numbers.is_complex():
        return found | {"posinf": numbers.isinf().sum().item(), "neginf": 0}
    if numbers.numel():
        found |= {"minimum": numbers.min().item(), "maximum": numbers.max().item()}
    return found | {"posinf": numbers.isposinf().sum().item(), "neginf": numbers.isneginf().sum().item()}


def assert_as_torch(found: Statistics, right: dict[str, Any], digits: float = 1e-12) -> None:
    """``digits`` is how far sums may be off, in parts of the magnitudes that were added."""
    for name in ("count", "zeros", "nan", "posinf", "neginf", "denormal", "minimum", "maximum"):
        assert is_near(getattr(found, name), right[name], 0), (name, found, right)
    if isinstance(right["mean"], complex) and (found.nan or found.posinf):
        return  # what is the mean of infinities in several directions?
    l1, l2, count = right["l1"], right["l2"], max(found.count, 1)
    rooms = {"l1": l1 * digits, "l2": l2 * digits, "mean": l1 / count * digits}
    if math.isfinite(l2):  # beyond that torch's way to the standard deviation gets lost
        rooms["std"] = (right["std"] or 0) * digits + l2 / count**0.5 * min(digits, 1e-9)
    for name, room in rooms.items():
        assert is_near(getattr(found, name), right[name], room), (name, found, right)


def is_near(ours: Any, theirs: Any, room: float) -> bool:
    if theirs is None or ours is None:
        return ours is theirs
    if isinstance(theirs, complex):
        return is_near(ours.real, theirs.real, room) and is_near(ours.imag, theirs.imag, room)
    return bool(ours == theirs or (math.isnan(ours) and math.isnan(theirs)) or abs(ours - theirs) <= room)


@pytest.mark.parametrize("dtype", DTYPES)
@QUIETLY
@given(data=st.data())
def test_any_bits_in_any_layout(dtype: str, data: st.DataObject) -> None:
    raw = data.draw(st.binary(min_size=40 * ITEM_SIZES[dtype], max_size=40 * ITEM_SIZES[dtype]))
    tensor = made_of(raw, dtype).as_strided(*data.draw(layouts()))
    assert_as_torch(statistics_of(in_memory(tensor)), by_torch(tensor))


@pytest.mark.parametrize("dtype", [*FLOATS, "complex64", "complex128"])
@settings(QUIETLY, max_examples=4)
@given(
    size=st.sampled_from([4096, 4097, 65_536, 65_537, 70_000]),
    centre=st.sampled_from([0.0, 1.0, -300.0]),
    scale=st.sampled_from([1.0, 1e-3, 1e-16, 1e16]),
    zeros=st.booleans(),
    odd=st.sets(st.sampled_from([math.nan, math.inf, -math.inf])),
)
def test_many_numbers(dtype: str, size: int, centre: float, scale: float, zeros: bool, odd: set[float]) -> None:
    """Around 0 and far from it, tiny and huge, with zeros and with what is no number."""
    numbers = torch.from_numpy(np.random.default_rng(size).standard_normal(size) * scale + centre)
    if zeros:
        numbers.relu_()
    numbers[: len(odd)] = torch.tensor(list(odd), dtype=torch.float64)
    tensor = numbers.to(getattr(torch, dtype))
    assert_as_torch(statistics_of(in_memory(tensor)), by_torch(tensor), 1e-12 if ITEM_SIZES[dtype] >= 8 else 3e-6)


@pytest.mark.parametrize(("centre", "scale"), [(-3000.0, 1.0), (1.0, 1e-4), (0.0, 1e-25), (0.0, 1e25)])
def test_where_float32_alone_has_too_few_digits(centre: float, scale: float) -> None:
    """Far from 0, and where squares underflow or overflow."""
    numbers = np.random.default_rng(1).standard_normal(70_000) * scale + centre
    tensor = torch.from_numpy(numbers.astype(np.float32))
    found, right = statistics_of(in_memory(tensor)), by_torch(tensor)
    assert (found.std, found.l2) == pytest.approx((right["std"], right["l2"]), rel=1e-5, abs=0)


@pytest.mark.parametrize("dtype", WHOLE)
@QUIETLY
@given(data=st.data())
def test_whole_numbers_are_exact(dtype: str, data: st.DataObject) -> None:
    """Python's own whole numbers have all their digits."""
    info = np.iinfo(np.uint8 if dtype == "bool" else dtype)
    most = 1 if dtype == "bool" else int(info.max)
    extreme = st.sampled_from([int(info.min), int(info.min) + 1, 0, 1, most - 1, most])
    numbers = data.draw(st.lists(st.integers(int(info.min), most) | extreme, min_size=1, max_size=30))
    found = statistics_of(in_memory(torch.tensor(numbers, dtype=getattr(torch, dtype))))
    assert (found.minimum, found.maximum, found.l1) == (min(numbers), max(numbers), sum(map(abs, numbers)))
    assert found.mean == sum(numbers) / len(numbers)
    assert all(type(each) is int for each in (found.minimum, found.maximum, found.l1))


def test_large_whole_numbers_close_to_each_other() -> None:
    """Their differences are told, in several pieces too, where float64 would have lost them."""
    numbers = 2**62 + torch.arange(200_000) % 7
    found = statistics_of(in_memory(numbers))
    assert found.std == pytest.approx((numbers - 2**62).double().std().item(), rel=1e-9)
    assert found.l1 == sum(numbers.tolist())


@pytest.mark.parametrize("scheme", ["tensor", "channel"])
@pytest.mark.parametrize("dtype", [torch.qint8, torch.quint8, torch.qint32])
def test_quantised(scheme: str, dtype: torch.dtype, tmp_path: Path) -> None:
    numbers = torch.randn(6, 50)
    if scheme == "tensor":
        tensor = torch.quantize_per_tensor(numbers, 0.05, 3, dtype)
    else:
        tensor = torch.quantize_per_channel(numbers, torch.rand(6) + 0.01, torch.zeros(6, dtype=torch.int64), 0, dtype)
    torch.save({"q": tensor}, tmp_path / "q.pt")
    catalogue = open_catalogue(tmp_path / "q.pt")
    with Numbers(catalogue) as opened:
        assert_as_torch(statistics_of(opened.tensor(0)), by_torch(tensor.dequantize()))


def test_expanded_numbers_are_read_once() -> None:
    tensor = torch.randn(3, 1, 4).expand(3, 10**9, 4)
    found, few = statistics_of(in_memory(tensor)), by_torch(tensor[:, 0])
    assert found.count == 12 * 10**9
    assert found.mean == pytest.approx(few["mean"])
    assert found.std == pytest.approx(wide(tensor[:, 0]).std(unbiased=False).item())
    assert found.l2 == pytest.approx(few["l2"] * 10**4.5)


def test_nothing_and_one_number() -> None:
    none = statistics_of(in_memory(torch.empty(3, 0)))
    assert none == (0, None, None, None, None, 0.0, 0.0, 0, 0, 0, 0, 0, None, None, NO_PLACES)
    one = statistics_of(in_memory(torch.tensor(-2.5)))
    assert one[:7] == (1, -2.5, -2.5, -2.5, None, 2.5, 2.5)


def test_the_finite_ones_beside_others() -> None:
    found = statistics_of(in_memory(torch.tensor([math.inf, -3.0, math.nan, 7.0])))
    assert math.isnan(found.minimum or 0)
    assert (found.lowest, found.highest) == (-3.0, 7.0)
    found = statistics_of(in_memory(torch.tensor([-math.inf, math.nan])))
    assert (found.lowest, found.highest) == (None, None)


@QUIETLY
@given(pieces=st.lists(st.lists(st.floats(-1e6, 1e6, width=32), max_size=20), min_size=2, max_size=6))
def test_tallies_are_merged(pieces: list[list[float]]) -> None:
    """Two threads, or two halves, find what one finds."""
    scratch = Scratch()
    merged = Tally(scratch)
    for piece in pieces:
        part = Tally(scratch)
        part.add(np.array(piece, np.float32))
        merged.join(part.sums)
    together = torch.tensor([number for piece in pieces for number in piece], dtype=torch.float32)
    assert_as_torch(merged.statistics(), by_torch(together), 1e-11)


def test_progress_and_cancel() -> None:
    numbers = in_memory(torch.zeros(200_000))
    seen: list[tuple[int, int]] = []
    statistics_of(numbers, lambda done, total: seen.append((done, total)))
    assert seen[-1] == (200_000, 200_000)
    assert len(seen) == 4

    def stop(_done: int, _total: int) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        statistics_of(numbers, stop)


def test_a_storage_that_is_too_short() -> None:
    numbers = in_memory(torch.zeros(100))
    short: Any = numbers._stored._replace(data=bytes(50), size=50)
    with pytest.raises(Truncated):
        statistics_of(TensorNumbers("float32", numbers._items, short))

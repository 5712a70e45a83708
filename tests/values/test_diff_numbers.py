"""How far two tensors are apart, held against torch's own arithmetic in float64."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from core.catalogue.build import open_catalogue
from core.numbers.reader import Numbers
from core.values.difference.sums import NumberDifference
from core.values.difference_numbers import Subtracted, difference_of
from tests.numbers.judge import made_of

FLOATS = ["float64", "float32", "float16", "bfloat16", "float8_e4m3fn", "float8_e5m2", "float8_e4m3fnuz"]
WHOLE = ["uint8", "int8", "int16", "int32", "int64", "bool"]
LAYOUTS: dict[str, Callable[[torch.Tensor], torch.Tensor]] = {
    "contiguous": lambda tensor: tensor,
    "transposed": lambda tensor: tensor.t().contiguous().t(),
    "every second": lambda tensor: torch.stack([tensor, tensor], -1).flatten(-2)[:, ::2],
    "a part": lambda tensor: torch.cat([tensor, tensor])[: len(tensor)],
}


def between(first: torch.Tensor, second: torch.Tensor, folder: Path) -> NumberDifference:
    """The difference that is found in files that torch saved."""
    torch.save(first, folder / "a.pth")
    torch.save(second, folder / "b.pth")
    a, b = open_catalogue(folder / "a.pth"), open_catalogue(folder / "b.pth")
    with Numbers(a) as ours, Numbers(b) as theirs:
        return difference_of(ours.tensor(0), theirs.tensor(0))


def judge(first: torch.Tensor, second: torch.Tensor) -> NumberDifference:
    """The same by torch."""
    wide = torch.complex128 if first.is_complex() or second.is_complex() else torch.float64
    x, y = first.to(wide).flatten(), second.to(wide).flatten()
    there = x.isfinite() & y.isfinite()
    lost = int((~there & (x != y) & ~(x.isnan() & y.isnan())).sum())
    count = x.numel()
    x, y = x[there], y[there]
    apart = (x - y).abs()
    norms = [(part.abs() ** 2).sum().sqrt().item() for part in (x, y, apart)]
    relative = norms[2] / max(norms[:2]) if norms[2] else 0.0
    cosine = 1 - torch.vdot(x, y).real.item() / (norms[0] * norms[1]) if norms[0] * norms[1] else None
    unknown = not all(map(math.isfinite, norms))
    return NumberDifference(
        count,
        lost + int((x != y).sum()),
        lost,
        apart.max().item() if apart.numel() else 0.0,
        apart.sum().item() / (count - lost) if count > lost else 0.0,
        None if unknown else relative,
        None if unknown else cosine,
    )


def assert_like(found: NumberDifference, right: NumberDifference) -> None:
    assert found[:3] == right[:3]
    assert found.max_abs == pytest.approx(right.max_abs, rel=1e-6)
    assert found.mean_abs == pytest.approx(right.mean_abs, rel=1e-6)
    assert found.relative == (None if right.relative is None else pytest.approx(right.relative, rel=1e-6, abs=1e-12))
    assert found.cosine == (None if right.cosine is None else pytest.approx(right.cosine, rel=1e-6, abs=1e-7))


def any_bytes(dtype: str) -> st.SearchStrategy[torch.Tensor]:
    """3×4 numbers of a dtype, whatever their bits."""
    size = torch.empty(0, dtype=getattr(torch, dtype)).itemsize * 12
    return st.binary(min_size=size, max_size=size).map(lambda raw: made_of(raw, dtype).reshape(3, 4))


TENSORS = st.sampled_from(FLOATS + [dtype for dtype in WHOLE if dtype != "int64"]).flatmap(any_bytes)


@settings(max_examples=50)
@given(TENSORS, TENSORS, st.sampled_from(sorted(LAYOUTS)), st.sampled_from(sorted(LAYOUTS)))
def test_any_two_tensors(
    tmp_path_factory: pytest.TempPathFactory, first: torch.Tensor, second: torch.Tensor, one: str, other: str
) -> None:
    folder = tmp_path_factory.mktemp("pair")
    assert_like(between(LAYOUTS[one](first), LAYOUTS[other](second), folder), judge(first, second))


@settings(max_examples=25)
@given(st.sampled_from(FLOATS + WHOLE).flatmap(any_bytes), st.integers(0, 11), st.sampled_from(sorted(LAYOUTS)))
def test_one_number_changed(
    tmp_path_factory: pytest.TempPathFactory, first: torch.Tensor, place: int, layout: str
) -> None:
    folder = tmp_path_factory.mktemp("pair")
    items = torch.int8 if first.dtype == torch.bool else getattr(torch, f"int{8 * first.itemsize}")
    second = first.clone()
    second.view(items).view(-1)[place] ^= 1
    found = between(first, LAYOUTS[layout](second), folder)
    equal = (first == second) | (first.isnan() & second.isnan())
    assert (found.numbers, found.differing) == (12, int((~equal).sum()))
    assert between(first, LAYOUTS[layout](first.clone()), folder).is_none


@pytest.mark.parametrize("dtype", ["float32", "bfloat16", "float64", "int32", "int64", "complex64"])
@pytest.mark.parametrize("scale", [1.0, 1e-18, 1e15])
def test_many_numbers(tmp_path: Path, dtype: str, scale: float) -> None:
    """More than fit into a piece, with a rest that fills no row; small and large ones that float32 cannot square."""
    made = torch.Generator().manual_seed(3)
    kind = getattr(torch, dtype)
    if not kind.is_floating_point and not kind.is_complex:
        first, second = (torch.randint(-99, 99, (150_001,), generator=made).to(kind) for _ in range(2))
    else:
        first, second = (torch.randn(150_001, generator=made, dtype=torch.float64) * scale for _ in range(2))
        first, second = first.to(kind), (first + second / 1000).to(kind)
    second[70_000:90_000] = first[70_000:90_000]
    assert_like(between(first, second, tmp_path), judge(first, second))


def test_whole_numbers_are_exact(tmp_path: Path) -> None:
    first = torch.tensor([2**62 + 1, -(2**62), 5], dtype=torch.int64)
    found = between(first, torch.tensor([2**62, 2**62, 5], dtype=torch.int64), tmp_path)
    assert (found.max_abs, found.differing) == (2**63, 2)
    found = between(first, first + 1, tmp_path)
    assert (found.max_abs, found.mean_abs) == (1, 1.0)
    found = between(torch.tensor([2**64 - 1], dtype=torch.uint64), torch.tensor([0], dtype=torch.uint64), tmp_path)
    assert found.max_abs == 2**64 - 1


def test_infinities_have_no_distance_and_nan_is_nan(tmp_path: Path) -> None:
    first = torch.tensor([1.0, math.nan, math.inf, math.inf, math.nan, 2.0])
    second = torch.tensor([1.0, math.nan, math.inf, -math.inf, 0.0, 4.0])
    found = between(first, second, tmp_path)
    assert found == (6, 3, 2, 2.0, 0.5, 2 / math.sqrt(17), pytest.approx(1 - 9 / math.sqrt(5 * 17)))
    assert between(first, first.clone(), tmp_path).is_none


def test_zeros_have_no_direction(tmp_path: Path) -> None:
    found = between(torch.zeros(5), torch.ones(5), tmp_path)
    assert (found.relative, found.cosine) == (1.0, None)
    assert between(torch.zeros(5), -torch.zeros(5), tmp_path).is_none  # -0 is 0


def test_a_small_turn_is_not_lost_in_rounding(tmp_path: Path) -> None:
    """``1 - cos`` of numbers that differ by a millionth is far below what float64 leaves of it."""
    first = torch.ones(1000, dtype=torch.float64)
    second = first + 1e-9 * torch.tensor([1.0, -1.0], dtype=torch.float64).repeat(500)
    assert between(first, second, tmp_path).cosine == pytest.approx(5e-19, rel=1e-5, abs=0)


@pytest.mark.filterwarnings("ignore:.*quantize:UserWarning")
def test_quantised_numbers_are_what_they_stand_for(tmp_path: Path) -> None:
    numbers = torch.linspace(-1, 1, 12).reshape(3, 4)
    first = torch.quantize_per_tensor(numbers, 0.1, 3, torch.quint8)
    second = torch.quantize_per_channel(numbers, torch.tensor([0.1, 0.2, 0.3]), torch.tensor([0, 1, 2]), 0, torch.qint8)
    assert_like(between(first, second, tmp_path), judge(first.dequantize(), second.dequantize()))
    assert_like(between(first, numbers, tmp_path), judge(first.dequantize(), numbers))
    assert between(first, first.dequantize(), tmp_path).is_none


def test_expanded_numbers_are_read_once(tmp_path: Path) -> None:
    """A million million numbers that are three."""
    first, second = (torch.tensor([1.0, 2.0, each]).expand(1 << 40, 3) for each in (3.0, 5.0))
    found = between(first, second, tmp_path)
    assert (found.numbers, found.differing, found.max_abs) == (3 << 40, 1 << 40, 2.0)
    assert found.mean_abs == pytest.approx(2 / 3)
    assert found.relative == pytest.approx(2 / math.sqrt(30))
    small = torch.arange(12.0).reshape(3, 4)
    assert_like(between(small, small[:, :1].expand(3, 4), tmp_path), judge(small, small[:, :1].expand(3, 4)))


def test_nothing_and_one_number(tmp_path: Path) -> None:
    assert between(torch.empty(0, 3), torch.empty(0, 3), tmp_path) == (0, 0, 0, 0.0, 0.0, 0.0, None)
    assert between(torch.tensor(2.0), torch.tensor(3.0), tmp_path)[:4] == (1, 1, 0, 1.0)
    with pytest.raises(ValueError, match="cannot be compared"):
        between(torch.empty(2), torch.empty(3), tmp_path)


@pytest.mark.parametrize("dtype", ["float32", "bfloat16", "int64", "complex64", "bool"])
def test_what_is_between_two_tensors_box_by_box(tmp_path: Path, dtype: str) -> None:
    made = torch.Generator().manual_seed(1)
    first, second = ((torch.randn(5, 6, generator=made) * 10).to(getattr(torch, dtype)) for _ in range(2))
    if dtype == "float32":
        first[0, 0], first[0, 1], second[0, 1], first[0, 2] = math.inf, math.nan, math.nan, math.nan
        second[0, 0] = math.inf
    torch.save(first, tmp_path / "a.pth")
    torch.save(second.t().contiguous().t(), tmp_path / "b.pth")
    a, b = open_catalogue(tmp_path / "a.pth"), open_catalogue(tmp_path / "b.pth")
    wide = torch.complex128 if first.is_complex() else torch.float64
    right = first.to(wide) - second.to(wide)
    right = right.abs() if first.is_complex() else right
    if dtype == "float32":
        right[0, 0] = right[0, 1] = 0
    with Numbers(a) as ours, Numbers(b) as theirs:
        apart = Subtracted(ours.tensor(0), theirs.tensor(0))
        assert np.array_equal(apart.read(), right.numpy(), equal_nan=True)
        box = (slice(0, 4, 2), slice(1, 6, 1))
        assert np.array_equal(apart.read(box), right[box].numpy(), equal_nan=True)

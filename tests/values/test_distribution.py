"""Histograms and percentiles are those of NumPy and torch."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from core.dtypes import ITEM_SIZES
from core.values.distribution import BINS, PERCENTILES, Distribution, distribution_of, sampled
from core.values.statistics import statistics_of
from tests.numbers.judge import made_of
from tests.numbers.test_every_dtype import in_memory, layouts
from tests.values.test_statistics import FLOATS, WHOLE, wide

QUIETLY = settings(max_examples=4)


def found_in(tensor: torch.Tensor, exact: int = 10_000_000) -> Distribution:
    numbers = in_memory(tensor)
    return distribution_of(numbers, statistics_of(numbers), exact=exact)


def finite(tensor: torch.Tensor) -> np.ndarray:
    """The finite numbers by torch; NumPy's magnitudes of complex ones, which differ from torch's in their last bit."""
    numbers = wide(tensor).reshape(-1)
    found = numbers[numbers.isfinite()].numpy()
    return np.abs(found) if numbers.is_complex() else found


def assert_as_numpy(found: Distribution, numbers: np.ndarray) -> None:
    if not numbers.size:
        assert (found.percentiles, found.histogram, found.log_histogram) == ({}, None, None)
        return
    assert found.exact
    right = torch.quantile(torch.from_numpy(numbers), torch.tensor(PERCENTILES, dtype=torch.float64) / 100)
    assert list(found.percentiles) == list(PERCENTILES)
    room = 1e-14 * np.abs(numbers).max()
    assert np.allclose(list(found.percentiles.values()), right, rtol=1e-12, atol=room)
    assert found.histogram is not None
    assert np.array_equal(found.histogram.counts, np.histogram(numbers, found.histogram.edges)[0])
    assert found.histogram.counts.sum() == numbers.size
    magnitudes = np.abs(numbers[numbers != 0])
    assert (found.log_histogram is None) == (not magnitudes.size)
    if found.log_histogram is not None:
        edges = found.log_histogram.edges
        assert np.array_equal(found.log_histogram.counts, np.histogram(magnitudes, [0, *edges[1:]])[0])
        assert np.allclose(np.diff(np.log(edges)), (np.log(edges[-1]) - np.log(edges[0])) / BINS, rtol=1e-6)
    values, often = np.unique(numbers, return_counts=True)
    if len(values) > 64:
        assert found.distinct is None
    elif np.abs(numbers).max() <= 2**53:
        assert found.distinct == dict(zip(values.tolist(), often.tolist(), strict=True))


@pytest.mark.parametrize("dtype", [*FLOATS, *WHOLE, "complex128", "float4_e2m1fn_x2"])
@QUIETLY
@given(data=st.data())
def test_any_bits_in_any_layout(dtype: str, data: st.DataObject) -> None:
    raw = data.draw(st.binary(min_size=40 * ITEM_SIZES[dtype], max_size=40 * ITEM_SIZES[dtype]))
    tensor = made_of(raw, dtype).as_strided(*data.draw(layouts()))
    numbers = finite(tensor)
    if numbers.size and np.abs(numbers).max() > 1e300:
        return  # torch and NumPy both overflow between them
    assert_as_numpy(found_in(tensor), numbers)


@pytest.mark.parametrize("dtype", ["float64", "float32", "float16", "bfloat16", "float8_e4m3fn", "int32", "complex64"])
@pytest.mark.parametrize("kind", ["normal", "rectified", "near one", "few"])
def test_many_numbers(dtype: str, kind: str) -> None:
    numbers = torch.from_numpy(np.random.default_rng(3).standard_normal(30_000)) * 5
    if kind == "rectified":
        numbers = numbers.relu()
    elif kind == "near one":
        numbers = 1 + numbers * 1e-4
    elif kind == "few":
        numbers = numbers.round() / 8
    tensor = numbers.to(getattr(torch, dtype))
    if dtype == "complex64":  # NumPy's magnitudes differ from torch's in their last bit
        assert list(found_in(tensor).percentiles.values()) == pytest.approx(
            np.percentile(finite(tensor), PERCENTILES), rel=1e-6, abs=1e-9
        )
        return
    assert_as_numpy(found_in(tensor), finite(tensor))


def test_not_exact_is_near() -> None:
    tensor = torch.cat([torch.randn(50_000), torch.zeros(20_000), torch.randn(1000) * 1e6])
    found, numbers = found_in(tensor, exact=1000), tensor.numpy()
    assert not found.exact
    assert found.distinct is None
    right = np.percentile(numbers, PERCENTILES)
    assert list(found.percentiles.values()) == pytest.approx(right, rel=0.01, abs=1e-30)
    for histogram in (found.histogram, found.log_histogram):
        assert histogram is not None
        magnitudes = np.abs(numbers[numbers != 0]) if histogram.log else numbers
        edges = [0, *histogram.edges[1:]] if histogram.log else histogram.edges
        right = np.histogram(magnitudes, edges)[0]
        assert histogram.counts.sum() == right.sum()
        assert np.abs(np.cumsum(histogram.counts - right)).max() < numbers.size * 0.01


def test_expanded_numbers_stand_as_often_as_they_are_there() -> None:
    tensor = torch.randn(50, 1).expand(50, 30)
    assert_as_numpy(found_in(tensor), finite(tensor))
    huge = found_in(torch.tensor([[1.0], [2.0]]).expand(2, 10**9))
    assert huge.distinct is None  # 2e9 are more than are counted one by one
    assert huge.histogram is not None
    assert huge.histogram.counts.sum() == 2 * 10**9


def test_whole_numbers_have_a_bin_each_where_they_are_few() -> None:
    histogram = found_in(torch.tensor([3, 3, 5])).histogram
    assert histogram is not None
    assert histogram.edges.tolist() == [2.5, 3.5, 4.5, 5.5]
    assert histogram.counts.tolist() == [2, 0, 1]


@pytest.mark.parametrize("dtype", ["bfloat16", "float16", "float8_e5m2", "int8", "bool", "uint16"])
def test_short_dtypes_are_exact_however_many_there_are(dtype: str) -> None:
    numbers = torch.from_numpy(np.random.default_rng(3).standard_normal(300_000)) * 5
    tensor = (numbers.abs() if dtype == "uint16" else numbers).to(getattr(torch, dtype))
    if not dtype.endswith(("int8", "bool", "int16")):
        tensor[:3] = torch.tensor([math.nan, math.inf, -0.0])
    assert_as_numpy(found_in(tensor, exact=10), finite(tensor))


def test_what_is_not_finite_is_left_out() -> None:
    found = found_in(torch.tensor([1.0, math.nan, math.inf, 3.0, -math.inf]))
    assert found.percentiles[50] == 2.0
    assert found.distinct == {1.0: 1, 3.0: 1}
    nothing = found_in(torch.tensor([math.nan]))
    assert nothing == ({}, True, None, None, {})


def test_a_sample_is_from_all_over() -> None:
    """Front, middle and end of a tensor, in rows and in columns, each as large a part of the sample as of the whole."""
    numbers = torch.arange(3_000_000.0)
    for tensor in (numbers, numbers.reshape(1000, 3000), numbers.reshape(1000, 3000).t(), numbers.reshape(3, 1000, -1)):
        statistics, found = sampled(in_memory(tensor), 50_000)
        assert not found.exact
        assert 40_000 <= statistics.count <= 60_000
        assert found.histogram is not None
        assert found.histogram.counts.sum() == statistics.count
        right = [percent * 30_000 for percent in PERCENTILES]
        assert list(found.percentiles.values()) == pytest.approx(right, abs=60_000)


def test_a_sample_of_few_is_all() -> None:
    tensor = torch.randn(30, 1).expand(30, 7)
    _, found = sampled(in_memory(tensor))
    assert found.exact
    assert found.distinct == dict.fromkeys(tensor[:, 0].tolist(), 1)


def test_progress_counts_both_readings() -> None:
    for size, read in ((10_000, 200_000), (100, 1000)):  # few numbers are read once
        seen: list[tuple[int, int]] = []
        numbers = in_memory(torch.randn(10, size))
        distribution_of(numbers, statistics_of(numbers), lambda done, total: seen.append((done, total)))  # noqa: B023
        assert seen[-1] == (read, read)


@pytest.mark.timing
def test_ten_million_numbers_are_shown_in_a_tenth_of_a_second() -> None:
    import time

    numbers = in_memory(torch.randn(10_000_000))
    begin = time.perf_counter()
    sampled(numbers)
    assert time.perf_counter() - begin < 0.1

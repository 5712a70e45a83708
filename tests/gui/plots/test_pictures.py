"""Which numbers a picture shows of a tensor, and where it says that they stand; judged by NumPy."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

from gui.plots import colour_maps
from gui.plots.number_text import exact_text, number_text
from gui.plots.pictures import Picture, sampled, tiled, with_odd
from gui.plots.plane import Plane


def agrees(picture: Picture, values: np.ndarray) -> None:
    """Each cell is the number of the place it names."""
    for row, column in np.ndindex(picture.values.shape):
        place = picture.place(row, column)
        if place is not None:
            assert picture.exact[row, column] == values[place]
            assert float(picture.values[row, column]) == pytest.approx(float(values[place]))


@pytest.mark.parametrize(("rows", "columns"), [(0, 1), (1, 0), (2, 0), (2, 1), (0, 2)])
def test_a_plane_of_three_dimensions(rows: int, columns: int) -> None:
    values = np.arange(4 * 5 * 6).reshape(4, 5, 6)
    (other,) = {0, 1, 2} - {rows, columns}
    plane = Plane.of(values.shape).turned(rows, columns).moved(other, 3)
    found = plane.read(lambda box: values[box], slice(1, 4, 2), slice(0, 3, 1))
    expected = np.array([[values[plane.index(row, column)] for column in range(3)] for row in (1, 3)])
    assert found.tolist() == expected.tolist()
    assert plane.others == (other,)


@pytest.mark.parametrize(
    ("shape", "size"), [((), (1, 1)), ((7,), (7, 1)), ((0,), (0, 0)), ((3, 0), (0, 0)), ((0, 4), (0, 0))]
)
def test_planes_of_odd_shapes(shape: tuple[int, ...], size: tuple[int, int]) -> None:
    plane = Plane.of(shape)
    assert (plane.rows * (plane.columns > 0), plane.columns * (plane.rows > 0)) == size
    values = np.zeros(shape)
    assert plane.read(lambda box: values[box], slice(0, plane.rows, 1), slice(0, plane.columns, 1)).size == values.size


def test_a_large_plane_is_sampled_and_no_more_of_it_is_read() -> None:
    values = np.random.default_rng(0).normal(size=(1000, 700)).astype(np.float32)
    asked = []

    def read(box: tuple[slice, ...]) -> np.ndarray:
        asked.append(values[box].size)
        return values[box]

    picture = sampled(Plane.of(values.shape), read, most=64)
    assert max(picture.values.shape) <= 64
    assert sum(asked) == picture.values.size
    assert picture.note == "every 16th row, every 11th column"
    agrees(picture, values)


@pytest.mark.parametrize("shape", [(64, 3, 7, 7), (32, 1, 3, 3), (5, 40, 3, 3), (1, 1, 2, 9), (300, 2, 5, 5)])
def test_kernels_as_tiles(shape: tuple[int, ...]) -> None:
    values = np.random.default_rng(0).normal(size=shape).astype(np.float32)
    picture = tiled(shape, lambda box: values[box], most=100)
    agrees(picture, values)
    assert picture.gap is not None
    assert (~picture.gap).sum() == sum(
        picture.place(row, column) is not None for row, column in np.ndindex(picture.values.shape)
    )
    assert bool(picture.note) == ((~picture.gap).sum() < values.size)


def test_what_is_no_number_has_its_own_colour_and_one_outlier_blanks_nothing_out() -> None:
    values = np.random.default_rng(0).normal(size=(100, 100))
    values[0, :3] = np.nan, np.inf, -np.inf
    values[1, 1] = 1e9
    picture = sampled(Plane.of(values.shape), values.__getitem__)
    assert 2 < picture.limit < 4
    pixels = colour_maps.painted(picture.values, picture.limit, diverging=True, dark=False)
    assert tuple(pixels[0, 0, :3]) == colour_maps.rgb(colour_maps.NAN)
    assert tuple(pixels[0, 1, :3]) == tuple(pixels[0, 2, :3]) == colour_maps.rgb(colour_maps.INFINITE)
    assert not {colour_maps.rgb(colour_maps.NAN), colour_maps.rgb(colour_maps.INFINITE)} & {
        tuple(colour)
        for dark in (True, False)
        for way in (True, False)
        for colour in colour_maps.table(way, dark)[:, :3]
    }


def test_zero_is_in_the_middle() -> None:
    pixels = colour_maps.painted(np.array([[-1.0, 0.0, 1.0]]), 1.0, diverging=True, dark=False)
    assert pixels[0, 1, :3].min() > 250
    assert pixels[0, 0].tolist() != pixels[0, 2].tolist()


@pytest.mark.parametrize(
    ("value", "short", "exact"),
    [
        (np.float32(0.1), "0.1", "0.1"),
        (np.float64(-1.23456789e-5), "-1.235e-05", "-1.23456789e-05"),
        (ml_dtypes.bfloat16(0.1), "0.1001", "0.1"),
        (np.int64(2**62), "4611686018427387904", "4611686018427387904"),
        (np.bool_(True), "True", "True"),
        (np.complex64(1 - 2j), "1-2j", "1-2j"),
        (np.float16(np.nan), "nan", "nan"),
        (ml_dtypes.float8_e5m2(-np.inf), "-inf", "-inf"),
    ],
)
def test_numbers_as_text(value: object, short: str, exact: str) -> None:
    assert (number_text(value), exact_text(value)) == (short, exact)


@pytest.mark.parametrize("name", ["bfloat16", "float8_e4m3fn", "float8_e5m2", "float4_e2m1fn", "float8_e8m0fnu"])
def test_exact_text_is_read_back_as_the_same_number(name: str) -> None:
    dtype = np.dtype(getattr(ml_dtypes, name))
    bits = np.arange(1 << min(8, 4 if "float4" in name else 8), dtype=np.uint8)
    values = bits.view(dtype) if dtype.itemsize == 1 else np.arange(1 << 16, step=37, dtype=np.uint16).view(dtype)
    for value in values:
        again = dtype.type(float(exact_text(value)))
        assert again == value or value != value  # noqa: PLR0124 - NaN


@pytest.mark.parametrize("dtype", [np.float32, ml_dtypes.bfloat16, np.complex64])
def test_what_is_not_finite_is_shown_wherever_it_is(dtype: type) -> None:
    values = np.random.default_rng(0).normal(size=(1000, 700)).astype(dtype)
    values[777, 345], values[777, 346], values[1, 1], values[999, 699] = np.nan, np.inf, -np.inf, np.nan
    plane = Plane.of(values.shape)
    plain = sampled(plane, lambda box: values[box], most=64)
    found = with_odd(plain, plane, lambda box: values[box])
    assert np.isfinite(plain.values).all()
    cells = [tuple(map(int, cell)) for cell in np.argwhere(~np.isfinite(found.values))]
    assert [found.place(*cell) for cell in cells] == [(1, 1), (777, 345), (999, 699)]
    assert found.note.endswith("every 11th column, all that is NaN or Inf")
    sound = np.isfinite(found.values)
    assert (found.values[sound] == plain.values[sound]).all()


def test_a_nan_in_a_long_line() -> None:
    values = np.zeros(100_000, np.float32)
    values[54_321] = np.nan
    plane = Plane.of(values.shape)
    found = with_odd(sampled(plane, lambda box: values[box], 2048), plane, lambda box: values[box])
    ((row, column),) = np.argwhere(np.isnan(found.values)).tolist()
    assert found.place(row, column) == (54_321,)


@pytest.mark.parametrize(("value", "characters", "text"), [
    (-1.23456e-05, 10, "-1.235e-05"),
    (-1.23456e-05, 9, "-1.23e-05"),
    (-1.23456e-05, 8, "-1.2e-05"),
    (-1.23456e-05, 7, "-1e-05"),
    (-0.0248163, 8, "-0.02482"),
    (123456, 3, "123456"),
])  # fmt: skip
def test_where_there_is_little_room_a_number_keeps_its_size_and_loses_digits(
    value: float, characters: int, text: str
) -> None:
    assert number_text(value, characters) == text

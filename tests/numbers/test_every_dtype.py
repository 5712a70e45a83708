"""The numbers of every dtype that torch saves, in every layout, are bit for bit those that torch has."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from core.catalogue.build import open_catalogue
from core.dtypes import ITEM_SIZES
from core.numbers import tensor
from core.numbers.reader import Numbers
from tests.numbers.judge import DTYPES, LEGACY, assert_file, assert_same, made_of, raw_bytes, wanted

pytestmark = pytest.mark.filterwarnings("ignore:ComplexHalf", "ignore:.*non-contiguous")

QUIETLY = settings(max_examples=6)
_ITEMS = 40
"""Items of the storage that tensors are laid over."""


@st.composite
def layouts(draw: st.DrawFn) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """(shape, stride, offset) inside a storage of `_ITEMS`: overlaps, gaps, expanded and empty dimensions alike."""
    offset = draw(st.integers(0, _ITEMS // 2))
    room = _ITEMS - 1 - offset
    shape, stride = [], []
    for _ in range(draw(st.integers(0, 4))):
        size = draw(st.integers(0, 5))
        step = draw(st.integers(0, 9))
        if size > 1 and step * (size - 1) > room:
            step = room // (size - 1)
        room -= step * max(size - 1, 0)
        shape.append(size)
        stride.append(step)
    return tuple(shape), tuple(stride), offset


def flagged(tensor: torch.Tensor, draw: Any) -> torch.Tensor:
    """Perhaps conjugate or negative, as far as torch has it."""
    if tensor.is_complex() and draw(st.booleans()):
        tensor = tensor.conj()
    if tensor.dtype in (torch.float32, torch.complex64, torch.bfloat16) and draw(st.booleans()):
        tensor = torch._neg_view(tensor)
    return tensor


@pytest.mark.parametrize(
    ("dtype", "container"), [(dtype, "zip") for dtype in DTYPES] + [(dtype, "legacy") for dtype in sorted(LEGACY)]
)
def test_any_layout(dtype: str, container: str, tmp_path: Path) -> None:
    @QUIETLY
    @given(st.data())
    def check(data: st.DataObject) -> None:
        raw = data.draw(st.binary(min_size=_ITEMS * ITEM_SIZES[dtype], max_size=_ITEMS * ITEM_SIZES[dtype]))
        flat = made_of(raw, dtype)
        tensors = {
            f"t{number}": flagged(flat.as_strided(*layout), data.draw)
            for number, layout in enumerate(data.draw(st.lists(layouts(), min_size=4, max_size=4)))
        }
        path = tmp_path / "a.pt"
        torch.save(tensors, path, _use_new_zipfile_serialization=container == "zip")
        assert_file(path, torch.load(path), data.draw(st.integers(1, 30)))

    check()


@pytest.mark.parametrize("dtype", DTYPES)
@QUIETLY
@given(data=st.data())
def test_any_box(dtype: str, data: st.DataObject) -> None:
    """A part with steps is the same part of the whole."""
    flat = made_of(np.random.default_rng(7).bytes(_ITEMS * ITEM_SIZES[dtype]), dtype)
    tensor = flat.as_strided(*data.draw(layouts()))
    right = wanted(tensor)
    box = tuple(
        slice(start, data.draw(st.integers(start, size)), data.draw(st.integers(1, 3)))
        for size in right.shape
        for start in (data.draw(st.integers(0, size)),)
    )
    numbers = in_memory(tensor)
    assert_same(numbers.read(box), right[box])


@QUIETLY
@given(layout=layouts(), pieces=st.tuples(st.integers(1, 9), st.integers(1, 9)))
def test_in_order(layout: tuple[tuple[int, ...], tuple[int, ...], int], pieces: tuple[int, int]) -> None:
    """However small the pieces, and turned around as well."""
    found = in_memory(torch.arange(float(_ITEMS)).as_strided(*layout))
    right = torch.arange(float(_ITEMS)).as_strided(*layout).numpy()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tensor, "PIECE", pieces[0])
        patch.setattr(tensor, "_SCATTERED", pieces[1])
        for numbers, wanted in ((found, right), (found.turned(), right.T)):
            parts = [np.empty(0, np.float32), *numbers.in_order()]
            assert max(part.size for part in parts) <= max(pieces)
            assert_same(np.concatenate(parts).reshape(wanted.shape), wanted)
    assert not found.is_turned or right.T.flags.c_contiguous


def in_memory(tensor: torch.Tensor) -> Any:
    """The reader of a tensor, through a file that is gone when it is asked: its bytes are kept by the test."""
    from core.numbers.layout import StridedLayout
    from core.numbers.stored import StoredBytes
    from core.numbers.tensor import TensorNumbers

    data = raw_bytes(tensor)
    layout = StridedLayout(tuple(tensor.shape), tensor.stride(), tensor.storage_offset())
    return TensorNumbers(str(tensor.dtype)[6:], layout, StoredBytes(None, 0, len(data), data))  # type: ignore[arg-type]


def test_a_view_of_any_kind(tmp_path: Path) -> None:
    """What people do to tensors before they save them."""
    base = torch.arange(2 * 3 * 4 * 5, dtype=torch.float32).reshape(2, 3, 4, 5)
    tensors = {
        "whole": base,
        "transposed": base.transpose(0, 3),
        "permuted": base.permute(2, 0, 3, 1),
        "channels last": base.to(memory_format=torch.channels_last),
        "every other": base[:, ::2, 1:, ::3],
        "expanded": base[0, 0, 0].expand(7, 6, 5),
        "windows": torch.arange(20.0).unfold(0, 5, 2),
        "diagonal": torch.arange(16.0).reshape(4, 4).diagonal(),
        "flipped": base.flip(0),
        "scalar": torch.tensor(3.5),
        "one of many": base[1, 2, 3, 4],
        "nothing": torch.empty(0),
        "nothing of many": torch.empty(3, 0, 5),
        "behind the end": torch.arange(5)[5:],
        "imaginary of conjugate": (torch.arange(6.0) * (1 + 2j)).conj().imag,
        "real": (torch.arange(6.0) * (1 + 2j)).real,
        "parameter": torch.nn.Parameter(base[0]),
        "buffer": torch.nn.Buffer(base[0].clone()),
    }
    torch.save(tensors, tmp_path / "a.pt")
    loaded = torch.load(tmp_path / "a.pt")
    assert loaded["imaginary of conjugate"].is_neg()
    assert_file(tmp_path / "a.pt", loaded)


def test_a_subclass(tmp_path: Path) -> None:
    torch.save({"w": torch.arange(6.0).reshape(2, 3).t().as_subclass(Named)}, tmp_path / "a.pt")
    assert_file(tmp_path / "a.pt", torch.load(tmp_path / "a.pt", weights_only=False))


class Named(torch.Tensor):
    """A tensor of a class of its own."""


def test_large_ones_are_read_in_small_tiles(tmp_path: Path) -> None:
    """The tiles of a transposed matrix lie one behind the other in the file, each of at most as many as asked for."""
    tensor = torch.arange(1_000_000, dtype=torch.int32).reshape(1000, 1000).t()
    torch.save({"w": tensor}, tmp_path / "a.pt")
    with Numbers(open_catalogue(tmp_path / "a.pt")) as numbers:
        firsts = [int(values.min()) for _, values in numbers.tensor(0).tiles(5000)]
        assert firsts == sorted(firsts)
        assert len(firsts) == 200


def test_columns_far_apart_are_read_by_themselves(tmp_path: Path) -> None:
    """One column of a wide matrix takes little of what lies between."""
    tensor = torch.zeros(40, 100_000)
    tensor[:, 3] = torch.arange(40.0)
    torch.save({"w": tensor[:, 3:5]}, tmp_path / "a.pt")
    catalogue = open_catalogue(tmp_path / "a.pt")
    with Numbers(catalogue) as numbers:
        found = numbers.tensor(0)
        assert_same(found.read(), tensor[:, 3:5].numpy())
        assert sum(1 for _ in found.tiles()) == 40


def test_in_the_legacy_format_a_view_of_torch_0_1(tmp_path: Path) -> None:
    """And with several storages, of which the second is not behind the first in the pickle."""
    shared = torch.arange(30.0)
    stream = io.BytesIO()
    tensors = {"b": shared[20:], "a": torch.arange(3), "c": shared[:4].view(2, 2).t()}
    torch.save(tensors, stream, _use_new_zipfile_serialization=False)
    (tmp_path / "a.pt").write_bytes(stream.getvalue())
    assert_file(tmp_path / "a.pt", torch.load(tmp_path / "a.pt"))

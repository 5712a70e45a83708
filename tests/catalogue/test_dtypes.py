"""Every dtype that torch can save: it opens, its bytes are counted as torch does, and a saved copy is the same."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
import torch

from core.edits.edits import AddPrefix, Compact, RemapDevice
from tests.support.engine import catalogue_of, fix
from tests.support.judging import quiet_load
from tests.support.oracle import PretendGpus, assert_same, saved_devices
from tests.support.thinning import in_turn

pytestmark = pytest.mark.filterwarnings("ignore:ComplexHalf")  # which torch says once, to whichever test comes first

_SHAPES = ((3, 8), (3, 5), (5, 1), (7,), (2, 3, 3), (0, 4))
_ALL = sorted({value for value in vars(torch).values() if isinstance(value, torch.dtype)}, key=str)
_CONTAINERS = ("zip", "legacy")


def made(dtype: torch.dtype) -> Iterator[torch.Tensor]:
    """Tensors of a dtype in all the ways that torch has, with bytes that differ."""
    ways = [partial(torch.arange(48, dtype=torch.uint8).reshape(3, 16).view, dtype)]
    for shape in _SHAPES if str(dtype).startswith("torch.q") else _SHAPES[:2]:
        scales, zeros = torch.rand(shape[0]) + 0.1, torch.ones(shape[0])
        each_channel = partial(torch._empty_per_channel_affine_quantized, shape, axis=0, dtype=dtype)
        ways += [
            partial(torch.empty, shape, dtype=dtype),
            partial(torch._empty_affine_quantized, shape, scale=0.5, zero_point=1, dtype=dtype),
            partial(each_channel, scales=scales, zero_points=zeros),
            partial(each_channel, scales=scales.double(), zero_points=zeros.long()),
        ]
    for way in ways:
        try:
            tensor = way()
        except (RuntimeError, TypeError, NotImplementedError):  # not a dtype for that
            continue
        raw = torch.empty(0, dtype=torch.uint8).set_(tensor.untyped_storage())
        raw.copy_(torch.arange(len(raw)) % 2)  # a bool knows no other
        yield tensor


def saved(tensor: torch.Tensor, path: Path, container: str) -> bool:
    """Whether torch saves a tensor, and loads what it saved, as it was."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            torch.save({"t": tensor}, path, _use_new_zipfile_serialization=container == "zip")
        loaded = quiet_load(path, weights_only=False)["t"]
    except (RuntimeError, KeyError, AttributeError, NotImplementedError, ValueError):
        return False
    return bool(loaded.untyped_storage().nbytes() == tensor.untyped_storage().nbytes())


def assert_same_tensor(ours: torch.Tensor, theirs: torch.Tensor) -> None:
    """The same by what can be asked of them: a view as a quantised dtype has no scales that torch could tell."""
    try:
        assert_same(ours, theirs)
    except RuntimeError:
        assert (ours.dtype, ours.shape, ours.stride()) == (theirs.dtype, theirs.shape, theirs.stride())
        assert ours.untyped_storage().tolist() == theirs.untyped_storage().tolist()


@pytest.mark.parametrize(("dtype", "container"), in_turn(_ALL, _CONTAINERS), ids=str)
def test_a_dtype_that_torch_saves_opens_and_stays_what_it_is(
    dtype: torch.dtype, container: str, tmp_path: Path
) -> None:
    source, target = tmp_path / "a.pt", tmp_path / "b.pt"
    for tensor in made(dtype):
        if not saved(tensor, source, container):
            continue
        catalogue = catalogue_of(source)
        row = catalogue.tensors[0]
        assert (row.dtype, row.shape, row.stride) == (str(dtype)[6:], tuple(tensor.shape), tensor.stride())
        assert row.nbytes == catalogue.storages[row.storage].nbytes == tensor.untyped_storage().nbytes()
        fix(source, target, AddPrefix("p."), Compact(), overwrite=True)
        assert_same_tensor(quiet_load(target, weights_only=False)["p.t"], quiet_load(source, weights_only=False)["t"])


@pytest.mark.filterwarnings("ignore")
def test_dtypes_that_hold_several_elements_a_byte_are_among_them(tmp_path: Path) -> None:
    packed = {
        str(dtype)
        for dtype in _ALL
        for tensor in made(dtype)
        if tensor.untyped_storage().nbytes() < tensor.numel() and saved(tensor, tmp_path / "a.pt", "zip")
    }
    assert packed == {"torch.quint4x2", "torch.quint2x4"}


def test_a_part_of_such_a_tensor_opens_too_and_is_not_cut(tmp_path: Path) -> None:
    whole = torch._empty_affine_quantized((4, 6), scale=0.5, zero_point=0, dtype=torch.quint4x2)
    torch.save({"row": whole[2]}, tmp_path / "a.pt")
    fix(tmp_path / "a.pt", tmp_path / "b.pt", Compact())
    assert_same(quiet_load(tmp_path / "b.pt"), quiet_load(tmp_path / "a.pt"))


@pytest.mark.parametrize("dtype", [torch.qint8, torch.quint4x2], ids=str)
def test_scales_and_zero_points_go_where_their_tensor_goes(dtype: torch.dtype, tmp_path: Path) -> None:
    tensor = torch._empty_per_channel_affine_quantized(
        (3, 8), scales=torch.rand(3), zero_points=torch.zeros(3), axis=0, dtype=dtype
    )
    with PretendGpus() as gpus:
        for part in (tensor, tensor.q_per_channel_scales(), tensor.q_per_channel_zero_points()):
            gpus.place(part, "cuda:3")
        torch.save({"fc.weight": tensor, "fc.bias": torch.ones(3)}, tmp_path / "a.pt")
    catalogue = catalogue_of(tmp_path / "a.pt")
    roles = {catalogue.path_text(row.entry): row.role for row in catalogue.tensors}
    assert roles == dict.fromkeys(("fc.weight", "fc.weight/scales", "fc.weight/zero_points", "fc.bias"), "model")
    fix(tmp_path / "a.pt", tmp_path / "b.pt", RemapDevice("cuda:3", "cpu", role="model"))
    assert set(saved_devices(tmp_path / "b.pt")) == {"cpu"}
    assert_same(quiet_load(tmp_path / "b.pt"), quiet_load(tmp_path / "a.pt", map_location="cpu"))

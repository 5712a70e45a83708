"""Storages cut to what tensors use: nothing that is shared is taken apart, and torch loads the same values."""

from __future__ import annotations

import itertools
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import torch
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from torch import nn

from core.edits.edits import Compact, Drop, Keep, RemapDevice, StripPrefix, UseContainer
from tests.files.checkpoints import save
from tests.support.engine import catalogue_of, fix, planned
from tests.support.judging import quiet_load
from tests.support.oracle import PretendGpus, load

CONTAINERS = ("zip", "legacy")


def table(rows: int = 100, columns: int = 64) -> torch.Tensor:
    return torch.arange(rows * columns, dtype=torch.float32).reshape(rows, columns)


def views() -> dict[str, Any]:
    """Small views of large storages, each case by its name."""
    rows, columns, strided, lapped = table(), table(), table(), table()
    half, numbers, tied, empty, one = (
        table().half(),
        torch.randn(5000, dtype=torch.complex64),
        table(),
        table(),
        table(),
    )
    return {
        "row": rows[7],
        "rows apart": [rows[20:22], rows[90]],
        "column": columns[:3, 5],
        "strided": strided[10:20:3, 1:60:7],
        "overlapping": [lapped[3:6], lapped[5:8], lapped[4, 2:9]],
        "apart from them": lapped[50],
        "touching": [lapped[60], lapped[61]],
        "half": half[1, 3:8],
        "complex": numbers[10:13],
        "conjugated": numbers[20:22].conj(),
        "real part": torch.view_as_real(torch.randn(5000, dtype=torch.complex64)[30:32]),
        "parameter": nn.Parameter(tied[3]),
        "tied": tied[3],
        "again": tied[3],
        "empty": empty[5:5],
        "and not empty": empty[9],
        "scalar": one[3, 3],
        "expanded": one[5, 5].expand(3, 4),
        "transposed": one[10:12, :3].t(),
        "whole": torch.ones(4),
        "odd place": torch.arange(1000, dtype=torch.uint8)[33:36],
    }


def distances(value: Any) -> Iterator[tuple[int, int, int]]:
    """For each pair of tensors that share memory, how far apart they begin: it must stay."""
    found = list(enumerate(tensors(value)))
    for (one, first), (other, second) in itertools.combinations(found, 2):
        if overlap(first, second):
            yield one, other, second.data_ptr() - first.data_ptr()


def tensors(value: Any) -> list[torch.Tensor]:
    if isinstance(value, torch.Tensor):
        return [value]
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    return [each for part in parts for each in tensors(part)]


def overlap(one: torch.Tensor, other: torch.Tensor) -> bool:
    (start, end), (begin, stop) = reach(one), reach(other)
    return start < stop and begin < end


def reach(tensor: torch.Tensor) -> tuple[int, int]:
    if not tensor.numel():
        return 0, 0
    last = sum((size - 1) * step for size, step in zip(tensor.shape, tensor.stride(), strict=True))
    return tensor.data_ptr(), tensor.data_ptr() + (last + 1) * tensor.element_size()


def assert_compacted(source: Path, target: Path, *edits: Any) -> Any:
    """The cut file has equal values in equal layout, and shares what it shared."""
    fix(source, target, Compact(), *edits)
    before, after = quiet_load(source, weights_only=False), quiet_load(target, weights_only=False)
    assert quiet_load(target) is not None
    ours, theirs = tensors(after), tensors(before)
    assert len(ours) == len(theirs)
    for mine, its in zip(ours, theirs, strict=True):
        assert type(mine) is type(its)
        assert (mine.dtype, mine.shape, mine.stride(), mine.requires_grad) == (
            *(its.dtype, its.shape, its.stride()),
            its.requires_grad,
        )
        assert (mine.is_conj(), mine.is_neg()) == (its.is_conj(), its.is_neg())
        assert torch.equal(mine, its)
    assert list(distances(after)) == list(distances(before))
    return after


@pytest.mark.parametrize("container", CONTAINERS)
def test_views_of_all_kinds(container: str, tmp_path: Path) -> None:
    path = save(views(), tmp_path / "a.pt", container)
    after = assert_compacted(path, tmp_path / "b.pt")
    for storage in {each.untyped_storage() for each in tensors(after)}:
        assert storage.nbytes() < 8000, storage.nbytes()
    assert (tmp_path / "b.pt").stat().st_size < path.stat().st_size / 5
    assert not [each for each in catalogue_of(tmp_path / "b.pt").storages if each.tensors == 0]
    load(tmp_path / "b.pt", "mmap") if container == "zip" else None


@pytest.mark.parametrize("name", views())
def test_one_kind_of_view(name: str, tmp_path: Path) -> None:
    value = views()[name]
    path = save({"it": value, "other": torch.ones(3)}, tmp_path / "a.pt")
    assert_compacted(path, tmp_path / "b.pt")
    clones = save({"it": cloned(value), "other": torch.ones(3)}, tmp_path / "c.pt")
    overlaps = name in ("overlapping", "touching", "strided", "column", "expanded", "transposed")
    if not overlaps:  # of those torch's clone has other strides, or copies what is shared
        assert (tmp_path / "b.pt").stat().st_size <= clones.stat().st_size + 300


def cloned(value: Any) -> Any:
    return [each.clone() for each in value] if isinstance(value, list) else value.detach().clone()


def test_views_of_other_dtypes_of_one_storage(tmp_path: Path) -> None:
    base = torch.arange(6400, dtype=torch.int64).to(torch.uint32).reshape(100, 64)
    value = {
        "words": base[3],
        "halves": base.view(torch.uint16)[3, 4:9],  # the same bytes; torch keeps such dtypes in storages of bytes
        "odd halves": base.view(torch.uint16)[90, 5:9],  # from byte 10 of the row on,
        "words in them": base[90, 3:6],  # which no offset in words says
        "apart": base.view(torch.uint64)[50],
        "bytes": base.view(torch.float8_e4m3fn)[70, 1:4],
    }
    path = save(value, tmp_path / "a.pt")
    fix(path, tmp_path / "b.pt", Compact())
    before, after = quiet_load(path), quiet_load(tmp_path / "b.pt")
    for key, tensor in before.items():
        assert after[key].dtype == tensor.dtype
        assert torch.equal(after[key].view(torch.uint8), tensor.view(torch.uint8))
    assert list(distances(after)) == list(distances(before))
    assert list(distances(after))
    assert after["apart"].untyped_storage().nbytes() < 300


@pytest.mark.parametrize("container", CONTAINERS)
def test_quantised(container: str, tmp_path: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        scales, zeros = torch.rand(100, dtype=torch.float64) + 0.1, torch.zeros(100, dtype=torch.long)
        whole = torch.quantize_per_channel(table(), scales, zeros, 0, torch.qint8)
        path = save(
            {"a": torch.quantize_per_tensor(table(), 0.5, 1, torch.quint8)[4], "b": whole}, tmp_path / "a.pt", container
        )
    fix(path, tmp_path / "b.pt", Compact())
    before, after = quiet_load(path), quiet_load(tmp_path / "b.pt")
    assert torch.equal(after["a"].int_repr(), before["a"].int_repr())
    assert after["a"].q_scale() == 0.5
    assert torch.equal(after["b"].int_repr(), before["b"].int_repr())
    assert torch.equal(after["b"].q_per_channel_scales(), scales)
    assert after["a"].untyped_storage().nbytes() <= 80


def test_dropped_tensors_take_their_bytes_along(tmp_path: Path) -> None:
    big = table()
    path = save({"large": big, "small": big[3]}, tmp_path / "a.pt")
    assert planned(path, Compact()).bytes_after >= big.nbytes  # all of it is used
    entry = catalogue_of(path).labels.index("large")
    for edits in ((Compact(), Drop(entry)), (Drop(entry), Compact())):
        fix(path, tmp_path / "b.pt", *edits, overwrite=True)
        (left,) = tensors(quiet_load(tmp_path / "b.pt"))
        assert torch.equal(left, big[3])
        assert left.untyped_storage().nbytes() == left.nbytes


def test_with_other_edits(tmp_path: Path) -> None:
    base = table()
    with PretendGpus() as gpus:
        value = {"epoch": 3, "model": {f"module.{key}": base[number] for number, key in enumerate("abc")}}
        value["odd"] = views()
        gpus.place(base, "cuda:5")
        path = save(value, tmp_path / "a.pt")
    model = catalogue_of(path).labels.index("model")
    edits = [Compact(), RemapDevice("cuda:5", "cpu"), StripPrefix("module."), Keep(model)]
    results = set()
    for number, order in enumerate(itertools.permutations(edits)):
        fix(path, tmp_path / "b.pt", *order, overwrite=True)
        results.add((tmp_path / "b.pt").read_bytes())
        if not number:
            state = quiet_load(tmp_path / "b.pt")
            assert list(state) == ["a", "b", "c"]
            assert all(torch.equal(state[key], base[number]) for number, key in enumerate("abc"))
            assert sum(each.untyped_storage().nbytes() for each in state.values()) == 3 * 64 * 4
    assert len(results) == 1


def test_the_device_stays(tmp_path: Path) -> None:
    with PretendGpus() as gpus:
        base = table()
        gpus.place(base, "cuda:5")
        path = save({"a": base[1]}, tmp_path / "a.pt")
    fix(path, tmp_path / "b.pt", Compact())
    assert [total.device for total in catalogue_of(tmp_path / "b.pt").devices] == ["cuda:5"]
    with PretendGpus() as gpus:
        assert gpus.device_of(torch.load(tmp_path / "b.pt", weights_only=False)["a"]) == "cuda:5"


@pytest.mark.parametrize(("source", "target"), [("zip", "legacy"), ("legacy", "zip")])
def test_into_the_other_container(source: str, target: str, tmp_path: Path) -> None:
    path = save(views(), tmp_path / "a.pt", source)
    assert_compacted(path, tmp_path / "b.pt", UseContainer(target))


def test_what_is_used_is_left_alone(tmp_path: Path) -> None:
    value = {"a": torch.ones(100), "b": table()[:90], "c": torch.ones(3).expand(4, 3)}
    path = save(value, tmp_path / "a.pt")
    fix(path, tmp_path / "b.pt", Compact())
    assert (tmp_path / "b.pt").read_bytes() == path.read_bytes()
    assert not planned(path, Compact()).draft.shrunk


_SLICES = st.tuples(st.integers(0, 300), st.integers(0, 40), st.integers(1, 3))


@settings(max_examples=60, suppress_health_check=list(HealthCheck))
@given(
    slices=st.lists(_SLICES, min_size=1, max_size=5), dtype=st.sampled_from([torch.uint8, torch.int16, torch.float64])
)
def test_any_slices(
    slices: list[tuple[int, int, int]], dtype: torch.dtype, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.getbasetemp()
    base = torch.arange(1000).to(dtype)
    path = save([base[start : start + length : step] for start, length, step in slices], folder / "slices.pt")
    (folder / "cut.pt").unlink(missing_ok=True)
    assert_compacted(path, folder / "cut.pt")

"""Tensors are cast as torch casts them: bits, sharing, offsets, and the very pickle that torch.save writes."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import nn

from core.edits.edits import (
    Cast,
    Compact,
    Drop,
    Edit,
    Extract,
    Keep,
    MakePlain,
    Plan,
    RemapDevice,
    StripPrefix,
    UseContainer,
)
from core.edits.numbers.cast import Castables, cast_rows, check_dtype
from core.edits.preview import preview
from core.errors import DamagedSource, EditError
from tests.edits.numbers.judge import cast_by_torch
from tests.files.checkpoints import save
from tests.numbers.test_convert import FLOATING
from tests.support.engine import catalogue_of, fix, planned
from tests.support.oracle import assert_same, assert_same_files, load


def varied() -> dict[str, Any]:
    """Views, ties, parameters, counters and a large one of several pieces."""
    torch.manual_seed(0)
    table = torch.randn(50, 60)
    model = nn.Sequential(nn.Linear(7, 9), nn.BatchNorm1d(9))
    optimizer = torch.optim.Adam(model.parameters())
    model(torch.randn(4, 7)).sum().backward()
    optimizer.step()
    tied = nn.Parameter(torch.randn(3))
    return {
        "model": model.state_dict(),
        "optimizer": optimizer.state_dict(),
        "table": table,
        "transposed": table.t(),
        "part": table[3:10, ::2],
        "row": table[7].expand(3, 60),
        "parameter": tied,
        "tied": tied,
        "large": torch.randn(600_001),
        "half": torch.randn(5, 5).half(),
        "empty": torch.empty(0, 3),
        "scalar": torch.tensor(0.1),
        "indices": torch.arange(9),
        "mask": torch.tensor([True, False]),
    }


def floating(path: Path) -> frozenset[int]:
    """The rows of all floating tensors of a file."""
    catalogue = catalogue_of(path)
    return frozenset(row for row, tensor in enumerate(catalogue.tensors) if tensor.dtype in FLOATING)


def row_at(path: Path, key: str) -> int:
    catalogue = catalogue_of(path)
    return catalogue.rows[catalogue.find(key)]


def cast(tmp_path: Path, value: Any, dtype: str, *others: Edit, **options: Any) -> Path:
    """What is written of ``value`` with all its floating tensors cast."""
    source = save(value, tmp_path / "source.pth")
    fix(source, tmp_path / "ours.pth", Cast(dtype, floating(source)), *others, **options)
    return tmp_path / "ours.pth"


@pytest.mark.parametrize("dtype", FLOATING)
def test_cast_as_torch_casts(tmp_path: Path, dtype: str) -> None:
    value = varied()
    ours = cast(tmp_path, value, dtype)
    theirs = save(cast_by_torch(value, getattr(torch, dtype)), tmp_path / "theirs.pth")
    assert_same_files(ours, theirs)
    assert zipfile.ZipFile(ours).testzip() is None


@pytest.mark.parametrize("saved", FLOATING)
def test_and_back(tmp_path: Path, saved: str) -> None:
    value = cast_by_torch({"a": torch.randn(40, 3).abs(), "b": nn.Parameter(torch.rand(7))}, getattr(torch, saved))
    ours = cast(tmp_path, value, "float32")
    theirs = save(cast_by_torch(value, torch.float32), tmp_path / "theirs.pth")
    assert_same_files(ours, theirs)


@pytest.mark.parametrize("saved", ["float32", "float8_e5m2"])
@pytest.mark.parametrize("dtype", ["bfloat16", "float8_e4m3fn"])
def test_the_pickle_is_that_of_torch(tmp_path: Path, saved: str, dtype: str) -> None:
    value = {
        "w": torch.randn(3, 4).to(getattr(torch, saved)),
        "p": nn.Parameter(torch.randn(2).to(getattr(torch, saved))),
    }
    ours = cast(tmp_path, value, dtype)
    theirs = save(cast_by_torch(value, getattr(torch, dtype)), tmp_path / "theirs.pth")
    pickles = [
        next(zipfile.ZipFile(each).read(name) for name in zipfile.ZipFile(each).namelist() if "data.pkl" in name)
        for each in (ours, theirs)
    ]
    assert pickles[0] == pickles[1]


def test_what_a_branch_means(tmp_path: Path) -> None:
    catalogue = catalogue_of(save(varied(), tmp_path / "source.pth"))
    found = Castables(catalogue, range(len(catalogue.tensors))).to("bfloat16")
    left = {catalogue.path_text(catalogue.tensors[row].entry): why for why, rows in found.left.items() for row in rows}
    assert left.pop("indices") == left.pop("mask") == "not of a floating dtype"
    assert left.pop("model/1.running_mean") == left.pop("model/1.running_var") == "statistics of a norm"
    assert left.pop("model/1.num_batches_tracked") == "not of a floating dtype"
    assert {key.rpartition("/")[2] for key in left} == {"step"}


def test_a_longer_dtype_rounds_nothing_so_all_floating_tensors_are_meant(tmp_path: Path) -> None:
    half = cast_by_torch(varied(), torch.float16)
    source = save(half, tmp_path / "source.pth")
    catalogue = catalogue_of(source)
    found = Castables(catalogue, range(len(catalogue.tensors))).to("float32")
    assert found.left.keys() == {"not of a floating dtype"}
    fix(source, tmp_path / "ours.pth", Cast("float32", found.rows))
    assert_same_files(tmp_path / "ours.pth", save(cast_by_torch(half, torch.float32), tmp_path / "theirs.pth"))
    as_long = Castables(catalogue, range(len(catalogue.tensors))).to("bfloat16")
    assert {"statistics of a norm", "a count of steps"} < as_long.left.keys(), "as many bytes, and other numbers"


def test_a_plan_casts_a_tensor_to_one_dtype_and_not_to_its_own(tmp_path: Path) -> None:
    catalogue = catalogue_of(save({"a": torch.ones(2), "b": torch.ones(3), "c": torch.ones(4).half()}, tmp_path / "s"))
    both = cast_rows(Plan(), catalogue, frozenset({0, 1}), "bfloat16")
    assert both == Plan((Cast("bfloat16", frozenset({0, 1})),))
    other = cast_rows(both, catalogue, frozenset({1, 2}), "float16")
    assert other == Plan((Cast("bfloat16", frozenset({0})), Cast("float16", frozenset({1}))))
    assert cast_rows(other, catalogue, frozenset({0, 1, 2}), "float16").edits == (Cast("float16", frozenset({0, 1})),)
    assert cast_rows(both, catalogue, frozenset({0, 1}), "float32") == Plan()


def test_whole_numbers_are_cast_where_asked_by_name(tmp_path: Path) -> None:
    source = save({"n": torch.arange(-5, 300), "b": torch.tensor([True, False])}, tmp_path / "source.pth")
    fix(source, tmp_path / "ours.pth", Cast("bf16", frozenset({0, 1})))
    theirs = save({"n": torch.arange(-5, 300).bfloat16(), "b": torch.tensor([1.0, 0.0]).bfloat16()}, tmp_path / "t.pth")
    assert_same_files(tmp_path / "ours.pth", theirs)


def test_who_shares_the_storage_follows_and_is_told(tmp_path: Path) -> None:
    value = varied()
    source = save(value, tmp_path / "source.pth")
    shown = planned(source, Cast("float16", frozenset({row_at(source, "part")})))
    assert "3 tensors share the storage of 'part', so they are cast too." in shown.warnings
    assert [change.tensors for change in shown.changes] == [4]
    assert shown.dtype(row_at(source, "row")) == "float16"
    assert shown.dtype(row_at(source, "half")) == "float16"
    assert shown.dtype(row_at(source, "large")) == "float32"


def test_the_size_is_shown_beforehand(tmp_path: Path) -> None:
    source = save({"w": torch.randn(1000, 1000)}, tmp_path / "source.pth")
    for dtype, size in (("bfloat16", 2_000_000), ("float64", 8_000_000), ("float8_e5m2", 1_000_000)):
        shown = planned(source, Cast(dtype, frozenset({0})))
        assert [total.bytes for total in shown.totals_after] == [size]
        report = fix(source, tmp_path / f"{dtype}.pth", Cast(dtype, frozenset({0})))
        assert abs(report.bytes - shown.bytes_after) < 1000


def quantised() -> dict[str, Any]:
    return {"q": torch.quantize_per_tensor(torch.randn(4), 0.1, 0, torch.qint8), "w": torch.randn(3)}


@pytest.mark.filterwarnings("ignore")
def test_what_cannot_be_cast_stays_and_is_told(tmp_path: Path) -> None:
    source = save(quantised(), tmp_path / "source.pth")
    shown = planned(source, Cast("float16", frozenset({0, 1})))
    assert shown.warnings == ("'q' stays as it was: quantized.",)
    with pytest.raises(EditError, match="'q' cannot be cast: quantized"):
        planned(source, Cast("float16", frozenset({0})))


@pytest.mark.filterwarnings("ignore:TypedStorage")
def test_a_storage_held_by_itself_stays(tmp_path: Path) -> None:
    tensor = torch.randn(4)
    source = save({"t": tensor, "s": tensor.storage()}, tmp_path / "source.pth")
    with pytest.raises(EditError, match="also holds its storage as a separate entry"):
        planned(source, Cast("float16", frozenset({0})))


@pytest.mark.parametrize("text", ["int8", "fp7", "", "complex64"])
def test_no_dtype_to_cast_to(text: str) -> None:
    with pytest.raises(EditError, match="is not a dtype to cast to"):
        check_dtype(text)


def test_sparse_tensors_keep_their_indices(tmp_path: Path) -> None:
    sparse = torch.eye(5).to_sparse()
    source = save({"s": sparse}, tmp_path / "source.pth")
    catalogue = catalogue_of(source)
    found = Castables(catalogue, range(len(catalogue.tensors))).to("bfloat16")
    fix(source, tmp_path / "ours.pth", Cast("float16", found.rows))
    assert_same_files(tmp_path / "ours.pth", save({"s": sparse.half()}, tmp_path / "theirs.pth"))


# -- beside other edits ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", ["bfloat16", "float8_e4m3fn", "float64"])
def test_cut_to_what_is_used(tmp_path: Path, dtype: str) -> None:
    table = torch.randn(1000, 64)
    source = save({"row": table[7], "other": table[900, 5:9], "again": table[7, 3:]}, tmp_path / "source.pth")
    ours = tmp_path / "ours.pth"
    fix(source, ours, Cast(dtype, floating(source)), Compact())
    wanted = {"row": table[7], "other": table[900, 5:9], "again": table[7, 3:]}
    for way in ("plain", "weights_only", "mmap", "computed offsets"):
        found = load(ours, way)
        for key, tensor in wanted.items():
            assert found[key].dtype == getattr(torch, dtype)
            assert torch.equal(found[key].double(), tensor.to(getattr(torch, dtype)).double())
        assert found["row"].untyped_storage()._cdata == found["again"].untyped_storage()._cdata
    assert ours.stat().st_size < 8000


@pytest.mark.parametrize("dtype", ["float16", "float8_e5m2"])
def test_of_a_whole_model(tmp_path: Path, dtype: str) -> None:
    model = nn.Sequential(nn.Linear(4, 4), nn.Linear(4, 4))
    model[1].weight = model[0].weight
    source = save(model, tmp_path / "source.pth")
    fix(source, tmp_path / "ours.pth", Cast(dtype, floating(source)), Extract(0))
    assert_same(load(tmp_path / "ours.pth"), cast_by_torch(model.state_dict(), getattr(torch, dtype)))
    fix(source, tmp_path / "whole.pth", Cast(dtype, floating(source)))
    whole = load(tmp_path / "whole.pth")
    assert whole[0].weight is whole[1].weight
    assert torch.equal(whole[0].weight.double(), model[0].weight.to(getattr(torch, dtype)).double())


@pytest.mark.parametrize(
    ("edit", "change"),
    [
        (Drop, lambda value: {"b": value["b"]}),
        (Keep, lambda value: value["a"]),
        (MakePlain, lambda value: value),
    ],
)
def test_with_what_is_left(tmp_path: Path, edit: Any, change: Any) -> None:
    value = {"a": {"w": torch.randn(3, 3)}, "b": {"v": torch.randn(2)}}
    source = save(value, tmp_path / "source.pth")
    fix(source, tmp_path / "ours.pth", edit(catalogue_of(source).find("a")), Cast("float8_e4m3fn", floating(source)))
    wanted = change(cast_by_torch(value, torch.float8_e4m3fn))
    assert_same_files(tmp_path / "ours.pth", save(wanted, tmp_path / "theirs.pth"))


def test_with_a_device_and_a_prefix(tmp_path: Path) -> None:
    value = {"module.w": torch.randn(3), "module.b": torch.randn(1)}
    ours = cast(tmp_path, value, "bfloat16", StripPrefix("module."), RemapDevice("cpu", "cuda:1"))
    found = torch.load(ours, map_location={"cuda:1": "cpu"})
    assert torch.equal(found["w"], value["module.w"].bfloat16())
    assert list(found) == ["w", "b"]


@pytest.mark.parametrize("container", ["zip", "legacy"])
@pytest.mark.parametrize("wanted", ["zip", "legacy"])
def test_in_each_container(tmp_path: Path, container: str, wanted: str) -> None:
    value = varied()
    source = save(value, tmp_path / "source.pth", container)
    fix(source, tmp_path / "ours.pth", Cast("bfloat16", floating(source)), UseContainer(wanted))
    theirs = save(cast_by_torch(value, torch.bfloat16), tmp_path / "theirs.pth", wanted)
    assert_same_files(tmp_path / "ours.pth", theirs)


@pytest.mark.parametrize("container", ["zip", "legacy"])
def test_the_legacy_format_has_no_float8(tmp_path: Path, container: str) -> None:
    source = save({"w": torch.randn(3)}, tmp_path / "source.pth", container)
    with pytest.raises(EditError, match="cannot load from the legacy format"):
        fix(source, tmp_path / "ours.pth", Cast("float8_e5m2", frozenset({0})), UseContainer("legacy"))
    assert not (tmp_path / "ours.pth").exists()


def test_damage_in_the_source_is_told(tmp_path: Path) -> None:

    source = save({"w": torch.ones(100_000), "small": torch.ones(20)}, tmp_path / "source.pth")
    raw = bytearray(source.read_bytes())
    for key in ("0", "1"):
        info = zipfile.ZipFile(source).getinfo(f"source/data/{key}")
        at = raw.index(b"\0\0\x80\x3f", info.header_offset + 100)
        raw[at : at + 4] = b"\0\0\0\x40"
        (tmp_path / f"damaged{key}.pth").write_bytes(raw)
        raw[at : at + 4] = b"\0\0\x80\x3f"
        with pytest.raises(DamagedSource, match="do not match the checksum"):
            fix(tmp_path / f"damaged{key}.pth", tmp_path / "ours.pth", Cast("bf16", frozenset({0, 1})))
        assert not (tmp_path / "ours.pth").exists()
        report = fix(
            tmp_path / f"damaged{key}.pth",
            tmp_path / "ok.pth",
            Cast("bf16", frozenset({0, 1})),
            accept_damage=True,
            overwrite=True,
        )
        assert report.damaged == (("w", "small")[int(key)],)


def test_the_later_cast_wins(tmp_path: Path) -> None:
    source = save({"w": torch.randn(3)}, tmp_path / "source.pth")
    plan = Plan((Cast("float16", frozenset({0})),)).with_edit(Cast("float64", frozenset({0})))
    assert len(plan.edits) == 1
    assert preview(catalogue_of(source), plan).dtype(0) == "float64"

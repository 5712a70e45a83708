"""Numbers are set as ``tensor[box] = value`` sets them, and tensors put in as ``copy_`` does; torch is the judge."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import nn

from core.edits.edits import Cast, Compact, Extract, Plan, PutTensor, SetNumbers, UseContainer
from core.edits.numbers.theirs import put_of, put_tensor
from core.errors import EditError, SourceChanged
from tests.files.checkpoints import save
from tests.support.engine import catalogue_of, fix, planned
from tests.support.oracle import assert_same, assert_same_files, load

Box = tuple[tuple[int, int, int], ...]


def set_at(path: Path, key: str, box: Box, value: Any) -> SetNumbers:
    return SetNumbers(catalogue_of(path).find(key), box, value)


def sliced(box: Box) -> tuple[slice, ...]:
    return tuple(slice(*each) for each in box)


def strided() -> dict[str, torch.Tensor]:
    """Tensors that lie in their storages in every way, some of several pieces."""
    return {
        "plain": torch.randn(30, 40),
        "large": torch.randn(900, 700),
        "transposed": torch.randn(700, 900).t(),
        "stepped": torch.randn(60, 80)[3:50:2, ::3],
        "permuted": torch.randn(7, 8, 9).permute(2, 0, 1),
        "expanded": torch.randn(5, 1).expand(5, 6),
        "scalar": torch.tensor(2.0),
        "line": torch.randn(1, 300_000).t(),
    }


@pytest.mark.parametrize("container", ["zip", "legacy"])
@pytest.mark.parametrize("key", list(strided()))
def test_a_box_is_filled(tmp_path: Path, key: str, container: str) -> None:
    torch.manual_seed(0)
    value = strided()
    source = save(value, tmp_path / "source.pth", container)
    box = tuple((size // 3, max(size // 3 + 1, size - size // 4), 2) for size in value[key].shape)
    fix(source, tmp_path / "ours.pth", set_at(source, key, box, 0.1))
    seen = value[key][:, :1] if key == "expanded" else value[key]  # torch writes to no number that is there twice
    seen[sliced(box)[:1] if key == "expanded" else sliced(box)] = 0.1
    assert_same_files(tmp_path / "ours.pth", save(value, tmp_path / "theirs.pth", container))


@settings(max_examples=40)
@given(st.data())
def test_any_box_of_any_layout(tmp_path: Path, data: st.DataObject) -> None:
    shape = data.draw(st.lists(st.integers(1, 6), min_size=0, max_size=4))
    order = data.draw(st.permutations(range(len(shape))))
    steps = [data.draw(st.integers(1, 3)) for _ in shape]
    base = torch.arange(float(torch.tensor([n * s for n, s in zip(shape, steps, strict=True)]).prod().item() or 1))
    grown = base.reshape([n * s for n, s in zip(shape, steps, strict=True)])
    tensor = grown[tuple(slice(None, None, step) for step in steps)].permute(order)
    box = []
    for size in tensor.shape:
        start = data.draw(st.integers(0, size - 1))
        box.append((start, data.draw(st.integers(start + 1, size)), data.draw(st.integers(1, 3))))
    source = save([tensor], tmp_path / "source.pth")
    dtype = data.draw(st.sampled_from(["float32", "bfloat16", "float8_e5m2"]))
    edits = [SetNumbers(1, tuple(box), -3)]
    fix(
        source,
        tmp_path / "ours.pth",
        *([Cast(dtype, frozenset({0}))] if dtype != "float32" else []),
        *edits,
        overwrite=True,
    )
    found = load(tmp_path / "ours.pth")[0]
    wanted = tensor.clone().to(getattr(torch, dtype)).float()
    wanted[sliced(tuple(box))] = -3
    assert torch.equal(found.float(), wanted)
    assert found.stride() == tensor.stride()


@pytest.mark.parametrize(
    ("dtype", "value"),
    [
        ("float64", 0.1),
        ("float32", float("nan")),
        ("float16", 0.1),
        ("float16", 1609.4999791910675),  # torch makes a float32 of it first
        ("bfloat16", float("-inf")),
        ("float8_e4m3fn", 0.3),
        ("int8", -128),
        ("uint8", 255),
        ("int64", 2**63 - 1),
        ("uint64", 2**63 - 1),
        ("uint16", 65_535),
        ("bool", True),
        ("int32", 4.0),
        ("complex64", 1 + 2j),
        ("complex128", 0.1),
    ],
)
def test_a_number_of_each_dtype(tmp_path: Path, dtype: str, value: Any) -> None:
    tensor = torch.ones(5).to(getattr(torch, dtype))
    source = save([tensor], tmp_path / "source.pth")
    fix(source, tmp_path / "ours.pth", SetNumbers(1, ((2, 3, 1),), value))
    tensor[2] = int(value) if dtype == "int32" else value
    found = load(tmp_path / "ours.pth")[0]
    assert found.dtype == tensor.dtype
    assert torch.equal(found.view(torch.uint8), tensor.view(torch.uint8))


@pytest.mark.parametrize(
    ("dtype", "value", "message"),
    [
        ("uint8", 300, "300 does not fit uint8, which goes from 0 to 255"),
        ("int64", 2**63, "does not fit int64"),
        ("int8", 1.5, "not a whole number"),
        ("int8", float("nan"), "not a whole number"),
        ("bool", 2, "does not fit bool"),
        ("float32", 1j, "is complex"),
        ("float32", 10**400, "too large"),
        ("float32", "1", "Only a number"),
    ],
)
def test_what_does_not_fit_is_refused(tmp_path: Path, dtype: str, value: Any, message: str) -> None:
    source = save([torch.ones(5).to(getattr(torch, dtype))], tmp_path / "source.pth")
    with pytest.raises(EditError, match=message):
        planned(source, SetNumbers(1, ((2, 3, 1),), value))


@pytest.mark.parametrize(
    ("dtype", "value", "become"),
    [("float16", 1e10, "inf"), ("float8_e4m3fn", 500, "448.0"), ("float16", 1e-9, "0.0"), ("float32", 1e300, "inf")],
)
def test_what_becomes_another_number_is_told(tmp_path: Path, dtype: str, value: float, become: str) -> None:
    source = save({"w": torch.ones(5).to(getattr(torch, dtype))}, tmp_path / "source.pth")
    shown = planned(source, SetNumbers(1, ((2, 3, 1),), value))
    assert shown.warnings == (f"{value} becomes {become} in 'w', which is {dtype}.",)


@pytest.mark.parametrize("box", [(), ((0, 6, 1),), ((2, 2, 1),), ((0, 1, 0),), ((-1, 2, 1),), ((0, 1, 1), (0, 1, 1))])
def test_no_part_of_the_tensor(tmp_path: Path, box: Box) -> None:
    source = save([torch.ones(5)], tmp_path / "source.pth")
    with pytest.raises(EditError, match="is not a part of a tensor of 5"):
        planned(source, SetNumbers(1, box, 0))


def test_who_shares_is_told_and_changes_too(tmp_path: Path) -> None:
    table = torch.zeros(4, 5)
    source = save({"a": table, "b": table[1]}, tmp_path / "source.pth")
    edit = set_at(source, "b", ((2, 3, 1),), 7)
    assert (
        "'b' shares its storage with 1 tensor: what they share changes for all of them."
        in planned(source, edit).warnings
    )
    fix(source, tmp_path / "ours.pth", edit)
    assert load(tmp_path / "ours.pth")["a"][1, 2] == 7


def test_the_later_number_wins(tmp_path: Path) -> None:
    source = save([torch.zeros(6)], tmp_path / "source.pth")
    wide, narrow = SetNumbers(1, ((0, 6, 1),), 1), SetNumbers(1, ((2, 3, 1),), 2)
    plan = Plan().with_edits([wide, narrow, SetNumbers(1, ((0, 6, 1),), 3)])
    assert plan.edits == (narrow, SetNumbers(1, ((0, 6, 1),), 3))
    fix(source, tmp_path / "ours.pth", *plan.edits)
    assert load(tmp_path / "ours.pth")[0].tolist() == [3.0] * 6


def test_with_storages_cut_and_state_dicts(tmp_path: Path) -> None:
    table = torch.zeros(1000, 8)
    source = save({"row": table[500], "other": table[20:22]}, tmp_path / "source.pth")
    fix(source, tmp_path / "ours.pth", set_at(source, "row", ((3, 5, 1),), 4), Compact())
    found = load(tmp_path / "ours.pth")
    assert found["row"].tolist() == [0, 0, 0, 4, 4, 0, 0, 0]
    assert not found["other"].any()
    model = nn.Linear(2, 2)
    source = save(model, tmp_path / "model.pth")
    catalogue = catalogue_of(source)
    entry = next(each.entry for each in catalogue.tensors if each.shape == (2,))
    fix(source, tmp_path / "made.pth", Extract(0), SetNumbers(entry, ((0, 2, 1),), 9))
    assert load(tmp_path / "made.pth")["bias"].tolist() == [9, 9]


# -- whole tensors ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", [key for key in strided() if key != "expanded"])
def test_an_array_is_put_in(tmp_path: Path, key: str) -> None:
    value = strided()
    source = save(value, tmp_path / "source.pth")
    array = np.random.default_rng(0).standard_normal(value[key].shape)
    np.save(tmp_path / "a.npy", np.asfortranarray(array) if key == "large" else array)
    fix(source, tmp_path / "ours.pth", put_tensor(catalogue_of(source).find(key), tmp_path / "a.npy"))
    value[key].copy_(torch.from_numpy(np.asarray(array)))
    assert_same_files(tmp_path / "ours.pth", save(value, tmp_path / "theirs.pth"))


@pytest.mark.parametrize("theirs", ["float32", "bfloat16", "float8_e4m3fn", "int64"])
@pytest.mark.parametrize("ours", ["float32", "float8_e5m2"])
def test_a_tensor_of_another_checkpoint_brings_its_dtype(tmp_path: Path, ours: str, theirs: str) -> None:
    wanted = torch.randn(5, 3).mul(100).to(getattr(torch, theirs))
    source = save({"w": torch.zeros(5, 3).to(getattr(torch, ours)), "v": torch.ones(2)}, tmp_path / "source.pth")
    other = save({"m": {"x": wanted.t().contiguous().t()}}, tmp_path / "other.pth")
    fix(source, tmp_path / "ours.pth", put_tensor(catalogue_of(source).find("w"), other, "m/x"))
    assert_same_files(tmp_path / "ours.pth", save({"w": wanted, "v": torch.ones(2)}, tmp_path / "theirs.pth"))


def test_beside_others_in_its_storage_it_keeps_its_dtype(tmp_path: Path) -> None:
    table = torch.zeros(4, 3)
    source = save({"a": table[0], "b": table[1:]}, tmp_path / "source.pth")
    other = save({"x": torch.ones(3).bfloat16()}, tmp_path / "other.pth")
    edit = put_tensor(1, other, "x")
    assert any("stays float32" in note for note in planned(source, edit).warnings)
    fix(source, tmp_path / "ours.pth", edit)
    found = load(tmp_path / "ours.pth")
    assert found["a"].tolist() == [1, 1, 1]
    assert found["a"].dtype == torch.float32
    assert not found["b"].any()


def test_put_in_and_cast_and_set(tmp_path: Path) -> None:
    source = save({"w": torch.zeros(4)}, tmp_path / "source.pth")
    other = save({"x": torch.full((4,), 0.1, dtype=torch.float64)}, tmp_path / "other.pth")
    edits = [put_of(1, catalogue_of(other), 1), Cast("float16", frozenset({0})), SetNumbers(1, ((0, 1, 1),), 5)]
    fix(source, tmp_path / "ours.pth", *edits)
    assert_same(load(tmp_path / "ours.pth"), {"w": torch.tensor([5, 0.1, 0.1, 0.1], dtype=torch.float16)})


def test_in_the_legacy_format(tmp_path: Path) -> None:
    source = save({"w": torch.zeros(4), "v": torch.ones(3)}, tmp_path / "source.pth", "legacy")
    other = save({"x": torch.arange(4)}, tmp_path / "other.pth")
    for wanted in ("legacy", "zip"):
        fix(source, tmp_path / "ours.pth", put_tensor(1, other, "x"), UseContainer(wanted), overwrite=True)
        theirs = save({"w": torch.arange(4), "v": torch.ones(3)}, tmp_path / "theirs.pth", wanted)
        assert_same_files(tmp_path / "ours.pth", theirs)


def test_their_file_changed_since(tmp_path: Path) -> None:
    source = save([torch.zeros(3)], tmp_path / "source.pth")
    np.save(tmp_path / "a.npy", np.ones(3))
    edit = put_tensor(1, tmp_path / "a.npy")
    np.save(tmp_path / "a.npy", np.full(3, 2.0))
    os.utime(tmp_path / "a.npy", (1, 1))
    with pytest.raises(SourceChanged, match="has changed on disk since its numbers were put into the plan"):
        fix(source, tmp_path / "ours.pth", edit)
    (tmp_path / "a.npy").unlink()
    with pytest.raises(SourceChanged, match="cannot be read any more"):
        fix(source, tmp_path / "ours.pth", edit)
    assert not (tmp_path / "ours.pth").exists()


def test_what_is_no_array(tmp_path: Path) -> None:
    (tmp_path / "text.npy").write_text("hello")
    np.save(tmp_path / "objects.npy", np.array([{}], dtype=object), allow_pickle=True)
    np.save(tmp_path / "texts.npy", np.array(["a"]))
    np.save(tmp_path / "cut.npy", np.ones(100))
    (tmp_path / "cut.npy").write_bytes((tmp_path / "cut.npy").read_bytes()[:200])
    np.savez(tmp_path / "several.npz", a=np.ones(3))
    for name, header in [("open.npy", b"(" * 9000 + b"\n"), ("deep.npy", b"1+" * 4500 + b"\n")]:
        (tmp_path / name).write_bytes(b"\x93NUMPY\x01\0" + len(header).to_bytes(2, "little") + header)
    for name, message in [
        ("open.npy", "is not a .npy file, or reading it would run code"),
        ("deep.npy", "is not a .npy file, or reading it would run code"),
        ("text.npy", "is not a .npy file"),
        ("objects.npy", "reading it would run code"),
        ("texts.npy", "which torch tensors do not have"),
        ("cut.npy", "is not a .npy file, or reading it would run code"),
        ("several.npz", "is not a .npy file"),
        ("missing.npy", "cannot be read"),
    ]:
        with pytest.raises(EditError, match=message):
            put_tensor(1, tmp_path / name)


def test_what_does_not_go_together(tmp_path: Path) -> None:
    source = save({"w": torch.zeros(3), "n": torch.zeros(3, dtype=torch.int8), "d": {}}, tmp_path / "source.pth")
    catalogue = catalogue_of(source)
    np.save(tmp_path / "large.npy", np.array([1, 2, 300]))
    np.save(tmp_path / "halves.npy", np.array([1, 2, 0.5]))
    np.save(tmp_path / "two.npy", np.ones((2, 3)))
    with pytest.raises(EditError, match=r"'w' is 3, but the tensor from 'two\.npy' is 2×3"):
        planned(source, put_tensor(catalogue.find("w"), tmp_path / "two.npy"))
    with pytest.raises(EditError, match="has dtype int8, and numbers of float64 cannot be converted to it"):
        planned(source, put_tensor(catalogue.find("n"), tmp_path / "halves.npy"))
    with pytest.raises(EditError, match="300 does not fit int8"):
        fix(source, tmp_path / "ours.pth", put_tensor(catalogue.find("n"), tmp_path / "large.npy"))
    assert not (tmp_path / "ours.pth").exists()
    with pytest.raises(EditError, match="is not a tensor"):
        planned(source, put_tensor(catalogue.find("d"), tmp_path / "halves.npy"))
    with pytest.raises(EditError, match="is not a tensor"):
        put_tensor(1, source, "d")


def test_a_parameter_that_wants_a_gradient_stays_floating(tmp_path: Path) -> None:
    source = save({"w": nn.Parameter(torch.zeros(3))}, tmp_path / "source.pth")
    other = save({"x": torch.arange(3)}, tmp_path / "other.pth")
    with pytest.raises(EditError, match="requires a gradient, which a tensor of int64 cannot"):
        planned(source, put_tensor(1, other, "x"))


@pytest.mark.filterwarnings("ignore")
def test_tensors_whose_numbers_stand_for_others(tmp_path: Path) -> None:
    complex_one = torch.randn(3, dtype=torch.complex64)
    value = {
        "q": torch.quantize_per_tensor(torch.randn(3), 0.1, 0, torch.qint8),
        "c": complex_one.conj(),
        "n": torch.randn(3, dtype=torch.complex64).conj().imag,
    }
    source = save(value, tmp_path / "source.pth")
    catalogue = catalogue_of(source)
    for key, message in [("q", "is quantized"), ("c", "stored as the conjugate"), ("n", "conjugate or negative")]:
        with pytest.raises(EditError, match=message):
            planned(source, SetNumbers(catalogue.find(key), ((0, 1, 1),), 0))
    with pytest.raises(EditError, match="is quantized"):
        put_of(1, catalogue, catalogue.find("q"))


def test_many_puts_are_one_of_each(tmp_path: Path) -> None:
    source = save({"w": torch.zeros(3)}, tmp_path / "source.pth")
    other = catalogue_of(save({"x": torch.ones(3), "y": torch.full((3,), 2.0)}, tmp_path / "other.pth"))
    first, second = put_of(1, other, 1), put_of(1, other, 2)
    assert isinstance(first, PutTensor)
    plan = Plan((first,)).with_edit(second)
    assert plan.edits == (second,)
    fix(source, tmp_path / "ours.pth", *plan.edits)
    assert load(tmp_path / "ours.pth")["w"].tolist() == [2, 2, 2]

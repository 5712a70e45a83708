"""What is exported is read by NumPy, the safetensors package and a reader of CSV, and equals torch's own numbers."""

from __future__ import annotations

import csv
import json
import tracemalloc
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import safetensors
import torch
from safetensors.torch import load_file

from cli.main import run
from core.catalogue.build import open_catalogue
from core.catalogue.rows_named import rows_named
from core.errors import Cancelled, CheckpointError, EditError, NotEnoughSpace, SaveError, SourceChanged, TargetExists
from core.values.export import Exported, export
from tests.numbers.judge import DTYPES, bits, made_of

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning", "ignore:.*quantized")

WHOLE = ("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
FOREIGN = [dtype for dtype in DTYPES if dtype.startswith(("bfloat16", "float8"))]


def saved(path: Path, tensors: Any) -> Path:
    torch.save(tensors, path)
    return path


def written(path: Path, key: str, target: Path, **options: Any) -> Exported:
    catalogue = open_catalogue(path)
    return export(catalogue, rows_named(catalogue, key), target, **options)


def example(dtype: str) -> torch.Tensor:
    """Any bits at all, in a matrix."""
    return made_of(np.random.default_rng(5).bytes(24 * 16), dtype)[:24].reshape(4, 6)


@pytest.mark.parametrize("dtype", [*WHOLE, "float16", "float32", "float64", "complex64", "complex128"])
@pytest.mark.parametrize("kind", ["npy", "npz"])
def test_numpy_as_it_is(dtype: str, kind: str, tmp_path: Path) -> None:
    tensor = example(dtype)
    path = saved(tmp_path / "a.pt", {"w": tensor})
    exported = written(path, "w", tmp_path / f"w.{kind}")
    found = np.load(exported.path)
    found = found["w"] if kind == "npz" else found
    assert found.dtype == tensor.numpy().dtype
    assert np.array_equal(found.view(np.uint8), tensor.numpy().view(np.uint8))
    assert exported.bytes == exported.path.stat().st_size


@pytest.mark.parametrize("dtype", FOREIGN)
def test_numpy_has_no_such_type(dtype: str, tmp_path: Path) -> None:
    """float32 holds each of these numbers, and it is said."""
    tensor = example(dtype)
    exported = written(saved(tmp_path / "a.pt", {"w": tensor}), "w", tmp_path / "w.npy")
    found = np.load(exported.path)
    assert found.dtype == np.float32
    assert np.array_equal(found, tensor.to(torch.float32).numpy(), equal_nan=True)
    assert exported.tensors == (("w", "w", dtype, (4, 6), "float32"),)


@pytest.mark.parametrize("dtype", [*WHOLE, *FOREIGN, "float16", "float32", "float64", "complex64", "float4_e2m1fn_x2"])
def test_safetensors_has_it(dtype: str, tmp_path: Path) -> None:
    tensor = example(dtype)
    scalar = {} if dtype.startswith("float4") else {"scalar": tensor[0, 0].clone()}
    model = {"w": tensor, "nothing": tensor[:0].clone(), **scalar}
    written(saved(tmp_path / "a.pt", {"model": model, "epoch": 1}), "model/**", tmp_path / "w.safetensors")
    found = load_file(tmp_path / "w.safetensors")
    assert found.keys() == model.keys()
    for name, right in model.items():
        assert found[name].dtype == right.dtype
        assert found[name].shape == right.shape
        size = min(8, right.itemsize)
        assert np.array_equal(bits(found[name], size), bits(right.clone(), size))
    with safetensors.safe_open(tmp_path / "w.safetensors", "np") as opened:
        assert opened.metadata() == {"format": "pt"}


@pytest.mark.parametrize("kind", ["npy", "npz", "safetensors", "csv"])
def test_every_layout(kind: str, tmp_path: Path) -> None:
    base = torch.randn(5, 7, 3)
    tensors = {
        "transposed": base[0].t(),
        "permuted": base.permute(1, 2, 0),
        "reversed": base.permute(2, 1, 0),
        "strided": base[::2, 1::3],
        "expanded": base[0, 0].expand(4, 3),
        "negative": torch._neg_view(base),
        "nothing": base[:, :0],
        "scalar": base[0, 0, 0],
        "vector": base[1, 2],
        "empty vector": base[0, 0, :0],
    }
    path = saved(tmp_path / "a.pt", tensors)
    for name, tensor in tensors.items():
        target = tmp_path / f"{name}.{kind}"
        written(path, name, target)
        right = tensor.numpy() if not tensor.is_neg() else tensor.resolve_neg().numpy()
        if kind == "csv":
            assert np.array_equal(from_csv(target, right.shape), right)
        else:
            found = load_file(target)[name].numpy() if kind == "safetensors" else np.load(target)
            found = found[name] if kind == "npz" else found
            assert found.shape == right.shape
            assert np.array_equal(found, right)
            if kind != "safetensors":
                assert found.flags.f_contiguous == right.flags.f_contiguous or name in ("strided", "permuted")


def from_csv(path: Path, shape: tuple[int, ...]) -> np.ndarray[Any, Any]:
    """As a data frame would read it: a header, then rows; indexes before the value where there are more dimensions."""
    with path.open(newline="", encoding="utf-8") as file:
        header, *rows = list(csv.reader(file))
    found = np.zeros(shape, np.float32)
    if len(shape) == 2:
        assert header == [str(column) for column in range(shape[1])]
        return np.array(rows, np.float32).reshape(shape)
    assert header == [*(f"dim{axis}" for axis in range(len(shape)) if len(shape) > 2), "value"]
    for number, row in enumerate(rows):
        place = tuple(map(int, row[:-1])) if len(shape) > 2 else (number,) * len(shape)
        found[place] = np.float32(row[-1])
    assert len(rows) == found.size
    return found


def test_csv_is_short_and_exact(tmp_path: Path) -> None:
    tensors = {
        "floats": torch.tensor([0.1, -0.0, float("nan"), float("-inf"), 1e-45]),
        "doubles": torch.tensor([0.1], dtype=torch.float64),
        "halves": torch.tensor([0.1], dtype=torch.bfloat16),
        "truths": torch.tensor([True, False]),
        "large": torch.tensor([2**63 - 1]),
    }
    path = saved(tmp_path / "a.pt", tensors)
    lines = {}
    for name in tensors:
        written(path, name, tmp_path / f"{name}.csv")
        lines[name] = (tmp_path / f"{name}.csv").read_text(encoding="utf-8").split()
    assert lines["floats"] == ["value", "0.1", "-0.0", "nan", "-inf", "1e-45"]
    assert lines["doubles"] == ["value", "0.1"]
    assert lines["halves"] == ["value", "0.100097656"]
    assert lines["truths"] == ["value", "True", "False"]
    assert lines["large"] == ["value", "9223372036854775807"]


def test_a_long_matrix_in_csv(tmp_path: Path) -> None:
    """Over the ends of what is turned into text at once."""
    tensor = torch.arange(3 * 70_001, dtype=torch.int32).reshape(3, 70_001)
    written(saved(tmp_path / "a.pt", {"w": tensor}), "w", tmp_path / "w.csv")
    rows = (tmp_path / "w.csv").read_text(encoding="utf-8").splitlines()
    assert [len(row.split(",")) for row in rows] == [70_001] * 4
    assert np.array_equal(np.array([row.split(",") for row in rows[1:]], np.int32), tensor.numpy())


def test_quantised_tensors_are_the_numbers_they_stand_for(tmp_path: Path) -> None:
    tensor = torch.quantize_per_channel(torch.randn(3, 4), torch.rand(3) + 0.1, torch.tensor([1, 2, 3]), 0, torch.qint8)
    path = saved(tmp_path / "a.pt", {"w": tensor})
    written(path, "w", tmp_path / "w.npy")
    written(path, "w", tmp_path / "w.csv")
    assert np.array_equal(np.load(tmp_path / "w.npy"), tensor.dequantize().numpy())
    assert np.array_equal(from_csv(tmp_path / "w.csv", (3, 4)), tensor.dequantize().numpy())


def test_names_are_the_keys_of_the_state_dict(tmp_path: Path) -> None:
    """Of tensors of several branches, the paths below what they share."""
    one, two = torch.ones(2), torch.zeros(3)
    path = saved(tmp_path / "a.pt", {"a": {"model": {"x.w": one, "x/b": two}, "ema": {"x.w": two}}, "s": one})
    catalogue = open_catalogue(path)

    def names(*keys: str) -> list[str]:
        rows = [row for key in keys for row in rows_named(catalogue, key)]
        exported = export(catalogue, rows, tmp_path / "o.npz", overwrite=True)
        assert sorted(np.load(tmp_path / "o.npz").keys()) == sorted(name for _, name, *_ in exported.tensors)
        return [name for _, name, *_ in exported.tensors]

    assert names("a/model/**") == ["x.w", "x/b"]
    assert names("a/model/x.w") == ["x.w"]
    assert names("a/**") == ["model/x.w", "model/x/b", "ema/x.w"]
    assert names("a/model/x.w", "s", "s") == ["a/model/x.w", "s"]


@pytest.mark.parametrize("kind", ["npy", "npz", "safetensors", "csv"])
@pytest.mark.parametrize("part", ["1", ":,2", "-1,:,::2", "1:,0:5:2", "0,0,0", "...,1", ":0"])
def test_a_part(part: str, kind: str, tmp_path: Path) -> None:
    """As Python indexes, places without their dimension."""
    tensor = torch.randn(3, 7, 4).transpose(1, 2)
    target = tmp_path / f"w.{kind}"
    written(saved(tmp_path / "a.pt", {"w": tensor}), "w", target, part=part)
    right = eval(f"tensor.numpy()[{part}]", {"tensor": tensor})
    if kind == "csv":
        assert np.array_equal(from_csv(target, right.shape), right)
        return
    found = load_file(target)["w"].numpy() if kind == "safetensors" else np.load(target)
    assert np.array_equal(found["w"] if kind == "npz" else found, right)


def test_parts_of_a_sparse_tensor_are_called_as_torch_calls_them(tmp_path: Path) -> None:
    tensor = torch.eye(3).to_sparse()
    written(saved(tmp_path / "a.pt", {"s": tensor, "w": torch.ones(1)}), "s", tmp_path / "s.npz")
    found = np.load(tmp_path / "s.npz")
    assert np.array_equal(found["indices"], tensor.indices().numpy())
    assert np.array_equal(found["values"], tensor.values().numpy())
    written(tmp_path / "a.pt", "*", tmp_path / "all.npz")
    assert sorted(np.load(tmp_path / "all.npz").files) == ["s/indices", "s/values", "w"]


def test_a_bare_tensor_has_a_name(tmp_path: Path) -> None:
    path = saved(tmp_path / "a.pt", torch.ones(2))
    catalogue = open_catalogue(path)
    export(catalogue, [0], tmp_path / "o.npz")
    assert np.load(tmp_path / "o.npz").files == ["tensor"]


def test_two_of_one_name(tmp_path: Path) -> None:
    path = saved(tmp_path / "a.pt", {1: torch.ones(2), "1": torch.ones(3)})
    with pytest.raises(EditError, match="Two of these tensors would be called '1'"):
        export(open_catalogue(path), [0, 1], tmp_path / "o.npz")


@pytest.mark.parametrize("name", ["\ud800", "a\0b", "x" * 70_000], ids=["half a pair", "NUL", "long"])
@pytest.mark.parametrize("kind", ["npz", "safetensors"])
def test_names_that_no_file_can_have(name: str, kind: str, tmp_path: Path) -> None:
    catalogue = open_catalogue(saved(tmp_path / "a.pt", {name: torch.ones(2)}))
    with pytest.raises(EditError, match="A tensor in a file cannot have the name"):
        export(catalogue, [0], tmp_path / f"o.{kind}")
    export(catalogue, [0], tmp_path / "o.npy")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["a.pt", "o.npy"]


def test_nothing_is_half_written(tmp_path: Path) -> None:
    """Whatever ends it: the target is as it was, and nothing is beside it."""
    source = tmp_path / "source"
    source.mkdir()
    path = saved(source / "a.pt", {"w": torch.zeros(1 << 20), "c": torch.zeros(2, dtype=torch.complex128)})
    folder = tmp_path / "out"
    folder.mkdir()
    target = folder / "w.npy"
    target.write_bytes(b"before")

    def stop(done: int, total: int) -> None:
        assert 0 <= done <= total
        if done:
            raise Cancelled

    def cut(done: int, total: int) -> None:
        with path.open("r+b") as file:
            file.truncate(1 << 20)

    with pytest.raises(TargetExists):
        written(path, "w", target)
    with pytest.raises(Cancelled):
        written(path, "w", target, overwrite=True, tick=stop)
    with pytest.raises(EditError, match="safetensors has no complex128 for 'c'"):
        written(path, "c", folder / "c.safetensors")
    with pytest.raises(SaveError, match=r"must end in a format.*\.npy, \.npz"):
        written(path, "c", folder / "c.txt")
    with pytest.raises(EditError, match=r"A \.csv file holds only one tensor, not 2"):
        written(path, "*", folder / "c.csv")
    with pytest.raises(SourceChanged):
        written(path, "w", target, overwrite=True, tick=cut)
    assert target.read_bytes() == b"before"
    assert [each.name for each in folder.iterdir()] == ["w.npy"]


def test_no_room(tmp_path: Path) -> None:
    path = saved(tmp_path / "a.pt", {"w": torch.zeros(1).expand(1 << 33)})
    with pytest.raises((NotEnoughSpace, CheckpointError)):
        written(saved(path, {"w": torch.zeros(1).expand(1 << 50)}), "w", tmp_path / "w.npy")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["a.pt"]


def test_the_file_itself_is_not_overwritten(tmp_path: Path) -> None:
    safetensors.torch.save_file({"w": torch.ones(2), "b": torch.ones(3)}, tmp_path / "a.safetensors")
    with pytest.raises(SaveError, match="is the checkpoint itself"):
        written(tmp_path / "a.safetensors", "w", tmp_path / "a.safetensors", overwrite=True)


@pytest.mark.parametrize("kind", ["npy", "npz", "safetensors"])
def test_memory_is_constant(kind: str, tmp_path: Path) -> None:
    path = saved(tmp_path / "a.pt", {"w": torch.zeros(4 << 20).reshape(1024, 4096)})
    written(path, "w", tmp_path / f"first.{kind}")
    tracemalloc.start()
    try:
        written(path, "w", tmp_path / f"w.{kind}")
        assert tracemalloc.get_traced_memory()[1] < 4 << 20
    finally:
        tracemalloc.stop()


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = saved(tmp_path / "a.pt", {"model": {"w": torch.ones(2, 3, dtype=torch.bfloat16), "b": torch.ones(3)}})
    target = tmp_path / "o.npz"
    assert run(["export", str(path), "w", "b", "-o", str(target)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "tensor  model/w: bfloat16 2×3, as w"
    assert "note:   bfloat16 is written as float32: each number exactly, in a type that the format has" in lines
    assert lines[-1].startswith(f"wrote   {target} (2 tensors, ")
    assert run(["export", str(path), "w", "-o", str(target)]) == 1
    assert "add --overwrite" in capsys.readouterr().err
    assert run(["export", str(path), "model/*", "-o", str(target), "--overwrite", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["tensors"][0] == {
        "path": "model/w", "name": "w", "dtype": "bfloat16", "shape": [2, 3], "written": "float32",
    }  # fmt: skip
    assert found["output"] == str(target)
    assert found["bytes"] == target.stat().st_size
    assert run(["export", str(path), "modle/w", "-o", str(tmp_path / "o.npy")]) == 1
    assert "Did you mean 'model/w'?" in capsys.readouterr().err

"""The numbers in every container, and in every form in which a tensor can lie in one."""

from __future__ import annotations

import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import save_file

from core.catalogue.build import open_catalogue
from core.errors import Cancelled
from core.numbers.layout import StridedLayout
from core.numbers.reader import Numbers
from core.numbers.stored import StoredBytes
from core.numbers.tensor import Reading, TensorNumbers
from tests.numbers.judge import assert_all_ways, assert_file, assert_same, made_of, wanted
from tests.objects.test_carried_tensors import by_array, by_tensor, parameter

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning", "ignore:.*quantized")


def deflated(path: Path, target: Path, **changed: bytes) -> Path:
    """The same zip with every record compressed; ``changed`` are others by the end of their name."""
    with zipfile.ZipFile(path) as source, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as copy:
        for name in source.namelist():
            copy.writestr(name, changed.get(name.rpartition("/")[2], source.read(name)))
    return target


SAFE = "F64 F32 F16 BF16 I64 I32 I16 I8 U8 U16 U32 U64 BOOL C64 F8_E4M3 F8_E5M2 F8_E8M0 F8_E4M3FNUZ F8_E5M2FNUZ F4"


@pytest.mark.parametrize("dtype", SAFE.split())
def test_safetensors(dtype: str, tmp_path: Path) -> None:
    """Made by the safetensors package, of every dtype that it has."""
    names = {"F8_E4M3": "float8_e4m3fn", "F8_E5M2": "float8_e5m2", "F8_E8M0": "float8_e8m0fnu", "BF16": "bfloat16"}
    names |= {"F8_E4M3FNUZ": "float8_e4m3fnuz", "F8_E5M2FNUZ": "float8_e5m2fnuz", "F4": "float4_e2m1fn_x2"}
    kinds = {"F": "float", "I": "int", "U": "uint", "C": "complex"}
    name = names.get(dtype) or ("bool" if dtype == "BOOL" else kinds[dtype[0]] + dtype[1:])
    flat = made_of(np.random.default_rng(1).bytes(24 * 8), name)
    tensors = {"flat": flat, "matrix": flat[:12].reshape(3, 4).clone(), "nothing": flat[:0].clone()}
    if name != "float4_e2m1fn_x2":
        tensors["scalar"] = flat[0].clone()
    save_file(tensors, tmp_path / "a.safetensors")
    assert_file(tmp_path / "a.safetensors", tensors)


@pytest.mark.parametrize("dtype", ["float64", "bfloat16", "complex64", "int16", "uint16", "bool", "float8_e4m3fn"])
def test_a_file_of_a_big_endian_machine(dtype: str, tmp_path: Path) -> None:
    """torch turns the bytes around by the dtype of the storage, which for the newer dtypes is none."""
    flat = made_of(np.random.default_rng(2).bytes(40 * 16), dtype)
    tensors = {"flat": flat, "middle": flat[3:9], "strided": flat[1:40].as_strided((3, 4), (1, 5))}
    torch.save(tensors, tmp_path / "a.pt")
    big = deflated(tmp_path / "a.pt", tmp_path / "b.pt", byteorder=b"big")
    loaded = torch.load(big)
    if dtype in ("float64", "bfloat16", "complex64", "int16"):
        assert not torch.equal(loaded["flat"], flat)
    assert_file(big, loaded)


def test_bytes_are_turned_as_torch_turns_them() -> None:
    """By the storage's dtype, from its beginning, wherever the tensor begins."""
    storage = torch.UntypedStorage(list(range(24)))
    for dtype in (torch.float32, torch.complex64, torch.int16, torch.float64):
        name = str(dtype).removeprefix("torch.")
        stored = StoredBytes(None, 0, 24, bytes(range(24)))  # type: ignore[arg-type]
        found = TensorNumbers("int8", StridedLayout((3, 4), (6, 1), 1), stored, Reading(turned=name))
        turned = storage.clone()
        turned.byteswap(dtype)
        right = torch.empty(0, dtype=torch.int8).set_(turned, 1, (3, 4), (6, 1))
        assert_same(found.read(), right.numpy())


@pytest.mark.parametrize("carried", [by_tensor, by_array])
def test_tensors_of_other_devices(carried: Callable[..., object], tmp_path: Path) -> None:
    """XLA and its like: from a copy in main memory, ``bfloat16`` from an array of ``float32``."""
    floats = torch.arange(6.0).reshape(2, 3) / 7
    model = {
        "weight": carried(floats.clone(), "xla:0"),
        "parameter": parameter(carried(torch.ones(2), "xla:0")),
        "half": carried(torch.arange(3.0) / 7, "xla:1", torch.bfloat16),
        "turned": carried(floats.t(), "xla:1"),
        "turned half": carried(floats.t(), "xla:1", torch.bfloat16),
        "whole": carried(torch.arange(5), "xla:1"),
        "flags": carried(torch.tensor([True, False]), "xla:1"),
        "scalar": carried(torch.tensor(2.5), "xla:1"),
    }
    model["tied"] = model["weight"]
    torch.save(model, tmp_path / "a.pt")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        loaded = torch.load(tmp_path / "a.pt", map_location="cpu", weights_only=False)
    assert_file(tmp_path / "a.pt", loaded)


@pytest.mark.parametrize("container", ["zip", "legacy"])
@pytest.mark.parametrize("dtype", ["qint8", "quint8", "qint32"])
def test_quantised(dtype: str, container: str, tmp_path: Path) -> None:
    """Real numbers, as ``dequantize()`` gives them, per tensor and per channel, whole and in views."""
    values = torch.linspace(-9, 9, 4 * 3 * 5).reshape(4, 3, 5)
    kind = getattr(torch, dtype)
    tensors = {
        "one scale": torch.quantize_per_tensor(values, 0.1, 3, kind),
        "scales": torch.quantize_per_channel(values, torch.rand(3) + 0.1, torch.tensor([1, 0, 2]), 1, kind),
        "scalar": torch.quantize_per_tensor(torch.tensor(2.0), 0.3, 1, kind),
        "nothing": torch.quantize_per_tensor(torch.empty(0, 3), 0.3, 1, kind),
    }
    tensors["view"] = tensors["one scale"][1:, :, ::2]
    tensors["transposed"] = tensors["one scale"].transpose(0, 2)
    if dtype != "qint32":
        tensors["float scales"] = torch.quantize_per_channel(
            values, torch.rand(4) + 0.1, torch.rand(4), 0, torch.quint8
        )
    torch.save(tensors, tmp_path / "a.pt", _use_new_zipfile_serialization=container == "zip")
    loaded = torch.load(tmp_path / "a.pt", weights_only=False)
    assert_file(tmp_path / "a.pt", loaded)
    catalogue = open_catalogue(tmp_path / "a.pt")
    with Numbers(catalogue) as numbers:
        box = (slice(1, 4, 2), slice(2, 3, 1), slice(0, 5, 3))
        row = catalogue.row_of(catalogue.find("scales"))
        assert_same(numbers.tensor(row).read(box), wanted(loaded["scales"])[box])


@pytest.mark.parametrize("dtype", ["quint4x2", "quint2x4"])
@pytest.mark.parametrize("shape", [(3, 8), (3, 5), (7,), (2, 3, 3)])
def test_several_numbers_in_a_byte(dtype: str, shape: tuple[int, ...], tmp_path: Path) -> None:
    """They follow each other across the ends of rows, as torch's own ``dequantize`` goes through them."""
    values = torch.linspace(0, 3, int(np.prod(shape))).reshape(shape)
    scales, zeros = torch.rand(shape[0]) + 0.2, torch.rand(shape[0])
    tensor = torch.quantize_per_channel(values, scales, zeros, 0, getattr(torch, dtype))
    torch.save({"w": tensor}, tmp_path / "a.pt")
    right = wanted(torch.load(tmp_path / "a.pt", weights_only=False)["w"])
    with Numbers(open_catalogue(tmp_path / "a.pt")) as numbers:
        found = numbers.tensor(0)
        assert_all_ways(found, right, 4)
        for start in range(min(3, shape[-1])):
            box = (*(slice(0, size, 1) for size in shape[:-1]), slice(start, shape[-1], 2))
            assert_same(found.read(box), right[box])


def test_deflated_records(tmp_path: Path) -> None:
    """Many at once, read in turns: none is taken for another, and none is still open afterwards."""
    tensors = {f"t{number}": torch.full((300, 7), float(number)).t() for number in range(9)}
    torch.save(tensors, tmp_path / "a.pt")
    packed = deflated(tmp_path / "a.pt", tmp_path / "b.pt")
    assert packed.stat().st_size < (tmp_path / "a.pt").stat().st_size / 4
    assert_file(packed, torch.load(packed))
    with Numbers(open_catalogue(packed)) as numbers:
        found = [numbers.tensor(row) for row in range(9)]
        for values in zip(*(each.tiles(100) for each in found), strict=True):
            assert [set(tile.values.flat) for tile in values] == [{float(number)} for number in range(9)]


def test_unpacking_can_be_stopped(tmp_path: Path) -> None:
    torch.save({"w": torch.zeros(8 << 20)}, tmp_path / "a.pt")
    packed = deflated(tmp_path / "a.pt", tmp_path / "b.pt")
    asked = []

    def stop() -> None:
        asked.append(1)
        if len(asked) == 2:
            raise Cancelled

    with pytest.raises(Cancelled), Numbers(open_catalogue(packed), stop) as numbers:
        numbers.tensor(0).read()


def test_arrays_of_xla_become_the_dtype_that_they_stand_for_as_torch_has_it(tmp_path: Path) -> None:
    """float8_e4m3fn saturates in torch and not in ml_dtypes."""
    numbers = torch.tensor([1000.0, -500.0, 0.3, float("inf"), float("nan")])
    value = {"w": by_array(numbers, "xla:0", torch.float8_e4m3fn)}
    torch.save(value, tmp_path / "a.pt")
    with Numbers(open_catalogue(tmp_path / "a.pt")) as found:
        assert_same(found.tensor(0).read(), wanted(numbers.to(torch.float8_e4m3fn)))

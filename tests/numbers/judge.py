"""Numbers held against torch's own, bit for bit. Nothing here asks our own reader what is right."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import torch
from numpy.typing import NDArray

from core.catalogue.build import open_catalogue
from core.numbers.reader import Numbers
from core.numbers.tensor import TensorNumbers

Array = NDArray[Any]

LEGACY = {"bfloat16", "bool", "float16", "float32", "float64", "complex64", "complex128"} | {
    "uint8", "int8", "int16", "int32", "int64",
}  # fmt: skip
"""What torch 2.13 saves in the legacy format, quantised dtypes aside."""
DTYPES = sorted(
    LEGACY
    | {"uint16", "uint32", "uint64", "complex32", "bits1x8", "bits2x4", "bits4x2", "bits8", "bits16"}
    | {f"float8_{kind}" for kind in ("e4m3fn", "e4m3fnuz", "e5m2", "e5m2fnuz", "e8m0fnu")}
    | {"float4_e2m1fn_x2"}
)
"""All that torch 2.13 saves without a quantiser: the integers of 1 to 7 bits it makes and cannot save."""


def made_of(raw: bytes | Array, dtype: str) -> torch.Tensor:
    """Bytes as a flat tensor of a dtype; a ``bool`` is what only 0 and 1 are."""
    items = torch.tensor(np.frombuffer(bytes(raw), np.uint8).copy())
    if dtype == "bool":
        return items % 2 == 1
    return items.view(getattr(torch, dtype))


def wanted(tensor: torch.Tensor) -> Array:
    """The numbers of a tensor by torch, as bits where NumPy has no such type."""
    tensor = tensor.detach()
    if tensor.is_quantized:
        return tensor.dequantize().numpy()
    if tensor.dtype == torch.complex32:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return tensor.to(torch.complex64).resolve_conj().resolve_neg().numpy()
    dtype = str(tensor.dtype).removeprefix("torch.")
    if dtype == "float4_e2m1fn_x2":
        return _pairs(tensor)
    if dtype.startswith(("bfloat", "float8", "bits")):
        return bits(tensor, tensor.itemsize)
    return tensor.resolve_conj().resolve_neg().numpy()


def _pairs(tensor: torch.Tensor) -> Array:
    """Both numbers of each byte, along the dimension in which bytes follow each other; torch itself shows none."""
    pairs = bits(tensor, 1)
    along = [axis for axis, step in enumerate(tensor.stride()) if step == 1]
    if not along:
        return np.stack([pairs & 15, pairs >> 4], axis=-1)
    both = np.stack([pairs & 15, pairs >> 4], axis=along[-1] + 1)
    shape = list(pairs.shape)
    shape[along[-1]] *= 2
    return both.reshape(shape)


def bits(tensor: torch.Tensor, size: int) -> Array:
    """The items of a tensor as whole numbers: through its bytes, which torch shows of any dtype."""
    items = np.frombuffer(raw_bytes(tensor), f"u{size}")
    strides = [step * size for step in tensor.stride()]
    if not tensor.numel():
        return np.empty(tuple(tensor.shape), items.dtype)
    found = np.lib.stride_tricks.as_strided(items[tensor.storage_offset() :], tuple(tensor.shape), strides)
    signed = tensor.is_neg()
    return found ^ items.dtype.type(1 << (8 * size - 1)) if signed else found.copy()


def raw_bytes(tensor: torch.Tensor) -> bytes:
    """The storage of a tensor, all of it."""
    return torch.empty(0, dtype=torch.uint8).set_(tensor.untyped_storage()).numpy().tobytes()


def assert_same(found: Array, right: Array, about: object = "") -> None:
    """Shape, kind and every bit; a NaN is a NaN, whatever else it says."""
    assert found.shape == right.shape, about
    lacking = found.dtype.type.__module__ != "numpy"  # NumPy calls one of the kinds of float8 a float
    if found.dtype.kind in "fc" and not lacking:
        assert found.dtype == right.dtype, about
        parts = "real", "imag"
        for part in parts if found.dtype.kind == "c" else parts[:1]:
            ours, theirs = getattr(found, part), getattr(right, part)
            assert np.array_equal(ours, theirs, equal_nan=True), about
            numbers = ~np.isnan(theirs)
            assert np.array_equal(np.signbit(ours)[numbers], np.signbit(theirs)[numbers]), about
        return
    if found.dtype == ml_dtypes.float4_e2m1fn:
        found = found.view(np.uint8) & 15
    elif lacking:
        found = np.ascontiguousarray(found).view(f"u{found.dtype.itemsize}").reshape(found.shape)
    assert found.dtype.itemsize == right.dtype.itemsize, about
    assert np.array_equal(found, right), about


def assert_all_ways(numbers: TensorNumbers, right: Array, most: int = 7, about: object = "") -> None:
    """Whole, tile by tile, and in any order: each number is there as often as torch has it."""
    assert numbers.shape == right.shape, about
    assert numbers.size == right.size, about
    assert_same(numbers.read(), right, about)
    pieces = np.zeros(right.shape, numbers.numpy_dtype)
    seen = np.zeros(right.shape, np.int64)
    for box, values in numbers.tiles(most):
        assert values.size <= most, about
        pieces[box] = values
        seen[box] += 1
    assert_same(pieces, right, about)
    assert (seen == 1).all(), about
    once = [piece.copy() for piece in numbers.once(most)]
    assert all(piece.ndim == 1 for piece in once), about
    loose = np.concatenate(once) if once else np.empty(0, numbers.numpy_dtype)
    assert loose.size * numbers.repeats == right.size, about
    assert np.array_equal(_sorted(np.repeat(loose, numbers.repeats)), _sorted(pieces.reshape(-1))), about


def _sorted(values: Array) -> Array:
    """In the order of their bytes."""
    rows = np.ascontiguousarray(values).reshape(-1, 1).view(np.uint8)
    return rows[np.lexsort(rows.T)]


def assert_file(path: Path, tensors: dict[str, torch.Tensor], most: int = 7) -> None:
    """Every tensor of a flat file is what torch says it is."""
    catalogue = open_catalogue(path)
    with Numbers(catalogue) as numbers:
        at_top = {entry: row for row, entry in enumerate(catalogue.tree.tensors) if not catalogue.parents[entry]}
        rows = {catalogue.label_text(entry): row for entry, row in at_top.items()}  # not the scales of quantised ones
        assert rows.keys() == tensors.keys()
        for key, tensor in tensors.items():
            assert_all_ways(numbers.tensor(rows[key]), wanted(tensor), most, key)

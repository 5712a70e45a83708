"""safetensors: a JSON header of names, dtypes, shapes and places, and the bytes behind it, written as they are read.

The safetensors package writes from tensors in memory only. Source of the format: its ``safetensors/src/tensor.rs``.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from math import prod
from typing import IO, Any

import ml_dtypes
import numpy as np
from numpy.typing import NDArray

from core.errors import EditError
from core.text import clip
from core.values.export.opened import Done, Opened, check_names
from core.words import say

_NAMES = {
    "float64": "F64", "float32": "F32", "float16": "F16", "bfloat16": "BF16", "complex64": "C64",
    "int64": "I64", "int32": "I32", "int16": "I16", "int8": "I8",
    "uint64": "U64", "uint32": "U32", "uint16": "U16", "uint8": "U8", "bool": "BOOL",
    "float8_e4m3fn": "F8_E4M3", "float8_e4m3fnuz": "F8_E4M3FNUZ", "float8_e5m2": "F8_E5M2",
    "float8_e5m2fnuz": "F8_E5M2FNUZ", "float8_e8m0fnu": "F8_E8M0", "float4_e2m1fn": "F4",
}  # fmt: skip
"""Its name for each type of NumPy and ml_dtypes."""
_FLOAT4 = np.dtype(ml_dtypes.float4_e2m1fn)


def write_safetensors(stream: IO[bytes], tensors: Sequence[Opened], done: Done) -> None:
    """Every dtype as itself. Raises `EditError` for what the format has no name for."""
    ordered = sorted(tensors, key=lambda opened: (-opened.tensor.numpy_dtype.itemsize, opened.name))
    stream.write(_header(ordered))
    for opened in ordered:
        is_float4 = opened.tensor.numpy_dtype == _FLOAT4
        left = np.empty(0, np.uint8)
        for piece in opened.pieces(done):
            if is_float4:
                left = np.concatenate((left, piece.view(np.uint8)))
                whole = left.size // 2 * 2
                stream.write(_paired(left[:whole]).data)
                left = left[whole:]
            else:
                stream.write(piece.view(np.uint8).data)


def _header(tensors: Sequence[Opened]) -> bytes:
    check_names(tensors)
    header: dict[str, Any] = {"__metadata__": {"format": "pt"}}  # without which transformers takes no file
    at = 0
    for opened in tensors:
        dtype = _NAMES.get(opened.tensor.numpy_dtype.name)
        if dtype is None:
            raise EditError(
                say(
                    "safetensors has no {dtype} for {path!r}. Write it as .npy or .npz.",
                    dtype=opened.tensor.numpy_dtype.name,
                    path=clip(opened.path),
                )
            )
        if opened.name == "__metadata__":
            raise EditError(
                say("No tensor of a safetensors file can be called __metadata__. Write it as .npy or .npz.")
            )
        if dtype == "F4" and (not opened.shape or opened.shape[-1] % 2):
            raise EditError(
                say(
                    "safetensors has two float4 in a byte, and {path!r} an odd number in a row.", path=clip(opened.path)
                )
            )
        size = prod(opened.shape)
        end = at + (size // 2 if dtype == "F4" else size * opened.tensor.numpy_dtype.itemsize)
        header[opened.name] = {"dtype": dtype, "shape": opened.shape, "data_offsets": (at, end)}
        at = end
    text = json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    return len(text).to_bytes(8, "little") + text


def _paired(numbers: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Two in a byte, the first in the lower half."""
    low, high = numbers[::2] & 15, numbers[1::2] << 4
    return np.ascontiguousarray(low | high)

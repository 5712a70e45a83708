"""safetensors: a JSON header of names, dtypes, shapes and places, and the bytes behind it, written as they are read.

The safetensors package writes from tensors in memory only. Source of the format: its ``safetensors/src/tensor.rs``.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import IO

import ml_dtypes
import numpy as np
from numpy.typing import NDArray

from core.errors import EditError
from core.saving.targets.safetensors_header import CODES, METADATA, Written, header
from core.text import clip
from core.values.export.opened import Done, Opened, check_names
from core.words import say

_AS_TORCH = {"float4_e2m1fn": "float4_e2m1fn_x2"}
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
    listed: list[Written] = []
    for opened in tensors:
        dtype = CODES.get(_AS_TORCH.get(opened.tensor.numpy_dtype.name, opened.tensor.numpy_dtype.name))
        if dtype is None:
            raise EditError(
                say(
                    "safetensors has no {dtype} for {path!r}. Write it as .npy or .npz.",
                    dtype=opened.tensor.numpy_dtype.name,
                    path=clip(opened.path),
                )
            )
        if opened.name == METADATA:
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
        nbytes = size // 2 if dtype == "F4" else size * opened.tensor.numpy_dtype.itemsize
        listed.append(Written(opened.name, dtype, opened.shape, nbytes))
    return header(listed, {"format": "pt"})  # without which transformers takes no file


def _paired(numbers: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Two in a byte, the first in the lower half."""
    low, high = numbers[::2] & 15, numbers[1::2] << 4
    return np.ascontiguousarray(low | high)

"""Names and sizes of torch's dtypes, and the storage classes that stand for them in a pickle.

Sources: ``torch/storage.py`` (``_new_dtypes``, ``_dtype_to_storage_type_map``) and ``torch/types``.
"""

from __future__ import annotations

from math import prod

from core.words import marked

Shape = tuple[int, ...]
"""The sizes of a tensor, a dimension each."""

ITEM_SIZES: dict[str, int] = {
    "float64": 8,
    "float32": 4,
    "float16": 2,
    "bfloat16": 2,
    "complex32": 4,
    "complex64": 8,
    "complex128": 16,
    "int64": 8,
    "int32": 4,
    "int16": 2,
    "int8": 1,
    "uint8": 1,
    "uint16": 2,
    "uint32": 4,
    "uint64": 8,
    "bool": 1,
    "quint8": 1,
    "qint8": 1,
    "qint32": 4,
    "quint4x2": 1,
    "quint2x4": 1,
    "bits1x8": 1,
    "bits2x4": 1,
    "bits4x2": 1,
    "bits8": 1,
    "bits16": 2,
    "float8_e4m3fn": 1,
    "float8_e4m3fnuz": 1,
    "float8_e5m2": 1,
    "float8_e5m2fnuz": 1,
    "float8_e8m0fnu": 1,
    "float4_e2m1fn_x2": 1,
    **{f"{sign}{bits}": 1 for sign in ("int", "uint") for bits in range(1, 8)},
}
"""Bytes of one element, by dtype name without ``torch.``."""

PACKED: dict[str, int] = {"quint4x2": 2, "quint2x4": 4}
"""Elements in a byte, of quantised tensors that have several (``get_sub_byte_tensor_size`` in
``aten/src/ATen/quantized/Quantizer.cpp``). All other dtypes whose names promise less than a byte take a whole one.
"""

STORAGE_CLASSES: dict[str, str] = {
    "DoubleStorage": "float64",
    "FloatStorage": "float32",
    "HalfStorage": "float16",
    "BFloat16Storage": "bfloat16",
    "ComplexFloatStorage": "complex64",
    "ComplexDoubleStorage": "complex128",
    "LongStorage": "int64",
    "IntStorage": "int32",
    "ShortStorage": "int16",
    "CharStorage": "int8",
    "ByteStorage": "uint8",
    "BoolStorage": "bool",
    "QUInt8Storage": "quint8",
    "QInt8Storage": "qint8",
    "QInt32Storage": "qint32",
    "QUInt4x2Storage": "quint4x2",
    "QUInt2x4Storage": "quint2x4",
    "UntypedStorage": "uint8",
    "_UntypedStorage": "uint8",
}
"""Storage class as named in a persistent id → dtype. Untyped storages count in bytes."""

UNTYPED = frozenset({"UntypedStorage", "_UntypedStorage"})

STORAGE_OF = {dtype: name for name, dtype in reversed(STORAGE_CLASSES.items()) if name not in UNTYPED}
"""Dtype → the storage class that torch.save writes; that of all others is untyped, and the tensor says its dtype."""


def takes_gradients(dtype: str) -> bool:
    """Whether a tensor of a dtype may require a gradient."""
    return dtype.startswith(("float", "bfloat", "complex"))


def packed_bytes(dtype: str, shape: tuple[int, ...]) -> int:
    """The bytes of a quantised tensor of a dtype of `PACKED`: each row begins with a byte of its own."""
    return prod(shape[:-1]) * -(-shape[-1] // PACKED[dtype]) if shape else 1


NO_DEVICE = marked("no device")
"""The device of a storage whose file names none: in safetensors files, where whoever loads them chooses."""

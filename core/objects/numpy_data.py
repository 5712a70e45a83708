"""NumPy's scalars, arrays and dtypes as a pickle holds them, read without NumPy.

Sources: ``scalar`` and ``_reconstruct`` in ``numpy/_core/src/multiarray``, ``_frombuffer`` in
``numpy/_core/numeric.py``, and the state of ``numpy.dtype``: ``(version, byte order, …)``.
"""

from __future__ import annotations

import math
import re
import struct
from typing import Any, NamedTuple

from core.pickling.nodes import Call, Global, calls


class ArrayBytes(NamedTuple):
    """An array as a tensor: torch's ``dtype``, ``shape``, ``stride`` in elements, bytes in the machine's order."""

    dtype: str
    shape: tuple[int, ...]
    stride: tuple[int, ...]
    data: bytes


class _Kind(NamedTuple):
    """A NumPy type: torch's name for it, the size of an item in bytes, and its letter in `struct`."""

    dtype: str | None
    size: int
    letter: str


_KINDS = {
    "b1": _Kind("bool", 1, "?"),
    "i1": _Kind("int8", 1, "b"),
    "u1": _Kind("uint8", 1, "B"),
    "i2": _Kind("int16", 2, "h"),
    "u2": _Kind("uint16", 2, "H"),
    "i4": _Kind("int32", 4, "i"),
    "u4": _Kind("uint32", 4, "I"),
    "i8": _Kind("int64", 8, "q"),
    "u8": _Kind("uint64", 8, "Q"),
    "f2": _Kind("float16", 2, "e"),
    "f4": _Kind("float32", 4, "f"),
    "f8": _Kind("float64", 8, "d"),
    "c8": _Kind("complex64", 8, "ff"),
    "c16": _Kind("complex128", 16, "dd"),
}
_NAMES = {
    "bool": "b1",
    "bool_": "b1",
    **{f"int{8 * size}": f"i{size}" for size in (1, 2, 4, 8)},
    **{f"uint{8 * size}": f"u{size}" for size in (1, 2, 4, 8)},
    **{f"float{8 * size}": f"f{size}" for size in (2, 4, 8)},
    "complex64": "c8",
    "complex128": "c16",
    "float_": "f8",
    "int_": "i8",
}
_CORES = ("numpy.core.multiarray", "numpy._core.multiarray")
_DTYPE = Global("numpy", "dtype")
_FROM_BUFFER = frozenset({Global("numpy.core.numeric", "_frombuffer"), Global("numpy._core.numeric", "_frombuffer")})
_RECONSTRUCT = frozenset(Global(core, "_reconstruct") for core in _CORES)


def number_of(node: Call) -> int | float | bool | str | Call | None:
    """The value of ``scalar(dtype, bytes)``; None where it is no number or text that Python has."""
    if type(node.args) is not tuple or len(node.args) != 2:
        return None
    code, little = _code(node.args[0])
    raw = raw_bytes(node.args[1])
    if raw is None and isinstance(node.args[1], str):  # from Python 2
        raw = node.args[1].encode("utf-8", "surrogateescape")
    if code is None or raw is None:
        return None
    kind = _KINDS.get(code)
    if kind is None:
        return _text(code, raw, little)
    if len(raw) != kind.size:
        return None
    values = struct.unpack(("<" if little else ">") + kind.letter, raw)
    if len(values) == 2:
        return Call("R", Global("builtins", "complex"), values)
    value: int | float | bool = values[0]
    return value


def array_of(node: Call) -> ArrayBytes | list[Any] | None:
    """The array of ``_reconstruct`` with its state, or of ``_frombuffer``; a list for objects and texts."""
    if calls(node, _FROM_BUFFER) and type(node.args) is tuple and len(node.args) == 4:
        raw, dtype, shape, order = node.args
        return _array(shape, dtype, order == "F", raw)
    state = node.payload("state")
    if not calls(node, _RECONSTRUCT) or type(state) is not tuple or len(state) != 5:
        return None
    _, shape, dtype, fortran, raw = state
    return _array(shape, dtype, fortran is True, raw)


def array_facts(node: Call) -> tuple[str, tuple[int, ...]] | None:
    """Type and shape of an array of numbers, without its bytes; None for what is none or holds other than numbers."""
    if calls(node, _FROM_BUFFER) and type(node.args) is tuple and len(node.args) == 4:
        _, dtype, shape, _ = node.args
    elif calls(node, _RECONSTRUCT):
        state = node.payload("state")
        if type(state) is not tuple or len(state) != 5 or type(state[4]) is list:
            return None
        _, shape, dtype, _, _ = state
    else:
        return None
    code, _ = _code(dtype)
    kind = _KINDS.get(code or "")
    if kind is None or kind.dtype is None or type(shape) is not tuple or any(type(size) is not int for size in shape):
        return None
    return kind.dtype, shape


def array_layout(node: Call) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """Shape and strides of an array of numbers; None for what is none, or has other bytes than these take."""
    facts = array_facts(node)
    if facts is None:
        return None
    dtype, shape = facts
    if calls(node, _FROM_BUFFER):
        raw, fortran = node.args[0], node.args[3] == "F"
    else:
        *_, fortran, raw = node.payload("state")
    if calls(raw, _ENCODE) and type(raw.args) is tuple and raw.args:
        raw = raw.args[0]
    held = len(raw) if isinstance(raw, (str, bytes, bytearray)) else 0 if calls(raw, _BYTES) else -1
    if min(shape, default=0) < 0 or held != math.prod(shape) * _KINDS[_NAMES[dtype]].size:
        return None
    return shape, _strides(shape, fortran=fortran is True)


def _array(shape: Any, dtype: Any, fortran: bool, raw: Any) -> ArrayBytes | list[Any] | None:
    if type(shape) is not tuple or not all(type(size) is int and size >= 0 for size in shape):
        return None
    if type(raw) is list:  # an array of objects
        return _nested(raw, shape) if len(raw) == math.prod(shape) and not fortran else None
    code, little = _code(dtype)
    data = raw_bytes(raw)
    kind = _KINDS.get(code or "")
    if data is None or code is None:
        return None
    if kind is None:
        return _texts(code, data, shape, little) if not fortran else None
    if kind.dtype is None or len(data) != kind.size * math.prod(shape):
        return None
    if not little:
        data = _swapped(data, kind.size // len(kind.letter))
    return ArrayBytes(kind.dtype, shape, _strides(shape, fortran=fortran), data)


def numpy_type_name(node: Any) -> str | None:
    """``float32`` for ``numpy.dtype('f4')`` and for the class ``numpy.float32``."""
    if type(node) is Global:
        return node.name.rstrip("_").removesuffix("DType").lower()
    code, _ = _code(node)
    kind = _KINDS.get(code or "")
    return kind.dtype if kind is not None else code


def is_numpy_dtype(name: Global) -> bool:
    """Whether a name is a scalar type or dtype class of NumPy."""
    plain = name.name.removesuffix("DType").lower()
    return name.module.partition(".")[0] == "numpy" and plain in _NAMES


def raw_bytes(node: Any) -> bytes | None:
    """Bytes, also as protocol 2 writes them (``_codecs.encode(text, 'latin1')``) and Python 2 (a text)."""
    if type(node) in (bytes, bytearray):
        return bytes(node)
    if isinstance(node, str):
        return node.encode("utf-8", "surrogateescape")
    if calls(node, _ENCODE) and type(node.args) is tuple and node.args and isinstance(node.args[0], str):
        return node.args[0].encode("latin-1", "replace")
    if calls(node, _BYTES):
        inner = node.args[0] if type(node.args) is tuple and node.args else b""
        return None if calls(inner, _BYTES) else raw_bytes(inner)  # a file may nest these without end
    return None


def _code(node: Any) -> tuple[str | None, bool]:
    """(``f4``, little-endian) of a dtype; None for what is none."""
    if type(node) is Global and is_numpy_dtype(node):
        return _NAMES[node.name.removesuffix("DType").lower()], True
    if type(node) is not Call or node.func != _DTYPE or type(node.args) is not tuple or not node.args:
        return _code_of_class(node)
    code = node.args[0]
    state = node.payload("state")
    order = state[1] if type(state) is tuple and len(state) > 1 else "<"
    return (str(code).lstrip("<>|=") if isinstance(code, str) else None), order != ">"


def _code_of_class(node: Any) -> tuple[str | None, bool]:
    """A dtype made by its own class, ``numpy.dtypes.Float32DType()``, as some programs write it."""
    if type(node) is Call and type(node.func) is Global and is_numpy_dtype(node.func):
        return _code(node.func)
    return None, True


def _text(code: str, raw: bytes, little: bool) -> str | None:
    if code[:1] == "U":
        return raw.decode("utf-32-le" if little else "utf-32-be", "replace").rstrip("\0")
    return raw.decode("utf-8", "replace") if code[:1] == "S" else None


def _texts(code: str, data: bytes, shape: tuple[int, ...], little: bool) -> list[Any] | None:
    is_text = re.fullmatch(r"[US][0-9]{1,9}", code) is not None
    size = int(code[1:]) * (4 if code[0] == "U" else 1) if is_text else 0
    count = math.prod(shape)
    if not size or len(data) != size * count:
        return None
    texts = [_text(code, data[at : at + size], little) for at in range(0, len(data), size)]
    return _nested([text.rstrip("\0") if text is not None else None for text in texts], shape)


def _nested(flat: list[Any], shape: tuple[int, ...]) -> list[Any] | None:
    if not shape:
        return flat
    for size in reversed(shape[1:]):
        flat = [flat[at : at + size] for at in range(0, len(flat), size)] if size else []
    return flat


def _strides(shape: tuple[int, ...], *, fortran: bool) -> tuple[int, ...]:
    sizes = shape if fortran else shape[::-1]
    strides, step = [], 1
    for size in sizes:
        strides.append(step)
        step *= max(size, 1)
    return tuple(strides if fortran else reversed(strides))


def _swapped(data: bytes, size: int) -> bytes:
    """The bytes of each number in the other order."""
    swapped = bytearray(len(data))
    for at in range(size):
        swapped[at::size] = data[size - 1 - at :: size]
    return bytes(swapped)


_ENCODE = frozenset({Global("_codecs", "encode")})
_BYTES = frozenset({Global("builtins", "bytes"), Global("__builtin__", "bytes"), Global("__builtin__", "str")})

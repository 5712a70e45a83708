"""The forms in which torch.save writes what is no tensor: sizes, devices, layouts, sets, bytes and complex numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from core.pickling.equal_keys import Unhashable, repeated
from core.pickling.nodes import Global, calls

Arguments = tuple[Any, ...]

_BUILTINS = ("builtins", "__builtin__")
_LAYOUT_NAMES = "strided sparse_coo sparse_csr sparse_csc sparse_bsr sparse_bsc jagged _mkldnn"
_LAYOUTS = frozenset(f"torch.{name}" for name in _LAYOUT_NAMES.split())
SIZE = Global("torch", "Size")


def _size(args: Arguments) -> bool:
    return not args or (
        len(args) == 1 and type(args[0]) in (tuple, list) and all(type(size) is int for size in args[0])
    )


def _device(args: Arguments) -> bool:
    kind = args[0] if args else None
    if not isinstance(kind, str) or len(args) > 2 or kind.partition(":")[0] not in _DEVICES:
        return False
    _, colon, index = kind.partition(":")
    if len(args) == 1:
        return not colon or (index.isdecimal() and str(int(index)) == index)
    return type(args[1]) is int and not colon and args[1] >= 0


_KINDS = (
    "cpu cuda ipu xpu mkldnn opengl opencl ideep hip ve fpga maia ort xla lazy vulkan mps meta hpu mtia privateuseone"
)
_DEVICES = frozenset(_KINDS.split())


def _set(args: Arguments) -> bool:
    if args and (len(args) > 1 or type(args[0]) is not list):
        return False
    try:
        return not (args and repeated(args[0]))
    except Unhashable:
        return False


def _encode(args: Arguments) -> bool:
    """Bytes as protocol 2 writes them."""
    return (
        len(args) == 2 and isinstance(args[0], str) and args[1] == "latin1" and all(char < "\u0100" for char in args[0])
    )


def _complex(args: Arguments) -> bool:
    return len(args) == 2 and all(type(part) is float for part in args)


_ENCODE = Global("_codecs", "encode")
_BYTES = frozenset({_ENCODE, *(Global(module, "bytes") for module in _BUILTINS)})


def _bytearray(args: Arguments) -> bool:
    """Empty, of bytes as a call or as they are, or of a text and its encoding, as Python 2 writes it."""
    if not args:
        return True
    if len(args) == 2:
        return isinstance(args[0], str) and args[1] in ("latin-1", "latin1")
    return len(args) == 1 and (type(args[0]) is bytes or calls(args[0], _BYTES))


def _get_layout(args: Arguments) -> bool:
    return len(args) == 1 and args[0] in _LAYOUTS


VALUE_FORMS: dict[Global, Callable[[Arguments], bool]] = {
    SIZE: _size,
    Global("torch", "device"): _device,
    Global("torch.serialization", "_get_layout"): _get_layout,
    _ENCODE: _encode,
    **{Global(module, "set"): _set for module in _BUILTINS},
    **{Global(module, "frozenset"): _set for module in _BUILTINS},
    **{Global(module, "complex"): _complex for module in _BUILTINS},
    **{Global(module, "bytearray"): _bytearray for module in _BUILTINS},
}

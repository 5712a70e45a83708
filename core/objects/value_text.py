"""Keys and values of a checkpoint as people read them, and what they call its objects: arrays, tensors.

A hostile value never makes a long text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from core.objects.compounds import META, SPARSE, compound_of
from core.objects.numpy_data import array_facts, number_of, numpy_type_name
from core.objects.tensors import DEVICE, NESTED, TENSOR_FUNCTIONS, tensor_spec
from core.pickling.nodes import ATOMS, Call, DictNode, Global, PersistentId, SetNode, calls, mapping
from core.text import clip, shape_text
from core.words import marked, say

_MOST_BYTES = 80
_LONG = 60
"""Letters of a number that is a text."""
_ENCODE = frozenset({Global("_codecs", "encode")})
_BYTES = frozenset(Global(module, "bytes") for module in ("builtins", "__builtin__"))


def key_text(key: Any) -> str:
    """A dict key as text: strings as they are, everything else as Python would write it."""
    if isinstance(key, str):
        return key
    data = _bytes_of(key)
    return value_text(key) if data is None else clip(repr(data[1]))


def json_path(keys: Iterable[Any]) -> list[str | int]:
    """A path as JSON can hold it: numbers and texts as they are, other keys as Python would write them."""
    return [key if type(key) is str or (type(key) is int and key.bit_length() < 256) else key_text(key) for key in keys]


def value_text(value: Any, limit: int = 80) -> str:  # noqa: C901 - one arm a kind
    """A value as Python would write it, containers by their count only."""
    kind = type(value)
    if isinstance(value, str):
        text = repr(value[: limit + 1])
        return clip(text, limit) if len(text) <= limit else f"{clip(text, limit - 1)}{text[-1]}"
    if kind is int:
        return (
            str(value) if abs(value).bit_length() < 256 else say("a number of {count:,} bits", count=value.bit_length())
        )
    if value is None or kind in (float, bool, complex):
        return repr(value)
    data = _bytes_of(value)
    if data is not None:
        return say("{count:,} bytes", count=data[0])
    if kind is Global:
        return clip(value.dotted, limit)
    if kind in (list, tuple):
        return _sequence_text(value, limit)
    if kind is SetNode:
        return _counted("frozenset" if value.frozen else "set", len(value.elements))
    items = mapping(value)
    if items is not None:
        return _counted(mapping_name(value), len(items.items) // 2)
    if kind is Call:
        return _call_text(value, limit)
    if kind is PersistentId:
        return _persistent_text(value)
    return kind.__name__


def mapping_name(value: Any) -> str:
    """What Python calls a mapping: ``dict``, or the class that is called for one, ``OrderedDict``."""
    return "dict" if type(value) is DictNode else str(value.func.name)


def is_plain(value: Any) -> bool:
    """Whether a value is one number, text or name, with nothing below it."""
    return type(value) in ATOMS or type(value) is Global


def _bytes_of(value: Any) -> tuple[int, bytes] | None:
    """How many bytes these are, and the first of them; as bytes, or as protocol 2 has them. None for what is none."""
    if type(value) in (bytes, bytearray):
        return len(value), bytes(value[:_MOST_BYTES])
    if calls(value, _ENCODE) and type(value.args) is tuple and value.args and isinstance(value.args[0], str):
        text = value.args[0]
        return len(text), text[:_MOST_BYTES].encode("latin-1", "replace")
    return (0, b"") if calls(value, _BYTES) and value.args == () else None


def _sequence_text(value: Sequence[Any], limit: int) -> str:
    if len(value) <= 4 and all(is_plain(element) or _bytes_of(element) is not None for element in value):
        inside = ", ".join(value_text(element, limit) for element in value)
        if len(inside) <= limit:
            return f"[{inside}]" if type(value) is list else f"({inside}{',' if len(value) == 1 else ''})"
    return _counted(type(value).__name__, len(value))


def _counted(kind: str, count: int) -> str:
    return say("{kind} of {count:,}", kind=kind, count=count)


def _call_text(call: Call, limit: int) -> str:
    known = spoken(call)
    if known is not None:
        shape = shape_text(known.shape) if known.shape is not None else None
        return clip(" ".join(filter(None, (say(known.name), shape, known.dtype))), limit)
    func = call.func.dotted if type(call.func) is Global else say("a computed object")
    args = call.args if type(call.args) is tuple else ()
    if call.func == DEVICE:
        return f"torch.device({device_argument(args)!r})"
    if call.func == Global("torch", "Size") and len(args) == 1 and type(args[0]) in (list, tuple):
        return clip(f"torch.Size({list(args[0]) if all(type(n) is int for n in args[0]) else '…'})", limit)
    if call.func == Global("copyreg", "_reconstructor") and args and type(args[0]) is Global:
        return clip(args[0].dotted, limit)
    if call.kind == "R" and call.steps is None and args and len(args) <= 4 and all(is_plain(part) for part in args):
        return clip(f"{func}({', '.join(value_text(part, 40) for part in args)})", limit)
    return clip(func, limit)


def device_argument(args: tuple[Any, ...]) -> str:
    """``cuda:7`` from the arguments of ``torch.device``: ``('cuda', 7)`` or ``('cpu',)``."""
    if len(args) == 2 and type(args[1]) is int and isinstance(args[0], str):
        return clip(f"{args[0]}:{args[1]}")
    return clip(str(args[0])) if args and isinstance(args[0], str) else "?"


def _persistent_text(node: PersistentId) -> str:
    pid = node.pid
    if type(pid) is tuple and pid and pid[0] == "module" and len(pid) > 1 and type(pid[1]) is Global:
        return clip(pid[1].dotted)
    if type(pid) is tuple and len(pid) > 3 and pid[0] == "storage" and isinstance(pid[2], str):
        return say("storage {key}", key=clip(pid[2], 20))
    return say("persistent id")


_SPARSE, _NESTED, _META = frozenset({SPARSE}), frozenset({NESTED}), frozenset({META})
_SCALARS = frozenset(Global(core, "scalar") for core in ("numpy.core.multiarray", "numpy._core.multiarray"))


class Spoken(NamedTuple):
    """``numpy array``, ``float64`` and its ``shape``; None where there is no such thing to tell."""

    name: str
    dtype: str | None = None
    shape: tuple[int, ...] | None = None


def spoken(node: Call) -> Spoken | None:
    """What an object is, where that is known; None for others and for what is no proper one."""
    facts = array_facts(node)
    if facts is not None:
        return Spoken(marked("numpy array"), *facts)
    args = node.args if type(node.args) is tuple else ()
    if calls(node, _SCALARS) and args:
        number = number_of(node)
        plain = type(number) in (int, float, bool) or (isinstance(number, str) and len(number) < _LONG)
        return Spoken(f"numpy {numpy_type_name(args[0])} {number!r}") if plain else None
    spec = tensor_spec(node) if calls(node, TENSOR_FUNCTIONS) else None
    if spec is not None:
        return Spoken(marked("tensor"), spec.dtype, spec.shape)
    compound = compound_of(node)
    return Spoken(compound.name, compound.dtype, compound.shape) if compound is not None else None


def is_on_meta(node: Any) -> bool:
    """Whether an object is a tensor of the device ``meta``: its shape was saved, and no data."""
    return type(node) is Call and calls(node, _META)

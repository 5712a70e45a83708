"""Plain data for the objects that people leave in checkpoints: a ``Namespace`` is a dict, a path is its text.

Nothing is imported or run. How an object looks in a pickle is read off the sources of its library; each rule below
names it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from core.objects.compounds import WRAPPER
from core.objects.global_names import python3_name
from core.objects.numpy_data import ArrayBytes, array_of, is_numpy_dtype, number_of, numpy_type_name, raw_bytes
from core.objects.tensors import FROM_ARRAY, FROM_CPU, is_carried
from core.pickling.allowlist import is_allowed
from core.pickling.nodes import (
    ATOMS,
    Below,
    Call,
    DictNode,
    Global,
    PersistentId,
    SetNode,
    calls,
    get,
    is_set,
    mapping,
    named_items,
    nodes_below,
)
from core.words import marked


class Plain(NamedTuple):
    """What stands for an object: a node, or `ArrayBytes` that become a tensor.

    ``what`` says what it is in a word or two; ``lost`` what the file no longer says, empty where nothing is lost.
    ``by_key`` says that what were attributes are keys.
    """

    node: Any
    what: str
    lost: str = ""
    by_key: bool = False


CLASS_LOST = marked("the name of its class")
NAME_LEFT = marked("the class or function itself")
ALL_LOST = marked("all of it")


def class_of(node: Any) -> Global | None:
    """The class or function an object is made by, also where a pickle goes through ``copyreg`` to it."""
    if type(node) is not Call:
        return None
    func = node.func
    if type(func) is PersistentId:  # older files keep the source code beside the class
        func = func.pid[1] if type(func.pid) is tuple and len(func.pid) > 1 and func.pid[0] == "module" else None
    if type(func) is Global and func in _RECONSTRUCTORS and type(node.args) is tuple and node.args:
        func = node.args[0]
    return func if type(func) is Global else None


def plain_of(node: Any) -> Plain | None:
    """The plain data for one object, its parts as they are; None where nothing plain can stand for it."""
    if type(node) is Global:
        if is_numpy_dtype(node):
            return Plain(numpy_type_name(node), marked("text"))
        return Plain(python3_name(node), marked("text"), NAME_LEFT)
    if type(node) is SetNode:
        return Plain(SetNode(node.elements, frozen=False), marked("set"), marked("that it is frozen"))
    name = class_of(node)
    if name is None:
        return None
    rule = _RULES.get(name) or _by_module(name)
    found = rule(node) if rule is not None else None
    return found or _by_shape(node, name)


def plain_key(node: Any) -> Plain | None:
    """The plain data for an object that is the key of a dict or in a set, where no dict, list or set may stand."""
    found = plain_of(node)
    if found is None or isinstance(found.node, ArrayBytes) or type(found.node) in (DictNode, list):
        return None
    if type(found.node) is SetNode:
        return Plain(tuple(found.node.elements), marked("tuple"), marked("that it is a set"))
    if is_set(found.node):
        return Plain(tuple(found.node.args[0]), marked("tuple"), marked("that it is a set"))
    return found


def keys_below(root: Any) -> dict[int, Any]:
    """The nodes below ``root`` that are keys of dicts or in sets, also within tuples there, by ``id``."""
    found: dict[int, Any] = {}
    for node in nodes_below(root):
        keys = hashed(node)
        while keys:
            key = keys.pop()
            if type(key) not in ATOMS and id(key) not in found:
                found[id(key)] = key
                keys += key if type(key) is tuple else []
    return found


def hashed(node: Any) -> list[Any]:
    """What of a node Python hashes."""
    if type(node) is DictNode:
        return node.items[::2]
    if type(node) is SetNode:
        return list(node.elements)
    if is_set(node):
        return [each for part in node.args if type(part) in (list, tuple) for each in part]
    return []


def attributes(node: Call) -> DictNode | None:
    """The attributes an object gets: its ``__dict__`` and its slots."""
    state = node.payload("state")
    arguments = node.args if type(node.args) is tuple else ()
    if state is None and calls(node, _RECONSTRUCTORS) and len(arguments) == 3 and type(arguments[2]) is DictNode:
        state = arguments[2]
    if type(state) is DictNode:
        return state
    if type(state) is tuple and len(state) == 2 and all(part is None or type(part) is DictNode for part in state):
        kept = [part for part in state if part is not None]
        return kept[0] if len(kept) == 1 else DictNode([item for part in kept for item in part.items])
    return None


# -- one rule a class ------------------------------------------------------------------------------------------


def _namespace(node: Call) -> Plain | None:
    """``argparse.Namespace`` and ``types.SimpleNamespace``."""
    return Plain(attributes(node) or DictNode([]), marked("dict"), by_key=True)


def _path(node: Call) -> Plain | None:
    """``pathlib``: the parts, the first of which may be a root or a drive."""
    if type(node.args) is not tuple or not all(isinstance(part, str) for part in node.args):
        return None
    name = class_of(node)
    mark = "\\" if name is not None and "Windows" in name.name else "/"
    parts = [str(part) for part in node.args]
    is_drive = mark == "\\" and parts[:1] != [] and parts[0].endswith(":")  # a path from where the drive is at
    if len(parts) > 1 and (parts[0].endswith(mark) or is_drive):
        return Plain(parts[0] + mark.join(parts[1:]), marked("text"))
    return Plain(mark.join(parts) or ".", marked("text"))


def _number(node: Call) -> Plain | None:
    """``numpy.core.multiarray.scalar(dtype, bytes)``."""
    value = number_of(node)
    return None if value is None else Plain(value, marked("number") if not isinstance(value, str) else marked("text"))


def _array(node: Call) -> Plain | None:
    """``numpy.ndarray``: its bytes become a tensor; an array of objects becomes a list."""
    found = array_of(node)
    if found is None:
        return None
    return Plain(found, marked("tensor")) if isinstance(found, ArrayBytes) else Plain(found, marked("list"))


def _numpy_dtype(node: Call) -> Plain | None:
    name = numpy_type_name(node)
    return None if name is None else Plain(name, marked("text"))


def _config(node: Call) -> Plain | None:
    """``omegaconf``: what a ``DictConfig``, a ``ListConfig`` or a node holds is in ``_content`` or ``_val``."""
    state = attributes(node)
    keys = named_items(state).keys()
    if "_content" in keys:
        content = get(state, "_content")
        what = {DictNode: marked("dict"), list: marked("list")}.get(type(content), marked("value"))
        return Plain(content, what)
    return Plain(get(state, "_val"), marked("value")) if "_val" in keys else None


def _deque(node: Call) -> Plain | None:
    """``collections.deque(elements, maxlen)``."""
    parts = node.args if type(node.args) is tuple else ()
    elements = list(parts[0]) if parts and type(parts[0]) in (list, tuple) else []
    elements += node.payload("extend") or []
    bounded = len(parts) > 1 and parts[1] is not None
    return Plain(elements, marked("list"), marked("its maxlen") if bounded else "")


def _collection(attribute: str) -> Callable[[Call], Plain | None]:
    """A class around a list or dict that it keeps in an attribute: ``collections.UserList`` and its like."""

    def rule(node: Call) -> Plain | None:
        held = get(attributes(node), attribute)
        if type(held) is list:
            return Plain(held, marked("list"))
        items = mapping(held)
        return None if items is None else Plain(DictNode(items.items), marked("dict"))

    return rule


def _default_dict(node: Call) -> Plain | None:
    items = mapping(node)
    return None if items is None else Plain(DictNode(items.items), marked("dict"), marked("its default"))


def _frozen(node: Call) -> Plain | None:
    elements = node.args[0] if type(node.args) is tuple and node.args else []
    if type(elements) not in (list, tuple):
        return None
    return Plain(
        Call("R", Global("builtins", marked("set")), (list(elements),)), marked("set"), marked("that it is frozen")
    )


def _fraction(node: Call) -> Plain | None:
    """``fractions.Fraction(1, 3)``; ``Fraction('1/3')`` from older Pythons."""
    if type(node.args) is tuple and len(node.args) == 2 and all(type(part) is int for part in node.args):
        numerator, denominator = node.args
        return Plain(str(numerator) if denominator == 1 else f"{numerator}/{denominator}", marked("text"))
    return _text_argument(node)


def _text_argument(node: Call) -> Plain | None:
    """``decimal.Decimal('0.1')``."""
    if type(node.args) is tuple and len(node.args) == 1 and isinstance(node.args[0], str):
        return Plain(str(node.args[0]), marked("text"))
    return None


def _uuid(node: Call) -> Plain | None:
    number = get(attributes(node), "int")
    if type(number) is not int or not 0 <= number < 1 << 128:
        return None
    digits = f"{number:032x}"
    return Plain("-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:])), marked("text"))


def _moment(node: Call) -> Plain | None:
    """``datetime.datetime(bytes[, tz])``: year, month, day, hour, minute, second in bytes, then microseconds."""
    raw = raw_bytes(node.args[0]) if type(node.args) is tuple and node.args else None
    if raw is None or len(raw) not in (4, 6, 10):
        return None
    date = f"{raw[0] << 8 | raw[1]:04}-{raw[2] & 0x7F:02}-{raw[3]:02}" if len(raw) != 6 else ""
    time = raw[4:] if len(raw) == 10 else raw if len(raw) == 6 else b""
    clock = f"{time[0] & 0x7F:02}:{time[1]:02}:{time[2]:02}.{int.from_bytes(time[3:6], 'big'):06}" if time else ""
    zone = marked("its time zone") if len(node.args) > 1 else ""
    return Plain("T".join(part for part in (date, clock) if part), marked("text"), zone)


def _duration(node: Call) -> Plain | None:
    """``datetime.timedelta(days, seconds, microseconds)``, in seconds."""
    if type(node.args) is not tuple or len(node.args) != 3 or not all(type(part) is int for part in node.args):
        return None
    days, seconds, micros = node.args
    return Plain(days * 86_400 + seconds + micros / 1e6, marked("number"))


def _range(node: Call) -> Plain | None:
    if type(node.args) is not tuple or not all(type(part) is int for part in node.args) or not 1 <= len(node.args) <= 3:
        return None
    if len(node.args) == 3 and node.args[2] == 0:
        return None
    numbers = range(*node.args)
    return Plain(list(numbers), marked("list")) if len(numbers) <= _MOST_NUMBERS else None


def _buffer(node: Call) -> Plain | None:
    """``io.BytesIO``: its state is ``(bytes, position, attributes)``."""
    state = node.payload("state")
    return (
        Plain(state[0], marked("bytes")) if type(state) is tuple and state and raw_bytes(state[0]) is not None else None
    )


def _no_bytes(node: Call) -> Plain | None:
    """``bytes()``: how protocol 2 writes empty bytes."""
    return None if node.args else Plain(Call("R", Global("_codecs", "encode"), ("", "latin1")), marked("bytes"))


def _attribute(node: Call) -> Plain | None:
    """``getattr(torch.nn, 'functional')``: how protocol 2 writes what is inside a class."""
    if type(node.args) is not tuple or len(node.args) != 2 or not isinstance(node.args[1], str):
        return None
    owner = plain_of(node.args[0]) if type(node.args[0]) in (Global, Call) else None
    return (
        Plain(f"{owner.node}.{node.args[1]}", marked("text"), NAME_LEFT)
        if owner and isinstance(owner.node, str)
        else None
    )


def _subclass(node: Call) -> Plain | None:
    """``torch._tensor._rebuild_from_type_v2(func, type, args, state)``: the tensor without its own class.

    None where all that it is made of is among its attributes.
    """
    if type(node.args) is tuple and len(node.args) == 4 and type(node.args[2]) is tuple and node.args[0] != WRAPPER:
        return Plain(Call("R", node.args[0], node.args[2]), marked("tensor"), marked("its own class and attributes"))
    return None


def _from_array(node: Call) -> Plain | None:
    """``_rebuild_device_tensor_from_numpy(array, …)`` as torch ≥ 2.5 writes it, with a tensor for the array."""
    return Plain(Call("R", FROM_CPU, node.args), marked("tensor")) if is_carried(node) else None


def _by_shape(node: Call, name: Global) -> Plain | None:
    """An object of a class that is not known: its items, elements or attributes, without the class."""
    steps = dict(node.steps or ())
    if "items" in steps:
        return Plain(DictNode(steps["items"].items), marked("dict"), CLASS_LOST)
    if "extend" in steps:
        return Plain(steps["extend"], marked("list"), CLASS_LOST)
    if mapping(node) is not None:
        return _default_dict(node)
    arguments = node.args if type(node.args) is tuple else ()
    if node.kind in "NX" or calls(node, _RECONSTRUCTORS):
        made = attributes(node)
        if made is not None:
            return Plain(made, marked("dict"), CLASS_LOST, by_key=True)
        if "state" not in steps and node.kind == "N":
            if not arguments:
                return Plain(DictNode([]), marked("dict"), CLASS_LOST)
            return Plain(arguments[0] if len(arguments) == 1 else arguments, marked("value"), CLASS_LOST)
        return None
    # A member of an Enum is written as a call of its class with its value.
    if node.kind == "R" and len(arguments) == 1 and not steps and name.name.rpartition(".")[2][:1].isupper():
        return Plain(arguments[0], marked("value"), CLASS_LOST) if type(arguments[0]) in _OF_MEMBERS else None
    return None


def _by_module(name: Global) -> Callable[[Call], Plain | None] | None:
    top = name.module.partition(".")[0]
    if top == "pathlib":
        return _path
    return _config if top == "omegaconf" else None


def is_refused(name: Any) -> bool:
    """Whether a name is one that ``weights_only=True`` refuses."""
    return type(name) is Global and not is_allowed(name)


def refused_below(replaced: Mapping[int, Any] = MappingProxyType({})) -> Below:
    """The names at a node and below it that ``weights_only=True`` refuses; ``replaced`` is as in `Below`."""
    return Below(lambda node: (node,) if is_refused(node) else (), replaced)


_OF_MEMBERS = ATOMS - {bytes, bytearray}
"""Types of what members of an Enum are worth; who wraps bytes is hardly one."""
_MOST_NUMBERS = 1_000_000
_RECONSTRUCTORS = frozenset({Global("copyreg", "_reconstructor"), Global("copy_reg", "_reconstructor")})
_NUMPY_CORES = ("numpy.core.multiarray", "numpy._core.multiarray")
_RULES: dict[Global, Callable[[Call], Plain | None]] = {
    Global("argparse", "Namespace"): _namespace,
    Global("types", "SimpleNamespace"): _namespace,
    Global("collections", "deque"): _deque,
    Global("collections", "UserList"): _collection("data"),
    Global("UserList", "UserList"): _collection("data"),  # what protocol 2 calls it, and the next
    Global("collections", "UserDict"): _collection("data"),
    Global("UserDict", "IterableUserDict"): _collection("data"),
    Global("fastcore.foundation", "L"): _collection("items"),  # fastcore/foundation.py: the list of fastai
    Global("collections", "defaultdict"): _default_dict,
    Global("builtins", "frozenset"): _frozen,
    Global("__builtin__", "frozenset"): _frozen,
    Global("builtins", "range"): _range,
    Global("__builtin__", "xrange"): _range,
    Global("builtins", "bytes"): _no_bytes,
    Global("__builtin__", "bytes"): _no_bytes,
    Global("builtins", "getattr"): _attribute,
    Global("__builtin__", "getattr"): _attribute,
    Global("decimal", "Decimal"): _text_argument,
    Global("fractions", "Fraction"): _fraction,
    Global("uuid", "UUID"): _uuid,
    Global("datetime", "datetime"): _moment,
    Global("datetime", "date"): _moment,
    Global("datetime", "time"): _moment,
    Global("datetime", "timedelta"): _duration,
    Global("_io", "BytesIO"): _buffer,
    Global("io", "BytesIO"): _buffer,
    Global("numpy", "dtype"): _numpy_dtype,
    Global("torch._tensor", "_rebuild_from_type_v2"): _subclass,
    **dict.fromkeys(FROM_ARRAY, _from_array),
    **{Global(core, "scalar"): _number for core in _NUMPY_CORES},
    **{Global(core, "_reconstruct"): _array for core in _NUMPY_CORES},
    Global("numpy.core.numeric", "_frombuffer"): _array,
    Global("numpy._core.numeric", "_frombuffer"): _array,
}

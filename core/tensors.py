"""Recognises tensors and storages in the inert graph by the functions that torch rebuilds them with.

Sources: ``torch/_utils.py`` (``_rebuild_tensor_v2`` and its kin), ``torch/_tensor.py``
(``_rebuild_from_type_v2``) and ``torch/serialization.py`` (``persistent_id``).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from operator import add, gt, mul

from core.dtypes import ITEM_SIZES, STORAGE_CLASSES, UNTYPED
from core.errors import Malformed
from core.graph import ORDERED_DICT, Call, Global, PersistentId
from core.light import Any, NamedTuple

NO_DEVICE = "no device"
"""The device of a storage whose file names none: in safetensors files, where whoever loads them chooses."""


class StorageId(NamedTuple):
    """What a persistent id says of a storage: its ``key``, saved ``device``, ``dtype`` and size in ``nbytes``."""

    key: str
    device: str
    dtype: str
    nbytes: int
    view_offset: int


class TensorSpec(NamedTuple):
    """What the pickle says of a tensor; ``offset`` and strides count elements."""

    storage: StorageId
    dtype: str
    shape: tuple[int, ...]
    stride: tuple[int, ...]
    offset: int
    elements: int
    requires_grad: bool
    parameter: bool


class Facts(NamedTuple):
    """The same of many tensors, a column a fact: of their storages, then of themselves."""

    keys: Sequence[str]
    devices: Sequence[str]
    storage_dtypes: Sequence[str]
    storage_bytes: Sequence[int]
    dtypes: Sequence[str]
    shapes: Sequence[tuple[int, ...]]
    strides: Sequence[tuple[int, ...]]
    offsets: Sequence[int]
    elements: Sequence[int]
    requires_grad: Sequence[bool]
    parameters: Sequence[bool]

    @classmethod
    def of(cls, spec: TensorSpec) -> Facts:
        """Columns of one tensor."""
        columns: Any = ((fact,) for fact in (*spec.storage[:4], *spec[1:]))
        return cls(*columns)


_UTILS = "torch._utils"
_MAX = (1 << 63) - 1
_MAX_DIMENSIONS = 64  # of a tensor, in torch
_DEEPEST = 4  # a parameter of a tensor subclass of a tensor
_new = tuple.__new__  # the constructor of a named tuple takes twice as long, and there are many tensors
_DENSE = frozenset(
    Global(_UTILS, name) for name in ("_rebuild_tensor", "_rebuild_tensor_v2", "_rebuild_tensor_v3", "_rebuild_qtensor")
)
USUAL = Global(_UTILS, "_rebuild_tensor_v2")
"""What torch.save rebuilds nearly all tensors with."""
NESTED = Global(_UTILS, "_rebuild_nested_tensor")
"""What rebuilds a tensor of tensors of several sizes from its bytes and three tensors about them."""
_V3 = Global(_UTILS, "_rebuild_tensor_v3")
_QUANTISED = Global(_UTILS, "_rebuild_qtensor")
_WRAPPED = frozenset(
    {
        Global(_UTILS, "_rebuild_parameter"),
        Global(_UTILS, "_rebuild_parameter_with_state"),
        Global("torch.nn.parameter", "Parameter"),
    }
)
_FROM_TYPE = Global("torch._tensor", "_rebuild_from_type_v2")
_PARAMETER = Global("torch.nn.parameter", "Parameter")
TENSOR_FUNCTIONS = _DENSE | _WRAPPED | {_FROM_TYPE}


def storage_id(node: Any) -> StorageId | None:
    """Read a persistent id; None when it names something else than a storage.

    Raises `Malformed` for a storage whose parts make no sense.
    """
    if type(node) is not PersistentId:
        return None
    pid = node.pid
    if type(pid) is not tuple or len(pid) not in (5, 6) or pid[0] != "storage":
        return None
    _, kind, key, device, numel = pid[:5]
    dtype = STORAGE_CLASSES.get(kind.name) if type(kind) is Global else None
    if dtype is None or not isinstance(key, str) or not isinstance(device, str) or not _is_count(numel):
        raise Malformed("A storage is described in a way that torch never writes; the file is damaged or a trap.")
    view_offset = 0
    if len(pid) == 6 and pid[5] is not None:  # written by torch 0.1 only: (key of the view, offset, elements)
        view = pid[5]
        if type(view) is not tuple or len(view) != 3 or not _is_count(view[1]):
            raise Malformed("A view of a storage is described in a way that torch never writes; the file is damaged.")
        view_offset = view[1]
    return _new(StorageId, (key, device, dtype, numel * ITEM_SIZES[dtype], view_offset))


def is_untyped(node: PersistentId) -> bool:
    """Whether a storage's persistent id counts bytes and not elements."""
    return node.pid[1].name in UNTYPED


def tensor_spec(node: Call, depth: int = 0) -> TensorSpec | None:
    """Read a call that rebuilds a tensor; None when the call is something else or has odd arguments.

    Raises `Malformed` for a tensor that reaches outside its storage.
    """
    func, args = node.func, node.args
    if type(func) is not Global or type(args) is not tuple or depth > _DEEPEST:
        return None
    if func in _DENSE:
        return _dense(func, args)
    if func in _WRAPPED and args and type(args[0]) is Call:
        inner = tensor_spec(args[0], depth + 1)
        if inner is None:
            return None
        wanted = args[1] if len(args) > 1 else True
        return inner._replace(requires_grad=wanted is True, parameter=True)
    if func == _FROM_TYPE and len(args) == 4 and type(args[0]) is Global and type(args[2]) is tuple:
        inner = tensor_spec(Call("R", args[0], args[2]), depth + 1)
        return inner._replace(parameter=inner.parameter or args[1] == _PARAMETER) if inner else None
    return None


def is_parameter(node: Any) -> bool:
    """Whether a node is a parameter made of another node, its tensor of whatever kind."""
    return (
        type(node) is Call
        and type(node.func) is Global
        and node.func in _WRAPPED
        and type(node.args) is tuple
        and bool(node.args)
        and type(node.args[0]) is Call
    )


def detached(node: Call) -> Call:
    """What ``.detach()`` gives of a node that `tensor_spec` reads: a new plain tensor over the same storage.

    It wants no gradient, and has no hooks and no attributes of its own.
    """
    while node.func not in _DENSE:
        node = Call("R", node.args[0], node.args[2]) if node.func == _FROM_TYPE else node.args[0]
    args = list(node.args)
    flag = 5 if node.func == _QUANTISED else 4
    if len(args) > flag + 1:
        args[flag : flag + 2] = (False, Call("R", ORDERED_DICT, ()))
    return Call("R", node.func, tuple(args))


def plain_facts(calls: Sequence[Call]) -> Facts | None:
    """What `tensor_spec` says of many calls of `USUAL`, in a third of the time; None when one is out of the ordinary.

    Ordinary is what torch.save writes of a dense tensor. The parts are looked at column by column, where
    one pass in C tells the types of all.
    """
    arguments = [call.args for call in calls]
    if set(map(type, arguments)) != {tuple} or set(map(len, arguments)) != {6}:
        return None
    nodes, offsets, shapes, strides, flags, _ = zip(*arguments, strict=True)
    if set(map(type, nodes)) != {PersistentId}:
        return None
    pids = [node.pid for node in nodes]
    if set(map(type, chain(pids, shapes, strides))) != {tuple} or set(map(len, pids)) not in ({5}, {6}):
        return None
    tags, kinds, keys, devices, counts, *views = zip(*pids, strict=True)
    if views and set(map(type, views[0])) != {type(None)}:  # of the older container
        return None
    texts = set(map(type, tags + keys + devices))
    numbers = set(map(type, chain(counts, offsets, chain.from_iterable(shapes), chain.from_iterable(strides))))
    if texts != {str} or numbers != {int} or set(map(type, kinds)) != {Global} or set(map(type, flags)) != {bool}:
        return None
    dtypes = {kind: STORAGE_CLASSES.get(kind.name, "") for kind in set(kinds)}
    if set(tags) != {"storage"} or "" in dtypes.values():
        return None
    if not 0 <= min(chain(counts, offsets)) <= max(chain(counts, offsets)) <= _MAX:
        return None
    layouts = list(zip(shapes, strides, strict=True))
    distinct = set(layouts)
    if any(len(shape) != len(stride) or len(shape) > _MAX_DIMENSIONS for shape, stride in distinct):
        return None
    reaches = {layout: _reach(0, *layout) for layout in distinct}
    elements, ends = zip(*map(reaches.__getitem__, layouts), strict=True)
    if any(map(gt, map(add, offsets, ends), counts)):
        return None
    of = [dtypes[kind] for kind in kinds]
    nbytes = map(mul, counts, map(ITEM_SIZES.__getitem__, of))
    return Facts(keys, devices, of, list(nbytes), of, shapes, strides, offsets, elements, flags, [False] * len(calls))


def _dense(func: Global, args: tuple[Any, ...]) -> TensorSpec | None:
    if len(args) < 4:
        return None
    storage = storage_id(args[0])
    offset, shape, stride = args[1:4]
    if storage is None or type(shape) is not tuple or type(stride) is not tuple or len(shape) != len(stride):
        return None
    dtype = storage.dtype
    flag = args[4] if len(args) > 5 else False
    if len(args) > 6:
        if func == _QUANTISED:
            flag = args[5]
        elif func == _V3 and type(args[6]) is Global and args[6].name in ITEM_SIZES:
            dtype = args[6].name
    elements, reach = _reach(offset, shape, stride)
    if elements and (storage.view_offset + reach) * ITEM_SIZES[dtype] > storage.nbytes:
        raise Malformed(
            f"A tensor reaches outside its storage {storage.key!r} (element {reach:,} of "
            f"{storage.nbytes // ITEM_SIZES[dtype]:,}); the file is damaged or a trap."
        )
    return _new(
        TensorSpec, (storage, dtype, shape, stride, offset + storage.view_offset, elements, flag is True, False)
    )


def _reach(offset: Any, shape: tuple[Any, ...], stride: tuple[Any, ...]) -> tuple[int, int]:
    """(number of elements, one more than the last element touched)."""
    if not _is_count(offset):
        raise Malformed("A tensor begins outside its storage; the file is damaged or a trap.")
    elements, last = 1, offset
    for size, step in zip(shape, stride, strict=True):
        if type(size) is not int or type(step) is not int or not 0 <= size <= _MAX or not 0 <= step <= _MAX:
            raise Malformed("A tensor has a size or stride that torch never writes; the file is damaged or a trap.")
        elements *= size
        last += (size - 1) * step
    if elements > _MAX or len(shape) > _MAX_DIMENSIONS:
        raise Malformed("A tensor has more elements than torch can count; the file is damaged or a trap.")
    return elements, last + 1


def end_of(offset: int, shape: Sequence[int], stride: Sequence[int]) -> int:
    """One more than the last element of its storage that a tensor with elements touches."""
    return offset + sum((size - 1) * step for size, step in zip(shape, stride, strict=True)) + 1


def _is_count(value: Any) -> bool:
    """Whether a value is a whole number that fits torch's int64 and is not negative."""
    return type(value) is int and 0 <= value <= _MAX

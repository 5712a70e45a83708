"""Recognises tensors and storages in the inert graph by the functions that torch rebuilds them with.

Sources: ``torch/_utils.py`` (``_rebuild_tensor_v2`` and its kin), ``torch/_tensor.py``
(``_rebuild_from_type_v2``) and ``torch/serialization.py`` (``persistent_id``).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, compress
from operator import add, attrgetter, gt, mul
from typing import Any, NamedTuple

from core.dtypes import ITEM_SIZES, PACKED, STORAGE_CLASSES, UNTYPED, takes_gradients
from core.errors import Malformed
from core.objects.numpy_data import array_layout
from core.pickling.nodes import ORDERED_DICT, Call, Global, PersistentId, mapping


class StorageId(NamedTuple):
    """What a persistent id says of a storage: its ``key``, saved ``device``, ``dtype`` and size in ``nbytes``.

    The key is empty where the bytes are those of an array in the pickle.
    """

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


class Rebuilt(NamedTuple):
    """How a call makes a tensor: ``func`` does, out of ``args``; around it may stand a parameter and classes.

    ``requires_grad`` is what the parameter says of it, None where there is none. ``states`` are what is handed over to
    become Python attributes of the tensor.
    """

    func: Global
    args: tuple[Any, ...]
    parameter: bool
    requires_grad: bool | None
    states: tuple[Any, ...]


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
_FUNC = attrgetter("func")
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
DEVICE = Global("torch", "device")
"""Where something is to be: a value of the user, or of what rebuilds a tensor around others."""
GENERATOR = Global("torch._C", "Generator")
"""A source of random numbers, whose state is a tensor; no weight of a model."""
QUANTISED = Global(_UTILS, "_rebuild_qtensor")
FROM_CPU = Global(_UTILS, "_rebuild_device_tensor_from_cpu_tensor")
FROM_ARRAY = frozenset({Global(_UTILS, "_rebuild_device_tensor_from_numpy"), Global(_UTILS, "_rebuild_xla_tensor")})
CARRIED = FROM_ARRAY | {FROM_CPU}
"""What rebuilds a tensor of XLA, MTIA, MAIA and other devices from which no storage can be saved: out of a copy in main
memory, its dtype, its device and whether it requires a gradient. Its bytes are carried by a tensor of the CPU, or by a
NumPy array as before torch 2.5 (``_reduce_ex_internal`` in ``torch/_tensor.py``).
"""
DEVICE_AT = 2
"""Which argument of `CARRIED` is the device, as a text."""
V3 = Global(_UTILS, "_rebuild_tensor_v3")
"""The same for the dtypes that no storage class stands for: the last argument names the dtype."""
_WRAPPED = frozenset(
    {
        Global(_UTILS, "_rebuild_parameter"),
        Global(_UTILS, "_rebuild_parameter_with_state"),
        Global("torch.nn.parameter", "Parameter"),
    }
)
_FROM_TYPE = frozenset(
    {Global("torch._tensor", "_rebuild_from_type"), Global("torch._tensor", "_rebuild_from_type_v2")}
)
_PARAMETER = Global("torch.nn.parameter", "Parameter")
TENSOR_CLASSES = frozenset({_PARAMETER})
"""Those of `TENSOR_FUNCTIONS` that are classes, which a file may name for itself."""
TENSOR_FUNCTIONS = _DENSE | CARRIED | _WRAPPED | _FROM_TYPE


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
        raise Malformed("A storage is described in a way that torch never writes; the file is damaged or malicious.")
    view_offset = 0
    if len(pid) == 6 and pid[5] is not None:  # written by torch 0.1 only: (key of the view, offset, elements)
        view = pid[5]
        if type(view) is not tuple or len(view) != 3 or not (_is_count(view[1]) and _is_count(view[2])):
            raise Malformed("A view of a storage is described in a way that torch never writes; the file is damaged.")
        view_offset = view[1]
    return _new(StorageId, (key, device, dtype, numel * ITEM_SIZES[dtype], view_offset))


def is_untyped(node: PersistentId) -> bool:
    """Whether a storage's persistent id counts bytes and not elements."""
    return node.pid[1].name in UNTYPED


def rebuilt(node: Any) -> Rebuilt | None:
    """What makes the tensor of a call, inside the parameters and classes around it; None for no such call."""
    func, args = (node.func, node.args) if type(node) is Call else (None, None)
    parameter, requires_grad = False, None
    states: list[Any] = []
    for _ in range(_DEEPEST + 1):
        if type(func) is not Global or type(args) is not tuple:
            return None
        if func in _WRAPPED and args and type(args[0]) is Call:
            parameter = True
            if requires_grad is None:
                requires_grad = _old_flag(node) if len(args) == 1 else args[1] is True
            states += args[3:4]
            func, args = args[0].func, args[0].args
        elif func in _FROM_TYPE and len(args) == 4:
            parameter = parameter or args[1] == _PARAMETER
            states.append(args[3])
            func, args = args[0], args[2]
        else:
            return Rebuilt(func, args, parameter, requires_grad, tuple(states))
    return None


def _old_flag(node: Call) -> bool:
    """Whether a parameter of torch 0.1 to 0.3 requires a gradient: the first part of the state that it is handed."""
    state = node.payload("state")
    return not (type(state) is tuple and len(state) == 3 and state[0] is False)


def storage_call(node: Call) -> Call:
    """The call that names the storage: that of the tensor inside a parameter."""
    while type(node.args[0]) is Call:
        node = node.args[0]
    return node


def tensor_spec(node: Call) -> TensorSpec | None:
    """Read a call that rebuilds a tensor; None when the call is something else or has odd arguments.

    Raises `Malformed` for a tensor that reaches outside its storage.
    """
    if type(node.func) is Global and node.func in _DENSE and type(node.args) is tuple:
        return _dense(node.func, node.args)
    found = rebuilt(node)
    if found is None:
        return None
    spec = _carried(found) if found.func in CARRIED else _dense(*found[:2]) if found.func in _DENSE else None
    if spec is None:
        return None
    flag = spec.requires_grad if found.requires_grad is None else found.requires_grad
    return spec._replace(requires_grad=flag, parameter=found.parameter)


def is_carried(node: Any) -> bool:
    """Whether a node that `tensor_spec` reads says the device of its tensor itself, and not its storage."""
    found = rebuilt(node)
    return found is not None and found.func in CARRIED


def is_packed(node: Any, dtype: str) -> bool:
    """Whether several elements of a tensor are in one byte."""
    found = rebuilt(node) if dtype in PACKED else None
    return found is not None and found.func == QUANTISED


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


def signs(made: Rebuilt) -> tuple[bool, bool]:
    """Whether a tensor is the conjugate, and the negative, of what is stored."""
    said = mapping(made.args[-1]) if len(made.args) in (7, 8) and made.func != QUANTISED else None
    items = said.items if said is not None else []
    named: dict[Any, Any] = {
        key: value for key, value in zip(items[::2], items[1::2], strict=True) if isinstance(key, str)
    }
    return (named.get("conj") is True, named.get("neg") is True)


def detached(node: Call, *, requires_grad: bool = False) -> Call:
    """What ``.detach()`` gives of a node that `tensor_spec` reads: a new plain tensor over the same storage.

    It wants no gradient, unless asked to, and has no hooks and no attributes of its own.
    """
    found = rebuilt(node)
    assert found is not None
    args = list(found.args)
    flag = 5 if found.func == QUANTISED else 4
    if found.func in CARRIED:
        args[3] = requires_grad
    elif len(args) > flag + 1:
        args[flag : flag + 2] = (requires_grad, Call("R", ORDERED_DICT, ()))
    return Call("R", found.func, tuple(args))


def plain_facts(calls: Sequence[Call], parts: int = 0) -> Facts | None:  # noqa: C901 - one question a line
    """What `tensor_spec` says of many calls of `USUAL`, in a third of the time; None when one is out of the ordinary.

    ``parts`` is how many parts a persistent id has in this container; 0 where any will do. Ordinary is what torch.save
    writes of a dense tensor. The parts are looked at column by column, where one pass in C tells the types of all.
    """
    arguments = [call.args for call in calls]
    if set(map(type, arguments)) != {tuple} or set(map(len, arguments)) != {6}:
        return None
    nodes, offsets, shapes, strides, flags, hooks = zip(*arguments, strict=True)
    if set(map(type, nodes)) != {PersistentId} or not _are_empty(hooks):
        return None
    pids = [node.pid for node in nodes]
    if set(map(type, chain(pids, shapes, strides))) != {tuple} or set(map(len, pids)) not in ({5}, {6}):
        return None
    tags, kinds, keys, devices, counts, *views = zip(*pids, strict=True)
    if (parts and len(pids[0]) != parts) or (
        views and set(map(type, views[0])) != {type(None)}
    ):  # of the legacy format
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
    if not all(map(takes_gradients, set(compress(of, flags)))):
        return None
    nbytes = map(mul, counts, map(ITEM_SIZES.__getitem__, of))
    return Facts(keys, devices, of, list(nbytes), of, shapes, strides, offsets, elements, flags, [False] * len(calls))


def _are_empty(hooks: Sequence[Any]) -> bool:
    """Whether all hooks of tensors are empty OrderedDicts."""
    if set(map(type, hooks)) != {Call}:
        return False
    functions = list(map(_FUNC, hooks))  # each file has a node of its own for the name
    if any(function != ORDERED_DICT for function in dict(zip(map(id, functions), functions, strict=True)).values()):
        return False
    return not any(hook.args or hook.steps for hook in hooks)


def _dense(func: Global, args: tuple[Any, ...]) -> TensorSpec | None:
    if len(args) < 4:
        return None
    storage = storage_id(args[0])
    offset, shape, stride = args[1:4]
    if storage is None or type(shape) is not tuple or type(stride) is not tuple or len(shape) != len(stride):
        return None
    dtype, in_a_byte = storage.dtype, 1
    flag = args[4] if len(args) > 5 else False
    if func == QUANTISED:
        in_a_byte = PACKED.get(dtype, 1)
        flag = args[5] if len(args) > 6 else flag
    elif func == V3 and len(args) > 6 and type(args[6]) is Global and args[6].name in ITEM_SIZES:
        dtype = args[6].name
    elements, reach = _reach(offset, shape, stride)
    if elements and -(-(storage.view_offset + reach) // in_a_byte) * ITEM_SIZES[dtype] > _end(args[0], storage):
        raise Malformed(
            "A tensor reaches outside its storage {key!r} (element {reach:,} of {count:,}); the file is damaged or "
            "malicious.",
            key=storage.key,
            reach=reach,
            count=storage.nbytes // ITEM_SIZES[dtype] * in_a_byte,
        )
    return _new(
        TensorSpec, (storage, dtype, shape, stride, offset + storage.view_offset, elements, flag is True, False)
    )


def _end(node: PersistentId, storage: StorageId) -> int:
    """The bytes up to where the storage ends, or the part of it that a view is."""
    view = node.pid[5] if len(node.pid) == 6 else None
    return storage.nbytes if view is None else (view[1] + view[2]) * ITEM_SIZES[storage.dtype]


def _carried(found: Rebuilt) -> TensorSpec | None:
    if len(found.args) != 4:
        return None
    data, dtype, device, flag = found.args
    if type(dtype) is not Global or dtype.name not in ITEM_SIZES or not isinstance(device, str):
        return None
    inner = rebuilt(data)
    spec = _dense(*inner[:2]) if inner is not None and inner.func in _DENSE else None
    if spec is not None and not spec.storage.key:
        raise Malformed("A storage has no name, which torch never writes; the file is damaged or malicious.")
    if found.func in FROM_ARRAY and type(data) is Call:
        layout = array_layout(data)
        if layout is not None:
            elements, _ = _reach(0, *layout)
            storage = StorageId("", device, dtype.name, elements * ITEM_SIZES[dtype.name], 0)
            spec = TensorSpec(storage, dtype.name, *layout, 0, elements, requires_grad=False, parameter=False)
    if spec is None:
        return None
    return spec._replace(
        storage=spec.storage._replace(device=str(device)), dtype=dtype.name, requires_grad=flag is True
    )


def _reach(offset: Any, shape: tuple[Any, ...], stride: tuple[Any, ...]) -> tuple[int, int]:
    """(number of elements, one more than the last element touched)."""
    if not _is_count(offset):
        raise Malformed("A tensor begins outside its storage; the file is damaged or malicious.")
    last = offset
    for size, step in zip(shape, stride, strict=True):
        if not (_is_count(size) and _is_count(step)):
            raise Malformed("A tensor has a size or stride that torch never writes; the file is damaged or malicious.")
        last += (size - 1) * step
    elements = elements_of(shape)
    if elements is None or len(shape) > _MAX_DIMENSIONS:
        raise Malformed("A tensor has more elements than torch can count; the file is damaged or malicious.")
    return elements, last + 1


def end_of(offset: int, shape: Sequence[int], stride: Sequence[int]) -> int:
    """One more than the last element of its storage that a tensor with elements touches."""
    return offset + sum((size - 1) * step for size, step in zip(shape, stride, strict=True)) + 1


def elements_of(shape: Sequence[int]) -> int | None:
    """The elements of a shape; None where a size is negative or torch cannot count them, on the way to 0 either."""
    elements = 1
    for size in shape:
        elements *= size
        if size < 0 or elements > _MAX:
            return None
    return elements


def is_int64(value: Any) -> bool:
    """Whether a value is a whole number that torch takes: none is larger than its int64."""
    return type(value) is int and -_MAX - 1 <= value <= _MAX


def _is_count(value: Any) -> bool:
    """Whether a value is a whole number that fits torch's int64 and is not negative."""
    return type(value) is int and 0 <= value <= _MAX

"""The forms in which torch.save writes the calls that torch.load makes: what a file says otherwise is odd.

The functions take more than that, and what they make of it is not always what it looks like: a list for a shape, hooks
that hide tensors, a state that puts other data into a tensor. Sources: ``torch/_utils.py``, ``torch/_tensor.py`` and
``torch/nn/parameter.py`` of torch 0.1 to 2.13.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from core.devices import MOST_CARDS
from core.dtypes import ITEM_SIZES, UNTYPED, takes_gradients
from core.objects.compounds import META, SPARSE, WRAPPER, compound_of, layout_of, sizes
from core.objects.numpy_data import array_layout
from core.objects.tensors import (
    CARRIED,
    FROM_ARRAY,
    NESTED,
    QUANTISED,
    TENSOR_FUNCTIONS,
    USUAL,
    elements_of,
    is_int64,
    tensor_spec,
)
from core.pickling.allowlist import is_allowed
from core.pickling.equal_keys import Unhashable, repeated
from core.pickling.nodes import ORDERED_DICT, Call, DictNode, Global, PersistentId, calls
from core.words import say

Arguments = tuple[Any, ...]

_BUILTINS = ("builtins", "__builtin__")
_LAYOUT_NAMES = "strided sparse_coo sparse_csr sparse_csc sparse_bsr sparse_bsc jagged _mkldnn"
_LAYOUTS = frozenset(f"torch.{name}" for name in _LAYOUT_NAMES.split())
SIZE = Global("torch", "Size")


def _size(args: Arguments) -> bool:
    return not args or (len(args) == 1 and type(args[0]) in (tuple, list) and all(map(is_int64, args[0])))


def _device(args: Arguments) -> bool:
    kind = args[0] if args else None
    if not isinstance(kind, str) or len(args) > 2 or kind.partition(":")[0] not in _DEVICES:
        return False
    _, colon, index = kind.partition(":")
    if len(args) == 1:
        return not colon or index in _INDICES
    return type(args[1]) is int and not colon and 0 <= args[1] < MOST_CARDS


_KINDS = (
    "cpu cuda ipu xpu mkldnn opengl opencl ideep hip ve fpga maia ort xla lazy vulkan mps meta hpu mtia privateuseone"
)
_DEVICES = frozenset(_KINDS.split())
_INDICES = frozenset(map(str, range(MOST_CARDS)))


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


_UTILS, _BUILTINS = "torch._utils", ("builtins", "__builtin__")
PARAMETER, _TENSOR = Global("torch.nn.parameter", "Parameter"), Global("torch", "Tensor")
_WITH_STATE = Global(_UTILS, "_rebuild_parameter_with_state")
_V1, _V3 = Global(_UTILS, "_rebuild_tensor"), Global(_UTILS, "_rebuild_tensor_v3")
_FROM_TYPES = tuple(Global("torch._tensor", name) for name in ("_rebuild_from_type", "_rebuild_from_type_v2"))
_PARAMETERS = (Global(_UTILS, "_rebuild_parameter"), _WITH_STATE, PARAMETER)
_INDICES_BEFORE = {
    f"torch.sparse_{name}": at for name, at in (("coo", 2), ("csr", 3), ("csc", 3), ("bsr", 3), ("bsc", 3))
}
"""Which part of a sparse tensor of some layout is its size."""
_PER_TENSOR = {"per_tensor_affine"}
_PER_CHANNEL = {"per_channel_affine", "per_channel_affine_float_qparams"}
_ATTRIBUTES = (
    "H T __class__ __cuda_array_interface__ __dict__ __weakref__ _backward_hooks _base _cdata _grad _grad_fn "
    "_has_symbolic_sizes_strides _post_accumulate_grad_hooks _python_dispatch _version data device dtype grad "
    "grad_dtype grad_fn imag is_cpu is_cuda is_ipu is_leaf is_maia is_meta is_mkldnn is_mps is_mtia is_nested "
    "is_quantized is_sparse is_sparse_csr is_vulkan is_xla is_xpu itemsize layout mH mT name names nbytes ndim "
    "output_nr real requires_grad retains_grad shape volatile"
)
OWN_ATTRIBUTES = frozenset(_ATTRIBUTES.split())
"""What a tensor has by itself: set from a file it changes the tensor, or fails."""
_MADE = (Call, PersistentId)
"""What makes classes beside their names: an attribute of another, or a class with its source in the legacy format."""
_METADATA = 6
"""Where the signs of a tensor stand among the arguments of its call."""


def odd_call(call: Call) -> str:
    """What is odd about a call of something that torch.load calls; empty for nothing, and for all other calls."""
    func = call.func
    if type(func) is not Global:
        return "" if type(func) in _MADE else say("the pickle calls something that is not an imported name")
    form = _FORMS.get(func)
    if form is None:
        unknown = func not in TENSOR_FUNCTIONS and is_allowed(func) and func not in _CALLED
        return say("the pickle calls {name}, which torch.save never does", name=func.dotted) if unknown else ""
    if call.kind != "R" and (func, call.kind) != (SIZE, "N"):  # a tuple, before torch 1.1
        return say("the pickle makes an object of {name} without calling it", name=func.dotted)
    if type(call.args) is not tuple or not form(call.args):
        return say("{name} is called with arguments that torch.save never writes", name=func.dotted)
    return ""


def put_right(call: Call) -> None:
    """Write an odd call that makes a dense tensor as torch.save would, where what it makes is the same tensor."""
    args = tuple(call.args) if type(call.args) is list else call.args
    at = 6 if call.func == QUANTISED else 5
    if call.func not in (USUAL, _V3, QUANTISED) or type(args) is not tuple or len(args) <= at:
        return
    offset = int(args[1]) if type(args[1]) is bool else args[1]
    shape, stride = (_as_sizes(each) for each in args[2:4])
    plain = args[0], offset, shape, stride, *args[4:at], Call("R", ORDERED_DICT, ()), *args[at + 1 :]
    if call.func == USUAL and len(plain) > _METADATA and plain[_METADATA] in (None, ()):
        plain = plain[:_METADATA]
    form = _FORMS[call.func]
    if form(plain):
        call.kind, call.args = "R", plain


def _as_sizes(node: Any) -> Any:
    """A shape or strides as a tuple of whole numbers, where they are ones to torch."""
    found = node if type(node) in (list, tuple) else sizes(node)
    if found is not None and all(type(size) in (int, bool) for size in found):
        return tuple(map(int, found))
    return node


def is_no_hooks(hooks: Any) -> bool:
    """Whether a tensor has no hooks: an empty OrderedDict, or None before torch 1.0; an empty dict does no harm."""
    return (
        hooks is None
        or (type(hooks) is DictNode and not hooks.items)
        or (
            type(hooks) is Call
            and hooks.func == ORDERED_DICT
            and hooks.kind == "R"
            and hooks.args == ()
            and not hooks.steps
        )
    )


def are_attributes(state: Any) -> bool:
    """Whether a state gives a tensor attributes of its own and nothing else: a dict, or one and a dict of slots."""
    parts = state if type(state) is tuple and len(state) == 2 else (state,)
    return all(part is None or (type(part) is DictNode and _are_names(part.items[::2])) for part in parts)


def old_flag(call: Call) -> bool | None:
    """Whether a parameter of torch 0.1 to 0.3 requires a gradient: of a state of that, ``volatile`` and its hooks."""
    state = call.payload("state")
    if type(state) is not tuple or len(state) != 3 or type(state[0]) is not bool or not is_no_hooks(state[2]):
        return None
    return state[0]


def _are_names(keys: list[Any]) -> bool:
    return all(isinstance(key, str) and key not in OWN_ATTRIBUTES for key in keys)


def _is_tensor(node: Any) -> bool:
    """Whether a node makes a tensor, as far as its name tells: one of a class that torch does not know, say."""
    return type(node) is Call and type(node.func) is Global and (node.func in _TENSORS or not is_allowed(node.func))


def _are_sizes(*nodes: Any) -> bool:
    return all(type(node) is tuple and all(map(is_int64, node)) for node in nodes)


def _layout(args: Arguments) -> bool:
    """A storage, an offset, a shape and strides."""
    storage, offset, shape, stride = args[:4]
    return (
        type(storage) is PersistentId and is_int64(offset) and _are_sizes(shape, stride) and len(shape) == len(stride)
    )


def _signs(node: Any, dtype: str) -> bool:
    """Whether a tensor is said to be the conjugate or the negative of what is stored."""
    if type(node) is not DictNode:
        return False
    signs = {"conj", "neg"} if dtype.startswith("complex") else {"neg"}
    keys, values = node.items[::2], node.items[1::2]
    return all(type(key) is str and key in signs for key in keys) and all(type(value) is bool for value in values)


def _flag(flag: Any, dtype: str) -> bool:
    return type(flag) is bool and (not flag or takes_gradients(dtype))


def _dtype_of(node: Any) -> str:
    """The dtype of a tensor that is made; of one that cannot be read, one that takes anything."""
    spec = tensor_spec(node) if type(node) is Call else None
    if spec is not None:
        return spec.dtype
    compound = compound_of(node)
    return compound.dtype if compound is not None and compound.dtype in ITEM_SIZES else "float"


def _named(node: Any) -> str:
    """The name of a dtype; empty for everything else."""
    return node.name if type(node) is Global and node.module == "torch" and node.name in ITEM_SIZES else ""


def _v1(args: Arguments) -> bool:
    return len(args) == 4 and _layout(args)


def _v2(args: Arguments) -> bool:
    if len(args) not in (6, 7) or not _layout(args) or not is_no_hooks(args[5]):
        return False
    dtype = _dtype_of(Call("R", USUAL, args))
    return _flag(args[4], dtype) and (len(args) == _METADATA or _signs(args[_METADATA], dtype))


def _v3(args: Arguments) -> bool:
    if len(args) not in (7, 8) or not _layout(args) or not is_no_hooks(args[5]) or not _named(args[6]):
        return False
    pid = args[0].pid
    untyped = type(pid) is tuple and len(pid) > 1 and type(pid[1]) is Global and pid[1].name in UNTYPED
    return untyped and _flag(args[4], args[6].name) and (len(args) == 7 or _signs(args[7], args[6].name))


def _quantised(args: Arguments) -> bool:
    if len(args) != 7 or not _layout(args) or not is_no_hooks(args[6]) or args[5] is not False:
        return False
    params, dtype = args[4], _dtype_of(Call("R", QUANTISED, args))
    if type(params) is not tuple or not params or type(params[0]) is not Global or params[0].module != "torch":
        return False
    if not dtype.startswith(("q", "uq")):
        return False
    if params[0].name in _PER_TENSOR:
        return len(params) == 3 and (type(params[1]) is float or is_int64(params[1])) and is_int64(params[2])
    if params[0].name not in _PER_CHANNEL or len(params) != 4 or not is_int64(params[3]):
        return False
    shape, axis = args[2], params[3]
    return 0 <= axis < len(shape) and all(_is_one_each(each, shape[axis]) for each in params[1:3])


def _is_one_each(node: Any, count: int) -> bool:
    """Whether there are so many scales or zero points, as a list or a tensor."""
    if type(node) is list:
        return len(node) == count
    spec = tensor_spec(node) if _is_tensor(node) else None
    return _is_tensor(node) and (spec is None or spec.shape == (count,))


def _parameter(args: Arguments) -> bool:
    if len(args) != 3 or not is_no_hooks(args[2]):
        return False
    return _of_tensor(args[0]) and _flag(args[1], _dtype_of(args[0]))


def _with_state(args: Arguments) -> bool:
    return len(args) == 4 and _parameter(args[:3]) and are_attributes(args[3])


def _old_parameter(args: Arguments) -> bool:
    """``Parameter(data)`` and ``Parameter(data, requires_grad)``, as torch wrote it up to 0.3."""
    if not 1 <= len(args) <= 2 or not _of_tensor(args[0]):
        return False
    return _flag(args[1] if len(args) > 1 else True, _dtype_of(args[0]))


def _of_tensor(node: Any) -> bool:
    """Whether a node is a tensor, no parameter itself, and without attributes that a parameter of it would lose."""
    if not _is_tensor(node) or node.func in _PARAMETERS:
        return False
    kind = node.args[1] if type(node.args) is tuple and len(node.args) == 4 else None
    return node.func not in _FROM_TYPES or kind not in (PARAMETER, _TENSOR)


def _from_type(args: Arguments) -> bool:
    if len(args) != 4:
        return False
    func, kind, inner, state = args
    if type(func) is not Global or type(kind) is not Global or type(inner) is not tuple:
        return False
    if func in _PARAMETERS or func in _FROM_TYPES or (func not in _TENSORS and is_allowed(func)):
        return False
    if is_allowed(kind) and kind not in (PARAMETER, _TENSOR):
        return kind in _JAGGED
    plain = is_allowed(kind) or func in TENSOR_FUNCTIONS
    return not odd_call(Call("R", func, inner)) and (not plain or are_attributes(state))


def _carried(args: Arguments) -> bool:
    if len(args) != 4 or not _named(args[1]) or not isinstance(args[2], str) or not _flag(args[3], args[1].name):
        return False
    return not args[2].startswith("meta")


def _from_array(args: Arguments) -> bool:
    return _carried(args) and type(args[0]) is Call and array_layout(args[0]) is not None


def _from_cpu(args: Arguments) -> bool:
    if not _carried(args) or not _of_tensor(args[0]):
        return False
    spec = tensor_spec(args[0])
    if spec is None or spec.dtype != args[1].name or (spec.offset and not spec.elements):
        return False
    if spec.storage.device != "cpu":
        return False
    return args[3] or not spec.requires_grad


def _sparse(args: Arguments) -> bool:
    if len(args) != 2 or type(args[1]) is not tuple:
        return False
    at = _INDICES_BEFORE.get(f"torch.{layout_of(args[0])}", 0)
    parts = args[1]
    shape = sizes(parts[at]) if at and len(parts) in ((3, 4) if at == 2 else (4,)) else None
    if shape is None or elements_of(shape) is None:
        return False
    coalesced = at == 3 or len(parts) == 3 or parts[3] is None or type(parts[3]) is bool
    if not coalesced or not all(map(_is_tensor, parts[:at])):
        return False
    return _fits(parts) if at == 2 else _are_compressed(parts)


def _are_compressed(parts: Arguments) -> bool:
    """Whether the parts of a compressed tensor are indices of one kind, and values that it can have the gradient of."""
    *indices, values = map(tensor_spec, parts[:3])
    dtypes = {spec.dtype for spec in indices if spec is not None}
    if len(dtypes) > 1 or not dtypes <= {"int32", "int64"}:
        return False
    return values is None or not (values.requires_grad and values.dtype.startswith("complex"))


def _fits(parts: Arguments) -> bool:
    """Whether indices and values of a tensor in coordinates go with its size."""
    indices, values = (tensor_spec(part) for part in parts[:2])
    shape = sizes(parts[2])
    if indices is None or values is None or shape is None:
        return True
    if indices.dtype != "int64" or len(indices.shape) != 2 or not values.shape:
        return False
    fixed, count = indices.shape
    return (
        count == values.shape[0] and fixed + len(values.shape) - 1 == len(shape) and values.shape[1:] == shape[fixed:]
    )


def _nested(args: Arguments) -> bool:
    """A flat tensor of all elements, and whole numbers: a row of sizes and of strides, and an offset, each."""
    if len(args) != 4 or not all(map(_is_tensor, args)):
        return False
    buffer, *about = map(tensor_spec, args)
    known = [(spec, dimensions) for spec, dimensions in zip(about, (2, 2, 1), strict=True) if spec is not None]
    if buffer is not None and len(buffer.shape) != 1:
        return False
    if any(spec.dtype != "int64" or len(spec.shape) != dimensions or spec.requires_grad for spec, dimensions in known):
        return False
    return len({spec.shape[0] for spec, _ in known}) < 2


def _meta(args: Arguments) -> bool:
    if len(args) != 4 or not _named(args[0]) or not _flag(args[3], args[0].name):
        return False
    shape, stride = map(sizes, args[1:3])
    if shape is None or stride is None or len(shape) != len(stride) or min((*stride, 0)) < 0:
        return False
    return elements_of(shape) is not None


def _wrapper(args: Arguments) -> bool:
    if len(args) != 8 or type(args[0]) is not Global or args[0] in (PARAMETER, _TENSOR):
        return False
    return type(args[7]) is bool and (not args[7] or takes_gradients(_named(args[1]) or "float"))


_JAGGED = frozenset({Global("torch.nested._internal.nested_tensor", "NestedTensor")})
_TENSORS = TENSOR_FUNCTIONS | {
    SPARSE,
    META,
    NESTED,
    WRAPPER,
    Global("torch.nested._internal.nested_tensor", "_rebuild_njt"),
}
_FORMS: dict[Global, Callable[[Arguments], bool]] = {
    _V1: _v1,
    USUAL: _v2,
    _V3: _v3,
    QUANTISED: _quantised,
    _PARAMETERS[0]: _parameter,
    _WITH_STATE: _with_state,
    PARAMETER: _old_parameter,
    **dict.fromkeys(_FROM_TYPES, _from_type),
    **dict.fromkeys(FROM_ARRAY, _from_array),
    **dict.fromkeys(CARRIED - FROM_ARRAY, _from_cpu),
    SPARSE: _sparse,
    NESTED: _nested,
    META: _meta,
    WRAPPER: _wrapper,
    **VALUE_FORMS,
}
_CALLED = frozenset(
    {
        *(Global("collections", name) for name in ("OrderedDict", "Counter", "defaultdict")),
        Global("torch.nested._internal.nested_tensor", "_rebuild_njt"),
        *_JAGGED,
        Global("torch.distributed._mesh_layout", "_FlatLayout"),
        Global("torch.distributed._mesh_layout", "_MeshLayout"),
    }
)
"""What torch.load calls beside these: mappings, which `pickle_forms` looks at, and classes of torch's own."""

"""Layers told by the names and shapes of their tensors, as the classes of torch name them.

Each rule wants all tensors of a module and no other, so that what it says would have just these. What several classes
have alike is not told: the layer has them all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

from core.layers.layer import CANNOT_TELL, Arguments, Held, Layer, Shape
from core.words import marked, say

Names = Mapping[str, Held]
"""The tensors of one module, by their names in it."""

_ANY_CASE = re.IGNORECASE | re.DOTALL
_AS_LINEAR = re.compile(
    r"(.*_)?(fc|linear|lin|proj|projection|head|classifier|dense|query|key|value|qkv|[qkvo]|out|wi|wo|gate|lora_.+)_?\d*"
    r"|(to|w|c|up|down|gate)_\w+|\w+_(proj|out|head|layer)|unembed\w*|(down|up|gate)|base_layer|router|cls|w\d+",
    _ANY_CASE,
)
_AS_EMBEDDING = re.compile(
    r".*embed.*|w[tp]e|.*_emb|emb|emb_\w+|.*(lookup|codebook).*|shared|relative_attention_bias", _ANY_CASE
)
_AS_NORM = re.compile(r"(.*_)?(ln|layer_?norm)(_.*|\d*)", _ANY_CASE)
_AS_ANY_NORM = re.compile(r".*norm.*|(.*_)?(ln|bn).*|\d+", _ANY_CASE)
_AS_GROUPS = re.compile(r"(.*_)?(gn|group_?norm)(_.*|\d*)", _ANY_CASE)
_AS_TRANSPOSED = re.compile(r".*(up|deconv|transpos|decode|convt).*", _ANY_CASE)
_NOT_STRIDE = ("stride", "padding", "dilation")
_GATES = {"LSTM": 4, "GRU": 3, "RNN": 1}
_RECURRENT = re.compile(r"(weight_ih|weight_hh|weight_hr|bias_ih|bias_hh)_l(\d{1,4})(_reverse)?")
_CELL = ({"weight_ih", "weight_hh"}, {"weight_ih", "weight_hh", "bias_ih", "bias_hh"})
_STATS = {"running_mean", "running_var"}
_COUNTED = "num_batches_tracked"
_ATTENTION = ({"out_proj.weight", "out_proj.bias"}, {"in_proj_bias", "bias_k", "bias_v"})


@dataclass
class Around:
    """What the model says of a module besides its own tensors; filled in the order of the file.

    ``dimensions`` are those of all its convolutions, ``conv1d`` whether it has layers as transformers' GPT-2 has them,
    ``before`` the layer before it, ``after`` the shape of the weight behind it, ``last`` whether that is the last one,
    and ``tied_to`` the name of the only other module that has the same weight.
    """

    in_order: bool = True
    dimensions: frozenset[int] = frozenset()
    conv1d: bool = False
    before: Layer | None = None
    after: tuple[Shape, ...] = ()
    last: bool = False
    tied_to: str = ""


def layer_of(path: str, names: Names, around: Around) -> Layer:
    """What a module with these tensors is, as far as that can be told."""
    shapes = {name: held.shape for name, held in names.items() if held.shape is not None}
    if len(shapes) == len(names):
        for rule in _RULES:
            found = rule(path.rpartition(".")[2], shapes, around)
            if found is not None:
                return _told(found, names)
    return _quantised(names) or Layer("", grade=CANNOT_TELL)


def _told(found: Layer, names: Names) -> Layer:
    """The layer, quantised where its numbers are no floats."""
    weight = names.get("weight") or next(iter(names.values()))
    if weight.dtype.startswith(("qint", "quint")):
        return replace(found, note=say("quantized, {dtype}", dtype=weight.dtype), of_torch=False)
    return found


# -- linear, embedding ---------------------------------------------------------------------------------------------


def _linear(name: str, shapes: Mapping[str, Shape], around: Around) -> Layer | None:
    if shapes.keys() - {"bias"} != {"weight"} or len(shapes["weight"]) != 2:
        return None
    rows, columns = shapes["weight"]
    if "bias" in shapes:
        as_conv1d = Layer("Conv1D", (("nf", columns), ("nx", rows)), of_torch=False, width=columns)
        if shapes["bias"] == (columns,) and (rows != columns or around.conv1d):
            return replace(as_conv1d, note=say("from transformers; its weight is that of a Linear, transposed"))
        return linear(rows, columns, bias=True) if shapes["bias"] == (rows,) else None
    plain, table = linear(rows, columns, bias=False), Layer("Embedding", (("", rows), ("", columns)), width=columns)
    table = replace(table, unknown=("padding_idx",))
    if _AS_LINEAR.fullmatch(name):
        return plain
    if _AS_EMBEDDING.fullmatch(name):
        return table
    if around.tied_to:
        other = around.tied_to
        return (
            plain if _AS_EMBEDDING.fullmatch(other) else table if _AS_LINEAR.fullmatch(other) else _either(plain, table)
        )
    return _either(plain, table)


def linear(rows: int, columns: int, *, bias: bool) -> Layer:
    """``Linear`` whose weight has this shape."""
    return Layer("Linear", (("in_features", columns), ("out_features", rows), ("bias", bias)), width=rows)


def _either(first: Layer, *others: Layer) -> Layer:
    unknown = tuple(dict.fromkeys(each for layer in (first, *others) for each in layer.unknown))
    return replace(first, grade=CANNOT_TELL, others=tuple(layer.call for layer in others), unknown=unknown)


# -- convolutions --------------------------------------------------------------------------------------------------


def _convolution(name: str, shapes: Mapping[str, Shape], around: Around) -> Layer | None:
    if shapes.keys() - {"bias"} != {"weight"} or not 3 <= len(shapes["weight"]) <= 5:
        return None
    first, second, *kernel = shapes["weight"]
    bias = shapes.get("bias")
    more = (("kernel_size", tuple(kernel)), *((("bias", False),) if bias is None else ()))
    plain = _conv(len(kernel), first, second, more, around)
    unknown = (*_NOT_STRIDE, "output_padding", *(("groups",) if bias is None else ()))
    turned = Layer(
        f"ConvTranspose{len(kernel)}d", (("", first), ("", second), *more), unknown=unknown, width=second
    )  # fmt: skip
    if bias is not None and bias != (first,):
        return turned if bias == (second,) else None
    follows = around.after[0] if around.in_order and around.after else None
    before = around.before.width if around.before is not None else 0
    if bias is None and first != second and follows == (second,) and before == first:
        return turned
    if _AS_TRANSPOSED.fullmatch(name) and (bias is None or first == second):
        return _either(plain, turned)
    return plain


def _conv(dims: int, out: int, per_group: int, more: Arguments, around: Around) -> Layer:
    """One whose channels go in groups where what comes before it has as many as come out."""
    wide = around.before.width if around.before is not None and around.in_order else 0
    groups = wide // per_group if per_group and wide > per_group and wide % per_group == 0 else 1
    if per_group == 1 and wide == out > 1:
        groups = out
    if groups > 1 and out % groups == 0 and (per_group == 1 or (wide == out and max(more[0][1]) > 1)):
        more = (*more[:1], ("groups", groups), *more[1:])
    else:
        groups = 1
    arguments = (("", per_group * groups), ("", out), *more)
    return Layer(f"Conv{dims}d", arguments, unknown=(*_NOT_STRIDE, "groups"), width=out)


# -- norms ---------------------------------------------------------------------------------------------------------


def _with_statistics(_name: str, shapes: Mapping[str, Shape], around: Around) -> Layer | None:
    own = shapes.keys() - {_COUNTED}
    if not own >= _STATS or own - _STATS not in (set(), {"weight", "bias"}):
        return None
    size = shapes["running_mean"]
    if len(size) != 1 or any(shapes[each] != size for each in own) or shapes.get(_COUNTED, ()) != ():
        return None
    more = () if "weight" in own else (("affine", False),)
    each = [
        Layer(f"BatchNorm{dims}d", (("", size[0]), *more), unknown=("eps", "momentum"), width=size[0])
        for dims in (2, 1, 3)
    ]
    dims = _dimensions(size, around)
    if dims:
        return next(layer for layer in each if layer.kind == f"BatchNorm{dims}d")
    return _either(*each)


def _dimensions(size: Shape, around: Around) -> int:
    """How many dimensions what is normalised has: as the convolutions beside it have; 0 where that is not told."""
    before, follows = around.before, around.after[0] if around.after else ()
    if before is not None and before.width == size[0] and around.in_order:
        if before.kind == "Linear":
            return 0 if len(follows) > 2 and size[0] in follows[:2] else 1
        if before.kind.startswith("Conv"):
            return int(before.kind[-2]) if before.kind[-2].isdigit() else 0
    if len(follows) == 2 and (around.in_order or not around.dimensions):
        return 0
    return next(iter(around.dimensions)) if len(around.dimensions) == 1 else 0


def _without_statistics(name: str, shapes: Mapping[str, Shape], around: Around) -> Layer | None:
    names = set(shapes)
    if (
        names - {"bias"} != {"weight"}
        or not shapes["weight"]
        or shapes.get("bias", shapes["weight"]) != shapes["weight"]
    ):
        return None
    size = shapes["weight"]
    more = () if "bias" in names else (("bias", False),)
    layer = Layer("LayerNorm", (("", size), *more), unknown=("eps",), width=size[-1])
    if "bias" not in names:
        root = Layer("RMSNorm", (("", size),), unknown=("eps",), width=size[-1])
        slope = [Layer("PReLU", (("num_parameters", size[0]),))] if len(size) == 1 else []
        return root if "rms" in name.lower() else _either(root, layer, *slope) if len(size) == 1 else None
    if len(size) > 1:
        return layer
    groups = Layer("GroupNorm", (("", 1), ("", size[0])), unknown=("num_groups", "eps"), width=size[0])
    if _AS_GROUPS.fullmatch(name):
        return groups
    before, follows = around.before, around.after[0] if around.after else ()
    of_conv = before is not None and before.kind.startswith("Conv") and before.width == size[0]
    named = _AS_ANY_NORM.fullmatch(name)
    if named and (not around.dimensions or (around.in_order and not of_conv and _AS_NORM.fullmatch(name))):
        return layer
    if named and around.in_order and len(follows) == 2 and follows[1] == size[0] and not (of_conv and around.last):
        return layer  # of a convolutional net with GroupNorm the last layer alone is a Linear
    batch = [
        Layer(f"BatchNorm{dims}d", (("", size[0]), ("track_running_stats", False)))
        for dims in sorted(around.dimensions)
    ]
    return _either(layer, groups, *batch)


# -- recurrent layers and attention --------------------------------------------------------------------------------


def _recurrent(_name: str, shapes: Mapping[str, Shape], _around: Around) -> Layer | None:
    found = [_RECURRENT.fullmatch(each) for each in shapes]
    if "weight_hh_l0" not in shapes or "weight_ih_l0" not in shapes or not all(found):
        return None
    given, own = shapes["weight_ih_l0"], shapes["weight_hh_l0"]
    if len(given) != 2 or len(own) != 2:
        return None
    layers = 1 + max(int(each[2]) for each in found if each)
    both = "weight_ih_l0_reverse" in shapes
    size, projected = own[1], "weight_hr_l0" in shapes
    if projected:
        if len(shapes["weight_hr_l0"]) != 2:
            return None
        size = shapes["weight_hr_l0"][1]
    kinds = [kind for kind, gates in _GATES.items() if own[0] == gates * size and size]
    each_has = 2 + projected + 2 * ("bias_ih_l0" in shapes)
    if not kinds or len(shapes) != each_has * layers * (1 + both):
        return None
    more = [
        *([("num_layers", layers)] if layers > 1 else []),
        *([] if "bias_ih_l0" in shapes else [("bias", False)]),
        *([("bidirectional", True)] if both else []),
        *([("proj_size", own[1])] if projected else []),
    ]
    unknown = ("batch_first", "dropout", *(("nonlinearity",) if kinds[0] == "RNN" else ()))
    return Layer(
        kinds[0], (("", given[1]), ("", size), *more), unknown=unknown, width=(own[1]) * (1 + both)
    )  # fmt: skip


def _cell(_name: str, shapes: Mapping[str, Shape], _around: Around) -> Layer | None:
    if set(shapes) not in _CELL or len(shapes["weight_hh"]) != 2 or len(shapes["weight_ih"]) != 2:
        return None
    gates, size = shapes["weight_hh"]
    more = () if "bias_ih" in shapes else (("bias", False),)
    for kind, factor in _GATES.items():
        if size and gates == factor * size == shapes["weight_ih"][0]:
            return Layer(f"{kind}Cell", (("", shapes["weight_ih"][1]), ("", size), *more), width=size)
    return None


def _attention(_name: str, shapes: Mapping[str, Shape], _around: Around) -> Layer | None:
    more: Arguments = ()
    if "in_proj_weight" in shapes:
        weights, given = {"in_proj_weight"}, shapes["in_proj_weight"]
        if len(given) != 2 or given[0] != 3 * given[1]:
            return None
        width = given[1]
    elif {"q_proj_weight", "k_proj_weight", "v_proj_weight"} <= shapes.keys():
        weights = {"q_proj_weight", "k_proj_weight", "v_proj_weight"}
        if any(len(shapes[each]) != 2 for each in weights):
            return None
        width = shapes["q_proj_weight"][0]
        more = (("kdim", shapes["k_proj_weight"][1]), ("vdim", shapes["v_proj_weight"][1]))
    else:
        return None
    extra = shapes.keys() - weights - {"out_proj.weight"}
    if shapes.get("out_proj.weight") != (width, width) or not extra <= {"out_proj.bias", *_ATTENTION[1]}:
        return None
    if ("in_proj_bias" in extra) != ("out_proj.bias" in extra) or ("bias_k" in extra) != ("bias_v" in extra):
        return None
    more = (
        *more,
        *(() if "in_proj_bias" in extra else (("bias", False),)),
        *((("add_bias_kv", True),) if "bias_k" in extra else ()),
    )
    unknown = ("num_heads", "dropout", "batch_first")
    return Layer("MultiheadAttention", (("", width), ("num_heads", 1), *more), unknown=unknown, width=width)


_RULES: tuple[Callable[[str, Mapping[str, Shape], Around], Layer | None], ...] = (
    *(_linear, _convolution, _with_statistics, _without_statistics, _recurrent, _cell, _attention),
)

# -- quantised forms -----------------------------------------------------------------------------------------------

_GPTQ, _AWQ = marked("quantized as GPTQ does, {bits} bits"), marked("quantized as AWQ does, {bits} bits")


def _quantised(names: Names) -> Layer | None:
    """A Linear whose weight is packed, by the names that its library gives to the parts."""
    shapes = {name: held.shape for name, held in names.items() if held.shape is not None}
    own, packed, scales = set(names) - {"bias", "g_idx"}, shapes.get("qweight", ()), shapes.get("scales", ())
    if own == {"qweight", "qzeros", "scales"} and len(packed) == 2 and len(scales) == 2 and scales[1]:
        if packed[1] == scales[1]:  # packed along what goes in
            inside = sum(shapes.get("g_idx", ()))
            bits = 32 * packed[0] // inside if inside else 4
            return _packed(32 * packed[0] // max(bits, 1), packed[1], say(_GPTQ, bits=bits), names)
        bits = 32 * packed[1] // scales[1]
        return _packed(packed[0], scales[1], say(_AWQ, bits=bits), names)
    weight = names.get("weight")
    if weight is None or weight.shape is None:
        is_torch = any(name.startswith("_packed_params") for name in names) and {"scale", "zero_point"} <= names.keys()
        if not is_torch:
            return None
        return Layer("Linear", note=say("quantized by torch; its sizes are in the packed weight"), of_torch=False)
    if "weight.absmax" in names:
        note = say("quantized by bitsandbytes, 4 bits; its sizes are in the state of the weight")
        return Layer("Linear4bit", note=note, of_torch=False)
    if len(weight.shape) != 2:
        return None
    if "SCB" in names:
        return _packed(weight.shape[1], weight.shape[0], say("quantized by bitsandbytes, LLM.int8()"), names)
    if weight.dtype.startswith("float8") or ("weight_scale" in names and own <= _SCALED):
        return _packed(weight.shape[1], weight.shape[0], say("quantized, {dtype}", dtype=weight.dtype), names)
    return None


_SCALED = {"weight", "weight_scale", "weight_scale_inv", "input_scale", "weight_zero_point", "scale", "zero_point"}


def _packed(inside: int, outside: int, note: str, names: Names) -> Layer:
    layer = linear(outside, inside, bias="bias" in names)
    return replace(layer, note=note, of_torch=False)


# -- a whole model -------------------------------------------------------------------------------------------------


def layers_of(modules: Mapping[str, Names], *, in_order: bool) -> dict[str, Layer]:
    """The layer of each module of a model that has tensors of its own, by its path; the modules in the file's order."""
    weights = {path: held.shape for path, names in modules.items() if (held := names.get("weight")) and held.shape}
    tied: dict[object, list[str]] = {}
    for path, names in modules.items():
        if path in weights and names["weight"].place is not None:
            tied.setdefault(names["weight"].place, []).append(path)
    around = Around(in_order, frozenset(len(shape) - 2 for shape in weights.values() if 3 <= len(shape) <= 5))
    around.conv1d = _has_conv1d(modules)
    found: dict[str, Layer] = {}
    order = list(modules)
    for path, after in pairwise([*order, ""]):
        names = modules[path]
        around.after, around.last = (weights[after],) if after in weights else (), after == order[-1]
        same = tied.get(names["weight"].place, []) if path in weights and names["weight"].place is not None else []
        around.tied_to = next((each for each in same if each != path), "").rpartition(".")[2] if len(same) == 2 else ""
        layer = found[path] = layer_of(path, names, around)
        if layer.width:
            around.before = layer
    return found


def _has_conv1d(modules: Mapping[str, Names]) -> bool:
    """Whether a weight and bias can be nothing but those of transformers' Conv1D, and none those of a Linear."""
    pairs: Iterable[tuple[Shape, Shape]] = (
        (names["weight"].shape or (), names["bias"].shape or ())
        for names in modules.values()
        if names.keys() == {"weight", "bias"}
    )
    odd = [
        (weight[0] == bias[0], weight[1] == bias[0]) for weight, bias in pairs if len(weight) == 2 and len(bias) == 1
    ]
    return (False, True) in odd and (True, False) not in odd

"""Layers whose class and settings the file has: modules pickled whole, told as ``print(model)`` tells them.

Which settings a class prints, in which order and beside which default, is what ``extra_repr`` of ``torch/nn/modules``
does. Of other classes the plain settings are told that their objects keep.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from core.catalogue.catalogue import Catalogue
from core.catalogue.modules import module_attributes
from core.layers.layer import IN_FILE, Layer, setting
from core.pickling.nodes import Call, DictNode, get, named_items, pairs

_MOST_SETTINGS, _MOST_PARTS, _LONGEST = 64, 64, 200
_LINE = 100
"""Letters of a value that is written out in one line."""
_HOLDERS = (list, tuple, DictNode)
_TORCH = "torch.nn.modules."
_CONV = "in_channels, out_channels, kernel_size=, stride=, padding=?, dilation=?, output_padding=?, groups=?1, bias=?"
_NORM = "num_features, eps=, momentum=, affine=, bias=?affine, track_running_stats="
_POOL = "kernel_size=, stride=, padding=, dilation=, ceil_mode="
_RULES = {
    "Linear": "in_features=, out_features=, bias=",
    "Bilinear": "in1_features=, in2_features=, out_features=, bias=",
    "Conv": _CONV,
    "BatchNorm": _NORM,
    "SyncBatchNorm": _NORM,
    "InstanceNorm": _NORM,
    "LayerNorm": "normalized_shape, eps=, elementwise_affine=, bias=?elementwise_affine",
    "RMSNorm": "normalized_shape, eps=, elementwise_affine=",
    "GroupNorm": "num_groups, num_channels, eps=, affine=, bias=?affine",
    "Embedding": "num_embeddings, embedding_dim, padding_idx=?, max_norm=?",
    "EmbeddingBag": "num_embeddings, embedding_dim, mode=",
    "LSTM": "input_size, hidden_size, proj_size=?0, num_layers=?1, bias=?, batch_first=?False, dropout=?0.0, "
    "bidirectional=?False",
    "LSTMCell": "input_size, hidden_size, bias=?",
    "Dropout": "p=, inplace=",
    "MaxPool": _POOL,
    "AvgPool1d": "kernel_size=, stride=, padding=",
    "AvgPool": "kernel_size=, stride=, padding=",
    "Adaptive": "output_size=",
    "ReLU": "inplace=?False",
    "ReLU6": "inplace=?False",
    "LeakyReLU": "negative_slope=, inplace=?False",
    "ELU": "alpha=, inplace=?False",
    "GELU": "approximate=",
    "Softmax": "dim=",
    "LogSoftmax": "dim=",
    "Flatten": "start_dim=, end_dim=",
    "PReLU": "num_parameters=",
    "MultiheadAttention": "embed_dim, num_heads, dropout=?0.0, bias=?, kdim=?embed_dim, vdim=?embed_dim, "
    "batch_first=?False",
    "Upsample": "scale_factor=?, size=?, mode=",
}
"""``name`` is told by its place, ``name=`` by name, ``name=?default`` unless it is that; a norm has a
bias where it has a weight, unless torch 2.13 was told else."""
_ALIKE = {
    "NonDynamicallyQuantizableLinear": "Linear",
    "RNN": "LSTM",
    "GRU": "LSTM",
    "RNNCell": "LSTMCell",
    "GRUCell": "LSTMCell",
    "SiLU": "ReLU",
    "Mish": "ReLU",
    "AlphaDropout": "Dropout",
}


def pickled_layer(catalogue: Catalogue, entry: int, dotted: str) -> Layer:
    """The module at an entry, with the class that the pickle names and the settings that its object has."""
    node = catalogue.values[entry]
    module, _, kind = dotted.rpartition(".")
    state = module_attributes(node) if type(node) is Call else None
    held = {str(key): value for key, value in named_items(state).items()} if state is not None else {}
    of_torch = dotted.startswith(_TORCH)
    rule = _rule(kind) if of_torch else ""
    arguments = tuple(_by_rule(rule, held)) if rule else () if of_torch else tuple(_plain(held))
    told = {name for name, _ in arguments}
    left_out = () if of_torch else tuple(name for name, _ in _settings(held) if name not in told)
    return Layer(kind, arguments, IN_FILE, note="" if of_torch else module, of_torch=of_torch, left_out=left_out)


def _rule(kind: str) -> str:
    kind = _ALIKE.get(kind, kind)
    family = re.sub(r"(Transpose)?[123]d$", "", kind)
    return _RULES.get(kind) or _RULES.get(family) or _RULES["Adaptive"] * kind.startswith("Adaptive")


def _by_rule(rule: str, held: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for each in rule.split(", "):
        name, named, default = each.partition("=")
        value: Any = _bias(held) if name == "bias" else held.get(name)
        value = _as_tuple(value)
        if not _is_plain(value) and (value is not None or name not in held):
            continue
        if default.startswith("?") and _is_default(name, value, default[1:], held):
            continue
        yield (name if named else ""), value
    mode = held.get("padding_mode")
    if isinstance(mode, str) and mode != "zeros" and "kernel_size" in rule:
        yield "padding_mode", str(mode)


def _is_default(name: str, value: Any, default: str, held: dict[str, Any]) -> bool:
    if value is None:
        return True
    if name in {"padding", "output_padding"}:
        return type(value) is tuple and not any(value)
    if name == "dilation":
        return type(value) is tuple and all(each == 1 for each in value)
    if name == "bias":
        return value is held.get(default, True)
    return repr(value) == default or (default in held and value == held[default])


def _bias(held: dict[str, Any]) -> Any:
    """Whether there is a bias: torch keeps it as a parameter that may be None, recurrent layers as a truth value."""
    said, parameters = held.get("bias"), held.get("_parameters")
    if type(said) is bool:
        return said
    return get(parameters, "bias") is not None or get(parameters, "in_proj_bias") is not None


def _plain(held: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """The settings of a class that nobody knows here."""
    found = ((name, value) for name, value in _settings(held) if _is_plain(value) or _is_line(value))
    return islice(((name, _as_python(value)) for name, value in found), _MOST_SETTINGS)


def _is_line(node: Any) -> bool:
    """Whether a node is a text, a number or None, or lists, tuples and dicts of them that make one line of Python."""
    pending = [node]
    for each in pending:  # which grows meanwhile
        held = _parts(each)
        if len(pending) + len(held) > _LINE or not (_is_atom(each) or type(each) in _HOLDERS):
            return False
        if type(each) is DictNode and not all(map(_is_atom, each.items[::2])):
            return False
        pending += held
    return len(setting(_as_python(node))) <= _LINE


def _is_atom(node: Any) -> bool:
    return len(node) <= _LINE if isinstance(node, str) else node is None or _is_number(node)


def _parts(node: Any) -> Sequence[Any]:
    return node.items if type(node) is DictNode else node if type(node) in (list, tuple) else ()


def _as_python(node: Any) -> Any:
    if type(node) is DictNode:
        return {_as_python(key): _as_python(value) for key, value in pairs(node)}
    if type(node) in (list, tuple):
        return type(node)(map(_as_python, node))
    return str(node) if isinstance(node, str) else node


def _settings(held: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """What an object keeps beside what every module has."""
    return (
        (name, value)
        for name, value in held.items()
        if not name.startswith("_") and name != "training" and len(name) < _LONGEST
    )


def _as_tuple(value: Any) -> Any:
    return tuple(value) if type(value) is list and len(value) <= _MOST_PARTS else value


def _is_plain(value: Any) -> bool:
    if type(value) in (tuple, list):
        return len(value) <= _MOST_PARTS and all(map(_is_number, value))
    return len(value) <= _LONGEST if isinstance(value, str) else _is_number(value)


def _is_number(value: Any) -> bool:
    return type(value) in (bool, float) or (type(value) is int and abs(value) < 1 << 63)

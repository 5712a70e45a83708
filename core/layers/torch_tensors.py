"""Which tensors a layer of ``torch.nn`` has in its state dict, with their shapes: what a layer that was told must have.

Sources: the constructors in ``torch/nn/modules``. Shapes only; nothing of torch is needed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from core.layers.layer import Layer, Shape

_GATES = {"LSTM": 4, "GRU": 3, "RNN": 1}
_WITHOUT = re.compile(
    r"Identity|Flatten|Upsample|((Feature)?Alpha)?Dropout|Dropout[123]d|(Adaptive)?(Avg|Max)Pool[123]d|(Log)?Softmax"
    r"|(Leaky)?ReLU|ReLU6|[CGS]?ELU|SiLU|GELU|Mish|Hard(swish|sigmoid|tanh)|(Log)?Sigmoid|Tanh|Softplus|Softsign|Softmin"
)
"""Classes without tensors that are called with what is printed of them, or with nothing."""


def tensors_of(layer: Layer, most: int) -> dict[str, Shape] | None:
    """The names and shapes of a layer's tensors; None of a class that is not known here, or not called so, and of one
    that has more than ``most``.
    """
    if not layer.of_torch:
        return None
    if _WITHOUT.fullmatch(layer.kind):
        return {}
    placed = [value for name, value in layer.arguments if not name]
    named = {name: value for name, value in layer.arguments if name}
    rule = _RULES.get(layer.kind)
    try:
        if rule is None or named.get("num_layers", 1) > most or not all(type(each) in (int, tuple) for each in placed):
            return None
        return rule(layer.kind, placed, named)
    except (LookupError, TypeError, ValueError, ZeroDivisionError):
        return None


def _with_bias(shapes: dict[str, Shape], size: int, named: Mapping[str, Any]) -> dict[str, Shape]:
    return {**shapes, "bias": (size,)} if named.get("bias", True) else shapes


def _linear(_kind: str, _placed: list[Any], named: Mapping[str, Any]) -> dict[str, Shape]:
    return _with_bias({"weight": (named["out_features"], named["in_features"])}, named["out_features"], named)


def _convolution(kind: str, placed: list[Any], named: Mapping[str, Any]) -> dict[str, Shape]:
    inside, outside = placed
    groups, kernel = named.get("groups", 1), tuple(named["kernel_size"])
    if inside % groups or outside % groups:
        raise ZeroDivisionError
    first, second = (inside, outside // groups) if kind.startswith("ConvTranspose") else (outside, inside // groups)
    return _with_bias({"weight": (first, second, *kernel)}, outside, named)


def _embedding(_kind: str, placed: list[Any], _named: Mapping[str, Any]) -> dict[str, Shape]:
    rows, columns = placed
    return {"weight": (rows, columns)}


def _norm(kind: str, placed: list[Any], named: Mapping[str, Any]) -> dict[str, Shape]:
    size = placed[-1] if type(placed[-1]) is tuple else (placed[-1],)
    is_instance = kind.startswith("InstanceNorm")
    shapes: dict[str, Shape] = {}
    if named.get("affine", named.get("elementwise_affine", not is_instance)):
        shapes["weight"] = size
        if kind != "RMSNorm" and named.get("bias", True):
            shapes["bias"] = size
    if kind.startswith(("BatchNorm", "SyncBatchNorm", "InstanceNorm")) and named.get(
        "track_running_stats", not is_instance
    ):
        shapes |= {"running_mean": size, "running_var": size, "num_batches_tracked": ()}
    return shapes


def _recurrent(kind: str, placed: list[Any], named: Mapping[str, Any]) -> dict[str, Shape]:
    given, size = placed[:2]
    out, gates, both = named.get("proj_size", 0) or size, _GATES[kind], bool(named.get("bidirectional"))
    shapes: dict[str, Shape] = {}
    for layer in range(named.get("num_layers", 1)):
        for end in ("", "_reverse")[: 1 + both]:
            wide = given if layer == 0 else out * (1 + both)
            name = f"l{layer}{end}"
            shapes |= {f"weight_ih_{name}": (gates * size, wide), f"weight_hh_{name}": (gates * size, out)}
            if named.get("bias", True):
                shapes |= {f"bias_ih_{name}": (gates * size,), f"bias_hh_{name}": (gates * size,)}
            if out != size:
                shapes[f"weight_hr_{name}"] = (out, size)
    return shapes


def _cell(kind: str, placed: list[Any], named: Mapping[str, Any]) -> dict[str, Shape]:
    given, size = placed[:2]
    rows = _GATES[kind.removesuffix("Cell")] * size
    shapes: dict[str, Shape] = {"weight_ih": (rows, given), "weight_hh": (rows, size)}
    return {**shapes, "bias_ih": (rows,), "bias_hh": (rows,)} if named.get("bias", True) else shapes


def _attention(_kind: str, placed: list[Any], named: Mapping[str, Any]) -> dict[str, Shape]:
    width = placed[0]
    key, value = named.get("kdim", width), named.get("vdim", width)
    shapes: dict[str, Shape] = {"out_proj.weight": (width, width)}
    if key == value == width:
        shapes["in_proj_weight"] = (3 * width, width)
    else:
        shapes |= {"q_proj_weight": (width, width), "k_proj_weight": (width, key), "v_proj_weight": (width, value)}
    if named.get("bias", True):
        shapes |= {"in_proj_bias": (3 * width,), "out_proj.bias": (width,)}
    return {**shapes, "bias_k": (1, 1, width), "bias_v": (1, 1, width)} if named.get("add_bias_kv") else shapes


def _slopes(_kind: str, _placed: list[Any], named: Mapping[str, Any]) -> dict[str, Shape]:
    return {"weight": (named["num_parameters"],)}


_RULES: dict[str, Callable[[str, list[Any], Mapping[str, Any]], dict[str, Shape]]] = {
    "Linear": _linear,
    **{f"{family}{dims}d": _convolution for family in ("Conv", "ConvTranspose") for dims in (1, 2, 3)},
    **dict.fromkeys(("Embedding", "EmbeddingBag"), _embedding),
    **{f"{family}{dims}d": _norm for family in ("BatchNorm", "InstanceNorm") for dims in (1, 2, 3)},
    **dict.fromkeys(("SyncBatchNorm", "LayerNorm", "GroupNorm", "RMSNorm"), _norm),
    **dict.fromkeys(_GATES, _recurrent),
    **dict.fromkeys(("LSTMCell", "GRUCell", "RNNCell"), _cell),
    "MultiheadAttention": _attention,
    "PReLU": _slopes,
}

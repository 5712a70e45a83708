"""The ``_version`` that each class of torch writes into the ``_metadata`` of a state dict.

Source: the classes below ``torch.nn.Module`` of torch 2.13. A class is known by the last part of its module and its
name, because ``torch.quantization`` became ``torch.ao.quantization`` and the like.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from core.pickling.nodes import DictNode, Global, get


def version_of(name: Global, state: DictNode | None, buffers: AbstractSet[str]) -> int:
    """The version of a module from its class, attributes and the names of its buffers.

    A class of somebody's own that counts batches is taken for one derived from torch's batch norm, version 2. One of
    torch < 0.4.1 counts none: version 1 then lets today's torch add the count, where version 2 would miss it.
    """
    own = get(state, "_version")
    if type(own) is int:
        return own
    if "num_batches_tracked" in buffers:
        return 2
    of_torch = name.module.startswith("torch.")
    file = name.module.rpartition(".")[2]
    if of_torch and (file in _COUNTING or name.name.startswith("InstanceNorm")):
        return 1 if "running_mean" in buffers else 2
    return _VERSIONS.get((file, name.name), 1) if of_torch else 1


def refused_module(name: Global) -> bool:
    """Whether a module keeps its weights packed, so that its state dict cannot be told without its own code.

    Source for bitsandbytes and HQQ: their ``_save_to_state_dict`` and ``state_dict_keys``.
    """
    parts = name.module.split(".")
    if parts[0] in _PACKING:
        return any(mark in name.name for mark in _PACKING[parts[0]])
    if parts[0] != "torch" or "quantized" not in parts or name.name in _UNPACKED:
        return False
    return parts[-1] not in _WITH_BUFFERS


_PACKING = {"bitsandbytes": ("4bit", "8bit", "FP4", "NF4"), "hqq": ("HQQLinear",)}
_COUNTING = frozenset({"batchnorm", "instancenorm", "bn_relu"})
_WITH_BUFFERS = frozenset({"batchnorm", "normalization", "bn_relu"})
_UNPACKED = frozenset({"FloatFunctional", "FXFloatFunctional"})
_VERSIONS = {
    **{("conv_fused", f"ConvBn{relu}{rank}d"): 2 for relu in ("", "ReLU") for rank in (1, 2, 3)},
    **{
        ("observer", f"{kind}Observer"): 3
        for kind in (
            "MinMax",
            "MovingAverageMinMax",
            "PerChannelMinMax",
            "MovingAveragePerChannelMinMax",
            "Histogram",
        )
    },
}

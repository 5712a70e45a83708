"""Which names ``torch.load`` accepts by default, that is with ``weights_only=True`` (torch ≥ 2.6).

Sources: ``_get_allowed_globals`` and ``_read_global_instruction`` in ``torch/_weights_only_unpickler.py`` of torch
2.13, and the tables of ``torch/_utils.py`` by which it takes names of Python 2 for those of Python 3.
"""

from __future__ import annotations

from core.dtypes import ITEM_SIZES, STORAGE_CLASSES
from core.pickling.nodes import Global

_TENSOR_KINDS = ("Double", "Float", "Half", "BFloat16", "Long", "Int", "Short", "Char", "Byte", "Bool")
_REBUILD = (
    "_rebuild_parameter",
    "_rebuild_parameter_with_state",
    "_rebuild_qtensor",
    "_rebuild_tensor",
    "_rebuild_tensor_v2",
    "_rebuild_tensor_v3",
    "_rebuild_sparse_tensor",
    "_rebuild_meta_tensor_no_storage",
    "_rebuild_nested_tensor",
    "_rebuild_wrapper_subclass",
    "_rebuild_device_tensor_from_numpy",
    "_rebuild_device_tensor_from_cpu_tensor",
)
_QUANTISED = (
    "per_tensor_affine",
    "per_tensor_symmetric",
    "per_channel_affine",
    "per_channel_symmetric",
    "per_channel_affine_float_qparams",
)
_ALLOWED = frozenset(
    {
        "collections.OrderedDict",
        "collections.Counter",
        "torch.nn.parameter.Parameter",
        "torch.serialization._get_layout",
        "torch.Size",
        "torch.Tensor",
        "torch.device",
        "_codecs.encode",
        "builtins.bytearray",
        "builtins.set",
        "builtins.complex",
        "torch._tensor._rebuild_from_type_v2",
        "torch.storage.TypedStorage",
        "torch.storage.UntypedStorage",
        # ``import torch`` allows these itself
        "torch.nested._internal.nested_tensor.NestedTensor",
        "torch.nested._internal.nested_tensor._rebuild_njt",
        "torch.distributed._mesh_layout._FlatLayout",
        "torch.distributed._mesh_layout._MeshLayout",
        *(f"torch._utils.{name}" for name in _REBUILD),
        *(f"torch.{name}" for name in (*ITEM_SIZES, *_QUANTISED)),
        *(
            f"{module}.{name}"
            for module in ("torch", "torch.cuda")
            for name in STORAGE_CLASSES
            if "Untyped" not in name and not (module == "torch.cuda" and name.startswith("Q"))
        ),
        *(
            f"{module}.{kind}Tensor"
            for module in ("torch", "torch.cuda", "torch.sparse", "torch.cuda.sparse")
            for kind in _TENSOR_KINDS
            if not (module.endswith("sparse") and kind == "Bool")
        ),
    }
)
_OF_TODAY = {"__builtin__": "builtins", **dict.fromkeys(("UserDict", "UserList", "UserString"), "collections")}
"""Modules of Python 2 that are another in Python 3, which has allowed names."""
_IMPORT_FIRST = {
    "torch._dynamo.decorators._DimRange": "torch._dynamo",
    **dict.fromkeys(
        (
            "torch.distributed.device_mesh.DeviceMesh",
            "torch.distributed.tensor.DTensor",
            *(
                f"torch.distributed.tensor._dtensor_spec.{name}"
                for name in ("DTensorSpec", "ShardOrderEntry", "TensorMeta")
            ),
            *(
                f"torch.distributed.tensor.placement_types.{name}"
                for name in ("Partial", "Replicate", "Shard", "_StridedShard")
            ),
        ),
        "torch.distributed.tensor",
    ),
}
"""Names that a part of torch allows when it is imported, which ``import torch`` does not do."""
_TORCHAO = "torchao"
_OF_TORCHAO = tuple(
    f"{_TORCHAO}.{begin}"
    for begin in (
        *("dtypes.", "optim.subclass_", "float8.config.ScalingGranularity", "float8.float8_t", "float8.fsdp_utils."),
        *(
            "float8.inference.",
            "quantization.autoquant.",
            "quantization.granularity.",
            "quantization.linear_activation_",
        ),
        *("quantization.quant_api._", "quantization.quant_primitives.", "quantization.quantize_."),
        "quantization.weight_tensor_",
    )
)
"""How the names begin that ``import torchao`` allows (0.7 to 0.18), besides those of ``torchao.quantization`` itself:
tensors and what they hold, but no prototype, no optimizer and no module.
"""


def is_allowed(name: Global) -> bool:
    """Whether ``torch.load(f)`` accepts the name without being told to."""
    return f"{_OF_TODAY.get(name.module, name.module)}.{name.name}" in _ALLOWED


def import_first(name: Global) -> str:
    """The module after whose import ``torch.load(f)`` accepts a name that it refuses before; empty for all others."""
    if name.module == f"{_TORCHAO}.quantization" or name.dotted.startswith(_OF_TORCHAO):
        return _TORCHAO
    return _IMPORT_FIRST.get(name.dotted, "")

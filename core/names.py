"""The names a pickle refers to beyond torch's own tensors and plain containers."""

from __future__ import annotations

from collections.abc import Iterable

from core.dtypes import ITEM_SIZES, STORAGE_CLASSES
from core.graph import Global
from core.tensors import TENSOR_FUNCTIONS

_PLAIN = TENSOR_FUNCTIONS | {
    Global("collections", "OrderedDict"),
    Global("torch", "Size"),
    Global("torch.serialization", "_get_layout"),
    Global("_codecs", "encode"),  # how protocol 2 writes bytes
}
_BUILTINS = frozenset({"set", "frozenset", "bytearray", "complex", "list", "dict", "tuple"})


def is_torch_plain(name: Global) -> bool:
    """Whether a name is one that state dicts are made of: tensors, storages, dtypes, ``OrderedDict``."""
    if name in _PLAIN or (name.module in ("builtins", "__builtin__") and name.name in _BUILTINS):
        return True
    return name.module in ("torch", "torch.cuda", "torch.storage") and (
        name.name in STORAGE_CLASSES or name.name in ITEM_SIZES
    )


def foreign_names(names: Iterable[Global]) -> tuple[str, ...]:
    """All other names, dotted, in order."""
    return tuple(name.dotted for name in names if not is_torch_plain(name))

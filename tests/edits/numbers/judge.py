"""What torch makes of a cast: each storage once, whatever looks at it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import nn


def cast_by_torch(
    value: Any, dtype: torch.dtype, asked: Callable[[torch.Tensor], bool] = torch.Tensor.is_floating_point
) -> Any:
    """A copy of ``value`` in which the storages of all tensors that are ``asked`` for are ``.to(dtype)``."""
    made: dict[int, torch.Tensor] = {}
    alike: dict[int, Any] = {}

    def tensor(old: torch.Tensor) -> torch.Tensor:
        storage = old.untyped_storage()
        if storage._cdata not in made:
            flat = torch.empty(0, dtype=old.dtype).set_(storage)
            made[storage._cdata] = flat.to(dtype).clone() if asked(old) else flat
        base = made[storage._cdata]
        new = torch.empty(0, dtype=base.dtype).set_(
            base.untyped_storage(), old.storage_offset(), old.shape, old.stride()
        )
        if isinstance(old, nn.Parameter):
            return nn.Parameter(new, requires_grad=old.requires_grad)
        return new.requires_grad_(old.requires_grad)

    def walk(old: Any) -> Any:
        if id(old) in alike:
            return alike[id(old)]
        if isinstance(old, torch.Tensor):
            new: Any = tensor(old)
        elif isinstance(old, dict):
            new = type(old)((key, walk(each)) for key, each in old.items())
            if hasattr(old, "_metadata"):
                new._metadata = old._metadata
        elif isinstance(old, list | tuple):
            new = type(old)(map(walk, old))
        else:
            return old
        alike[id(old)] = new
        return new

    return walk(value)

"""Real torch on cards that are not there: what it asks of a caching allocator, by ``FakeTensorMode``.

Fake tensors have devices and sizes but no bytes. Whatever storage comes to be on a card is asked of our model of the
allocator there, and given back when torch lets go of it; nothing of Pthfinder's predictions is used.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Any

import pytest
import torch
from torch import nn
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.multiprocessing.reductions import StorageWeakRef
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves

from core.memory.allocator import CachingAllocator, MemoryStats
from tests.support.oracle import tensors_in


class FakeGpus(TorchDispatchMode):
    """While entered inside a `FakeTensorMode`, keeps the books of every card."""

    def __init__(self) -> None:
        super().__init__()
        self._cards: dict[str, CachingAllocator] = {}
        self._live: dict[int, tuple[StorageWeakRef, CachingAllocator, int | None]] = {}

    def __torch_dispatch__(self, func: Any, _types: Any, args: Any = (), kwargs: Any = None) -> Any:
        out = func(*args, **(kwargs or {}))
        self.see(out)
        return out

    def see(self, value: Any) -> None:
        """Tensors have come to be."""
        self.sweep()
        for tensor in tree_leaves(value):
            if isinstance(tensor, torch.Tensor) and tensor.device.type == "cuda":
                storage = tensor.untyped_storage()
                if storage._cdata not in self._live:
                    card = self._cards.setdefault(str(tensor.device), CachingAllocator())
                    self._live[storage._cdata] = StorageWeakRef(storage), card, card.allocate(storage.nbytes())

    def sweep(self) -> None:
        """Give back what torch has let go of."""
        for key, (reference, card, block) in list(self._live.items()):
            if reference.expired():
                del self._live[key]
                card.release(block)

    def readings(self) -> dict[str, MemoryStats]:
        """The counters of all cards now."""
        gc.collect()
        self.sweep()
        return {device: card.reading() for device, card in self._cards.items()}

    def empty_cache(self) -> None:
        """``torch.cuda.empty_cache()``."""
        self.sweep()
        for card in self._cards.values():
            card.empty_cache()


Build = Callable[[Any], torch.optim.Optimizer]


def resumed(
    path: Any, map_location: str, build: Build, home: str = "cuda:0", dtype: torch.dtype | None = None
) -> list[dict[str, MemoryStats]]:
    """The counters after each phase when real torch resumes from ``{'model': …, 'optimizer': …}`` in fake memory.

    ``build`` makes the optimizer of the parameters; ``dtype`` is that of the live model's floating-point tensors.
    """
    readings = []
    shapes = torch.load(path, map_location="meta", weights_only=False)["model"]
    fake = FakeTensorMode()
    fake.cache_enabled = False  # it would keep storages alive
    with fake, FakeGpus() as gpus, pytest.MonkeyPatch.context() as patched:
        # Fake tensors cannot be copied into on a card that torch was not built for; a copy in place asks for nothing.
        patched.setattr(torch.Tensor, "copy_", lambda self, *_args, **_options: self)
        model = nn.Module()
        for number, tensor in enumerate(shapes.values()):
            wanted = dtype if dtype is not None and tensor.is_floating_point() else tensor.dtype
            value = torch.empty(tensor.shape, dtype=wanted, device=home)
            model.register_parameter(str(number), nn.Parameter(value, requires_grad=value.is_floating_point()))
        readings.append(gpus.readings())
        checkpoint = torch.load(path, map_location=map_location, weights_only=False)
        gpus.see(list(tensors_in(checkpoint)))
        readings.append(gpus.readings())
        model.load_state_dict({str(number): value for number, value in enumerate(checkpoint["model"].values())})
        readings.append(gpus.readings())
        optimizer = build([value for value in model.parameters() if value.requires_grad])
        optimizer.load_state_dict(checkpoint["optimizer"])
        readings.append(gpus.readings())
        del checkpoint
        readings.append(gpus.readings())
        gpus.empty_cache()
        readings.append(gpus.readings())
    return readings

"""A GPU that is not there: real torch runs under FakeTensorMode, and every storage it makes on ``cuda`` is counted.

Nothing here uses Pthfinder. Four things fail on a torch without CUDA and are put in other words, none of which takes
memory on a card: ``copy_`` to the card does nothing, ``x[mask] = value`` becomes the ``masked_fill_`` that torch makes
of it, a slice of a tensor is taken by ``aten::slice``, and the kernels of fused SGD and Adagrad, which work in place,
are left out. What a step asks a tensor for (``item()``) is answered by ``scalar``; a comparison by ``truths``.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import torch
from torch._subclasses.fake_tensor import FakeTensor, FakeTensorMode
from torch.optim import optimizer as of_torch
from torch.overrides import TorchFunctionMode
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves

_IN_PLACE = ("aten::_fused_sgd_", "aten::_fused_adagrad_")


def key_of(tensor: torch.Tensor) -> int:
    """The same for all tensors that share their bytes."""
    return tensor.untyped_storage()._cdata


class FakeCard(TorchDispatchMode):
    """Counts the storages on ``cuda`` in whole pieces of 512 bytes, by their births and deaths."""

    def __init__(self) -> None:
        super().__init__()
        self.now = self.peak = 0
        self.scalar = 1.0
        self.truths: Callable[[str, Any], bool] = lambda _operator, _limit: False
        self.alive: dict[int, int] = {}
        self._answers: dict[int, bool] = {}

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        name = func._schema.name
        if name == "aten::_local_scalar_dense":
            return self._answers.get(id(args[0]), False) if args[0].dtype == torch.bool else self.scalar
        if name in _IN_PLACE:
            return None
        made = func(*args, **(kwargs or {}))
        for tensor in tree_leaves(made):
            if isinstance(tensor, torch.Tensor):
                self.count(tensor)
        if isinstance(made, torch.Tensor) and made.dtype == torch.bool and made.ndim == 0 and len(args) == 2:
            self._answers[id(made)] = self.truths(name, args[1])
        return made

    def watch(self) -> None:
        """Forget the peak so far."""
        self.peak = self.now

    def count(self, tensor: torch.Tensor) -> None:
        """A tensor is there, such as one that `torch.load` has made out of sight."""
        storage = tensor.untyped_storage()
        if tensor.device.type == "cuda" and key_of(tensor) not in self.alive:
            size = (storage.nbytes() + 511) // 512 * 512
            self.alive[key_of(tensor)] = size
            self.now += size
            self.peak = max(self.peak, self.now)
            weakref.finalize(storage, self.gone, key_of(tensor))

    def gone(self, key: int) -> None:
        """What has this key (`key_of`) is no more."""
        self.now -= self.alive.pop(key)


class _WithoutCuda(TorchFunctionMode):
    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        on_card = bool(args) and isinstance(args[0], torch.Tensor) and args[0].device.type == "cuda"
        if on_card and func is torch.Tensor.copy_:
            return args[0]
        if on_card and func is torch.Tensor.__setitem__:
            args[0].masked_fill_(*args[1:])
            return None
        if on_card and func is torch.Tensor.__getitem__ and isinstance(args[1], slice):
            return torch.ops.aten.slice.Tensor(args[0], 0, args[1].start, args[1].stop)
        return func(*args, **(kwargs or {}))


CardT = TypeVar("CardT", bound=FakeCard)


@contextmanager
def fake_card(kind: type[CardT] = FakeCard) -> Iterator[CardT]:  # type: ignore[assignment]
    """A card to run torch on. Optimizers take fake tensors for the plain ones they stand for, and so foreach."""
    known = list(of_torch._foreach_supported_types)
    of_torch._foreach_supported_types.extend((FakeTensor, torch.nn.Parameter))
    try:
        mode = FakeTensorMode(allow_non_fake_inputs=True)
        mode.cache_enabled = False  # it would keep the storages that `torch.load` made
        with mode, kind() as card, _WithoutCuda():
            yield card
    finally:
        of_torch._foreach_supported_types[:] = known

"""What there is in a file to be written, one by one: tensors, and what is none."""

from __future__ import annotations

from math import prod
from typing import Any, NamedTuple

from core.dtypes import ITEM_SIZES, Shape
from core.numbers.layout import StridedLayout
from core.objects.value_text import key_text

Path = tuple[Any, ...]
"""Keys and indices from the root down."""


class PlannedTensor(NamedTuple):
    """A tensor with a storage, as it would be written.

    ``stride`` and ``offset`` count items of ``storage``, a key: tensors of one storage share numbers. ``node`` is the
    inert object that torch.save would write for it.
    """

    path: Path
    dtype: str
    shape: Shape
    device: str
    requires_grad: bool
    parameter: bool
    storage: str
    stride: Shape
    offset: int
    node: Any

    @property
    def name(self) -> str:
        """The keys that lead to it as one text: ``model/conv.weight``."""
        return path_text(self.path)

    @property
    def nbytes(self) -> int:
        """Bytes of its numbers, one after the other."""
        return prod(self.shape) * ITEM_SIZES[self.dtype]

    @property
    def layout(self) -> StridedLayout:
        return StridedLayout(self.shape, self.stride, self.offset)


class PlannedObject(NamedTuple):
    """What is no tensor with a storage: a number, a text, an object; ``node`` is inert."""

    path: Path
    node: Any


def path_text(path: Path) -> str:
    """``model/conv.weight``."""
    return "/".join(map(key_text, path))

"""How the numbers of a storage differ in the new file: in another dtype, and some of them set."""

from __future__ import annotations

from typing import NamedTuple

from core.dtypes import ITEM_SIZES
from core.edits.edits import PutTensor
from core.numbers.layout import Layout


class Patch(NamedTuple):
    """Numbers that go over those of a storage, at ``where`` in it: ``value`` everywhere, or those of a tensor ``put``.

    The layout of a tensor that is put has the shape of that tensor.
    """

    where: Layout
    value: int | float | complex | bool = 0
    put: PutTensor | None = None


class Recipe(NamedTuple):
    """The items of a storage are of dtype ``saved``, become ``dtype``, and then ``patches`` go over them, in order."""

    saved: str
    dtype: str
    patches: tuple[Patch, ...] = ()

    def nbytes(self, before: int) -> int:
        """The bytes of what had so many ``before``."""
        return before // ITEM_SIZES[self.saved] * ITEM_SIZES[self.dtype]

    @property
    def casts(self) -> bool:
        """Whether the dtype changes."""
        return self.saved != self.dtype

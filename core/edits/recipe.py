"""How the numbers of a storage differ in the new file: in another dtype, and some of them set."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple, Protocol

from core.dtypes import ITEM_SIZES
from core.files.byte_source import FileIdentity
from core.numbers.layout import StridedLayout


class Put(Protocol):
    """A tensor of another file: of an ``.npy``, or at the path ``key`` of a checkpoint."""

    @property
    def file(self) -> Path: ...
    @property
    def key(self) -> str | None: ...
    @property
    def identity(self) -> FileIdentity: ...
    @property
    def dtype(self) -> str: ...

    @property
    def shape(self) -> tuple[int, ...]: ...


class Patch(NamedTuple):
    """Numbers that go over those of a storage, at ``where`` in it: ``value`` everywhere, or those of a tensor ``put``.

    The layout of a tensor that is put has the shape of that tensor.
    """

    where: StridedLayout
    value: int | float | complex | bool = 0
    put: Put | None = None


class ByteTransform(NamedTuple):
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

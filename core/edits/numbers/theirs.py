"""Tensors of other files that are put into this one: an ``.npy``, or a tensor of another checkpoint."""

from __future__ import annotations

import os
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self
from weakref import WeakValueDictionary

import numpy as np
from numpy.typing import NDArray

from core.catalogue.build import open_catalogue
from core.catalogue.catalogue import Catalogue
from core.catalogue.checkpoint import open_checkpoint
from core.dtypes import PACKED
from core.edits.diff import Put
from core.edits.numbers.mean import MeanOf
from core.edits.numbers.setting import PutTensor, can_be_set
from core.errors import EditError, PathNotFound, SourceChanged
from core.files.byte_source import FileIdentity, open_stream
from core.files.parts import identity_of
from core.numbers.layout import Box
from core.numbers.reader import Numbers
from core.objects.tensors import QUANTISED, rebuilt
from core.remote.address import as_path
from core.text import clip
from core.words import marked, say

_NPY: Final = b"\x93NUMPY"
_NAMES: Final = {"float16", "float32", "float64", "complex64", "complex128", "bool"} | {
    f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)
}
_open: WeakValueDictionary[tuple[Path, FileIdentity], Catalogue] = WeakValueDictionary()
"""Checkpoints whose catalogues somebody holds: the window does of the file that it compares with."""


def put_tensor(entry: int, file: str | Path, key: str | None = None) -> PutTensor:
    """The edit that puts an ``.npy``, or the tensor at the path ``key`` of a checkpoint, at ``entry``.

    Looks into the file. Raises `EditError` for one that holds no such tensor, and what `open_catalogue` raises.
    """
    path = as_path(file).absolute()
    if key is None:
        array, identity = _mapped(path)
        return PutTensor(entry, path, None, identity, array.dtype.name, array.shape)
    catalogue = open_catalogue(path)
    try:
        found = catalogue.find(key)
    except PathNotFound as error:
        raise PathNotFound("In {name}: {error}", name=clip(path.name, 72), error=error) from None
    return put_of(entry, catalogue, found)


def put_of(entry: int, catalogue: Catalogue, their_entry: int) -> PutTensor:
    """The edit that puts the tensor at an entry of an open checkpoint at ``entry`` of another.

    Raises `EditError` where there is no tensor whose numbers could be put into another.
    """
    row, path = catalogue.rows[their_entry], catalogue.path_text(their_entry)
    if row < 0:
        raise EditError(
            "{path!r} in {name} is not a tensor with a storage.", path=clip(path, 72), name=catalogue.checkpoint.name
        )
    if catalogue.finds(path) != their_entry:
        raise EditError(SEVERAL, path=clip(path, 72), name=catalogue.checkpoint.name)
    dtype = catalogue.tree.facts.dtypes[row]
    found = rebuilt(catalogue.values[their_entry])
    if (found is not None and found.func == QUANTISED) or dtype in PACKED or not can_be_set(dtype):
        what = dtype if found is None or found.func != QUANTISED else say("quantized ({dtype})", dtype=dtype)
        raise EditError(
            "{path!r} in {name} is {what}, which cannot be copied into another tensor.",
            path=clip(path, 72),
            name=catalogue.checkpoint.name,
            what=what,
        )
    checkpoint = catalogue.checkpoint
    _open[checkpoint.path, checkpoint.identity] = catalogue
    return PutTensor(entry, checkpoint.path, path, checkpoint.identity, dtype, tuple(catalogue.tree.facts.shapes[row]))


class Theirs:
    """The files that tensors come from, each opened once, when the first number of it is asked for.

    A context manager: they are open only inside.
    """

    def __init__(self) -> None:
        self._arrays: dict[Path, NDArray[Any]] = {}
        self._files: dict[Path, tuple[Catalogue, Numbers]] = {}
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        self._arrays.clear()
        self._files.clear()
        self._stack.close()

    def check(self, put: Put) -> None:
        """Raises `SourceChanged` where the file is not the one that was looked into."""
        if isinstance(put, MeanOf):
            for part in put.parts:
                self.check(part)
            return
        try:
            same = _seen_now(put) == put.identity
        except OSError as error:
            raise SourceChanged(
                "{file} cannot be read any more: {reason}.", file=put.file, reason=error.strerror
            ) from None
        if not same:
            raise SourceChanged(_CHANGED, name=put.file.name)

    def read(self, put: Put, box: Box) -> NDArray[Any]:
        """The numbers in a box. Raises `SourceChanged` as `check` does."""
        if isinstance(put, MeanOf):
            return self._mean(put, box)
        if put.key is None:
            if put.file not in self._arrays:
                self._arrays[put.file], identity = _mapped(put.file)
                if identity != put.identity:
                    raise SourceChanged(_CHANGED, name=put.file.name)
            return np.array(self._arrays[put.file][box])
        if put.file not in self._files:
            self.check(put)
            catalogue = _open.get((put.file, put.identity)) or open_catalogue(put.file)
            self._files[put.file] = catalogue, self._stack.enter_context(Numbers(catalogue))
        catalogue, numbers = self._files[put.file]
        return numbers.tensor(catalogue.rows[catalogue.find(put.key)]).read(box)

    def _mean(self, mean: MeanOf, box: Box) -> NDArray[Any]:
        total: Any = 0.0
        with np.errstate(invalid="ignore", over="ignore"):  # torch says no word either, and gives NaN and inf
            for part, weight in zip(mean.parts, mean.weights, strict=True):
                values: Any = self.read(part, box).astype(mean.dtype)
                values *= weight
                total = np.add(total, values, out=values)
            total /= sum(mean.weights)
        found: NDArray[Any] = total
        return found


def _seen_now(put: Put) -> FileIdentity:
    """What is there now of what a tensor comes from: a file, or all files of a checkpoint. Raises `OSError`."""
    held = _open.get((put.file, put.identity))
    if held is not None:
        return held.checkpoint.seen_now()
    found = identity_of(put.file)
    return found if put.key is None or found == put.identity else open_checkpoint(put.file).identity


SEVERAL = marked("{path!r} does not match exactly one tensor in {name}.")
_CHANGED = marked("{name} has changed on disk since its numbers were put into the plan. Put them in again.")


def _mapped(path: Path) -> tuple[NDArray[Any], FileIdentity]:
    """The array in an ``.npy``, of which nothing is read yet. Raises `EditError` for all else, objects included."""
    from tokenize import TokenError  # noqa: PLC0415 - for such files alone

    name = clip(path.name, 72)
    try:
        with open_stream(path) as file:
            identity = FileIdentity.of(os.fstat(file.fileno()))
            magic = file.read(len(_NPY))
    except OSError as error:
        raise EditError("{path} cannot be read: {reason}.", path=path, reason=error.strerror) from None
    if magic != _NPY:
        raise EditError(
            "{name!r} is not a .npy file. If it is a checkpoint, add the key of the tensor: {name}:KEY.",
            name=name,
        )
    try:
        array = np.load(path, mmap_mode="r", allow_pickle=False)
    except (ValueError, OSError, EOFError, SyntaxError, TokenError, ArithmeticError, RuntimeError, MemoryError) as why:
        raise EditError(
            "{name!r} is not a .npy file, or reading it would run code: {error}.",
            name=name,
            error=clip(str(why), 120),
        ) from None
    if array.dtype.name not in _NAMES:
        raise EditError(
            "{name!r} has dtype {dtype!r}, which torch tensors do not have.",
            name=name,
            dtype=clip(str(array.dtype), 40),
        )
    return array, identity

"""Writes tensors into a file of another program, all of it or nothing, in constant memory."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import IO, NamedTuple

from core.catalogue.catalogue import Catalogue
from core.errors import EditError, SaveError
from core.numbers.slices import part_of
from core.numbers.tensor import TensorNumbers
from core.progress import Tick, ignore
from core.saving import leftovers
from core.saving.publishing import Temporary, check_space, check_target, disk_errors, resolved
from core.text import clip
from core.values.export.csv_file import write_csv
from core.values.export.numpy_files import write_npy, write_npz
from core.values.export.opened import Done, Opened, names_of
from core.values.export.safetensors_file import write_safetensors
from core.values.planned import numbers_of
from core.words import say

_Writer = Callable[[IO[bytes], Sequence[Opened], Done], None]
_WRITERS: dict[str, _Writer] = {
    ".npy": write_npy,
    ".npz": write_npz,
    ".safetensors": write_safetensors,
    ".csv": write_csv,
}
_OF_ONE = (".npy", ".csv")


class ExportedTensor(NamedTuple):
    """A tensor at ``path`` of torch's ``dtype``, written as ``name`` with a ``shape`` and NumPy's dtype ``written``."""

    path: str
    name: str
    dtype: str
    shape: tuple[int, ...]
    written: str


@dataclass(frozen=True)
class Exported:
    """What was written; ``left`` is a second name of the new file that could not be removed."""

    path: Path
    bytes: int
    tensors: tuple[ExportedTensor, ...]
    left: Path | None = None


def export(  # noqa: PLR0913 - each is an option of its own
    catalogue: Catalogue,
    rows: Sequence[int],
    target: str | Path,
    *,
    part: str = "",
    overwrite: bool = False,
    tick: Tick = ignore,
) -> Exported:
    """Write tensors to ``target``, in the format that its name ends in: .npy, .npz, .safetensors or .csv.

    ``part`` says what of each is written, such as ``0,:,3``; empty for all. Raises `BadSlice` where a tensor has no
    such part, `EditError` for what the format cannot hold, a `SaveError` or `Cancelled` as a save does, after which the
    target is as it was.
    """
    rows = list(dict.fromkeys(rows))
    path = resolved(target)
    kind = path.suffix.lower()
    if kind not in _WRITERS:
        raise SaveError(
            say(
                "{name} ends in no format that tensors are exported to: {formats}.",
                name=clip(path.name),
                formats=", ".join(_WRITERS),
            )
        )
    if kind in _OF_ONE and len(rows) != 1:
        raise EditError(
            say(
                "A {kind} file holds one tensor, and {count:,} are asked for: write .npz or .safetensors.",
                kind=kind,
                count=len(rows),
            )
        )
    check_target(path, overwrite)
    if path.exists() and catalogue.checkpoint.holds(path):
        raise SaveError(say("{name} is the file that is read. Give another name.", name=clip(path.name)))
    leftovers.clear_litter()
    with Temporary(path) as temporary, disk_errors(path):
        with numbers_of(catalogue, lambda: tick(0, 1)) as numbers:
            names = names_of(catalogue, rows)
            paths = [catalogue.path_text(catalogue.tree.tensors[row]) for row in rows]
            opened = [
                _opened(numbers.tensor(row), name, path, part)
                for row, name, path in zip(rows, names, paths, strict=True)
            ]
            check_space(path, sum(_bytes(each) for each in opened))
            with os.fdopen(temporary.fd, "wb", closefd=False) as stream:
                _WRITERS[kind](stream, opened, _counted(tick, opened))
            if path.exists():
                os.fsync(temporary.fd)  # what is replaced is gone afterwards
            size = os.fstat(temporary.fd).st_size
            status = numbers.status
        temporary.publish(status, overwrite)
    told = tuple(
        ExportedTensor(each.path, each.name, each.tensor.dtype, each.shape, _written(each, kind)) for each in opened
    )
    return Exported(path, size, told, temporary.left)


def _opened(tensor: TensorNumbers, name: str, path: str, part: str) -> Opened:
    if not part:
        return Opened(name, path, tensor.shape, tensor)
    wanted = part_of(part, tensor.shape)
    return Opened(name, path, wanted.shape, tensor.part(wanted.box))


def _bytes(opened: Opened) -> int:
    return prod(opened.shape) * opened.tensor.numpy_dtype.itemsize


def _written(opened: Opened, kind: str) -> str:
    """The name of the dtype in the new file."""
    return opened.tensor.numpy_dtype.name if kind == ".safetensors" else opened.plain_dtype.name


def _counted(tick: Tick, opened: Sequence[Opened]) -> Done:
    total, so_far = max(1, sum(map(_bytes, opened))), 0

    def done(nbytes: int) -> None:
        nonlocal so_far
        so_far += nbytes
        tick(so_far, total)

    return done

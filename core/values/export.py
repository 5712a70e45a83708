"""Writes tensors into a file of another program, all of it or nothing, in constant memory."""

from __future__ import annotations

import os
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from math import prod
from pathlib import Path
from typing import IO, Any, NamedTuple

import ml_dtypes
import numpy as np
from numpy.typing import NDArray

from core.catalogue.catalogue import Catalogue
from core.errors import EditError, SaveError
from core.formats.safetensors import NOTES
from core.numbers.slices import part_of
from core.numbers.tensor import TensorNumbers
from core.objects.value_text import key_text
from core.progress import Tick, ignore
from core.saving.gate import place_of
from core.saving.publishing import check_space, resolved
from core.saving.targets.safetensors_header import CODES, Written, header
from core.text import clip, listed
from core.values.planned import numbers_of

Done = Callable[[int], None]
"""Told how many bytes of numbers were written since the last time; may raise `core.errors.Cancelled`."""


class Opened(NamedTuple):
    """A tensor, or a part of one, that is written as ``name`` with this ``shape``; ``path`` is where it is."""

    name: str
    path: str
    shape: tuple[int, ...]
    tensor: TensorNumbers

    @property
    def is_widened(self) -> bool:
        """Whether its numbers are of a type that NumPy lacks, all of which float32 holds exactly."""
        return self.tensor.numpy_dtype.type.__module__ != "numpy"

    @property
    def plain_dtype(self) -> np.dtype[Any]:
        """The type of NumPy that its numbers are written as where no other is known."""
        return np.dtype(np.float32) if self.is_widened else self.tensor.numpy_dtype

    def pieces(self, done: Done) -> Iterator[NDArray[Any]]:
        """The numbers in flat pieces, the last dimension first."""
        for piece in self.tensor.in_order():
            yield piece
            done(piece.nbytes)


def names_of(catalogue: Catalogue, rows: Sequence[int]) -> list[str]:
    """What tensors are called in a file of their own: their paths below the innermost branch that holds all of them.

    So the keys of an exported model are those of its state dict. Raises `EditError` for two with the same name.
    """
    paths = [_path(catalogue, catalogue.tree.tensors[row]) for row in rows]
    common = 0
    while all(len(path) > common + 1 and path[common] == paths[0][common] for path in paths):
        common += 1
    names = ["/".join(map(key_text, path[common:])) or "tensor" for path in paths]
    twice = next((name for name, count in Counter(names).items() if count > 1), None)
    if twice is not None:
        raise EditError("Two of these tensors would be called {name!r}; export them one by one.", name=clip(twice))
    return names


def _path(catalogue: Catalogue, entry: int) -> tuple[Any, ...]:
    """The path of a tensor; of one that another is made of that of the whole, and what torch calls the part."""
    part, whole = catalogue.part_name(entry), entry
    while part and whole and whole not in catalogue.tree.compounds:
        whole = catalogue.parents[whole]
    return (*catalogue.path(whole), part) if part else catalogue.path(entry)


def check_names(tensors: Sequence[Opened]) -> None:
    """Raises `EditError` for a name that is no text other programs could read in a file."""
    for opened in tensors:
        try:
            sound = len(opened.name.encode()) <= _LONGEST and "\0" not in opened.name
        except UnicodeEncodeError:  # half a surrogate pair
            sound = False
        if not sound:
            raise EditError(
                "A tensor in a file cannot have the name {name!r}. Export it separately, as .npy or .csv.",
                name=clip(opened.name),
            )


_UNIX = 3
"""Which system wrote a member of a zip: the bytes are the same on each."""
_LONGEST = 65_000
"""Bytes of a name in a zip, nearly."""


def write_csv(stream: IO[bytes], tensors: Sequence[Opened], done: Done) -> None:
    """One tensor, as ``pandas.read_csv`` takes it, with a header.

    A matrix is written as one, its columns numbered; a vector or a scalar as a column ``value``; with more dimensions
    each number is a row, its indexes before it. Numbers are written as short as they read back exactly.
    """
    (opened,) = tensors
    width = opened.shape[1] if len(opened.shape) == 2 else 1
    stream.write(_csv_header(opened.shape).encode())
    for first, texts in _csv_texts(opened, done):
        ends = [b"\n" if (first + place + 1) % width == 0 else b"," for place in range(len(texts))]
        stream.write(b"".join(part for pair in zip(map(str.encode, texts), ends, strict=True) for part in pair))


def _csv_header(shape: tuple[int, ...]) -> str:
    if len(shape) == 2:
        return ",".join(map(str, range(shape[1]))) + "\n"
    return ",".join([*(f"dim{axis}" for axis in range(len(shape) if len(shape) > 2 else 0)), "value"]) + "\n"


def _csv_texts(opened: Opened, done: Done) -> Iterator[tuple[int, list[str]]]:
    """(place of the first, texts) of the numbers, in order."""
    first = 0
    for piece in opened.pieces(done):
        values = piece.astype(opened.plain_dtype, copy=False)
        for start in range(0, values.size, _AT_ONCE):
            texts = _spelled(values[start : start + _AT_ONCE])
            yield first, _with_indexes(first, texts, opened.shape) if len(opened.shape) > 2 else texts
            first += len(texts)


def _spelled(values: NDArray[Any]) -> list[str]:
    """Whole numbers, doubles and truths as Python has them; the rest by NumPy, which knows how exact they are."""
    if values.dtype.kind in "biu" or values.dtype == np.float64:
        return list(map(str, values.tolist()))
    found: list[str] = values.astype(str).tolist()
    return found


def _with_indexes(first: int, texts: list[str], shape: tuple[int, ...]) -> list[str]:
    places = zip(*(each.tolist() for each in np.unravel_index(range(first, first + len(texts)), shape)), strict=True)
    return [",".join(map(str, (*place, text))) for place, text in zip(places, texts, strict=True)]


_AT_ONCE = 1 << 16
"""Numbers that are texts at the same time."""


def write_npy(stream: IO[bytes], tensors: Sequence[Opened], done: Done) -> None:
    """One tensor, as ``numpy.lib.format`` describes it; what NumPy cannot name becomes float32, exactly.

    A transposed one keeps the order of its bytes, as ``numpy.save`` keeps it ("fortran order").
    """
    (opened,) = tensors
    _write_npy(stream, opened, done)


def write_npz(stream: IO[bytes], tensors: Sequence[Opened], done: Done) -> None:
    """Several, as ``numpy.savez`` writes them: not compressed. Raises `EditError` for what is no name in a zip."""
    check_names(tensors)
    with zipfile.ZipFile(stream, "w") as archive:
        for opened in tensors:
            info = zipfile.ZipInfo(f"{opened.name}.npy")
            info.create_system = _UNIX
            with archive.open(info, "w", force_zip64=True) as member:
                _write_npy(member, opened, done)


def _write_npy(stream: IO[bytes], opened: Opened, done: Done) -> None:
    turned = opened.tensor.is_turned and len(opened.shape) == len(opened.tensor.shape)
    stream.write(_npy_header(opened, fortran=turned))
    if turned:
        opened = opened._replace(tensor=opened.tensor.turned())
    for piece in opened.pieces(done):
        stream.write(piece.astype(opened.plain_dtype, copy=False).data)


def _npy_header(opened: Opened, *, fortran: bool) -> bytes:
    facts = {"descr": np.lib.format.dtype_to_descr(opened.plain_dtype), "fortran_order": fortran, "shape": opened.shape}
    header = BytesIO()
    np.lib.format.write_array_header_1_0(header, facts)
    return header.getvalue()


_AS_TORCH = {"float4_e2m1fn": "float4_e2m1fn_x2"}
_FLOAT4 = np.dtype(ml_dtypes.float4_e2m1fn)


def write_safetensors(stream: IO[bytes], tensors: Sequence[Opened], done: Done) -> None:
    """Every dtype as itself: a header, and the bytes behind it, written as they are read.

    The safetensors package writes from tensors in memory only. Raises `EditError` for what the format has no name for.
    """
    ordered = sorted(tensors, key=lambda opened: (-opened.tensor.numpy_dtype.itemsize, opened.name))
    stream.write(_safetensors_header(ordered))
    for opened in ordered:
        is_float4 = opened.tensor.numpy_dtype == _FLOAT4
        left = np.empty(0, np.uint8)
        for piece in opened.pieces(done):
            if is_float4:
                left = np.concatenate((left, piece.view(np.uint8)))
                whole = left.size // 2 * 2
                stream.write(_paired(left[:whole]).data)
                left = left[whole:]
            else:
                stream.write(piece.view(np.uint8).data)


def _safetensors_header(tensors: Sequence[Opened]) -> bytes:
    check_names(tensors)
    listed: list[Written] = []
    for opened in tensors:
        dtype = CODES.get(_AS_TORCH.get(opened.tensor.numpy_dtype.name, opened.tensor.numpy_dtype.name))
        if dtype is None:
            raise EditError(
                "safetensors has no {dtype} for {path!r}. Write it as .npy or .npz.",
                dtype=opened.tensor.numpy_dtype.name,
                path=clip(opened.path),
            )
        if opened.name == NOTES:
            raise EditError("No tensor of a safetensors file can be called __metadata__. Write it as .npy or .npz.")
        if dtype == "F4" and (not opened.shape or opened.shape[-1] % 2):
            raise EditError(
                "safetensors stores two float4 numbers per byte, but the rows of {path!r} have an odd length.",
                path=clip(opened.path),
            )
        size = prod(opened.shape)
        nbytes = size // 2 if dtype == "F4" else size * opened.tensor.numpy_dtype.itemsize
        listed.append(Written(opened.name, dtype, opened.shape, nbytes))
    return header(listed, {"format": "pt"})  # without which transformers takes no file


def _paired(numbers: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Two in a byte, the first in the lower half."""
    low, high = numbers[::2] & 15, numbers[1::2] << 4
    return np.ascontiguousarray(low | high)


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
            "{name} must end in a format that tensors can be exported to: {formats}.",
            name=clip(path.name),
            formats=listed(_WRITERS),
        )
    if kind in _OF_ONE and len(rows) != 1:
        raise EditError(
            "A {kind} file holds only one tensor, not {count:,}: write .npz or .safetensors.",
            kind=kind,
            count=len(rows),
        )
    place = place_of(path, catalogue.checkpoint, overwrite=overwrite)
    with place.new_file() as temporary, numbers_of(catalogue, lambda: tick(0, 1)) as numbers:
        names = names_of(catalogue, rows)
        paths = [catalogue.path_text(catalogue.tree.tensors[row]) for row in rows]
        opened = [
            _opened(numbers.tensor(row), name, path, part) for row, name, path in zip(rows, names, paths, strict=True)
        ]
        check_space(path, sum(_bytes(each) for each in opened))
        with temporary.stream() as stream:
            _WRITERS[kind](stream, opened, _counted(tick, opened))
        size = os.fstat(temporary.fd).st_size
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

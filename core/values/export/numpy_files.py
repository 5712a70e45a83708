"""``.npy`` and ``.npz``, as ``numpy.lib.format`` describes them. What NumPy cannot name becomes float32, exactly."""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from io import BytesIO
from typing import IO

import numpy as np

from core.values.export.opened import Done, Opened, check_names


def write_npy(stream: IO[bytes], tensors: Sequence[Opened], done: Done) -> None:
    """One tensor. A transposed one keeps the order of its bytes, as ``numpy.save`` keeps it ("fortran order")."""
    (opened,) = tensors
    _write(stream, opened, done)


def write_npz(stream: IO[bytes], tensors: Sequence[Opened], done: Done) -> None:
    """Several, as ``numpy.savez`` writes them: not compressed. Raises `EditError` for what is no name in a zip."""
    check_names(tensors)
    with zipfile.ZipFile(stream, "w") as archive:
        for opened in tensors:
            with archive.open(zipfile.ZipInfo(f"{opened.name}.npy"), "w", force_zip64=True) as member:
                _write(member, opened, done)


def _write(stream: IO[bytes], opened: Opened, done: Done) -> None:
    turned = opened.tensor.is_turned and len(opened.shape) == len(opened.tensor.shape)
    stream.write(_header(opened, fortran=turned))
    if turned:
        opened = opened._replace(tensor=opened.tensor.turned())
    for piece in opened.pieces(done):
        stream.write(piece.astype(opened.plain_dtype, copy=False).data)


def _header(opened: Opened, *, fortran: bool) -> bytes:
    facts = {"descr": np.lib.format.dtype_to_descr(opened.plain_dtype), "fortran_order": fortran, "shape": opened.shape}
    header = BytesIO()
    np.lib.format.write_array_header_1_0(header, facts)
    return header.getvalue()

"""Where the tensors are that lie in a file as bytes: its checkpoints and pickles are opened when an error asks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from core.catalogue.build import open_inside
from core.catalogue.catalogue import Catalogue
from core.edits.preview import Preview
from core.errors import CheckpointError
from core.files.member import MARK
from core.objects.nested import held_bytes, holds_checkpoint, is_packed, is_pickled

_DEEPEST: Final = 4
"""Checkpoints in each other."""
_HEADS: Final = (b"PK", *(bytes((0x80, protocol)) for protocol in range(2, 6)))
"""What a zip and a pickle begin with."""

Blobs = Iterable[tuple[int, bytes]]
"""Entries, and the bytes that they hold."""


def inside(view: Preview, wanted: re.Pattern[str]) -> Iterator[tuple[str, str]]:
    """(path, device) of the bytes that stay in the file and have tensors on a device that is ``wanted``.

    The device is empty where nothing can look into the bytes.
    """
    catalogue = view.catalogue
    blobs = (*_of_values(catalogue), *_of_tensors(catalogue))
    yield from _asked(catalogue, [each for each in blobs if not view.dropped(each[0])], wanted)


def _asked(catalogue: Catalogue, blobs: Blobs, wanted: re.Pattern[str], above: str = "") -> Iterator[tuple[str, str]]:
    for entry, data in blobs:
        key = catalogue.path_text(entry)
        if is_packed(data) or above.count(MARK) > _DEEPEST:
            yield above + key, ""
        elif holds_checkpoint(data) and re.search(wanted.pattern.encode(), data):
            yield from _opened(catalogue, key, data, wanted, above)


def _opened(
    catalogue: Catalogue, key: str, data: bytes, wanted: re.Pattern[str], above: str
) -> Iterator[tuple[str, str]]:
    try:
        inner = open_inside(catalogue.checkpoint, key, data)
    except CheckpointError:
        yield above + key, ""
        return
    device = next((each.device for each in inner.storages if wanted.fullmatch(each.device)), "")
    if device:
        yield above + key, device
    else:
        yield from _asked(inner, _of_values(inner), wanted, f"{above}{key}{MARK}")


def _of_values(catalogue: Catalogue) -> Blobs:
    for entry, value in enumerate(catalogue.values):
        if data := held_bytes(value):
            yield entry, data


def _of_tensors(catalogue: Catalogue) -> Blobs:
    """The tensors that are a pickle or a zip, as Transformer Engine saves its scales."""
    rows = [row for row, each in enumerate(catalogue.tensors) if each.dtype == "uint8" and len(each.shape) == 1]
    if not rows or catalogue.checkpoint.is_elsewhere:
        return
    from core.numbers.reader import Numbers  # noqa: PLC0415 - NumPy is for those who need it

    try:
        with Numbers(catalogue) as numbers:
            for row in rows:
                tensor = numbers.tensor(row)
                head = tensor.read((slice(0, min(2, tensor.shape[0]), 1),)).tobytes()
                if head in _HEADS and is_pickled(data := tensor.read().tobytes()):
                    yield catalogue.tensors[row].entry, data
    except CheckpointError:
        return

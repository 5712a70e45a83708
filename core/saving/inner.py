"""Bytes that lie in a checkpoint, such as another checkpoint, as a file of their own."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from core.catalogue.catalogue import Catalogue
from core.errors import EditError
from core.objects.numpy_data import raw_bytes
from core.saving.gate import place_of
from core.saving.publishing import check_space
from core.text import clip
from core.words import say


class WrittenBytes(NamedTuple):
    """The file, and how many bytes it has."""

    path: Path
    size: int


def save_bytes(catalogue: Catalogue, entry: int, target: str | Path, *, overwrite: bool = False) -> WrittenBytes:
    """Write the bytes at an entry. Raises `EditError` where none are, and a `SaveError` as a save does."""
    value = catalogue.values[entry]
    data = None if isinstance(value, str) else raw_bytes(value)
    if data is None:
        path = clip(catalogue.path_text(entry), 120) or say("The whole file")
        raise EditError("{path} is not bytes but {summary}.", path=path, summary=catalogue.summary(entry))
    place = place_of(target, catalogue.checkpoint, overwrite=overwrite)
    with place.new_file() as temporary:
        check_space(place.path, len(data))
        with temporary.stream() as stream:
            stream.write(data)
    return WrittenBytes(place.path, len(data))

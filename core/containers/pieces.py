"""Which files a tensor lies in, and which part of it in each: who wrote it, of checkpoints that ranks saved."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from core.dtypes import Shape
from core.formats.archives import Archive
from core.formats.assembled import AssembledArchive
from core.formats.several import SeveralArchive, split

_OF_RANK = re.compile(r"(?:.*/)?__(\d+)_\d+\.distcp", re.DOTALL)


class PieceRow(NamedTuple):
    """A piece of a tensor: the ``file`` that it is in, and the box that it is of it.

    The box begins at ``first`` and has ``sizes`` elements, a dimension each; of a flat partition it has one dimension.
    ``rank`` is the process that wrote it, as far as the name of the file says.
    """

    file: str
    first: Shape
    sizes: Shape
    rank: int | None = None


def pieces_of(archive: Archive, names: Sequence[str], key: str) -> tuple[PieceRow, ...]:
    """The pieces that storage ``key`` is put together of; none for one that lies in a file as it is.

    ``names`` are those of the files, as `core.containers.content.Several` has them.
    """
    before = 0
    while isinstance(archive, SeveralArchive):
        number, key = split(key)
        before += archive.firsts[number]
        archive = archive.archives[number]
    if not isinstance(archive, AssembledArchive) or key not in archive.wholes:
        return ()
    rows = []
    for piece in archive.wholes[key].pieces:
        for number in archive.below.files_of(piece.storage):
            name = names[before + number] if before + number < len(names) else ""
            rank = _OF_RANK.fullmatch(name)
            rows.append(PieceRow(name, piece.first, piece.sizes, int(rank[1]) if rank else None))
    return tuple(rows)

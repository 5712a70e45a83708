"""A file whose directory says of each storage where it lies, in bytes from the front."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from core.errors import Truncated
from core.files.copy import Source
from core.formats.archives import check_storage
from core.formats.span import Span
from core.oddities import Oddity
from core.words import say

if TYPE_CHECKING:
    from core.formats.archives import ItemSizes


@dataclass(frozen=True, eq=False, repr=False)
class PlacedArchive:
    """``kind`` is what it is called, ``found`` where each storage begins and its bytes, and ``start`` the front."""

    kind: str
    found: Mapping[str, tuple[int, int]]
    start: int = 0

    id_parts: ClassVar[int] = 5
    oddities: ClassVar[tuple[Oddity, ...]] = ()

    def moved(self, start: int) -> PlacedArchive:
        """As `core.formats.archives.Archive.moved` says."""
        return replace(self, start=self.start + start)

    def files_of(self, _key: str) -> Sequence[int]:
        """As `core.formats.archives.Archive.files_of` says: there is one."""
        return (0,)

    def places(self, _source: Source, _item_sizes: ItemSizes) -> PlacedArchive:
        """As `core.formats.archives.Archive.places` says: the directory says it all."""
        return self

    def check(self, keys: Sequence[str], sizes: Sequence[int], size: int) -> None:
        """As `core.formats.archives.Archive.check` says."""
        for key, nbytes in zip(keys, sizes, strict=True):
            place = self.found.get(key)
            check_storage(key, nbytes, None if place is None else place[1])
            if place is not None and self.start + sum(place) > size:
                raise Truncated(
                    say("The file ends inside the bytes of a tensor; it was cut short or damaged. Fetch it again.")
                )

    def span(self, key: str) -> Span:
        """As `core.formats.archives.Places.span` says."""
        begin, size = self.found[key]
        return Span(self.start + begin, size, None)

    def begins(self, key: str) -> int:
        """As `core.formats.archives.Places.begins` says."""
        return self.start + self.found[key][0]

"""A file whose directory says of each storage where it lies, in bytes from the front."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from core.errors import MissingRecord, ShortRecord, Truncated
from core.formats.copy import Source
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
            if key not in self.found:
                raise MissingRecord(
                    say("The bytes of storage {key!r} are missing from the file. Fetch it again.", key=key)
                )
            begin, there = self.found[key]
            if there < nbytes:
                raise ShortRecord(
                    say(
                        "Storage {key!r} lies outside its record: it needs {nbytes:,} bytes and the file holds "
                        "{size:,}. Fetch it again.",
                        key=key,
                        nbytes=nbytes,
                        size=there,
                    )
                )
            if self.start + begin + there > size:
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

"""Several files as one: each with its own archive, and storages that are called by the number of their part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from core.files.copy import Source
from core.formats.archives import Archive, ItemSizes, Places
from core.formats.span import Span
from core.oddities import Oddity


@dataclass(frozen=True, eq=False, repr=False)
class SeveralArchive(Archive):
    """The archives of files that lie one behind the other, each moved to where its file begins.

    Storage ``17`` of the part number 2 is ``2/17`` here. ``kind`` is what the whole is called; ``names`` are what the
    parts are called, and ``ends`` where they end. A part can itself be of several files: ``firsts`` are the
    numbers of their first.
    """

    kind: str
    archives: tuple[Archive, ...]
    names: tuple[str, ...]
    ends: tuple[int, ...]
    firsts: tuple[int, ...]
    oddities: tuple[Oddity, ...] = ()

    def moved(self, start: int) -> SeveralArchive:
        moved = tuple(archive.moved(start) for archive in self.archives)
        return replace(self, archives=moved, ends=tuple(start + end for end in self.ends))

    def files_of(self, key: str) -> Sequence[int]:
        number, own = split(key)
        return [self.firsts[number] + file for file in self.archives[number].files_of(own)]

    def places(self, source: Source, item_sizes: ItemSizes) -> SeveralPlaces:
        return SeveralPlaces(self, source, item_sizes)

    def check(self, keys: Sequence[str], sizes: Sequence[int], _size: int) -> None:
        of_each: list[tuple[list[str], list[int]]] = [([], []) for _ in self.archives]
        for key, size in zip(keys, sizes, strict=True):
            number, own = split(key)
            of_each[number][0].append(own)
            of_each[number][1].append(size)
        for archive, (own_keys, own_sizes), end in zip(self.archives, of_each, self.ends, strict=True):
            archive.check(own_keys, own_sizes, end)


class SeveralPlaces(Places):
    """Where the storages of several files lie. A file is looked into when something of it is asked for."""

    def __init__(self, archive: SeveralArchive, source: Source, item_sizes: ItemSizes) -> None:
        self._archives, self._source = archive.archives, source
        self._item_sizes = item_sizes
        self._places: dict[int, Places] = {}
        self._sizes: dict[int, dict[str, int]] = {}

    def span(self, key: str) -> Span:
        number, own = split(key)
        return self._of(number).span(own)

    def begins(self, key: str) -> int:
        number, own = split(key)
        return self._of(number).begins(own)

    def _of(self, number: int) -> Places:
        if number not in self._places:
            archive = self._archives[number]
            self._places[number] = archive.places(self._source, lambda: self._sizes_in(number))
        return self._places[number]

    def _sizes_in(self, number: int) -> Mapping[str, int]:
        if not self._sizes:
            for key, size in self._item_sizes().items():
                of, own = split(key)
                self._sizes.setdefault(of, {})[own] = size
        return self._sizes.get(number, {})


def joined(number: int, key: str) -> str:
    """What storage ``key`` of a file is called among those of all files."""
    return f"{number}/{key}"


def split(key: str) -> tuple[int, str]:
    """The number of the file, and the key there."""
    number, _, own = key.partition("/")
    return int(number), own

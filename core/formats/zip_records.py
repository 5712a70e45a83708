"""The entries of a zip's directory, as columns."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from itertools import compress, islice
from operator import ge
from typing import NamedTuple

from core.errors import Malformed
from core.oddities import Oddity


class Record(NamedTuple):
    """One zip entry.

    ``header`` is the offset of its local header, ``size`` its bytes unpacked, ``stored`` its bytes in the
    file, ``crc`` as the directory says (0 means never computed), ``method`` 0 for stored, 8 for deflated.
    """

    name: str
    header: int
    size: int
    stored: int
    crc: int
    method: int


class Records(Mapping[str, Record]):
    """The entries of a zip by name, in its order: columns, of which a `Record` is made when somebody asks for it.

    Whoever opens a file of 300,000 tensors asks for a handful, and for all sizes at once. ``oddities`` are those of the
    directory, so that whoever asks for its entries has them too; ``unflagged`` the names that are not said to be UTF-8
    and need more than ASCII.
    """

    __slots__ = ("columns", "oddities", "places", "sizes", "unflagged")

    def __init__(self) -> None:
        self.unflagged: set[str] = set()
        self.oddities: list[Oddity] = []
        self.places: dict[str, int] = {}
        self.sizes = array("Q")
        self.columns = array("Q"), self.sizes, array("Q"), array("I"), array("B")  # as in `Record`, behind its name

    def __len__(self) -> int:
        return len(self.places)

    def __iter__(self) -> Iterator[str]:
        return iter(self.places)

    def __contains__(self, name: object) -> bool:
        return name in self.places

    def __getitem__(self, name: str) -> Record:
        place = self.places[name]
        headers, sizes, stored, crcs, methods = self.columns
        # Record's own constructor takes twice as long.
        return tuple.__new__(Record, (name, headers[place], sizes[place], stored[place], crcs[place], methods[place]))

    @property
    def summed_bytes(self) -> int:
        """Bytes in the file of the records that have a checksum."""
        _, _, stored, checksums, _ = self.columns
        return sum(compress(stored, checksums))

    def moved(self, start: int) -> Records:
        """The same of a zip that begins at ``start`` of a space of several."""
        moved = Records()
        moved.places, moved.oddities = self.places, self.oddities
        moved.sizes, moved.unflagged = self.sizes, self.unflagged
        headers, *others = self.columns
        moved.columns = array("Q", map(start.__add__, headers)), *others  # type: ignore[assignment]
        return moved

    def for_python(self, name: str) -> str:
        """What Python's ``zipfile`` calls a record: a name that is not said to be UTF-8 is code page 437 to it."""
        return name.encode("utf-8", "surrogateescape").decode("cp437") if name in self.unflagged else name

    def hold(self, folder: str, names: Sequence[str], sizes: Sequence[int]) -> bool:
        """Whether there is a record in ``folder`` of each name, of at least so many bytes."""
        places = list(map(self.places.get, map(folder.__add__, names)))
        return None not in places and all(map(ge, map(self.sizes.__getitem__, places), sizes))  # type: ignore[arg-type]

    def add(self, names: Sequence[str], columns: Sequence[Sequence[int]]) -> None:
        """Add entries, a column a fact. Raises `Malformed` where a name is there already."""
        known = len(self.places)
        self.places.update(zip(names, range(known, known + len(names)), strict=True))
        if len(self.places) < known + len(names):
            raise Malformed(
                "The file holds two records named {name!r}; programs would disagree on which is meant.",
                name=self._first_twice(known, names),
            )
        for column, more in zip(self.columns, columns, strict=True):
            column.extend(more)

    def _first_twice(self, known: int, names: Sequence[str]) -> str:
        seen = set(islice(self.places, known))
        return next(name for name in names if name in seen or seen.add(name))  # type: ignore[func-returns-value]

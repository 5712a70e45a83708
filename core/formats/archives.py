"""What all containers have in common: an archive says where the bytes of storages lie, by the keys of these.

An archive knows the directory of its file or files. Its `Places` look into the open source for the rest, as for the
counts that an older file has before each storage.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from core.errors import MissingRecord, ShortRecord
from core.files.copy import Source
from core.formats.span import Span
from core.oddities import Oddity

ItemSizes = Callable[[], Mapping[str, int]]
"""Gives the bytes of an element of each storage by its key: worked out for those archives only that do not say."""


class Places(ABC):
    """Where the bytes of storages lie in an open source."""

    @abstractmethod
    def span(self, key: str) -> Span:
        """The bytes of a storage, with those behind them that are no part of it.

        Raises `Malformed` or `Truncated` where the source does not have them where its directory says.
        """

    @abstractmethod
    def begins(self, key: str) -> int:
        """Where about they lie: for who goes through all storages from front to back."""


class Archive(ABC):
    """The directory of a container.

    ``kind`` is what it is called, ``oddities`` what no program of its kind writes there, and ``id_parts`` of how many
    parts the persistent id of a storage is.
    """

    id_parts = 5

    if TYPE_CHECKING:  # a dataclass would take a property that it inherits for the default of its field

        @property
        @abstractmethod
        def kind(self) -> str: ...
        @property
        @abstractmethod
        def oddities(self) -> tuple[Oddity, ...]: ...

    @abstractmethod
    def moved(self, start: int) -> Archive:
        """The same of a file that begins at ``start`` of a space of several."""

    def files_of(self, key: str) -> Sequence[int]:  # noqa: ARG002 - there is one file as a rule
        """The numbers of the files that bytes of a storage lie in, among those that the archive is of."""
        return (0,)

    @abstractmethod
    def places(self, source: Source, item_sizes: ItemSizes) -> Places:
        """Where the storages lie; ``item_sizes`` gives the bytes of an element of each."""

    @abstractmethod
    def check(self, keys: Sequence[str], sizes: Sequence[int], size: int) -> None:
        """Raises `Malformed` or `Truncated` where the file, which ends at ``size``, lacks bytes of a storage."""


def check_storage(key: str, nbytes: int, there: int | None) -> None:
    """Raises `MissingRecord` or `ShortRecord` for a storage of which a file has no bytes, or fewer than it needs."""
    if there is None:
        raise MissingRecord("The bytes of storage {key!r} are missing from the file. Fetch it again.", key=key)
    if there < nbytes:
        raise ShortRecord(
            "Storage {key!r} lies outside its record: it needs {nbytes:,} bytes and the file holds {size:,}. Fetch "
            "it again.",
            key=key,
            nbytes=nbytes,
            size=there,
        )

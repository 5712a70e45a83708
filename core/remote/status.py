"""What a store tells of a file, and what a store is asked for."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import IO, Final

from core.remote.address import RemotePath

MOST_NAMES: Final = 1_000_000
"""Of a folder: a server may go on without end."""


@dataclass(frozen=True)
class RemoteStatus:
    """A file elsewhere as it was when it was looked at, or a folder.

    ``size`` is in bytes, None where the server does not say. ``version`` tells whether it is still the same: an ETag,
    a generation, a time; empty where the server gives none. ``ranges`` is whether parts of it can be asked for.
    ``head`` are its first bytes as far as they came along.
    """

    size: int | None
    version: str = ""
    is_folder: bool = False
    ranges: bool = True
    head: bytes = b""


class Fetch:
    """Bytes that are on their way into memory: ``length`` from ``start`` on, of which ``here`` have come.

    A store adds to it and looks at ``stopped`` in between: nobody waits for the rest any more. ``length`` is None where
    nobody knows it.
    """

    def __init__(self, start: int, length: int | None) -> None:
        self.start, self.length = start, length
        self.data = bytearray(length or 0)
        self.here = 0
        self.stopped = False

    def add(self, piece: bytes) -> None:
        """The next bytes have come."""
        end = self.here + len(piece)
        self.data[self.here : end] = piece
        self.here = end

    def begin_again(self) -> None:
        """What has come is not to be used."""
        self.here = 0

    @property
    def next(self) -> int:
        """The first byte that is missing."""
        return self.start + self.here

    @property
    def left(self) -> int | None:
        """How many are missing."""
        return None if self.length is None else self.length - self.here


class FetchToDisk(Fetch):
    """The same into an open file, from its beginning on."""

    def __init__(self, file: IO[bytes], length: int | None) -> None:
        super().__init__(0, length)
        self._file = file

    def add(self, piece: bytes) -> None:
        self._file.write(piece)
        self.here += len(piece)

    def begin_again(self) -> None:
        self._file.seek(0)
        self._file.truncate()
        self.here = 0


class Store(ABC):
    """A kind of place elsewhere. Its methods block, and may be called from any thread.

    All raise `FileNotFoundError` and `PermissionError` for what they mean, `core.remote.trouble.Passing` for what may
    be tried again, and a `core.errors.CheckpointError` for what may not.
    """

    @abstractmethod
    def status(self, path: RemotePath) -> RemoteStatus:
        """What is there."""

    @abstractmethod
    def fetch(self, path: RemotePath, status: RemoteStatus, wanted: Fetch) -> None:
        """Get the rest of a range. Raises `SourceChanged` where it is of another version than ``status`` says."""

    @abstractmethod
    def names(self, path: RemotePath) -> list[str]:
        """The names in a folder, `MOST_NAMES` at most; those of folders end with ``/``."""

    @abstractmethod
    def close(self) -> None:
        """Let its connections go."""


class Upload(ABC):
    """A file in the making elsewhere: its bytes go there one behind the other, and nobody sees them.

    It is used by one thread. Errors are those of `Store`, after some attempts.
    """

    path: RemotePath
    """Where it is read back once it is finished."""
    grain = 1
    """Nothing elsewhere lies in pages."""
    replaces = False
    """Whether it is in the place of another by now, which cannot be had back."""

    @abstractmethod
    def begin(self) -> None:
        """Make it, before anything is written."""

    def facts(self) -> dict[str, str]:
        """What a later run has to know to remove it."""
        return {}

    def expect(self, nbytes: int) -> None:  # noqa: B027 - most take them as they come
        """About so many bytes will come."""

    @abstractmethod
    def write(self, data: bytes | bytearray | memoryview) -> None:
        """The next bytes."""

    def take(self, file: object, offset: int, length: int) -> int:  # noqa: ARG002 - most cannot
        """Have the store copy the next ``length`` bytes by itself, from ``offset`` of a file; how many of them: 0 where
        it cannot."""
        return 0

    @abstractmethod
    def end(self) -> None:
        """All bytes have come: send those that are held."""

    @abstractmethod
    def finish(self) -> None:
        """See that all bytes are there, after `end`. Raises `FileExistsError` as `publish` does."""

    def publish(self, mode: int | None) -> None:  # noqa: B027 - with most it is there once it is finished
        """Put it in its place, with no more permissions than ``mode`` where there are some.

        Raises `FileExistsError` where something has appeared there, unless that may be overwritten.
        """

    @abstractmethod
    def abandon(self) -> bool:
        """Remove it; whether it is gone."""

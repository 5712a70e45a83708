"""What lies at a path: a file that is open, or a folder by the names in it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path

from core.errors import CannotOpen, NotACheckpoint, TooLarge
from core.formats.file_io import NotAFile, open_file
from core.formats.files import FileIdentity, LocalFile
from core.words import say

_HEAD = 4096
_MOST_NAMES = 200_000
"""Files in a folder that are looked at."""
FOLLOWS_LINKS: ContextVar[bool] = ContextVar("FOLLOWS_LINKS", default=False)
"""Whether whoever opens a folder has said that symbolic links in it may lead out of it."""


@dataclass(frozen=True, eq=False)
class Location:
    """A path, and what is there.

    ``path`` is absolute. ``opened`` is the file, None for a folder. ``alone`` is whether a file is to be shown by
    itself that is part of a whole; ``as_parts`` whether a whole that is put together is to be shown as its files.
    """

    path: Path
    identity: FileIdentity
    opened: LocalFile | None
    alone: bool = False
    as_parts: bool = False

    @property
    def is_folder(self) -> bool:
        return self.opened is None

    @property
    def name(self) -> str:
        return self.path.name

    @property
    def folder(self) -> Path:
        """The folder that it is, or that the file is in."""
        return self.path if self.is_folder else self.path.parent

    @property
    def file(self) -> LocalFile:
        """The file. Raises `CannotOpen` where a folder has the name of one."""
        if self.opened is None:
            raise CannotOpen(
                say("{path} is a directory, where a file belongs. Put the file there.", path=os.fspath(self.path))
            )
        return self.opened

    @cached_property
    def head(self) -> bytes:
        """The first bytes of the file; none of a folder."""
        return b"" if self.opened is None else self.opened.peek(0, _HEAD)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names in the folder that it is or is in, as `names_in` gives them."""
        return names_in(self.folder)


def names_in(folder: Path) -> tuple[str, ...]:
    """The names in a folder, sorted; none where it is none or may not be read.

    Raises `TooLarge` where there are more than any checkpoint has.
    """
    try:
        with os.scandir(folder) as entries:
            found = [entry.name for entry in islice(entries, _MOST_NAMES + 1)]
    except OSError:
        return ()
    if len(found) > _MOST_NAMES:
        raise TooLarge(say("files in a folder"), len(found), _MOST_NAMES)
    return tuple(sorted(found))


@contextmanager
def located(path: str | os.PathLike[str], *, alone: bool = False, as_parts: bool = False) -> Iterator[Location]:
    """What lies at a path. Raises `CannotOpen` and `NotACheckpoint` with a sentence that says why nothing does."""
    text = os.path.expanduser(path)  # noqa: PTH111 - pathlib raises for a user that there is not
    if os.path.isdir(text):  # noqa: PTH112 - pathlib raises where the folder itself may not be entered
        yield Location(Path(text).absolute(), _status(text), None, as_parts=as_parts)
        return
    fd = _opened(text)
    try:
        identity = FileIdentity.of(os.fstat(fd))
        if not identity.size:
            raise NotACheckpoint(
                say(
                    "{name} is empty (0 bytes): a download or a save was never finished. Fetch it again.",
                    name=Path(text).name,
                )
            )
        yield Location(Path(text).absolute(), identity, LocalFile(fd, identity.size), alone, as_parts)
    finally:
        os.close(fd)


def _status(path: str) -> FileIdentity:
    try:
        return FileIdentity.of(os.stat(path))  # noqa: PTH116 - as above
    except OSError as error:
        raise CannotOpen(say("{path} cannot be opened: {reason}.", path=path, reason=error.strerror)) from None


def _opened(path: str) -> int:
    try:
        return open_file(path)
    except NotAFile as other:
        raise CannotOpen(
            say(
                "{path} is no regular file: {reason}. Copy the checkpoint into a file first.",
                path=path,
                reason=other.strerror,
            )
        ) from None
    except FileNotFoundError:
        raise CannotOpen(say("There is no file {path}. Check the name.", path=path)) from None
    except PermissionError:
        raise CannotOpen(
            say("You have no permission to read {path}. Ask its owner, or copy it to where you may read it.", path=path)
        ) from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise CannotOpen(say("{path} cannot be opened: {reason}.", path=path, reason=reason)) from None

"""What lies at a path: a file that is open, or a folder by the names in it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import TypeVar

from core.errors import CannotOpen, NotACheckpoint, TooLarge
from core.files.byte_source import ByteSource, FileIdentity, NotAFile, OpenFile
from core.files.parts import identity_of, open_part
from core.remote.address import RemotePath, as_path
from core.words import say

Found = TypeVar("Found")
_HEAD = 4096
_MOST_NAMES = 200_000
"""Files in a folder that are looked at."""
_HIDDEN = (".metadata",)
_USUAL = (
    "model.safetensors.index.json",
    "pytorch_model.bin.index.json",
    "diffusion_pytorch_model.safetensors.index.json",
    "latest",
    "model.safetensors",
    "pytorch_model.bin",
)
"""What a folder is asked for of which there is no list: the names by which its checkpoints are opened."""
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
    opened: ByteSource | None
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
    def file(self) -> ByteSource:
        """The file. Raises `CannotOpen` where a folder has the name of one."""
        if self.opened is None:
            raise CannotOpen(
                "{path} is a directory, where a file belongs. Put the file there.", path=os.fspath(self.path)
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
        found = _remote_names(folder) if isinstance(folder, RemotePath) else _local_names(folder)
    except OSError:
        return ()
    if len(found) > _MOST_NAMES:
        raise TooLarge(say("files in a folder"), len(found), _MOST_NAMES)
    return tuple(sorted(found))


def _local_names(folder: Path) -> list[str]:
    with os.scandir(folder) as entries:
        return [entry.name for entry in islice(entries, _MOST_NAMES + 1)]


def _remote_names(folder: RemotePath) -> list[str]:
    from core.remote.asking import names_at  # noqa: PLC0415 - for those who need it

    if folder.is_file():
        return []
    found = names_at(folder)
    for name in found:
        (folder / name).remember(is_folder=name.endswith("/"))
    names = [name.rstrip("/") for name in found]
    return [*names, *(name for name in are_there(folder, _hidden(folder, names)) if name not in names)]


def _hidden(folder: RemotePath, names: Sequence[str]) -> Sequence[str]:
    """Names that a listing may not show: a web server lists no hidden ones, and often none at all."""
    if folder.scheme not in {"http", "https"}:
        return ()
    return _HIDDEN if names else (*_HIDDEN, *_USUAL)


def are_there(folder: Path, names: Sequence[str]) -> list[str]:
    """Those of some names that there are in a folder; elsewhere they are asked for beside each other."""
    if isinstance(folder, RemotePath):
        from core.remote.asking import ask_all  # noqa: PLC0415 - for those who need it

        ask_all([folder / name for name in names])
        return [name for name in names if _is_remote_file(folder / name)]
    return [name for name in names if (folder / name).exists()]


def _is_remote_file(path: RemotePath) -> bool:
    from core.remote.asking import is_there  # noqa: PLC0415 - for those who need it

    return is_there(path)


@contextmanager
def located(path: str | os.PathLike[str], *, alone: bool = False, as_parts: bool = False) -> Iterator[Location]:
    """What lies at a path. Raises `CannotOpen` and `NotACheckpoint` with a sentence that says why nothing does."""
    place = as_path(path)
    if str(place).startswith("~"):
        place = Path(os.path.expanduser(place))  # noqa: PTH111 - pathlib raises for a user that there is not
    if _is_folder(place):
        yield Location(place.absolute(), _told(place, lambda: identity_of(place)), None, as_parts=as_parts)
        return
    file, identity = _opened(place)
    try:
        if not file.size:
            raise NotACheckpoint(
                "{name} is empty (0 bytes): a download or a save was never finished. Fetch it again.", name=place.name
            )
        yield Location(place.absolute(), identity, file, alone, as_parts)
    finally:
        file.close()


def _is_folder(path: Path) -> bool:
    if isinstance(path, RemotePath):
        from core.remote.asking import status_of  # noqa: PLC0415 - for those who need it

        return _told(path, lambda: status_of(path).is_folder)
    return os.path.isdir(path)  # noqa: PTH112 - pathlib raises where the folder itself may not be entered


def _opened(path: Path) -> tuple[OpenFile, FileIdentity]:
    file = _told(path, lambda: open_part(path))
    return file, file.identity()


def _told(path: Path, ask: Callable[[], Found]) -> Found:
    """What is found out of a path. Raises `CannotOpen` where the system, or a server, says that it cannot be."""
    try:
        return ask()
    except NotAFile as other:
        raise CannotOpen(
            "{path} is not a regular file: {reason}. Copy the checkpoint into a file first.",
            path=path,
            reason=other.strerror,
        ) from None
    except FileNotFoundError:
        raise CannotOpen("There is no file {path}. Check the name.", path=path) from None
    except PermissionError as error:
        if isinstance(path, RemotePath):
            raise CannotOpen(
                "You have no permission to read {path}: {reason}.", path=path, reason=error.strerror
            ) from None
        raise CannotOpen("You have no permission to read {path}. Ask its owner for read access.", path=path) from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise CannotOpen("{path} cannot be opened: {reason}.", path=path, reason=reason) from None

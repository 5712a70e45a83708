"""Which checkpoints lie in a folder that is none itself, by names, by how a file begins, and by who claims a folder."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from core.containers.known_files import Role, role_of
from core.containers.location import Location, located, names_in
from core.errors import CheckpointError
from core.files.byte_source import open_stream
from core.formats.register import is_checkpoint_name
from core.remote.address import RemotePath

Claimed = Callable[[Location], bool]
"""Whether a folder is one checkpoint."""
_UNSURE = re.compile(
    r"(?:\.(?:tar|pkl|pickle|sav|jit|model|params|weights|state|checkpoint|t7|\d+)|^[^.]+)$", re.IGNORECASE
)
"""Names under which torch's files are saved as well as others: how the file begins decides."""
_LEGACY = b"\x80\x02\x8a\nl\xfc\x9cF\xf9 j\xa8P\x19."
_ZIP, _PICKLE, _HEAD = b"PK\x03\x04", b"/data.pkl", 512
_MOST_LOOKED_INTO = 1000
"""Names in a folder up to which folders, and files of other names, are looked into."""
_MOST_ELSEWHERE = 200


def checkpoints_inside(location: Location, is_claimed: Claimed) -> list[str]:
    """The names of checkpoints in a folder, sorted: files, folders that are one checkpoint, and the files of others.

    Elsewhere a folder with such files is one name: each further question would be one to a server.
    """
    names = [name for name in location.names if not name.startswith(".")]
    if isinstance(location.path, RemotePath):
        few = len(names) <= _MOST_ELSEWHERE
        found = [name for name in names if is_checkpoint_name(name) or (few and _holds_some(location.path / name))]
    else:
        few = len(names) <= _MOST_LOOKED_INTO
        found = [each for name in names for each in _of_name(location.path, name, is_claimed if few else None)]
    return [name for name in found if not _goes_along(name)] or found


def _holds_some(folder: Path) -> bool:
    return any(is_checkpoint_name(name) and not _goes_along(name) for name in names_in(folder))


def _goes_along(name: str) -> bool:
    """Whether a file is what a framework saves beside weights, such as ``training_args.bin``."""
    return role_of(name.rpartition("/")[2]) not in (None, Role.MODEL)


def _of_name(folder: Path, name: str, is_claimed: Claimed | None) -> Iterator[str]:
    """The checkpoints that a name in a folder stands for; without ``is_claimed`` only the name is looked at."""
    path = folder / name
    if not path.is_dir():
        if is_checkpoint_name(name) or (is_claimed is not None and _UNSURE.search(name) and _begins_so(path)):
            yield name
        return
    if is_claimed is None:
        return
    if _is_whole(path, is_claimed):
        yield name
        return
    for each in _names(path):
        if not each.startswith(".") and not (path / each).is_dir() and is_checkpoint_name(each):
            yield f"{name}/{each}"


def _is_whole(path: Path, is_claimed: Claimed) -> bool:
    """Whether a folder is one checkpoint, be it damaged: whoever opens it is told."""
    try:
        with located(path) as inner:
            return is_claimed(inner)
    except CheckpointError:
        return bool(_names(path))
    except OSError:
        return False


def _names(path: Path) -> tuple[str, ...]:
    try:
        return names_in(path)
    except CheckpointError:  # more than any checkpoint has
        return ()


def _begins_so(path: Path) -> bool:
    """Whether a file begins as torch's own do."""
    try:
        with open_stream(path) as file:
            head = file.read(_HEAD)
    except OSError:
        return False
    if head.startswith(_ZIP):
        return _PICKLE in head[30 : 30 + int.from_bytes(head[26:28], "little")]
    return head.startswith(_LEGACY)

"""Whose a new file is, and who may do what with it: as with the file that it replaces, or with those it comes from.

Never more is allowed than there. Owner, permissions, access control lists and the attributes that users give their
files are kept as far as the system lets them be.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from core.catalogue.checkpoint import Checkpoint

_ALL, _GROUP, _OTHERS = 0o777, 0o070, 0o007
_LISTS: Final = ("system.posix_acl_access", "system.posix_acl_default")
"""The attributes that are access control lists (acl(5)). Where there is one, the bits of the group are its mask."""
_OF_USERS: Final = "user."
_NOBODY: Final = -1
"""What `os.chown` leaves as it is."""


class Like(NamedTuple):
    """What a new file takes: an owner, a group, permissions, and extended attributes by their names."""

    uid: int
    gid: int
    mode: int
    attributes: Mapping[str, bytes]

    @property
    def bare(self) -> Like:
        """The same for a file that only tells of another: without what users noted about that."""
        return self._replace(attributes={name: self.attributes[name] for name in _LISTS if name in self.attributes})

    @property
    def folder(self) -> Like:
        """The same for a folder of such files: whoever may read them may enter it."""
        return Like(self.uid, self.gid, self.mode | (self.mode & 0o444) >> 2, {})


def like_of(paths: Iterable[Path]) -> Like | None:
    """What a new file takes from files of this computer: what all of them allow. None where none of them is there."""
    found: list[Like] = []
    for path in paths:
        with suppress(FileNotFoundError):
            status = path.stat()
            found.append(Like(status.st_uid, status.st_gid, stat.S_IMODE(status.st_mode) & _ALL, _attributes(path)))
    return _meet(*found) if found else None


def _meet(first: Like, *others: Like) -> Like:
    """What all allow; of several, what users noted about one of them is not taken."""
    if not others:
        return first
    mode = first.mode
    for other in others:
        mode &= other.mode
    attributes = first.bare.attributes
    if any(each.gid != first.gid or each.bare.attributes != attributes for each in others):
        mode, attributes = _narrowed(mode), {}
    uid = first.uid if all(each.uid == first.uid for each in others) else _NOBODY
    return Like(uid, first.gid, mode, attributes)


def like_source(source: Checkpoint) -> Like | None:
    """What a new file takes from a checkpoint; None of one elsewhere."""
    return None if source.is_elsewhere else like_of(part.path for part in source.parts)


class LikeFolder:
    """What a new folder takes, and the files in it: from the folder of a checkpoint of many files, or from its one."""

    def __init__(self, source: Checkpoint) -> None:
        self._files = like_source(source)
        self._from = None
        if source.of_many and not source.is_elsewhere:
            self._from = source.path if source.path.is_dir() else source.path.parent

    @property
    def mode(self) -> int | None:
        """The permissions of all that is made, where nothing was there before."""
        return None if self._files is None else self._files.mode

    def of(self, name: Path, *, is_folder: bool) -> Like | None:
        """What something of a name takes: from its namesake, and never more than all files of the source allow."""
        namesake = like_of([self._from / name]) if self._from is not None else None
        if is_folder:
            return namesake or (self._files and self._files.folder)
        return _meet(namesake, self._files) if namesake and self._files else self._files


def take_after(fd: int, path: Path, like: Like | None, *, exactly: bool = False) -> None:
    """Give an open file, or a folder, what another has; with ``exactly`` as what it replaces, beyond the umask too."""
    umask = os.umask(0)
    os.umask(umask)
    if like is None:
        everything = _ALL if stat.S_ISDIR(os.fstat(fd).st_mode) else 0o666
        _permit(fd, path, everything & ~umask)
        return
    mode = like.mode if exactly else like.mode & ~umask
    group_kept = _own(fd, like)
    if not _take_attributes(fd, like, lists=group_kept):
        mode = _narrowed(mode)
    _permit(fd, path, mode)


def _narrowed(mode: int) -> int:
    """Another group may do no more than anybody."""
    return mode & ~_GROUP | (mode & _OTHERS) << 3 & mode


def _own(fd: int, like: Like) -> bool:
    """Give a file the owner and the group of another, or the group alone; whether it has the group then."""
    if not hasattr(os, "fchown"):
        return True
    for owner in (like.uid, _NOBODY):
        with suppress(OSError):
            os.fchown(fd, owner, like.gid)
            return True
    return os.fstat(fd).st_gid == like.gid


def _attributes(path: Path) -> dict[str, bytes]:
    """The lists and the attributes of users that a file has, as far as they can be read."""
    found: dict[str, bytes] = {}
    if sys.platform == "linux":
        with suppress(OSError):
            for name in os.listxattr(path):
                if name in _LISTS or name.startswith(_OF_USERS):
                    found[name] = os.getxattr(path, name)
    return found


def _take_attributes(fd: int, like: Like, *, lists: bool) -> bool:
    """Give a file the attributes of another, and its ``lists``; whether it has these. Those of its folder go."""
    if sys.platform != "linux":
        return lists
    for name, value in like.attributes.items():
        if name not in _LISTS:
            with suppress(OSError):
                os.setxattr(fd, name, value)
    for name in _LISTS:
        with suppress(OSError):
            os.removexattr(fd, name)
        if lists and name in like.attributes:
            try:
                os.setxattr(fd, name, like.attributes[name])
            except OSError:
                lists = False
    return lists


def _permit(fd: int, path: Path, mode: int) -> None:
    """Where a file system has no permissions there are none to give."""
    with suppress(OSError):
        os.chmod(fd if os.chmod in os.supports_fd else path, mode)  # noqa: PTH101 - not by name, where that can be helped

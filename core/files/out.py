"""What a new file is written to: a descriptor of this computer, or something that sends it elsewhere."""

from __future__ import annotations

import errno
import os
from typing import NamedTuple, Protocol

from core.files.one_file import OpenFile
from core.files.parts import PAGE

Data = bytes | bytearray | memoryview


class Out(Protocol):
    """Takes the bytes of a new file, one behind the other.

    ``grain`` is what lies alike in the source and here when whole multiples of it are best taken on their own.
    """

    @property
    def grain(self) -> int: ...

    def write(self, data: Data) -> None:
        """The next bytes. Raises `OSError`, or a `SaveError`."""

    def take(self, file: OpenFile, offset: int, length: int) -> int:
        """Have some of the next ``length`` bytes, at ``offset`` of a file, come here without passing through this
        process; how many: 0 where that cannot be."""


class Gap(NamedTuple):
    """Bytes that were left out of a file for others to write: ``at`` an offset of the file at ``path``."""

    path: str
    at: int


class Descriptor:
    """An open file of this computer; ``path`` is where others find it, empty where they do not."""

    grain = PAGE

    def __init__(self, fd: int, path: str = "") -> None:
        self.fd = fd
        self._path = path
        self._ways = list(_KERNEL_WAYS)

    def write(self, data: Data) -> None:
        view = memoryview(data)
        while view:
            view = view[os.write(self.fd, view) :]
        view.release()

    def leave(self, length: int) -> Gap | None:
        """Leave out the next ``length`` bytes; None, and nothing is left out, where nobody else finds the file."""
        return Gap(self._path, os.lseek(self.fd, length, os.SEEK_CUR) - length) if self._path else None

    def take(self, file: OpenFile, offset: int, length: int) -> int:
        """As `Out.take` says: by the kernel, where both lie on this computer."""
        while self._ways and file.fd is not None:
            try:
                return self._ways[0](file.fd, self.fd, offset, length)
            except OSError as error:
                if error.errno not in _CANNOT:
                    raise
                self._ways.pop(0)  # nor will it the next time: the files are the same
        return 0


def _copy_range(source: int, target: int, offset: int, length: int) -> int:
    return os.copy_file_range(source, target, length, offset)


def _send_file(source: int, target: int, offset: int, length: int) -> int:
    return os.sendfile(target, source, offset, length)


# The first lets a file system share the bytes; the second also works from one file system to another.
_KERNEL_WAYS = [
    way for way, needs in ((_copy_range, "copy_file_range"), (_send_file, "sendfile")) if hasattr(os, needs)
]
_CANNOT = frozenset(
    {
        errno.EXDEV,
        errno.EINVAL,
        errno.ENOSYS,
        errno.EOPNOTSUPP,
        errno.EBADF,
        errno.EPERM,
        errno.ENOTSOCK,
        errno.EOVERFLOW,
    }
)

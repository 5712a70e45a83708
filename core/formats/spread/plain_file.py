"""The files of a checkpoint as plain data, for who opens them in another process, or on another machine."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import NamedTuple

from core.errors import NotSeen, SourceChanged
from core.files.byte_source import FileIdentity
from core.files.parts import CHANGED, Files, Part, identity_of
from core.remote.address import RemotePath, as_path


class PlainFile(NamedTuple):
    """A file of a checkpoint: where it lies, as text, where it begins among all, and what tells whether it is the same.

    Of its identity only what is the same on every machine: a file system in a network has another device on each. Of
    one elsewhere the text is the whole location, with the key to it if it has one: a worker could not read it else.
    """

    path: str
    start: int
    size: int
    mtime_ns: int
    version: str = ""

    @classmethod
    def of(cls, part: Part) -> PlainFile:
        """A part as it was when it was opened."""
        path = part.path.whole if isinstance(part.path, RemotePath) else os.fspath(part.path)
        return cls(path, part.start, part.size, part.identity.mtime_ns, part.identity.version)

    def found(self) -> Part:
        """The file as this process sees it. Raises `NotSeen`, or `SourceChanged` where it is another one.

        One elsewhere is held against its version when it is read.
        """
        path = as_path(self.path)
        if isinstance(path, RemotePath):
            return Part(path, FileIdentity(0, 0, self.size, self.mtime_ns, self.version), self.start)
        try:
            identity = identity_of(path)
        except OSError as error:
            raise NotSeen(
                "A worker cannot read {path}: {reason}. All workers must see the file at the same path.",
                path=self.path,
                reason=error.strerror or error,
            ) from None
        if (identity.size, identity.mtime_ns) != (self.size, self.mtime_ns):
            raise SourceChanged(CHANGED, name=path.name)
        return Part(path, identity, self.start)


def open_elsewhere(files: Iterable[PlainFile]) -> Files:
    """The files, to be read, of which nothing is kept. Raises as `PlainFile.found` does."""
    return Files([file.found() for file in files], keep=False)

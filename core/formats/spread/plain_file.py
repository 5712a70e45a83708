"""The files of a checkpoint as plain data, for who opens them in another process, or on another machine."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from core.errors import NotSeen, SourceChanged
from core.formats.files import CHANGED, FileIdentity, Files, Part
from core.words import say


class PlainFile(NamedTuple):
    """A file of a checkpoint: where it lies, as text, where it begins among all, and what tells whether it is the same.

    Of its identity only what is the same on every machine: a file system in a network has another device on each.
    """

    path: str
    start: int
    size: int
    mtime_ns: int

    @classmethod
    def of(cls, part: Part) -> PlainFile:
        """A part as it was when it was opened."""
        return cls(os.fspath(part.path), part.start, part.size, part.identity.mtime_ns)

    def found(self) -> Part:
        """The file as this process sees it. Raises `NotSeen`, or `SourceChanged` where it is another one."""
        path = Path(self.path)
        try:
            identity = FileIdentity.of(path.stat())
        except OSError as error:
            raise NotSeen(
                say(
                    "A worker cannot read {path}: {reason}. All workers must see the file at the same path.",
                    path=self.path,
                    reason=error.strerror or error,
                )
            ) from None
        if (identity.size, identity.mtime_ns) != (self.size, self.mtime_ns):
            raise SourceChanged(say(CHANGED, name=path.name))
        return Part(path, identity, self.start)


def open_elsewhere(files: Iterable[PlainFile]) -> Files:
    """The files, to be read. Raises as `PlainFile.found` does."""
    return Files([file.found() for file in files])

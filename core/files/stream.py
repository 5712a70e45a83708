"""A file, here or elsewhere, as Python's own modules read one."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import BinaryIO, cast

from core.files.one_file import OpenFile
from core.files.parts import open_part
from core.remote.address import RemotePath

_PIECE = 1 << 20


@contextmanager
def reading(path: Path) -> Iterator[BinaryIO]:
    """The bytes of a file, from its beginning on. Raises `OSError`, and a `CheckpointError` of one elsewhere."""
    if not isinstance(path, RemotePath):
        with path.open("rb") as file:
            yield file
        return
    with closing(open_part(path)) as file_elsewhere:
        yield cast(BinaryIO, io.BufferedReader(_Stream(file_elsewhere), _PIECE))


class _Stream(io.RawIOBase):
    def __init__(self, file: OpenFile) -> None:
        self._file, self._at = file, 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        self._at = offset + {io.SEEK_SET: 0, io.SEEK_CUR: self._at, io.SEEK_END: self._file.size}[whence]
        return self._at

    def tell(self) -> int:
        return self._at

    def readinto(self, buffer: object) -> int:
        count = self._file.read_into(memoryview(buffer), self._at)  # type: ignore[arg-type]
        self._at += count
        return count

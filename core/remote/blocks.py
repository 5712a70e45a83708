"""Ranges that were read once, kept on disk: a file that is opened again costs a question and no bytes.

A block is a file of its own, named by its number, in a folder named by the address and the version of the whole: what
changed elsewhere has other blocks. All runs of the program share them; the ones longest not looked at go first when
there are too many bytes. Losing any of them costs a request and nothing else.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import struct
import sys
import tempfile
import threading
from contextlib import suppress
from pathlib import Path

from core.crc import crc32
from core.remote.address import RemotePath
from core.remote.status import RemoteStatus

BLOCK = 1 << 17
"""Bytes of a block; the last of a file has fewer."""
MOST = 2 << 30
"""Bytes that all blocks may take, unless somebody says else."""
_SUM = struct.Struct("<I")
_OFTEN = 64 << 20
"""Bytes written between two looks at how many there are."""
_most = MOST
_written = _OFTEN  # so that the first block has a look taken
_lock = threading.Lock()


def use_at_most(nbytes: int) -> None:
    """Keep no more than that from now on; 0 keeps none."""
    global _most
    _most = max(nbytes, 0)


def folder() -> Path:
    """Where blocks are kept."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    else:
        named = os.environ.get("XDG_CACHE_HOME", "")
        base = Path(named) if named.startswith("/") else Path.home() / ".cache"
    return base / "pthfinder" / "ranges"


class Blocks:
    """The blocks of one version of one file. Nothing is kept where the server tells no versions apart.

    Without ``keep`` what is here is used, and no more is kept.
    """

    def __init__(self, path: RemotePath, status: RemoteStatus, *, keep: bool = True) -> None:
        self._keep = keep
        self._folder: Path | None = None
        if status.version and _most:
            name = hashlib.sha256(f"{path}\n{status.version}\n{status.size}".encode()).hexdigest()[:40]
            with suppress(OSError, RuntimeError):  # without a home nothing is kept
                self._folder = folder() / name

    def get(self, number: int) -> bytes | None:
        """A block, or None where it is not here, or not as it was written."""
        if self._folder is None:
            return None
        try:
            path = self._folder / str(number)
            raw = path.read_bytes()
            if len(raw) > _SUM.size and _SUM.unpack_from(raw)[0] == crc32(memoryview(raw)[_SUM.size :]):
                os.utime(path)
                return raw[_SUM.size :]
        except OSError:
            return None
        return None

    def put(self, number: int, data: bytes) -> None:
        """Keep a block. A disk that takes none is no error: it is asked for again the next time."""
        if self._folder is None or not self._keep:
            return
        try:
            self._folder.mkdir(0o700, parents=True, exist_ok=True)
            fd, made = tempfile.mkstemp(dir=self._folder)
            try:
                with os.fdopen(fd, "wb") as file:
                    file.write(_SUM.pack(crc32(data)) + data)
                os.replace(made, self._folder / str(number))  # noqa: PTH105 - a text
            except BaseException:
                with suppress(OSError):
                    os.unlink(made)  # noqa: PTH108 - a text
                raise
        except OSError:
            self._folder = None
            return
        _count(len(data))


def _count(nbytes: int) -> None:
    """Note that so many bytes were written, and make room once in a while."""
    global _written
    with _lock:
        _written += nbytes
        if _written < _OFTEN:
            return
        _written = 0
    make_room(_most)


def bytes_kept() -> int:
    """How many bytes all blocks take."""
    return sum(size for _, size, _ in _found())


def make_room(most: int) -> None:
    """Remove the blocks that were longest not looked at, until they take no more than that."""
    found = _found()
    total = sum(size for _, size, _ in found)
    for _, size, path in sorted(found):
        if total <= most:
            break
        with suppress(OSError):
            path.unlink()
            total -= size
    with suppress(OSError):
        for each in folder().iterdir():
            with suppress(OSError):
                each.rmdir()  # which only an empty one is


def _found() -> list[tuple[float, int, Path]]:
    """When each block was looked at, its bytes, and its file."""
    found = []
    with suppress(OSError):
        for each in folder().iterdir():
            with suppress(OSError):
                found += [(entry.stat().st_mtime, entry.stat().st_size, entry) for entry in each.iterdir()]
    return found


def clear() -> None:
    """Remove all blocks."""
    shutil.rmtree(folder(), ignore_errors=True)

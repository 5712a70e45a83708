"""A folder of new files beside its target, put in its place in one step, or in two that the next start can undo.

Until then the target is what it was. Where a folder is replaced, the two change places at once if the system can do
that; else the old one steps aside first, and a note of it outlives the process (`core.saving.leftovers`). Only files
that were listed beforehand are removed with the old folder.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from core.errors import LeftBehind, SaveError, TargetExists
from core.files.byte_source import O_BINARY
from core.files.copy import Descriptor, Out
from core.files.parts import reading
from core.progress import Tick
from core.remote.address import RemotePath
from core.saving import leftovers
from core.saving.permissions import LikeFolder, like_of, take_after
from core.saving.place import NewPlace
from core.saving.publishing import check_space, disk_errors, said_of, sync_folder

_AT_FDCWD = -100
_EXCHANGE = 2
"""``RENAME_EXCHANGE`` of ``linux/fs.h``, and ``RENAME_SWAP`` of ``sys/stdio.h`` on macOS."""


class NewFolderHere(NewPlace):
    """A folder of this computer; ``old`` are the files in the one that it replaces, None where there is none.

    It and its files take the permissions of those that they replace, each by its name, or what ``like`` says.
    """

    def __init__(self, target: Path, tick: Tick, like: LikeFolder, old: Sequence[str] | None) -> None:
        super().__init__(target, tick)
        self._like = like
        self.path = leftovers.temporary_name(target)
        self._old = old
        self._noted = leftovers.noted(self.path)
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        self._note = self._noted.__enter__()  # before the folder is there: a save can be killed at any moment
        try:
            with disk_errors(self.target):
                self.path.mkdir(mode=0o700)
        except BaseException:
            self.__exit__(*sys.exc_info())
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> bool:
        try:
            if not self._published:
                shutil.rmtree(self.path, ignore_errors=True)
                if self.path.exists():
                    raise LeftBehind(
                        said_of(error), self.path, OSError(errno.EBUSY, os.strerror(errno.EBUSY))
                    ) from None
        finally:
            self._stack.close()
            self._noted.__exit__(None, None, None)
        return self._ends_well(kind)

    @contextmanager
    def _opened(self, name: str) -> Iterator[Out]:
        path = self.path / name
        path.parent.mkdir(exist_ok=True)
        fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | O_BINARY, 0o666)
        try:
            yield Descriptor(fd)
        finally:
            os.close(fd)

    def expect(self, nbytes: int) -> None:
        check_space(self.target, nbytes)

    def finish(self) -> None:
        """What is replaced is gone afterwards, so the new bytes must have reached the disk."""
        if not self.target.exists():
            return
        for path in self.path.rglob("*"):
            if path.is_file():
                with path.open("r+b") as file:
                    os.fsync(file.fileno())

    def names(self) -> list[str]:
        return sorted(_names(self.path))

    def carry(self, files: Sequence[Path]) -> list[str]:
        carried = []
        for file in files:
            there = self.path / file.name
            if not there.exists():
                if isinstance(file, RemotePath):
                    with reading(file) as source, there.open("xb") as copy:
                        shutil.copyfileobj(source, copy)
                else:
                    shutil.copy2(file, there, follow_symlinks=True)
                carried.append(file.name)
        return carried

    def put(self) -> None:
        """Raises `TargetExists` where something of that name has appeared, `SaveError` for others in the folder."""
        with disk_errors(self.target):
            self._permit()
            if self._old is None:
                self._move_new()
            else:
                self._replace(self._old)
        sync_folder(self.target.parent)

    def _permit(self) -> None:
        """Each file and folder takes after the one that it replaces, or after those that it comes from."""
        if sys.platform == "win32":
            return  # where a file has what the folder above it says
        old = like_of(self.target / name for name in self._old or ())
        for path in (*sorted(self.path.rglob("*"), reverse=True), self.path):
            name = path.relative_to(self.path)
            replaced = like_of([self.target / name])
            new = (None if path.is_dir() else old) or self._like.of(name, is_folder=path.is_dir())
            fd = os.open(path, os.O_RDONLY)
            try:
                take_after(fd, path, replaced or new, exactly=replaced is not None)
            finally:
                os.close(fd)

    def _move_new(self) -> None:
        if os.path.lexists(self.target):
            raise TargetExists(self.target, meanwhile=True)
        try:
            self.path.rename(self.target)  # never over a file, nor over a folder that holds anything
        except (FileExistsError, NotADirectoryError):
            raise TargetExists(self.target, meanwhile=True) from None
        self._published = True

    def _replace(self, old: Sequence[str]) -> None:
        if _names(self.target) - set(old):
            raise SaveError("New files have appeared in {path}. Nothing was changed.", path=self.target)
        self._note.write(files=_names(self.path) | set(old))  # whichever of the two is there
        if exchanged(self.path, self.target):
            self._published = True
            self._remove(self.path, old)
            return
        aside = leftovers.temporary_name(self.target)
        note = self._stack.enter_context(leftovers.noted(aside))
        note.write(files=old, back_to=self.target, new=self.path.stat().st_ino)
        self.target.rename(aside)
        try:
            self.path.rename(self.target)
        except BaseException:
            aside.rename(self.target)
            raise
        self._published = True
        self._remove(aside, old)

    def _remove(self, folder: Path, old: Sequence[str]) -> None:
        """Remove the files that were replaced, and their folder; what appeared there meanwhile stays."""
        with contextlib.suppress(OSError):
            for name in old:
                (folder / name).unlink(missing_ok=True)
            folder.rmdir()
        if folder.exists():
            self.left = folder


def _names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def exchanged(one: Path, other: Path) -> bool:
    """Whether two folders have changed places, in one step that no kill can come between; False where this system, or
    this disk, cannot do that.
    """
    first, second = os.fsencode(one), os.fsencode(other)
    try:
        library: Any = ctypes.CDLL(None, use_errno=True)
        if sys.platform == "linux":
            done = library.renameat2(_AT_FDCWD, first, _AT_FDCWD, second, _EXCHANGE)
        elif sys.platform == "darwin":
            done = library.renamex_np(first, second, _EXCHANGE)
        else:
            done = -1
    except (OSError, AttributeError, TypeError):
        return False
    return bool(done == 0)

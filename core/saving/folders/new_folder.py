"""A folder of new files beside its target, put in its place in one step, or in two that the next start can undo.

Until then the target is what it was. Where a folder is replaced, the two change places at once if the system can do
that; else the old one steps aside first, and a note of it outlives the process (`core.saving.leftovers`). Only files
that were listed beforehand are removed with the old folder.
"""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import stat
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

from core.errors import Cancelled, LeftBehind, SaveError, TargetExists
from core.files.byte_source import O_BINARY
from core.files.copy import Descriptor, Sink
from core.files.parts import reading
from core.progress import Tick
from core.remote.address import RemotePath
from core.saving import leftovers
from core.saving.folders.exchange import exchanged
from core.saving.publishing import APPEARED, check_space, disk_errors, said_of, sync_folder
from core.words import say


class NewFolder:
    """A folder in the making, of about ``total`` bytes; ``bytes`` are those written so far.

    ``left`` is what could not be removed of the one that was replaced, under what name.
    """

    def __init__(self, target: Path, tick: Tick) -> None:
        self.target = target
        self.path = leftovers.temporary_name(target)
        self.bytes = 0
        self.left: Path | None = None
        self.total = 0
        self._tick = tick
        self._noted = leftovers.noted(self.path)
        self._stack = ExitStack()
        self._published = False

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
        return self._published and kind is not None and issubclass(kind, KeyboardInterrupt | Cancelled)

    @contextmanager
    def file(self, name: str = "") -> Iterator[Sink]:
        """As `core.saving.targets.target.Destination.file` says."""
        begin = self.bytes
        path = self.path / name
        path.parent.mkdir(exist_ok=True)
        fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | O_BINARY, 0o666)
        try:
            sink = Sink(
                Descriptor(fd, os.fspath(path)),
                self.total,
                lambda done, _: self._tick(min(begin + done, self.total), self.total),
            )
            yield sink
            sink.flush()
            self.bytes += sink.position
        finally:
            os.close(fd)

    def expect(self, nbytes: int) -> None:
        """About so many bytes will come. Raises `NotEnoughSpace`."""
        check_space(self.target, nbytes)

    def finish(self) -> None:
        """All files were written: they can be read at ``path`` now.

        What is replaced is gone afterwards, so the new bytes must have reached the disk.
        """
        if not self.target.exists():
            return
        for path in self.path.rglob("*"):
            if path.is_file():
                with path.open("r+b") as file:
                    os.fsync(file.fileno())

    def names(self) -> list[str]:
        """What the files are called that were written so far."""
        return sorted(_names(self.path))

    def carry(self, files: Sequence[Path]) -> list[str]:
        """Have files of other folders here too, as far as none of their names is there; the names."""
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

    def publish(self, old: Sequence[str] | None) -> None:
        """Move the folder into its place; ``old`` are the files in the one that it replaces, None where there is none.

        Raises `TargetExists` where something of that name has appeared, `SaveError` for other files in the old folder.
        """
        with disk_errors(self.target):
            self._permit()
            if old is None:
                self._move_new()
            else:
                self._replace(old)
        sync_folder(self.target.parent)

    def _permit(self) -> None:
        """The permissions of the folder that is replaced, or those that a new one gets."""
        try:
            mode = stat.S_IMODE(self.target.stat().st_mode)
        except FileNotFoundError:
            umask = os.umask(0)
            os.umask(umask)
            mode = 0o777 & ~umask
        with contextlib.suppress(OSError):
            self.path.chmod(mode)

    def _move_new(self) -> None:
        if os.path.lexists(self.target):
            raise TargetExists(say(APPEARED, path=self.target))
        try:
            self.path.rename(self.target)  # never over a file, nor over a folder that holds anything
        except (FileExistsError, NotADirectoryError):
            raise TargetExists(say(APPEARED, path=self.target)) from None
        self._published = True

    def _replace(self, old: Sequence[str]) -> None:
        if _names(self.target) - set(old):
            raise SaveError(say("New files have appeared in {path}. Nothing was changed.", path=self.target))
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

"""Puts a finished file in its place: beside the target first, then there in one step, and says what is left if not."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedWriter
from pathlib import Path
from types import TracebackType
from typing import Self

from core.errors import Cancelled, CheckpointError, DiskError, LeftBehind, NotEnoughSpace, SaveError, TargetExists
from core.files.byte_source import O_BINARY, kind_of
from core.files.copy import Descriptor
from core.remote.address import RemotePath, as_path
from core.saving import leftovers
from core.saving.permissions import Like, like_of, take_after
from core.text import size_text
from core.words import say

_STREAMS = ("/proc", "/dev/fd")
"""Where links lead to what a process has open, under names that no file can be moved to."""
_MOST_LINKS = 40
_NOT_ON_WINDOWS = re.compile(
    r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\..*)?|.*[<>:\"|?*\x00-\x1f].*|.*[. ]", re.IGNORECASE
)
"""Names of devices, of streams in a file (``a:b``), and what is cut off at the end (Microsoft, *Naming Files*)."""


def resolved(target: str | Path) -> Path:
    """The file that a target means. Behind a symbolic link it is that one: replacing the link would leave the old file.

    Raises `SaveError` where there can be no file of that name.
    """
    named = as_path(target)
    if isinstance(named, RemotePath):
        return named
    path = Path(os.path.expanduser(named))  # noqa: PTH111 - pathlib raises for a user that there is not
    if sys.platform == "win32" and _NOT_ON_WINDOWS.fullmatch(path.name):
        raise SaveError("Windows does not allow the file name {name}. Choose another name.", name=path.name)
    try:
        _no_stream(path)
        return path.resolve(strict=False) if path.is_symlink() else path.absolute()
    except (OSError, RuntimeError, ValueError) as error:  # a loop is a RuntimeError until Python 3.13
        reason = error.strerror if isinstance(error, OSError) else None
        raise SaveError(
            "{path} is not a name for a file: {reason}.", path=path, reason=reason or say("its links lead in a circle")
        ) from None


def _no_stream(path: Path) -> None:
    """Raises `SaveError` for links such as ``/dev/stdout``, whatever is behind them now."""
    for _ in range(_MOST_LINKS):
        if any(str(path.absolute()).startswith(f"{folder}/") for folder in _STREAMS):
            raise SaveError("{path} is a file descriptor of a process, not a file. Give the name of a file.", path=path)
        try:
            path = path.parent / path.readlink()
        except (OSError, ValueError):  # no link
            return


def check_target(path: Path, overwrite: bool) -> None:
    """Raises `SaveError` for a target of this computer that cannot be written, or must not be."""
    if isinstance(path, RemotePath):
        raise SaveError("{path} is remote, but this can be written only to a file on this computer.", path=path)
    with disk_errors(path):
        is_there = _check_kind(path)
    check_parent(path)
    if is_there and not overwrite:
        raise TargetExists(path)
    if is_there and not os.access(path, os.W_OK):
        raise SaveError("You have no permission to replace {path}.", path=path)


def _check_kind(path: Path) -> bool:
    """Whether a file is there under a name. Raises `SaveError` for anything else that is there, and `OSError`."""
    there = _mode(path)
    if there is not None and kind_of(there):
        raise SaveError("{path} is {kind}, not a file. Give the name of a file.", path=path, kind=kind_of(there))
    return there is not None


def check_parent(path: Path) -> bool:
    """Whether something is there under a name. Raises `SaveError` where there is no folder for it."""
    try:
        if not path.parent.is_dir():
            raise SaveError("There is no folder {folder}. Make it first or choose another.", folder=path.parent)
        return _mode(path) is not None
    except OSError as error:
        raise DiskError(path, error) from None


def _mode(path: Path) -> int | None:
    """What is there under a name; None for nothing."""
    try:
        return path.stat().st_mode
    except FileNotFoundError:
        return None


def check_space(path: Path, needed: int) -> None:
    """Raises `NotEnoughSpace` where the disk of a new file has no room for so many bytes."""
    free = shutil.disk_usage(path.parent).free
    if needed > free:
        raise NotEnoughSpace(
            "The file needs {needed} and {folder} has {free} free. Make room or choose another disk.",
            needed=size_text(needed),
            folder=path.parent,
            free=size_text(free),
        )


class Temporary:
    """A new file beside the target, moved into place by `publish`, and removed at the end where it was not.

    ``left`` is its name where it could not be removed after it was published: the new file is in its place then, with
    a second name. Where nothing was published, leaving it behind is an error: `LeftBehind`.
    """

    def __init__(self, target: Path) -> None:
        self.target = target
        self.path = leftovers.temporary_name(target)
        self.left: Path | None = None
        self.fd = -1
        self._identity = (0, 0)
        self._note = leftovers.noted(self.path)

    def __enter__(self) -> Self:
        self._note.__enter__()  # before the file is there: a save can be killed at any moment
        try:
            with disk_errors(self.target):
                self.fd = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_EXCL | O_BINARY, 0o600)
                status = os.fstat(self.fd)
                self._identity = status.st_dev, status.st_ino
        except BaseException:
            self.__exit__(*sys.exc_info())
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> bool:
        with contextlib.suppress(OSError):
            self.close()
        published = self._is_in_place()
        try:
            self.path.unlink()
        except FileNotFoundError:
            pass
        except OSError as reason:
            if self.path.exists():
                self.left = self.path
                if not published:
                    raise LeftBehind(said_of(error), self.path, reason) from None
        finally:
            self._note.__exit__(None, None, None)
        # Once the file is in its place the save is done: there is nothing to cancel any more.
        return published and kind is not None and issubclass(kind, KeyboardInterrupt | Cancelled)

    @property
    def out(self) -> Descriptor:
        """What the file is written to."""
        return Descriptor(self.fd)

    def stream(self) -> BufferedWriter:
        """The same for what writes to a stream; to close it leaves the file open."""
        return os.fdopen(self.fd, "wb", closefd=False)

    def close(self) -> None:
        """Close the file; a second call does nothing."""
        fd, self.fd = self.fd, -1
        if fd >= 0:
            os.close(fd)

    def publish(self, like: Like | None, overwrite: bool) -> None:
        """Move the finished file into place in one step.

        What is replaced keeps its permissions and its owner, and a new file gets those of ``like``, if any. What is
        replaced is gone afterwards, so the new bytes must have reached the disk. A new name is written as `cp` and
        torch.save do: the source is there if the power fails.
        """
        with disk_errors(self.target):
            self._take_after(like)
            if overwrite and _check_kind(self.target):
                os.fsync(self.fd)
            self.close()  # Windows moves no open file
            if overwrite:
                self.path.replace(self.target)
            else:
                self._publish_new()
        sync_folder(self.target.parent)

    def _is_in_place(self) -> bool:
        """Whether the target is this file by now. Asked of the disk: an interrupt comes between any two steps."""
        try:
            status = self.target.stat()
        except OSError:
            return False
        return bool(status.st_ino) and (status.st_dev, status.st_ino) == self._identity

    def _take_after(self, like: Like | None) -> None:
        """Owner and permissions, as far as that is allowed; never more than what is replaced or copied allows."""
        replaced = like_of([self.target])
        take_after(self.fd, self.path, replaced or like, exactly=replaced is not None)

    def _publish_new(self) -> None:
        """Never replaces a file that appeared meanwhile."""
        try:
            os.link(self.path, self.target)
        except FileExistsError:
            raise TargetExists(self.target, meanwhile=True) from None
        except OSError:  # FAT and network folders know no second names
            _move_new(self.path, self.target)


def _move_new(temporary: Path, target: Path) -> None:
    """Takes the name with an empty file that only one program can make, and replaces that."""
    try:
        os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        raise TargetExists(target, meanwhile=True) from None
    try:
        temporary.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            if not target.stat().st_size:
                target.unlink()
        raise


@contextmanager
def disk_errors(path: Path) -> Iterator[None]:
    """What the system says of a step of writing ``path``, as a `DiskError`."""
    try:
        yield
    except OSError as error:
        raise DiskError(path, error) from None


def said_of(error: BaseException | None) -> str:
    """What went wrong, without that nothing was changed."""
    if isinstance(error, DiskError):
        return error.what
    if isinstance(error, CheckpointError):
        return str(error).partition(" Nothing was ")[0]
    return say("The save was stopped.")


def sync_folder(folder: Path) -> None:
    """Called so that the new name outlives a power cut. The file is in its place whether or not this can be done."""
    with contextlib.suppress(OSError):
        fd = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(fd)
        finally:
            os.close(fd)

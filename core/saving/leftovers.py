"""Clears what a program leaves behind that was killed: none can tidy up after SIGKILL or a power cut.

Before the temporary file of a save or a folder for temporary files is made, its name is noted in the user's state
folder, and a lock on that note is held until it is gone. A note that nobody holds is of a process that died: the next
start removes what it names, and nothing else. The system lets go of locks when a process ends, however it does, so a
note that is held is of a process that runs.
"""

from __future__ import annotations

import contextlib
import json
import os
import stat
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from core.errors import SaveError
from core.files.byte_source import O_BINARY

SUFFIX = ".pthfinder"
_SHORT = 25
"""Characters of a target in the name of its temporary file; file systems that encrypt names take 143 bytes at most."""
_FOLDER, _LETTERS = "pthfinder-", 16
"""The names of folders for temporary files: how they begin, and how many hexadecimal letters follow."""


_HEXADECIMAL = frozenset("0123456789abcdef")
_LONGEST_NOTE = 1 << 24


def temporary_name(target: Path) -> Path:
    """A name beside the target that nobody else makes; hidden, and short enough however long the target's is."""
    return target.with_name(f".{target.name[:_SHORT]}.{os.urandom(8).hex()}{SUFFIX}")


def state_folder() -> Path:
    """Where programs of this user keep what is of no interest to anybody else."""
    home = Path(os.path.expanduser("~"))  # noqa: PTH111 - pathlib raises where nobody has a home
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = home / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_STATE_HOME") or home / ".local" / "state")
    return base / "pthfinder" / "saves"


class Note:
    """What the next start is told of a temporary file or folder, should this process die: see `noted`."""

    def __init__(self, fd: int, temporary: Path) -> None:
        self._fd, self._temporary = fd, temporary

    def write(self, *, files: Iterable[str] | None = None, back_to: Path | None = None, new: int = 0) -> None:
        """Say more of it.

        Of a folder only ``files`` are to be removed. It is to go ``back_to`` that place where nothing is there, and is
        litter only where the folder there is ``new``, by its number on the disk.
        """
        facts: dict[str, Any] = {"host": machine(), "temporary": str(self._temporary)}
        if files is not None:
            facts["files"] = sorted(files)
        if back_to is not None:
            facts |= {"back_to": str(back_to), "new": new}
        with contextlib.suppress(OSError):
            os.lseek(self._fd, 0, os.SEEK_SET)
            os.write(self._fd, json.dumps(facts).encode())  # never shorter than what it takes the place of


@contextlib.contextmanager
def noted(temporary: Path) -> Iterator[Note]:
    """While inside, a temporary file or folder of this name is known to the next start, should this process die.

    Where no note can be made (a home that cannot be written) it goes on without. The note stays where what it names
    could not be removed.
    """
    fd, note = -1, None
    with contextlib.suppress(OSError, RuntimeError):
        folder = state_folder()
        if not folder.is_dir():
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        note = folder / f"{os.urandom(8).hex()}.json"
        fd = os.open(note, os.O_RDWR | os.O_CREAT | os.O_EXCL | O_BINARY, 0o600)
        lock(fd)
    try:
        told = Note(fd, temporary)
        told.write()
        yield told
    finally:
        if fd >= 0:
            os.close(fd)  # first: Windows removes no open file
        if note is not None and not os.path.lexists(temporary):
            with contextlib.suppress(OSError):
                note.unlink()


@contextlib.contextmanager
def scratch_folder() -> Iterator[Path]:
    """A new folder for temporary files that this user alone can enter, removed afterwards with what is in it.

    Raises `SaveError` where none can be made.
    """
    import shutil  # noqa: PLC0415 - every start looks for litter, and few have a folder
    import tempfile  # noqa: PLC0415 - as above

    with _told():
        folder = Path(tempfile.gettempdir()) / f"{_FOLDER}{os.urandom(_LETTERS // 2).hex()}"
    with noted(folder):
        try:
            with _told():
                folder.mkdir(mode=0o700)
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise SaveError(
            "No folder for temporary files can be made: {reason}. Set TMPDIR to a folder that can be written.",
            reason=error.strerror or error,
        ) from None


def clear_litter() -> list[Path]:
    """Remove what processes of this machine left behind that died; returns what."""
    removed: list[Path] = []
    with contextlib.suppress(OSError, RuntimeError):
        for note in sorted(state_folder().glob("*.json")):
            with contextlib.suppress(OSError):
                removed += _clear(note)
    return removed


def _clear(note: Path) -> list[Path]:
    if not stat.S_ISREG(note.lstat().st_mode):
        return []  # nobody's note; to open a pipe would wait for somebody at its other end
    fd = os.open(note, os.O_RDWR | O_BINARY | getattr(os, "O_NONBLOCK", 0))
    try:
        if not lock(fd):
            return []
        found = _read(os.read(fd, _LONGEST_NOTE))
        if found is not None and found.host != machine():
            return []  # a home that several machines share: locks may not reach from one to another
        removed = _remove(found) if found is not None else []
    finally:
        os.close(fd)
    note.unlink()
    return removed


class _Left(NamedTuple):
    """What a note speaks of: as `Note.write` says."""

    host: str
    path: Path
    files: list[str] | None
    back_to: Path | None
    new: int


def _read(raw: bytes) -> _Left | None:
    """What a note says; None for what is no note."""
    try:
        facts = json.loads(raw)
        host, path, files = facts["host"], Path(facts["temporary"]), facts.get("files")
        back_to = Path(facts["back_to"]) if "back_to" in facts else None
        new = facts.get("new", 0)
        plain = files is None or all(isinstance(name, str) and Path(name).name == name for name in files)
    except (ValueError, TypeError, KeyError):
        return None
    near = back_to is None or back_to.parent == path.parent
    return _Left(host, path, files, back_to, new) if plain and near and _is_ours(path) else None


def _is_ours(path: Path) -> bool:
    return path.is_absolute() and (_is_scratch(path) or (path.name.startswith(".") and path.name.endswith(SUFFIX)))


def _remove(left: _Left) -> list[Path]:
    """Remove a file or a folder of ours, never what a link points to; a folder that stepped aside goes back."""
    path = left.path
    try:
        if left.back_to is not None and _went_back(path, left.back_to, left.new):
            return []
        mode = path.lstat().st_mode
        if stat.S_ISDIR(mode):
            return _remove_folder(path, left.files) if _is_scratch(path) or _is_new_folder(path) else []
        if not stat.S_ISREG(mode) or _is_scratch(path):
            return []
        path.unlink()
    except FileNotFoundError:
        return []
    return [path]


def _went_back(path: Path, home: Path, new: int) -> bool:
    """Put a folder back where nothing has taken its place; False where the new one has, and it is litter."""
    if os.path.lexists(home):
        return home.lstat().st_ino != new
    path.rename(home)
    return True


def _is_scratch(path: Path) -> bool:
    start, letters = path.name[: len(_FOLDER)], path.name[len(_FOLDER) :]
    return start == _FOLDER and len(letters) == _LETTERS and set(letters) <= _HEXADECIMAL


def _is_new_folder(path: Path) -> bool:
    """Whether a folder is called as `temporary_name` calls them: others may end alike."""
    letters = path.name.removesuffix(SUFFIX).rpartition(".")[2]
    return len(letters) == _LETTERS and set(letters) <= _HEXADECIMAL


def _remove_folder(path: Path, files: list[str] | None) -> list[Path]:
    """Remove a folder of this user: where temporary files are, everybody may make one.

    With ``files`` only these, and the folder if nothing else is in it.
    """
    if sys.platform != "win32" and path.lstat().st_uid != os.geteuid():
        return []
    if files is None:
        import shutil  # noqa: PLC0415 - as above

        shutil.rmtree(path)  # follows no links
        return [path]
    for name in files:
        (path / name).unlink(missing_ok=True)
    with contextlib.suppress(OSError):
        path.rmdir()
    return [] if path.exists() else [path]


def machine() -> str:
    """What tells this machine from another with the same home."""
    if sys.platform == "win32":
        return os.environ.get("COMPUTERNAME", "")
    return os.uname().nodename


def is_temporary(name: str | None) -> bool:
    """Whether a file is called as `temporary_name` calls them; so is none."""
    return name is None or ("/" not in name and name.startswith(".") and name.endswith(SUFFIX))


def lock(fd: int) -> bool:
    """Take the lock on a note; False when somebody holds it or there are no locks here."""
    try:
        if sys.platform == "win32":
            import msvcrt  # noqa: PLC0415 - there only

            msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl  # noqa: PLC0415 - not on Windows

            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True

"""Clears what a save leaves behind that was killed: no program can tidy up after SIGKILL or a power cut.

Before a save makes its temporary file it notes the name in the user's state folder, and holds a lock on that note
until it ends. A note that nobody holds is of a save that died: the next start removes the file it names, and nothing
else. The system lets go of locks when a process ends, however it does, so a note that is held is of a save that runs.
"""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from collections.abc import Iterator

from core.files import O_BINARY
from core.light import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

SUFFIX = ".pthfinder"


def temporary_name(target: Path) -> Path:
    """A name beside the target that nobody else makes; hidden, and short enough however long the target's is."""
    return target.with_name(f".{target.name[:50]}.{os.urandom(8).hex()}{SUFFIX}")


def state_folder() -> str:
    """Where programs of this user keep what is of no interest to anybody else.

    As text: every start looks there, and pathlib takes longer to import than a checkpoint to read.
    """
    join, home = os.path.join, os.path.expanduser("~")  # noqa: PTH111
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or join(home, "AppData", "Local")
    elif sys.platform == "darwin":
        base = join(home, "Library", "Application Support")
    else:
        base = os.environ.get("XDG_STATE_HOME") or join(home, ".local", "state")
    return join(base, "pthfinder", "saves")


@contextlib.contextmanager
def noted(temporary: Path) -> Iterator[None]:
    """While inside, a temporary file of this name is known to the next start, should this process die.

    Where no note can be made (a home that cannot be written) the save goes on without.
    """
    fd, note = -1, None
    with contextlib.suppress(OSError, RuntimeError):
        from pathlib import Path  # noqa: PLC0415

        folder = Path(state_folder())
        if not folder.is_dir():
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        note = folder / f"{os.urandom(8).hex()}.json"
        fd = os.open(note, os.O_RDWR | os.O_CREAT | os.O_EXCL | O_BINARY, 0o600)
        _lock(fd)
        import json  # noqa: PLC0415 - a start that finds no notes needs none

        os.write(fd, json.dumps({"host": _machine(), "temporary": str(temporary)}).encode())
    try:
        yield
    finally:
        if note is not None:
            with contextlib.suppress(OSError):
                note.unlink()
        if fd >= 0:
            os.close(fd)


def clear_litter() -> list[Path]:
    """Remove the temporary files of saves that died on this machine; returns which."""
    removed: list[Path] = []
    with contextlib.suppress(OSError, RuntimeError):
        if not os.listdir(state_folder()):  # noqa: PTH208 - nearly always
            return []
        from pathlib import Path  # noqa: PLC0415

        for note in sorted(Path(state_folder()).glob("*.json")):
            with contextlib.suppress(OSError):
                removed += _clear(note)
    return removed


def _clear(note: Path) -> list[Path]:
    fd = os.open(note, os.O_RDWR | O_BINARY)
    try:
        if not _lock(fd):
            return []
        temporary = _named_in(os.read(fd, 1 << 16))
        if temporary is not None:
            host, path = temporary
            if host != _machine():
                return []  # a home that several machines share: locks may not reach from one to another
            removed = _remove(path)
        else:
            removed = []
        note.unlink()
        return removed
    finally:
        os.close(fd)


def _named_in(raw: bytes) -> tuple[str, Path] | None:
    """The machine and the file that a note speaks of; None for what is no note."""
    import json  # noqa: PLC0415
    from pathlib import Path  # noqa: PLC0415

    try:
        facts = json.loads(raw)
        host, path = facts["host"], Path(facts["temporary"])
    except (ValueError, TypeError, KeyError):
        return None
    sound = path.is_absolute() and path.name.startswith(".") and path.name.endswith(SUFFIX)
    return (host, path) if sound else None


def _remove(path: Path) -> list[Path]:
    """Remove a file of ours, never a folder or what a link points to."""
    try:
        if not stat.S_ISREG(path.lstat().st_mode):
            return []
        path.unlink()
    except FileNotFoundError:
        return []
    return [path]


def _machine() -> str:
    return os.environ.get("COMPUTERNAME", "") if sys.platform == "win32" else os.uname().nodename


def _lock(fd: int) -> bool:
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

"""The trash of the desktop, from which what was moved there can be taken back.

On Linux as the specification of freedesktop.org has it (Trash 1.0): the files, and a note on each from where it came,
in the trash of the home, or in that at the top of the file system that they lie on. Nothing is copied. Windows moves
them itself, and does not tell where they lie.
"""

from __future__ import annotations

import os
import shutil
import stat
import sys
from datetime import datetime
from pathlib import Path
from urllib.parse import quote

from core.errors import SaveError
from core.saving.publishing import disk_errors


def move_to_trash(path: Path) -> Path | None:
    """Move a file or a folder to the trash. Returns where it lies there, where that is known. Raises `SaveError`; then
    it stayed.
    """
    with disk_errors(path):
        if sys.platform == "win32":
            _recycled(Path(str(path.absolute()).removeprefix("\\\\?\\")))
            return None
        if sys.platform == "darwin":
            return _renamed(path, Path.home() / ".Trash")
        return _noted(path, *_trash_of(path))


def _trash_of(path: Path) -> tuple[Path, str]:
    """The trash on the file system of a path, and how the path is called in its notes."""
    if sys.platform != "linux":
        raise _no_trash(path)
    named = os.environ.get("XDG_DATA_HOME", "")
    home = Path(named) if named.startswith("/") else Path.home() / ".local" / "share"
    home.mkdir(0o700, parents=True, exist_ok=True)
    device = path.lstat().st_dev
    if home.stat().st_dev == device:
        return home / "Trash", str(path)
    top = path.parent
    while top.parent != top and top.parent.stat().st_dev == device:
        top = top.parent
    user = str(os.getuid())
    shared = top / ".Trash"
    if shared.is_dir() and not shared.is_symlink() and shared.stat().st_mode & 0o1000:
        return _own(shared / user), str(path.relative_to(top))
    return _own(top / f".Trash-{user}"), str(path.relative_to(top))


def _no_trash(path: Path) -> SaveError:
    return SaveError("There is no trash here that files can be moved to. Remove {path} yourself.", path=path)


def _own(trash: Path) -> Path:
    """A trash at the top of a disk, where anybody may have made a folder or a link of its name."""
    trash.mkdir(0o700, exist_ok=True)
    found = trash.lstat()
    if not stat.S_ISDIR(found.st_mode) or (sys.platform != "win32" and found.st_uid != os.getuid()):
        raise SaveError("{path} is not a folder that you own, so it cannot be the trash.", path=trash)
    return trash


def _noted(path: Path, trash: Path, name_there: str) -> Path:
    for each in ("files", "info"):
        (trash / each).mkdir(0o700, parents=True, exist_ok=True)
    now = datetime.now().astimezone()
    note = f"[Trash Info]\nPath={quote(os.fsencode(name_there))}\nDeletionDate={now:%Y-%m-%dT%H:%M:%S}\n"
    for number in range(1, 10_000):
        name = path.name if number == 1 else f"{path.name}.{number}"
        info = trash / "info" / f"{name}.trashinfo"
        try:
            with info.open("x", encoding="utf-8") as file:
                file.write(note)
        except FileExistsError:
            continue
        try:
            if os.path.lexists(trash / "files" / name):
                continue
            path.rename(trash / "files" / name)
        except OSError:
            info.unlink()
            raise
        return trash / "files" / name
    raise SaveError("The trash has too many files of the name {name}.", name=path.name)


def _renamed(path: Path, trash: Path) -> Path:
    target = trash / path.name
    number = 1
    while os.path.lexists(target):
        number += 1
        target = trash / f"{path.stem} {number}{path.suffix}"
    return Path(shutil.move(path, target))


if sys.platform == "win32":

    def _recycled(path: Path) -> None:
        """Have Windows move it to its trash (`SHFileOperationW`). Disks that have none are not asked: they would remove
        it. Where Windows still finds no room in the trash, it asks the user whether to remove it.
        """
        import ctypes  # noqa: PLC0415 - for this alone
        from ctypes import wintypes  # noqa: PLC0415

        class Operation(ctypes.Structure):
            _fields_ = (
                ("window", wintypes.HWND),
                ("does", wintypes.UINT),
                ("from_", wintypes.LPCWSTR),
                ("to", wintypes.LPCWSTR),
                ("flags", wintypes.WORD),
                ("aborted", wintypes.BOOL),
                ("names", wintypes.LPVOID),
                ("title", wintypes.LPCWSTR),
            )

        fixed = 3
        if ctypes.windll.kernel32.GetDriveTypeW(path.anchor) != fixed:
            raise _no_trash(path)
        names = ctypes.create_unicode_buffer(f"{path}\0")  # a list, which ends with an empty name
        delete, silent, unasked, undoable, no_errors, warn_of_loss = 0x3, 0x4, 0x10, 0x40, 0x400, 0x4000
        flags = silent | unasked | undoable | no_errors | warn_of_loss
        wanted = Operation(does=delete, from_=ctypes.cast(names, wintypes.LPCWSTR), flags=flags)
        failed = ctypes.windll.shell32.SHFileOperationW(ctypes.byref(wanted))
        if failed or wanted.aborted or os.path.lexists(path):
            raise SaveError(
                "Windows did not move {path} to its trash. Another program may have it open, or the trash has no room.",
                path=path,
            )

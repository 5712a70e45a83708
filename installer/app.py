"""``make app``: a folder that runs where there is no Python; on Linux an AppImage of it, on Windows a zip.

Usage: ``python -m installer.app [FOLDER]``, in an environment with PyInstaller and nothing that the program does not
need; what is made goes to ``dist``.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from core.version import VERSION
from installer.appimage import NotMade, make_appimage
from installer.slim import slim

ROOT = Path(__file__).resolve().parent.parent
LARGEST = 150_000_000
"""Bytes that neither the folder nor what is made of it may take."""


def main(target: Path) -> int:
    """Make all that can be made here; returns the exit code."""
    scratch = target / "build"
    subprocess.run(
        [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN", "--distpath", target,
         "--workpath", scratch, ROOT / "installer" / "pthfinder.spec"],
        check=True,
    )  # fmt: skip
    folder = target / "pthfinder"
    made = [folder]
    if sys.platform == "linux":
        slim(folder)
        try:
            made.append(make_appimage(folder, target, scratch))
        except NotMade as error:
            print(f"No AppImage: {error}", file=sys.stderr)
    elif sys.platform == "win32":
        name = target / f"Pthfinder-{VERSION}-windows"
        made.append(Path(shutil.make_archive(str(name), "zip", target, folder.name)))
    shutil.rmtree(scratch)
    sizes = {path: size_of(path) for path in made}
    for path, size in sizes.items():
        print(f"{path}: {size / 1e6:.1f} MB")
    return int(max(sizes.values()) > LARGEST)


def size_of(path: Path) -> int:
    """Bytes of a file, or of all files in a folder."""
    files = [path] if path.is_file() else [file for file in path.rglob("*") if not file.is_symlink()]
    return sum(file.stat().st_size for file in files if file.is_file())


if __name__ == "__main__":
    raise SystemExit(main(Path(sys.argv[1] if len(sys.argv) > 1 else "dist").resolve()))

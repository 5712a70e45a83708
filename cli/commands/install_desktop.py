"""The command ``install-desktop``: the program in the menu of a Linux desktop, and its files opened by it.

What is written lies where the user's own programs belong (``XDG_DATA_HOME``), for this user alone, and goes again with
``--remove``.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from cli.output import DONE, fail, print_lines
from cli.shared_arguments import Add
from core.errors import SaveError
from core.saving.gate import make_folder, place_of
from core.words import say

if TYPE_CHECKING:
    import argparse

_ROOT = Path(__file__).resolve().parents[2]
_FILES = {
    "applications/pthfinder.desktop": "resources/desktop/pthfinder.desktop",
    "mime/packages/pthfinder.xml": "resources/desktop/pthfinder.xml",
    "icons/hicolor/scalable/apps/pthfinder.svg": "resources/icons/app.svg",
}
"""Each file below the folder for data, and where it comes from."""
_TOLD = (("update-mime-database", "mime"), ("update-desktop-database", "applications"))
"""What makes the desktop look at its folders again, and at which."""


def add_arguments(add: Add) -> None:
    """What it takes."""
    add("--remove", action="store_true", help=say("remove the menu entry and the file types again"))


def run(arguments: argparse.Namespace) -> int:
    """Write the files, or remove them."""
    if not sys.platform.startswith("linux"):
        return fail(say("This command works only on Linux desktops."))
    home = data_home()
    try:
        for name, source in _FILES.items():
            if arguments.remove:
                (home / name).unlink(missing_ok=True)
            else:
                _write(home / name, (_ROOT / source).read_text(encoding="utf-8"))
    except SaveError as error:
        return fail(str(error))
    except OSError as error:
        return fail(say("{place} cannot be written: {error}.", place=home, error=error.strerror or error))
    for tool, folder in _TOLD:
        if shutil.which(tool) and (home / folder).is_dir():
            subprocess.run([tool, home / folder], check=False, capture_output=True)
    if arguments.remove:
        print_lines([say("Removed from {place}.", place=home)])
    else:
        print_lines(
            [say("Pthfinder is in the menu now, and opens .pth, .pt, .ckpt and .safetensors (in {place}).", place=home)]
        )
    return DONE


def data_home() -> Path:
    """Where the programs of this user are described (XDG Base Directory Specification)."""
    named = os.environ.get("XDG_DATA_HOME", "")
    return Path(named) if named.startswith("/") else Path.home() / ".local" / "share"


def _write(path: Path, text: str) -> None:
    if path.suffix == ".desktop":
        line = " ".join(map(quoted, program_words()))
        text = re.sub(r"^Exec=pthfinder", lambda _: f"Exec={line}", text, flags=re.MULTILINE)
    make_folder(path.parent)
    place_of(path, overwrite=True).fill(lambda file: file.write(text))


def program_words() -> list[str]:
    """What starts this program from anywhere: the AppImage, the packed program, the installed one, or the checkout."""
    if os.environ.get("APPIMAGE"):
        return [os.environ["APPIMAGE"]]
    if getattr(sys, "frozen", False):
        return [sys.executable]
    beside = Path(sys.executable).parent / "pthfinder"
    return [str(beside)] if beside.exists() else [sys.executable, str(_ROOT / "main.py")]


def quoted(word: str) -> str:
    """One word of ``Exec``: quoted, backslashes once more as in any value (Desktop Entry Specification)."""
    inner = re.sub(r'(["`$\\])', r"\\\1", word).replace("\\", "\\\\").replace("%", "%%")
    return f'"{inner}"'

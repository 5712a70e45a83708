"""An AppImage of the program's folder: the runtime of `installer/linux/runtime.c`, and a squashfs behind it."""

from __future__ import annotations

import platform
import shutil
import subprocess
from pathlib import Path

from core.version import VERSION

HERE = Path(__file__).resolve().parent
LIBRARIES = ("squashfuse_ll", "squashfuse", "fuse3", "z", "lzma", "lzo2", "lz4", "zstd", "dl", "pthread")
PACKAGES = "gcc squashfs-tools libsquashfuse-dev libfuse3-dev zlib1g-dev liblzma-dev liblzo2-dev liblz4-dev libzstd-dev"
MAGIC = b"AI\x02"
"""At byte 8 of the file: an AppImage of type 2."""


class NotMade(Exception):
    """A tool is missing; the message says what to install."""


def make_appimage(folder: Path, target: Path, scratch: Path) -> Path:
    """Make ``Pthfinder-VERSION-MACHINE.AppImage`` in ``target``; raises `NotMade` without the tools for it."""
    if not shutil.which("gcc") or not shutil.which("mksquashfs"):
        raise NotMade(f"gcc and mksquashfs make it. On Debian or Ubuntu: sudo apt-get install {PACKAGES}")
    runtime, squashfs = scratch / "runtime", scratch / "squashfs"
    _compile(runtime)
    _squash(_app_dir(folder, scratch / "AppDir"), squashfs)
    image = target / f"Pthfinder-{VERSION}-{platform.machine()}.AppImage"
    head = bytearray(runtime.read_bytes())
    head[8 : 8 + len(MAGIC)] = MAGIC
    with image.open("wb") as file, squashfs.open("rb") as rest:
        file.write(head)
        shutil.copyfileobj(rest, file)
    image.chmod(0o755)
    return image


def _compile(runtime: Path) -> None:
    """Static, so that it starts on any Linux of this machine."""
    words: list[str | Path] = ["gcc", "-O2", "-static", "-s", "-w", "-o", runtime, HERE / "linux" / "runtime.c"]
    done = subprocess.run([*words, *(f"-l{name}" for name in LIBRARIES)], capture_output=True, text=True, check=False)
    if done.returncode:
        raise NotMade(
            f"the runtime does not compile: {done.stderr}On Debian or Ubuntu: sudo apt-get install {PACKAGES}"
        )


def _app_dir(folder: Path, made: Path) -> Path:
    """The program with its desktop file and icon at the top, where desktops look for them."""
    if made.exists():
        shutil.rmtree(made)
    shutil.copytree(folder, made, symlinks=True)
    (made / "AppRun").symlink_to("pthfinder")
    desktop = HERE.parent / "resources" / "desktop"
    shutil.copy(desktop / "pthfinder.desktop", made)
    shutil.copy(HERE.parent / "resources" / "icons" / "app.svg", made / "pthfinder.svg")
    (made / ".DirIcon").symlink_to("pthfinder.svg")
    for file, place in (("pthfinder.metainfo.xml", "usr/share/metainfo"), ("pthfinder.xml", "usr/share/mime/packages")):
        (made / place).mkdir(parents=True)
        shutil.copy(desktop / file, made / place)
    return made


def _squash(folder: Path, squashfs: Path) -> None:
    """Zstandard unpacks several times as fast as xz, for a tenth more bytes: a start reads most of them."""
    squashfs.unlink(missing_ok=True)
    subprocess.run(
        ["mksquashfs", folder, squashfs, "-root-owned", "-noappend", "-no-progress", "-quiet", "-no-xattrs",
         "-comp", "zstd", "-Xcompression-level", "19", "-b", "256K"],
        check=True, stdout=subprocess.DEVNULL,
    )  # fmt: skip

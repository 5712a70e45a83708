"""Find the system libraries that Qt needs and this machine lacks; say or do what adds them.

The wheels bring Qt itself, but not what it stands on (OpenGL, fontconfig, the X protocol helpers). Without
them an import fails, or the program aborts at start, with words that help nobody.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

from cli.output import complain, print_lines
from core.remote.secrets import redacted
from core.text import listed
from core.words import say

# Shared library → the Debian package that has it. What is not listed here is named as it is.
DEBIAN_PACKAGES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libGLX.so.0": "libgl1",
    "libOpenGL.so.0": "libopengl0",
    "libX11.so.6": "libx11-6",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxcb.so.1": "libxcb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxkbcommon.so.0": "libxkbcommon0",
}
# What the window and the tests load, relative to the PySide6 package.
LOADED = (
    "QtGui.abi3.so",
    "QtWidgets.abi3.so",
    "QtTest.abi3.so",
    "Qt/plugins/platforms/libqxcb.so",
    "Qt/plugins/platforms/libqoffscreen.so",
)


def missing_libraries() -> list[str]:
    """Names of the shared libraries that Qt would look for in vain; empty where that cannot be told."""
    spec = importlib.util.find_spec("PySide6")
    if not sys.platform.startswith("linux") or spec is None or spec.origin is None or not shutil.which("ldd"):
        return []
    folder = Path(spec.origin).parent
    files = [str(folder / name) for name in LOADED if (folder / name).exists()]
    listing = subprocess.run(["ldd", *files], capture_output=True, text=True, check=False).stdout
    return sorted({line.split()[0] for line in listing.splitlines() if line.endswith("not found")})


def packages_of(libraries: list[str]) -> list[str]:
    """The Debian packages that have these libraries."""
    return sorted({DEBIAN_PACKAGES.get(library, library) for library in libraries})


def advice(libraries: list[str]) -> str:
    """What to tell a user who lacks these libraries."""
    return say(
        "Qt lacks {libraries} on this machine. On Debian or Ubuntu: sudo apt-get install {packages}",
        libraries=listed(libraries),
        packages=" ".join(packages_of(libraries)),
    )


def install(libraries: list[str]) -> bool:
    """Install the packages where that needs no question: as root, with apt. True when it worked."""
    if sys.platform == "win32" or os.geteuid() != 0 or not shutil.which("apt-get"):
        return False
    print_lines(
        [say("Installing what Qt needs from the system: {packages} …", packages=" ".join(packages_of(libraries)))]
    )
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for arguments in (
        ["update"],
        ["install", "-y", "--no-install-recommends", *packages_of(libraries)],
    ):
        done = subprocess.run(["apt-get", "-qq", *arguments], env=quiet, capture_output=True, text=True, check=False)
        if done.returncode:
            complain(*redacted(done.stderr.strip()).splitlines())
            return False
    return not missing_libraries()


def main(arguments: list[str]) -> int:
    """Report, and with ``--install`` mend. Lacking libraries are no failure: the terminal works without them."""
    missing = missing_libraries()
    if missing and not ("--install" in arguments and install(missing)):
        complain(advice(missing), say("Until then the window cannot open; the command line works."))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

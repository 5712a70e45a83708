"""What belongs to the program that has its own Python with it, and what of Qt and of Python does not."""

from __future__ import annotations

import platform
import re
from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import Any

ROOMS = ("core", "cli", "gui")
BY_NAME = ("pygments.lexers.python", "pygments.token", "pynvml")
"""What is imported by name, or only where it is of use, and so might not be seen."""
TORCH_SIDE = ("core/*.py", "core/torch_child/*.py", "resources/languages/*.mo")
"""What the process with torch reads. It is a Python of the user's, so it needs these as source."""
EXCLUDED = [
    "torch", "pyarrow", "matplotlib", "scipy", "PIL", "h5py", "cupy", "colorcet", "IPython",  # looked for by others
    "PySide6.QtOpenGL", "PySide6.QtOpenGLWidgets", "PySide6.QtTest", "PySide6.QtDBus", "PySide6.QtNetwork",
    "pyqtgraph.opengl", "pyqtgraph.examples", "pyqtgraph.jupyter",
    "numpy.f2py", "numpy.testing", "numpy.distutils", "ml_dtypes.tests",
    "ssl", "_ssl", "_hashlib", "sqlite3", "tkinter", "unittest", "pydoc", "doctest", "lib2to3", "readline", "curses",
    "setuptools", "pip", "pkg_resources", "ensurepip", "xmlrpc",
]  # fmt: skip

_PLUGINS = re.compile(
    r"platforms/(lib)?q(xcb|wayland|offscreen|minimal|windows|cocoa)|imageformats/(lib)?q(svg|jpeg|gif|ico|icns)"
    r"|iconengines/|platforminputcontexts/|platformthemes/libqxdg|styles/|wayland-(shell-integration/libxdg|decoration)"
    r"|wayland-graphics-integration-client/libqt-plugin-wayland-egl"
)
"""Qt loads these at need: the window systems that people have, and nothing that draws by OpenGL or asks a network."""
_LANGUAGES = re.compile(r"translations/qtbase_(zh_CN|ja)\.qm$")
_DATA = re.compile(r"Qt(DBus|Network)\.abi3|pyqtgraph/(icons|colors)/|\.dist-info/|/tests?/|\.pyi$|languages/.*\.po$")
_DISPATCH = ("libEGL.so.1", "libGL.so.1", "libGLX.so.0", "libGLdispatch.so.0")
"""Qt is linked with these, though nothing here draws with them. They only hand on to a driver, and a bare system lacks
them."""

Entry = tuple[str, str, str]
"""Name in the folder, place of the file, kind; as PyInstaller has it."""


def data(root: Path) -> list[tuple[str, str]]:
    """Files beside the code, each with its folder there."""
    found = [(str(root / "resources"), "resources"), (str(root / "LICENSE"), ".")]
    for page in ("*.md", "pictures"):
        found += [(str(each), "docs/pictures" if each.is_dir() else "docs") for each in (root / "docs").glob(page)]
    for pattern in TORCH_SIDE:
        found += [(str(file), f"torch_side/{file.parent.relative_to(root)}") for file in root.glob(pattern)]
    return found


def is_wanted(name: str) -> bool:
    """Whether a file that PyInstaller found belongs to the program."""
    name = name.replace("\\", "/")
    if "/plugins/" in name:
        return bool(_PLUGINS.search(name))
    if "/translations/" in name:
        return bool(_LANGUAGES.search(name))
    return not _DATA.search(name)


def dispatch() -> list[Entry]:
    """The libraries of this system that hand on to a driver of OpenGL."""
    folders = [Path(name) for name in (f"/usr/lib/{platform.machine()}-linux-gnu", "/usr/lib64", "/usr/lib")]
    found = []
    for name in _DISPATCH:
        place = next((folder / name for folder in folders if (folder / name).exists()), None)
        if place is not None:
            found.append((name, str(place.resolve()), "BINARY"))
    return found


def info_plist(version: str) -> dict[str, Any]:
    """What macOS is told of the program: its documents by the ends of their names."""
    kinds = (("PyTorch checkpoint", ["pth", "pt", "ckpt"]), ("safetensors file", ["safetensors"]))
    return {
        "CFBundleShortVersionString": version,
        "NSHighResolutionCapable": True,
        "CFBundleDocumentTypes": [
            {
                "CFBundleTypeName": name,
                "CFBundleTypeRole": "Editor",
                "LSHandlerRank": "Alternate",
                "CFBundleTypeExtensions": ends,
            }
            for name, ends in kinds
        ],
    }


def reached(binaries: Collection[Entry], needs: Callable[[str], Iterable[Any]]) -> list[Entry]:
    """Those that are loaded by name, and what these are linked with; the rest came along with what was left out."""
    by_name = {Path(name).name: (name, place, kind) for name, place, kind in binaries}
    open_ends = [entry for entry in binaries if _is_loaded_by_name(entry)]
    kept = set(open_ends)
    while open_ends:
        _, place, _ = open_ends.pop()
        for needed, *_rest in needs(place):
            entry = by_name.get(Path(needed).name)
            if entry is not None and entry not in kept:
                kept.add(entry)
                open_ends.append(entry)
    used = {Path(name).name for name, _, _ in kept}
    return [entry for entry in binaries if entry in kept or Path(entry[0]).name in used]


def _is_loaded_by_name(entry: Entry) -> bool:
    name, _, kind = entry
    extension = kind == "EXTENSION" or ".abi3." in Path(name).name or ".cpython-" in name
    return extension or "/plugins/" in name.replace("\\", "/") or "libpython" in name

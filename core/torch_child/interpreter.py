"""Which Python runs torch: the one that runs this program, or where that has no torch, one of the user's own.

A program that brings its own Python with it (`installer/`) has no torch: it takes gigabytes, and which build of it is
right is for each computer to say. The other side of `core.torch_child` runs in any Python that torch 2.6 runs in.
"""

from __future__ import annotations

import functools
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

CHOICE = "PTHFINDER_PYTHON"
"""In the environment: the Python that has torch."""
_PATIENCE = 10
"""Seconds that a Python may take to say whether it has torch; on a network drive that is long."""
_RUN = """
import os, runpy, sys
from importlib import util

folder, module = sys.argv[1:3]
name = os.path.basename(folder)
spec = util.spec_from_file_location(name, folder + "/__init__.py", submodule_search_locations=[folder])
sys.modules[name] = util.module_from_spec(spec)
spec.loader.exec_module(sys.modules[name])
sys.argv[:3] = [module]
runpy.run_module(module, run_name="__main__", alter_sys=True)
"""
_PROBE = "import importlib.util as u, sys; sys.exit(u.find_spec('torch') is None)"


def is_packed() -> bool:
    """Whether this program brought its own Python: `sys.executable` is the program then, and no interpreter."""
    return bool(getattr(sys, "frozen", False))


def python_with_torch() -> str | None:
    """The Python to run torch in; None where there is none. Imports no torch."""
    if not is_packed() and importlib.util.find_spec("torch") is not None:
        return sys.executable
    return next(filter(_has_torch, _candidates(os.environ)), None)


def _candidates(environment: Mapping[str, str]) -> Iterator[str]:
    """Pythons of the user, the most deliberate first: named, of the environment that is active, on the path."""
    if environment.get(CHOICE):
        yield environment[CHOICE]
    for name, on_windows in (("VIRTUAL_ENV", "Scripts/python.exe"), ("CONDA_PREFIX", "python.exe")):
        if environment.get(name):
            yield str(Path(environment[name], on_windows if sys.platform == "win32" else "bin/python"))
    for name in ("python3", "python"):
        found = shutil.which(name)
        if found:
            yield found


@functools.cache
def _has_torch(python: str) -> bool:
    """Asked once: the answer is wanted at every look at a button."""
    try:
        done = subprocess.run(
            [python, "-c", _PROBE], stdin=subprocess.DEVNULL, capture_output=True, timeout=_PATIENCE, check=False,
            env=child_environment(), cwd=os.path.dirname(os.path.abspath(python)),  # noqa: PTH100, PTH120 - not resolved
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def child_environment() -> dict[str, str]:
    """The environment as this program was given it: the loader of a packed one looks for libraries in its own folder,
    where those of another Python are not (PyInstaller's manual, "LD_LIBRARY_PATH considerations").
    """
    environment = dict(os.environ)
    if is_packed():
        for name in ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"):
            environment.pop(name, None)
            before = environment.pop(f"{name}_ORIG", None)
            if before is not None:
                environment[name] = before
    return environment


def sources() -> Path:
    """The package that this module is of, for the Python that runs torch: ``core``, or ``pthfinder`` if installed."""
    package = Path(__file__).resolve().parents[__name__.count(".") - 1]
    return package.parent / "torch_side" / package.name if is_packed() else package


def running(module: str) -> list[str]:
    """What Python is told to run a module of this program. It finds our package, and nothing that lies beside it: what
    is installed for one Python may be of no use to another.
    """
    return ["-c", _RUN, str(sources()), module]

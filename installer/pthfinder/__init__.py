"""Pthfinder as it is installed: the engine for scripts and notebooks, and the program.

``pthfinder.open_catalogue(...)`` is `core.open_catalogue`, and so is all else that `core` gives; it is typed and lazy
here too. In a checkout the engine, the terminal and the window import each other as `core`, `cli` and `gui`; these are
names that other people use, so in the wheel their imports say ``pthfinder.core`` (`installer/wheel.py`).
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from core import *  # noqa: F403
    from core import __all__ as __all__
else:
    from core import __all__, __dir__, __getattr__  # noqa: F401 - what a module is asked by


def run() -> None:
    """The program, as `main.py` of the repository is."""
    from main import start  # noqa: PLC0415 - a script that wants the engine needs none of it

    start("pthfinder")

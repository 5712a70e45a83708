"""Pthfinder as it is installed: this folder is laid out like its repository, so that both find the same things.

The engine, the terminal and the window import each other as `core`, `cli` and `gui`. These names are common, so they
stand in this folder and not beside other people's packages; only who imports `pthfinder` can import them.
"""

from __future__ import annotations

import os
import sys

_HERE = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100, PTH120 - pathlib would be imported for this alone
if _HERE not in sys.path:
    sys.path.insert(0, _HERE)


def run() -> None:
    """The program, as `main.py` of the repository is."""
    from main import start  # noqa: PLC0415 - a script that wants the engine needs none of it

    start("pthfinder")

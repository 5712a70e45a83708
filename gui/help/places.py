"""Where the pages of the help lie."""

from __future__ import annotations

from pathlib import Path

from gui.look import theme


def docs_folder() -> Path:
    """`docs` beside `resources`, in a checkout and where the program is installed."""
    return theme.RESOURCES.parent / "docs"

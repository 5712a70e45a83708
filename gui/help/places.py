"""Where the pages of the help lie."""

from __future__ import annotations

from pathlib import Path

from gui.look import theme


def docs_folder() -> Path:
    """`docs` beside `resources` in a checkout; an installed program brings the same files in `resources/docs`."""
    shipped = theme.RESOURCES / "docs"
    return shipped if shipped.is_dir() else theme.RESOURCES.parent / "docs"

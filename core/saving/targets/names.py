"""What a checkpoint can be saved as, by the names that ``--container`` takes."""

from __future__ import annotations

from typing import Final

from core.edits.containers import CONTAINERS, OF_OTHERS

KNOWN: Final = (*CONTAINERS, *OF_OTHERS, "files")
FOLDERS: Final = frozenset({"dcp"})
"""Those that are always a folder."""
SAME_FILES: Final = frozenset({"run folder", "zip of files"})
"""Containers of several files that are written as files like these again, as ``files``."""

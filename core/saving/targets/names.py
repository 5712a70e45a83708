"""What a checkpoint can be saved as, by the names that ``--container`` takes."""

from __future__ import annotations

from typing import Final

KNOWN: Final = ("zip", "legacy", "safetensors", "dcp")
FOLDERS: Final = frozenset({"dcp"})
"""Those that are always a folder."""

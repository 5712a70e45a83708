"""The name that a dialog gave for a new file, with the ending that was left out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple


class SaveName(NamedTuple):
    """A file to be written; ``overwrite`` is whether the dialog has asked about the one of just that name."""

    path: Path
    overwrite: bool


def save_name(chosen: str, ending: str, endings: Sequence[str] = ()) -> SaveName:
    """The name that was chosen, with ``ending`` where it ends in none of ``endings``, or in nothing if there are none.

    What the ending makes of it is a name that nobody was asked about: what is there of that name stays.
    """
    path = Path(chosen)
    ended = path.suffix.lower() in endings if endings else bool(path.suffix)
    return SaveName(path, True) if ended else SaveName(path.with_name(path.name + ending), False)

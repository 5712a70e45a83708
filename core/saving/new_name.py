"""What a new file is called that stands beside its source."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from core.files.member import MemberPath
from core.formats.register import ends_in_two

FIXED: Final = "-fixed"
"""What a name gets that is not chosen by anybody."""
COPY: Final = "-copy"
"""The same where nothing is changed."""
INCOMPLETE: Final = "-incomplete"
"""The same where something of the source is missing, and will be missing in the copy."""


def parts(file: Path) -> tuple[str, str]:
    """The name of a file before its ending, and the ending: ``best`` and ``.pth.tar``."""
    ending = Path(file.stem).suffix + file.suffix if ends_in_two(file.name) else file.suffix
    return file.name.removesuffix(ending), ending


def as_file(source: Path) -> Path:
    """A path as that of a file of its own, which what lies in another is not."""
    return source.as_file if isinstance(source, MemberPath) else source


def beside(source: Path, suffix: str = FIXED) -> Path:
    """``epoch27-fixed.pth`` beside ``epoch27.pth``; a folder has no ending."""
    source = as_file(source)
    if source.is_dir():
        return source.with_name(source.name + suffix)
    stem, ending = parts(source)
    return source.with_name(f"{stem}{suffix}{ending}")


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

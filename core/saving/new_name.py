"""What a new file is called that stands beside its source."""

from __future__ import annotations

from pathlib import Path
from typing import Final

FIXED: Final = "-fixed"
"""What a name gets that is not chosen by anybody."""
COPY: Final = "-copy"
"""The same where nothing is changed."""
INCOMPLETE: Final = "-incomplete"
"""The same where something of the source is missing, and will be missing in the copy."""
_BEFORE_TAR: Final = (".pt", ".pth", ".ckpt")


def parts(file: Path) -> tuple[str, str]:
    """The name of a file before its ending, and the ending: ``best`` and ``.pth.tar``."""
    inner = Path(file.stem).suffix
    ending = inner + file.suffix if file.suffix == ".tar" and inner in _BEFORE_TAR else file.suffix
    return file.name.removesuffix(ending), ending


def beside(source: Path, suffix: str = FIXED) -> Path:
    """``epoch27-fixed.pth`` beside ``epoch27.pth``; a folder has no ending."""
    if source.is_dir():
        return source.with_name(source.name + suffix)
    stem, ending = parts(source)
    return source.with_name(f"{stem}{suffix}{ending}")

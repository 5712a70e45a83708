"""Short ways to run Pthfinder's engine in tests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from core.catalogue.build import build_catalogue
from core.catalogue.catalogue import Catalogue
from core.catalogue.checkpoint import open_checkpoint
from core.edits.edits import Plan
from core.edits.preview import Preview, preview
from core.saving.save import save
from core.saving.save_report import SaveReport


def catalogue_of(path: Path) -> Catalogue:
    """Open a file by itself, or a folder, and lay out what it holds."""
    return build_catalogue(open_checkpoint(path, alone=Path(path).is_file()))


def planned(path: Path, *edits: Any) -> Preview:
    """The preview of some edits of a file."""
    return preview(catalogue_of(path), Plan(edits))


def fix(source: Path, target: Path, *edits: Any, **options: Any) -> SaveReport:
    """Apply edits to a file and save the result."""
    return save(planned(source, *edits), target, **options)

"""What a save tells of itself."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.saving.losses import Loss
    from core.saving.outlook import Outlook


@dataclass(frozen=True)
class SaveReport:
    """What was saved: ``bytes`` of the file or files, and how many tensors and storages are in it.

    ``damaged`` are the paths of tensors whose bytes did not match the checksum of the source, which this file lacks,
    and ``data.pkl`` where the pickle did not. ``left`` is a second name of the new file that could not be removed, or
    what is left of a folder that was replaced. ``files`` are those of a folder, ``carried`` others that went along.
    ``outlook`` is what `core.saving.outlook.outlook` would have said of it, ``losses`` what
    `core.saving.losses.cast_losses` would have.
    """

    path: Path
    bytes: int
    seconds: float
    tensors: int
    storages: int
    outlook: Outlook
    damaged: tuple[str, ...] = ()
    left: Path | None = None
    files: tuple[str, ...] = ()
    carried: tuple[str, ...] = ()
    losses: tuple[Loss, ...] = ()

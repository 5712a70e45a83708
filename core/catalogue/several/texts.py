"""What is told of the checkpoints of a folder: as data for JSON, and in words, one for each column."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from core.catalogue.several.listing import Listed


def several_json(rows: Sequence[Listed]) -> dict[str, Any]:
    """The object that ``inspect --json`` prints of a folder; what is not known is None."""
    return {
        "checkpoints": [
            {
                "name": row.name,
                "path": str(row.path),
                "step": row.far.step,
                "epoch": row.far.epoch,
                "bytes": row.bytes,
                "modified": None if row.modified is None else _moment(row.modified, utc=True),
                "devices": list(row.devices),
                "link": row.link or None,
                "error": row.error or None,
            }
            for row in rows
        ]
    }


def step_text(row: Listed) -> str:
    """The step; nothing where none is known."""
    return "" if row.far.step is None else f"{row.far.step:,}"


def epoch_text(row: Listed) -> str:
    """The epoch, with the part of one that is done."""
    return "" if row.far.epoch is None else f"{round(row.far.epoch, 2):g}" if row.far.epoch < 1e6 else "…"


def date_text(row: Listed) -> str:
    """When it was written, by the clock of this computer: 2026-03-01 14:05."""
    return "" if row.modified is None else _moment(row.modified, utc=False)


def name_text(row: Listed) -> str:
    """What it is called, and where a symbolic link leads."""
    return f"{row.name} → {row.link}" if row.link else row.name


def _moment(seconds: float, *, utc: bool) -> str:
    try:
        moment = datetime.fromtimestamp(seconds, UTC)
    except (OverflowError, ValueError, OSError):  # no clock has ever shown it
        return ""
    return moment.isoformat(timespec="seconds") if utc else f"{moment.astimezone():%Y-%m-%d %H:%M}"

"""The rows of a folder in words, the same in the window and on the command line."""

from __future__ import annotations

from datetime import UTC, datetime

from core.runs.folder import CheckpointRow


def name_text(row: CheckpointRow) -> str:
    """What it is called, and where a symbolic link leads."""
    return f"{row.name} → {row.links_to}" if row.links_to else row.name


def number_text(number: float | None) -> str:
    """A step or an epoch, of which a part may be done: ``1,200``, ``2.5``; nothing where none is known."""
    if number is None:
        return ""
    return f"{int(number):,}" if number == int(number) else f"{round(number, 2):,}"


def date_text(row: CheckpointRow) -> str:
    """When it was written, by the clock of this computer; nothing where nobody knows."""
    written = moment(row)
    return "" if written is None else f"{written.astimezone():%Y-%m-%d %H:%M}"


def moment(row: CheckpointRow) -> datetime | None:
    """When it was written; None where nobody knows, or it is a time that no calendar has."""
    try:
        return datetime.fromtimestamp(row.modified, UTC) if row.modified else None
    except (OverflowError, ValueError, OSError):
        return None

"""The checkpoints of a folder as ``inspect`` lists them: lines for people, an object for scripts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from core.catalogue.runs.folder import CheckpointRow
from core.report.layout import columns, flush_right, padded
from core.text import listed, size_text
from core.words import say, say_count

_LAST_SECOND = 253_402_000_000
"""Of the year 9999."""


def checkpoints_json(folder: Path, rows: Sequence[CheckpointRow]) -> dict[str, Any]:
    """What ``inspect --json`` prints of a folder of several checkpoints."""
    return {
        "folder": str(folder),
        "checkpoints": [
            {
                "name": row.name,
                "file": str(row.path),
                "step": row.step,
                "epoch": row.epoch,
                "bytes": row.bytes,
                "modified": _moment(row).isoformat(timespec="seconds") if row.modified else None,
                "tensors": row.tensors,
                "devices": list(row.devices),
                "links_to": row.links_to or None,
                "problem": row.problem or None,
            }
            for row in rows
        ],
    }


def checkpoint_lines(folder: Path, rows: Sequence[CheckpointRow]) -> Iterator[str]:
    """A table for people, and what to do next."""
    yield say_count(
        len(rows), "{folder} holds {n:,} checkpoint", "{folder} holds {n:,} checkpoints", folder=str(folder)
    )
    cells = [[say("Name"), say("Epoch"), say("Step"), say("Size"), say("Date"), say("Devices")]]
    cells += [_cells(row) for row in rows]
    widths = [max(columns(line[place]) for line in cells) for place in range(len(cells[0]))]
    for line in cells:
        sized = zip(line, widths, range(len(line)), strict=True)
        aligned = (flush_right(cell, width) if 0 < at < 4 else padded(cell, width) for cell, width, at in sized)
        yield "  ".join(aligned).rstrip()
    yield say("Each of them is a checkpoint by itself: name one of them to look into it.")


def _cells(row: CheckpointRow) -> list[str]:
    date = f"{_moment(row).astimezone():%Y-%m-%d %H:%M}" if row.modified else ""
    name = f"{row.name} → {row.links_to}" if row.links_to else row.name
    numbers = ["" if number is None else f"{round(number, 2):,}" for number in (row.epoch, row.step)]
    size = size_text(row.bytes) if row.bytes else ""
    return [name, *numbers, size, date, row.problem or listed(row.devices, 4)]


def _moment(row: CheckpointRow) -> datetime:
    """When it was written; a clock that is off may say more than there is."""
    return datetime.fromtimestamp(min(max(row.modified, 0), _LAST_SECOND), UTC)

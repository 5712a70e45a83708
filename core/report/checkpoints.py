"""The checkpoints of a folder as ``inspect`` lists them: lines for people, an object for scripts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from core.catalogue.runs.folder import CheckpointRow
from core.catalogue.runs.texts import date_text, moment, name_text, number_text
from core.report.layout import columns, flush_right, padded
from core.text import listed, size_text
from core.words import say, say_count


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
                "modified": _written(row),
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
    numbers = map(number_text, (row.epoch, row.step))
    size = size_text(row.bytes) if row.bytes else ""
    return [name_text(row), *numbers, size, date_text(row), row.problem or listed(row.devices, 4)]


def _written(row: CheckpointRow) -> str | None:
    written = moment(row)
    return None if written is None else written.isoformat(timespec="seconds")

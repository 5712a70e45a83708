"""The checkpoints of a folder as ``inspect`` lists them: lines for people, an object for scripts."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from core.dtypes import NO_DEVICE
from core.loading.quoting import command, file_word
from core.report.layout import aligned
from core.runs.folder import CheckpointRow
from core.runs.odd import SAME_KEYS_NOT, Odd, odd_ones
from core.runs.texts import date_text, moment, name_text, number_text
from core.text import listed, size_text, titled
from core.words import say, say_count

_FRESH = 60
"""Seconds within which whoever writes a checkpoint may not be done."""


def checkpoints_json(folder: Path, rows: Sequence[CheckpointRow]) -> dict[str, Any]:
    """What ``inspect --json`` prints of a folder of several checkpoints."""
    odd = _by_row(rows)
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
                "dtypes": list(row.dtypes),
                "optimizers": list(row.optimizers),
                "options": dict(row.options),
                "complete": row.is_complete,
                "missing": list(row.missing),
                "same_keys": None if row.problem else not any(each.code in SAME_KEYS_NOT for each in odd[at]),
                "odd": [{"code": each.code, "why": each.why} for each in odd[at]],
            }
            for at, row in enumerate(rows)
        ],
    }


def checkpoint_lines(folder: Path, rows: Sequence[CheckpointRow]) -> Iterator[str]:
    """A table for people, and what to do next."""
    yield say_count(
        len(rows), "{folder} holds {n:,} checkpoint", "{folder} holds {n:,} checkpoints", folder=str(folder)
    )
    odd = _by_row(rows)
    cells = [[say("Name"), say("Epoch"), say("Step"), say("Size"), say("Date"), say("Devices"), say("Dtype")]]
    cells += [_cells(row) for row in rows]
    yield from aligned(cells, right=range(1, 4))
    said: dict[str, list[str]] = {}
    for at, row in enumerate(rows):
        for why in (*incomplete(row), *(each.why for each in odd[at])):
            said.setdefault(why, []).append(row.name)
    for why, names in said.items():
        yield titled(listed(names, 4), why) if len(names) < len(rows) else why
    if rows:
        whole = next((row for row in rows if row.is_complete), rows[0])
        look = command(["inspect", file_word(str(whole.path))])
        yield say("To look into one of them: {command}", command=look)


def _cells(row: CheckpointRow) -> list[str]:
    numbers = map(number_text, (row.epoch, row.step))
    size = size_text(row.bytes) if row.bytes else ""
    devices = [say("not recorded") if each == NO_DEVICE else each for each in row.devices]
    there = listed(devices, 4), listed(row.dtypes, 2)
    return [name_text(row), *numbers, size, date_text(row), *((say("does not open"), "") if row.problem else there)]


def _by_row(rows: Sequence[CheckpointRow]) -> dict[int, list[Odd]]:
    """What is odd about each row."""
    found: dict[int, list[Odd]] = {at: [] for at in range(len(rows))}
    for each in odd_ones(rows):
        found[each.row].append(each)
    return found


def incomplete(row: CheckpointRow) -> Iterator[str]:
    """Why a checkpoint is not all there."""
    if row.problem:
        yield row.problem
    if row.missing:
        yield say("Missing: {files}.", files=listed(row.missing, 4))
    seconds = time.time() - row.modified
    if not row.is_complete and 0 <= seconds < _FRESH:
        yield say("It was written {seconds:.0f} s ago: a save may still be in progress.", seconds=seconds)


def _written(row: CheckpointRow) -> str | None:
    written = moment(row)
    return None if written is None else written.isoformat(timespec="seconds")

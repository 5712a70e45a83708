"""What the list of the checkpoints of a folder shows, worked out without Qt."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from core.catalogue.several.listing import Listed
from core.catalogue.several.texts import date_text, epoch_text, name_text, step_text
from core.text import size_text
from core.words import say, say_count

NAME, STEP, EPOCH, SIZE, DATE, DEVICES = range(6)
_LAST = float("inf")


def text(row: Listed, column: int) -> str:
    """What a cell shows; devices are chips, and only why there are none is a text."""
    if column == DEVICES:
        return row.error if row.is_read else "…"
    size = "" if row.bytes is None else size_text(row.bytes)
    return (name_text(row), step_text(row), epoch_text(row), size, date_text(row))[column]


def raw(row: Listed, column: int) -> object:
    """What a column is sorted by; what is not known comes last."""
    numbers = {STEP: row.far.step, EPOCH: row.far.epoch, SIZE: row.bytes, DATE: row.modified}
    if column in numbers:
        number = numbers[column]
        return _LAST if number is None else number
    return row.name.lower() if column == NAME else (row.error, row.devices)


def spoken(row: Listed, column: int) -> str:
    """What a screen reader says of a cell."""
    return ", ".join(row.devices) if column == DEVICES and row.devices else text(row, column)


def heading(path: Path, count: int) -> str:
    """How many there are, and where."""
    name = path.name or str(path)
    return say_count(count, "1 checkpoint in {name}", "{n:,} checkpoints in {name}", name=name)


def what_came(rows: Sequence[Listed], *, stopped: bool) -> str:
    """What is to be said once all were looked into, or not all; empty where nothing is the matter."""
    read = sum(row.is_read for row in rows)
    if stopped and read < len(rows):
        return say("You stopped it: {n:,} of {total:,} checkpoints were read.", n=read, total=len(rows))
    wrong = sum(bool(row.error) for row in rows)
    return say_count(wrong, "1 of them does not open.", "{n:,} of them do not open.") if wrong else ""


def open_words(count: int) -> str:
    """What stands on the button that opens what is chosen."""
    return say("Open {n:,} in tabs", n=count) if count > 1 else say("Open")

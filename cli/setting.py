"""What the casts of ``fix`` lose, read from the numbers of the file."""

from __future__ import annotations

from typing import Any

from cli.output import progress, shows_progress
from core.edits.preview import Preview
from core.words import say


def told_losses(preview: Preview) -> tuple[list[str], list[dict[str, Any]]]:
    """What casts lose, as lines of text and for JSON: the numbers are read for it."""
    from core.report.losses import losses_json, losses_lines  # noqa: PLC0415 - only for a cast
    from core.values.losses import cast_losses  # noqa: PLC0415

    shown = shows_progress()

    def tick(done: int, total: int) -> None:
        if shown:
            progress(f"{say('looking at what fits')} {done * 100 // max(total, 1):3} %")

    try:
        found = cast_losses(preview, tick)
    finally:
        if shown:
            progress("")
    return list(losses_lines(preview, found)), losses_json(preview, found)

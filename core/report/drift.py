"""How a run drifts, as ``drift`` tells it: lines for people, an object for scripts, a table for other programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isfinite
from pathlib import Path
from typing import Any, Final

from core.report.layout import aligned
from core.report.scan_table import Kinds, encodable
from core.runs.drift import Drift, Point
from core.runs.folder import CheckpointRow
from core.runs.texts import number_text
from core.text import clip, count_text, listed
from core.words import say

KINDS: Final[Kinds] = {
    **dict.fromkeys(("path", "checkpoint"), "text"),
    "step": "whole",
    **dict.fromkeys(("epoch", "norm", "update_rms", "cosine_to_first", "zeros"), "real"),
}
"""The columns of the table, a row for each tensor in each checkpoint."""
_MOST = 5


def drift_rows(rows: Sequence[CheckpointRow], found: Drift) -> Iterator[dict[str, Any]]:
    """The rows of the table, tensor by tensor; what is no finite number is empty."""
    for path, points in zip(found.paths, found.points, strict=True):
        for place, (at, point) in enumerate(zip(found.rows, points, strict=True)):
            row = rows[at]
            epoch = None if row.epoch is None else float(row.epoch)
            named = {"path": encodable(path), "checkpoint": encodable(row.name), "step": row.step, "epoch": epoch}
            yield named | _numbers(point, is_first=not place)


def drift_json(folder: Path, rows: Sequence[CheckpointRow], found: Drift) -> dict[str, Any]:
    """What ``drift --json`` prints: a list a tensor, with a point a checkpoint."""
    return {
        "run": str(folder),
        "checkpoints": [
            {"name": rows[at].name, "step": rows[at].step, "epoch": rows[at].epoch, "options": dict(rows[at].options)}
            for at in found.rows
        ],
        "tensors": [
            {"path": path, "points": [_numbers(point, is_first=not at) for at, point in enumerate(points)]}
            for path, points in zip(found.paths, found.points, strict=True)
        ],
    }


def _numbers(point: Point, *, is_first: bool) -> dict[str, float | None]:
    return {
        "norm": _finite(point.norm),
        "update_rms": None if is_first else _finite(point.update),
        "cosine_to_first": _finite(point.cosine),
        "zeros": _finite(point.zero_share),
    }


def _finite(number: float) -> float | None:
    return number if isfinite(number) else None


def drift_lines(folder: Path, rows: Sequence[CheckpointRow], found: Drift) -> Iterator[str]:
    """All tensors together, a line a checkpoint, and what moved most and never."""
    yield say(
        "{folder}: {tensors} in {checkpoints}",
        folder=folder,
        tensors=count_text(len(found.paths), "tensor"),
        checkpoints=count_text(len(found.rows), "checkpoint"),
    )
    heads = [say("Name"), say("Step"), say("Norm"), say("Update (rms)"), say("Cosine to the first"), say("Zeros")]
    cells = [
        heads,
        *(
            _cells(rows[at], point, place)
            for place, (at, point) in enumerate(zip(found.rows, found.whole, strict=True))
        ),
    ]
    options = list(dict.fromkeys(name for at in found.rows for name, _ in rows[at].options if name.endswith("lr")))[:2]
    for name in options:
        values = [dict(rows[at].options).get(name) for at in found.rows]
        for line, text in zip(cells, (name, *("" if each is None else f"{each:.4g}" for each in values)), strict=True):
            line.append(text)
    yield from aligned(cells, right=range(1, len(cells[0])))
    last = {path: points[-1].update for path, points in zip(found.paths, found.points, strict=True)}
    most = sorted((path for path in last if last[path] > 0), key=lambda path: -last[path])[:_MOST]
    if most:
        yield say(
            "Moved most between the last two checkpoints: {paths}.",
            paths=listed([f"{clip(path, 60)} ({last[path]:.3g})" for path in most], _MOST),
        )
    still = [
        path
        for path, points in zip(found.paths, found.points, strict=True)
        if not any(point.moved for point in points[1:])
    ]
    if still:
        yield say("Never moved: {paths}.", paths=listed([clip(path, 60) for path in still], _MOST))


def _cells(row: CheckpointRow, point: Point, place: int) -> list[str]:
    update = f"{point.update:.4g}" if place else ""
    numbers = [f"{point.norm:.6g}", update, f"{point.cosine:.6f}", f"{point.zero_share:.2%}"]
    return [row.name, number_text(row.step), *numbers]

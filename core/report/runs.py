"""Since when a run is sick, as ``scan`` tells it: lines for people, an object for scripts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from core import program
from core.report.checkpoints import incomplete
from core.report.severities import severity_text
from core.runs.folder import CheckpointRow
from core.runs.since import Since
from core.runs.texts import number_text
from core.text import clip, count_text, listed, sentence, sentences, titled
from core.values.symptom import DAMAGED, UNREAD, WARNING
from core.words import say

_MOST = 20
_MOST_NAMED = 3


def is_sound(rows: Sequence[CheckpointRow], found: Since) -> bool:
    """Whether nothing that was read is wrong: no NaN, no Inf, no damage, and all is there."""
    return found.first_sick is None and all(row.is_complete for row in rows) and not any(_damages(found))


def since_json(folder: Path, rows: Sequence[CheckpointRow], found: Since) -> dict[str, Any]:
    """What ``scan --json`` prints of a run."""
    first = found.health[found.first_sick] if found.first_sick is not None else None
    return {
        "run": str(folder),
        "checkpoints": [_row_json(at, row, found) for at, row in enumerate(rows)],
        "read": len(found.health),
        "why_all": found.why_all or None,
        "last_healthy": None if found.last_healthy is None else rows[found.last_healthy].name,
        "first_not_finite": None if found.first_sick is None else rows[found.first_sick].name,
        "where": first.not_finite if first is not None else [],
        "begins": [
            {"code": each.code, "path": each.path, "name": rows[each.row].name, "why": each.why}
            for each in found.begins
        ],
    }


def _row_json(at: int, row: CheckpointRow, found: Since) -> dict[str, Any]:
    health = found.health.get(at)
    answer: dict[str, Any] = {
        "name": row.name,
        "file": str(row.path),
        "step": row.step,
        "epoch": row.epoch,
        "complete": row.is_complete,
        "read": health is not None,
        "problem": row.problem or (health.problem if health is not None else "") or None,
        "finite": None,
        "findings": [],
    }
    if health is not None:
        answer["finite"] = None if health.is_sick is None else not health.is_sick
        answer["findings"] = [each._asdict() for each in health.noticed]
    return answer


def since_lines(folder: Path, rows: Sequence[CheckpointRow], found: Since) -> Iterator[str]:
    """Since when a run is sick, from where to resume, and what else was noticed."""
    read = say("{read:,} of {count} read", read=len(found.health), count=count_text(len(rows), "checkpoint"))
    yield titled(folder, sentences(sentence(read), found.why_all or _why_few(rows, found)))
    yield from told_lines(rows, found)
    if found.last_healthy is not None and found.first_sick is not None:
        path = rows[found.last_healthy].path
        called = " ".join(program.words())
        yield say("Resume from it: '{program} code {path}' prints how to load it.", program=called, path=path)
    for each in found.begins[:_MOST]:
        since = say("{tensor}, since {name}.", tensor=clip(each.path, 120), name=_called(rows[each.row]))
        yield titled(f"{severity_text(WARNING)} {each.code}", since)
        yield f"        {clip(each.why, 400)}"
    if len(found.begins) > _MOST:
        yield f"        {say('and {count:,} more, which --json lists', count=len(found.begins) - _MOST)}"
    for row in rows:
        yield from (titled(row.name, why) for why in incomplete(row))
    yield from (titled(rows[at].name, why) for at, why in _damages(found))


def told_lines(rows: Sequence[CheckpointRow], found: Since) -> Iterator[str]:
    """Which checkpoint is the last healthy one, and which the first that is sick."""
    if found.last_healthy is not None:
        yield say("Last healthy: {name}.", name=_called(rows[found.last_healthy]))
    if found.first_sick is not None:
        yield from _sick(rows, found, found.first_sick)
    elif found.last_healthy is not None:
        yield say("The trained weights have no NaN and no Inf.")


def _why_few(rows: Sequence[CheckpointRow], found: Since) -> str:
    if len(found.health) + len(found.passed) >= sum(not row.problem for row in rows):
        return ""
    return say("Weights that are NaN stay NaN, so the other checkpoints were not read; --all reads them too.")


def _sick(rows: Sequence[CheckpointRow], found: Since, first: int) -> Iterator[str]:
    where = found.health[first].not_finite
    last = max(at for at, health in found.health.items() if health.is_sick)
    told = say(
        "First with NaN or Inf: {name}, in {some:,} of {tensors}: {paths}.",
        name=_called(rows[first]),
        some=len(where),
        tensors=count_text(found.health[first].tensors, "tensor"),
        paths=listed([clip(path, 80) for path in where], _MOST_NAMED),
    )
    then = ""
    if last != first:
        then = say(
            "The last with NaN or Inf is {name}, in {some:,} of {tensors}.",
            name=_called(rows[last]),
            some=len(found.health[last].not_finite),
            tensors=count_text(found.health[last].tensors, "tensor"),
        )
    yield sentences(told, then)
    if found.last_healthy is None:
        yield say("None of the checkpoints before it is healthy.")


def _damages(found: Since) -> Iterator[tuple[int, str]]:
    """What cannot be read as it was saved, by its row."""
    for at, health in sorted(found.health.items()):
        if health.problem:
            yield at, health.problem
        yield from ((at, titled(each.path, each.why)) for each in health.noticed if each.code in (UNREAD, DAMAGED))


def _called(row: CheckpointRow) -> str:
    """``step 52,000 (step_52000.pt)``."""
    if row.step is not None:
        return say("step {number} ({name})", number=number_text(row.step), name=row.name)
    if row.epoch is not None:
        return say("epoch {number} ({name})", number=number_text(row.epoch), name=row.name)
    return row.name

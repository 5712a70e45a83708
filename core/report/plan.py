"""What the command line prints of a plan: as data for JSON and as text for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from core.catalogue.storages import DeviceTotal
from core.edits.preview import Preview
from core.objects.global_names import RUNS_CODE, WARNING, python3_name, severity
from core.pickling.allowlist import is_allowed
from core.pickling.nodes import Global
from core.report.inspect import devices_json, listed, names_json
from core.report.layout import padded
from core.text import clip, clip_middle, count_text, size_text
from core.words import say


def preview_json(preview: Preview) -> dict[str, Any]:
    """The object that ``fix --json`` prints about the plan."""
    return {
        "changes": [
            {"title": change.title, "tensors": change.tensors, "keys": change.keys, "bytes": change.nbytes}
            for change in preview.changes
        ],
        "warnings": list(preview.warnings),
        "tensors_moved": preview.tensors_moved,
        "keys_renamed": preview.keys_renamed,
        "tensors_dropped": preview.tensors_dropped,
        "devices_before": devices_json(preview.totals_before),
        "devices_after": devices_json(preview.totals_after),
        "names": names_json(_names_left(preview)),
    }


def preview_lines(preview: Preview) -> Iterator[str]:
    """What a plan does, for a terminal."""
    for change in preview.changes:
        amounts = ", ".join(change.amounts)
        yield f"  {clip_middle(change.title, 120)}{': ' if amounts else ''}{amounts}"
    yield from (f"  {say('note: {warning}', warning=clip(warning, 400))}" for warning in preview.warnings)
    runs = list(dict.fromkeys(python3_name(name) for name in _names_left(preview) if severity(name) == RUNS_CODE))
    if runs:
        yield f"  {say('names: {names}: {warning}', names=listed(runs), warning=say(WARNING))}"
    yield f"{padded(say('before:'), 7)} {_totals_line(preview.totals_before)}"
    yield f"{padded(say('after:'), 7)} {_totals_line(preview.totals_after)}"


def _names_left(preview: Preview) -> list[Global]:
    """The names that what is written still refers to; torch's own count as staying."""
    refused = set(preview.refused_names)
    return [name for name in preview.catalogue.checkpoint.mentions.names if is_allowed(name) or name.dotted in refused]


def _totals_line(totals: Iterable[DeviceTotal]) -> str:
    return "; ".join(
        f"{total.device} {count_text(total.tensors, 'tensor')} {size_text(total.bytes)}" for total in totals
    ) or say("nothing")

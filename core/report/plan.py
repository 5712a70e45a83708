"""What the command line prints of a plan, and of what its casts lose: as data for JSON and as text for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from core.catalogue.storages import DeviceTotal
from core.edits.preview import Preview
from core.objects.global_names import RUNS_CODE, WARNING, python3_name, severity
from core.pickling.allowlist import is_allowed
from core.pickling.nodes import Global
from core.report.inspect import devices_json, names_json, some_of
from core.report.layout import padded
from core.text import bracketed, clauses, clip, clip_middle, count_text, series, size_text, titled
from core.words import say, say_count

if TYPE_CHECKING:
    from core.saving.losses import Loss


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
        amounts = series(change.amounts)
        title = clip_middle(change.title, 120)
        behind = bracketed if change.becomes else titled
        yield f"  {behind(title, amounts) if amounts else title}"
    yield from (f"  {say('note: {warning}', warning=clip(warning, 400))}" for warning in preview.warnings)
    runs = list(dict.fromkeys(python3_name(name) for name in _names_left(preview) if severity(name) == RUNS_CODE))
    if runs:
        yield f"  {say('names: {names}: {warning}', names=some_of(runs), warning=say(WARNING))}"
    yield f"{padded(say('before:'), 7)} {_totals_line(preview.totals_before)}"
    yield f"{padded(say('after:'), 7)} {_totals_line(preview.totals_after)}"


def _names_left(preview: Preview) -> list[Global]:
    """The names that what is written still refers to; torch's own count as staying."""
    refused = set(preview.refused_names)
    return [name for name in preview.catalogue.checkpoint.mentions.names if is_allowed(name) or name.dotted in refused]


def _totals_line(totals: Iterable[DeviceTotal]) -> str:
    return clauses(
        f"{total.device} {count_text(total.tensors, 'tensor')} {size_text(total.bytes)}" for total in totals
    ) or say("nothing")


# -- what casts lose -------------------------------------------------------------------------------------------


_MOST = 8


def losses_json(preview: Preview, found: Sequence[Loss]) -> list[dict[str, Any]]:
    """An object a tensor that loses something; ``beyond`` and ``vanished`` count numbers."""
    return [
        {
            "path": preview.catalogue.path_text(loss.entry),
            "dtype": loss.dtype,
            "numbers": loss.numbers,
            "beyond": loss.beyond,
            "vanished": loss.vanished,
        }
        for loss in found
    ]


def losses_lines(preview: Preview, found: Sequence[Loss]) -> Iterator[str]:
    """A line a tensor, those first that lose most of what is large."""
    for loss in sorted(found, key=lambda loss: (-loss.beyond, -loss.vanished))[:_MOST]:
        beyond = (
            say("{numbers} out of the range of {dtype}", numbers=count_text(loss.beyond, "number"), dtype=loss.dtype)
            if loss.beyond
            else ""
        )
        vanished = (
            say_count(loss.vanished, "1 number becomes zero", "{n:,} numbers become zero") if loss.vanished else ""
        )
        lost = beyond or vanished
        if beyond and vanished:
            lost = say("{first} and {second}", first=beyond, second=vanished)
        yield say(
            "{path}: {lost}, of {numbers:,}",
            path=clip(preview.catalogue.path_text(loss.entry), 120) or say("the tensor"),
            lost=lost,
            numbers=loss.numbers,
        )
    if len(found) > _MOST:
        beyond_in_all = sum(loss.beyond for loss in found)
        yield say(
            "and {tensors} more; {beyond:,} numbers out of range in total",
            tensors=count_text(len(found) - _MOST, "tensor"),
            beyond=beyond_in_all,
        )

"""What casts lose, for people and for JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from core.edits.preview import Preview
from core.text import clip, count_text
from core.values.losses import Loss
from core.words import say, say_count

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
            say("{numbers} beyond what {dtype} holds", numbers=count_text(loss.beyond, "number"), dtype=loss.dtype)
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
            "and {tensors} more; {beyond:,} numbers beyond in all",
            tensors=count_text(len(found) - _MOST, "tensor"),
            beyond=beyond_in_all,
        )

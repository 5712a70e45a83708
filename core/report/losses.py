"""What casts lose, for people and for JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from core.edits.preview import Preview
from core.text import clip, count_text
from core.values.losses import Loss

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
        beyond = f"{count_text(loss.beyond, 'number')} beyond what {loss.dtype} holds" if loss.beyond else ""
        become = "becomes" if loss.vanished == 1 else "become"
        vanished = f"{count_text(loss.vanished, 'number')} {become} zero" if loss.vanished else ""
        lost = " and ".join(filter(None, (beyond, vanished)))
        yield f"{clip(preview.catalogue.path_text(loss.entry), 120) or 'the tensor'}: {lost}, of {loss.numbers:,}"
    if len(found) > _MOST:
        beyond_in_all = sum(loss.beyond for loss in found)
        yield f"and {count_text(len(found) - _MOST, 'tensor')} more; {beyond_in_all:,} numbers beyond in all"

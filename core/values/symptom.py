"""A symptom: what the numbers of a tensor, or of an optimizer, say that somebody should know."""

from __future__ import annotations

from typing import NamedTuple

from core.catalogue.catalogue import Catalogue

ERROR, WARNING, NOTE = "error", "warning", "note"
SEVERITIES = (ERROR, WARNING, NOTE)
"""Worst first. Errors are NaN and Inf where weights are; notes are what is healthy in many files."""

UNREAD, DAMAGED = "unreadable", "damaged"
NAN, INF, NEGATIVE, UNFIT, EXPLODING = "nan", "inf", "negative-second-moment", "optimizer-does-not-fit", "exploding"
ALL_ZERO, DEAD, CONSTANT, STEPS, DENORMAL = "all-zero", "dead-channels", "constant", "step-differs", "denormal"
CODES = (UNREAD, DAMAGED, NAN, INF, NEGATIVE, UNFIT, EXPLODING, ALL_ZERO, DEAD, CONSTANT, STEPS, DENORMAL)
"""All codes, in the order in which they are told; ``docs/health.md`` has a section for each."""
NOT_FINITE = frozenset((NAN, INF))


class Symptom(NamedTuple):
    """One thing that was noticed, at an entry: a tensor, the state of a parameter, or an optimizer.

    ``count`` is of what the code names: numbers, rows, parameters. ``why`` is a sentence or two for people. ``first``
    are the first of these numbers, in the tensor at the entry: none where it is not about single ones.
    """

    code: str
    entry: int
    count: int  # type: ignore[assignment]  # nobody asks how often a symptom has a value
    why: str
    severity: str = WARNING
    first: tuple[tuple[int, ...], ...] = ()

    def path(self, catalogue: Catalogue) -> str:
        """``model/layers.0.weight``: where it was noticed."""
        return catalogue.path_text(self.entry)


def in_order(symptoms: list[Symptom]) -> tuple[Symptom, ...]:
    """The worst first, then by code, then as they stand in the file."""
    return tuple(
        sorted(symptoms, key=lambda each: (SEVERITIES.index(each.severity), CODES.index(each.code), each.entry))
    )

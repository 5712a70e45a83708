"""The health of a file: all rules asked about what a scan has seen, the worst first."""

from __future__ import annotations

from core.values.health.exploding import exploding
from core.values.health.optimizers import optimizer_symptoms
from core.values.health.seen import Seen
from core.values.health.weights import weight_symptoms
from core.values.symptom import ERROR, UNREAD, Symptom, in_order


def symptoms_of(seen: Seen) -> tuple[Symptom, ...]:
    """What somebody should know of the numbers of a file, in the order of `SEVERITIES` and `CODES`."""
    found = [Symptom(UNREAD, seen.places[row].entry, 1, why, ERROR) for row, why in seen.unread.items()]
    found += [each for place in seen.places for each in weight_symptoms(seen, place)]
    found += exploding(seen)
    found += optimizer_symptoms(seen)
    return in_order(found)

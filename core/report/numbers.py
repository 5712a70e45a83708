"""Numbers as JSON can hold them: NaN and infinities are the texts ``nan``, ``inf`` and ``-inf``."""

from __future__ import annotations

from math import isfinite
from typing import Any

from core.values.statistics import Statistics

_NAMED = Statistics._fields[: Statistics._fields.index("lowest")]
_PLACES = ("nan", "posinf", "neginf", "lowest", "highest")
_SHORT = {"minimum": "min", "maximum": "max"}


def json_number(number: Any) -> Any:
    """A number, or None; of a complex one a list of its two parts."""
    if isinstance(number, complex):
        return [json_number(number.real), json_number(number.imag)]
    return number if number is None or isinstance(number, int) or isfinite(number) else str(number)


def statistics_json(found: Statistics) -> dict[str, Any]:
    """Statistics by their names in the outputs; ``first`` has the first places of each kind, in the order of C."""
    named = {_SHORT.get(name, name): json_number(value) for name, value in zip(_NAMED, found, strict=False)}
    return {**named, "first": {name: getattr(found.first, name) for name in _PLACES}}

"""Numbers as JSON can hold them: NaN and infinities are the texts ``nan``, ``inf`` and ``-inf``."""

from __future__ import annotations

from math import isfinite
from typing import Any

from core.values.statistics import Statistics

_SHORT = {"minimum": "min", "maximum": "max"}


def json_number(number: Any) -> Any:
    """A number, or None; of a complex one a list of its two parts."""
    if isinstance(number, complex):
        return [json_number(number.real), json_number(number.imag)]
    return number if number is None or isinstance(number, int) or isfinite(number) else str(number)


def statistics_json(found: Statistics) -> dict[str, Any]:
    """Statistics by their names in the outputs."""
    named = {_SHORT.get(name, name): json_number(value) for name, value in found._asdict().items()}
    return {name: value for name, value in named.items() if name not in ("lowest", "highest")}

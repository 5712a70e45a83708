"""What is typed: plain values of a checkpoint (epoch, lr, a name), and single numbers of a tensor."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from core.catalogue.catalogue import Catalogue
from core.edits.edits import Plan, SetValue
from core.errors import EditError
from core.numbers.fitting import Number, fitting
from core.text import clip
from core.words import marked, say

Plain = int | float | str | bool | None

_WORDS: dict[str, Plain] = {"true": True, "false": False, "none": None}
_KINDS = (int, float, str, bool, type(None))


def can_be_set(catalogue: Catalogue, entry: int) -> bool:
    """Whether an entry is a number, a text, True, False or None, of a file that can be written."""
    return entry > 0 and catalogue.checkpoint.read_only is None and type(catalogue.values[entry]) in _KINDS


def planned_value(catalogue: Catalogue, plan: Plan, entry: int) -> Plain:
    """The value of an entry in the file that will be saved."""
    edit = pending_value(plan, entry)
    value: Plain = edit.value if edit is not None else catalogue.values[entry]
    return value


def pending_value(plan: Plan, entry: int) -> SetValue | None:
    """Return the edit that gives an entry another value."""
    return plan.find(SetValue, entry=entry)


def text_of(value: Plain) -> str:
    """A value as it is typed: texts without quotes."""
    return value if isinstance(value, str) else repr(value)


def value_typed(text: str, before: Plain) -> Plain:
    """What a typed text means in the place of a value: a text stays a text, a float a float.

    Raises `EditError` where a number is wanted and none was typed.
    """
    if isinstance(before, str):
        return text
    plain = text.strip().replace("−", "-")
    if plain.lower() in _WORDS:
        return _WORDS[plain.lower()]
    value = _number(plain, int, float)
    if value is not None:
        return float(value) if type(before) is float else value
    if before is None and plain:
        return text
    raise EditError(
        "“{text}” is not a number: type one such as 0 or 1e-4, or True, False or None.", text=clip(text, 40)
    )


# -- a number of a tensor --------------------------------------------------------------------------------------


_EXAMPLES = {"bool": marked("True or False"), "int": marked("12 or -3"), "uint": "12", "complex": "1+2j"}


def number_typed(text: str, dtype: str) -> Number:
    """The number that a text says. Raises `EditError` where it says none, or one that the dtype has not."""
    plain = text.strip().replace("−", "-").replace("_", "")
    truth = _WORDS.get(plain.lower())
    value = truth if isinstance(truth, bool) else _number(plain, int, float, complex)
    if value is None:
        example = say(_EXAMPLES.get(dtype.rstrip("0123456789"), marked("0.5, 1e-3, nan or -inf")))
        raise EditError("“{text}” is not a number: type one such as {example}.", text=clip(text, 40), example=example)
    beyond = fitting(value, dtype)
    if beyond:
        raise EditError(
            "{text} is out of the range of {dtype}: it would become {beyond}.",
            text=clip(text, 40),
            dtype=dtype,
            beyond=beyond,
        )
    return value


def _number(text: str, *kinds: Callable[[str], Number]) -> Any:
    """Return the text as the first of the kinds that takes it; None where none does."""
    for kind in kinds:
        with suppress(ValueError):
            return kind(text)
    return None

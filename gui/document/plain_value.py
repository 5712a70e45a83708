"""Plain values of a checkpoint (epoch, lr, a name) as they are typed: which there are, and what a typed text means."""

from __future__ import annotations

from core.catalogue.catalogue import Catalogue
from core.edits.edits import Plan, SetValue
from core.errors import EditError
from core.text import clip
from core.words import say

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
    """The edit that gives an entry another value."""
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
    for kind in (int, float):
        try:
            value = kind(plain)
        except ValueError:
            continue
        return float(value) if type(before) is float else value
    if before is None and plain:
        return text
    raise EditError(
        say("“{text}” is no number: type one such as 0 or 1e-4, or True, False or None.", text=clip(text, 40))
    )

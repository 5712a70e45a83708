"""What is typed into a cell, as a number that a tensor of a dtype can hold; without Qt."""

from __future__ import annotations

from core.errors import EditError
from core.numbers.fitting import Number, fitting
from core.text import clip

_WORDS = {"true": True, "false": False}
_EXAMPLES = {"bool": "True or False", "int": "12 or -3", "uint": "12", "complex": "1+2j"}


def number_typed(text: str, dtype: str) -> Number:
    """The number that a text says. Raises `EditError` where it says none, or one that the dtype has not."""
    value = _number(text, dtype)
    beyond = fitting(value, dtype)
    if beyond:
        raise EditError(f"{clip(text, 40)} is beyond what {dtype} holds: it would become {beyond}.")
    return value


def _number(text: str, dtype: str) -> Number:
    plain = text.strip().replace("−", "-").replace("_", "")
    if plain.lower() in _WORDS:
        return _WORDS[plain.lower()]
    for kind in (int, float, complex):
        try:
            return kind(plain)
        except ValueError:
            continue
    example = _EXAMPLES.get(dtype.rstrip("0123456789"), "0.5, 1e-3, nan or -inf")
    raise EditError(f"“{clip(text, 40)}” is no number: type one such as {example}.")

"""What is typed into a cell, as a number that a tensor of a dtype can hold; without Qt."""

from __future__ import annotations

from core.errors import EditError
from core.numbers.fitting import Number, fitting
from core.text import clip
from core.words import marked, say

_WORDS = {"true": True, "false": False}
_EXAMPLES = {"bool": marked("True or False"), "int": marked("12 or -3"), "uint": "12", "complex": "1+2j"}


def number_typed(text: str, dtype: str) -> Number:
    """The number that a text says. Raises `EditError` where it says none, or one that the dtype has not."""
    value = _number(text, dtype)
    beyond = fitting(value, dtype)
    if beyond:
        raise EditError(
            say(
                "{text} is beyond what {dtype} holds: it would become {beyond}.",
                text=clip(text, 40),
                dtype=dtype,
                beyond=beyond,
            )
        )
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
    example = say(_EXAMPLES.get(dtype.rstrip("0123456789"), marked("0.5, 1e-3, nan or -inf")))
    raise EditError(say("“{text}” is no number: type one such as {example}.", text=clip(text, 40), example=example))

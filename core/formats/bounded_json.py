"""JSON that a file holds, read only where it asks for no more than lists of tensors do."""

from __future__ import annotations

import json
from typing import Any

from core.errors import TooLarge
from core.words import marked, say

_MAX_LISTS, _MAX_VALUES = 1_000_000, 4_000_000
_CHARACTERS_A_LIST, _CHARACTERS_A_VALUE = 12, 8
"""In a header of safetensors a tensor takes 50 characters at least, with three lists and dicts and six values."""


def parse_json(text: str, **hooks: Any) -> Any:
    """What ``text`` says. Raises `ValueError` where it is no JSON, `TooLarge` for more than is ever listed.

    ``hooks`` are those of ``json.loads``.

    Brackets and commas are counted before anything is made of them; a text may hold some by chance.
    """
    lists = text.count("[") + text.count("{")
    _check(marked("lists"), lists, _MAX_LISTS + len(text) // _CHARACTERS_A_LIST)
    values = lists + text.count(",") + text.count(":")
    _check(marked("values"), values, _MAX_VALUES + len(text) // _CHARACTERS_A_VALUE)
    try:
        return json.loads(text, **hooks)
    except RecursionError:
        raise ValueError("nested too deep") from None


def _check(what: str, found: int, limit: int) -> None:
    if found > limit:
        raise TooLarge(say(what), found, limit)

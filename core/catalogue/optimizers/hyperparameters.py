"""What an optimizer was told: the options of its param groups, such as ``lr`` and ``betas``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from core.catalogue.catalogue import Catalogue
from core.catalogue.optimizers.groups import groups_of
from core.objects.value_text import value_text
from core.pickling.nodes import named_items
from core.text import clip, titled
from core.words import say, say_count

_MOST_GROUPS = 3
_LONG = 40
_NO_OPTIONS = ("params", "param_names")


def group_options(catalogue: Catalogue, optimizer: int) -> Iterator[dict[str, Any]]:
    """The options of each param group of the optimizer at an entry, as the file has them, in order."""
    for group in groups_of(catalogue.values[optimizer]):
        yield {str(key): value for key, value in named_items(group).items() if key not in _NO_OPTIONS}


def json_options(options: dict[str, Any]) -> dict[str, Any]:
    """The options of a group as JSON can hold them."""
    return {key: json_value(value) for key, value in options.items()}


def option_lines(catalogue: Catalogue, optimizer: int) -> Iterator[str]:
    """One line a group with what is set in it; of further groups only what is not as in the first."""
    groups = list(group_options(catalogue, optimizer))
    first = _texts(groups[0]) if groups else {}
    if first:
        line = _joined({key: text for key, text in first.items() if not _is_off(groups[0][key])})
        yield titled("param_groups[0]", line) if len(groups) > 1 else line
    for number, options in enumerate(groups[1:_MOST_GROUPS], 1):
        told = {key: text for key, text in _texts(options).items() if first.get(key) != text}
        rest = say("{options}; otherwise the same", options=_joined(told)) if told else say("the same")
        yield titled(f"param_groups[{number}]", rest)
    if len(groups) > _MOST_GROUPS:
        yield say_count(len(groups) - _MOST_GROUPS, "and {n:,} more group", "and {n:,} more groups")


def _texts(options: dict[str, Any]) -> dict[str, str]:
    return {key: value_text(value, _LONG) for key, value in options.items()}


def _is_off(value: Any) -> bool:
    """Whether an option says nothing in a line of text."""
    return value is None or value is False


def _joined(texts: dict[str, str]) -> str:
    return ", ".join(f"{clip(key, _LONG)}={text}" for key, text in texts.items())


def json_value(value: Any) -> Any:
    """A value as JSON can hold it: numbers, texts and lists of these as they are, all else as text."""
    if type(value) in (list, tuple) and len(value) <= _LONG:
        return [_json_atom(each) for each in value]
    return _json_atom(value)


def _json_atom(value: Any) -> Any:
    """A list inside a list is text: a file can nest them a million deep."""
    small = type(value) is int and value.bit_length() < 64
    number = type(value) is float and value - value == 0  # JSON knows neither infinity nor NaN
    return value if value is None or type(value) in (bool, str) or small or number else value_text(value)

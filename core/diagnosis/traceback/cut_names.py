"""Names at the end of a line, which the edge of a terminal may have cut: the file tells what they were."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from types import MappingProxyType

from core.diagnosis.trap import Case, Judged, unknown
from core.diagnosis.traps.pickles import names_of
from core.edits.preview import Preview
from core.text import clip, count_text
from core.words import say

_SHORTEST = 60
"""Columns that a line has at least which a terminal cuts."""


def completed(case: Case) -> Case | Judged:
    """The error with whole names: one that begins a single name of the file is that, and stays if it begins none; where
    it begins several, nobody can tell which it was.
    """
    recognised = case.recognised
    if case.view is None:
        return case
    details = dict(recognised.details)
    for kind, name in recognised.details.items():
        if kind not in _SHOWN or not _ends_a_line(recognised.facts.text, name):
            continue
        longer = _beginning(name, set(_SHOWN[kind](case, case.view)), anycase="folded" in details)
        if len(longer) > 1:
            return unknown(
                say(
                    "“{name}” stands at the end of a line that may be cut off, and {names} in this file begin so. "
                    "Paste the whole line.",
                    name=clip(name, 80),
                    names=count_text(len(longer), "name"),
                )
            )
        whole = next(iter(longer), name)
        details |= {each: whole for each, told in details.items() if told == name}
    return replace(case, recognised=replace(recognised, details=MappingProxyType(details)))


def _ends_a_line(text: str, name: str) -> bool:
    """Whether nothing stands behind a name, not even a quotation mark, in a line that is long enough."""
    lines = (line.rstrip() for line in text.split("\n"))
    return bool(name) and any(len(line) >= _SHORTEST and line.endswith(name) for line in lines)


def _beginning(name: str, shown: set[str], *, anycase: bool) -> set[str]:
    """The names of the file that a name begins; none where it ends as one of them does: “weight” is whole, though a key
    goes on with “_scale” there.
    """
    small = str.casefold if anycase else str
    ends = {small(each).rpartition(".")[2] for each in shown}
    return set() if name.rpartition(".")[2] in ends else {each for each in shown if small(each).startswith(name)}


def _devices(case: Case, _: Preview) -> Iterable[str]:
    return case.devices


def _names(case: Case, view: Preview) -> Iterator[str]:
    """The names of classes and functions as the error has them: with their modules, or behind the one that it names."""
    module = case.details.get("module", "")
    for each in names_of(view):
        home, _, name = each.rpartition(".")
        if not module:
            yield each
        if module in ("", home):
            yield name


def _keys(_case: Case, view: Preview) -> Iterator[str]:
    for entry in view.catalogue.state_dicts:
        for _, key in view.planned_keys(entry):
            if isinstance(key, str):
                yield key


_SHOWN = {"name": _names, "class": _names, "key": _keys, "tag": _devices}
"""What the file has of each kind that an error names."""

"""Where a finding is: tensors by the keys that torch knows, whatever they are made of inside."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from core.catalogue.catalogue import Catalogue
from core.diagnosis.finding import Finding
from core.loading.many_files import is_many
from core.words import say


class Place(NamedTuple):
    """A place as text, and its entry."""

    text: str
    entry: int


def places(catalogue: Catalogue, finding: Finding) -> list[Place]:
    """The places of the entries that a finding names, in their order."""
    inside: dict[int, list[int]] = {}
    for entry in finding.entries:
        inside.setdefault(catalogue.tensor_around(entry), []).append(entry)
    return [place for tensor, entries in inside.items() for place in _places(catalogue, tensor, entries)]


def others(finding: Finding, found: list[Place], listed: int) -> str:
    """``and 12 more`` behind the first ``listed`` of the places that were found; empty where these are all."""
    left = len(found) - listed + max(finding.count - len(finding.entries), 0)
    return say("and {left:,} more", left=left) if left > 0 else ""


def _places(catalogue: Catalogue, tensor: int, entries: list[int]) -> Iterator[Place]:
    """The tensor, where it is all that it is made of; else the parts of it."""
    path = catalogue.path_text(tensor)
    if not path:
        path = say("the whole directory") if is_many(catalogue.checkpoint) else say("the whole file")
    rows = catalogue.made_of(tensor)
    if tensor in entries or {catalogue.tensors[row].entry for row in rows} <= {*entries}:
        parts = len(entries) if tensor not in entries else 1
        yield Place(say("{tensor} ({parts} parts)", tensor=path, parts=parts) if parts > 1 else path, tensor)
    else:
        for entry in entries:
            part = catalogue.part_name(entry) or catalogue.label_text(entry)
            yield Place(say("{part} of {tensor}", part=part, tensor=path), entry)

"""What cures lose, in words: a cure that loses something is never part of curing all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.edits.edits import Drop, Edit, Extract
from core.edits.preview import Preview
from core.edits.to_plain import Conversion
from core.text import clip, count_text
from core.words import marked, say

OF_MODULES = marked("the class of the model, and what is neither a parameter nor a buffer of it")
_MOST_NAMED = 3


def lost_by(view: Preview, edits: Sequence[Edit], parts: Mapping[int, Sequence[Conversion]]) -> str:
    """What a file no longer tells after some edits; empty where nothing is lost.

    ``parts`` has, for the entries that become plain data, what becomes of each object in them.
    """
    said: dict[str, None] = {}
    dropped = [edit.entry for edit in edits if isinstance(edit, Drop)]
    if dropped:
        named = ", ".join(clip(view.catalogue.path_text(entry), 60) for entry in dropped[:_MOST_NAMED])
        if len(dropped) > _MOST_NAMED:
            more = count_text(len(dropped) - _MOST_NAMED, "more entry")
            named = say("{entries} and {more}", entries=named, more=more)
        said[named] = None
    if any(isinstance(edit, Extract) for edit in edits):
        said[say(OF_MODULES)] = None
    entries = {edit.entry for edit in edits if hasattr(edit, "entry")}
    for entry, each in parts.items():
        if entry in entries:
            said.update({f"{part.name}: {say(part.lost)}": None for part in each if part.lost})
    shown = list(said)
    return ", ".join(shown[:_MOST_NAMED]) + (" …" if len(shown) > _MOST_NAMED else "")

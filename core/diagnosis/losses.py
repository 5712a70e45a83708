"""What a file no longer tells after a cure, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from core.edits.edits import Drop, Edit, Extract
from core.edits.preview import Preview
from core.edits.to_plain import Conversion
from core.loading.made_state_dict import lost_by_extracting
from core.objects.plain_rules import ALL_LOST, CLASS_LOST, NAME_LEFT
from core.text import bracketed, clip, count_text, enumerated, listed
from core.words import marked, say

_MOST_NAMED = 3
_OF_MANY = {
    CLASS_LOST: marked("the classes of objects that become plain data ({names})"),
    NAME_LEFT: marked("classes and functions, of which only the names stay, as text ({names})"),
    ALL_LOST: marked("objects that become None ({names})"),
}
"""What several objects lose that become plain data, in the words for one of them."""


def lost_by(
    view: Preview,
    edits: Sequence[Edit],
    parts: Mapping[int, Sequence[Conversion]],
    tensors: Mapping[int, int] = MappingProxyType({}),
) -> tuple[str, ...]:
    """What a file no longer tells after some edits, one kind each; none where nothing is lost.

    ``parts`` has, for the entries that become plain data, what becomes of each object in them, and ``tensors`` for
    those of models how many tensors their state dicts leave out.
    """
    said: dict[str, None] = {}
    dropped = [edit.entry for edit in edits if isinstance(edit, Drop)]
    if dropped:
        named = listed(clip(view.catalogue.path_text(entry), 60) for entry in dropped[:_MOST_NAMED])
        if len(dropped) > _MOST_NAMED:
            more = count_text(len(dropped) - _MOST_NAMED, "more entry")
            named = say("{entries} and {more}", entries=named, more=more)
        said[named] = None
    extracted = [edit.entry for edit in edits if isinstance(edit, Extract)]
    if extracted:
        said[lost_by_extracting(view.catalogue, extracted)] = None
    if left := sum(tensors.get(entry, 0) for entry in extracted):
        said[say("{tensors} that state_dict() leaves out", tensors=count_text(left, "tensor"))] = None
    entries = {edit.entry for edit in edits if hasattr(edit, "entry")}
    names: dict[str, dict[str, None]] = {}
    for part in (part for entry, each in parts.items() if entry in entries for part in each if part.lost):
        names.setdefault(part.lost, {})[part.name] = None
    for lost, of in names.items():
        named = enumerated(list(of), _MOST_NAMED)
        said[say(_OF_MANY[lost], names=named) if lost in _OF_MANY else bracketed(say(lost), named)] = None
    return tuple(said)

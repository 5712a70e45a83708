"""The clicks that help where a save is refused: another container, or a change of the plan."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from core.edits.edit import in_few_words
from core.edits.edits import Edit, Extract, Keep, RenameKey
from core.edits.entries import drops
from core.edits.preview import Preview
from core.errors import Step, Way
from core.formats.register import TARGETS
from core.text import capital, clip
from core.words import say

_MOST_WORDS = 60


class Click(NamedTuple):
    """A button's ``words``, and what it does: choose a ``container``, or add ``edits`` to the plan."""

    words: str
    container: str = ""
    edits: tuple[Edit, ...] = ()


def clicks_of(preview: Preview, ways: Sequence[Way]) -> list[Click]:
    """A button for each way out that there is one for, in their order but for those by containers, which are beside
    each other.
    """
    found = [_by_edits(preview, edits) for edits in _edits(preview, ways)]
    names = [way.what for way in ways if way.step is Step.SAVE_AS and way.what in TARGETS]
    others = [Click(say("Choose {container}", container=name), name) for name in names]
    return [*others, *found] if ways and ways[0].step is Step.SAVE_AS else [*found, *others]


def _by_edits(preview: Preview, edits: tuple[Edit, ...]) -> Click:
    return Click(clip(capital(in_few_words(preview.catalogue, edits)), _MOST_WORDS), edits=edits)


def _edits(preview: Preview, ways: Iterable[Way]) -> Iterable[tuple[Edit, ...]]:
    """The edits of each way; drops are one step."""
    if preview.catalogue.checkpoint.read_only is not None:
        return
    dropped: list[Edit] = []
    for way in ways:
        if way.step is Step.KEEP:
            yield from ((Keep(each),) for each in preview.state_dicts() if preview.path_text(each) == way.what)
        elif way.step is Step.EXTRACT:
            yield (Extract(preview.root),)
        elif way.step is Step.DROP:
            dropped += drops(each for each in _keys(preview) if preview.label_text(each) == way.what)
        elif way.step is Step.RENAME:
            named = [each for each in _keys(preview) if preview.label_text(each) == way.what]
            yield from ((RenameKey(each, _free_name(preview, way.what)),) for each in named)
    if dropped:
        yield tuple(dropped)


def _keys(preview: Preview) -> list[int]:
    return [each for each in preview.catalogue.children(preview.root) if not preview.dropped(each)]


def _free_name(preview: Preview, name: str) -> str:
    """A name like this one, without the underscores around it, that no other key has."""
    taken = {preview.label_text(each) for each in _keys(preview)}
    plain = name.strip("_") or "renamed"
    while plain in taken:
        plain += "_"
    return plain

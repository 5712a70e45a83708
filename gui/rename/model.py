"""What the dialog for bulk renames asks and shows, worked out without Qt."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from core.catalogue.catalogue import Catalogue
from core.edits.edits import RenameKeys
from core.edits.outlook import Outlook, Renaming, outlook
from core.edits.patterns import GLOB, REGEX, TEXT
from core.edits.preview import Preview
from core.progress import Tick
from core.words import marked, say, say_count

KINDS: Final = (
    (TEXT, marked("Text in keys"), "backbone.", "encoder."),
    (GLOB, marked("Whole keys, with * and ?"), "net.*.weight", "model.*.weight"),
    (REGEX, marked("Regular expression"), r"^layer(\d+)\.", r"blocks.\1."),
)
"""The forms of a pattern: what each is called, and examples of a pattern and of a replacement."""

MOST_SHOWN: Final = 1000
"""Rows of the preview: nobody reads more, and they are there at once."""
QUICK: Final = 3000
"""So many keys are looked at without a pause that anybody could notice."""


class Asked(NamedTuple):
    """What is typed and chosen."""

    pattern: str
    replacement: str
    form: str = TEXT
    selected: bool = False
    """Only the selected keys are meant."""


class RenameForecast(NamedTuple):
    """The ``edit`` that was asked for, what it would do, and how it is told: a sentence, and whether it is a bad one.

    ``rows`` are the first of the renamings, those that cannot be before all others.
    """

    edit: RenameKeys | None
    rows: Sequence[Renaming]
    sentence: str
    wrong: bool = False
    can: bool = False


def keys_meant(catalogue: Catalogue, entries: Sequence[int]) -> frozenset[int]:
    """The keys that a selection means: those of state dicts in it or below it, and every other text key itself."""
    found: set[int] = set()
    for entry in entries:
        below = [each for each in catalogue.state_dicts if entry <= each < catalogue.ends[entry]]
        for state_dict in below:
            found.update(filter(catalogue.is_key, catalogue.children(state_dict)))
        if not below and entry > 0 and isinstance(catalogue.labels[entry], str) and catalogue.is_key(entry):
            found.add(entry)
    return frozenset(found)


def answer(preview: Preview, asked: Asked, entries: Sequence[int], tick: Tick) -> RenameForecast:
    """What becomes of the keys. Raises `EditError` for a pattern that is wrong."""
    if not asked.pattern:
        return RenameForecast(None, (), say("Type what to look for in the keys."))
    meant = keys_meant(preview.catalogue, entries) if asked.selected else None
    if meant is not None and not meant:
        return RenameForecast(None, (), say("Select the keys in the tree first."))
    edit = RenameKeys(asked.pattern, asked.replacement, asked.form, meant)
    found = outlook(preview, edit, tick)
    rows = sorted(found.renamings, key=lambda each: not each.problem)[:MOST_SHOWN]
    can_be = bool(found.renamings) and not found.problems
    return RenameForecast(edit, rows, _sentence(found), bool(found.problems), can_be)


def _sentence(found: Outlook) -> str:
    if not found.renamings:
        only = found.keys == 1
        return say("The only key does not match.") if only else say("None of the {n:,} keys matches.", n=found.keys)
    if found.problems:
        return say_count(
            found.problems,
            "{n:,} key cannot have its new name. Nothing is renamed until this is solved.",
            "{n:,} keys cannot have their new names. Nothing is renamed until this is solved.",
        )
    renamed = say("{n:,} of {keys:,} keys will be renamed", n=len(found.renamings), keys=found.keys)
    if len(found.renamings) > MOST_SHOWN:
        return say("{renamed}; the first {shown:,} are shown", renamed=renamed, shown=MOST_SHOWN)
    return renamed

"""What a bulk rename would make of the keys of a file as it is planned, before it is part of the plan."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from core.edits.edits import RenameKeys
from core.edits.patterns import renamer, why_not
from core.edits.preview import Preview
from core.errors import EditError
from core.progress import Tick, ignore
from core.words import say

_BATCH = 500


class Renaming(NamedTuple):
    """The key at an entry, ``old`` as planned so far, becomes ``new``; ``problem`` is why it cannot, or empty."""

    entry: int
    old: str
    new: str
    problem: str = ""


class Outlook(NamedTuple):
    """All keys that get another name, in the order of the file; how many ``keys`` there are, and of how many
    ``problems`` the edit would be refused.
    """

    renamings: tuple[Renaming, ...]
    keys: int
    problems: int


def outlook(preview: Preview, edit: RenameKeys, tick: Tick = ignore) -> Outlook:
    """What the edit would do after the plan of a preview; all that is wrong, where the edit itself stops at the first.

    Linear in the keys. Raises `EditError` for a pattern or replacement that is wrong.
    """
    renamed = renamer(edit)
    found: list[Renaming] = []
    keys, total = 0, len(preview.catalogue)
    for group in _groups(preview, edit):
        changed: list[Renaming] = []
        after: Counter[str] = Counter()
        for at, (entry, old, chosen) in enumerate(group):
            if not at % _BATCH:
                tick(min(entry, total), total)
            new = renamed(old) if chosen else old
            after[new] += 1
            keys += chosen
            if new != old:
                changed.append(Renaming(entry, old, new, why_not(new)))
        found += [each if after[each.new] == 1 else _meets(each) for each in changed]
    return Outlook(tuple(found), keys, sum(bool(each.problem) for each in found))


def _meets(renaming: Renaming) -> Renaming:
    if renaming.problem:
        return renaming
    return renaming._replace(problem=say("Two keys would have this name."))


def _groups(preview: Preview, edit: RenameKeys) -> Iterator[list[tuple[int, str, bool]]]:
    """(entry, planned key, whether it is meant) of the text keys of each dictionary that the edit is about."""
    catalogue = preview.catalogue
    if edit.entries is None:
        for parent in preview.state_dicts():
            yield [(entry, key, True) for entry, key in _text_keys(preview, parent)]
        made: dict[int, list[tuple[int, str, bool]]] = {}
        for entry, (base, keys) in preview.draft.moved.items():
            if len(keys) == 1 and isinstance(keys[0], str) and not preview.dropped(entry):
                made.setdefault(base, []).append((entry, keys[0], True))
        yield from made.values()
        return
    if any(not 0 < entry < len(catalogue) for entry in edit.entries):
        raise EditError("The selection names an entry that is not in this file.")
    for parent in sorted({catalogue.parents[entry] for entry in edit.entries}):
        if catalogue.kind(parent) == "dict":
            yield [(entry, key, entry in edit.entries) for entry, key in _text_keys(preview, parent)]


def _text_keys(preview: Preview, parent: int) -> Iterator[tuple[int, str]]:
    catalogue = preview.catalogue
    for entry in catalogue.children(parent):
        label = preview.label(entry)
        is_text = isinstance(label, str) and isinstance(catalogue.labels[entry], str)
        if is_text and catalogue.is_key(entry) and not preview.dropped(entry):
            yield entry, label

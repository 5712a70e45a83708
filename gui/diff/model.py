"""The table of what differs between two files, and what is said about the one entry that is selected."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from core.text import clip, count_text
from core.values.diff import SHAPE, Difference
from core.words import say
from gui.document.compared import Compared, number_text

NOTHING = -1
_LONGEST = 300


class DifferenceRow(NamedTuple):
    """One difference. ``entry`` is of the document and ``there`` of the other file, `NOTHING` where it has none.

    Its words are put together when they are asked for: there can be a hundred thousand rows.
    """

    compared: Compared
    entry: int = NOTHING
    there: int = NOTHING

    @property
    def found(self) -> Difference | None:
        """What was found to differ; nothing where it is only called otherwise, or not there at all."""
        return self.compared.changed.get(self.entry)

    @property
    def path(self) -> str:
        catalogue, entry = self.compared.mine, self.entry
        if entry == NOTHING:
            catalogue, entry = self.compared.theirs, self.there
        return clip(catalogue.path_text(entry), _LONGEST) or say("(the whole file)")

    @property
    def what(self) -> str:
        """What differs, in few words."""
        found, compared = self.found, self.compared
        if found is not None:
            return compared.word(found)
        if self.entry == NOTHING:
            return _with_count(say("only there"), len(compared.theirs.subtree_rows(self.there)))
        if self.there == NOTHING:
            return _with_count(say("only here"), len(compared.mine.subtree_rows(self.entry)))
        return say("renamed")

    @property
    def told(self) -> str:
        """All that differs."""
        found, compared = self.found, self.compared
        if found is not None:
            return compared.told(found)
        if self.entry == NOTHING:
            return say("Only {name} has this.", name=compared.name)
        return compared.renamed_text(self.entry) if self.there != NOTHING else say("Only the open file has this.")

    @property
    def weight(self) -> float | None:
        """How loudly it is to be said, from 0 to 1; None for what has no size."""
        return self.compared.weights.get(self.entry)

    @property
    def numbers(self) -> tuple[int | float | None, int | float | None]:
        """The largest difference of two numbers, and the relative one."""
        return (self.found.max_abs, self.found.relative) if self.found is not None else (None, None)


def rows_of(compared: Compared) -> list[DifferenceRow]:
    """All differences, in the order of the document; what only the other file has comes last."""
    partners, here = compared.difference.pairs, set(compared.difference.only_a)
    rows = [
        DifferenceRow(compared, entry, NOTHING if entry in here else partners[entry]) for entry in compared.differing
    ]
    return rows + [DifferenceRow(compared, there=entry) for entry in compared.difference.only_b]


def _with_count(only: str, tensors: int) -> str:
    return f"{only} · {count_text(tensors, 'tensor')}" if tensors > 1 else only


def numbers_of(row: DifferenceRow) -> tuple[str, str]:
    """The largest difference and the relative one, as text."""
    largest, relative = row.numbers
    return number_text(largest), number_text(relative)


@dataclass(frozen=True)
class About:
    """What is said of the selected entry: its path, a sentence or some lines, and whether its numbers can be shown."""

    path: str = ""
    text: str = ""
    entry: int = NOTHING
    """The entry of the document whose numbers are shown beside those of the other file."""


def about(compared: Compared, selected: Sequence[int], current: int, there: int) -> About:
    """What to say; ``there`` is an entry that only the other file has."""
    if there != NOTHING:
        path = clip(compared.theirs.path_text(there), _LONGEST)
        return About(
            path,
            say("{summary}\nOnly {name} has this.", summary=compared.theirs.summary(there), name=compared.name),
        )
    if current == NOTHING and len(selected) == 1:
        current = selected[0]
    if current == NOTHING:
        return About(text=say("Select a row to see both files side by side.") if compared.differing else "")
    path = clip(compared.mine.path_text(current), _LONGEST) or compared.mine.checkpoint.name
    return _about_entry(compared, current, path)


def _about_entry(compared: Compared, entry: int, path: str) -> About:
    found, partner = compared.changed.get(entry), compared.difference.pairs.get(entry)
    if partner is None:
        return About(
            path,
            say(
                "{summary}\n{name} has nothing like this.",
                summary=compared.mine.summary(entry),
                name=compared.name,
            ),
        )
    if found is not None:
        are_tensors = compared.mine.rows[entry] >= 0 and compared.theirs.rows[partner] >= 0
        has_numbers = are_tensors and (found.max_abs is not None or SHAPE in found.kinds)
        return About(path, compared.lines(found), entry if has_numbers else NOTHING)
    below = _differing_below(compared, entry)
    lines = [compared.renamed_text(entry)] if entry in compared.renamed else []
    lines.append(
        say("{differences} below this row.", differences=count_text(below, "difference"))
        if below
        else say("The same in {name}.", name=compared.name)
    )
    return About(path, "\n".join(lines))


def _differing_below(compared: Compared, entry: int) -> int:
    end = compared.mine.ends[entry]
    return sum(entry < each < end for each in compared.differing)

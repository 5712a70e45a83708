"""The table of what differs between two files, and what is said about the one entry that is selected."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.text import clip, count_text
from core.values.diff import SHAPE
from gui.document.compared import Compared, number_text

NOTHING = -1
_LONGEST = 300


@dataclass(frozen=True)
class Row:
    """One difference. ``entry`` is of the document and ``there`` of the other file, `NOTHING` where it has none."""

    path: str
    what: str
    told: str
    entry: int = NOTHING
    there: int = NOTHING
    max_abs: int | float | None = None
    relative: float | None = None
    weight: float | None = None


def rows_of(compared: Compared) -> list[Row]:
    """All differences, in the order of the document; what only the other file has comes last."""
    rows = sorted([*_changed(compared), *_renamed(compared), *_only_here(compared)], key=lambda row: row.entry)
    return [*rows, *_only_there(compared)]


def _changed(compared: Compared) -> Iterator[Row]:
    for found in compared.difference.changed:
        yield Row(
            clip(found.path, _LONGEST) or "(the whole file)",
            compared.word(found),
            compared.told(found),
            found.entry_a,
            found.entry_b,
            found.max_abs,
            found.relative,
            compared.weights[found.entry_a],
        )


def _renamed(compared: Compared) -> Iterator[Row]:
    for entry, there in compared.difference.renamed:
        if entry not in compared.changed:
            path = clip(compared.mine.path_text(entry), _LONGEST)
            yield Row(path, "renamed", compared.renamed_text(entry), entry, there)


def _only_here(compared: Compared) -> Iterator[Row]:
    for entry in compared.difference.only_a:
        path = clip(compared.mine.path_text(entry), _LONGEST)
        yield Row(path, _only("here", len(compared.mine.subtree_rows(entry))), "Only the open file has this", entry)


def _only_there(compared: Compared) -> Iterator[Row]:
    for entry in compared.difference.only_b:
        path = clip(compared.theirs.path_text(entry), _LONGEST)
        told = f"Only {compared.name} has this"
        yield Row(path, _only("there", len(compared.theirs.subtree_rows(entry))), told, there=entry)


def _only(where: str, tensors: int) -> str:
    return f"only {where}" + (f" · {count_text(tensors, 'tensor')}" if tensors > 1 else "")


def numbers_of(row: Row) -> tuple[str, str]:
    """The largest difference and the relative one, as text."""
    return number_text(row.max_abs), number_text(row.relative)


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
        return About(path, f"{compared.theirs.summary(there)}\nOnly {compared.name} has this.")
    if current == NOTHING and len(selected) == 1:
        current = selected[0]
    if current == NOTHING:
        return About(text="Select a row to see both files side by side." if compared.differing else "")
    path = clip(compared.mine.path_text(current), _LONGEST) or compared.mine.checkpoint.name
    return _about_entry(compared, current, path)


def _about_entry(compared: Compared, entry: int, path: str) -> About:
    found, partner = compared.changed.get(entry), compared.difference.pairs.get(entry)
    if partner is None:
        return About(path, f"{compared.mine.summary(entry)}\n{compared.name} has nothing like this.")
    if found is not None:
        are_tensors = compared.mine.rows[entry] >= 0 and compared.theirs.rows[partner] >= 0
        has_numbers = are_tensors and (found.max_abs is not None or SHAPE in found.kinds)
        return About(path, compared.told(found), entry if has_numbers else NOTHING)
    below = _differing_below(compared, entry)
    lines = [compared.renamed_text(entry)] if entry in compared.renamed else []
    lines.append(f"{count_text(below, 'difference')} below this row." if below else f"The same in {compared.name}.")
    return About(path, "\n".join(lines))


def _differing_below(compared: Compared, entry: int) -> int:
    end = compared.mine.ends[entry]
    return sum(entry < each < end for each in compared.differing)

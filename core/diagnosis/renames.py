"""Finds the rename that makes most keys of a file fit a model.

Names are compared from their ends: the longest common end of a key of the file and one of the model leaves two
beginnings, and the pair of beginnings that most keys agree on is the rename. Linear in the number of keys.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from core.diagnosis.comparing import Have, fits
from core.edits import AddPrefix, Edit, InsertSegment, StripPrefix
from core.prefixes import WRAPPERS
from core.renaming import insert_segment, strip_from, strip_segment

Shape = tuple[int, ...]
NameEdit = StripPrefix | AddPrefix | InsertSegment

_SAMPLE = 400
_PARTNERS = 6
_TRIED = 24
_FULLY_TRIED = 4


@dataclass(frozen=True)
class Rename:
    """Edits that rename the keys of one state dict, and how many of the model's ``of`` keys fit before and after.

    ``missing`` and ``unexpected`` are the keys that still find no partner, ``mismatched`` those whose shapes differ.
    ``wrapper`` says that all it does is to take off or put on the segments of a wrapper such as DataParallel.
    """

    title: str
    edits: tuple[Edit, ...]
    matched_before: int
    matched_after: int
    of: int
    wrapper: bool
    adds: bool
    missing: tuple[str, ...] = field(repr=False)
    unexpected: tuple[str, ...] = field(repr=False)
    mismatched: tuple[str, ...] = field(repr=False)


def find_rename(have: Mapping[str, Have], want: Mapping[str, Shape | None], entry: int | None) -> Rename | None:
    """The rename after which most keys fit by name and shape; None when none is better than the names as they are.

    ``entry`` is the state dict that the edits are about, None for all state dicts of the file.
    """
    before = _matched(list(have), have, want)
    if before[0] == len(want) or not have:
        return None
    candidates = list(dict.fromkeys([*_wrapper_candidates(have, want, entry), *_voted(have, want, entry)]))[:_TRIED]
    if not candidates:
        return None
    sample = _evenly(list(have), 2_000)
    scored = sorted(candidates, key=lambda edits: _rank(edits, sample, have, want), reverse=True)[:_FULLY_TRIED]
    every = list(have)
    best = max(scored, key=lambda edits: _rank(edits, every, have, want))
    names = renamed(every, best)
    if len(set(names)) != len(names) or _matched(names, have, want, every)[0] <= before[0]:
        return None
    return _described(best, before[0], every, names, have, want)


def renamed(keys: Sequence[str], edits: Sequence[NameEdit]) -> list[str]:
    """The keys as the edits rename them."""
    names = list(keys)
    for edit in edits:
        change = _change(edit)
        names = [change(name) for name in names]
    return names


def _change(edit: NameEdit) -> Callable[[str], str]:
    if isinstance(edit, AddPrefix):
        return lambda key: edit.prefix + key
    if isinstance(edit, StripPrefix):
        strip = strip_segment if edit.inner else strip_from
        return lambda key: strip(key, edit.prefix)
    return lambda key: insert_segment(key, edit.segment, edit.depth, edit.under)


# -- candidates ----------------------------------------------------------------------------------------------


def _wrapper_candidates(
    have: Mapping[str, Have], want: Mapping[str, Shape | None], entry: int | None
) -> Iterator[tuple[NameEdit, ...]]:
    """Wrappers off, wherever they stand, and on."""
    text = "\n" + "\n".join(have)
    present = [name for name in WRAPPERS if f"\n{name}." in text or f".{name}." in text]
    wanted = "\n" + "\n".join(want)
    for name in present:
        yield (StripPrefix(f"{name}.", entry),)
        yield (StripPrefix(f"{name}.", entry, inner=True),)
    odd = [name for name in present if f"\n{name}." not in wanted and f".{name}." not in wanted]
    if len(odd) > 1:
        yield tuple(StripPrefix(f"{name}.", entry, inner=True) for name in odd)
    for name in WRAPPERS:
        if f"\n{name}." in wanted:
            yield (AddPrefix(f"{name}.", entry),)


def _voted(
    have: Mapping[str, Have], want: Mapping[str, Shape | None], entry: int | None
) -> Iterator[tuple[NameEdit, ...]]:
    """Renames that pairs of keys with the same end speak for, the most wanted first."""
    votes: Counter[tuple[str, str]] = Counter()
    for file_key, model_key in _pairs(have, want):
        votes[_beginnings(file_key, model_key)] += 1
    votes.pop(("", ""), None)
    for (old, new), _ in votes.most_common(_TRIED):
        yield from _edits_for(old, new, entry)


def _pairs(have: Mapping[str, Have], want: Mapping[str, Shape | None]) -> Iterator[tuple[str, str]]:
    """Keys of the file and of the model with the longest end in common and shapes that fit."""
    ends: dict[str, list[str]] = {}
    for key in _evenly([key for key in want if key not in have], _SAMPLE):
        for end in _ends(key):
            ends.setdefault(end, []).append(key)
    for key, found in have.items():
        if key in want:
            continue
        for end in _ends(key):
            partners = ends.get(end)
            if partners is not None:
                fitting = (partner for partner in partners if fits(found.shape, want[partner]))
                for partner in islice(fitting, _PARTNERS):
                    yield key, partner
                break


def _ends(key: str) -> Iterator[str]:
    """The key and its ends after each dot, longest first."""
    yield key
    at = key.find(".") + 1
    while at:
        yield key[at:]
        at = key.find(".", at) + 1


def _beginnings(old: str, new: str) -> tuple[str, str]:
    """What is left of both keys without their common end of whole segments."""
    first, second = old.split("."), new.split(".")
    while first and second and first[-1] == second[-1]:
        first.pop()
        second.pop()
    return "".join(f"{part}." for part in first), "".join(f"{part}." for part in second)


def _edits_for(old: str, new: str, entry: int | None) -> Iterator[tuple[NameEdit, ...]]:
    """The ways to turn one beginning into another: strip, add, both; one segment dropped or inserted further in."""
    common = 0
    first, second = old.split(".")[:-1], new.split(".")[:-1]
    while common < min(len(first), len(second)) and first[common] == second[common]:
        common += 1
    gone = "".join(f"{part}." for part in first[common:])
    added = "".join(f"{part}." for part in second[common:])
    under = "".join(f"{part}." for part in first[:common])
    if not common:
        edits: list[NameEdit] = [StripPrefix(gone, entry)] if gone else []
        edits += [AddPrefix(added, entry)] if added else []
        yield tuple(edits)
        if gone and not added:
            yield (StripPrefix(gone, entry, inner=True),)
        if added and not gone:
            # Only some keys lack it: those below the first segment that follows.
            yield (InsertSegment(added, 0, entry),)
        return
    drop: tuple[NameEdit, ...] = (StripPrefix(gone, entry, inner=True),) if gone else ()
    if not added:
        yield drop
        return
    yield (*drop, InsertSegment(added, common, entry))
    yield (*drop, InsertSegment(added, common, entry, under))


# -- judging -------------------------------------------------------------------------------------------------


def _rank(
    edits: Sequence[NameEdit], keys: Sequence[str], have: Mapping[str, Have], want: Mapping[str, Shape | None]
) -> tuple[int, int, int, int]:
    """More keys that fit are better, then more names, then fewer and plainer edits; two keys in one is worst."""
    names = renamed(keys, edits)
    if len(set(names)) != len(names):
        return -1, 0, 0, 0
    fitting, named = _matched(names, have, want, keys)
    plain = sum(isinstance(edit, (StripPrefix, AddPrefix)) and not getattr(edit, "inner", False) for edit in edits)
    return fitting, named, -len(edits), plain


def _matched(
    names: Sequence[str], have: Mapping[str, Have], want: Mapping[str, Shape | None], keys: Sequence[str] | None = None
) -> tuple[int, int]:
    """(keys that fit by name and shape, keys that fit by name)."""
    fitting = named = 0
    for name, key in zip(names, keys or names, strict=True):
        if name in want:
            named += 1
            fitting += fits(have[key].shape, want[name])
    return fitting, named


def _described(  # noqa: PLR0913
    edits: Sequence[NameEdit],
    before: int,
    keys: Sequence[str],
    names: Sequence[str],
    have: Mapping[str, Have],
    want: Mapping[str, Shape | None],
) -> Rename:
    there = set(names)
    mismatched = tuple(
        name for name, key in zip(names, keys, strict=True) if name in want and not fits(have[key].shape, want[name])
    )
    segments = {segment for edit in edits for segment in _segments(edit)}
    return Rename(
        ", ".join(_title(edit) for edit in edits),
        tuple(edits),
        before,
        _matched(names, have, want, keys)[0],
        len(want),
        segments <= set(WRAPPERS),
        any(not isinstance(edit, StripPrefix) for edit in edits),
        tuple(key for key in want if key not in there),
        tuple(name for name in names if name not in want),
        mismatched,
    )


def _segments(edit: NameEdit) -> list[str]:
    return (edit.segment if isinstance(edit, InsertSegment) else edit.prefix).rstrip(".").split(".")


def _title(edit: NameEdit) -> str:
    if isinstance(edit, StripPrefix):
        return f"strip {edit.prefix}{' everywhere' if edit.inner else ''}"
    if isinstance(edit, AddPrefix):
        return f"add {edit.prefix}"
    where = f" below {edit.under}" if edit.under else ""
    return f"insert {edit.segment} at depth {edit.depth}{where}"


def _evenly(keys: Sequence[str], most: int) -> Sequence[str]:
    """At most ``most`` of the keys, evenly spread."""
    step = -(-len(keys) // most) if keys else 1
    return keys[::step]

"""Finds the rename that makes most keys of a file fit a model.

Names are compared from their ends: the longest common end of a key of the file and one of the model leaves two
beginnings, and the pair of beginnings that most keys agree on is the rename. Linear in the number of keys.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from core.catalogue.prefixes import WRAPPERS
from core.diagnosis.model_match.key_rows import Have, fits
from core.diagnosis.model_match.parametrized import parametrized
from core.dtypes import Shape
from core.edits.edits import AddPrefix, InsertSegment, StripPrefix
from core.edits.keys import OfNames
from core.text import series

Segments = tuple[str, ...]

_SAMPLE = 400
_PARTNERS = 400
_BEST = 3
_BEGINNINGS = 300
_MOST_ENDS, _LONGEST_END = 32, 1024
_TRIED = 24
_FULLY_TRIED = 3


@dataclass(frozen=True)
class Rename:
    """Edits that rename the keys of one state dict, and how many of the model's ``of`` keys fit before and after.

    ``missing`` and ``unexpected`` are the keys that still find no partner, ``mismatched`` those whose shapes differ.
    ``wrapper`` says that the edits only take off or put on the segments of a wrapper such as DataParallel. ``known``
    says the same, but the edits may also give weights the other names that torch has for them.
    """

    title: str
    edits: tuple[OfNames, ...]
    matched_before: int
    matched_after: int
    of: int
    wrapper: bool
    known: bool
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
    plain = dict.fromkeys([*_wrapper_candidates(have, want, entry), *_voted(have, want, entry)])
    of_torch = [(*first, *edits) for edits in parametrized(have, entry) for first in ((), *islice(plain, _BEST))]
    candidates = [*of_torch, *plain][:_TRIED]
    if not candidates:
        return None
    sample = _evenly(list(have), 2_000)
    scored = sorted(candidates, key=lambda edits: _rank(edits, sample, have, want), reverse=True)[:_FULLY_TRIED]
    every = list(have)
    best = max(scored, key=lambda edits: _rank(edits, every, have, want))
    names = renamed(every, best, have)
    after = _matched(names, have, want, every)[0]
    if len(set(names)) != len(names) or after <= before[0]:
        return None
    if len(best) > 2 and 2 * after < min(len(have), len(want)):
        return None  # so many edits for so few keys are an accident
    return _described(best, before[0], every, names, have, want)


def renamed(keys: Sequence[str], edits: Sequence[OfNames], have: Mapping[str, Have]) -> list[str]:
    """The keys as the edits rename them; ``have`` has their entries."""
    names = list(keys)
    for edit in edits:
        change = edit.new_name()
        names = [change(name) if edit.means(have[key].entry) else name for name, key in zip(names, keys, strict=True)]
    return names


# -- candidates ----------------------------------------------------------------------------------------------


def _wrapper_candidates(
    have: Mapping[str, Have], want: Mapping[str, Shape | None], entry: int | None
) -> Iterator[tuple[OfNames, ...]]:
    """Yield edits that take wrappers off, wherever they stand, or put one on."""
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
) -> Iterator[tuple[OfNames, ...]]:
    """Yield the renames that pairs of keys with a common end vote for, those with the most votes first."""
    pairs = Counter(_beginnings(file_key, model_key) for file_key, model_key in _pairs(have, want))
    votes: Counter[tuple[OfNames, ...]] = Counter()
    for (old, new), count in pairs.most_common(_BEGINNINGS):
        for edits in dict.fromkeys(_edits_for(old, new, entry)):
            votes[edits] += count
    return (edits for edits, _ in votes.most_common(_TRIED) if edits)


def _pairs(have: Mapping[str, Have], want: Mapping[str, Shape | None]) -> Iterator[tuple[str, str]]:
    """Some keys of the file and those of the model that are most like them: a long common end, a shape that fits."""
    ends: dict[str, list[str]] = {}
    for key in want:
        if key not in have:
            for end in _ends(key):
                ends.setdefault(end, []).append(key)
    for key in _evenly([key for key in have if key not in want], _SAMPLE):
        partners = next((ends[end] for end in _ends(key) if end in ends), [])
        fitting = [partner for partner in _evenly(partners, _PARTNERS) if fits(have[key].shape, want[partner])]
        segments = set(key.split("."))
        alike = [len(segments.intersection(partner.split("."))) for partner in fitting]
        most = max(alike, default=0)
        yield from islice(((key, at) for at, count in zip(fitting, alike, strict=True) if count == most), _BEST)


def _ends(key: str) -> Iterator[str]:
    """The key and its ends after each dot, longest first: as many and as long as those of a model's keys may be."""
    yield key
    ends = key[-_LONGEST_END:].split(".", 1)[1:] if len(key) > _LONGEST_END else [key]
    parts = "".join(ends).rsplit(".", _MOST_ENDS)
    for at in range(1, len(parts)):
        yield ".".join(parts[at:])


def _beginnings(old: str, new: str) -> tuple[Segments, Segments]:
    """What is left of both keys without their common end, as segments."""
    first, second = old.split("."), new.split(".")
    while first and second and first[-1] == second[-1]:
        first.pop()
        second.pop()
    return tuple(first), tuple(second)


def _edits_for(old: Segments, new: Segments, entry: int | None) -> Iterator[tuple[OfNames, ...]]:
    """The ways to turn one beginning into another: a prefix off, on, or both, and segments dropped or put in."""
    off = next((at for at, segment in enumerate(old) if new and segment == new[0]), 0)
    on = next((at for at, segment in enumerate(new) if old and segment == old[0]), 0)
    if not old or not new or (old[0] != new[0] and not off and not on):
        yield _prefixes(old, new, entry)
        if old and not new:
            yield (StripPrefix(_dotted(old), entry, inner=True),)
        return
    if old[0] == new[0] or off:
        yield from _further_in(_prefixes(old[:off], (), entry), old[off:], new, (), entry)
    if on:
        yield from _further_in(_prefixes((), new[:on], entry), old, new[on:], new[:on], entry)


def _prefixes(off: Segments, on: Segments, entry: int | None) -> tuple[OfNames, ...]:
    strip = (StripPrefix(_dotted(off), entry),) if off else ()
    return (*strip, AddPrefix(_dotted(on), entry)) if on else strip


def _further_in(
    first: tuple[OfNames, ...], old: Segments, new: Segments, before: Segments, entry: int | None
) -> Iterator[tuple[OfNames, ...]]:
    """Yield ``first`` and the edits that drop and insert what differs behind the common beginning, below ``before``."""
    alike = next((at for at, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    gone, added, under = old[alike:], new[alike:], (*before, *old[:alike])
    if gone:
        first = (*first, StripPrefix(_dotted(gone), entry, inner=True))
    if not added:
        yield first
        return
    for where in ((), under[:1], under):
        yield (*first, InsertSegment(_dotted(added), len(under), entry, _dotted(where)))


def _dotted(segments: Segments) -> str:
    return "".join(f"{segment}." for segment in segments)


# -- judging -------------------------------------------------------------------------------------------------


def _rank(
    edits: Sequence[OfNames], keys: Sequence[str], have: Mapping[str, Have], want: Mapping[str, Shape | None]
) -> tuple[int, int, int, int]:
    """Rank edits: by the keys that fit, then by names, then by few and plain edits. Two keys made one rank last."""
    names = renamed(keys, edits, have)
    if len(set(names)) != len(names):
        return -1, 0, 0, 0
    fitting, named = _matched(names, have, want, keys)
    plain = sum(edit.is_of_beginnings for edit in edits)
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
    edits: Sequence[OfNames],
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
    segments = {segment for edit in edits if edit.segments for segment in edit.segments.rstrip(".").split(".")}
    is_known = segments <= set(WRAPPERS)
    return Rename(
        series(edit.in_words for edit in edits),
        tuple(edits),
        before,
        _matched(names, have, want, keys)[0],
        len(want),
        is_known and all(edit.segments for edit in edits),
        is_known,
        any(not edit.taken_off for edit in edits),
        tuple(key for key in want if key not in there),
        tuple(name for name in names if name not in want),
        mismatched,
    )


def _evenly(keys: Sequence[str], most: int) -> Sequence[str]:
    """At most ``most`` of the keys, evenly spread."""
    step = -(-len(keys) // most) if keys else 1
    return keys[::step]

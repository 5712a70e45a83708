"""Two checkpoints side by side: what differs at an entry of the open one, in few words, and how loudly to say it."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log10
from typing import Final

from core.catalogue.catalogue import Catalogue
from core.progress import Tick
from core.spread.choice import crew_for
from core.text import clip, count_text, series, shape_text
from core.values import diff
from core.values.diff import DEVICE, DTYPE, GRADIENT, ORDER, SHAPE, TYPE, UNREAD, VALUES, Difference, FileDifference
from core.words import marked, say, say_count
from gui.document.badges import Badge, Badges, Tone
from gui.document.removed_rows import RemovedRows

_LONGEST: Final = 60
_SHORT: Final = 24
_LONGEST_PATH: Final = 300
_FAINT: Final = 0.12
"""How loud the smallest difference of numbers is."""
_SMALL: Final = 6
"""Powers of ten below 1 at which a relative difference is as faint as can be."""
_MIDDLE: Final = 0.5
"""How loud is what has no size."""


@dataclass(frozen=True, eq=False)
class Compared:
    """The open document, another checkpoint, and how they differ; made on any thread, never changed."""

    mine: Catalogue
    theirs: Catalogue
    difference: FileDifference

    @property
    def name(self) -> str:
        """The name of the other file on one line."""
        return clip(self.theirs.checkpoint.name, _LONGEST)

    @property
    def names(self) -> tuple[str, str]:
        """What the open file and the other one are called in a sentence about both: by their names, if these differ."""
        mine, theirs = (clip(each.checkpoint.name, _LONGEST) for each in (self.mine, self.theirs))
        return (mine, theirs) if mine != theirs else (say("this file"), say("the other file"))

    @cached_property
    def changed(self) -> Mapping[int, Difference]:
        """What differs at each entry of the document that both files have."""
        return {found.entry_a: found for found in self.difference.changed}

    @cached_property
    def renamed(self) -> Mapping[int, int]:
        """Tensors of the document that have another key in the other file, and their entries there."""
        return dict(self.difference.renamed)

    @cached_property
    def differing(self) -> Sequence[int]:
        """The entries of the document that differ, or that the other file has not, sorted."""
        return array("i", sorted({*self.changed, *self.renamed, *self.difference.only_a}))

    @cached_property
    def changes(self) -> Sequence[int]:
        """Those that did change: what merely lies on another device counts only where nothing else differs."""
        found = (entry for entry in self.differing if entry in self.renamed or not self._is_moved(entry))
        changes = array("i", found)
        return changes if changes or self.difference.only_b else self.differing

    def _is_moved(self, entry: int) -> bool:
        return entry in self.changed and _is_moved(self.changed[entry])

    @cached_property
    def weights(self) -> Mapping[int, float]:
        """How loudly each changed entry is to be said to differ, from 0 to 1."""
        return {found.entry_a: weight(found) for found in self.difference.changed}

    @cached_property
    def removed_rows(self) -> RemovedRows:
        """What only the other file has."""
        places = {theirs: mine for mine, theirs in self.difference.pairs.items()}
        return RemovedRows(self.theirs, self.difference.only_b, places)

    @property
    def summary(self) -> str:
        """`312 same · 14 changed · 40 the same on another device · 2 only here · 1 renamed`; first of all, whether no
        number changed.
        """
        found = self.difference
        if found.is_same:
            return say("nothing differs, {tensors} the same", tensors=count_text(found.same, "tensor"))
        moved = sum(map(_is_moved, found.changed))
        counts = (
            (found.same, say("same")),
            (len(found.changed) - moved, say("changed")),
            (moved, say("the same on another device")),
            (len(found.only_a), say("only here")),
            (len(found.only_b), say("only there")),
            (len(found.renamed), say("renamed")),
        )
        parts = [say("{count:,} {kind}", count=count, kind=kind) for count, kind in counts if count]
        return " · ".join([say("No tensor value changed"), *parts] if found.has_same_values else parts)

    @cached_property
    def badges(self) -> Badges:
        """What is marked in the tree."""
        return Badges([*self._changed_badges(), *self._other_badges()])

    def _changed_badges(self) -> Iterator[Badge]:
        for found in self.difference.changed:
            tone = Tone.NOTE if _is_moved(found) else Tone.CHANGED
            yield Badge(found.entry_a, tone, self.first_word(found), self.told(found))

    def _other_badges(self) -> Iterator[Badge]:
        for mine in self.renamed:
            if mine not in self.changed:
                yield Badge(mine, Tone.NOTE, say("renamed"), self.renamed_text(mine))
        for entry in self.difference.only_a:
            yield Badge(entry, Tone.ADDED, say("only here"), say("{name} has nothing like this.", name=self.name))

    # ---- words

    def word(self, found: Difference) -> str:
        """What differs, in one line: the one thing that says most, and the others by their names."""
        others = [say(_NAMES[kind]) for kind in sorted(found.kinds, key=_ORDER.index)[1:]]
        renamed = [say("renamed")] if found.entry_a in self.renamed else []
        return " · ".join([self.first_word(found), *others, *renamed])

    def first_word(self, found: Difference) -> str:
        """The one thing that says most, for a badge."""
        kind = min(found.kinds, key=_ORDER.index)
        other = self.theirs.rows[found.entry_b]
        if kind == VALUES:
            if found.max_abs is None:
                return say("{summary} there", summary=clip(self.theirs.summary(found.entry_b), _SHORT))
            return f"Δ {number_text(found.max_abs)}" if found.max_abs or not found.not_finite else say("NaN or Inf")
        if other >= 0 and kind in (SHAPE, DTYPE, DEVICE):
            return say("{fact} there", fact=clip(self._fact(self.theirs, other, kind), _SHORT))
        return say(_NAMES[kind])

    def told(self, found: Difference) -> str:
        """Return all that differs, in lines, with the name of the other file."""
        return say("Differs from {name}:\n{lines}", name=self.name, lines=self.lines(found))

    def lines(self, found: Difference) -> str:
        """Return all that differs, in lines."""
        kinds = sorted(found.kinds, key=_ORDER.index)
        renamed = [self.renamed_text(found.entry_a)] if found.entry_a in self.renamed else []
        same = [say("numbers: the same")] if _is_moved(found) else []
        return "\n".join([*(self._line(found, kind) for kind in kinds), *same, *renamed])

    def renamed_text(self, mine: int) -> str:
        """What an entry is called in the other file."""
        return say(
            "Called {path} in {name}.",
            path=clip(self.theirs.path_text(self.renamed[mine]), _LONGEST_PATH),
            name=self.name,
        )

    def _line(self, found: Difference, kind: str) -> str:
        mine, theirs = self.mine.rows[found.entry_a], self.theirs.rows[found.entry_b]
        if kind == UNREAD:
            return clip(self.difference.unread[found.entry_a], _LONGEST_PATH)
        if kind == VALUES and found.max_abs is not None:
            return say("numbers: {numbers}", numbers=numbers_text(found))
        if kind == VALUES:
            texts = [clip(c.summary(e), _LONGEST) for c, e in self.sides(found.entry_a, found.entry_b)]
            return say("value: {both}", both=self.both(*texts))
        if kind == TYPE:
            return self.both(self.mine.kind(found.entry_a), self.theirs.kind(found.entry_b))
        if kind in (SHAPE, DTYPE, DEVICE) and min(mine, theirs) >= 0:
            here, there = self._fact(self.mine, mine, kind), self._fact(self.theirs, theirs, kind)
            return say("{what}: {both}", what=say(_NAMES[kind]), both=self.both(clip(here), clip(there)))
        return say(_SENTENCES.get(kind, _NAMES[kind]))

    def both(self, mine: str, theirs: str) -> str:
        """Return what is said of each file, with its name."""
        this, other = self.names
        return say("{mine} in {this}, {theirs} in {other}", mine=mine, this=this, theirs=theirs, other=other)

    def sides(self, mine: int, theirs: int) -> tuple[tuple[Catalogue, int], tuple[Catalogue, int]]:
        """Return both catalogues, each with its entry."""
        return (self.mine, mine), (self.theirs, theirs)

    @staticmethod
    def _fact(catalogue: Catalogue, row: int, kind: str) -> str:
        tensor = catalogue.tensors[row]
        if kind == SHAPE:
            return shape_text(tensor.shape)
        return tensor.dtype if kind == DTYPE else catalogue.device_of(row)


def compare(mine: Catalogue, theirs: Catalogue, tick: Tick) -> Compared:
    """Compare two files, large ones by several processes, and have ready what is asked for at once.

    Raises what `core.values.diff.compare` does.
    """
    with crew_for(mine.checkpoint.bytes + theirs.checkpoint.bytes) as crew:
        compared = Compared(mine, theirs, diff.compare(mine, theirs, tick, crew))
    for name in ("differing", "changes", "weights", "removed_rows", "badges"):
        getattr(compared, name)
    return compared


_NAMES: Final = {
    UNREAD: marked("unreadable"),
    TYPE: marked("other type"),
    SHAPE: marked("shape"),
    VALUES: marked("numbers"),
    DTYPE: marked("dtype"),
    DEVICE: marked("device"),
    GRADIENT: "requires_grad",
    ORDER: marked("order"),
}
_ORDER: Final = tuple(_NAMES)
"""What says most comes first."""
_SENTENCES: Final = {
    GRADIENT: marked("requires_grad: one of the two is trained, the other is not"),
    ORDER: marked("order: the same keys are in a different order"),
}


def _is_moved(found: Difference) -> bool:
    """Whether a tensor is the same but for the device it was saved on."""
    return found.kinds == (DEVICE,)


def weight(found: Difference) -> float:
    """How loudly a difference is to be said, from 0 to 1: for numbers by the powers of ten of the relative one."""
    if _is_moved(found):
        return _FAINT
    if {SHAPE, TYPE, UNREAD}.intersection(found.kinds) or found.not_finite:
        return 1.0
    if found.relative is None or VALUES not in found.kinds:
        return _MIDDLE
    if found.relative <= 0:
        return _FAINT
    return min(1.0, max(_FAINT, 1 + log10(found.relative) / _SMALL))


def numbers_text(found: Difference) -> str:
    """How far the numbers of two tensors are from each other."""
    parts = [
        say("max |Δ| {number}", number=number_text(found.max_abs)),
        say("mean |Δ| {number}", number=number_text(found.mean_abs)),
    ]
    if found.relative is not None:
        parts.append(say("relative ‖Δ‖ {number}", number=number_text(found.relative)))
    if found.cosine is not None:
        parts.append(say("cosine distance {number}", number=number_text(found.cosine)))
    if found.differing is not None:
        parts.append(say_count(found.differing, "{n:,} number differs", "{n:,} numbers differ"))
    if found.not_finite:
        parts.append(say("{not_finite:,} where one is NaN or Inf", not_finite=found.not_finite))
    return series(parts)


def number_text(number: float | None) -> str:
    """A number in three digits."""
    return "" if number is None else f"{number:,}" if isinstance(number, int) else f"{number:.3g}"

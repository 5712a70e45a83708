"""“Use the other file's value”: edits that make entries what they are there, and why some cannot be."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from core.edits.devices import move_rows
from core.edits.edits import Edit, Plan, SetValue, check_device
from core.edits.numbers.theirs import put_of
from core.edits.preview import Trial
from core.errors import CheckpointError
from core.text import clip, count_text, shape_text, titled
from core.values.diff import DEVICE, DTYPE, ORDER, SHAPE, TYPE, VALUES, Difference
from core.words import say, say_count
from gui.document.compared import Compared
from gui.document.selection import uppermost

_PLAIN: Final = (int, float, str, bool, type(None))
_LONGEST: Final = 60
_MOST_TOLD: Final = 3
_MANY: Final = 1_000
"""Differences from which on it takes longer than a blink to make edits of them."""


@dataclass
class Offer:
    """What can be taken: edits, how many entries they are about, and why others stay as they are.

    Of very many the edits are made when they are wanted, by ``make``.
    """

    edits: list[Edit] = field(default_factory=list)
    taken: int = 0
    reasons: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    """Those of the reasons that are about tensors and values which both files have."""
    make: Callable[[], Offer] | None = None

    @property
    def possible(self) -> bool:
        return bool(self.edits) or self.make is not None

    def made(self) -> Offer:
        """Return this offer with its edits."""
        return self if self.make is None else self.make()

    @property
    def words(self) -> str:
        """The words on a button."""
        return (
            say("Use the other file's value")
            if self.taken <= 1
            else say("Use {taken:,} values of the other file", taken=self.taken)
        )

    def plan(self, plan: Plan) -> Plan:
        return plan.with_edits(self.edits)

    def step(self, compared: Compared) -> str:
        """The name of the step, for undo."""
        return say(
            "take {differences} from {name}",
            differences=count_text(self.taken, "difference"),
            name=compared.name,
        )

    @property
    def told(self) -> str:
        """What is said once it is planned: what stays as it is although it was wanted; empty where nothing does."""
        if not self.left:
            return ""
        left, more = len(self.left), len(self.left) - 1
        told = {"left": left, "of": self.taken + left, "first": self.left[0]}
        if not more:
            return say("{left:,} of {of:,} stay as they are. {first}", **told)
        return say("{left:,} of {of:,} stay as they are. {first} And {more:,} more.", **told, more=more)

    def tip(self, compared: Compared) -> str:
        """What would happen, and what would not."""
        lines = []
        if self.taken:
            lines.append(
                say_count(
                    self.taken,
                    "In the file you save, this entry will be as in {name}. This is a pending change like any other.",
                    "In the file you save, {n:,} entries will be as in {name}. This is a pending change like any "
                    "other.",
                    name=compared.name,
                )
            )
        lines += self.reasons[:_MOST_TOLD]
        more = len(self.reasons) - _MOST_TOLD
        if more > 0:
            lines.append(say("and {more:,} more that stay as they are", more=more))
        return "\n".join(lines)


def offer(compared: Compared, entries: Sequence[int], *, only_there: bool = False) -> Offer:
    """Return what can be taken of some entries and of all below them; nothing of what only the other file has."""
    found = Offer()
    if only_there and not entries:
        found.reasons.append(say("Only {name} has this; there is no place for it in this file.", name=compared.name))
        return found
    if not entries:
        found.reasons.append(say("Select what to take: rows of the table, or keys and branches of the tree."))
        return found
    differing = list(_differing(compared, uppermost(compared.mine, entries)))
    if len(differing) > _MANY:
        return Offer(taken=len(differing), make=partial(_offer, compared, differing))
    return _offer(compared, differing)


def _offer(compared: Compared, differing: Sequence[int]) -> Offer:
    found, trial = Offer(), Trial(compared.mine)
    moved: dict[str, set[int]] = defaultdict(set)
    for entry in differing:
        difference = compared.changed.get(entry)
        if difference is None:
            found.reasons.append(titled(_path(compared, entry), _why_none(compared, entry)))
            continue
        reason = _take(compared, difference, found, moved, trial)
        if reason:
            found.left.append(titled(_path(compared, entry), reason))
            found.reasons.append(found.left[-1])
    found.edits += [move_rows(rows, device) for device, rows in moved.items()]
    if not found.edits and not found.reasons:
        found.reasons.append(say("Nothing here differs from {name}.", name=compared.name))
    return found


def _differing(compared: Compared, entries: Sequence[int]) -> Iterator[int]:
    among, ends = compared.differing, compared.mine.ends
    for entry in entries:
        yield from among[bisect_left(among, entry) : bisect_left(among, ends[entry])]


def _why_none(compared: Compared, entry: int) -> str:
    if entry in compared.renamed:
        return say("only its key differs, and keys are not taken; rename it if you want the other key")
    return say("{name} has nothing like this", name=compared.name)


def _take(compared: Compared, difference: Difference, found: Offer, moved: dict[str, set[int]], trial: Trial) -> str:
    """Put the edits for one difference into an offer; returns why it cannot be taken, if it cannot."""
    entry, there = difference.entry_a, difference.entry_b
    row, other = compared.mine.rows[entry], compared.theirs.rows[there]
    try:
        if row < 0 or other < 0:
            return _take_value(compared, difference, found, trial)
        if SHAPE in difference.kinds:
            both = compared.both(*(shape_text(c.shape(e) or ()) for c, e in compared.sides(entry, there)))
            return say("{both}; the shape of a tensor cannot change", both=both)
        edits: list[Edit] = []
        if VALUES in difference.kinds or DTYPE in difference.kinds:
            edits.append(put_of(entry, compared.theirs, there))
            refused = trial.why_not(edits[0])
            if refused:
                return refused
        if DEVICE in difference.kinds:
            moved[check_device(compared.theirs.device_of(other))].add(row)
        elif not edits:
            return say("requires_grad stays as it is")
    except CheckpointError as error:
        return str(error)
    found.edits += edits
    found.taken += 1
    return ""


def _take_value(compared: Compared, difference: Difference, found: Offer, trial: Trial) -> str:
    entry, there = difference.entry_a, difference.entry_b
    if TYPE in difference.kinds:
        return compared.both(compared.mine.kind(entry), compared.theirs.kind(there))
    if ORDER in difference.kinds:
        return say("the keys stay in their order")
    value = compared.theirs.values[there]
    if not isinstance(value, _PLAIN) or not isinstance(compared.mine.values[entry], _PLAIN):
        below = any(entry < each < compared.mine.ends[entry] for each in compared.changed)
        return "" if below else say("only numbers, strings, booleans and None can be taken")
    edit = SetValue(entry, value)
    refused = trial.why_not(edit)
    if not refused:
        found.edits.append(edit)
        found.taken += 1
    return refused


def _path(compared: Compared, entry: int) -> str:
    return clip(compared.mine.path_text(entry), _LONGEST)

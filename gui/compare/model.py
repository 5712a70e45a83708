"""The keys of a file beside those of a model, as a tree of modules: which rows there are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from core.diagnosis.finding import WARNING
from core.diagnosis.model_match.key_rows import ComparedKey
from core.text import clip, count_text, series, shape_text
from core.words import marked, say

SAME, MISSING, UNEXPECTED, MISMATCH = "same", "missing", "unexpected", "mismatch"
STATES = (MISSING, UNEXPECTED, MISMATCH, SAME)
STATE_WORDS = {
    SAME: marked("fits"),
    MISSING: marked("missing in the file"),
    UNEXPECTED: marked("unexpected"),
    MISMATCH: marked("other shape"),
}
STATE_SIGNS = {SAME: "=", MISSING: "−", UNEXPECTED: "+", MISMATCH: "≠"}
_SHORT_WORDS = {
    SAME: marked("fit"),
    MISSING: marked("missing"),
    UNEXPECTED: marked("unexpected"),
    MISMATCH: marked("of another shape"),
}

#: So many rows are unfolded at first: nobody reads more before they fold or filter.
_UNFOLDED_AT_FIRST = 400


@dataclass(eq=False)
class Branch:
    """A module, or a key: then `key` says how it compares."""

    name: str
    depth: int
    key: ComparedKey | None = None
    children: list[Branch] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    """How many keys below are in each state."""

    @property
    def differs(self) -> bool:
        """Something below does not fit."""
        return any(count for state, count in self.counts.items() if state != SAME)

    @property
    def summary(self) -> str:
        """`3 missing, 2 unexpected` for a module."""
        return counts_text(self.counts)


def counts_text(counts: dict[str, int]) -> str:
    """How many keys are in each state, those that fit last."""
    return series(f"{counts[state]:,} {say(_SHORT_WORDS[state])}" for state in STATES if counts.get(state))


def count_states(rows: Iterable[ComparedKey]) -> dict[str, int]:
    """How many keys are in each state."""
    counts = dict.fromkeys(STATES, 0)
    for row in rows:
        counts[row.state] += 1
    return counts


class CompareTree:
    """All rows of a comparison, and which of them are visible."""

    def __init__(self, rows: Sequence[ComparedKey]) -> None:
        self.roots: list[Branch] = []
        self.counts = count_states(rows)
        self.only_differences = any(self.counts[state] for state in STATES if state != SAME)
        self._unfolded: set[int] = set()
        self._build(rows)
        self.visible: list[Branch] = []
        self._unfold_a_little()
        self.refresh()

    def _build(self, rows: Sequence[ComparedKey]) -> None:
        modules: dict[str, Branch] = {}
        for row in rows:
            key = name_of(row)
            *path, last = key.split(".")
            siblings, prefix = self.roots, ""
            for depth, segment in enumerate(path):
                prefix = f"{prefix}{segment}."
                module = modules.get(prefix)
                if module is None:
                    module = modules[prefix] = Branch(segment, depth)
                    siblings.append(module)
                module.counts[row.state] = module.counts.get(row.state, 0) + 1
                siblings = module.children
            siblings.append(Branch(last, len(path), row, counts={row.state: 1}))

    def _unfold_a_little(self) -> None:
        """Unfold level by level while that leaves a number of rows that can be read."""
        level = [branch for branch in self.roots if self._wanted(branch)]
        shown = len(level)
        while level:
            below = [child for branch in level for child in branch.children if self._wanted(child)]
            shown += len(below)
            if shown > _UNFOLDED_AT_FIRST:
                return
            self._unfolded.update(id(branch) for branch in level if branch.children)
            level = below

    def _wanted(self, branch: Branch) -> bool:
        return branch.differs or not self.only_differences

    def unfolded(self, branch: Branch) -> bool:
        return id(branch) in self._unfolded

    def toggle(self, branch: Branch) -> None:
        if branch.children:
            self._unfolded ^= {id(branch)}
            self.refresh()

    def show_only_differences(self, on: bool) -> None:
        self.only_differences = on
        self.refresh()

    def refresh(self) -> None:
        """Work out which rows are visible."""
        self.visible = list(self._walk(self.roots))

    def _walk(self, branches: Iterable[Branch]) -> Iterator[Branch]:
        pending = [iter(branches)]
        while pending:
            branch = next(pending[-1], None)
            if branch is None:
                pending.pop()
            elif self._wanted(branch):
                yield branch
                if branch.children and self.unfolded(branch):
                    pending.append(iter(branch.children))


def name_of(row: ComparedKey) -> str:
    """The key of a row, on whichever side it is."""
    return row.key_in_file if row.key_in_file is not None else row.key_wanted or ""


def side_text(there: bool, shape: tuple[int, ...] | None) -> str:
    """What one side has: a shape, that the key is present where its shape is not known, or nothing."""
    if not there:
        return ""
    return shape_text(shape) if shape is not None else say("present")


def matched_text(matched: int, of: int) -> str:
    """`161 of 161 keys fit`."""
    return say("{matched:,} of {keys} fit", matched=matched, keys=count_text(of, "key"))


def compared_text(matched: int, counts: dict[str, int]) -> tuple[str, str]:
    """The severity, none where all keys fit, and a sentence."""
    of = sum(counts[state] for state in (SAME, MISSING, MISMATCH))
    apart = {state: count for state, count in counts.items() if state != SAME and count}
    if not apart:
        return "", say("All {keys} fit: load_state_dict(strict=True) accepts them.", keys=count_text(of, "key"))
    return WARNING, say(
        "{matched}; {counts}. load_state_dict(strict=True) raises.",
        matched=matched_text(matched, of),
        counts=counts_text(apart),
    )


def shown_name(text: str) -> str:
    """A name of a model or a file on one line."""
    return clip(text, 80)

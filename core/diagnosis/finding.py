"""What a diagnosis finds: one trap each, in torch's words, with its cure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from core.diagnosis.damage import NO_DAMAGE, Damage
from core.edits.edits import Edit
from core.edits.preview import Preview
from core.text import clauses, shown

ERROR: Final = "error"
"""Plain ``torch.load(f)`` of torch ≥ 2.6 fails on the machine that was asked about, or loads what is damaged, or
may load something else than is shown.
"""
WARNING: Final = "warning"
"""The file loads, and the next step of a usual script fails or does harm."""
NOTE: Final = "note"
"""Good to know; nothing fails."""

SEVERITIES: Final = (ERROR, WARNING, NOTE)
"""Worst first."""

OF_OLD_TORCH: Final = frozenset({"new-container"})
"""Codes of notes on nearly every file, about versions of torch that few still have: looked at only when asked for."""


TORCH: Final = "torch"
"""Who says the message of a finding, as a rule."""
MOST_LISTED: Final = 1000
"""Entries that a finding names; it may be about more."""


@dataclass(frozen=True)
class Finding:
    """One trap in this file.

    ``code`` names the trap for scripts and stays the same between versions; ``title`` says it in a few words.
    ``message`` is what torch raises, with this file's numbers and names, or another program that ``says`` names; empty
    where nothing is raised, and where only torch itself can tell (``--verify``).
    ``entries`` are the entries of the catalogue it is about, the first `MOST_LISTED` of them, and ``paths`` the
    same as text; ``count`` is how many there are, where it may be more than are listed. ``explanation`` says in two
    sentences what is the matter, ``fix`` what to do. ``edits`` are what one click adds to the plan: with them the
    finding is gone; empty where no edit cures it. ``losses`` say what the file no longer tells after them, one kind
    each; none where nothing is lost. ``workaround`` is popular advice and what speaks against it; empty where there
    is none. The sentences are one line each, whatever the names of the file are in them; ``message`` and ``paths``
    have these as they are.
    ``name`` is the class or function that torch refuses, where that is what is the matter. ``is_covered`` says that the
    cure of an error before it cures it as well, so that its own is needed by nobody who makes that one.
    ``fixed_with`` is the code of an error before it whose cure goes with this one's; empty where it needs no other.
    ``damage`` is that of the bytes, to be compared with errors. ``of_computer`` says that only a computer without the
    device raises it; all other errors are raised on every one.
    """

    code: str
    severity: str
    title: str
    message: str
    paths: tuple[str, ...]
    entries: tuple[int, ...]
    explanation: str
    fix: str
    edits: tuple[Edit, ...] = ()
    workaround: str = ""
    count: int = 0
    losses: tuple[str, ...] = ()
    damage: Damage = NO_DAMAGE
    of_computer: bool = False
    says: str = TORCH
    name: str = ""
    is_covered: bool = False
    fixed_with: str = ""

    def __post_init__(self) -> None:
        for sentence in ("title", "explanation", "fix", "workaround"):
            object.__setattr__(self, sentence, shown(getattr(self, sentence)))
        object.__setattr__(self, "losses", tuple(map(shown, self.losses)))

    @property
    def loses(self) -> str:
        """All losses in one phrase; empty where nothing is lost."""
        return clauses(self.losses)


def paths_of(preview: Preview, entries: Sequence[int]) -> tuple[str, ...]:
    """Entries as text, as they were saved."""
    return tuple(preview.catalogue.path_text(entry) for entry in entries[:MOST_LISTED])


def make_finding(  # noqa: PLR0913 - the fields of a finding
    preview: Preview,
    code: str,
    severity: str,
    title: str,
    message: str,
    entries: Sequence[int],
    explanation: str,
    fix: str,
    edits: Sequence[Edit] = (),
    workaround: str = "",
    loses: str | tuple[str, ...] = (),
    damage: Damage = NO_DAMAGE,
    of_computer: bool = False,
    says: str = TORCH,
) -> Finding:
    """A finding, with the paths of its entries."""
    shown = tuple(entries[:MOST_LISTED])
    paths = paths_of(preview, shown)
    return Finding(
        code,
        severity,
        title,
        message,
        paths,
        shown,
        explanation,
        fix,
        tuple(edits),
        workaround,
        len(entries),
        tuple(filter(None, (loses,))) if isinstance(loses, str) else loses,
        damage,
        of_computer,
        says,
    )


def is_for_all(finding: Finding) -> bool:
    """Whether curing all includes this finding: an error or warning, with a cure that loses nothing.

    What a cure loses the program that wrote the file may want back: such cures are chosen one by one.
    """
    return bool(finding.edits) and finding.severity != NOTE and not finding.loses


def covered_by(finding: Finding, findings: Iterable[Finding]) -> list[str]:
    """The codes of the other findings whose cures are a part of the cure of this one."""
    others = (each for each in findings if each.code != finding.code and each.edits)
    return [each.code for each in others if {*each.edits} <= {*finding.edits}] if finding.edits else []


def curable(findings: Iterable[Finding]) -> list[Finding]:
    """The findings that curing all is about, one for each cure."""
    return [group[0] for group in grouped(findings) if is_for_all(group[0])]


def worth_telling(findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings that are news to somebody who asked for none by its code: not what is so of every file."""
    return [finding for finding in findings if finding.code not in OF_OLD_TORCH]


def grouped(findings: Iterable[Finding]) -> list[list[Finding]]:
    """Findings in their order, those with one code and one cure together: an array brings four names that are refused,
    and one click is rid of them all.
    """
    groups: dict[object, list[Finding]] = {}
    for number, finding in enumerate(findings):
        about = (finding.code, finding.severity, finding.edits) if finding.edits else number
        groups.setdefault(about, []).append(finding)
    return list(groups.values())

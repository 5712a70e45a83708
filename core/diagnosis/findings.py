"""What a diagnosis finds: one trap each, in torch's words, with its cure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from core.edits import Edit

ERROR: Final = "error"
"""Plain ``torch.load(f)`` of torch ≥ 2.6 fails on the machine that was asked about, or loads what is damaged."""
WARNING: Final = "warning"
"""The file loads, and the next step of a usual script fails or does harm."""
NOTE: Final = "note"
"""Good to know; nothing fails."""

SEVERITIES: Final = (ERROR, WARNING, NOTE)
"""Worst first."""

DEVICE_CODES: Final = frozenset({"no-gpu", "no-such-gpu", "unknown-device"})
"""Errors that depend on the computer; all others are raised on every one."""


MOST_LISTED: Final = 1000
"""Entries that a finding names; it may be about more."""


@dataclass(frozen=True)
class Finding:
    """One trap in this file.

    ``code`` names the trap for scripts and stays the same between versions; ``title`` says it in a few words.
    ``message`` is what torch raises, with this file's numbers and names; empty where nothing is raised.
    ``entries`` are the entries of the catalogue it is about, the first `MOST_LISTED` of them, and ``paths`` the same
    as text; ``count`` is how many there are, where it may be more than are listed. ``explanation`` says in two
    sentences what is the matter, ``fix`` what to do. ``edits`` are what one click adds to the plan: with them the
    finding is gone; empty where no edit cures it. ``workaround`` is the popular older advice, named as such; empty
    where there is none.
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


def others(finding: Finding, shown: int) -> str:
    """``and 12 more`` behind the ``shown`` entries that are named; empty where these are all."""
    left = max(finding.count, len(finding.entries)) - shown
    return f"and {left:,} more" if left > 0 else ""


_ONLY_BY_NAME = frozenset({"nested-pickle"})
"""What these cures leave out the library that wrote it may miss: load_state_dict then says "Missing key(s)"."""


def is_for_all(finding: Finding) -> bool:
    """Whether curing all includes this finding: an error or warning, with a cure that nobody will want back."""
    return bool(finding.edits) and finding.severity != NOTE and finding.code not in _ONLY_BY_NAME


def grouped(findings: Iterable[Finding]) -> list[list[Finding]]:
    """Findings in their order, those with one code and one cure together: an array brings four names that are refused,
    and one click is rid of them all.
    """
    groups: dict[object, list[Finding]] = {}
    for number, finding in enumerate(findings):
        about = (finding.code, finding.severity, finding.edits) if finding.edits else number
        groups.setdefault(about, []).append(finding)
    return list(groups.values())

"""What can be said of a file in view of an error: it is the cause, it is not, or the file alone does not tell."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal, NamedTuple

from core.diagnosis.finding import ERROR, Finding
from core.diagnosis.traps.trap import Recognised
from core.edits.preview import Preview

Verdict = Literal["cause", "not-cause", "cannot-tell"]

CAUSE: Final[Verdict] = "cause"
NOT_CAUSE: Final[Verdict] = "not-cause"
CANNOT_TELL: Final[Verdict] = "cannot-tell"


class Judged(NamedTuple):
    """A verdict and why, in a sentence or two; ``findings`` are those of the file that are the error."""

    verdict: Verdict
    text: str
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True)
class Case:
    """An error, what was found in a file on the computer of the error, and the file as planned.

    ``view`` is None for a file that does not open, and where nothing but findings is known.
    """

    recognised: Recognised
    findings: tuple[Finding, ...]
    view: Preview | None = None

    @property
    def code(self) -> str:
        """The code of the trap that the error most likely is."""
        return self.recognised.codes[0]

    @property
    def details(self) -> Mapping[str, str]:
        """What the error names."""
        return self.recognised.details

    def findings_of(self, *codes: str) -> tuple[Finding, ...]:
        """The findings of some codes, in the order of the codes."""
        return tuple(finding for code in codes for finding in self.findings if finding.code == code)

    @property
    def errors(self) -> tuple[Finding, ...]:
        """The findings after which plain ``torch.load`` fails."""
        return tuple(finding for finding in self.findings if finding.severity == ERROR)

    @cached_property
    def devices(self) -> frozenset[str]:
        """Where the storages of the file lie."""
        return frozenset(total.device for total in self.view.totals_after) if self.view is not None else frozenset()


Judge = Callable[[Case], Judged | None]
"""Judges the errors of one family; None where it has nothing to say."""


def cause(text: str, *findings: Finding) -> Judged:
    """The file is the cause."""
    return Judged(CAUSE, text, findings)


def innocent(text: str, *findings: Finding) -> Judged:
    """It is not, after the check that ``text`` tells of."""
    return Judged(NOT_CAUSE, text, findings)


def unknown(text: str, *findings: Finding) -> Judged:
    """The file does not tell; ``text`` says what to look at."""
    return Judged(CANNOT_TELL, text, findings)

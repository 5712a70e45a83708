"""What to say about a pasted traceback: which trap it is, whether this file is the cause, the cure. No Qt here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.diagnosis.answer import answer
from core.diagnosis.computer import Computer
from core.diagnosis.findings import ERROR, Finding
from core.diagnosis.recognise import Recognised, recognise
from core.preview import Preview
from core.text import count_text

LONGEST = 200_000
"""Characters of a traceback that are read; the end, where the error stands, is kept."""

NOT_RECOGNISED = (
    "This is none of the errors known here. Paste the whole traceback, its last lines above all: "
    "they hold the error itself."
)


@dataclass(frozen=True)
class ErrorAnswer:
    """The answer to a pasted error. `findings` are those of the open file that it is about."""

    recognised: Recognised | None
    title: str
    verdict: str
    """Whether the open file is the cause; empty where no file is open."""
    explanation: str
    fix: str
    quote: str = ""
    findings: tuple[Finding, ...] = ()
    is_cause: bool = False

    @property
    def cures(self) -> tuple[Finding, ...]:
        """The findings that a click cures; none where another file is the cause."""
        return tuple(finding for finding in self.findings if finding.edits and self.is_cause)


def read_error(text: str) -> Recognised | None:
    """Which trap a text tells of."""
    return recognise(text[-LONGEST:]) if text.strip() else None


def computer_of(recognised: Recognised | None) -> Computer | None:
    """The computer that an error comes from, as far as it says so."""
    code = recognised.codes[0] if recognised is not None and recognised.codes else ""
    if recognised is None or code not in ("no-gpu", "no-such-gpu"):
        return None
    count = recognised.details.get("count", "" if code == "no-such-gpu" else "0")
    return Computer(int(count)) if count.isdecimal() else None


def answer_to(
    recognised: Recognised | None, findings: Sequence[Finding] | None, was_cause: bool, view: Preview | None = None
) -> ErrorAnswer:
    """What to say of an error in view of the findings of the open file, or of none when no file is open.

    `was_cause` says that the file was the cause before the plan was changed. `view` is the open file as planned.
    """
    if recognised is None:
        return ErrorAnswer(None, "Not recognised", "", NOT_RECOGNISED, "")
    title, explanation, fix, quote = recognised.title, recognised.explanation, recognised.fix, recognised.quote
    if findings is None:
        return ErrorAnswer(recognised, title, "", explanation, fix, quote)
    said = answer(recognised, findings, view)
    if was_cause and not said.is_cause:
        left = sum(finding.severity == ERROR for finding in findings)
        rest = f"{count_text(left, 'other error')} {'is' if left == 1 else 'are'} left: fix all before you save."
        text = f"The plan cures this. {rest if left else 'Save the file, and load what you saved.'}"
        return ErrorAnswer(recognised, title, text, "", "", quote)
    fix = "" if fix in said.text else fix
    return ErrorAnswer(recognised, title, said.text, explanation, fix, quote, said.findings, said.is_cause)

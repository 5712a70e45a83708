"""What to say about a pasted traceback: which trap it is, whether this file is the cause, the cure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Literal

from core.diagnosis.finding import ERROR, Finding
from core.diagnosis.traceback.answer import (
    CANNOT_TELL,
    CAUSE,
    NOT_CAUSE,
    Answer,
    Verdict,
    answer,
    answer_unknown,
    got_past,
    offered,
    plain_fails,
)
from core.diagnosis.traceback.recognise import Recognised, recognise
from core.edits.edit import Edit
from core.edits.preview import Preview
from core.front_end import WRITES_CLASS, say_own
from core.loading.left_out import starting_anew
from core.loading.made_state_dict import about_made_state_dict
from core.text import sentences
from core.words import marked, say
from gui.look.wording import sentence

LONGEST = 200_000
"""Characters of a traceback that are read; the end, where the error stands, is kept."""

NOT_RECOGNISED = marked(
    "Pthfinder does not know this error. Paste the whole traceback: the error itself is in its last lines."
)


_SCRIPT = re.compile(r"File \"([^\"\n]{1,1000}\.py)\", line \d")
_INSTALLED = re.compile(r"(?:site|dist)-packages|[/\\]lib[/\\]python\d")
"""Where no script of a user lies."""

_HEADLINES: Final[Mapping[str, str]] = {
    CAUSE: marked("This file is the cause"),
    NOT_CAUSE: marked("This file is not the cause"),
    CANNOT_TELL: marked("The file does not show the cause"),
    "cured": marked("Your changes fix this"),
}
_FIXED = marked("Your changes fixed this")
"""Once they are saved."""


@dataclass(frozen=True)
class ErrorAnswer:
    """The answer to a pasted error. `findings` are those of the open file that it is about."""

    recognised: Recognised | None
    title: str
    """What the error is."""
    explanation: str
    fix: str
    quote: str = ""
    verdict: Verdict | Literal["cured", ""] = ""
    """Whether the open file is the cause; empty where no file is open, or nothing is recognised."""
    why: str = ""
    findings: tuple[Finding, ...] = ()
    saved: bool = False
    """What is planned was saved."""
    anew: tuple[str, ...] = ()
    """The keys of the model that what is planned leaves out: load_state_dict needs strict=False for them."""

    @property
    def headline(self) -> str:
        """The verdict in a few words; the title of the error where there is none."""
        known = _FIXED if self.saved else _HEADLINES.get(self.verdict)
        return say(known) if known is not None else self.title

    @property
    def is_cause(self) -> bool:
        """Whether the open file is the cause."""
        return self.verdict == CAUSE

    @property
    def is_of_this_file(self) -> bool:
        """Whether the open file is the cause, as planned or as it is on the disk."""
        return self.verdict in (CAUSE, "cured")

    def once_saved(self, copy: str, made: str = "") -> ErrorAnswer:
        """The answer where what is planned was saved, in a file of this name; ``made`` says how it is loaded where a
        model became a state dict.
        """
        if self.verdict != "cured":
            return self
        why = made or say("Load {copy} in place of this file: it does not cause this error.", copy=copy)
        if self.anew:
            why = sentences(made, starting_anew(self.anew, copy))
        return replace(self, why=why, saved=True)

    @property
    def cures(self) -> tuple[Finding, ...]:
        """The findings that a click cures, one for each cure."""
        first: dict[tuple[Edit, ...], Finding] = {}
        for finding in offered(self.verdict, self.findings):
            first.setdefault(finding.edits, finding)
        return tuple(first.values())


def read_error(text: str) -> Recognised | None:
    """Which trap a text tells of."""
    return recognise(text[-LONGEST:]) if text.strip() else None


def folder_of_script(text: str) -> str:
    """Where the script lies that a traceback begins with, if that folder is on this computer; else nothing."""
    for script in map(Path, _SCRIPT.findall(text[:LONGEST])):
        if script.is_absolute() and not _INSTALLED.search(str(script)) and script.parent.is_dir():
            return str(script.parent)
    return ""


def answer_to(
    recognised: Recognised | None,
    findings: Sequence[Finding] | None,
    was_cause: bool,
    view: Preview | None = None,
    text: str = "",
) -> ErrorAnswer:
    """What to say of an error in view of the findings of the open file, or of none when no file is open.

    `was_cause` says that the file was the cause before the plan was changed. `view` is the open file as planned. Of an
    error that is not recognised the facts of its ``text`` are held against the file.
    """
    said = None
    if recognised is None and findings is not None:
        said = answer_unknown(text[-LONGEST:], findings, view)
        recognised = said.recognised if said is not None else None
    if recognised is None:
        return ErrorAnswer(None, say("Not recognised"), say(NOT_RECOGNISED), "")
    title, explanation, fix, quote = recognised.title, recognised.explanation, recognised.fix, recognised.quote
    if findings is None:
        return ErrorAnswer(recognised, title, explanation, fix, quote)
    said = said or answer(recognised, findings, view)
    if was_cause and not said.is_cause:
        return ErrorAnswer(recognised, title, "", "", "", "cured", _then(said, findings, view), anew=said.anew)
    why = sentence(said.why)
    return ErrorAnswer(recognised, title, said.explanation, said.advice, quote, said.verdict, why, said.findings)


def made_of(recognised: Recognised | None, view: Preview | None, copy: str = "", call: str = "torch.load(f)") -> str:
    """How the planned file is loaded whose model becomes a state dict, and what writes its class for who lacks it."""
    made = about_made_state_dict(view, copy, call) if view is not None else ""
    return sentences(made, say_own(WRITES_CLASS) if made and recognised and "missing-code" in recognised.codes else "")


def _then(said: Answer, findings: Sequence[Finding], view: Preview | None) -> str:
    """What is left to do once the changes that cure the error are planned."""
    errors = [finding for finding in findings if finding.severity == ERROR]
    left = [finding.title for finding in errors if not got_past(said.recognised, finding)]
    past = plain_fails("torch.load(f)", errors[0]) if errors and not left else ""
    first = "" if said.anew else say("Save the file, then load the copy.")
    if left:
        first = (
            say("The file still has another error: {title}.", title=left[0])
            if len(left) == 1
            else say("The file still has {n:,} other errors; the first: {title}.", n=len(left), title=left[0])
        )
    made = made_of(said.recognised, view)
    return sentences(first, made, starting_anew(said.anew) if said.anew else "", past)

"""Whether a file is the cause of a pasted error."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType

from core.catalogue.catalogue import Catalogue
from core.catalogue.modules import pickled_optimizers
from core.diagnosis.error_facts import ErrorFacts
from core.diagnosis.finding import ERROR, Finding
from core.diagnosis.traceback.cut_names import completed
from core.diagnosis.traceback.evidence import evidence
from core.diagnosis.traceback.recognise import read
from core.diagnosis.trap import (
    CANNOT_TELL,
    CAUSE,
    DEVICE_VALUE,
    NOT_CAUSE,
    SAME_WORDS,
    Case,
    Judged,
    Recognised,
    Verdict,
    cause,
    innocent,
    unknown,
)
from core.diagnosis.traps.register import BY_CODE, TRAPS, codes
from core.edits.keys import StripPrefix
from core.edits.preview import Preview
from core.loading.code import loader, on_cpu
from core.loading.computer import Computer
from core.text import clip, sentence, sentences
from core.words import marked, say

__all__ = ["CANNOT_TELL", "CAUSE", "NOT_CAUSE", "Answer", "Verdict", "answer", "machine_of"]

_BREAKING = tuple(trap.code for trap in TRAPS if trap.breaks)
_LOADING = frozenset(trap.code for trap in TRAPS if trap.loading)
_QUOTED = 500
"""Characters of an unknown error that are shown."""
_LONGEST_TITLE = 160
SAYING: Mapping[Verdict, str] = MappingProxyType(
    {
        CAUSE: marked("This file is the cause: {why}"),
        NOT_CAUSE: marked("This file is not the cause: {why}"),
        CANNOT_TELL: marked("Cannot tell from the file: {why}"),
    }
)
"""What an answer says."""


@dataclass(frozen=True)
class Answer:
    """``why`` says in a sentence or two why the file is the cause or not, or what to look at; ``findings`` are it.

    ``anew`` are the keys of the model that the plan leaves out, for which load_state_dict needs strict=False.
    """

    recognised: Recognised
    findings: tuple[Finding, ...]
    verdict: Verdict
    why: str
    anew: tuple[str, ...] = ()

    @property
    def is_cause(self) -> bool:
        """Whether this file is the cause."""
        return self.verdict == CAUSE

    @property
    def offered(self) -> tuple[Finding, ...]:
        """The findings that a cure is offered for."""
        return offered(self.verdict, self.findings)

    @property
    def text(self) -> str:
        """The verdict, and why."""
        return say(SAYING[self.verdict], why=self.why)

    @property
    def explanation(self) -> str:
        """What the error is, which is nothing to somebody whose file is not the cause."""
        return "" if self.verdict == NOT_CAUSE else self.recognised.explanation

    @property
    def advice(self) -> str:
        """What to do, where the text has not said it: the finding's own advice. A sound file needs none."""
        fix = self.findings[0].fix if self.is_cause and self.findings else ""
        return "" if fix in self.text else fix


def offered(verdict: str, findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """The findings that a cure is offered for: those of a cause, and values that a script may go by."""
    is_cause, may_be = verdict == CAUSE, verdict == CANNOT_TELL
    return tuple(each for each in findings if each.edits and (is_cause or (may_be and each.code == DEVICE_VALUE)))


def got_past(recognised: Recognised, finding: Finding, catalogue: Catalogue | None = None) -> bool:
    """Whether the script that raised an error got past what a finding tells: of a plain torch.load, as the file was
    loaded, or a line of the traceback maps it to another device; of a prefix in the file, as the script strips it.
    """
    if catalogue is not None and finding.code == "wrapper-prefix":
        return _is_stripped(recognised, finding, catalogue)
    if finding.severity != ERROR or finding.code in recognised.codes:
        return False
    trap = BY_CODE.get(recognised.codes[0])
    return (trap is not None and trap.loaded) or (finding.of_computer and recognised.facts.maps)


def _is_stripped(recognised: Recognised, finding: Finding, catalogue: Catalogue) -> bool:
    """Whether the error names keys that a model was given as they are once the prefixes of a finding are off."""
    named = {*recognised.keys("unexpected"), *recognised.keys("mismatched")}
    edits = [edit for edit in finding.edits if isinstance(edit, StripPrefix)]
    saved = list(catalogue.by_text(edits[0].entry or 0)) if edits else []
    left = saved
    for edit in edits:
        left = [*map(edit.new_name(), left)]
    return bool(named) and named.issubset(left) and named.isdisjoint(saved)


def plain_fails(call: str, finding: Finding) -> str:
    """What to say of a finding that a script got past."""
    title = clip(finding.title, _LONGEST_TITLE)
    return say(
        "Load the copy as your script loads this file: a plain {call} fails here ({title}).", call=call, title=title
    )


def machine_of(recognised: Recognised | None, asked: Computer) -> Computer:
    """The computer that an error comes from, as far as it says so; for the rest the one that was asked about."""
    if recognised is None:
        return asked
    told, code = recognised.details, recognised.codes[0]
    count = told.get("gpus") or (told.get("count", "") if "no-such-gpu" in recognised.codes else "")
    gpus = int(count) if count.isdecimal() else asked.gpus
    if not count and code == "no-gpu":
        gpus = 0
    elif not count and code == "no-such-gpu":
        gpus = max(1, gpus)
    ranks = max(asked.ranks, int(told["rank"]) + 1) if told.get("rank", "").isdecimal() else asked.ranks
    return replace(asked, gpus=gpus, ranks=ranks, card=asked.card if asked.card < gpus else 0)


def answer(
    recognised: Recognised, findings: Sequence[Finding], view: Preview | None = None, path: Path | None = None
) -> Answer:
    """Compare what the error says with what was found in the file.

    ``findings`` must be those for the computer, and the model, that the error comes from (see `machine_of`). Without a
    ``view`` of the file as planned it is the one at ``path``, which does not open: the findings alone are judged, and
    what is in it where it is a folder.
    """
    recognised = _with_its_loader(recognised, view)
    case = completed(Case(recognised, tuple(findings), view, _BREAKING, _path(view, path)))
    said = _judged(case) if isinstance(case, Case) else case
    return Answer(recognised, said.findings, said.verdict, _CAPITAL.sub(_lower, said.text), said.anew)


def _with_its_loader(recognised: Recognised, view: Preview | None) -> Recognised:
    """The words for a file that another function loads: its name for that of torch.load, and no ``map_location``."""
    own = on_cpu(view) if view is not None and "map_location" in recognised.fix else ""
    if view is None or not own:
        return recognised
    return replace(recognised, explanation=_TORCH_LOAD.sub(loader(view), recognised.explanation), fix=own)


def _path(view: Preview | None, path: Path | None) -> Path | None:
    return path if view is None else view.catalogue.checkpoint.path


def answer_unknown(
    text: str, findings: Sequence[Finding], view: Preview | None = None, path: Path | None = None
) -> Answer | None:
    """The same of an error whose words nobody knows; None where the file has none of the facts of it."""
    facts = ErrorFacts(read(text))
    unsaid = Recognised(("unknown",), "", "", "", "", MappingProxyType({}), facts=facts)
    said = evidence(Case(unsaid, tuple(findings), view, _BREAKING, _path(view, path)), known=False)
    if said is None:
        return None
    first = next(iter(said.findings), None)
    told = replace(
        unsaid,
        codes=(first.code if first else "unknown",),
        quote=clip(" ".join(facts.last.split()), _QUOTED),
        title=first.title if first else say("an error that Pthfinder does not know"),
        explanation=first.explanation if first else "",
        fix=first.fix if first else "",
    )
    return Answer(told, said.findings, said.verdict, _CAPITAL.sub(_lower, said.text))


def _judged(case: Case) -> Judged:
    if case.view is None and not case.findings and case.folder is not None:
        said = unknown("this folder does not open as one checkpoint: open the file that you loaded.")
    else:
        said = _by_the_trap(case)
    return said if said.verdict == CAUSE else evidence(case, known=True) or said


def _by_the_trap(case: Case) -> Judged:
    trap = BY_CODE.get(case.code)
    if trap is not None and trap.of_optimizers and _has_no_optimizer(case):
        return innocent("it has no optimizer state.")
    said = trap.judge(case) if trap is not None and trap.judge is not None else None
    if _comes_too_late(case) and not (said is not None and said.verdict == CAUSE):
        return innocent("torch.load fails before you can use anything in it.", *case.damage)
    return said or _by_the_findings(case)


def _has_no_optimizer(case: Case) -> bool:
    """Whether the file opens, and neither has the state of an optimizer nor a finding that is the error."""
    if case.view is None or case.findings_of(*case.recognised.codes):
        return False
    catalogue = case.view.catalogue
    return not catalogue.optimizers and not pickled_optimizers(catalogue)


def _comes_too_late(case: Case) -> bool:
    """Whether the error is one of a file that was loaded, and this one cannot be."""
    is_broken = case.view is None and any(each.severity == ERROR for each in case.damage)
    return is_broken and case.recognised.in_file and not _LOADING & set(case.recognised.codes)


def _by_the_findings(case: Case) -> Judged:
    """The trap is the cause where the file has it, and what it means if not is what the trap says."""
    kin = BY_CODE[case.code].kin if case.code in BY_CODE else ()
    family = codes(*kin[:1])
    recognised = case.recognised
    there = case.findings_of(*(sorted(family) if SAME_WORDS & set(kin) else [case.code]))
    if there:
        return cause(sentence(there[0].title or recognised.title), *there)
    if not recognised.in_file:
        return innocent(sentences(say("no checkpoint can cause this error."), recognised.fix))
    standing = case.findings_of(*sorted(family))
    if any(finding.severity == ERROR for finding in standing):
        return unknown(
            "it has a similar problem: {sentence} {fix}",
            *standing,
            sentence=sentence(standing[0].title),
            fix=standing[0].fix,
        )
    if recognised.absent and family:
        return innocent(recognised.absent)
    return unknown(recognised.absent or recognised.fix)


_TORCH_LOAD = re.compile(r"torch\.load\b(?!\()")
"""The function itself, and no call of it."""
_CAPITAL = re.compile(r"\A(?:The|This|It|Its|Each|All|No(?:ne)?|Compare|What|Load|Verify|For)\b")
"""What a sentence begins with that goes on behind a colon."""


def _lower(found: re.Match[str]) -> str:
    return found[0].lower()

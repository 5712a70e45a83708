"""Whether a file is the cause of a pasted error."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from core.diagnosis.finding import DEVICE_CODES, ERROR, Finding
from core.diagnosis.trap import (
    CANNOT_TELL,
    CAUSE,
    NOT_CAUSE,
    Case,
    Judge,
    Judged,
    Recognised,
    Verdict,
    cause,
    innocent,
    unknown,
)
from core.diagnosis.traps import devices as judge_devices
from core.diagnosis.traps import keys as judge_keys
from core.diagnosis.traps import many_files as judge_files
from core.diagnosis.traps import pickles as judge_names
from core.diagnosis.traps import resuming as judge_state
from core.diagnosis.traps import scripts as judge_lookups
from core.diagnosis.traps.containers import BROKEN, broken, container, protocol, wrapped
from core.edits.preview import Preview
from core.loading.computer import Computer
from core.text import sentence, sentences
from core.words import marked, say

__all__ = ["CANNOT_TELL", "CAUSE", "NOT_CAUSE", "Answer", "Verdict", "answer", "machine_of"]

_CONTAINERS = ("new-container", "old-container", "torchscript", "safetensors")

SAYING: Mapping[Verdict, str] = MappingProxyType(
    {
        CAUSE: marked("This file is the cause: {why}"),
        NOT_CAUSE: marked("This file is not the cause: {why}"),
        CANNOT_TELL: marked("Cannot tell from the file: {why}"),
    }
)
"""What an answer says."""

JUDGES: Mapping[str, Judge] = MappingProxyType(
    {
        **dict.fromkeys(("no-gpu", "no-such-gpu", "unknown-device", "nested-pickle"), judge_devices.lost_device),
        **dict.fromkeys(("mixed-devices", "optimizer-elsewhere"), judge_devices.apart),
        **dict.fromkeys(("several-gpus", "dataparallel-on-cpu"), judge_devices.data_parallel),
        "memory-twice": judge_devices.no_room,
        "ranks-on-one-gpu": judge_devices.shared_card,
        **dict.fromkeys(judge_keys.CODES, judge_keys.keys),
        "missing-keys": judge_files.missing_keys,
        "missing-shard": judge_files.missing_file,
        "folder": judge_files.of_a_folder,
        "zero-world-size": judge_files.ranks_of_zero,
        "shared-tensors": judge_files.shared_tensors,
        "refused-name": judge_names.refused_name,
        **dict.fromkeys(("missing-code", "numpy-core", "foreign-path"), judge_names.missing_code),
        **dict.fromkeys(("whole-model", "whole-optimizer"), judge_names.pickled_object),
        **dict.fromkeys(BROKEN, broken),
        **dict.fromkeys(_CONTAINERS, container),
        **dict.fromkeys(("pickle-protocol", "pickle-opcode"), protocol),
        **dict.fromkeys(("meta-model", "no-data"), judge_state.without_data),
        "new-torch": judge_names.newer_torch,
        "wrapped": judge_names.of_a_wrapper,
        "state-not-dict": judge_state.no_state_dict,
        "optimizer-not-dict": judge_state.no_optimizer,
        "optimizer-groups": judge_state.groups,
        "initial-lr": judge_state.initial_lr,
        "rng-state": judge_state.random_state,
        "lightning-key": lambda case: judge_state.whole_lightning(case) or judge_lookups.key_at_the_top(case),
        "hf-wrapper": wrapped,
        "no-such-key": judge_lookups.key_at_the_top,
        "other-optimizer": judge_lookups.option_of_an_optimizer,
        "other-shapes": judge_lookups.shapes_of_an_optimizer,
    }
)
"""Who judges the errors of a trap, by its first code; where nobody does, the findings of the file decide."""


@dataclass(frozen=True)
class Answer:
    """``why`` says in a sentence or two why the file is the cause or not, or what to look at; ``findings`` are it."""

    recognised: Recognised
    findings: tuple[Finding, ...]
    verdict: Verdict
    why: str

    @property
    def is_cause(self) -> bool:
        """Whether this file is the cause."""
        return self.verdict == CAUSE

    @property
    def text(self) -> str:
        """The verdict, and why."""
        return say(SAYING[self.verdict], why=self.why)

    @property
    def advice(self) -> str:
        """What to do, where the text has not said it: the finding's own advice, or what helps whichever file it was."""
        fix = self.recognised.fix if self.verdict == NOT_CAUSE else ""
        if self.is_cause and self.findings:
            fix = self.findings[0].fix
        return "" if fix in self.text else fix


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


def answer(recognised: Recognised, findings: Sequence[Finding], view: Preview | None = None) -> Answer:
    """Compare what the error says with what was found in the file.

    ``findings`` must be those for the computer, and the model, that the error comes from (see `machine_of`). Without a
    ``view`` of the file as planned it is one that does not open, and the findings alone are judged.
    """
    said = _judged(Case(recognised, tuple(findings), view))
    return Answer(recognised, said.findings, said.verdict, _CAPITAL.sub(_lower, said.text))


def _judged(case: Case) -> Judged:
    if _comes_too_late(case):
        return innocent(say("torch.load fails on it before anything of it can be used."), *case.findings_of(*BROKEN))
    judge = JUDGES.get(case.code)
    said = judge(case) if judge is not None else None
    return said or _by_the_findings(case)


def _comes_too_late(case: Case) -> bool:
    """Whether the error is one of a file that was loaded, and this one cannot be."""
    of_loading = {*BROKEN, *DEVICE_CODES, "pickle-protocol", "wrong-loader", "hf-wrapper"}
    of_loading |= {"python2-pickle", *_CONTAINERS}
    is_broken = case.view is None and any(each.code in BROKEN and each.severity == ERROR for each in case.findings)
    return is_broken and case.recognised.in_file and not of_loading & set(case.recognised.codes)


def _by_the_findings(case: Case) -> Judged:
    """The trap is the cause where the file has it, and what it means if not is what the trap says."""
    recognised = case.recognised
    there = case.findings_of(*next((each for each in _FAMILIES if case.code in each & _ALIKE), (case.code,)))
    if there:
        return cause(sentence(there[0].title or recognised.title), *there)
    if not recognised.in_file:
        return innocent(sentences(say("nothing that a checkpoint holds causes this error."), recognised.fix))
    family = next((each for each in _FAMILIES if case.code in each), frozenset[str]())
    standing = case.findings_of(*sorted(family))
    if any(finding.severity == ERROR for finding in standing):
        return unknown(
            say(
                "it has a trap of the same family: {sentence} {fix}",
                sentence=sentence(standing[0].title),
                fix=standing[0].fix,
            ),
            *standing,
        )
    if recognised.absent and family:
        return innocent(recognised.absent)
    return unknown(recognised.absent or recognised.fix)


_FAMILIES = (
    frozenset({*BROKEN, "python2-pickle", "torchscript", "safetensors"}),
    frozenset({*judge_names.REFUSED, "missing-code", "numpy-core", "foreign-path", "python2-pickle"}),
    DEVICE_CODES,
    frozenset({"step-on-cpu", "capturable-on-cpu"}),
    frozenset({"step-on-gpu"}),
)
"""Traps whose errors older and newer versions of torch have other words for."""
_ALIKE = _FAMILIES[3]
"""Traps with the same words."""


_CAPITAL = re.compile(r"\A(?:The|This|It|Its|Each|All|No(?:ne)?|Compare|What|Load|Verify|For)\b")
"""What a sentence begins with that goes on behind a colon."""


def _lower(found: re.Match[str]) -> str:
    return found[0].lower()

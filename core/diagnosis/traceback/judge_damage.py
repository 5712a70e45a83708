"""Errors of broken files and of other containers: whether torch says to this file what the error says.

The kinds of damage are compared, not the words.
"""

from __future__ import annotations

from core.diagnosis.damage import damage_said
from core.diagnosis.finding import Finding
from core.diagnosis.traceback.verdicts import Case, Judged, cause, innocent, unknown
from core.text import clip, sentence, sentences
from core.words import say

BROKEN = (
    *("cut-short", "not-a-checkpoint", "damaged", "bit-rot", "lost-record", "storage-size", "record-size"),
    *("no-version", "untyped-in-legacy", "nested-in-legacy", "generator-in-legacy", "text-ids"),
)
"""The findings of files whose bytes torch does not get through."""

_MANY = ("cut-short", "not-a-checkpoint", "damaged")
"""Codes of many kinds of damage."""


def broken(case: Case) -> Judged | None:
    """The bytes of the file: is the damage the same?"""
    there = case.findings_of(*BROKEN)
    said = damage_said(f"{case.recognised.quote}\n{case.details.get('reason', '')}")
    if not there:
        if case.view is None or case.findings_of("torchscript", "safetensors"):
            return None
        return _sound(case)
    same = tuple(finding for finding in there if finding.damage.has(said))
    if not said:
        same = tuple(finding for finding in there if finding.code == case.code and finding.code not in _MANY)
    if same:
        return cause(_sentence(same[0]), *same)
    return unknown(
        say(
            "it is broken too, but torch has other words for it: {sentence} {fix}",
            sentence=_sentence(there[0]),
            fix=there[0].fix,
        ),
        *there,
    )


def wrapped(case: Case) -> Judged:
    """What a framework says around any error: what torch says of this file is all there is to judge by."""
    there = case.findings_of(*BROKEN)
    why = say("torch does not get through it: {sentence}", sentence=_sentence(there[0])) if there else ""
    what = say("The words are those of another program; torch's own stand above them.")
    return unknown(sentences(why, what), *there)


def _sound(case: Case) -> Judged:
    """Of a file that opens: what was looked at, and what was not."""
    if case.code == "bit-rot":
        return unknown(say("its checksums are compared only when the file is verified: do that (--verify, or Verify)."))
    return innocent(case.recognised.absent or say("it opens as a checkpoint, and all of its bytes are there."))


def protocol(case: Case) -> Judged | None:
    """Opcodes that ``weights_only`` does not know; storages named by a pickle outside a file of torch.save."""
    if damage_said(case.recognised.quote) and (case.view is None or case.findings_of(*BROKEN)):
        return broken(case)
    there = case.findings_of("pickle-protocol", "pickle-opcode", "text-ids")
    if there:
        return cause(_sentence(there[0]), *there)
    return innocent(say("its pickle is of protocol 2.")) if case.view is not None else broken(case)


def container(case: Case) -> Judged | None:
    """A container that the torch of the error, or the way of loading, does not take."""
    if case.view is None:
        return None
    kind = case.view.container or case.view.catalogue.checkpoint.container
    if case.code == "new-container":
        if kind.startswith("zip"):
            return cause(say("it is a zip, which torch before 1.5 cannot read."), *case.findings_of("new-container"))
        return innocent(say("it is no zip but a {kind} file.", kind=kind))
    if case.code == "old-container":
        if kind == "legacy":
            return cause(say("it is in the container of torch before 1.6."), *case.findings_of("old-container"))
        return innocent(say("it is in the {kind} container, which can be mapped.", kind=kind))
    wanted = {"torchscript": "zip TorchScript"}.get(case.code, case.code)
    if kind == wanted:
        return cause(say("it is a {kind} file.", kind=kind), *case.findings_of(case.code))
    return innocent(say("it is in the {kind} container.", kind=kind))


def _sentence(finding: Finding) -> str:
    return sentence(clip(finding.title, 160))

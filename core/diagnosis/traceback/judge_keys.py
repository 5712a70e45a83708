"""Errors of ``load_state_dict``: whether the keys and shapes that they name are those of the file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from core.diagnosis.finding import Finding
from core.diagnosis.model_match.misshapen import is_partitioned, partitioned
from core.diagnosis.model_match.model_findings import model_findings
from core.diagnosis.traceback.harmless import harmless
from core.diagnosis.traceback.model_of_error import (
    ModelOfError,
    as_saved,
    handed_whole,
    model_of_error,
    shapes_told,
    state_dicts_of,
)
from core.diagnosis.traceback.verdicts import CANNOT_TELL, Case, Judged, cause, innocent, unknown
from core.diagnosis.traps.trap import Recognised
from core.edits.edits import Drop
from core.edits.preview import Preview
from core.text import clip, count_text, sentences
from core.words import marked, say

CODES = (
    *("missing-keys", "missing-prefix", "unexpected-keys", "wrapper-prefix", "flat-param", "size-mismatch"),
    "script-cuts",
)
_WITHOUT_MODEL = ("wrapper-prefix", "flat-param")
_MISSING, _UNEXPECTED = "Missing key(s)", "Unexpected key(s)"
_LISTED = re.compile(r"\"([^\"\n]{1,400})\"")
_SAMPLE = marked("The error names only some of the keys: compare the file with the model to see all of them.")


def keys(case: Case) -> Judged | None:
    """Missing, unexpected and misshapen keys."""
    view = case.view
    if view is None:
        return _by_findings(case)
    if case.findings_of("torchscript"):
        return None  # what torch.jit.load gives is no dict that a script could hand on
    if handed := handed_whole(case.recognised, view.catalogue):
        return cause(handed)
    case = replace(case, recognised=as_saved(case.recognised, view.catalogue))
    model = model_of_error(case.recognised, view.catalogue)
    if model is not None and (kept := _partitioned(case.recognised, model)):
        return innocent(kept)
    compared = gated = _by_findings(case)
    if model is None:
        said = _not_of_this_file(case, view)
        undecided = compared is not None and said.verdict == CANNOT_TELL
        return _gated(case.recognised, view, compared) if compared is not None and undecided else said
    if compared is not None:
        gated = _gated(case.recognised, view, compared, model)
        if any(each.edits for each in gated.findings) or not any(each.edits for each in compared.findings):
            return gated
    findings = _found(case.recognised, view, model)
    if gated is not None and not any(finding.edits for finding in findings):
        return gated
    if not findings:
        return innocent(say("as planned its keys are those of the model: the plan cures the error."))
    first = findings[0]
    fix = first.fix if not model.is_sample or first.edits or first.code == "size-mismatch" else say(_SAMPLE)
    return cause(sentences(_agreed(case.recognised), fix), *findings)


def _gated(recognised: Recognised, view: Preview, said: Judged, model: ModelOfError | None = None) -> Judged:
    """What the file's own findings say, with the cures that hold."""
    asked = model.wanted.shapes if model is not None else ()
    return said._replace(findings=harmless(recognised, view, said.findings, asked))


def _found(recognised: Recognised, view: Preview, model: ModelOfError) -> tuple[Finding, ...]:
    """What the model of the error says of the file, with the cures that hold."""
    found = (finding for finding in model_findings(view, model.wanted) if finding.code in CODES)
    careful = [_cautious(finding, model) for finding in found]
    return harmless(recognised, view, careful, model.wanted.shapes)


def _partitioned(recognised: Recognised, model: ModelOfError) -> str:
    """What to say where the model's side of a mismatch shows that its weights are elsewhere."""
    have = shapes_told(recognised)[0]
    wanted = model.wanted.shapes
    return partitioned([key for key in recognised.keys("mismatched") if is_partitioned(have.get(key), wanted.get(key))])


def _cautious(finding: Finding, model: ModelOfError) -> Finding:
    """Where only some keys are known, none is dropped: those that were not named may be in the same case."""
    drops = any(isinstance(edit, Drop) for edit in finding.edits)
    return replace(finding, edits=(), fix=say(_SAMPLE)) if drops and model.is_sample else finding


def _agreed(recognised: Recognised) -> str:
    """What the error and the file both name."""
    there = sorted({*recognised.keys("unexpected"), *recognised.keys("mismatched")})
    if there:
        return _it_has(there)
    missing = recognised.keys("missing")
    example = clip(min(missing), 80)
    if len(missing) > 1:
        return say("it has under other names what the error calls missing, such as {example!r}.", example=example)
    return say("it has under other names what the error calls missing: {example!r}.", example=example)


def _it_has(keys: Sequence[str]) -> str:
    example = clip(min(keys), 80)
    if len(keys) == 1:
        return say("it has the key that the error names: {example!r}.", example=example)
    return say(
        "it has {keys} that the error names, such as {example!r}.", keys=count_text(len(keys), "key"), example=example
    )


def _it_lacks(keys: Sequence[str]) -> str:
    example = clip(min(keys), 80)
    if len(keys) == 1:
        return say("it lacks the key that the error names: {example!r}.", example=example)
    return say(
        "it lacks {keys} that the error names, such as {example!r}.", keys=count_text(len(keys), "key"), example=example
    )


def _not_of_this_file(case: Case, view: Preview) -> Judged:
    """Why the error does not come from this file, as far as its keys show."""
    recognised = case.recognised
    if not _named(recognised):
        return unknown(say("the error names no key. Paste all of it, or compare the file with the model."))
    inside = {*recognised.keys("unexpected"), *recognised.keys("mismatched")}
    missing = set(recognised.keys("missing"))
    every = state_dicts_of(view.catalogue)
    if not every:
        return unknown(say("it holds no state dict whose keys could be compared with those of the error."))
    if any(missing and each.keys() >= missing for each in every):
        return innocent(_renamed_by_script(recognised))
    if inside:
        most = max(every, key=lambda each: len(each.keys() & inside))
        lacking = sorted(inside - most.keys())
        if lacking:
            return innocent(_it_should_have(lacking))
        if recognised.keys("mismatched"):
            key = recognised.keys("mismatched")[0]
            shape = f"torch.Size({list(most[key].shape or ())})"
            return innocent(
                say("its {key!r} has the shape {shape}, another than the error says.", key=clip(key, 80), shape=shape)
            )
        both = sorted(missing & most.keys())
        if both:
            return innocent(say("it has {both!r}, which the error calls missing.", both=clip(both[0], 80)))
    some = sorted(missing & set().union(*every))
    if some:
        return innocent(say("it has {some!r}, which the error calls missing.", some=clip(some[0], 80)))
    return unknown(
        say(
            "it lacks the keys that the error calls missing, as any file of another model does. Compare it with the "
            "model (--against, or Compare with a model) to see whether it is meant for it."
        )
    )


def _it_should_have(keys: Sequence[str]) -> str:
    number, example = count_text(len(keys), "key"), clip(min(keys), 80)
    if len(keys) == 1:
        return say("it lacks {keys} that the error says the file has: {example!r}.", keys=number, example=example)
    return say("it lacks {keys} that the error says the file has, such as {example!r}.", keys=number, example=example)


def _renamed_by_script(recognised: Recognised) -> str:
    """A file with all keys that are called missing: the script changes the names on their way."""
    cut = recognised.details.get("cut", "")
    return sentences(
        say("it has all keys that the error calls missing, so the script changes their names before load_state_dict."),
        say("It cuts {cut} characters from the front of each: look for a slice such as key[{cut}:] in it.", cut=cut)
        if cut
        else "",
    )


# -- with a model to compare with, or nothing but findings -----------------------------------------------------


def _by_findings(case: Case) -> Judged | None:
    """What the findings say: those against a model that the user gave, and those of prefixes."""
    there = case.findings_of(*case.recognised.codes)
    if case.recognised.codes[0] == "size-mismatch":
        there = tuple(finding for finding in there if finding.code == "size-mismatch")
    if not _named(case.recognised):  # a wrapper's prefix alone proves nothing; against a model something was compared
        there = tuple(finding for finding in there if finding.code not in _WITHOUT_MODEL)
    fitting = tuple(finding for finding in there if not _contradicts(case.recognised, finding))
    if fitting:
        return cause(_because(case.recognised, fitting[0]), *fitting)
    if there and case.view is None:
        wanted = _named(case.recognised)
        return innocent(say("the error speaks of keys such as {wanted!r}, which are not these.", wanted=wanted[0]))
    return None if case.view is not None else unknown(say("Compare its keys with those of the model."))


def _because(recognised: Recognised, finding: Finding) -> str:
    there = {*recognised.keys("unexpected"), *recognised.keys("mismatched")} & _keys_in(finding)
    if there:
        return _it_has(sorted(there))
    absent = set(recognised.keys("missing")) & _keys_missed(finding)
    if absent:
        return _it_lacks(sorted(absent))
    return say("{text}.", text=finding.title)


def _contradicts(recognised: Recognised, finding: Finding) -> bool:
    """Whether all keys that a finding is about are others than those of the error."""
    if not _named(recognised):
        return False
    here, missed = _keys_in(finding), _keys_missed(finding)
    named = {*recognised.keys("unexpected"), *recognised.keys("mismatched")}
    if named - here and here and finding.code in ("wrapper-prefix", "flat-param"):
        return True
    return not (here & named or missed & set(recognised.keys("missing")))


def _named(recognised: Recognised) -> tuple[str, ...]:
    return tuple(key for kind in ("unexpected", "missing", "mismatched") for key in recognised.keys(kind))


def _keys_in(finding: Finding) -> set[str]:
    """The keys of a state dict of this file, as it is planned, that a finding is about."""
    _, found, listed = finding.message.rpartition(_UNEXPECTED)
    if found:
        return set(_LISTED.findall(listed))
    keys = {path.rpartition("/")[2] for path in finding.paths}
    if _MISSING not in finding.message:
        keys.update(_LISTED.findall(finding.message))
    return keys | set(re.findall(r"size mismatch for ([^\s:]+):", finding.message))


def _keys_missed(finding: Finding) -> set[str]:
    """The keys that the file would have to have."""
    _, found, listed = finding.message.partition(_MISSING)
    return set(_LISTED.findall(listed.partition(_UNEXPECTED)[0])) if found else set()

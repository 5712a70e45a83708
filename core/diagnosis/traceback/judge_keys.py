"""Errors of ``load_state_dict``: whether the keys and shapes that they name are those of the file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from core.diagnosis.finding import Finding
from core.diagnosis.model_match.model_findings import model_findings
from core.diagnosis.traceback.model_of_error import ModelOfError, handed_whole, model_of_error, state_dicts_of
from core.diagnosis.traceback.verdicts import CANNOT_TELL, Case, Judged, cause, innocent, unknown
from core.diagnosis.traps.trap import Recognised
from core.edits.edits import Drop
from core.edits.preview import Preview
from core.text import clip, count_text

CODES = (
    *("missing-keys", "missing-prefix", "unexpected-keys", "wrapper-prefix", "flat-param", "size-mismatch"),
    "script-cuts",
)
_WITHOUT_MODEL = ("wrapper-prefix", "flat-param")
_MISSING, _UNEXPECTED = "Missing key(s)", "Unexpected key(s)"
_LISTED = re.compile(r"\"([^\"\n]{1,400})\"")
_SAMPLE = "The error names only some of the keys: compare the file with the model to see all of them."


def keys(case: Case) -> Judged | None:
    """Missing, unexpected and misshapen keys."""
    view = case.view
    if view is None:
        return _by_findings(case)
    if handed := handed_whole(case.recognised, view.catalogue):
        return cause(handed)
    model = model_of_error(case.recognised, view.catalogue)
    compared = _by_findings(case)
    if model is None:
        said = _not_of_this_file(case, view)
        return compared if compared is not None and said.verdict == CANNOT_TELL else said
    if compared is not None:
        return compared
    findings = tuple(
        _cautious(finding, model) for finding in model_findings(view, model.wanted) if finding.code in CODES
    )
    if not findings:
        return innocent("as planned its keys are those of the model: the plan cures the error.")
    fix = findings[0].fix if not model.is_sample or findings[0].edits else _SAMPLE
    return cause(f"{_agreed(case.recognised)} {fix}", *findings)


def _cautious(finding: Finding, model: ModelOfError) -> Finding:
    """Where only some keys are known, none is dropped: those that were not named may be in the same case."""
    drops = any(isinstance(edit, Drop) for edit in finding.edits)
    return replace(finding, edits=(), fix=_SAMPLE) if drops and model.is_sample else finding


def _agreed(recognised: Recognised) -> str:
    """What the error and the file both name."""
    there = sorted({*recognised.keys("unexpected"), *recognised.keys("mismatched")})
    if there:
        return f"it has {_some_keys(there)} the error names{_example(there)}."
    missing = recognised.keys("missing")
    return f"it has under other names what the error calls missing{_example(missing)}."


def _some_keys(named: Sequence[str]) -> str:
    return f"{count_text(len(named), 'key')} that" if len(named) > 1 else "the key that"


def _example(keys: Sequence[str]) -> str:
    return f"{', such as' if len(keys) > 1 else ':'} {clip(min(keys), 80)!r}"


def _not_of_this_file(case: Case, view: Preview) -> Judged:
    """Why the error does not come from this file, as far as its keys show."""
    recognised = case.recognised
    if not _named(recognised):
        return unknown("the error names no key. Paste all of it, or compare the file with the model.")
    inside = {*recognised.keys("unexpected"), *recognised.keys("mismatched")}
    missing = set(recognised.keys("missing"))
    every = state_dicts_of(view.catalogue)
    if not every:
        return unknown("it holds no state dict whose keys could be compared with those of the error.")
    if any(missing and each.keys() >= missing for each in every):
        return innocent(_renamed_by_script(recognised))
    if inside:
        most = max(every, key=lambda each: len(each.keys() & inside))
        lacking = sorted(inside - most.keys())
        if lacking:
            return innocent(
                f"it lacks {count_text(len(lacking), 'key')} that the error says the file has{_example(lacking)}."
            )
        if recognised.keys("mismatched"):
            key = recognised.keys("mismatched")[0]
            shape = f"torch.Size({list(most[key].shape or ())})"
            return innocent(f"its {clip(key, 80)!r} has the shape {shape}, another than the error says.")
        both = sorted(missing & most.keys())
        if both:
            return innocent(f"it has {clip(both[0], 80)!r}, which the error calls missing.")
    some = sorted(missing & set().union(*every))
    if some:
        return innocent(f"it has {clip(some[0], 80)!r}, which the error calls missing.")
    return unknown(
        "it lacks the keys that the error calls missing, as any file of another model does. Compare it with the model "
        "(--against, or Compare with a model) to see whether it is meant for it."
    )


def _renamed_by_script(recognised: Recognised) -> str:
    """A file with all keys that are called missing: the script changes the names on their way."""
    cut = recognised.details.get("cut", "")
    how = (
        f" It cuts {cut} characters from the front of each: look for a slice such as key[{cut}:] in it." if cut else ""
    )
    return (
        "it has all keys that the error calls missing, so the script changes their names before load_state_dict." + how
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
        return innocent(f"the error speaks of keys such as {wanted[0]!r}, which are not these.")
    return None if case.view is not None else unknown("Compare its keys with those of the model.")


def _because(recognised: Recognised, finding: Finding) -> str:
    there = {*recognised.keys("unexpected"), *recognised.keys("mismatched")} & _keys_in(finding)
    if there:
        return f"it has {_some_keys(sorted(there))} the error names{_example(sorted(there))}."
    absent = set(recognised.keys("missing")) & _keys_missed(finding)
    if absent:
        return f"it lacks {_some_keys(sorted(absent))} the error names{_example(sorted(absent))}."
    return f"{finding.title}."


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

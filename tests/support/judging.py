"""Torch and the diagnosis side by side: what torch says to a file, what is found in it, and whether the cures cure."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import torch

from core.diagnosis.diagnose import cure_all, diagnose
from core.diagnosis.finding import ERROR, NOTE, Finding
from core.edits.edits import Plan
from core.edits.preview import Preview, preview
from core.loading.computer import Computer
from core.saving.save import save
from tests.support.engine import planned

CPU = Computer(0)


def quiet_load(path: Path, **options: Any) -> Any:
    """``torch.load(path)``; its warnings of other protocols and of quantised tensors are not what is tested."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return torch.load(path, **options)


def torch_says(path: Path) -> str | None:
    """What plain ``torch.load(path)`` raises here; None when it loads."""
    try:
        quiet_load(path)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is what the user sees
        return str(error) or type(error).__name__
    return None


def errors(findings: Iterable[Finding]) -> list[Finding]:
    """Those after which plain ``torch.load`` fails."""
    return [finding for finding in findings if finding.severity == ERROR]


def findings_of(path: Path, *edits: Any, computer: Computer = CPU) -> tuple[Finding, ...]:
    """What is found in a file as planned."""
    return diagnose(planned(path, *edits), computer)


def only(code: str, findings: Iterable[Finding]) -> Finding:
    """The one finding of a code."""
    found = [finding for finding in findings if finding.code == code]
    assert len(found) == 1, f"{code}: {len(found)} of {[finding.code for finding in findings]}"
    return found[0]


def assert_cured(finding: Finding, view: Preview, computer: Computer = CPU) -> Preview:
    """With the edits of a finding the finding is gone; gives the preview with them."""
    assert finding.edits, f"{finding.code} has no cure"
    cured = preview(view.catalogue, view.plan.with_edits(finding.edits))
    again = [each for each in diagnose(cured, computer) if each.code == finding.code]
    assert not any(set(each.entries) & set(finding.entries) for each in again), again
    return cured


def assert_cures_cure(view: Preview, computer: Computer = CPU) -> tuple[Finding, ...]:
    """`assert_cured` for each finding that has a cure; gives all findings."""
    findings = diagnose(view, computer)
    for finding in findings:
        if finding.edits:
            assert_cured(finding, view, computer)
    return findings


def assert_agree(view: Preview, path: Path, *, words: bool = True) -> str | None:
    """There is a finding of level error exactly when torch refuses ``path``, in its words, which are given back.

    Without ``words`` they may differ: of several things that torch does not know, it names the first it meets.
    """
    said, found = torch_says(path), errors(diagnose(view, CPU))
    assert bool(found) == (said is not None), f"torch says {said!r}, found are {[each.code for each in found]}"
    if said is not None and words:
        assert said == found[0].message, f"{said}\n-- but --\n{found[0].message}"
    return said


def cure_each(view: Preview, computer: Computer = CPU) -> Plan:
    """The plan with the cures of all errors and warnings, each chosen by its code."""
    plan = view.plan
    while True:
        found = diagnose(preview(view.catalogue, plan), computer)
        codes = {each.code for each in found if each.edits and each.severity != NOTE}
        cured = cure_all(view.catalogue, plan, computer, codes)
        if cured == plan:
            return plan
        plan = cured


def cured_copy(source: Path, target: Path, computer: Computer = CPU) -> Preview:
    """Save the file with all its cures, those too that lose something; gives the preview that was saved."""
    view = planned(source)
    cured = preview(view.catalogue, cure_each(view, computer))
    save(cured, target, overwrite=True)
    return cured

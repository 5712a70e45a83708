"""The option ``--cure`` of ``fix``: findings by their codes, or all of them, become edits of the plan."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from cli.shared_arguments import computer_of
from core.catalogue.catalogue import Catalogue
from core.catalogue.modules import module_entries
from core.diagnosis.diagnose import cure_all, diagnose
from core.diagnosis.finding import ERROR, NOTE, Finding, worth_telling
from core.diagnosis.model_match.model_keys import read_model_keys
from core.edits.edits import Extract, Plan
from core.edits.preview import preview
from core.errors import EditError
from core.text import listed, sentences
from core.words import say

ALL = "all"


def cure(catalogue: Catalogue, plan: Plan, arguments: argparse.Namespace) -> tuple[Plan, list[str], dict[str, Any]]:
    """The plan with the cures asked for, lines for people, and what JSON says of it.

    Raises `EditError` for a code that this file does not have, or that no edit cures.
    """
    computer = computer_of(arguments)
    wanted = read_model_keys(arguments.against) if arguments.against else None
    codes = set(arguments.cure)
    asked, plan = plan, _with_what_it_is_about(catalogue, plan, codes)
    before = diagnose(preview(catalogue, Plan()), computer, wanted)
    planned = diagnose(preview(catalogue, plan), computer, wanted) if plan and plan is asked else before
    _check(codes - {ALL}, [*before, *planned])
    cured = plan
    if codes - {ALL}:
        cured = cure_all(catalogue, cured, computer, codes - {ALL}, wanted)
    if ALL in codes:
        cured = cure_all(catalogue, cured, computer, None, wanted)
    after = diagnose(preview(catalogue, cured), computer, wanted)
    gone = _codes(planned, without=after)
    left = [finding for finding in after if finding.severity == ERROR]
    notes = []
    if ALL in codes and cured == asked:
        notes += [] if left else [say("nothing to fix for {computer}", computer=computer.text)]
    elif gone:
        notes.append(say("fixes these problems: {codes}", codes=listed(gone)))
    notes += [
        say("no edit fixes {code}: {title}. {fix}", code=finding.code, title=finding.title, fix=finding.fix)
        for finding in left
        if not finding.edits
    ]
    if ALL in codes:
        notes += [_left(each) for each in {each.code: each for each in after if _is_left(each)}.values()]
    extra = {"cured": gone, "left": [{"code": finding.code, "severity": finding.severity} for finding in after]}
    return cured, notes, extra


def _with_what_it_is_about(catalogue: Catalogue, plan: Plan, codes: set[str]) -> Plan:
    """The plan; where its edits of names are about keys of whole models only, with the cure that makes these.

    Taken out as they are: a cure that unwraps them would leave nothing to strip, or strip a second time.
    """
    if not any(edit.segments for edit in plan.edits) or not codes & {ALL, "whole-model"}:
        return plan
    edits = []
    for model in module_entries(catalogue):
        with suppress(EditError):  # of one that only its own code can read
            edits += [change.edit for change in preview(catalogue, Plan((Extract(model.entry),))).changes]
    return Plan((*edits, *plan.edits)) if edits else plan


def _is_left(finding: Finding) -> bool:
    """Whether curing all has left out a cure, which is to be chosen by itself."""
    return bool(finding.edits) and finding.severity != NOTE


def _left(finding: Finding) -> str:
    left = say("left as it is: {title}. --cure {code}: {fix}", title=finding.title, code=finding.code, fix=finding.fix)
    return sentences(left, say("That loses {loses}.", loses=finding.loses) if finding.loses else "")


def _codes(findings: Iterable[Finding], without: Iterable[Finding]) -> list[str]:
    left = {finding.code for finding in without}
    return [code for code in dict.fromkeys(finding.code for finding in findings) if code not in left]


def _check(codes: set[str], findings: list[Finding]) -> None:
    """Every code must be a finding that an edit cures."""
    curable = list(dict.fromkeys(finding.code for finding in findings if finding.edits))
    news = list(dict.fromkeys(finding.code for finding in worth_telling(findings) if finding.edits))
    told = say("--cure can fix: {curable}.", curable=listed(news)) if news else say("There is nothing to fix in it.")
    for code in sorted(codes - set(curable)):
        found = next((finding for finding in findings if finding.code == code), None)
        if found is not None:
            raise EditError(sentences(say("No edit fixes {code!r}: {fix}", code=code, fix=found.fix), told))
        raise EditError(sentences(say("diagnose finds no problem called {code!r} in this file.", code=code), told))

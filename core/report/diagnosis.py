"""What the command line prints of a diagnosis: as data for JSON and as text for people."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from core.diagnosis.finding import NOTE, SEVERITIES, Finding, covered_by, curable, grouped, is_for_all, worth_telling
from core.diagnosis.model_match.model_findings import Comparison
from core.diagnosis.places import others, places
from core.diagnosis.traceback.answer import CANNOT_TELL, NOT_CAUSE, Answer
from core.edits.edits import Edit, Plan
from core.edits.preview import Preview, preview
from core.errors import CheckpointError
from core.loading.computer import Computer
from core.loading.quoting import command
from core.loading.torch_messages import reason_in, without_escapes
from core.recipes.as_command import words_of
from core.recipes.saying import steps_of
from core.report.inspect import JsonDict
from core.report.layout import columns, wrapped
from core.report.severities import NOUNS, severity_text
from core.text import clip, count_text, enumerated, listed, sentence, sentences, series, shown, titled
from core.torch_child.trial_load import LoadResult
from core.words import marked, say

NOT_RECOGNISED = marked("Pthfinder does not know this error. Paste the whole traceback, down to its last line.")
NOTHING_SAID = marked("You pasted no text. Paste the whole traceback.")
_WIDTH = 100
_MOST_OTHERS = 8


def answer_lines(
    answer: Answer | None, findings: Sequence[Finding], fix: Sequence[str], view: Preview | None, *, empty: bool
) -> Iterator[str]:
    """The verdict, what to do, and what the error is; ``fix`` are the words of the command that cures.

    ``findings`` are those of the file.
    """
    if answer is None:
        yield sentences(say("The error is not recognised."), say(NOTHING_SAID if empty else NOT_RECOGNISED))
        return
    recognised = answer.recognised
    yield from _shortened("", answer.text, 5)
    yield from _shortened(say("what to do"), answer.advice, 4)
    for finding in answer.offered[:1]:
        if line := cure_command(finding, findings, fix, view):
            yield f"  {titled(say('fix'), line)}"
            yield from _shortened(say("loses"), finding.loses, 2)
    if answer.verdict != NOT_CAUSE:
        yield from _shortened(say("the error"), sentences(sentence(recognised.title), answer.explanation), 2)
    yield from _shortened(say("it says"), recognised.quote, 2)


def other_lines(answer: Answer | None, findings: Sequence[Finding]) -> Iterator[str]:
    """What else was found in the file, a line each."""
    told = {finding.code for finding in answer.findings} if answer is not None else set()
    groups = [group for group in grouped(worth_telling(findings)) if group[0].code not in told]
    groups = [group for group in groups if group[0].severity != NOTE]
    if groups:
        yield say("also wrong with this file:")
    for finding, *_ in groups[:_MOST_OTHERS]:
        yield f"  {titled(f'{severity_text(finding.severity)} {finding.code}', clip(finding.title, 80))}"
    if len(groups) > _MOST_OTHERS:
        yield f"  {say('and {count} more: see diagnose without --error', count=len(groups) - _MOST_OTHERS)}"


def cure_options(finding: Finding, view: Preview | None) -> list[str]:
    """The options of ``fix`` that make the edits of a cure, whatever machine it is asked for; empty where none do."""
    if view is None:
        return []
    steps, left = steps_of(view.catalogue, Plan(finding.edits))
    return [] if left else words_of(steps)


def _cure_by_code(finding: Finding, fix: Sequence[str]) -> str:
    return command([*fix, *_codes(finding)]) if finding.edits else ""


def _codes(finding: Finding) -> list[str]:
    return ["--cure", *filter(None, (finding.fixed_with, finding.code))]


def _cure_of_all(findings: Sequence[Finding], fix: Sequence[str]) -> str:
    """The line that makes all cures which lose nothing; empty where it would be that of a single one."""
    codes = list(dict.fromkeys(finding.code for finding in curable(findings)))
    if len(codes) < 2:
        return ""
    alone = all(is_for_all(finding) for finding in findings if finding.code in codes and finding.edits)
    return command([*fix, "--cure", *(codes if alone else ["all"])])


def cure_command(finding: Finding, findings: Sequence[Finding], fix: Sequence[str], view: Preview | None) -> str:
    """The line that cures: by the code where the file alone shows the finding, else edit by edit; empty for none.

    ``findings`` are those of the file.
    """
    is_known = any(each.code == finding.code and each.edits == finding.edits for each in findings)
    options = _codes(finding) if is_known else cure_options(finding, view)
    return command([*fix, *options]) if options else ""


def _shortened(name: str, text: str, most: int) -> Iterator[str]:
    """One part, wrapped and cut to its lines."""
    lines = wrapped(" ".join(text.split()), _WIDTH - columns(name) - 4)
    if len(lines) > most:
        lines = [*lines[: most - 1], f"{lines[most - 1][: _WIDTH - 12]} …"]
    for number, line in enumerate(lines):
        if name and not number:
            yield f"  {titled(name, line)}"
        else:
            yield f"{('    ' if name else '  ') if number else ''}{line}"


_MOST_LINES = 12
_LONGEST = 4 * _WIDTH * _MOST_LINES
"""Characters of a text that are looked at for these lines."""
_MOST_PATHS = 3
_MOST_KEYS = 8


@dataclass(frozen=True)
class Diagnosis:
    """All that was found out about one file.

    ``view`` is None for a file that does not open. ``asked`` is the text of an error, None where none was given, and
    ``answer`` what it is, None where it is not known. ``comparison`` is that with a model, or a sentence why there is
    none. ``verdict`` is what torch did, or a sentence why it could not be asked, or None. ``unopened`` says why a
    folder does not open, or a file that is not there.
    """

    file: str
    computer: Computer
    findings: tuple[Finding, ...]
    view: Preview | None = None
    asked: str | None = None
    answer: Answer | None = None
    comparison: Comparison | str | None = None
    verdict: LoadResult | str | None = None
    unopened: str = ""


# -- JSON ------------------------------------------------------------------------------------------------------


def diagnosis_json(diagnosis: Diagnosis, fix: Sequence[str]) -> JsonDict:
    """The object that ``diagnose --json`` prints; ``fix`` are the words of the command that cures."""
    computer = diagnosis.computer
    return {
        "file": diagnosis.file,
        "machine": {"gpus": computer.gpus, "ranks": computer.ranks},
        "findings": [_finding_json(finding, diagnosis.view, fix) for finding in diagnosis.findings],
        "fix_all": _cure_of_all(diagnosis.findings, fix),
        "error": _answer_json(diagnosis, fix) if diagnosis.asked is not None else None,
        "against": _comparison_json(diagnosis.comparison),
        "verdict": _verdict_json(diagnosis.verdict),
        **({"unopened": diagnosis.unopened} if diagnosis.unopened else {}),
    }


def _finding_json(finding: Finding, view: Preview | None, fix: Sequence[str]) -> JsonDict:
    return {
        "code": finding.code,
        "severity": finding.severity,
        "title": finding.title,
        "says": finding.says if finding.message else "",
        "message": finding.message,
        "paths": list(finding.paths),
        "count": finding.count or len(finding.paths),
        "explanation": without_escapes(finding.explanation),
        "fix": finding.fix,
        "edits": edit_texts(finding.edits, view) if view is not None else [],
        "command": _cure_by_code(finding, fix),
        "workaround": finding.workaround,
        "loses": finding.loses,
    }


def edit_texts(edits: Sequence[Edit], view: Preview) -> list[str]:
    """What each edit does, in a few words, as the list of changes says it."""
    try:
        changes = preview(view.catalogue, view.plan.with_edits(edits)).changes
    except CheckpointError:
        return [type(edit).__name__ for edit in edits]
    titles = {change.edit: change.title for change in changes}
    return [titles.get(edit, type(edit).__name__) for edit in edits]


def _answer_json(diagnosis: Diagnosis, fix: Sequence[str]) -> JsonDict:
    answer = diagnosis.answer
    if answer is None:
        why = NOT_RECOGNISED if (diagnosis.asked or "").strip() else NOTHING_SAID
        return {"recognised": False, "is_cause": False, "verdict": CANNOT_TELL, "answer": say(why)}
    recognised = answer.recognised
    return {
        "recognised": True,
        "codes": list(recognised.codes),
        "quote": recognised.quote,
        "title": recognised.title,
        "explanation": recognised.explanation,
        "fix": "" if answer.verdict == NOT_CAUSE else recognised.fix,
        "details": dict(recognised.details),
        "is_cause": answer.is_cause,
        "verdict": answer.verdict,
        "answer": answer.text,
        "advice": answer.advice,
        "findings": [finding.code for finding in answer.findings],
        "cures": [_cure_json(finding, diagnosis, fix) for finding in answer.offered],
    }


def _cure_json(finding: Finding, diagnosis: Diagnosis, fix: Sequence[str]) -> JsonDict:
    """A cure as ``fix`` takes it: ``--cure`` does not know what only the error shows, or only its own machine has."""
    return {
        "code": finding.code,
        "fix": finding.fix,
        "loses": finding.loses,
        "edits": edit_texts(finding.edits, diagnosis.view) if diagnosis.view is not None else [],
        "options": cure_options(finding, diagnosis.view),
        "command": cure_command(finding, diagnosis.findings, fix, diagnosis.view),
    }


def _comparison_json(comparison: Comparison | str | None) -> JsonDict | None:
    if comparison is None:
        return None
    if isinstance(comparison, str):
        return {"message": comparison.removeprefix("not compared. ")}
    rename = comparison.rename
    return {
        "model": comparison.wanted.name,
        "keys": len(comparison.wanted.shapes),
        "matched": comparison.matched,
        "missing": list(comparison.missing),
        "unexpected": [row.key_in_file for row in comparison.unexpected],
        "mismatched": [{"key": row.key_wanted, "have": row.have, "want": row.want} for row in comparison.mismatched],
        "message": comparison.message,
        "rename": None
        if rename is None
        else {
            "title": rename.title,
            "matched_before": rename.matched_before,
            "matched_after": rename.matched_after,
            "of": rename.of,
            "missing": list(rename.missing),
            "unexpected": list(rename.unexpected),
            "mismatched": list(rename.mismatched),
        },
    }


def _verdict_json(verdict: LoadResult | str | None) -> JsonDict | None:
    if verdict is None:
        return None
    if isinstance(verdict, str):
        return {"ok": None, "why_not": verdict}
    return {
        "ok": verdict.ok,
        "on_cpu": verdict.on_cpu,
        "kind": verdict.kind,
        "message": verdict.message,
        "torch": verdict.torch,
        "seconds": verdict.seconds,
        "summary": verdict.summary,
    }


# -- text ------------------------------------------------------------------------------------------------------


def diagnosis_lines(diagnosis: Diagnosis, fix: Sequence[str]) -> Iterator[str]:
    """The diagnosis for a terminal. ``fix`` are the words of the command that cures, but for what it cures."""
    if diagnosis.asked is not None:
        yield from _answered(diagnosis, fix)
        return
    groups = grouped(worth_telling(diagnosis.findings))
    yield _heading(diagnosis)
    for finding, *alike in groups:
        yield ""
        cure = "" if finding.is_covered else _cure_by_code(finding, fix)
        yield from _finding_lines(finding, cure, diagnosis.view)
        yield from _also_fixed(alike, covered_by(finding, [each for each, *_ in groups]))
    if all_of_them := _cure_of_all(diagnosis.findings, fix):
        yield ""
        yield titled(_all_of_what(diagnosis.findings), all_of_them)
    yield from _asked_for(diagnosis)


def _all_of_what(findings: Iterable[Finding]) -> str:
    """What the line for all cures, when others of those that are shown are left out of it."""
    cured = [finding for finding in worth_telling(findings) if finding.edits and not finding.is_covered]
    if any(finding.loses and finding.severity != NOTE for finding in cured):
        return say("fix all that loses nothing")
    if any(finding.severity == NOTE for finding in cured):
        return say("fix the errors and warnings")
    return say("fix all")


def _answered(diagnosis: Diagnosis, fix: Sequence[str]) -> Iterator[str]:
    """The answer to an error, and below it, in a line each, what else was found."""
    yield from answer_lines(
        diagnosis.answer, diagnosis.findings, fix, diagnosis.view, empty=not (diagnosis.asked or "").strip()
    )
    yield ""
    yield _heading(diagnosis)
    yield from other_lines(diagnosis.answer, diagnosis.findings)
    yield from _asked_for(diagnosis)


def _asked_for(diagnosis: Diagnosis) -> Iterator[str]:
    """What was wanted besides: a comparison with a model, and torch's own word."""
    if diagnosis.comparison is not None:
        yield ""
        yield from _comparison_lines(
            diagnosis.comparison, {finding.code for finding in diagnosis.findings if finding.severity != NOTE}
        )
    if diagnosis.verdict is not None:
        yield ""
        yield from _verdict_lines(diagnosis.verdict)


def _heading(diagnosis: Diagnosis) -> str:
    groups = grouped(worth_telling(diagnosis.findings))
    counts = [
        count_text(number, NOUNS[severity])
        for severity in SEVERITIES
        if (number := sum(group[0].severity == severity for group in groups))
    ]
    computer, found = diagnosis.computer, series(counts) or say("no problems found")
    if computer.ranks > 1:
        return say(
            "{file}, on {computer}, {ranks} processes: {found}",
            file=diagnosis.file,
            computer=computer.text,
            ranks=computer.ranks,
            found=found,
        )
    return say("{file}, on {computer}: {found}", file=diagnosis.file, computer=computer.text, found=found)


def _finding_lines(finding: Finding, cure: str, view: Preview | None) -> Iterator[str]:
    yield titled(f"{severity_text(finding.severity)} {finding.code}", clip(finding.title, 160))
    if view is not None and finding.entries:
        found = places(view.catalogue, finding)
        shown = listed(clip(place.text, 72) for place in found[:_MOST_PATHS])
        yield from _part(say("at"), f"{shown} {others(finding, found, _MOST_PATHS)}".rstrip())
    yield from _part(finding.says, telling(finding.message), ordered=True)
    yield from _part(say("why"), without_escapes(finding.explanation))
    yield from _part(say("what to do"), finding.fix)
    yield from _part(say("not advised"), finding.workaround)
    if cure:
        yield f"        {titled(say('fix'), cure)}"
    for loss in finding.losses:
        yield from _part(say("loses"), loss)


def _also_fixed(alike: Sequence[Finding], covered: Sequence[str]) -> Iterator[str]:
    """What else goes with the same cure: the codes of others, names that torch refuses in one part, all else in a line
    each.
    """
    if covered:
        yield from _part(say("also fixes"), listed(covered))
    names = [clip(each.name) for each in alike if each.name]
    if len(names) > 1:
        told = say("{count:,} more names that torch.load(f) refuses", count=len(names))
        yield from _part(say("also fixes"), titled(told, enumerated(names, _MOST_PATHS)))
    for other in alike if len(names) < 2 else [each for each in alike if not each.name]:
        yield from _part(say("also fixes"), clip(other.title, 160))


def _comparison_lines(comparison: Comparison | str, told: Collection[str]) -> Iterator[str]:
    """``told`` are the codes of the findings, in which torch's words list the keys already."""
    if isinstance(comparison, str):
        yield say("against the model: {why}", why=comparison)
        return
    yield say(
        "against {model}: {matched} of {count} keys fit",
        model=comparison.wanted.name,
        matched=comparison.matched,
        count=len(comparison.wanted.shapes),
    )
    misshapen = [
        say("{key} ({have} here, {want} there)", key=row.key_wanted, have=row.have, want=row.want)
        for row in comparison.mismatched
    ]
    for name, code, keys in (
        (say("missing"), "missing-keys", comparison.missing),
        (say("unexpected"), "unexpected-keys", [row.key_in_file or "" for row in comparison.unexpected]),
        (say("size mismatch"), "size-mismatch", misshapen),
    ):
        yield from _part(
            name,
            listed([clip(key, 72) for key in keys], _MOST_KEYS)
            if code not in told
            else say("{keys}, listed above", keys=count_text(len(keys), "key")),
        )
    rename = comparison.rename
    if rename is not None:
        yield from _part(
            say("rename"),
            say(
                "{title}: then {matched_after} of {of} keys fit",
                title=rename.title,
                matched_after=rename.matched_after,
                of=rename.of,
            ),
        )


def _verdict_lines(verdict: LoadResult | str) -> Iterator[str]:
    if isinstance(verdict, str):
        yield f"torch   {say('no answer: {why}', why=verdict)}"
        return
    asked = say(
        "{torch} tried it: torch.load(f) {summary} ({seconds:.1f} s)",
        torch=verdict.torch,
        summary=verdict.summary,
        seconds=verdict.seconds,
    )
    yield f"torch   {asked}"
    yield from _part(verdict.kind or say("it says"), without_escapes(verdict.message), ordered=True)


def _part(name: str, text: str, *, ordered: bool = False) -> Iterator[str]:
    """One part of a finding, indented; empty ones and what goes beyond a screen are left out.

    The lines of a text that is ``ordered`` in lines are kept, each behind a mark: one that a key brings with it is no
    line of ours.
    """
    lines: list[str] = []
    text = text[:_LONGEST].strip()
    for paragraph in text.split("\n") if ordered else [text]:
        one = shown(paragraph.strip())
        lines += [
            f"          {'' if number or not lines else '| '}{line}"
            for number, line in enumerate(wrapped(one, _WIDTH - 8))
        ]
    if len(lines) > _MOST_LINES:
        lines = [*lines[:_MOST_LINES], "          …"]
    if lines:
        yield f"        {titled(name, lines[0].lstrip())}"
        yield from lines[1:]


def telling(message: str) -> str:
    """What torch's message says about this file, without what it says of every file that it refuses."""
    text = without_escapes(message)
    reason = reason_in(text)
    return f"{text.partition('.')[0]}. … {reason}" if reason else text

"""The answer to a pasted error as text for a terminal: one verdict first, one cure, and no more than a screen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.diagnosis.finding import NOTE, Finding, grouped
from core.diagnosis.traceback.answer import CAUSE, Answer
from core.edits.edits import Plan
from core.edits.preview import Preview
from core.loading.quoting import command
from core.recipes.as_command import words_of
from core.recipes.saying import steps_of
from core.report.layout import columns, wrapped
from core.report.severities import severity_text
from core.text import clip, sentence, sentences
from core.words import marked, say

NOT_RECOGNISED = marked(
    "This is no error of loading that is known here. Paste the whole traceback, down to its last line."
)
NOTHING_SAID = marked("There is nothing to recognise: the text is empty.")
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
    yield from _part("", answer.text, 5)
    yield from _part(say("fix"), answer.advice, 4)
    for finding in offered(answer)[:1]:
        if line := cure_command(finding, findings, fix, view):
            yield f"  {say('cure')}: {line}"
            yield from _part(say("loses"), finding.loses, 2)
    yield from _part(say("the error"), sentences(sentence(recognised.title), recognised.explanation), 2)
    yield from _part(say("it says"), recognised.quote, 2)


def other_lines(answer: Answer | None, findings: Sequence[Finding]) -> Iterator[str]:
    """What else was found in the file, a line each."""
    told = {finding.code for finding in answer.findings} if answer is not None else set()
    groups = [group for group in grouped(findings) if group[0].code not in told]
    groups = [group for group in groups if group[0].severity != NOTE]
    if groups:
        yield say("also wrong with this file:")
    for finding, *_ in groups[:_MOST_OTHERS]:
        yield f"  {severity_text(finding.severity)} {finding.code}: {clip(finding.title, 80)}"
    if len(groups) > _MOST_OTHERS:
        yield f"  {say('and {count} more: see diagnose without --error', count=len(groups) - _MOST_OTHERS)}"


def offered(answer: Answer) -> tuple[Finding, ...]:
    """The findings of an answer that a cure is offered for: none where the file is not the cause."""
    return tuple(finding for finding in answer.findings if finding.edits and answer.verdict == CAUSE)


def cure_options(finding: Finding, view: Preview | None) -> list[str]:
    """The options of ``fix`` that make the edits of a cure, whatever machine it is asked for; empty where none do."""
    if view is None:
        return []
    steps, left = steps_of(view.catalogue, Plan(finding.edits))
    return [] if left else words_of(steps)


def cure_command(finding: Finding, findings: Sequence[Finding], fix: Sequence[str], view: Preview | None) -> str:
    """The line that cures: by the code where the file alone shows the finding, else edit by edit; empty for none.

    ``findings`` are those of the file.
    """
    is_known = any(each.code == finding.code and each.edits == finding.edits for each in findings)
    options = ["--cure", finding.code] if is_known else cure_options(finding, view)
    return command([*fix, *options]) if options else ""


def _part(name: str, text: str, most: int) -> Iterator[str]:
    """One part, wrapped and cut to its lines."""
    lines = wrapped(" ".join(text.split()), _WIDTH - columns(name) - 4)
    if len(lines) > most:
        lines = [*lines[: most - 1], f"{lines[most - 1][: _WIDTH - 12]} …"]
    for number, line in enumerate(lines):
        first = f"  {name}: " if name else ""
        yield f"{first}{line}" if not number else f"{'    ' if name else '  '}{line}"

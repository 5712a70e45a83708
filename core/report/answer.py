"""The answer to a pasted error as text for a terminal: one verdict first, one cure, and no more than a screen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from core.diagnosis.finding import NOTE, Finding, grouped
from core.diagnosis.traceback.answer import CAUSE, Answer
from core.edits.edits import AddPrefix, Drop, Edit, RenameKey, StripPrefix
from core.edits.preview import Preview
from core.loading.quoting import command, option, path_word
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


def answer_lines(answer: Answer | None, fix: Sequence[str], view: Preview | None, *, empty: bool) -> Iterator[str]:
    """The verdict, what to do, and what the error is; ``fix`` are the words of the command that cures."""
    if answer is None:
        yield sentences(say("The error is not recognised."), say(NOTHING_SAID if empty else NOT_RECOGNISED))
        return
    recognised = answer.recognised
    yield from _part("", answer.text, 5)
    yield from _part(say("fix"), answer.advice, 4)
    cured = next((finding for finding in answer.findings if finding.edits and answer.verdict == CAUSE), None)
    if cured is not None and (line := _command(cured, fix, view)):
        yield f"  {say('cure')}: {line}"
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


def _command(finding: Finding, fix: Sequence[str], view: Preview | None) -> str:
    """The command that makes the edits: by their code where diagnose finds it too, else one by one."""
    if not finding.code or view is None:
        return ""
    if finding.code not in _OF_THE_ERROR:
        return command([*fix, "--cure", finding.code])
    options = [_option(edit, view) for edit in finding.edits]
    return command([*fix, *chain(*options)]) if all(options) else ""


_OF_THE_ERROR = frozenset({"no-such-key", "missing-keys", "missing-prefix", "unexpected-keys", "size-mismatch"})
"""Findings that no file shows by itself: what it lacks, or has too much, only the model or the script knows."""


def _option(edit: Edit, view: Preview) -> tuple[str, ...]:
    """The option of ``fix`` that does an edit; empty where there is none."""
    match edit:
        case StripPrefix(prefix=prefix, inner=inner):
            return option(f"--strip-{'segment' if inner else 'prefix'}", prefix)
        case AddPrefix(prefix=prefix):
            return option("--add-prefix", prefix)
        case RenameKey(entry=entry, name=name):
            path = path_word(view.catalogue, entry)
            return option("--rename", f"{path}={name}") if path and "=" not in path else ()
        case Drop(entry=entry):
            path = path_word(view.catalogue, entry)
            return option("--drop", path) if path else ()
    return ()


def _part(name: str, text: str, most: int) -> Iterator[str]:
    """One part, wrapped and cut to its lines."""
    lines = wrapped(" ".join(text.split()), _WIDTH - columns(name) - 4)
    if len(lines) > most:
        lines = [*lines[: most - 1], f"{lines[most - 1][: _WIDTH - 12]} …"]
    for number, line in enumerate(lines):
        first = f"  {name}: " if name else ""
        yield f"{first}{line}" if not number else f"{'    ' if name else '  '}{line}"

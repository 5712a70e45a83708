"""Which of several errors torch raises first: whoever has a traceback in front of him looks for that one."""

from __future__ import annotations

from collections.abc import Sequence

from core.diagnosis.finding import ERROR, SEVERITIES, Finding
from core.edits.preview import Preview
from core.loading.computer import Computer
from core.loading.torch_words import words_for

_OF_THE_PICKLE = frozenset({"pickle-protocol", "pickle-opcode"})
"""Raised wherever the opcode stands, which no entry tells."""
_LAST = frozenset({"storage-size"})
"""Raised when the pickle has been read."""


def in_order(view: Preview, computer: Computer, findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Findings with the worst first, and errors as torch comes upon them: it stops at the first."""
    errors = [finding for finding in findings if finding.severity == ERROR]
    errors.sort(key=lambda finding: (finding.code in _LAST, min(finding.entries, default=0)))
    if not view.plan and len({finding.code for finding in errors}) > 1:
        errors = _by_the_words(view, computer, errors)
    rest = [finding for finding in findings if finding.severity != ERROR]
    return (*errors, *sorted(rest, key=lambda finding: SEVERITIES.index(finding.severity)))


def _by_the_words(view: Preview, computer: Computer, errors: list[Finding]) -> list[Finding]:
    """The file is followed as torch reads it where its opcodes are among the errors, up to the first of them."""
    if not any(finding.code in _OF_THE_PICKLE for finding in errors):
        return errors
    try:
        said = words_for(view.catalogue.checkpoint.path, computer)
    except OSError:  # gone meanwhile
        return errors
    return sorted(errors, key=lambda finding: finding.message != said)

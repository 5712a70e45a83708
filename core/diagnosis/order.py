"""Which of several errors torch raises first: whoever has a traceback in front of him looks for that one."""

from __future__ import annotations

from collections.abc import Sequence

from core.diagnosis.finding import ERROR, SEVERITIES, Finding
from core.edits.preview import Preview
from core.loading.computer import Computer
from core.loading.opcodes import Stops, stops_at_opcode
from core.objects.global_names import global_of, python3_name
from core.objects.tensors import storage_id

_OF_THE_PICKLE = frozenset({"pickle-protocol", "pickle-opcode"})
"""Raised wherever the opcode stands, which no entry tells."""
_LAST = frozenset({"storage-size", "incomplete-copy"})
"""Raised when the pickle has been read, or never by torch itself."""


def in_order(view: Preview, computer: Computer, findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Findings with the worst first, and errors as torch comes upon them: it stops at the first."""
    errors = [finding for finding in findings if finding.severity == ERROR]
    errors.sort(key=_place)
    opcodes = [finding for finding in errors if finding.code in _OF_THE_PICKLE]
    if opcodes and len(errors) > len(opcodes) and not view.plan and not _opcode_first(view, computer):
        others = [finding for finding in errors if finding.code not in _OF_THE_PICKLE]
        errors = [others[0], *opcodes, *others[1:]]
    rest = [finding for finding in findings if finding.severity != ERROR]
    return (*errors, *sorted(rest, key=lambda finding: SEVERITIES.index(finding.severity)))


def _place(finding: Finding) -> tuple[bool, int, bool]:
    return finding.code in _LAST, min(finding.entries, default=0), finding.code not in _OF_THE_PICKLE


def _opcode_first(view: Preview, computer: Computer) -> bool:
    """Whether the opcode that torch does not know stands before any name and any device that it refuses."""
    checkpoint = view.catalogue.checkpoint
    names = frozenset(python3_name(global_of(dotted)) for dotted in view.refused_names)
    storages = map(storage_id, checkpoint.mentions.persistent)
    far = [index for index, storage in enumerate(storages) if storage and not computer.has(storage.device)]
    return stops_at_opcode(checkpoint, Stops(names, far[0] if far else None))

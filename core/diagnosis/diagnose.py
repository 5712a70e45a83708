"""Finds the traps in a file as it is planned, for the computer it is to be loaded on; errors as torch meets them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from core.catalogue.catalogue import Catalogue
from core.diagnosis.finding import ERROR, SEVERITIES, Finding, is_for_all
from core.diagnosis.model_match.model_findings import model_findings
from core.diagnosis.model_match.model_keys import ModelKeys
from core.diagnosis.traps.devices import device_findings
from core.diagnosis.traps.nested import is_plain, nested_findings
from core.diagnosis.traps.objects import call_findings
from core.diagnosis.traps.records import odd_findings, text_id_finding
from core.diagnosis.traps.register import BY_CODE, LOOKS, LOOKS_AT_ANY
from core.diagnosis.unopened import findings_of_container
from core.edits.edits import Plan
from core.edits.preview import Preview, preview
from core.errors import CheckpointError
from core.loading.computer import Computer
from core.loading.opcodes import Stops, has_text_ids, stops_at_opcode
from core.objects.global_names import global_of, python3_name
from core.objects.tensors import storage_id
from core.progress import Tick, ignore


def in_order(view: Preview, computer: Computer, findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Findings with the worst first, and errors as torch comes upon them: it stops at the first."""
    errors = [finding for finding in findings if finding.severity == ERROR]
    errors.sort(key=_place)
    opcodes = [finding for finding in errors if _at_an_opcode(finding)]
    if opcodes and len(errors) > len(opcodes) and not view.plan and not _opcode_first(view, computer):
        others = [finding for finding in errors if not _at_an_opcode(finding)]
        errors = [others[0], *opcodes, *others[1:]]
    rest = [finding for finding in findings if finding.severity != ERROR]
    return (*errors, *sorted(rest, key=lambda finding: SEVERITIES.index(finding.severity)))


def _place(finding: Finding) -> tuple[bool, int, bool]:
    trap = BY_CODE.get(finding.code)
    return trap is not None and trap.late, min(finding.entries, default=0), not _at_an_opcode(finding)


def _at_an_opcode(finding: Finding) -> bool:
    trap = BY_CODE.get(finding.code)
    return trap is not None and trap.at_an_opcode


def _opcode_first(view: Preview, computer: Computer) -> bool:
    """Whether the opcode that torch does not know stands before any name and any device that it refuses."""
    checkpoint = view.catalogue.checkpoint
    names = frozenset(python3_name(global_of(dotted)) for dotted in view.refused_names)
    storages = map(storage_id, checkpoint.mentions.persistent)
    far = [index for index, storage in enumerate(storages) if storage and not computer.has(storage.device)]
    return stops_at_opcode(checkpoint, Stops(names, far[0] if far else None))


_MOST_ROUNDS = 200


def diagnose(
    view: Preview, computer: Computer = Computer(), wanted: ModelKeys | None = None, tick: Tick = ignore
) -> tuple[Finding, ...]:
    """All traps of the planned file on a computer, the worst first and errors in the order in which torch meets them.

    ``wanted`` is what a model expects of it.
    """
    findings = [*_of_the_file(view, computer, tick), *odd_findings(view)]
    if wanted is not None:
        if wanted.shapes:  # the comparison knows more about the keys than their look does
            findings = [finding for finding in findings if finding.code != "wrapper-prefix"]
        findings += model_findings(view, wanted)
    return in_order(view, computer, findings)


def _of_the_file(view: Preview, computer: Computer, tick: Tick) -> Sequence[Finding]:
    """What the rules find; of files that no rule is made for the one thing that matters."""
    if view.catalogue.checkpoint.read_only is not None or not view.catalogue.checkpoint.pickled:
        found = (finding for look in LOOKS_AT_ANY for finding in look(view, computer))
        return [*findings_of_container(view.catalogue), *found]
    if has_text_ids(view.catalogue.checkpoint):
        return [text_id_finding(view)]
    looks = (nested_findings, device_findings) if is_plain(view) else LOOKS  # what else torch.load meets comes later
    findings: list[Finding] = []
    for number, look in enumerate(looks):
        tick(number, len(looks))
        findings += look(view, computer)
    if any(finding.severity == ERROR for finding in findings):
        return findings
    return [*findings, *call_findings(view)]


def cure_all(
    catalogue: Catalogue,
    plan: Plan = Plan(),
    computer: Computer = Computer(),
    codes: Collection[str] | None = None,
    wanted: ModelKeys | None = None,
) -> Plan:
    """The plan with the cures of all findings, or of those with these ``codes``.

    Notes, and cures that lose what a library may want back, only where they are named.

    One finding after the other, because the cure of one often cures others.
    """
    tried: set[tuple[object, ...]] = set()
    for _ in range(_MOST_ROUNDS):
        step = _next_step(preview(catalogue, plan), computer, codes, wanted, tried)
        if step is None:
            return plan
        plan = step
    return plan


def _next_step(
    view: Preview,
    computer: Computer,
    codes: Collection[str] | None,
    wanted: ModelKeys | None,
    tried: set[tuple[object, ...]],
) -> Plan | None:
    for finding in diagnose(view, computer, wanted):
        asked = is_for_all(finding) if codes is None else finding.code in codes
        key = (finding.code, finding.edits)
        if not asked or not finding.edits or key in tried:
            continue
        tried.add(key)
        plan = view.plan.with_edits(finding.edits)
        try:
            preview(view.catalogue, plan)
        except CheckpointError:  # two cures that do not go together: the first one holds
            continue
        return plan
    return None

"""What a click means in terms of plans: pure functions from a plan to the next one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TypeGuard

from core.catalogue.catalogue import Catalogue
from core.edits.edits import (
    Drop,
    Edit,
    Keep,
    MoveOptimizer,
    Plan,
    RemapDevice,
    check_device,
    device_matches,
)
from gui.document.selection import held, uppermost

#: Offered wherever a device can be chosen, besides what the file itself mentions.
COMMON_TARGETS = ("cpu", "cuda:0", "cuda:1")
#: Of the devices in use, offered as targets; any other can be typed.
_MOST_OFFERED = 16
#: So many devices of one kind are moved one by one; more by one glob, which is one line among the pending changes.
_FEW = 8


def targets(devices: Iterable[str]) -> list[str]:
    """The devices to offer as a target: the common ones first, then all others in use."""
    return list(dict.fromkeys((*COMMON_TARGETS, *islice(devices, _MOST_OFFERED))))


def rows_below(catalogue: Catalogue, entries: Sequence[int]) -> frozenset[int]:
    """The tensor rows in the subtrees of some entries."""
    return frozenset(held(catalogue, entries).rows)


def remap(plan: Plan, source: str, target: str | None, devices: Iterable[str]) -> Plan:
    """Move everything on a device; no target, or the device itself, takes an earlier move back.

    A glob in the plan that covers the device is first written out for the other `devices` of the file. Where it covers
    very many it stays, and what becomes of this one device is said after it.
    """
    devices = list(devices)
    glob = _glob_over(plan, source)
    before = find_remap(plan, source)
    if glob is not None and sum(device_matches(glob.source, device) for device in devices) > _FEW:
        plan = plan if before is None else plan.without(before)
        wanted = source if target is None else check_device(target)
        return plan if wanted == glob.target else plan.with_edit(RemapDevice(source, wanted))
    plan = _without_globs_over(plan, source, devices)
    before = find_remap(plan, source)
    if target is None or target == source:
        return plan if before is None else plan.without(before)
    return plan.with_edit(RemapDevice(source, check_device(target)))


def _without_globs_over(plan: Plan, source: str, devices: Sequence[str]) -> Plan:
    edits: list[Edit] = []
    for edit in plan.edits:
        if _is_glob_over(edit, source):
            covered = [device for device in devices if device_matches(edit.source, device)]
            edits += [RemapDevice(device, edit.target) for device in covered if device != edit.target]
        else:
            edits.append(edit)
    return Plan().with_edits(edits)


def _glob_over(plan: Plan, source: str) -> RemapDevice | None:
    """The last move of whole devices that covers a device without being about it alone."""
    return next((edit for edit in reversed(plan.edits) if _is_glob_over(edit, source)), None)


def _is_glob_over(edit: Edit, source: str) -> TypeGuard[RemapDevice]:
    return _is_whole(edit) and edit.source != source and device_matches(edit.source, source)


def _is_whole(edit: Edit) -> TypeGuard[RemapDevice]:
    """Whether an edit moves all that was saved on its devices."""
    return isinstance(edit, RemapDevice) and edit.is_whole


def find_remap(plan: Plan, source: str) -> RemapDevice | None:
    """The move of a whole device in a plan, if there is one."""
    for edit in plan.edits:
        if _is_whole(edit) and edit.source == source:
            return edit
    return None


def gather(plan: Plan, devices: Sequence[str], target: str = "cpu") -> Plan:
    """Move each of several devices to one; of a kind that is there very often, all by one glob."""
    kinds = Counter(device.partition(":")[0] for device in devices)
    for kind in (kind for kind, count in kinds.items() if count > _FEW):
        glob = f"{kind}:*"
        kept = tuple(edit for edit in plan.edits if not (_is_whole(edit) and device_matches(glob, edit.source)))
        plan = Plan((*kept, RemapDevice(glob, target)))
    for device in (device for device in devices if kinds[device.partition(":")[0]] <= _FEW):
        plan = remap(plan, device, target, devices)
    return plan


def map_entries(plan: Plan, catalogue: Catalogue, entries: Sequence[int], target: str) -> Plan:
    """Move the tensors below some entries, each with its whole storage."""
    rows = rows_below(catalogue, entries)
    return plan.with_edit(RemapDevice("*", check_device(target), rows=rows)) if rows else plan


def drop(plan: Plan, catalogue: Catalogue, entries: Sequence[int]) -> Plan:
    """Leave entries out of the file; if all of them are left out already, take them in again."""
    chosen = {Drop(entry): None for entry in uppermost(catalogue, entries) if entry > 0}
    known = set(plan.edits)
    if chosen and known.issuperset(chosen):
        return Plan(tuple(edit for edit in plan.edits if edit not in chosen))
    # One by one, each looking for its like in the plan, thousands would take minutes.
    return Plan((*plan.edits, *(edit for edit in chosen if edit not in known)))


def move_optimizer(plan: Plan, entry: int, target: str | None) -> Plan:
    """Move the state of one optimizer to a device or `follow` its parameters; None keeps it where it is."""
    if target is None:
        before = find_move(plan, entry)
        return plan if before is None else plan.without(before)
    return plan.with_edit(MoveOptimizer(target if target == "follow" else check_device(target), entry))


def find_move(plan: Plan, entry: int) -> MoveOptimizer | None:
    """The move of an optimizer in a plan, if there is one; a move of all optimizers counts."""
    for edit in reversed(plan.edits):
        if isinstance(edit, MoveOptimizer) and edit.entry in (entry, None):
            return edit
    return None


def keep(plan: Plan, entry: int | None) -> Plan:
    """Make one entry the whole file; None takes that back."""
    before = plan.find(Keep)
    if before is not None:
        plan = plan.without(before)
    return plan if entry is None else plan.with_edit(Keep(entry))

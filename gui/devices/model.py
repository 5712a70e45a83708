"""The rows of the devices panel: what lies where, and where it will go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.catalogue.storages import DeviceTotal
from core.edits.edits import Plan, RemapDevice, device_matches


@dataclass(frozen=True)
class DeviceRow:
    """One device of the file; `target` is where the plan moves all of it, None where it stays."""

    total: DeviceTotal
    target: str | None


def device_rows(devices: tuple[DeviceTotal, ...], plan: Plan) -> list[DeviceRow]:
    """One row a device, the one with most bytes first."""
    moves = [edit for edit in plan.edits if isinstance(edit, RemapDevice) and edit.role is None and edit.rows is None]
    return [DeviceRow(total, _target_of(moves, total.device)) for total in devices]


def _target_of(moves: Sequence[RemapDevice], device: str) -> str | None:
    """Where a whole device goes: the last move that matches it, a glob too."""
    for edit in reversed(moves):
        if device_matches(edit.source, device):
            return edit.target if edit.target != device else None
    return None

"""The rows of the devices panel: what lies where, and where it will go."""

from __future__ import annotations

from dataclasses import dataclass

from core.catalogue.storages import DeviceTotal
from core.edits.devices import whole_target
from core.edits.edits import Plan


@dataclass(frozen=True)
class DeviceRow:
    """One device of the file; `target` is where the plan moves all of it, None where it stays."""

    total: DeviceTotal
    target: str | None


def device_rows(devices: tuple[DeviceTotal, ...], plan: Plan) -> list[DeviceRow]:
    """One row a device, the one with most bytes first."""
    return [DeviceRow(total, whole_target(plan, total.device)) for total in devices]

"""The rows of the memory panel: what each device has to hold, in the file and after the plan."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from core.catalogue.storages import DeviceTotal
from core.edits.preview import Preview

_NOTHING = DeviceTotal("", 0, 0, 0)


@dataclass(frozen=True)
class MemoryRow:
    """One device; `most` is the largest number of bytes of any row, which the longest bar stands for."""

    device: str
    before: DeviceTotal
    after: DeviceTotal
    most: int


def memory_rows(preview: Preview, order: Sequence[str]) -> list[MemoryRow]:
    """One row a device that holds something before or after."""
    before = _by_device(preview.totals_before)
    after = _by_device(preview.totals_after) if preview.plan else before
    most = max((total.bytes for total in (*before.values(), *after.values())), default=0)
    devices = [device for device in order if device in before or device in after]
    return [MemoryRow(d, before.get(d, _NOTHING), after.get(d, _NOTHING), most) for d in devices]


def _by_device(totals: Iterable[DeviceTotal]) -> dict[str, DeviceTotal]:
    return {total.device: total for total in totals}

"""The rows of the memory panel: what each device has to hold, in the file and after the plan."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtGui import QFont

from core.catalogue.storages import DeviceTotal
from core.edits.preview import Preview
from core.memory.sizes import memory_text
from core.text import count_text
from gui.widgets.item_roles import ItemRole
from gui.widgets.table_model import Heading, Role, TableModel

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


class MemoryModel(TableModel[MemoryRow]):
    """Device, bytes in the file, bytes after the plan."""

    headings = (
        Heading("Device", "Where torch.load without map_location puts the tensors"),
        Heading("In the file", "The bytes that loading the file as it is puts on the device"),
        Heading("After the plan", "The bytes that loading the saved file will put on the device"),
    )

    def text(self, row: MemoryRow, column: int) -> str:
        """What a cell shows."""
        if column == 0:
            return row.device
        total = self._total(row, column)
        return memory_text(total.bytes) if total.tensors else "–"

    def raw(self, row: MemoryRow, column: int) -> Any:
        """Bytes as numbers."""
        return row.device if column == 0 else self._total(row, column).bytes

    def tip(self, row: MemoryRow, column: int) -> str:
        """The exact numbers."""
        if column == 0:
            return ""
        total = self._total(row, column)
        storages = count_text(total.storages, "storage")
        return f"{total.bytes:,} bytes: {count_text(total.tensors, 'tensor')} in {storages}"

    def chips(self, row: MemoryRow, _column: int) -> tuple[str, ...]:
        """The device, whose colour the bars have too."""
        return (row.device,)

    def extra(self, row: MemoryRow, column: int, role: int) -> Any:
        """The length of the bar, and bold for what the plan changes."""
        if role == ItemRole.SHARE and column:
            return self._total(row, column).bytes / row.most if row.most else 0.0
        if role == Role.FontRole and column == 2 and row.before.bytes != row.after.bytes:
            font = QFont()
            font.setBold(True)
            return font
        return None

    @staticmethod
    def _total(row: MemoryRow, column: int) -> DeviceTotal:
        return row.before if column == 1 else row.after

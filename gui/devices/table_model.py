"""The devices panel as Qt asks for it."""

from __future__ import annotations

from typing import Any

from core.dtypes import NO_DEVICE
from core.text import clip, count_text, size_text
from gui.devices.model import DeviceRow
from gui.widgets.table_model import Heading, TableModel


class DevicesModel(TableModel[DeviceRow]):
    """Device, tensors, bytes; the fourth column is where the panel puts the drop-downs."""

    headings = (
        Heading("Device", "Where torch.load(f) without map_location would put the tensors. A click selects them."),
        Heading("Tensors", "How many tensors were saved on it", number=True),
        Heading("Size", "The bytes of their storages; what tensors share is counted once", number=True),
        Heading("Goes to", "Where the file you save puts them: as torch.load(f, map_location={device: target}) would"),
    )

    def text(self, row: DeviceRow, column: int) -> str:
        """What a cell shows."""
        total = row.total
        return (total.device, f"{total.tensors:,}", size_text(total.bytes), row.target or "keep")[column]

    def raw(self, row: DeviceRow, column: int) -> Any:
        """Numbers as numbers."""
        total = row.total
        return (total.device, total.tensors, total.bytes, row.target or "")[column]

    def tip(self, row: DeviceRow, column: int) -> str:
        """The exact numbers."""
        total = row.total
        if column == 0 and total.device == NO_DEVICE:
            return "This format saves no device: whoever loads the file chooses one. A click selects all tensors."
        if column == 0:
            return f"Click to select all {count_text(total.tensors, 'tensor')} saved on {clip(total.device)}."
        storages = count_text(total.storages, "storage")
        return f"{count_text(total.tensors, 'tensor')}, {total.bytes:,} bytes in {storages}"

    def chips(self, row: DeviceRow, column: int) -> tuple[str, ...]:
        """The device with its colour."""
        return (row.total.device,) if column == 0 else ()

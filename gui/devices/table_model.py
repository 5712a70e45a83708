"""The devices panel as Qt asks for it."""

from __future__ import annotations

from typing import Any

from core.dtypes import NO_DEVICE
from core.text import clip, count_text, size_text
from core.words import marked, say
from gui.devices.model import DeviceRow
from gui.widgets.table_model import Heading, TableModel


class DevicesModel(TableModel[DeviceRow]):
    """Device, tensors, bytes; the fourth column is where the panel puts the drop-downs."""

    headings = (
        Heading(
            marked("Device"),
            marked("Where torch.load(f) without map_location would put the tensors. A click selects them."),
        ),
        Heading(marked("Tensors"), marked("How many tensors were saved on it"), number=True),
        Heading(marked("Size"), marked("The bytes of their storages; what tensors share is counted once"), number=True),
        Heading(
            marked("Goes to"),
            marked("Where the file you save puts them: as torch.load(f, map_location={device: target}) would"),
        ),
    )

    def text(self, row: DeviceRow, column: int) -> str:
        """What a cell shows."""
        total = row.total
        return (total.device, f"{total.tensors:,}", size_text(total.bytes), row.target or say("keep"))[column]

    def raw(self, row: DeviceRow, column: int) -> Any:
        """Numbers as numbers."""
        total = row.total
        return (total.device, total.tensors, total.bytes, row.target or "")[column]

    def tip(self, row: DeviceRow, column: int) -> str:
        """The exact numbers."""
        total = row.total
        if column == 0 and total.device == NO_DEVICE:
            return say("This format saves no device: whoever loads the file chooses one. A click selects all tensors.")
        if column == 0:
            return say(
                "Click to select all {tensors} saved on {device}.",
                tensors=count_text(total.tensors, "tensor"),
                device=clip(total.device),
            )
        storages = count_text(total.storages, "storage")
        return say(
            "{tensors}, {bytes:,} bytes in {storages}",
            tensors=count_text(total.tensors, "tensor"),
            bytes=total.bytes,
            storages=storages,
        )

    def chips(self, row: DeviceRow, column: int) -> tuple[str, ...]:
        """The device with its colour."""
        return (row.total.device,) if column == 0 else ()

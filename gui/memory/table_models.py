"""The two tables of the memory panel as Qt asks for them: what the file holds, and what was measured."""

from __future__ import annotations

from typing import Any

from PySide6.QtGui import QFont

from core.catalogue.storages import DeviceTotal
from core.memory.sizes import memory_text
from core.text import count_text
from core.words import marked, say
from gui.memory.bars_model import PHASE_WORDS
from gui.memory.measured_model import MeasuredRow, signed_size
from gui.memory.model import MemoryRow
from gui.widgets.item_roles import ItemRole
from gui.widgets.table_model import Heading, Role, TableModel


class MemoryModel(TableModel[MemoryRow]):
    """Device, bytes in the file, bytes after the plan."""

    headings = (
        Heading(marked("Device"), marked("Where torch.load without map_location puts the tensors")),
        Heading(marked("In the file"), marked("The bytes that loading the file as it is puts on the device")),
        Heading(marked("After the plan"), marked("The bytes that loading the saved file will put on the device")),
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
        return say(
            "{bytes:,} bytes: {tensors} in {storages}",
            bytes=total.bytes,
            tensors=count_text(total.tensors, "tensor"),
            storages=storages,
        )

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


class MeasuredModel(TableModel[MeasuredRow]):
    """Phase, predicted, measured."""

    headings = (
        Heading(marked("Phase"), marked("What was done, and where: RAM is that of the process")),
        Heading(
            marked("Predicted"),
            marked("At the end of the phase: RAM in all, of a GPU torch.cuda.memory_allocated"),
            True,
        ),
        Heading(
            marked("Measured"), marked("The same, as the kernel and torch counted it in a process that did it"), True
        ),
    )

    def text(self, row: MeasuredRow, column: int) -> str:
        """What a cell shows."""
        if column == 0:
            return row.label
        if column == 2:
            return signed_size(row.measured)
        told = signed_size(row.predicted)
        most = signed_size(row.at_most)
        return f"{told} – {most}" if row.at_most > row.predicted and most != told else told

    def raw(self, row: MeasuredRow, column: int) -> Any:
        """Bytes as numbers."""
        return (row.phase, row.predicted, row.measured)[column]

    def tip(self, row: MeasuredRow, _column: int) -> str:
        """The exact figures."""
        return f"{PHASE_WORDS[row.phase]} · {row.device}\n{row.detail}"

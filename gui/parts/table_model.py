"""The strip of files as Qt asks for it."""

from __future__ import annotations

from typing import Any

from core.text import clip, size_text
from core.words import marked, say_count
from gui.parts.model import PartLine, state_text, state_tip
from gui.widgets.item_roles import ItemRole
from gui.widgets.table_model import Heading, TableModel

NAME, TENSORS, SIZE, DEVICES, STATE = range(5)


class PartsModel(TableModel[PartLine]):
    """A row a file."""

    headings = (
        Heading(marked("File"), marked("A click shows only what lies in this file; a second one shows all again.")),
        Heading(marked("Tensors"), marked("How many tensors have bytes in it"), number=True),
        Heading(marked("Size"), marked("The bytes of the file"), number=True),
        Heading(marked("Devices"), marked("Where the tensors in it were saved")),
        Heading(marked("State"), marked("What is missing, not used, there twice or damaged")),
    )

    def text(self, row: PartLine, column: int) -> str:
        """What a cell shows."""
        part = row.part
        if column == NAME:
            return part.name
        if column == STATE:
            return state_text(row)
        if column == DEVICES:
            return ", ".join(part.devices)
        if part.bytes is None:
            return ""
        return f"{part.tensors:,}" if column == TENSORS else size_text(part.bytes)

    def raw(self, row: PartLine, column: int) -> Any:
        """Numbers as numbers."""
        part = row.part
        return (part.name, part.tensors, part.bytes or 0, part.devices, state_text(row))[column]

    def tip(self, row: PartLine, column: int) -> str:
        """The whole name, the exact number, or a sentence."""
        part = row.part
        if column == NAME:
            return clip(part.name, 400)
        if column == SIZE and part.bytes is not None:
            return say_count(part.bytes, "{n:,} byte", "{n:,} bytes")
        return state_tip(row) if column == STATE and state_text(row) else ""

    def chips(self, row: PartLine, column: int) -> tuple[str, ...]:
        """Devices with their colours."""
        return row.part.devices if column == DEVICES else ()

    def extra(self, row: PartLine, column: int, role: int) -> Any:
        """What is wrong is red; what is only there is pale."""
        if role == ItemRole.OWN:
            return row.is_wrong and column == STATE
        return row.is_beside if role == ItemRole.SUMMARY else None

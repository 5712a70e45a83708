"""Many tensors as few rows: a container whose tensors are all chosen stands for them."""

from __future__ import annotations

from collections.abc import Sequence

from gui.document.many import counted
from gui.document.outline import TOP, Outline
from gui.document.totals import tables_of


def cover(outline: Outline, entries: Sequence[int]) -> list[int]:
    """The uppermost nodes that hold nothing but these tensors; together they hold them all."""
    catalogue = outline.catalogue
    tables, ends = tables_of(catalogue), catalogue.ends
    up_to = counted(catalogue, entries)

    def counts(node: int) -> tuple[int, int]:
        """How many tensors a node holds, and how many of them are chosen."""
        spans = [tables.span(member, ends[member]) for member in outline.members(node)]
        return sum(map(len, spans)), sum(up_to[span.stop] - up_to[span.start] for span in spans)

    found: list[int] = []
    pending = list(reversed(outline.children(TOP)))
    while pending:
        node = pending.pop()
        held, wanted = counts(node)
        if wanted and wanted == held:
            found.append(node)
        elif wanted:
            pending += reversed(outline.children(node))
    return found

"""What each column says about something that only the other file has."""

from __future__ import annotations

from math import prod

from core.catalogue.catalogue import Catalogue
from core.text import clip, count_text, shape_text, size_text
from core.words import say, say_count
from gui.document.cells import Column, quantity_text
from gui.document.ghosts import Ghost
from gui.document.marks import Badge, Tone

_LONGEST = 400
_MOST_DTYPES = 2


class GhostCells:
    """Texts about ghosts, by the catalogue of the other file."""

    def __init__(self, theirs: Catalogue) -> None:
        self._theirs = theirs
        self._name = clip(theirs.checkpoint.name, 60)

    def text(self, ghost: Ghost, column: Column) -> str:
        """What a cell shows."""
        if column is Column.KEY:
            return clip(ghost.label, _LONGEST) or '""'
        rows = self._rows(ghost)
        if not rows or column in (Column.AFTER, Column.FILE):
            return ""
        tensors = [self._theirs.tensors[row] for row in rows]
        if column is Column.SIZE:
            return size_text(sum(tensor.nbytes for tensor in tensors))
        if column is Column.NUMBERS:
            return quantity_text(sum(prod(tensor.shape) for tensor in tensors))
        if column is Column.DTYPE:
            dtypes = list(dict.fromkeys(tensor.dtype for tensor in tensors))
            return (
                ", ".join(dtypes) if len(dtypes) <= _MOST_DTYPES else say_count(len(dtypes), "{n} dtype", "{n} dtypes")
            )
        if column is Column.DEVICE:
            return ", ".join(self.devices(ghost))
        return shape_text(tensors[0].shape) if self._is_tensor(ghost) else count_text(len(rows), "tensor")

    def devices(self, ghost: Ghost) -> tuple[str, ...]:
        """The devices in the other file."""
        return tuple(dict.fromkeys(map(self._theirs.device_of, self._rows(ghost))))

    def note(self, ghost: Ghost) -> str:
        """What stands beside the key: a plain value."""
        if len(ghost.entries) > 1 or self._rows(ghost):
            return ""
        return self._theirs.summary(ghost.entries[0])

    def badge(self, ghost: Ghost) -> Badge:
        """The mark of a ghost."""
        return Badge(Tone.REMOVED, say("only there"), self.tooltip(ghost))

    def badge_of_many(self, count: int) -> Badge:
        """The mark of a folded row in which ghosts lie."""
        return Badge(
            Tone.REMOVED,
            f"{count:,}",
            say("Below: {keys} only in {name}", keys=count_text(count, "key"), name=self._name),
        )

    def tooltip(self, ghost: Ghost) -> str:
        """Where it is."""
        paths = [clip(self._theirs.path_text(entry), _LONGEST) for entry in ghost.entries[:3]]
        more = len(ghost.entries) - len(paths)
        lines = [*paths, say("and {more:,} more", more=more)] if more else paths
        return "\n".join([say("Only {name} has this; there is no place for it in this file:", name=self._name), *lines])

    def _is_tensor(self, ghost: Ghost) -> bool:
        return len(ghost.entries) == 1 and self._theirs.rows[ghost.entries[0]] >= 0

    def _rows(self, ghost: Ghost) -> list[int]:
        return [row for entry in ghost.entries for row in self._theirs.subtree_rows(entry)]

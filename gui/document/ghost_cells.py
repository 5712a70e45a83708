"""What each column says about something that only the other file has."""

from __future__ import annotations

from math import prod

from core.catalogue.catalogue import Catalogue
from core.catalogue.rows import TensorRow
from core.text import clip, count_text, shape_text, size_text
from core.words import say, say_count
from gui.document.cells import quantity_text
from gui.document.ghosts import Ghost
from gui.document.marks import Badge, Tone

_LONGEST = 400
_MOST_DTYPES = 2


class GhostCells:
    """Texts about ghosts, by the catalogue of the other file."""

    def __init__(self, theirs: Catalogue) -> None:
        self._theirs = theirs
        self._name = clip(theirs.checkpoint.name, 60)

    def label(self, ghost: Ghost) -> str:
        """The key."""
        return clip(ghost.label, _LONGEST) or '""'

    def shape(self, ghost: Ghost) -> str:
        """The shape of a tensor, or how many there are."""
        tensors = self._tensors(ghost)
        if len(ghost.entries) == 1 and self._theirs.rows[ghost.entries[0]] >= 0:
            return shape_text(tensors[0].shape)
        return count_text(len(tensors), "tensor") if tensors else ""

    def dtype(self, ghost: Ghost) -> str:
        """The dtype, or the few that occur below."""
        dtypes = list(dict.fromkeys(tensor.dtype for tensor in self._tensors(ghost)))
        return ", ".join(dtypes) if len(dtypes) <= _MOST_DTYPES else say_count(len(dtypes), "{n} dtype", "{n} dtypes")

    def size(self, ghost: Ghost) -> str:
        """The bytes."""
        tensors = self._tensors(ghost)
        return size_text(sum(tensor.nbytes for tensor in tensors)) if tensors else ""

    def numbers(self, ghost: Ghost) -> str:
        """How many numbers there are."""
        tensors = self._tensors(ghost)
        return quantity_text(sum(prod(tensor.shape) for tensor in tensors)) if tensors else ""

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

    def _tensors(self, ghost: Ghost) -> list[TensorRow]:
        return [self._theirs.tensors[row] for row in self._rows(ghost)]

    def _rows(self, ghost: Ghost) -> list[int]:
        return [row for entry in ghost.entries for row in self._theirs.subtree_rows(entry)]

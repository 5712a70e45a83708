"""What each column says about something that only the other file has."""

from __future__ import annotations

from math import prod

from core.catalogue.catalogue import Catalogue
from core.catalogue.rows import TensorRow
from core.text import clip, count_text, listed, shape_text, size_text
from core.words import say, say_count
from gui.document.badges import RowBadge, Tone
from gui.document.cells import quantity_text
from gui.document.removed_rows import RemovedRow

_LONGEST = 400
_MOST_DTYPES = 2


class RemovedCells:
    """Texts about removed rows, by the catalogue of the other file."""

    def __init__(self, theirs: Catalogue) -> None:
        self._theirs = theirs
        self._name = clip(theirs.checkpoint.name, 60)

    def label(self, removed: RemovedRow) -> str:
        return clip(removed.label, _LONGEST) or '""'

    def shape(self, removed: RemovedRow) -> str:
        """The shape of a tensor, or how many there are."""
        tensors = self._tensors(removed)
        if len(removed.entries) == 1 and self._theirs.rows[removed.entries[0]] >= 0:
            return shape_text(tensors[0].shape)
        return count_text(len(tensors), "tensor") if tensors else ""

    def dtype(self, removed: RemovedRow) -> str:
        """The dtype, or the few that occur below."""
        dtypes = list(dict.fromkeys(tensor.dtype for tensor in self._tensors(removed)))
        return listed(dtypes) if len(dtypes) <= _MOST_DTYPES else say_count(len(dtypes), "{n} dtype", "{n} dtypes")

    def size(self, removed: RemovedRow) -> str:
        tensors = self._tensors(removed)
        return size_text(sum(tensor.nbytes for tensor in tensors)) if tensors else ""

    def numbers(self, removed: RemovedRow) -> str:
        tensors = self._tensors(removed)
        return quantity_text(sum(prod(tensor.shape) for tensor in tensors)) if tensors else ""

    def devices(self, removed: RemovedRow) -> tuple[str, ...]:
        return tuple(dict.fromkeys(map(self._theirs.device_of, self._rows(removed))))

    def note(self, removed: RemovedRow) -> str:
        """What stands beside the key: a plain value."""
        if len(removed.entries) > 1 or self._rows(removed):
            return ""
        return self._theirs.summary(removed.entries[0])

    def badge(self, removed: RemovedRow) -> RowBadge:
        return RowBadge(Tone.REMOVED, say("only there"), self.tooltip(removed))

    def badge_of_many(self, count: int) -> RowBadge:
        """The badge of a folded row in which removed rows lie."""
        return RowBadge(
            Tone.REMOVED,
            f"{count:,}",
            say("Below: {keys} only in {name}", keys=count_text(count, "key"), name=self._name),
        )

    def tooltip(self, removed: RemovedRow) -> str:
        """Return the paths in the other file."""
        paths = [clip(self._theirs.path_text(entry), _LONGEST) for entry in removed.entries[:3]]
        more = len(removed.entries) - len(paths)
        lines = [*paths, say("and {more:,} more", more=more)] if more else paths
        return "\n".join([say("Only {name} has this; there is no place for it in this file:", name=self._name), *lines])

    def _tensors(self, removed: RemovedRow) -> list[TensorRow]:
        return [self._theirs.tensors[row] for row in self._rows(removed)]

    def _rows(self, removed: RemovedRow) -> list[int]:
        return [row for entry in removed.entries for row in self._theirs.subtree_rows(entry)]

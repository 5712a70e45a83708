"""Two checkpoints side by side: what differs at an entry of the open one, and what is in the other one only."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

from core.catalogue.catalogue import Catalogue

if TYPE_CHECKING:
    from core.values.diff import Difference, FileDifference

SAME: Final = "same"
CHANGED: Final = "changed"
RENAMED: Final = "renamed"
HERE: Final = "only here"
THERE: Final = "only there"


@dataclass(frozen=True, eq=False)
class Compared:
    """The open document, another checkpoint, and how they differ; made on any thread, never changed."""

    mine: Catalogue
    theirs: Catalogue
    difference: FileDifference

    @property
    def name(self) -> str:
        """The name of the other file."""
        return self.theirs.checkpoint.path.name

    @cached_property
    def changed(self) -> dict[int, Difference]:
        """What differs at each entry of the open document that both files have."""
        return {found.entry_a: found for found in self.difference.changed}

    @cached_property
    def renamed(self) -> dict[int, int]:
        """Entries of the open document whose bytes the other has under another key, and where."""
        return dict(self.difference.renamed)

"""An edit of no register: a tensor is seen transposed. It says so in one place, and everything else has to follow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from core.catalogue.catalogue import Catalogue
from core.edits.draft import Draft
from core.edits.edit import NO_EFFECT, Edit, Effect
from core.edits.fields import Entry
from core.edits.script import Script
from core.edits.steps import Names, Step


@dataclass(frozen=True)
class Transpose(Edit):
    """What ``tensor.t()`` is of the tensor at an entry: the same storage, the dimensions in reverse."""

    entry: Entry

    about = ("entry",)
    turn = 2

    def apply(self, draft: Draft) -> Effect:
        row = draft.catalogue.rows[self.entry]
        tensor = draft.laid_out(row)
        draft.reshape(row, tensor.shape[::-1], tensor.stride[::-1])
        return Effect(1)

    def title(self, catalogue: Catalogue, effect: Effect = NO_EFFECT) -> str:
        return f"transpose {catalogue.path_text(self.entry)}"

    def on_button(self, catalogue: Catalogue, most: int = 32) -> str:
        return self.title(catalogue)

    def ways(self, names: Names) -> Iterator[list[Step]]:
        return iter(())

    def in_torch(self, script: Script) -> None:
        """Nothing here has code made of it."""

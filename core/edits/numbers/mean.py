"""Numbers of tensors become the means of those that several checkpoints have."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.catalogue.catalogue import Catalogue
from core.edits.draft import Draft
from core.edits.edit import NO_EFFECT, Edit, Effect
from core.edits.fields import Identity, Shape
from core.edits.numbers.setting import PutTensor
from core.edits.steps import Names, Step
from core.words import marked, say

if TYPE_CHECKING:
    from pathlib import Path

    from core.edits.script import Script


@dataclass(frozen=True, slots=True)
class MeanOf:
    """The mean of tensors of other files, each with its weight: what `core.edits.diff.Put` asks, with several files.

    In torch it is ``sum(w * x.double() for …) / sum(weights)``, in this order, and then ``.to`` the tensor's own dtype:
    the sums are of float64, or of complex128, and rounded once.
    """

    parts: tuple[PutTensor, ...]
    weights: tuple[float, ...]

    key = None

    @property
    def file(self) -> Path:
        return self.parts[0].file

    @property
    def identity(self) -> Identity:
        return self.parts[0].identity

    @property
    def dtype(self) -> str:
        return "complex128" if any(each.dtype.startswith("complex") for each in self.parts) else "float64"

    @property
    def shape(self) -> Shape:
        return self.parts[0].shape


@dataclass(frozen=True, slots=True)
class Average(Edit):
    """The tensors at some entries become means."""

    means: tuple[tuple[int, MeanOf], ...]

    about = ()
    turn = 2
    only_here = marked("The numbers of a tensor apply only to this file, so a recipe cannot hold them.")
    torch_turn = 0

    def apply(self, draft: Draft) -> Effect:
        """All numbers of the tensors become the means."""
        done = [PutTensor.put_into(draft, entry, mean) for entry, mean in self.means]
        return Effect(len(done), nbytes=sum(each.nbytes for each in done))

    def title(self, catalogue: Catalogue, effect: Effect = NO_EFFECT) -> str:
        return self.on_button(catalogue)

    def on_button(self, catalogue: Catalogue, most: int = 32) -> str:
        return say("average {count:,} checkpoints", count=len(self.means[0][1].parts) if self.means else 0)

    def ways(self, names: Names) -> Iterator[list[Step]]:
        yield from ()

    def in_torch(self, script: Script) -> None:
        script.leave("the means of other files, which `pthfinder average` works out.")

"""The numbers of a file, as it is or as a plan would write it."""

from __future__ import annotations

from collections.abc import Callable

from core.catalogue.catalogue import Catalogue
from core.edits.numbers.made import MadeBytes, Maker, planned_turn
from core.edits.numbers.theirs import Theirs
from core.edits.planned import PlannedCatalogue
from core.numbers.layout import StridedLayout
from core.numbers.reader import Numbers
from core.numbers.tensor import Reading, TensorNumbers
from core.objects.tensors import rebuilt, signs


def numbers_of(file: Catalogue, pause: Callable[[], None] = lambda: None) -> Numbers:
    """The numbers of a file: of a planned one those that would be saved."""
    return _PlannedNumbers(file, pause) if isinstance(file, PlannedCatalogue) else Numbers(file, pause)


class _PlannedNumbers(Numbers):
    """Reads the numbers of the saved file and puts the pending changes over them.

    The changes are tensors in another shape or dtype, numbers that are set, and tensors of other files. These files are
    open only inside the ``with`` block. ``tensor`` raises `SourceChanged` where one of them has changed since.
    """

    def __init__(self, file: PlannedCatalogue, pause: Callable[[], None]) -> None:
        super().__init__(file.saved, pause)
        self._draft = file.draft
        self._theirs = Theirs()

    def close(self) -> None:
        """Close all files; nothing of them stays open."""
        self._theirs.close()
        super().close()

    def tensor(self, row: int, layout: StridedLayout | None = None) -> TensorNumbers:
        """The numbers of a tensor row as they would be saved; none of them is read yet.

        Raises as `Numbers.tensor` does.
        """
        tensor = self._draft.laid_out(row)
        recipe = self._draft.recipes.get(tensor.storage)
        if recipe is None:
            return super().tensor(row, layout or self._draft.layouts.get(row))
        for patch in recipe.patches:
            if patch.put is not None:
                self._theirs.check(patch.put)
        made = rebuilt(self.catalogue.values[tensor.entry])
        assert made is not None
        turned = self.catalogue.storage_columns.dtypes[tensor.storage] if self.is_big_endian else ""
        stored = MadeBytes(self.stored(tensor.storage), Maker(recipe, self._theirs, turned))
        reading = Reading(planned_turn(recipe, turned), None, *signs(made))
        layout = layout or StridedLayout(tensor.shape, tensor.stride, tensor.storage_offset)
        return TensorNumbers(recipe.dtype, layout, stored, reading)

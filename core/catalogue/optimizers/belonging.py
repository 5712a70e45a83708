"""Which of several models an optimizer belongs to, when its parameters fit them equally well.

What the two are called decides first: the word that tells ``netD`` from ``netG`` is in ``optimizerD`` too. Then that
copies are not trained while what they are copies of is there. Weaker hints, such as a place in a list or that all of
a model's parameters are trained, must not go against the devices; and where there are none, the devices decide.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

Path = tuple[str | int, ...]
"""The keys that lead to an optimizer or a model."""

SHAPES, NAME, DEVICES = "shapes", "name", "devices"
"""By what the model was found: its shapes, what it is called, or where it lies."""

_COPIES = frozenset(
    (
        *("ema", "swa", "avg", "average", "averaged", "polyak", "teacher", "target", "tgt", "momentum", "slow", "copy"),
        *("shadow", "best", "old", "prev", "previous", "init", "initial", "backup", "ref", "reference", "frozen"),
    )
)
"""What copies are called that follow the model that is trained, or that it was at another time."""
_TRAINED = frozenset(("current", "student", "online", "live"))
"""What the model that is trained is called beside such copies, when they have the plain name."""
_ANY = (
    *("optimizers", "optimizer", "optimisers", "optimiser", "optims", "optim", "opts", "opt"),
    *("networks", "network", "nets", "net", "models", "model", "modules", "module", "checkpoint", "ckpt"),
    *("states", "state", "dicts", "dict", "weights", "weight", "params", "param", "parameters", "parameter"),
)
"""Words of what a thing is, which do not say which of them it is; longest first of those that begin alike."""
_WORD = re.compile(r"[A-Z][A-Z0-9]*(?![a-z])|[^\W\d_][^\W\d_A-Z]*|\d+")
_LONGEST, _DEEPEST = 200, 8
"""Letters of a key, and keys of a path, that are looked at."""


class Contender(NamedTuple):
    """A model that the parameters fit: its ``number`` and ``path``, and what hints at it.

    ``whole`` says whether the optimizer has all of its parameters, ``in_place`` whether it is at the place that the
    optimizer has in a list; ``agrees``, whether the state lies where its parameters are, takes time to answer.
    """

    number: int
    path: Path
    whole: bool
    in_place: bool
    agrees: Callable[[], bool]


def decide(optimizer: Path, kind: str, contenders: Sequence[Contender]) -> tuple[list[Contender], str]:
    """The contenders that are left, one where it could be told, and by what.

    ``kind`` is the class of the optimizer, which says nothing of its model: ``opt_adam`` is not that of ``net_a``.
    """
    left = list(contenders)
    if len(left) == 1:
        return left, SHAPES
    wanted = words(optimizer) - {*kind.lower().split()}
    shared = frozenset.intersection(*(words(each.path) for each in left))
    left = _best(left, lambda each: _alike(wanted, words(each.path) - shared))
    left = _best(left, lambda each: not is_copy(each.path, wanted | shared))
    left = _best(left, lambda each: bool((words(each.path) - shared) & _TRAINED))
    if len(left) == 1:
        return left, NAME
    together = [each for each in left if each.agrees()]
    likely, by = _likely(left, shared)
    if likely and (not together or likely[0] in together):
        return likely, by
    return (together, DEVICES) if len(together) == 1 and not likely else (left, "")


def is_copy(path: Path, besides: frozenset[str] = frozenset()) -> bool:
    """Whether a model is called a copy of another, by words other than some."""
    return bool((words(path) - besides) & _COPIES)


def in_common(optimizer: Path, model: Path) -> int:
    """How many words the names of an optimizer and of a model, or a part of one, have in common."""
    return _alike(words(optimizer), words(model))[0]


@lru_cache(maxsize=1024)
def words(path: Path) -> frozenset[str]:
    """The words of a path that say which one it is: ``d`` for ``optimizerD``; places in lists are such words too."""
    found: list[str] = []
    for key in path[-_DEEPEST:]:
        if type(key) is int:
            found.append(f"#{key}")
        elif isinstance(key, str):
            found += filter(None, map(_bare, _WORD.findall(key[:_LONGEST])))
    return frozenset(found)


def _bare(word: str) -> str:
    """A word without what it says of the kind of thing: ``g`` for ``netg``."""
    word = word.lower()
    for known in _ANY:
        if word.startswith(known):
            return word[len(known) :]
        if word.endswith(known):
            return word[: -len(known)]
    return word


def _alike(wanted: frozenset[str], have: frozenset[str]) -> tuple[int, int, int]:
    """How well two names agree: words in common, those not only abbreviated, and fewer words left over where any is."""
    same = have & wanted
    short = {each for each in have - same - _COPIES if any(_abbreviates(each, word) for word in wanted)}
    found = len(same) + len(short)
    return found, len(same), -len(have - same - short) if found else 0


def _abbreviates(first: str, second: str) -> bool:
    return first.isalpha() and second.isalpha() and (first.startswith(second) or second.startswith(first))


def _likely(left: Sequence[Contender], shared: frozenset[str]) -> tuple[list[Contender], str]:
    """The one at the place of the optimizer, else that has no other parameters, else of the plainest name; or none."""
    hints: tuple[tuple[Callable[[Contender], Any], str], ...] = (
        (lambda each: each.in_place, NAME),
        (lambda each: each.whole, SHAPES),
        (lambda each: -len(words(each.path) - shared), NAME),
    )
    for hint, by in hints:
        best = _best(left, hint)
        if len(best) == 1:
            return best, by
    return [], ""


def _best(contenders: Iterable[Contender], score: Callable[[Contender], Any]) -> list[Contender]:
    scored = [(score(each), each) for each in contenders]
    most = max(value for value, _ in scored)
    return [each for value, each in scored if value == most]

"""Several optimizers that together train one model: the generator and the discriminator of one state dict.

Each of them alone could be over many parts of the model. Together, when they have exactly as many parameters as it,
they leave nothing out, and mostly each of them has a whole part, whose keys begin alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise, permutations

from core.catalogue.optimizers.belonging import Path, in_common
from core.catalogue.optimizers.matching import Effort, Match, match, merged
from core.dtypes import Shape

_MOST = 4
"""Optimizers of one model that are tried in any order."""

Groups = Sequence[Sequence[Shape | None]]


def share(
    optimizers: Sequence[tuple[Path, Groups]], names: Sequence[str], shapes: Sequence[Shape], effort: Effort
) -> list[Match] | None:
    """Where the parameters of each optimizer are among those of the model; None where they do not share it.

    ``optimizers`` have their paths and the shapes in their groups.
    """
    sizes = [sum(map(len, groups)) for _, groups in optimizers]
    if sum(sizes) != len(names):
        return None
    together = merged([group for _, groups in optimizers for group in groups], shapes, effort)
    if together is None:
        return None
    if all(index is not None for group in together for index in group):
        places = iter(together)
        return [Match([next(places) for _ in groups], ordered=True) for _, groups in optimizers]
    return _whole_parts(optimizers, sizes, names, shapes, effort) if len(sizes) <= _MOST else None


def _whole_parts(
    optimizers: Sequence[tuple[Path, Groups]],
    sizes: Sequence[int],
    names: Sequence[str],
    shapes: Sequence[Shape],
    effort: Effort,
) -> list[Match] | None:
    """The one order in which the parts fit; of several the one that their names say, or that of a list."""
    found: list[tuple[int, tuple[int, ...], list[Match]]] = []
    for order in permutations(range(len(sizes))):
        parts = [range(*between) for between in pairwise(accumulate((sizes[at] for at in order), initial=0))]
        prefixes = list(_prefixes(names, parts))
        matches: dict[int, Match] = {}
        for at, part in zip(order, parts, strict=True) if len(prefixes) == len(parts) else ():
            own = [shapes[index] for index in part]
            inside = match(optimizers[at][1], [names[index] for index in part], own, effort)
            if inside is not None and inside.ordered:
                matches[at] = _shifted(inside, part.start)
        if len(matches) == len(sizes):
            score = sum(in_common(optimizers[at][0], (each,)) for at, each in zip(order, prefixes, strict=True))
            found.append((score, order, [matches[at] for at in range(len(sizes))]))
    best = [each for each in found if each[0] == max(score for score, _, _ in found)]
    if len(best) > 1 and all(path and type(path[-1]) is int for path, _ in optimizers):
        best = [each for each in best if each[1] == tuple(range(len(sizes)))]
    return best[0][2] if len(best) == 1 else None


def _prefixes(names: Sequence[str], parts: Sequence[range]) -> Iterator[str]:
    """What all keys of each part begin with, whole segments, and no other key does; fewer where that is not so."""
    for part in parts:
        first, last = names[part.start].split("."), names[part.stop - 1].split(".")
        shared = [one for one, other in zip(first[:-1], last[:-1], strict=False) if one == other]
        prefix = ".".join([*shared, ""])
        inside = [name.startswith(prefix) for name in names]
        if shared and all(inside[part.start : part.stop]) and sum(inside) == len(part):
            yield prefix


def _shifted(found: Match, by: int) -> Match:
    return Match([[None if index is None else index + by for index in group] for group in found.places], found.ordered)

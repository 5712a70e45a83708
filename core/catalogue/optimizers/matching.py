"""Matches the parameters of an optimizer to the names of a model by order and shape.

An optimizer knows its parameters by number only. Its groups together hold the model's parameters, or some of
them, each group in the model's order: the model's list is a merge of the groups, with names left out where
parameters were frozen. All merges that the shapes allow are followed at once; a parameter gets a name when
they agree on it. Better no name than a wrong one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise, permutations
from operator import gt
from typing import NamedTuple

from core.dtypes import Shape

_State = tuple[int, ...]  # how many parameters of each group are placed

MAX_EFFORT = 1_000_000
"""Numbers in the half-finished merges of one file; beyond, only shapes that occur once are trusted."""

_DIGITS = 18
"""Digits of the number of a layer that are read."""

_MOST_CLASSES = 3
"""Groups that parameters are split into by what they are."""


class Effort:
    """What is left of `MAX_EFFORT`: one for all optimizers and models of a file, which may hold thousands."""

    def __init__(self) -> None:
        self.left = MAX_EFFORT

    def spend(self, numbers: int) -> bool:
        """Whether there was that much left."""
        self.left -= numbers
        return self.left >= 0


class Match(NamedTuple):
    """``places`` has for each parameter of each group the index of its name, None where that cannot be told.

    ``ordered`` says whether there is a merge; None where there are too many to look through, or no order is known.
    """

    places: list[list[int | None]]
    ordered: bool | None


def match(
    groups: Sequence[Sequence[Shape | None]],
    names: Sequence[str],
    shapes: Sequence[Shape],
    effort: Effort,
    *,
    in_order: bool = True,
) -> Match | None:
    """Where the parameters of an optimizer are among those of a model; None where the model does not have them all.

    A shape of None is that of a parameter without state, which may be any. ``in_order`` says whether the names have
    the model's order, see `in_model_order`.
    """
    counts = Counter(shapes)
    wanted = Counter(shape for group in groups for shape in group)
    if wanted.total() > len(shapes) or any(counts[shape] < wanted[shape] for shape in wanted if shape is not None):
        return None
    if not in_order:
        return Match(_match_families(groups, names, shapes), ordered=None)
    if (len(groups) == 1 or all(len(group) == 1 for group in groups)) and (end_to_end := _end_to_end(groups, shapes)):
        return Match(end_to_end, ordered=True)
    places = merged(groups, shapes, effort)
    if places is None:
        return Match(_match_unique_shapes(groups, shapes), ordered=None if effort.left < 0 else False)
    if any(index is None for group in places for index in group):
        places = match_by_custom(groups, names, shapes) or places
    return Match(places, ordered=True)


def match_without_some(
    groups: Sequence[Sequence[Shape | None]],
    names: Sequence[str],
    shapes: Sequence[Shape],
    effort: Effort,
    *,
    in_order: bool = True,
) -> Match | None:
    """The same for a model without some of the parameters, such as one whose head was left out, which get None.

    Those may be the ones without state; or of shapes that it does not have, where the others are all of the model.
    """
    there = set(shapes)
    left = [[shape for shape in group if shape in there] for group in groups]
    some, others = sum(map(len, left)), sum(shape is not None for group in groups for shape in group)
    if not some or len(shapes) >= sum(map(len, groups)) or (some < others and some < len(shapes)):
        return None
    found = match([*filter(None, left)], names, shapes, effort, in_order=in_order)
    if found is None or not found.ordered:
        return None
    places = iter([place for group in found.places for place in group])
    return Match([[next(places) if shape in there else None for shape in group] for group in groups], ordered=True)


def merged(
    groups: Sequence[Sequence[Shape | None]], shapes: Sequence[Shape], effort: Effort
) -> list[list[int | None]] | None:
    """The indices on which all merges agree; None where there is no merge, or there are too many."""
    levels = _follow(groups, shapes, effort)
    return None if levels is None else _agreed(groups, shapes, levels)


def match_by_custom(
    groups: Sequence[Sequence[Shape | None]], names: Sequence[str], shapes: Sequence[Shape]
) -> list[list[int | None]] | None:
    """The indices if the groups are split in one of the ways that training scripts split them; None if not.

    One group after the other, as with a group for each parameter or layer, or groups of which one has the biases, one
    everything else of one dimension, or one both. Where two of these fit and disagree, none is believed.
    """
    sizes = [len(group) for group in groups]
    if sum(sizes) != len(names):
        return None
    splits: list[tuple[list[int], ...]] = [_one_after_the_other(sizes)]
    if len(sizes) <= _MOST_CLASSES:
        for classes in _classes(names, shapes):
            parts: dict[object, list[int]] = {}
            for index, each in enumerate(classes):
                parts.setdefault(each, []).append(index)
            splits += permutations(parts.values())
    fitting = [
        split
        for split in splits
        if [len(part) for part in split] == sizes
        and all(
            _fits(wanted, shapes[index])
            for group, part in zip(groups, split, strict=True)
            for wanted, index in zip(group, part, strict=True)
        )
    ]
    if not fitting or any(split != fitting[0] for split in fitting):
        return None
    return [list(part) for part in fitting[0]]


def _one_after_the_other(sizes: Sequence[int]) -> tuple[list[int], ...]:
    return tuple(list(range(*between)) for between in pairwise(accumulate(sizes, initial=0)))


def _end_to_end(groups: Sequence[Sequence[Shape | None]], shapes: Sequence[Shape]) -> list[list[int | None]] | None:
    """The indices if the groups put end to end are all of the model's parameters in their order."""
    wanted = [shape for group in groups for shape in group]
    if len(wanted) != len(shapes) or not all(map(_fits, wanted, shapes)):
        return None
    return [[*part] for part in _one_after_the_other([len(group) for group in groups])]


def _classes(names: Sequence[str], shapes: Sequence[Shape]) -> Iterator[list[object]]:
    """The ways to class parameters by what scripts ask of them, a class each parameter."""
    flat: list[object] = [len(shape) <= 1 for shape in shapes]
    yield flat
    for biases in ([name.rpartition(".")[2] == "bias" for name in names], ["bias" in name for name in names]):
        yield [*biases]
        yield ["bias" if bias else thin for bias, thin in zip(biases, flat, strict=True)]


def _fits(wanted: Shape | None, shape: Shape) -> bool:
    return wanted is None or wanted == shape


def _steps(state: _State, groups: Sequence[Sequence[Shape | None]], shape: Shape) -> list[int]:
    """The groups whose next parameter the name can be."""
    return [at for at, placed in enumerate(state) if placed < len(groups[at]) and _fits(groups[at][placed], shape)]


def _follow(
    groups: Sequence[Sequence[Shape | None]], shapes: Sequence[Shape], effort: Effort
) -> list[set[_State]] | None:
    """The states that lead to a full merge, one set a name; None when there is no merge, or too many."""
    end = tuple(map(len, groups))
    spare = len(shapes) - sum(end)
    if spare < 0:
        return None
    levels: list[set[_State]] = [{(0,) * len(groups)}]
    for index, shape in enumerate(shapes):
        after: set[_State] = set()
        for state in levels[-1]:
            if index - sum(state) < spare:
                after.add(state)
            steps = _steps(state, groups, shape)
            if not effort.spend(len(groups) * (1 + len(steps))):
                return None
            after.update(_advance(state, at) for at in steps)
        if not after:
            return None
        levels.append(after)
    if end not in levels[-1]:
        return None
    levels[-1] = {end}
    for index in range(len(shapes) - 1, -1, -1):
        goal = levels[index + 1]
        levels[index] = {
            state
            for state in levels[index]
            if state in goal or any(_advance(state, at) in goal for at in _steps(state, groups, shapes[index]))
        }
    return levels


def _advance(state: _State, at: int) -> _State:
    return (*state[:at], state[at] + 1, *state[at + 1 :])


def _agreed(
    groups: Sequence[Sequence[Shape | None]], shapes: Sequence[Shape], levels: Sequence[set[_State]]
) -> list[list[int | None]]:
    """The name of each parameter where all merges give it the same."""
    found: list[list[int | None]] = [[None] * len(group) for group in groups]
    doubtful: set[tuple[int, int]] = set()
    for index, shape in enumerate(shapes):
        for state in levels[index]:
            for at in _steps(state, groups, shape):
                if _advance(state, at) not in levels[index + 1]:
                    continue
                place = state[at]
                if found[at][place] not in (None, index):
                    doubtful.add((at, place))
                found[at][place] = index
    for at, place in doubtful:
        found[at][place] = None
    return found


def in_model_order(names: Sequence[str]) -> bool:
    """Whether names may have the order of a model: safetensors sorts them, and a bias then stands before its weight."""
    if any(map(gt, names, names[1:])):
        return True
    biases = any(second == f"{first[:-4]}weight" for first, second in pairwise(names) if first.endswith("bias"))
    return not biases and list(names) == sorted(names, key=_numbered)


def _numbered(name: str) -> list[tuple[bool, int, str]]:
    """A key to sort names by, in which the tenth layer comes after the second."""
    parts = name.split(".")
    return [(part.isdecimal(), int(part[:_DIGITS]) if part.isdecimal() else 0, part) for part in parts]


def _match_families(
    groups: Sequence[Sequence[Shape | None]], names: Sequence[str], shapes: Sequence[Shape]
) -> list[list[int | None]]:
    """Without the model's order: all names of a shape, where they differ in the numbers of layers alone.

    Those layers come in the order of their numbers, in whichever order their parts are.
    """
    of_shape: dict[Shape, list[int]] = {}
    for index, shape in enumerate(shapes):
        of_shape.setdefault(shape, []).append(index)
    places: dict[Shape, list[tuple[int, int]]] = {}
    for at, group in enumerate(groups):
        for place, wanted in enumerate(group):
            if wanted is not None:
                places.setdefault(wanted, []).append((at, place))
    found: list[list[int | None]] = [[None] * len(group) for group in groups]
    for shape, those in places.items():
        own = of_shape[shape]
        families = {tuple("#" if part.isdecimal() else part for part in names[index].split(".")) for index in own}
        if len(own) == len(those) and len(families) == 1 and (len(own) == 1 or len({at for at, _ in those}) == 1):
            for (at, place), index in zip(those, sorted(own, key=lambda index: _numbered(names[index])), strict=True):
                found[at][place] = index
    return found


def _match_unique_shapes(groups: Sequence[Sequence[Shape | None]], shapes: Sequence[Shape]) -> list[list[int | None]]:
    """Only shapes that one parameter and one name have, whatever the order."""
    names = Counter(shapes)
    wanted = Counter(shape for group in groups for shape in group)
    place = {shape: index for index, shape in enumerate(shapes)}
    return [
        [place[shape] if shape is not None and names[shape] == 1 and wanted[shape] == 1 else None for shape in group]
        for group in groups
    ]

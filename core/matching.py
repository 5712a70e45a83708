"""Matches the parameters of an optimizer to the names of a model by order and shape.

An optimizer knows its parameters by number only. Its groups together hold the model's parameters, or some of
them, each group in the model's order: the model's list is a merge of the groups, with names left out where
parameters were frozen. All merges that the shapes allow are followed at once; a parameter gets a name when
they agree on it. Better no name than a wrong one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

Shape = tuple[int, ...]
_State = tuple[int, ...]  # how many parameters of each group are placed

MAX_EFFORT = 1_000_000
"""Numbers in the half-finished merges of one file; beyond, only shapes that occur once are trusted."""


class Effort:
    """What is left of `MAX_EFFORT`: one for all optimizers and models of a file, which may hold thousands."""

    def __init__(self) -> None:
        self.left = MAX_EFFORT

    def spend(self, numbers: int) -> bool:
        """Whether there was that much left."""
        self.left -= numbers
        return self.left >= 0


def match_by_order(
    groups: Sequence[Sequence[Shape | None]], shapes: Sequence[Shape], effort: Effort | None = None
) -> list[list[int | None]]:
    """For each parameter of each group the index into ``shapes`` it must be, or None.

    A shape of None is that of a parameter without state, which may be any.
    """
    levels = _follow(groups, shapes, effort or Effort())
    if levels is None:
        return _match_unique_shapes(groups, shapes)
    return _agreed(groups, shapes, levels)


def match_by_custom(
    groups: Sequence[Sequence[Shape | None]], names: Sequence[str], shapes: Sequence[Shape]
) -> list[list[int | None]] | None:
    """The indices if the groups are split in one of the ways that training scripts split them; None if not.

    One group after the other (backbone, head), or two groups of which one has the biases, or everything of one
    dimension. Where two of these fit and disagree, none is believed.
    """
    everything = list(range(len(names)))
    sizes = [len(group) for group in groups]
    splits = [[everything[sum(sizes[:at]) : sum(sizes[: at + 1])] for at in range(len(sizes))]]
    for apart in (
        [name.rpartition(".")[2] == "bias" for name in names],
        [len(shape) <= 1 for shape in shapes],
    ):
        inside = [index for index in everything if apart[index]]
        outside = [index for index in everything if not apart[index]]
        splits += [[outside, inside], [inside, outside]]
    fitting = [
        split
        for split in splits
        if [len(part) for part in split] == sizes
        and sum(sizes) == len(names)
        and all(
            _fits(wanted, shapes[index])
            for group, part in zip(groups, split, strict=True)
            for wanted, index in zip(group, part, strict=True)
        )
    ]
    if not fitting or any(split != fitting[0] for split in fitting):
        return None
    return [list(part) for part in fitting[0]]


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


def _match_unique_shapes(groups: Sequence[Sequence[Shape | None]], shapes: Sequence[Shape]) -> list[list[int | None]]:
    """Only shapes that one parameter and one name have, whatever the order."""
    names = Counter(shapes)
    wanted = Counter(shape for group in groups for shape in group)
    place = {shape: index for index, shape in enumerate(shapes)}
    return [
        [place[shape] if shape is not None and names[shape] == 1 and wanted[shape] == 1 else None for shape in group]
        for group in groups
    ]

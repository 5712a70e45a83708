"""State of an optimizer that a plan leaves in the file while it leaves out the parameters.

``Optimizer.load_state_dict`` (``torch/optim/optimizer.py``) wants as many parameters in a group as the group of the
model has, and knows them by their places: that of a model without one of them refuses the file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core.catalogue.catalogue import Catalogue
from core.catalogue.rows import Optimizer, OptimizerEntry
from core.edits.edits import Drop
from core.text import clip, count_text
from core.words import say, say_count


class LeftBehind(NamedTuple):
    """An optimizer that stays with the state of ``items`` whose parameters do not."""

    optimizer: Optimizer
    items: tuple[OptimizerEntry, ...]
    whole: bool
    """Whether none of its parameters stays."""


def left_behind(catalogue: Catalogue, gone: Sequence[int], root: int) -> list[LeftBehind]:
    """The optimizers that stay while parameters of theirs are left out of the same file.

    ``gone`` marks the entries that are left out, ``root`` is the one that becomes the whole file: who keeps an
    optimizer alone wants it without its model.
    """
    found = []
    for optimizer in catalogue.optimizers if gone else ():
        if gone[optimizer.entry]:
            continue
        told = [item for item in optimizer.entries if item.parameter is not None]
        here = range(root, catalogue.ends[root])
        without = [item for item in told if item.parameter in here and not _stays(catalogue, item.parameter, gone)]
        state = tuple(item for item in without if item.entry is not None and not gone[item.entry])
        if state:
            found.append(LeftBehind(optimizer, state, len(without) == len(told)))
    return found


def _stays(catalogue: Catalogue, parameter: int | None, gone: Sequence[int]) -> bool:
    """Whether a parameter is in the file, under another name too: tied weights are one parameter."""
    assert parameter is not None
    row = catalogue.rows[parameter]
    if row < 0 or not gone[parameter]:
        return not gone[parameter]
    tensors, model = catalogue.tensors, catalogue.parents[parameter]
    mine = tensors[row]
    others = (tensors[other] for other in catalogue.rows_of_storage[mine.storage])
    return any(
        not gone[each.entry]
        and catalogue.parents[each.entry] == model
        and (each.shape, each.storage_offset) == (mine.shape, mine.storage_offset)
        for each in others
    )


def about_left_behind(catalogue: Catalogue, gone: Sequence[int], root: int) -> Iterator[str]:
    """A sentence for each such optimizer, with what can be done."""
    return (_sentence(catalogue, each) for each in left_behind(catalogue, gone, root))


def dropping_too(catalogue: Catalogue, gone: Sequence[int], root: int) -> tuple[Drop, ...]:
    """The edits that leave out the state as well: the optimizer, where it has no other parameters.

    Its groups no longer list the parameters then, so that the optimizer of a model without them takes what is left.
    """
    edits: list[Drop] = []
    for each in left_behind(catalogue, gone, root):
        if each.whole and each.optimizer.entry:
            edits.append(Drop(each.optimizer.entry))
        else:
            edits += (Drop(item.entry) for item in each.items if item.entry is not None)
            edits += map(Drop, _listed(catalogue, each))
    return tuple(edits)


def _listed(catalogue: Catalogue, each: LeftBehind) -> Iterator[int]:
    """Where the groups list the parameters, by number and by name."""
    ids = {item.param_id for item in each.items if isinstance(item.param_id, (int, str))}
    for groups in _called(catalogue, each.optimizer.entry, "param_groups"):
        for group in catalogue.children(groups):
            lists = [catalogue.children(found) for name in _LISTS for found in _called(catalogue, group, name)]
            places = [place for place, at in enumerate(lists[0]) if catalogue.values[at] in ids] if lists else []
            yield from (found[place] for found in lists if len(found) == len(lists[0]) for place in places)


def _called(catalogue: Catalogue, entry: int, name: str) -> Iterator[int]:
    return (child for child in catalogue.children(entry) if catalogue.labels[child] == name)


def _sentence(catalogue: Catalogue, each: LeftBehind) -> str:
    path = clip(catalogue.path_text(each.optimizer.entry), 60)
    if each.whole:
        return say(
            "The model is dropped, but {optimizer}, which trained it, stays with {tensors} of state. Drop it too, "
            "unless you load the model from another file.",
            optimizer=path or say("the optimizer"),
            tensors=count_text(_tensors(catalogue, each.items), "tensor"),
        )
    names = ", ".join(clip(item.name or "", 60) for item in each.items[:_MOST_NAMED])
    return say_count(
        len(each.items),
        "{names} is dropped, but its optimizer state stays in {state}. Drop its state too: the optimizer of a model "
        "without it has no place for it.",
        "{names} are dropped, {n:,} parameters in all, but their optimizer state stays in {state}. Drop their state "
        "too: the optimizer of a model without them has no place for it.",
        names=f"{names} …" if len(each.items) > _MOST_NAMED else names,
        state=f"{path}/state" if path else "state",
    )


def _tensors(catalogue: Catalogue, items: Sequence[OptimizerEntry]) -> int:
    return sum(len(catalogue.subtree_rows(item.entry)) for item in items if item.entry is not None)


_MOST_NAMED = 2
_LISTS = ("params", "param_names")

"""Edits of one entry: it is dropped, becomes the whole file, or has another value; and what a drop leaves behind.

``Optimizer.load_state_dict`` (``torch/optim/optimizer.py``) wants as many parameters in a group as the group of the
model has, and knows them by their places: that of a model without one of them refuses state that stays.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

from core.catalogue.catalogue import Catalogue
from core.catalogue.quoting import literal
from core.catalogue.rows import Optimizer, OptimizerEntry
from core.edits.draft import Draft
from core.edits.edit import NO_EFFECT, Edit, Effect, Option, Plan, called
from core.edits.fields import Entry
from core.edits.steps import PATH, Names, Step, entry_at
from core.errors import EditError
from core.pickling.nodes import Call, SetNode
from core.text import clip, count_text, listed, quoted
from core.words import marked, say, say_count

if TYPE_CHECKING:
    from core.edits.script import Script


@dataclass(frozen=True, slots=True)
class Drop(Edit):
    """One entry and all below it is left out."""

    entry: Entry

    options = (
        Option(
            "drop",
            PATH,
            "PATH",
            marked("leave out an entry, such as optimizer or optimizer/state"),
            lambda catalogue, value: [Drop(entry_at(catalogue, value))],
            lambda value: say("drop {path}", path=quoted(value)),
        ),
    )
    is_tallied = True
    torch_turn = 3

    @property
    def left_out(self) -> int:
        return self.entry

    def apply(self, draft: Draft) -> Effect:
        catalogue, tree = draft.catalogue, draft.catalogue.tree
        if not self.entry:
            raise EditError("The whole file cannot be dropped.")
        home = tree.homes[self.entry]
        if home is None or is_argument(draft, self.entry) or _is_part(draft, self.entry):
            raise EditError(
                "{path!r} is part of an object; drop the object itself.", path=catalogue.path_text(self.entry)
            )
        draft.rewrite.drop(home, tree.slots[self.entry])
        return _all_below(draft, self.entry)

    def title(self, catalogue: Catalogue, effect: Effect = NO_EFFECT) -> str:
        """State is called by its parameter too, as the tree does: ``drop “optimizer/state/8” · fc.weight``."""
        names = called(catalogue, self.entry, sys.maxsize), catalogue.meaning(self.entry)
        return say("drop {path}", path=" · ".join(filter(None, names)))

    def on_button(self, catalogue: Catalogue, most: int = 32) -> str:
        return say("drop {path}", path=called(catalogue, self.entry, most))

    @classmethod
    def several(cls, edits: Sequence[Any], count: int) -> str:
        return say_count(count, "drop {n:,} entry", "drop {n:,} entries")

    def ways(self, names: Names) -> Iterator[list[Step]]:
        yield [Step("drop", names.path(self.entry))]

    @property
    def torch_order(self) -> int:
        """The last entry goes first, so that those before it keep their places."""
        return -self.entry

    def in_torch(self, script: Script) -> None:
        catalogue = script.catalogue
        parent, home = catalogue.parents[self.entry], catalogue.tree.homes[self.entry]
        if not script.reaches(self.entry) and not (type(home) is SetNode and script.reaches(parent)):
            script.leave(f"{catalogue.path_text(self.entry)} is left out.")
        elif type(home) is SetNode:
            script.write(f"{script.at(parent)}.discard({literal(catalogue.values[self.entry])})")
        elif catalogue.kind(parent) == "tuple":
            there, place = script.at(parent), catalogue.labels[self.entry]
            script.assign(parent, f"({there}[:{place}] + {there}[{place} + 1 :])")
        else:
            script.write(f"del {script.at(self.entry)}")


@dataclass(frozen=True, slots=True)
class Keep(Edit):
    """What is at ``entry`` becomes the whole file, as when ``state_dict`` is taken out of a checkpoint."""

    entry: Entry

    options = (
        Option(
            "keep",
            PATH,
            "PATH",
            marked("make this sub-dictionary the whole file, such as state_dict"),
            lambda catalogue, value: [Keep(entry_at(catalogue, value))],
            lambda value: say("keep only {path}", path=quoted(value)),
        ),
    )
    about = ()
    is_tallied = True

    @property
    def kept_alone(self) -> int:
        return self.entry

    def apply(self, draft: Draft) -> Effect:
        if draft.catalogue.kind(self.entry) in ("tensor", "value", "storage"):
            raise EditError(
                "{path!r} has nothing below it; keep a dictionary instead.", path=draft.catalogue.path_text(self.entry)
            )
        draft.keep(self.entry)
        return _all_below(draft, self.entry)

    def on_button(self, catalogue: Catalogue, most: int = 32) -> str:
        return say("keep only {path}", path=called(catalogue, self.entry, most))

    def ways(self, names: Names) -> Iterator[list[Step]]:
        yield [Step("keep", names.path(self.entry))]

    def in_torch(self, script: Script) -> None:
        """Told last, by the keys that lead there by then."""


def drops(entries: Iterable[int]) -> tuple[Edit, ...]:
    """The edits that leave entries out."""
    return tuple(map(Drop, entries))


def drop_or_take_back(plan: Plan, entries: Iterable[int]) -> Plan:
    """Leave entries out of the file, none of them below another; if all are left out already, take them in again."""
    chosen = dict.fromkeys(drops(entry for entry in entries if entry > 0))
    known = set(plan.edits)
    if chosen and known.issuperset(chosen):
        return Plan(tuple(edit for edit in plan.edits if edit not in chosen))
    # One by one, each looking for its like in the plan, thousands would take minutes.
    return Plan((*plan.edits, *(edit for edit in chosen if edit not in known)))


def keep(plan: Plan, entry: int) -> Plan:
    """Make one entry the whole file, and no other."""
    return Plan(tuple(edit for edit in plan.edits if edit.kept_alone is None)).with_edit(Keep(entry))


def is_argument(draft: Draft, entry: int) -> bool:
    """Whether an entry is an argument of the call that makes an object."""
    tree = draft.catalogue.tree
    parent = tree.values[tree.parents[entry]] if entry else None
    return type(parent) is Call and tree.homes[entry] is parent.args


def _is_part(draft: Draft, entry: int) -> bool:
    """Whether an entry is a part of a tensor, without which its class could not make it."""
    tree = draft.catalogue.tree
    if draft.catalogue.rows[tree.parents[entry]] >= 0:
        return type(tree.homes[entry]) is tuple  # an attribute may go, the scales may not
    while tree.compounds and entry > 0:
        entry = tree.parents[entry]
        if entry in tree.compounds:
            return True
    return False


def check_kept(draft: Draft) -> None:
    """Raises `EditError` where what is kept holds something around it, or elsewhere: that would come along."""
    catalogue, tree, root = draft.catalogue, draft.catalogue.tree, draft.root
    if not root or not tree.repeats:
        return
    span = range(root, tree.ends[root])
    here = {id(tree.values[entry]) for entry in span if entry not in tree.repeats}
    gone = draft.gone()
    for entry in span:
        node = tree.values[entry]
        if entry not in tree.repeats or id(node) in here or gone[entry]:
            continue
        whole = next(at for at, value in enumerate(tree.values) if value is node and at not in tree.repeats)
        kept, shown = catalogue.path_text(root), catalogue.path_text(whole)
        it = repr(clip(shown)) if whole else say("the whole file")
        if entry == root:
            raise EditError("{kept!r} is the same object as {it}. Keep that instead.", kept=clip(kept), it=it)
        path = catalogue.path_text(entry)
        raise EditError(
            "{kept!r} refers back to {it} (at {path!r}), so the copy would contain that too. Keep {it}, or drop "
            "{path!r} as well.",
            kept=clip(kept),
            it=it,
            path=clip(path),
        )


def _all_below(draft: Draft, entry: int) -> Effect:
    rows = draft.catalogue.subtree_rows(entry)
    return Effect(len(rows), nbytes=sum(draft.catalogue.tensors[row].nbytes for row in rows))


# -- state whose parameters are left out -------------------------------------------------------------------------


class LeftBehind(NamedTuple):
    """An optimizer that stays with entries of ``state`` that no longer fit, as parameters of it, ``items``, do not."""

    optimizer: Optimizer
    items: tuple[OptimizerEntry, ...]
    state: tuple[int, ...]
    whole: bool
    """Whether none of its parameters stays."""
    joined: bool
    """Whether the state is that of all parameters in one piece."""


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
        own = [item.entry for item in without if item.entry is not None]
        joined = _of_all_in_one(catalogue, optimizer) if without else []
        state = tuple(entry for entry in joined or own if not gone[entry])
        if state:
            found.append(LeftBehind(optimizer, tuple(without), state, len(without) == len(told), bool(joined)))
    return found


def _of_all_in_one(catalogue: Catalogue, optimizer: Optimizer) -> list[int]:
    """The state that is as long as all parameters together: LBFGS has it with the first (``torch/optim/lbfgs.py``),
    others under a name of its own. A complex number counts as two there.
    """
    rows = [catalogue.rows[item.parameter] for item in optimizer.entries if item.parameter is not None]
    if not 1 < len(rows) == optimizer.params or min(rows) < 0:
        return []
    shapes, tensors = catalogue.tree.facts.shapes, catalogue.tensors
    length = sum(prod(shapes[row]) * (1 + tensors[row].dtype.startswith("complex")) for row in rows)
    return [
        item
        for state in _called(catalogue, optimizer.entry, "state")
        for item in catalogue.children(state)
        if any(shapes[row] == (length,) for row in catalogue.subtree_rows(item))
    ]


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


def dropping_too(catalogue: Catalogue, left: Iterable[LeftBehind], *, numbers: bool = True) -> tuple[Edit, ...]:
    """The edits that leave out what is ``left`` behind as well: the optimizer, where it has no other parameters.

    With their ``numbers`` the groups no longer list the parameters, so that the optimizer of a model without them takes
    what is left. Without, it is for a model that has them in another shape: torch's optimizers begin their state anew.
    """
    entries: list[int] = []
    for each in left:
        if each.whole and each.optimizer.entry:
            entries.append(each.optimizer.entry)
        else:
            entries += each.state
            entries += _listed(catalogue, each) if numbers else ()
    return drops(entries)


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
            tensors=count_text(sum(len(catalogue.subtree_rows(entry)) for entry in each.state), "tensor"),
        )
    names = listed(clip(item.name or "", 60) for item in each.items[:_MOST_NAMED])
    names = f"{names} …" if len(each.items) > _MOST_NAMED else names
    if each.joined:
        return say_count(
            len(each.items),
            "{names} is dropped, but {state} is that of all parameters in one piece, which no longer fits. Drop it "
            "too: the optimizer then starts it again. If your model has no such parameter, also drop its number in the "
            "'params' of param_groups.",
            "{names} are dropped, {n:,} parameters in all, but {state} is that of all parameters in one piece, which "
            "no longer fits. Drop it too: the optimizer then starts it again. If your model has no such parameters, "
            "also drop their numbers in the 'params' of param_groups.",
            names=names,
            state=clip(catalogue.path_text(each.state[0]), 60),
        )
    return say_count(
        len(each.items),
        "{names} is dropped, but its optimizer state stays in {state}. Drop that state too: the optimizer then "
        "starts it again. If your model has no such parameter, also drop its number in the 'params' of "
        "param_groups.",
        "{names} are dropped, {n:,} parameters in all, but their optimizer state stays in {state}. Drop that state "
        "too: the optimizer then starts it again. If your model has no such parameters, also drop their numbers in "
        "the 'params' of param_groups.",
        names=names,
        state=f"{path}/state" if path else "state",
    )


_MOST_NAMED = 2
_LISTS = ("params", "param_names")

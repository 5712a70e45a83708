"""DTensors that are no parts of anything: one process, or a copy on each. Plain tensors can stand for them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from core.catalogue.catalogue import Catalogue
from core.catalogue.dtensors import is_dtensor, local_tensor, sharding_of
from core.edits.edits import UseFullTensors
from core.edits.wording import Effect
from core.errors import EditError
from core.objects.compounds import Compound
from core.objects.tensors import detached, rebuilt
from core.pickling.nodes import Call

if TYPE_CHECKING:
    from core.edits.draft import Work


def whole_dtensors(catalogue: Catalogue) -> Iterator[tuple[int, Compound, int]]:
    """(entry, what it is, row of the local tensor) of each DTensor that holds all of its elements."""
    for entry, compound in catalogue.tree.compounds.items():
        sharding = sharding_of(catalogue.values[entry]) if is_dtensor(compound) else None
        if sharding is None or not sharding.is_whole:
            continue
        found = rebuilt(catalogue.values[entry])
        rows = catalogue.made_of(entry)
        one = len(rows) == 1 and catalogue.tensors[rows[0]].shape == compound.shape
        if one and found is not None and not found.parameter and local_tensor(catalogue.values[entry]) is not None:
            yield entry, compound, rows[0]


def use_full_tensors(work: Work, _: UseFullTensors) -> Effect:
    """The local tensor in the place of each, at all places where the file shows it."""
    catalogue, tree = work.catalogue, work.catalogue.tree
    made: dict[int, Call] = {}
    nbytes = 0
    for entry, compound, row in whole_dtensors(catalogue):
        node = tree.values[entry]
        local = tree.tensors[row]
        if id(node) not in made:
            made[id(node)] = detached(tree.values[local], requires_grad=compound.requires_grad)
            nbytes += catalogue.tensors[row].nbytes
        work.rewrite.nodes[id(node)] = work.copies[local] = made[id(node)]
        work.hidden.append((entry + 1, tree.ends[entry]))
        work.moved[local] = (entry, ())
    if not made:
        raise EditError("No DTensor in this file holds a whole tensor; parts of one have to be put together by torch.")
    return Effect(len(made), nbytes=nbytes)

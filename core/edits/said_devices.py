"""What says the device of a tensor beside its storage, kept in step with where a plan sends that storage.

Three things do: the call that rebuilds a tensor of XLA and its like from a copy in main memory, a class that wraps
other tensors, and the mesh of a DTensor. ``torch.load(map_location=…)`` maps the first two and leaves the third, which
FSDP2 then refuses ("Cannot run aten.copy_.default on inputs with different meshes").
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import ne
from typing import TYPE_CHECKING

from core.catalogue.dtensors import device_type_of, is_dtensor, meshes_below
from core.objects.tensors import DEVICE_AT, rebuilt
from core.objects.value_text import device_argument
from core.pickling.nodes import Call
from core.text import count_text

if TYPE_CHECKING:
    from core.edits.draft import Work

Move = tuple[str, str]
"""A saved and a planned device, or the types of these."""


def carry_along(work: Work) -> None:
    """Have all of it say the planned devices."""
    tree, saved = work.catalogue.tree, work.catalogue.storage_columns.devices
    if (tree.carried or tree.compounds) and any(map(ne, saved, work.devices)):
        for row in tree.carried:
            _carried(work, row)
        moves = {entry: _moves(work, entry) for entry, whole in tree.compounds.items() if whole.kind is not None}
        for entry, moved in moves.items():
            _wrapper(work, entry, moved)
        _meshes(work, moves)


def _carried(work: Work, row: int) -> None:
    catalogue = work.catalogue
    device, entry = work.devices[catalogue.storage_of[row]], catalogue.tree.tensors[row]
    if device != catalogue.device_of(row):
        for call in filter(None, (catalogue.values[entry], work.copies.get(entry))):
            found = rebuilt(call)
            if found is not None:
                work.rewrite.set_value(found.args, DEVICE_AT, device)


def _moves(work: Work, entry: int) -> set[Move]:
    """Where the tensors go that another is made of; nothing for one that becomes something else."""
    catalogue = work.catalogue
    if id(catalogue.values[entry]) in work.rewrite.nodes:
        return set()
    rows = catalogue.made_of(entry)
    return {(catalogue.device_of(row), work.devices[catalogue.storage_of[row]]) for row in rows}


def _wrapper(work: Work, entry: int, moves: set[Move]) -> None:
    """A wrapper that was where all its tensors were goes where they all go."""
    node = work.catalogue.tree.compounds[entry].device
    if len(moves) == 1 and type(node) is Call:
        saved, planned = next(iter(moves))
        kind, _, index = planned.partition(":")
        if device_argument(node.args) == saved != planned:
            work.rewrite.nodes[id(node)] = Call(node.kind, node.func, (kind, int(index)) if index else (kind,))


def _meshes(work: Work, moves: dict[int, set[Move]]) -> None:
    """A mesh whose DTensors all go to devices of one other type becomes one of these."""
    users: dict[int, tuple[Call, dict[int, set[Move]]]] = {}
    for entry, moved in moves.items():
        if moved and is_dtensor(work.catalogue.tree.compounds[entry]):
            kinds = {(saved.partition(":")[0], planned.partition(":")[0]) for saved, planned in moved}
            for mesh in meshes_below(work.catalogue, entry):
                users.setdefault(id(mesh), (mesh, {}))[1][entry] = kinds
    changed: dict[int, str] = {}
    for mesh, entries in users.values():
        place, kinds = device_type_of(mesh), set().union(*entries.values())
        saved, planned = next(iter(kinds)) if len(kinds) == 1 else ("", "")
        if place is not None and place[2] == saved != planned:
            work.rewrite.set_value(place[0], place[1], planned)
            changed |= dict.fromkeys(entries, planned)
    work.notes += _about(changed)


def _about(changed: dict[int, str]) -> Iterator[str]:
    if changed:
        yield (
            f"The mesh of {count_text(len(changed), 'DTensor')} becomes one of "
            f"{', '.join(sorted(set(changed.values())))} as well, which map_location does not do: FSDP2 copies only "
            "between tensors of one mesh."
        )

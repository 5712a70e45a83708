"""What a file says of devices beside its storages, kept in step with where a plan sends those.

The call that rebuilds a tensor of XLA and its like from a copy in main memory, a class that wraps other tensors, and
the mesh of a DTensor say the device of a tensor. ``torch.load(map_location=…)`` maps the first two and leaves the
third, which FSDP2 then refuses ("Cannot run aten.copy_.default on inputs with different meshes"). A ``torch.device``
elsewhere is a value of the user.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import ne

from core.catalogue.catalogue import Catalogue
from core.catalogue.dtensors import meshes_below
from core.edits.diff import Rewrite
from core.edits.draft import Draft
from core.edits.edits import Edit, RemapDevice, check_device, device_matches
from core.objects.compounds import WRAPPER
from core.objects.dtensors import device_type_of, is_dtensor
from core.objects.tensors import DEVICE_AT, rebuilt
from core.objects.value_text import device_argument
from core.pickling.nodes import Call
from core.text import count_text
from core.words import say, say_count

_MOST_SHOWN = 3

Move = tuple[str, str]
"""A saved and a planned device, or the types of these."""


def carry_along(draft: Draft) -> None:
    """Have all of it say the planned devices."""
    tree, saved = draft.catalogue.tree, draft.catalogue.storage_columns.devices
    if (tree.carried or tree.compounds) and any(map(ne, saved, draft.devices)):
        for row in tree.carried:
            _carried(draft, row)
        moves = {entry: _moves(draft, entry) for entry, whole in tree.compounds.items() if whole.kind is not None}
        for entry, moved in moves.items():
            _wrapper(draft, entry, moved)
        _meshes(draft, moves)


def _carried(draft: Draft, row: int) -> None:
    catalogue = draft.catalogue
    device, entry = draft.devices[catalogue.storage_of[row]], catalogue.tree.tensors[row]
    if device != catalogue.device_of(row):
        for call in filter(None, (catalogue.values[entry], draft.call_of(entry))):
            found = rebuilt(call)
            if found is not None:
                draft.rewrite.set_value(found.args, DEVICE_AT, device)


def _moves(draft: Draft, entry: int) -> set[Move]:
    """Where the tensors go that another is made of; nothing for one that becomes something else."""
    catalogue = draft.catalogue
    if draft.rewrite.is_replaced(catalogue.values[entry]):
        return set()
    rows = catalogue.made_of(entry)
    return {(catalogue.device_of(row), draft.devices[catalogue.storage_of[row]]) for row in rows}


def _wrapper(draft: Draft, entry: int, moves: set[Move]) -> None:
    """A wrapper that was where all its tensors were goes where they all go."""
    node = draft.catalogue.tree.compounds[entry].device
    if len(moves) == 1 and type(node) is Call:
        saved, planned = next(iter(moves))
        kind, _, index = planned.partition(":")
        if device_argument(node.args) == saved != planned:
            draft.rewrite.replace(node, Call(node.kind, node.func, (kind, int(index)) if index else (kind,)))


def _meshes(draft: Draft, moves: dict[int, set[Move]]) -> None:
    """A mesh whose DTensors all go to devices of one other type becomes one of these."""
    users: dict[int, tuple[Call, dict[int, set[Move]]]] = {}
    for entry, moved in moves.items():
        if moved and is_dtensor(draft.catalogue.tree.compounds[entry]):
            kinds = {(saved.partition(":")[0], planned.partition(":")[0]) for saved, planned in moved}
            for mesh in meshes_below(draft.catalogue, entry):
                users.setdefault(id(mesh), (mesh, {}))[1][entry] = kinds
    changed: dict[int, str] = {}
    for mesh, entries in users.values():
        place, kinds = device_type_of(mesh), set().union(*entries.values())
        saved, planned = next(iter(kinds)) if len(kinds) == 1 else ("", "")
        if place is not None and place[2] == saved != planned:
            draft.rewrite.set_value(place[0], place[1], planned)
            changed |= dict.fromkeys(entries, planned)
    if changed:
        draft.note(
            say(
                "The mesh of {dtensors} becomes one of {devices} as well, which map_location does not do: FSDP2 "
                "copies only between tensors of one mesh.",
                dtensors=count_text(len(changed), "DTensor"),
                devices=", ".join(sorted(set(changed.values()))),
            )
        )


# -- torch.device objects --------------------------------------------------------------------------------------


def remap_device_objects(catalogue: Catalogue, rewrite: Rewrite, source: str, target: str) -> None:
    """Send along those that say where a tensor is; the rest are values of the user, and stay.

    ``torch.load(map_location=…)`` draws the same line.
    """
    kind, _, index = target.partition(":")
    args = (kind, int(index)) if index else (kind,)
    for entry in catalogue.tree.device_objects:
        node = catalogue.tree.values[entry]
        if _is_of_tensor(catalogue, entry) and device_matches(source, device_argument(node.args)):
            rewrite.replace(node, Call(node.kind, node.func, args))


def _kept(catalogue: Catalogue, edit: Edit) -> Iterator[tuple[int, str]]:
    """(entry, device) of those that stay on a device which tensors leave."""
    if not isinstance(edit, RemapDevice) or edit.role is not None or edit.rows is not None:
        return
    source, target = edit.source, check_device(edit.target)
    for entry in catalogue.tree.device_objects:
        device = device_argument(catalogue.tree.values[entry].args)
        meant = device_matches(source, device) or device_matches(source, f"{device}:0")
        if meant and device != target and not _is_of_tensor(catalogue, entry):
            yield entry, device


def about_kept(catalogue: Catalogue, edits: Iterable[Edit], gone: Sequence[int]) -> Iterator[str]:
    """A sentence on those that stay, how many and where; nothing when there are none left in the file."""
    kept = {entry: device for edit in edits for entry, device in _kept(catalogue, edit)}
    here = [entry for entry in kept if not (gone and gone[entry])]
    if not here:
        return
    where = ", ".join(
        f"{catalogue.path_text(entry) or say('the file')} ({kept[entry]})" for entry in here[:_MOST_SHOWN]
    )
    yield say_count(
        len(here),
        "{n:,} torch.device value stays as saved: {where}. torch.load takes such values on any computer, and "
        "map_location leaves them too; a script that goes by them must have that device.",
        "{n:,} torch.device values stay as saved: {where}. torch.load takes such values on any computer, and "
        "map_location leaves them too; a script that goes by them must have that device.",
        where=where + (" …" if len(here) > _MOST_SHOWN else ""),
    )


def _is_of_tensor(catalogue: Catalogue, entry: int) -> bool:
    """Whether the object is an argument of the function that rebuilds a tensor around others."""
    tree = catalogue.tree
    holder = tree.parents[entry]
    for node in (tree.values[holder], tree.values[tree.parents[holder]]):
        if type(node) is Call and type(node.args) is tuple and WRAPPER in (node.func, *node.args[:1]):
            return True
    return False

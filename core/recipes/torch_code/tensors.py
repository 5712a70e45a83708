"""What becomes of tensors, as code: their devices, dtypes, numbers, and storages that are cut."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any

from core.catalogue.quoting import literal
from core.dtypes import ITEM_SIZES
from core.edits.preview import Preview
from core.edits.script import Script

_FEW_KEYS = 4
"""So many keys are excepted by name."""
_WIDTH = 100


def map_location(script: Script, view: Preview) -> list[str]:
    """The option of ``torch.load`` that puts storages where they belong; where those of one device go to several
    places, the rest of them is moved by code.
    """
    saved, planned = view.catalogue.storage_columns.devices, view.storage_devices
    goals: dict[str, set[str]] = {}
    for index, kept in enumerate(view.storages_kept):
        if kept:
            goals.setdefault(saved[index], set()).add(planned[index])
    mapping = {device: _goal(script, view, device, found) for device, found in goals.items()}
    _move_rest(script, view, mapping)
    if mapping and set(mapping.values()) == {"cpu"} and set(mapping) != {"cpu"}:
        return ["map_location='cpu'"]
    mapping = {device: goal for device, goal in mapping.items() if device != goal}
    return [f"map_location={mapping!r}"] if mapping else []


def _goal(script: Script, view: Preview, device: str, goals: Collection[str]) -> str:
    """Where storages of a device go while the file is loaded: to where those do that no code reaches afterwards."""
    if len(goals) == 1:
        return next(iter(goals))
    entries, storage_of, kept = view.catalogue.tree.tensors, view.catalogue.storage_of, view.storages_kept
    saved, planned = view.catalogue.storage_columns.devices, view.storage_devices
    for row, at in enumerate(storage_of):
        if saved[at] == device and kept[at] and not script.reaches(entries[row]):
            return planned[at]
    return device if device in goals else min(goals)


def _move_rest(script: Script, view: Preview, mapping: dict[str, str]) -> None:
    """Storages that are not where they belong once the file is loaded."""
    saved, planned, kept = view.catalogue.storage_columns.devices, view.storage_devices, view.storages_kept
    storage_of = view.catalogue.storage_of
    strays = {at for at in range(len(saved)) if kept[at] and mapping[saved[at]] != planned[at]}
    if not strays:
        return
    matters = [row for row, at in enumerate(storage_of) if kept[at]]
    for goal in dict.fromkeys(planned[at] for at in sorted(strays)):
        rows = {row for row in matters if storage_of[row] in strays and planned[storage_of[row]] == goal}
        # What is there already may be taken along.
        others = [row for row in matters if planned[storage_of[row]] != goal]
        _put(script, view, rows, others, f"device={goal!r}")


def casts(script: Script, view: Preview) -> None:
    """Storages in another dtype."""
    by_dtype: dict[str, set[int]] = {}
    for at, recipe in view.recipes.items():
        if recipe.casts:
            by_dtype.setdefault(recipe.dtype, set()).update(view.catalogue.rows_of_storage[at])
    everything = range(len(view.catalogue.tensors))
    for dtype, rows in by_dtype.items():
        _put(script, view, rows, everything, f"dtype=torch.{dtype}")


def _put(script: Script, view: Preview, rows: set[int], matters: Iterable[int], to: str) -> None:
    """Call ``put`` for some tensors; those that do not matter may be taken along."""
    if not rows:
        return
    catalogue = view.catalogue
    script.need("put" if all(_is_alone(view, row) for row in rows) else "put together")
    entries = catalogue.tree.tensors
    lost = [row for row in rows if not script.reaches(entries[row])]
    if lost:
        script.leave(f"{len(lost)} tensors inside objects, such as {catalogue.path_text(entries[lost[0]])}: {to}.")
    reached = {entries[row] for row in rows} - {entries[row] for row in lost}
    others = {entries[row] for row in matters if script.reaches(entries[row])} - reached
    _choose(script, 0, reached, others, to)


def _is_alone(view: Preview, row: int) -> bool:
    """Whether a tensor is all of its storage, item by item in their order."""
    tensor, at = view.catalogue.tensors[row], view.catalogue.storage_of[row]
    columns = view.catalogue.storage_columns
    step = 1
    for length, stride in zip(reversed(tensor.shape), reversed(tensor.stride), strict=True):
        if length != 1 and stride != step:
            return False
        step *= length
    return columns.tensors[at] == 1 and columns.nbytes[at] == tensor.nbytes and not tensor.storage_offset


def _choose(script: Script, branch: int, wanted: set[int], others: set[int], to: str) -> None:
    """Say which tensors of a branch are meant: all, all but those of some keys, or branch by branch."""
    catalogue = script.catalogue
    span = range(branch, catalogue.ends[branch])
    here = [entry for entry in wanted if entry in span]
    rest = [entry for entry in others if entry in span]
    if not here:
        return
    if catalogue.rows[branch] >= 0:
        script.write(f"put({script.at(branch)}, {to})")
        return
    names = {catalogue.labels[entry] for entry in here}
    excepted = {catalogue.labels[entry] for entry in rest}
    if not rest or (names.isdisjoint(excepted) and min(len(names), len(excepted)) <= _FEW_KEYS):
        script.need("tensors")
        script.write(f"for key, tensor in tensors({script.at(branch)}):")
        indent = "    "
        if rest:
            fewer, word = (excepted, "not in") if len(excepted) <= len(names) else (names, "in")
            script.write(f"    if key {word} {_listed(fewer)}:")
            indent = "        "
        script.write(f"{indent}put(tensor, {to})")
        return
    leaves = [entry for entry in sorted(here) if catalogue.parents[entry] == branch and catalogue.rows[entry] >= 0]
    if leaves:
        keys = [script.key(entry) for entry in leaves]
        script.write("for key in (", *(f"    {key}," for key in keys), "):")
        script.write(f"    put({script.at(branch)}[key], {to})")
    for child in catalogue.children(branch):
        if catalogue.rows[child] < 0 and catalogue.ends[child] > child + 1:
            _choose(script, child, set(here), set(rest), to)


def _listed(keys: Collection[Any]) -> str:
    return "(" + "".join(f"{literal(key)}, " for key in sorted(keys, key=str)).rstrip() + ")"


# -- storages that are cut ---------------------------------------------------------------------------------------


def cuts(script: Script, view: Preview) -> None:
    """Storages cut down to what tensors use."""
    by_piece: dict[int, list[int]] = {}
    for row, (piece, _) in view.pieces.items():
        by_piece.setdefault(piece, []).append(row)
    for piece, rows in by_piece.items():
        new = view.added[piece]
        entries = [view.catalogue.tree.tensors[row] for row in rows]
        saved = {view.catalogue.tree.facts.dtypes[row] for row in rows}
        if len(saved) > 1 or not all(map(script.reaches, entries)):
            script.leave(f"the storage of {view.catalogue.path_text(entries[0])} is cut down to what is used of it.")
            continue
        script.need("cut")
        first = new.start // ITEM_SIZES[saved.pop()]
        count = new.nbytes // ITEM_SIZES[view.dtype(rows[0])]
        listed = ", ".join(map(script.at, entries))
        script.write(*_call(f"cut([{listed}], {first}, {count})", entries, script.at, first, count))


def _call(line: str, entries: list[int], at: Callable[[int], str], first: int, count: int) -> Iterator[str]:
    if len(line) <= _WIDTH:
        yield line
        return
    yield "cut("
    yield "    ["
    yield from (f"        {at(entry)}," for entry in entries)
    yield "    ],"
    yield f"    {first},"
    yield f"    {count},"
    yield ")"

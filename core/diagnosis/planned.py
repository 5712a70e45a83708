"""The file as it is planned, for the rules: keys, devices and values after the plan."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from glob import escape
from typing import Any

from core.edits.edits import Edit, Extract, MoveOptimizer, RemapDevice
from core.edits.preview import Preview
from core.pickling.nodes import DictNode, pairs


def state_dicts(preview: Preview) -> Iterator[int]:
    """The entries of the state dicts that stay in the file."""
    return (entry for entry in preview.catalogue.state_dicts if not preview.dropped(entry))


def planned_keys(preview: Preview, state_dict: int) -> list[tuple[int, str]]:
    """(entry, planned key) of the items of a state dict that stay."""
    catalogue = preview.catalogue
    found = []
    for child in catalogue.children(state_dict):
        label = preview.label(child)
        is_tensor = catalogue.rows[child] >= 0 or child in catalogue.tree.compounds
        if isinstance(label, str) and is_tensor and not preview.dropped(child):
            found.append((child, label))
    return found


def made_state_dict(preview: Preview, entry: int) -> Any:
    """What the plan makes of the whole model or optimizer at an entry; None where it makes nothing of it."""
    extracts = preview.plan.find(Extract, entry=entry) is not None
    return preview.rewrite.nodes.get(id(preview.catalogue.values[entry])) if extracts else None


def made_keys(preview: Preview, state_dict: int) -> list[tuple[int, str]]:
    """(entry, planned key) of the tensors of a state dict that the plan makes of the model at an entry."""
    moved = preview.moved.items()
    return [(entry, keys[0]) for entry, (at, keys) in moved if at == state_dict and len(keys) == 1]


def planned_value(preview: Preview, holder: Any, key: str) -> tuple[Any, int]:
    """(value, slot) that a dict of the file has under ``key`` after the plan; (None, -1) where it has none."""
    for slot, (name, value) in enumerate(pairs(holder)):
        if isinstance(name, str) and name == key:
            return preview.rewrite.values.get((id(holder), slot), value), slot
    return None, -1


def child_named(preview: Preview, entry: int, key: str) -> int | None:
    """The entry of an item of a dict."""
    labels = preview.catalogue.labels
    return next((child for child in preview.catalogue.children(entry) if labels[child] == key), None)


def live_rows(preview: Preview) -> Iterator[int]:
    """The tensor rows that stay in the file."""
    return (index for index, row in enumerate(preview.catalogue.tensors) if not preview.dropped(row.entry))


_ONE_BY_ONE = 8


def to_device(preview: Preview, unwanted: Iterable[str], target: str) -> tuple[Edit, ...]:
    """The edits after which nothing is on the ``unwanted`` devices any more but on ``target``.

    Edits of the plan that send something there are turned towards the target; the rest is one `RemapDevice` for each
    saved device.
    """
    away = set(unwanted)
    edits: list[Edit] = []
    for edit in preview.plan.edits:
        if isinstance(edit, RemapDevice) and edit.target in away:
            edits.append(RemapDevice(edit.source, target, edit.role, edit.rows))
        elif isinstance(edit, MoveOptimizer) and edit.target in away:
            edits.append(MoveOptimizer(target, edit.entry))
    everywhere = {storage.device for storage in preview.catalogue.storages}
    saved = dict.fromkeys(
        storage.device
        for storage, device in zip(preview.catalogue.storages, preview.storage_devices, strict=True)
        if device in away and storage.device in away
    )
    edits += (RemapDevice(source, target) for source in _sources(list(saved), everywhere))
    return tuple(dict.fromkeys(edits))


def _sources(devices: Sequence[str], everywhere: Collection[str]) -> Sequence[str]:
    """The devices to be mapped: one by one, or a great many as ``cuda:*``, where all of that kind are meant."""
    kinds = {device.partition(":")[0] for device in devices}
    if len(devices) <= _ONE_BY_ONE or len(kinds) > 1:
        return list(map(escape, devices))  # a device may be called *
    kind = f"{kinds.pop()}:"
    alike = {device for device in everywhere if device.startswith(kind)}
    return [f"{kind}*"] if alike == set(devices) else devices


def group_of(preview: Preview, optimizer_entry: int, index: int) -> tuple[int | None, DictNode | None]:
    """(entry, items) of a param group."""
    groups = child_named(preview, optimizer_entry, "param_groups")
    if groups is None:
        return None, None
    children = preview.catalogue.children(groups)
    entry = children[index] if index < len(children) else None
    value = preview.catalogue.values[entry] if entry is not None else None
    return entry, value if type(value) is DictNode else None

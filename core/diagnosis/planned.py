"""What rules share about the file as it is planned: edits that send it elsewhere, and its param groups."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from glob import escape

from core.edits.edits import Edit, RemapDevice
from core.edits.preview import Preview
from core.pickling.nodes import DictNode


def child_named(preview: Preview, entry: int, key: str) -> int | None:
    """The entry of an item of a dict."""
    labels = preview.catalogue.labels
    return next((child for child in preview.catalogue.children(entry) if labels[child] == key), None)


_ONE_BY_ONE = 8


def to_device(preview: Preview, unwanted: Iterable[str], target: str) -> tuple[Edit, ...]:
    """The edits after which nothing is on the ``unwanted`` devices any more but on ``target``.

    Edits of the plan that send something there are turned towards the target; the rest is one `RemapDevice` for each
    saved device.
    """
    away = set(unwanted)
    edits = [edit.sent_to(target) for edit in preview.plan.edits if edit.sends_to in away]
    everywhere = {storage.device for storage in preview.catalogue.storages}
    saved = dict.fromkeys(
        storage.device
        for storage, device in zip(preview.catalogue.storages, preview.draft.devices, strict=True)
        if device in away and storage.device in away
    )
    edits += (RemapDevice(source, target) for source in _sources(list(saved), everywhere))
    return tuple(dict.fromkeys(edits))


def rows_to_device(preview: Preview, rows: Sequence[int], target: str) -> list[RemapDevice]:
    """The edits that send the tensors of some rows to a device, and nothing else."""
    device_of = preview.catalogue.device_of
    by_device: dict[str, list[int]] = {}
    for row in rows:
        by_device.setdefault(device_of(row), []).append(row)
    return [RemapDevice(escape(saved), target, None, frozenset(there)) for saved, there in by_device.items()]


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

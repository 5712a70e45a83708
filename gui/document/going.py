"""Where a plan sends what a control is about, by whatever edit: so that none says “keep” of what moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from core.catalogue.rows import Optimizer
from core.edits.preview import Preview
from core.text import clip
from core.words import say


def going_from(preview: Preview) -> dict[str, tuple[str, ...]]:
    """For each saved device that something leaves where that goes, most bytes first."""
    columns = preview.catalogue.storage_columns
    found: dict[str, Counter[str]] = {}
    for saved, planned, nbytes, kept in zip(
        columns.devices, preview.storage_devices, columns.nbytes, preview.storages_kept, strict=True
    ):
        if saved != planned and kept:
            found.setdefault(saved, Counter())[planned] += nbytes
    return {saved: _by_bytes(planned) for saved, planned in found.items()}


def state_going(preview: Preview, optimizer: Optimizer) -> tuple[str, ...]:
    """Where those tensors of an optimizer's state go that do not stay where they are; nothing where all stay."""
    catalogue = preview.catalogue
    saved, nbytes = catalogue.storage_columns.devices, catalogue.storage_columns.nbytes
    rows, storage_of = catalogue.subtree_rows(optimizer.entry), catalogue.storage_of
    planned = Counter[str]()
    for storage in {storage_of[row] for row in rows}:
        if preview.storage_devices[storage] != saved[storage] and preview.storages_kept[storage]:
            planned[preview.storage_devices[storage]] += nbytes[storage]
    return _by_bytes(planned)


def keep_text(going: Iterable[str]) -> str:
    """What the choice of no edit is called: “keep”, or where other edits send it."""
    devices = ", ".join(map(clip, going))
    return say("moved to {devices}", devices=devices) if devices else say("keep")


def _by_bytes(devices: Counter[str]) -> tuple[str, ...]:
    return tuple(device for device, _ in devices.most_common())

"""The state dict that is all of a file to be written, for formats that hold tensors by name and nothing else."""

from __future__ import annotations

from typing import Any, NamedTuple

from core.errors import EditError, Step, Way
from core.formats.safetensors import NOTES
from core.objects.value_text import key_text
from core.pickling.nodes import ATOMS, mapping, pairs
from core.saving.planned import Planned, PlannedTensor
from core.text import clip, enumerated

_MOST_NAMED = 3
_AS_ZIP = Way(Step.SAVE_AS, "zip")


class Item(NamedTuple):
    """A key of a state dict, the node of its value, and the tensor that this is; None for a plain value."""

    key: str
    node: Any
    tensor: PlannedTensor | None


class StateDict(NamedTuple):
    """The items of a state dict, and the ``notes`` that a safetensors file had beside them."""

    items: tuple[Item, ...]
    notes: dict[str, str]


def state_dict_of(planned: Planned, what: str, *, values: bool) -> StateDict:
    """The state dict that would be written; ``what`` is what the format is called.

    ``values`` is whether numbers and texts may be among the tensors. Raises `EditError` for what is no state dict, and
    for what else is in it, with a sentence that says what to do.
    """
    found = planned.items(planned.root)
    if found is None:
        raise EditError(
            "{format} holds a state dict, but this file is a single object. Replace it by its state dict, or save "
            "as zip.",
            format=what,
        ).with_ways(Way(Step.EXTRACT, "/"), _AS_ZIP)
    header = _header(planned)
    items: list[Item] = []
    notes: dict[str, str] = {}
    others: list[str] = []
    for raw, node in zip(found.items[::2], found.items[1::2], strict=True):
        key, tensor = planned.written(raw), planned.tensor((raw,), node)
        value = planned.written(node)
        if node is header or (key == NOTES and tensor is None and mapping(value) is not None):
            notes = _notes(planned, value)
        elif isinstance(key, str) and (tensor is not None or (values and type(value) in ATOMS)):
            items.append(Item(key, value, tensor))
        else:
            others.append(key_text(key))
    if others:
        raise _refusal(planned, what, others)
    return StateDict(tuple(items), notes)


def _header(planned: Planned) -> Any:
    """The notes of a safetensors file that is the source, which are no key: no renaming of keys means them."""
    checkpoint = planned.preview.catalogue.checkpoint
    named = (value for key, value in pairs(checkpoint.root) if key == NOTES)
    return next((value for value in named if mapping(value) is not None), planned)


def _notes(planned: Planned, node: Any) -> dict[str, str]:
    found = planned.items(node)
    flat = [planned.written(each) for each in (found.items if found is not None else [])]
    couples = zip(flat[::2], flat[1::2], strict=True)
    return {str(key): value for key, value in couples if isinstance(key, str) and isinstance(value, str)}


def _refusal(planned: Planned, what: str, others: list[str]) -> EditError:
    """What else there is, and how a state dict is got out of it."""
    preview = planned.preview
    inner = next((entry for entry in preview.models() if preview.path(entry)), None)
    path = preview.path_text(inner) if inner is not None else ""
    beside = [clip(each, 60) for each in others if each != path]
    if inner is not None:
        is_whole = inner not in preview.catalogue.state_dicts and inner not in preview.plan.extracted
        return EditError(
            "{format} can hold named tensors and nothing else. This file also has {names}. Keep only the state "
            "dict “{path}”, or save as zip."
            if beside
            else "{format} can hold named tensors and nothing else, and those of this file are inside “{path}”. "
            "Keep only that state dict, or save as zip.",
            format=what,
            names=enumerated(beside, _MOST_NAMED + 1) if beside else "",
            path=clip(path, 60),
        ).with_ways(*([Way(Step.EXTRACT, path)] if is_whole else []), Way(Step.KEEP, path), _AS_ZIP)
    return EditError(
        "{format} can hold named plain tensors and nothing else, and {names} is not one. Leave it out, or save as zip.",
        format=what,
        names=enumerated(beside, _MOST_NAMED + 1),
    ).with_ways(*(Way(Step.DROP, each) for each in others[:_MOST_NAMED]), _AS_ZIP)

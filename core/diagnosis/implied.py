"""What an error of ``load_state_dict`` tells of the model: all its keys, once the file at hand is known to fit."""

from __future__ import annotations

import re
from collections.abc import Mapping

from core.catalogue import Catalogue
from core.diagnosis.state_keys import COUNTER, key_entries, largest_state_dicts
from core.diagnosis.traps import Recognised
from core.diagnosis.wanted import Wanted
from core.text import clip

_MOST_TRIED = 50

Shape = tuple[int, ...]


def implied_model(recognised: Recognised, catalogue: Catalogue) -> Wanted | None:
    """The model that raised this error with this file; None where the error names keys that the file does not have.

    The model's keys are those of the state dict without the unexpected ones and with the missing ones.
    """
    unexpected, mismatched = set(recognised.keys("unexpected")), recognised.keys("mismatched")
    if not unexpected and not mismatched:
        return None
    listed = (part.partition(" ") for part in recognised.details.get("shapes", "").split(";"))
    shapes = {key: _shape(text) for key, _, text in listed}
    have = _shape(recognised.details.get("have", ""))
    for entry in largest_state_dicts(catalogue, _MOST_TRIED):
        keys = _shapes_of(catalogue, entry)
        if not (unexpected | set(mismatched) <= keys.keys()) or keys.keys() & set(recognised.keys("missing")):
            continue
        if mismatched and have is not None and keys[mismatched[0]] not in (None, have):
            continue
        kept = {key: shape for key, shape in keys.items() if key not in unexpected}
        wanted = {key: shapes.get(key) for key in mismatched}
        missing = (*recognised.keys("missing"), *_untold_counters(recognised))
        return Wanted("the model", {**kept, **wanted, **dict.fromkeys(missing)})
    return None


def _untold_counters(recognised: Recognised) -> list[str]:
    """The counters of normalisation layers, which torch calls unexpected under their old names but never missing.

    Source: ``_NormBase._load_from_state_dict``, which makes one where no ``_metadata`` tells of it.
    """
    if not any(key.rpartition(".")[2] == COUNTER for key in recognised.keys("unexpected")):
        return []
    parted = (key.rpartition(".") for key in recognised.keys("missing"))
    return [f"{layer}{dot}{COUNTER}" for layer, dot, name in parted if name == "running_mean"]


def handed_whole(recognised: Recognised, catalogue: Catalogue) -> str | None:
    """What to say when the error's unexpected keys are not weights but the parts of the checkpoint; else None."""
    unexpected = set(recognised.keys("unexpected"))
    if not unexpected or 0 in catalogue.state_dicts:
        return None
    parts = {catalogue.labels[child]: child for child in catalogue.children(0)}
    state_dicts = set(catalogue.state_dicts)
    inside = [label for label, child in parts.items() if child in state_dicts and isinstance(label, str)]
    if not inside or not unexpected <= parts.keys():
        return None
    shown = clip(repr(inside[0]), 80)
    return (
        "These unexpected keys are the parts of the checkpoint: all of it was handed to load_state_dict. The weights "
        f"are one step inside: model.load_state_dict(checkpoint[{shown}])."
    )


def _shapes_of(catalogue: Catalogue, entry: int) -> Mapping[str, Shape | None]:
    rows = ((child, catalogue.rows[child]) for child in key_entries(catalogue, entry))
    return {str(catalogue.labels[child]): catalogue.tensors[row].shape if row >= 0 else None for child, row in rows}


def _shape(text: str) -> Shape | None:
    """``torch.Size([5, 8])`` as numbers; None where there is nothing."""
    return tuple(map(int, re.findall(r"\d+", text))) if text.strip() else None

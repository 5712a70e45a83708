"""Which model an optimizer belongs to, as data for JSON and as words for people."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from core.catalogue.catalogue import Catalogue
from core.catalogue.rows import Optimizer, OtherModel
from core.objects.value_text import json_path, key_text
from core.text import alternatives, clip
from core.words import marked, say

_MOST = 4
_BY = {
    "shapes": marked("matched by shapes"),
    "param_names": marked("matched by the names saved with it"),
    "name": marked("matched by name"),
    "devices": marked("matched by devices"),
    "chosen": marked("chosen by you"),
}


def belonging_json(catalogue: Catalogue, optimizer: Optimizer) -> dict[str, Any]:
    """The model of an optimizer and by what it was found; the models it may be of where that cannot be told."""
    path: Iterable[Any] | None = catalogue.path(optimizer.model) if optimizer.model is not None else None
    if optimizer.other is not None:
        path = optimizer.other.path
    return {
        "model": json_path(path) if path is not None else None,
        "model_file": optimizer.other.file if optimizer.other is not None else None,
        "matched_by": optimizer.matched_by,
        "ambiguous": bool(optimizer.candidates or optimizer.others),
        "candidates": [
            *(json_path(catalogue.path(entry)) for entry in optimizer.candidates),
            *(json_path(each.path) for each in optimizer.others),
        ],
    }


def belonging_text(catalogue: Catalogue, optimizer: Optimizer) -> str:
    """``for netD (matched by name)``; the models that it may be of where that cannot be told; empty without any."""
    if optimizer.candidates or optimizer.others:
        some = [model_text(catalogue, entry) for entry in optimizer.candidates[:_MOST]]
        some += [_other_text(each) for each in optimizer.others[:_MOST]]
        more = len(optimizer.candidates) + len(optimizer.others) - len(some)
        rest = [say("{n:,} more", n=more)] if more else []
        return say("ambiguous: belongs to {models}", models=alternatives([*some, *rest]))
    if optimizer.matched_by is None:
        return ""
    return say("belongs to {model} ({how})", model=model_of(catalogue, optimizer), how=say(_BY[optimizer.matched_by]))


def model_of(catalogue: Catalogue, optimizer: Optimizer) -> str:
    """The model that was found for an optimizer: by its path, and its file where it is another."""
    return model_text(catalogue, optimizer.model or 0) if optimizer.other is None else _other_text(optimizer.other)


def kind_text(kind: str | None) -> str:
    """``Adam or AdamW``, as the language in use has it; empty where no kind is known."""
    return alternatives(kind.split(" or ")) if kind else ""


def _other_text(other: OtherModel) -> str:
    inside, file = clip("/".join(map(key_text, other.path)), 40), clip(other.file, 60)
    return say("{path} in {file}", path=inside, file=file) if inside else file


def model_text(catalogue: Catalogue, entry: int) -> str:
    """A model by its path."""
    return clip(catalogue.path_text(entry), 40) or say("the file itself")

"""The keys that a plan drops of models that stay: ``load_state_dict`` asks for them, unless it is told not to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import compress
from typing import Any

from core.catalogue.catalogue import Catalogue
from core.catalogue.derived import derived
from core.catalogue.prefixes import FoundPrefix, without, wrapper_chain
from core.edits.edits import Extract, Plan
from core.edits.preview import Preview, preview
from core.text import clip, enumerated
from core.words import say_count

_MOST_NAMED = 3


def keys_left_out(view: Preview) -> dict[tuple[Any, ...], list[str]]:
    """The dropped keys of each such model, as the model calls them, by the path of its state dict."""
    gone, ends = view.gone, view.catalogue.ends
    some = (entry for entry in view.models() if gone and 1 in gone[entry : ends[entry]])
    return {view.path(entry): keys for entry in some if (keys := _dropped_keys(view, entry))}


def about_left_out(view: Preview) -> str:
    """What to do at ``load_state_dict`` of the planned file, and what comes of it; nothing where no key is dropped."""
    keys = list(dict.fromkeys(key for keys in keys_left_out(view).values() for key in keys))
    if not keys:
        return ""
    return say_count(
        len(keys),
        "If your model has {keys}, load_state_dict needs strict=False, and it starts from new weights.",
        "If your model has {keys}, load_state_dict needs strict=False, and they start from new weights.",
        keys=_named(keys),
    )


def starting_anew(keys: Sequence[str], copy: str = "") -> str:
    """How to load the copy of a file in which a model does not find these keys: that of this name, or one to come."""
    if copy:
        return say_count(
            len(keys),
            "Load {copy} in place of this file, with strict=False: {keys} starts from new weights.",
            "Load {copy} in place of this file, with strict=False: {keys} start from new weights.",
            copy=copy,
            keys=_named(keys),
        )
    return say_count(
        len(keys),
        "Save the file, then load the copy with strict=False: {keys} starts from new weights.",
        "Save the file, then load the copy with strict=False: {keys} start from new weights.",
        keys=_named(keys),
    )


def _named(keys: Sequence[str]) -> str:
    return enumerated([clip(key, 60) for key in keys], _MOST_NAMED)


def _dropped_keys(view: Preview, entry: int) -> list[str]:
    """The keys that are dropped of one model, without what wrappers put before them."""
    dropped = _texts(_left_out(view, entry))
    for prefix in _wrappers(view.catalogue, entry) if dropped else ():
        dropped = without(dropped, prefix)
    return dropped


def _left_out(view: Preview, entry: int) -> Iterator[tuple[int, Any]]:
    """(entry, key) of what is dropped of a model: of many keys a few."""
    catalogue, gone = view.catalogue, view.gone
    if entry not in catalogue.state_dicts:
        yield from ((child, key) for child, key in _made_keys(catalogue, entry) if gone[child])
        return
    first, end = entry + 1, catalogue.ends[entry]
    for child in compress(range(first, end), gone[first:end]):
        if catalogue.parents[child] == entry and catalogue.is_key(child):
            yield child, catalogue.labels[child]


@derived
def _wrappers(catalogue: Catalogue, entry: int) -> tuple[FoundPrefix, ...]:
    """What wrappers put before the keys of a model, which all of them together tell."""
    if entry not in catalogue.state_dicts:
        return tuple(wrapper_chain(_texts(_made_keys(catalogue, entry)), entry))
    keys = ((child, catalogue.labels[child]) for child in catalogue.children(entry) if catalogue.is_key(child))
    return tuple(wrapper_chain(_texts(keys), entry))


@derived
def _made_keys(catalogue: Catalogue, entry: int) -> tuple[tuple[int, Any], ...]:
    """(entry, key) of the state dict of a whole model."""
    return tuple(preview(catalogue, Plan((Extract(entry),))).made_keys(entry))


def _texts(keys: Iterable[tuple[int, Any]]) -> list[str]:
    return [key for _, key in keys if isinstance(key, str)]

"""What a dict, a list or an object holds, in one line: ``5 keys: lr, betas, eps …``, ``3 numbers: 0.1, 0.2, 0.3``.

It is worked out for rows that are shown, and takes no longer for 300,000 elements than for 20,000.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Final

from core.catalogue.catalogue import Catalogue
from core.text import clip, listed, titled
from core.words import say, say_count

FEW: Final = 3
"""Names or elements that a row of the tree tells."""
_LONGEST: Final = 28
_MOST_LOOKED_AT: Final = 20_000
"""Elements of which it is found out whether they are all of one kind."""
_MOST_NAMES_LOOKED_AT: Final = 1_000
_NOT_TOLD: Final = ("(", "_")
"""How names of an object begin that tell nothing: arguments by place, and what is private, as hooks of a module."""
_NUMBERS: Final = frozenset({int, float, complex})
_MAPPINGS: Final = frozenset({"dict", "OrderedDict"})
"""What is not worth its name: both are dicts to whoever reads them."""


def contents_text(catalogue: Catalogue, entry: int, most: int = FEW) -> str:
    """What lies in an entry, up to so many names of it; of what has nothing below it, what `Catalogue.summary` says."""
    summary, kind = catalogue.summary(entry), catalogue.kind(entry)
    below = [*islice(_children(catalogue, entry), most + 1)]
    if kind == "dict" and entry not in catalogue.tree.repeats:
        return _keys_text(catalogue, entry, below, most)
    if not below or summary[:1] in "[(":
        return summary
    if kind in ("list", "tuple"):
        return _elements_text(catalogue, entry, below, most)
    if kind == "set":
        shown = _listed([_element_text(catalogue, child) for child in below], most)
    else:
        named = _names(catalogue, islice(_children(catalogue, entry), _MOST_NAMES_LOOKED_AT))
        shown = _listed([*islice((name for name in named if not name.startswith(_NOT_TOLD)), most + 1)], most)
    return titled(summary, shown) if shown else summary


def _children(catalogue: Catalogue, entry: int) -> Iterator[int]:
    """The entries right below one, as many as are asked for."""
    ends = catalogue.ends
    child, end = entry + 1, ends[entry]
    while child < end:
        yield child
        child = ends[child]


def _names(catalogue: Catalogue, below: Iterable[int]) -> Iterator[str]:
    """The keys or attributes; what the arguments of a call are is told by their places, such as ``(0)``."""
    return (clip(catalogue.label_text(child), _LONGEST) or '""' for child in below)


def _listed(parts: Sequence[str], most: int) -> str:
    return listed(parts[:most]) + (" …" if len(parts) > most else "")


def _keys_text(catalogue: Catalogue, entry: int, below: Sequence[int], most: int) -> str:
    count = catalogue.key_count(entry)
    kind = catalogue.mapping_name(entry)
    names = _listed([*_names(catalogue, below[:count])], most)  # attributes of the dict, such as _metadata, come last
    keys = say_count(count, "{n:,} key: {names}", "{n:,} keys: {names}", names=names) if names else say("no keys")
    return keys if kind in _MAPPINGS else say("{kind}, {keys}", kind=kind, keys=keys)


def _elements_text(catalogue: Catalogue, entry: int, below: Sequence[int], most: int) -> str:
    elements: Sequence[Any] = catalogue.values[entry]
    shown = _listed([_element_text(catalogue, child) for child in below], most)
    count, kinds = len(elements), _kinds(catalogue, elements, below)
    if kinds == "number":
        return say_count(count, "{n:,} number: {elements}", "{n:,} numbers: {elements}", elements=shown)
    if kinds == "text":
        return say_count(count, "{n:,} string: {elements}", "{n:,} strings: {elements}", elements=shown)
    if kinds == "dict" and (keys := _keys_of_each(catalogue, entry, count)):
        return say_count(count, "{n:,} dict of {keys}", "{n:,} dicts of {keys} each", keys=keys)
    if kinds == "dict":
        return say_count(count, "{n:,} dict: {elements}", "{n:,} dicts: {elements}", elements=shown)
    if kinds == "list":
        return say_count(count, "{n:,} list: {elements}", "{n:,} lists: {elements}", elements=shown)
    return say_count(count, "{n:,} element: {elements}", "{n:,} elements: {elements}", elements=shown)


def _keys_of_each(catalogue: Catalogue, entry: int, count: int) -> str:
    """How many keys each of some dicts has; nothing where they differ or are too many to look at."""
    if count > _MOST_NAMES_LOOKED_AT:
        return ""
    keys = {catalogue.key_count(child) for child in islice(_children(catalogue, entry), count)}
    return say_count(keys.pop(), "{n:,} key", "{n:,} keys") if len(keys) == 1 else ""


def _kinds(catalogue: Catalogue, elements: Sequence[Any], below: Sequence[int]) -> str:
    """What all elements are; nothing where they differ or are too many to look at."""
    if len(elements) > _MOST_LOOKED_AT:
        return ""
    types = set(map(type, elements))
    if types <= _NUMBERS:
        return "number"
    if len(types) > 1:
        return ""
    return "text" if types == {str} else catalogue.kind(below[0]).replace("tuple", "list")


def _element_text(catalogue: Catalogue, child: int) -> str:
    if catalogue.kind(child) == "dict":
        return say_count(catalogue.key_count(child), "{n:,} key", "{n:,} keys")
    return clip(catalogue.summary(child), _LONGEST)

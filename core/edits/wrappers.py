"""What wrappers surely left in the keys of a state dict, and how to take all of it off."""

from __future__ import annotations

from collections.abc import Sequence

from core.catalogue.prefixes import LIGHTNING, FoundPrefix, prefixes_of
from core.edits.edits import StripPrefix
from core.edits.keys import strip_from, strip_segment

_MOST = 16
"""Wrappers around each other; nobody has that many."""


def wrapper_chain(keys: Sequence[str], entry: int) -> list[FoundPrefix]:
    """The prefixes of wrappers in the order in which they come off: each is found in what those before it leave.

    A model may have a part of its own called ``module``, but then not all keys are below it; ``model.`` is an ordinary
    name. ``entry`` is that of the state dict.
    """
    found: list[FoundPrefix] = []
    while len(found) < _MOST:
        prefix = next(filter(_is_of_wrapper, prefixes_of(keys, entry)), None)
        if prefix is None:
            break
        found.append(prefix)
        keys = without(keys, prefix)
    return found


def without(keys: Sequence[str], prefix: FoundPrefix) -> list[str]:
    """The keys with a prefix taken off."""
    change = strip_segment if prefix.inner else strip_from
    return [change(key, prefix.prefix) for key in keys]


def joined(chain: Sequence[FoundPrefix]) -> list[FoundPrefix]:
    """The chain with what stands before all keys as one prefix: ``module._orig_mod.``."""
    first = next((at for at, each in enumerate(chain) if each.inner or each.keys < each.of), len(chain))
    if first < 2:
        return list(chain)
    outer = chain[0]._replace(prefix="".join(each.prefix for each in chain[:first]))
    return [outer, *chain[first:]]


def strips(chain: Sequence[FoundPrefix]) -> list[StripPrefix]:
    """The edits that take a chain off."""
    return [StripPrefix(each.prefix, each.entry, each.inner) for each in joined(chain)]


def _is_of_wrapper(found: FoundPrefix) -> bool:
    if found.prefix == f"{LIGHTNING}.":
        return False
    return found.prefix != "module." or (not found.inner and found.keys == found.of)

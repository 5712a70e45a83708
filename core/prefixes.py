"""Finds the prefixes that wrappers leave in the keys of a state dict.

Prefixes are whole dotted segments: ``module.`` is found in ``module.conv.weight``, never in
``submodule.conv.weight``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from core.graph import pairs
from core.tree import Tree

WRAPPERS = ("module", "_orig_mod", "_fsdp_wrapped_module", "_checkpoint_wrapped_module", "_forward_module")
"""DataParallel and DDP; torch.compile; FSDP; activation checkpointing; Lightning's strategies."""

LIGHTNING = "model"


class FoundPrefix(NamedTuple):
    """``keys`` of the ``of`` keys of state dict ``entry`` begin with ``prefix``, or hold it further in (``inner``)."""

    prefix: str
    entry: int
    keys: int
    of: int
    inner: bool


def find_prefixes(tree: Tree, state_dicts: Sequence[int]) -> tuple[FoundPrefix, ...]:
    """All wrapper prefixes, outermost first."""
    found: list[FoundPrefix] = []
    for entry in state_dicts:
        keys = [key for key, _ in pairs(tree.values[entry])]
        found += _leading(keys, entry) + _inside(keys, entry)
    return tuple(found)


def _leading(keys: Sequence[str], entry: int) -> list[FoundPrefix]:
    heads = Counter(key.partition(".")[0] for key in keys if "." in key)
    found = [FoundPrefix(f"{name}.", entry, heads[name], len(keys), inner=False) for name in WRAPPERS if heads[name]]
    if heads[LIGHTNING] * 2 > len(keys) and not found:
        found.append(FoundPrefix(f"{LIGHTNING}.", entry, heads[LIGHTNING], len(keys), inner=False))
    return found


def _inside(keys: Sequence[str], entry: int) -> list[FoundPrefix]:
    counts = Counter(name for name in WRAPPERS for key in keys if f".{name}." in key)
    return [FoundPrefix(f"{name}.", entry, counts[name], len(keys), inner=True) for name in WRAPPERS if counts[name]]

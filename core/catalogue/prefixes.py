"""Finds the prefixes that wrappers leave in the keys of a state dict.

Prefixes are whole dotted segments: ``module.`` is found in ``module.conv.weight``, never in
``submodule.conv.weight``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from core.catalogue.tree import Tree
from core.pickling.nodes import mapping

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
        items = mapping(tree.values[entry])
        found += prefixes_of(items.items[::2] if items is not None else (), entry)
    return tuple(found)


def prefixes_of(keys: Sequence[str], entry: int) -> list[FoundPrefix]:
    """The wrapper prefixes in the keys of state dict ``entry``, outermost first."""
    lines = "\n".join(("", *keys))  # one text, so that most names are ruled out by one scan
    leading = _leading(lines, len(keys), entry)
    return leading + _lightning(lines, len(keys), entry, leading) + _inside(keys, lines, entry)


def _leading(lines: str, of: int, entry: int) -> list[FoundPrefix]:
    counts = ((f"{name}.", lines.count(f"\n{name}.")) for name in WRAPPERS)
    return [FoundPrefix(prefix, entry, count, of, inner=False) for prefix, count in counts if count]


def _lightning(lines: str, of: int, entry: int, others: Sequence[FoundPrefix]) -> list[FoundPrefix]:
    """``model.`` is an ordinary name too: it counts as a wrapper only when most keys have it and no other is there."""
    prefix = f"{LIGHTNING}."
    count = lines.count(f"\n{prefix}")
    return [FoundPrefix(prefix, entry, count, of, inner=False)] if count * 2 > of and not others else []


def _inside(keys: Sequence[str], lines: str, entry: int) -> list[FoundPrefix]:
    found = []
    for name in WRAPPERS:
        segment = f".{name}."
        if segment in lines:
            count = sum(segment in key for key in keys)
            found.append(FoundPrefix(f"{name}.", entry, count, len(keys), inner=True))
    return found

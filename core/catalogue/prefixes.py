"""Prefixes of the keys of a state dict: which wrappers left them, and the key without them.

Prefixes are whole dotted segments: ``module.`` is found in ``module.conv.weight``, never in
``submodule.conv.weight``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import ne
from typing import NamedTuple

from core.catalogue.tree import Tree
from core.pickling.nodes import mapping

WRAPPERS = ("module", "_orig_mod", "_fsdp_wrapped_module", "_checkpoint_wrapped_module", "_forward_module", "_module")
"""DataParallel and DDP; torch.compile; FSDP; activation checkpointing; Lightning's strategies; opacus."""

_ORDINARY = "module"
"""The name of a wrapper's child that others have too: a ``TensorDictModule`` of tensordict, ``LayerNorm`` and
``BatchNorm`` of torch_geometric.
"""
_OTHERS = ("tensordict", "torchrl", "torch_geometric")
"""Libraries with modules that have a child of that name."""

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


# -- keys without them, or with another segment ------------------------------------------------------------------


def strip_from(key: str, prefix: str) -> str:
    """The key without a leading prefix; unchanged when nothing else would be left."""
    return key[len(prefix) :] if key.startswith(prefix) and len(key) > len(prefix) else key


def strip_segment(key: str, prefix: str) -> str:
    """The key without the dotted segments of ``prefix``, wherever they stand except at the end."""
    wanted = prefix.rstrip(".").split(".")
    parts = key.split(".")
    kept: list[str] = []
    at = 0
    while at < len(parts):
        if parts[at : at + len(wanted)] == wanted and at + len(wanted) < len(parts):
            at += len(wanted)
        else:
            kept.append(parts[at])
            at += 1
    return ".".join(kept)


def insert_segment(key: str, segment: str, depth: int, under: str) -> str:
    """The key with ``segment`` (with its final dot) after its first ``depth`` segments, if it begins with ``under``."""
    parts = key.split(".")
    if not key.startswith(under) or len(parts) <= depth:
        return key
    return ".".join((*parts[:depth], segment[:-1], *parts[depth:]))


# -- wrappers around each other ----------------------------------------------------------------------------------


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


def counted(chain: Sequence[FoundPrefix], keys: Sequence[str]) -> list[FoundPrefix]:
    """The chain with how many of these keys lose each prefix, as `core.edits.keys` strips them."""
    found = []
    for prefix in chain:
        left = without(keys, prefix)
        found.append(prefix._replace(keys=sum(map(ne, left, keys)), of=len(keys)))
        keys = left
    return found


def may_be_own(
    keys: Sequence[str], chain: Sequence[FoundPrefix], others: Iterable[Sequence[str]], classes: Iterable[str]
) -> bool:
    """Return True if something in the file says that ``module.`` is the name of a part of the model, not of a wrapper.

    Within ``torch.compile`` and other wrappers that have a name of their own it is DataParallel. ``keys`` are those
    that the ``chain`` was found in, ``others`` the keys of the other state dicts of the file, and ``classes`` the
    dotted names in its pickles. The model has parts of that name further in; another state dict of the file has one
    there; what is left is one layer; or the file names a library whose layers have such a part.
    """
    if {each.prefix for each in chain if not each.inner} != {f"{_ORDINARY}."}:
        return False
    left = without(keys, chain[0])
    return (
        not any("." in key for key in left)
        or any(_ORDINARY in key.split(".")[:-1] for key in left)
        or any(f".{_ORDINARY}." in key for keys in others for key in keys)
        or any(name.partition(".")[0] in _OTHERS for name in classes)
    )


def joined(chain: Sequence[FoundPrefix]) -> list[FoundPrefix]:
    """The chain with what stands before all keys as one prefix: ``module._orig_mod.``."""
    first = next((at for at, each in enumerate(chain) if each.inner or each.keys < each.of), len(chain))
    if first < 2:
        return list(chain)
    outer = chain[0]._replace(prefix="".join(each.prefix for each in chain[:first]))
    return [outer, *chain[first:]]


def _is_of_wrapper(found: FoundPrefix) -> bool:
    if found.prefix == f"{LIGHTNING}.":
        return False
    return found.prefix != "module." or (not found.inner and found.keys == found.of)


_MOST = 16
"""Wrappers around each other; nobody has that many."""

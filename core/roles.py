"""Tells what a tensor is for: part of a model's state dict, of an optimizer's state, or something else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import compress
from operator import itemgetter

from core.graph import mapping
from core.tree import Tree

Span = tuple[int, int]
"""Entries ``first`` to ``end`` (exclusive) of a subtree."""

_MODULE_DICTS = ("_parameters", "_buffers")


def find_state_dicts(tree: Tree, optimizers: Sequence[Span]) -> tuple[int, ...]:
    """Entries of mappings from names to tensors, outside optimizers.

    A state dict has text keys only, and more than half of its values are tensors, not all of them single
    numbers (those are scores, such as a callback's), or it carries torch's ``_metadata``.
    """
    parents = list(map(tree.parents.__getitem__, map(itemgetter(0), tree.specs)))
    counts = Counter(parents)
    shaped = set(compress(parents, [spec[2] for _, spec in tree.specs]))
    found = []
    for parent in sorted(counts):
        if parent < 0 or _inside(parent, optimizers) or tree.labels[parent] in _MODULE_DICTS:
            continue
        items = mapping(tree.values[parent])
        if items is None:
            continue
        keys = items.items[::2]
        are_texts = all(issubclass(kind, str) for kind in set(map(type, keys)))
        mostly_tensors = 2 * counts[parent] > len(keys) and parent in shaped
        if are_texts and (mostly_tensors or _has_metadata(tree, parent)):
            found.append(parent)
    return tuple(found)


def roles_of(tree: Tree, state_dicts: Sequence[int], optimizers: Sequence[Span]) -> list[str]:
    """The role of each tensor, in entry order."""
    models = set(state_dicts)
    roles = []
    for entry, _ in tree.specs:
        parent = tree.parents[entry]
        if parent in models or (parent >= 0 and tree.labels[parent] in _MODULE_DICTS):
            roles.append("model")
        else:
            roles.append("other")
    position = 0
    for first, end in optimizers:
        while position < len(roles) and tree.specs[position][0] < first:
            position += 1
        while position < len(roles) and tree.specs[position][0] < end:
            roles[position] = "optimizer"
            position += 1
    return roles


def _inside(entry: int, spans: Sequence[Span]) -> bool:
    return any(first <= entry < end for first, end in spans)


def _has_metadata(tree: Tree, entry: int) -> bool:
    child, end = entry + 1, tree.ends[entry]
    while child < end:
        if tree.labels[child] == "_metadata" and tree.homes[child] is not mapping(tree.values[entry]):
            return True
        child = tree.ends[child]
    return False

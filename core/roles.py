"""Tells what a tensor is for: part of a model's state dict, of an optimizer's state, or something else."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from itertools import compress

from core.graph import get, mapping
from core.light import Any
from core.tree import Tree

Span = tuple[int, int]
"""Entries ``first`` to ``end`` (exclusive) of a subtree."""

_MODULE_DICTS = ("_parameters", "_buffers")
_PARAMETERS = ("params", "_params")
"""What an optimizer calls the parameters that it works on; LBFGS has a list of its own."""


def find_state_dicts(tree: Tree, optimizers: Sequence[Span]) -> tuple[int, ...]:
    """Entries of mappings from names to tensors, outside optimizers.

    A state dict has text keys only, and more than half of its values are tensors, not all of them single
    numbers (those are scores, such as a callback's), or it carries torch's ``_metadata``.
    """
    parents = list(map(tree.parents.__getitem__, tree.tensors))
    counts = Counter(parents)
    shaped = set(compress(parents, tree.facts.shapes))
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


def optimizer_spans(tree: Tree) -> list[Span]:
    """First and last-plus-one entry of each optimizer's state dict, in file order."""
    spans: list[Span] = []
    seen: set[int] = set()
    for child, label in enumerate(tree.labels):
        if label != "param_groups" or not isinstance(label, str) or tree.parents[child] in seen:
            continue
        entry = tree.parents[child]
        seen.add(entry)  # a key may be there a hundred thousand times
        groups = get(tree.values[entry], "param_groups") if entry >= 0 else None
        state = get(tree.values[entry], "state") if entry >= 0 else None
        if type(groups) is list and mapping(state) is not None and (not spans or entry >= spans[-1][1]):
            spans.append((entry, tree.ends[entry]))
    return spans


def whole_optimizers(tree: Tree) -> list[Span]:
    """The spans of optimizers that were pickled as objects, not as their state dicts, in file order."""
    spans: list[Span] = []
    looked_at = -1
    for at, label in enumerate(tree.labels):
        if label != "param_groups":
            continue
        owner = tree.parents[at]
        if owner != looked_at and (not spans or owner >= spans[-1][1]) and is_optimizer(tree.values[owner]):
            spans.append((owner, tree.ends[owner]))
        looked_at = owner
    return spans


def is_optimizer(node: Any) -> bool:
    """Whether a node is a pickled ``torch.optim.Optimizer``, or an object of the same make."""
    from core.plain import attributes, class_of  # noqa: PLC0415 - few files hold such objects

    name = class_of(node)
    state = attributes(node) if name is not None else None
    groups, held = get(state, "param_groups"), mapping(get(state, "state"))
    if name is None or type(groups) is not list or held is None or any(mapping(group) is None for group in groups):
        return False
    return name.module.startswith("torch.optim") or mapping(get(state, "defaults")) is not None


def roles_of(
    tree: Tree, state_dicts: Sequence[int], optimizers: Sequence[Span], whole: Sequence[Span] = ()
) -> list[str]:
    """The role of each tensor, in entry order. ``whole`` are pickled optimizers, which hold the model's parameters."""
    models = set(state_dicts)
    parents = list(map(tree.parents.__getitem__, tree.tensors))
    role_below = {
        parent: "model" if parent in models or (parent >= 0 and tree.labels[parent] in _MODULE_DICTS) else "other"
        for parent in set(parents)
    }
    roles = list(map(role_below.__getitem__, parents))
    for first, end in optimizers:
        position, after = (bisect_left(tree.tensors, entry) for entry in (first, end))
        roles[position:after] = ["optimizer"] * (after - position)
    for first, end in whole:
        for position in range(bisect_left(tree.tensors, first), bisect_left(tree.tensors, end)):
            roles[position] = "model" if tree.labels[parents[position]] in _PARAMETERS else "optimizer"
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

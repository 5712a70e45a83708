"""Tells what a tensor is for: part of a model's state dict, of an optimizer's state, or something else."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Container, Sequence
from itertools import compress

from core.catalogue.optimizers.groups import is_optimizer_state
from core.catalogue.tree import Tree
from core.pickling.nodes import mapping

EntryRange = tuple[int, int]
"""Entries ``first`` to ``end`` (exclusive) of a subtree."""

_MODULE_DICTS = ("_parameters", "_buffers")
_PARAMETERS = ("params", "_params")
"""What an optimizer calls the parameters that it works on; LBFGS has a list of its own."""


def find_state_dicts(tree: Tree, optimizers: Sequence[EntryRange]) -> tuple[int, ...]:
    """Entries of mappings from names to tensors, outside optimizers.

    A state dict has text keys only, and more than half of its values are tensors, not all of them single
    numbers (those are scores, such as a callback's), or it carries torch's ``_metadata``.
    """
    parents = list(map(tree.parents.__getitem__, tree.tensors))
    shaped = set(compress(parents, tree.facts.shapes))
    above = [tree.parents[entry] for entry in tree.compounds]
    shaped |= {parent for parent, whole in zip(above, tree.compounds.values(), strict=True) if whole.shape != ()}
    counts = Counter(parents + above)
    wholes = _outermost(tree)
    found = []
    for parent in sorted(counts):
        if parent < 0 or _inside(parent, optimizers) or tree.labels[parent] in _MODULE_DICTS or _spans(parent, wholes):
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


def optimizer_spans(tree: Tree) -> list[EntryRange]:
    """First and last-plus-one entry of each optimizer's state dict, in file order."""
    spans: list[EntryRange] = []
    seen: set[int] = set()
    for child, label in enumerate(tree.labels):
        if (label != "param_groups" and label != "hypers") or not isinstance(label, str):  # noqa: PLR1714 - no hashing
            continue
        if tree.parents[child] in seen:
            continue
        entry = tree.parents[child]
        seen.add(entry)  # a key may be there a hundred thousand times
        if entry >= 0 and (not spans or entry >= spans[-1][1]) and is_optimizer_state(tree.values[entry]):
            spans.append((entry, tree.ends[entry]))
    return spans


def roles_of(
    tree: Tree, state_dicts: Sequence[int], optimizers: Sequence[EntryRange], whole: Sequence[EntryRange] = ()
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
    if tree.compounds or tree.holders:
        inner = _Inner(tree, models, optimizers, whole)
        for row, parent in enumerate(parents):
            roles[row] = inner.role(row, parent) or roles[row]
    return roles


class _Inner:
    """The roles of tensors that are parts of others.

    Those that a tensor is made of have its role: reached from it through tensors and plain containers alone. Others are
    about it, such as the map of ranks in the mesh of a DTensor, or an attribute that a script gave it.
    """

    def __init__(
        self, tree: Tree, models: Container[int], optimizers: Sequence[EntryRange], whole: Sequence[EntryRange]
    ) -> None:
        self.tree = tree
        self.models = models
        self.optimizers, self.whole = optimizers, whole
        self.rows = {tree.tensors[row]: row for row in tree.holders}
        self.known: dict[int, str | None] = {-1: None}

    def role(self, row: int, parent: int) -> str | None:
        """The role of a tensor row below an entry; None where it is a part of no tensor."""
        if parent in self.rows and type(self.tree.homes[self.tree.tensors[row]]) is tuple:
            return self._of_tensor(parent)  # what it is quantised by
        return self._below(parent)

    def _below(self, entry: int) -> str | None:
        """The role of what is right below an entry, if that is in a tensor."""
        path = []
        while entry not in self.known:
            path.append(entry)
            entry = self.tree.parents[entry]
        for at in reversed(path):
            self.known[at] = self._one(at, self.known[self.tree.parents[at]])
        return self.known[path[0]] if path else self.known[entry]

    def _one(self, entry: int, outside: str | None) -> str | None:
        if entry in self.tree.compounds:
            return outside or self._of_tensor(entry)
        if entry in self.rows:
            return "other"
        value = self.tree.values[entry]
        if outside is None or type(value) in (tuple, list) or mapping(value) is not None:
            return outside
        return "other"

    def _of_tensor(self, entry: int) -> str:
        """The role of a tensor in its dict."""
        parent = self.tree.parents[entry]
        within = self._below(parent)
        if within is not None:
            return within
        if _spans(entry, self.optimizers):
            return "optimizer"
        label = self.tree.labels[parent] if parent >= 0 else None
        if _spans(entry, self.whole):
            return "model" if label in _PARAMETERS else "optimizer"
        return "model" if parent in self.models or label in _MODULE_DICTS else "other"


def _outermost(tree: Tree) -> list[EntryRange]:
    """The spans of tensors with others below them, which are no state dicts; those in no other such."""
    spans: list[EntryRange] = []
    for entry in sorted([*tree.compounds, *(tree.tensors[row] for row in tree.holders)]):
        if not spans or entry >= spans[-1][1]:
            spans.append((entry, tree.ends[entry]))
    return spans


def _spans(entry: int, spans: Sequence[EntryRange]) -> bool:
    """Whether an entry is in one of some spans, which are in order and apart."""
    at = bisect_right(spans, entry, key=lambda span: span[0]) - 1
    return at >= 0 and entry < spans[at][1]


def _inside(entry: int, spans: Sequence[EntryRange]) -> bool:
    return any(first <= entry < end for first, end in spans)


def _has_metadata(tree: Tree, entry: int) -> bool:
    child, end = entry + 1, tree.ends[entry]
    while child < end:
        if tree.labels[child] == "_metadata" and tree.homes[child] is not mapping(tree.values[entry]):
            return True
        child = tree.ends[child]
    return False

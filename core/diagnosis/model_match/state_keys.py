"""The keys of a state dict, and the group sizes of an optimizer, as ``load_state_dict`` meets them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from core.catalogue.catalogue import Catalogue
from core.catalogue.rows import Optimizer
from core.objects.compounds import compound_of
from core.objects.tensors import tensor_spec
from core.pickling.nodes import Call, mapping, pairs

COUNTER = "num_batches_tracked"
"""The last part of the key of a normalisation layer's counter, which torch makes itself where no file has it:
state dicts of before version 2, and of no version, need not (``torch/nn/modules/batchnorm.py``).
"""


def key_entries(catalogue: Catalogue, entry: int) -> Iterator[int]:
    """The entries of a state dict that are keys in it; its ``_metadata`` is an attribute and none of them."""
    tree = catalogue.tree
    items = mapping(tree.values[entry])
    for child in catalogue.children(entry):
        if isinstance(tree.labels[child], str) and (tree.homes[child] is items or tree.labels[child] != "_metadata"):
            yield child


def largest_state_dicts(catalogue: Catalogue, limit: int) -> Sequence[int]:
    """The state dicts with most tensors, largest first."""
    by_size = sorted(catalogue.state_dicts, key=lambda entry: (-len(catalogue.subtree_rows(entry)), entry))
    return by_size[:limit]


def shapes_in(state_dict: Any) -> dict[str, tuple[int, ...] | None]:
    """The keys and shapes of a state dict in the graph; None for what is no tensor."""
    found: dict[str, tuple[int, ...] | None] = {}
    for key, node in pairs(state_dict):
        if isinstance(key, str):
            made = (tensor_spec(node) or compound_of(node)) if type(node) is Call else None
            found[key] = made.shape if made is not None else None
    return found


def group_sizes(optimizer: Optimizer) -> tuple[int, ...]:
    """The number of parameters in each group of an optimizer."""
    counts = Counter(item.group for item in optimizer.entries)
    return tuple(counts[group] for group in range(optimizer.groups))

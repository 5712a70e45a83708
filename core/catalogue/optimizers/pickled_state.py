"""The state inside whole pickled optimizers, in the same words as that of the state dicts they would give.

There a parameter is no number: the state is kept under the parameter itself, which a group of the optimizer lists.
"""

from __future__ import annotations

from core.catalogue.catalogue import Catalogue
from core.catalogue.derived import derived
from core.catalogue.modules import PickledOptimizer, pickled_optimizers
from core.catalogue.rows import Optimizer, OptimizerEntry
from core.pickling.nodes import get


@derived
def pickled_states(catalogue: Catalogue) -> tuple[Optimizer, ...]:
    """The pickled optimizers of a file with their parameters that have state, which need no matching."""
    return tuple(_described(catalogue, whole) for whole in pickled_optimizers(catalogue))


def _described(catalogue: Catalogue, whole: PickledOptimizer) -> Optimizer:
    tree = catalogue.tree
    parts = catalogue.by_text(whole.entry)
    homes: dict[int, tuple[int, int, bool]] = {}  # id of a parameter → its group, its entry, where its step belongs
    for number, group in enumerate(catalogue.children(parts["param_groups"]) if "param_groups" in parts else ()):
        node = tree.values[group]
        on_device = get(node, "capturable") is True or get(node, "fused") is True
        params = catalogue.by_text(group).get("params")
        for parameter in catalogue.children(params) if params is not None else ():
            homes.setdefault(id(tree.values[parameter]), (number, parameter, on_device))
    found: list[OptimizerEntry] = []
    for entry in catalogue.children(parts["state"]) if "state" in parts else ():
        key = tree.labels[entry]
        number, parameter, on_device = homes.get(id(key), (0, -1, False))
        of = parameter if parameter >= 0 and catalogue.row_of(parameter) >= 0 else None
        found.append(OptimizerEntry(entry, key, number, of, None, on_device))
    kind = whole.name.rpartition(".")[2]
    matched = sum(item.parameter is not None for item in found)
    return Optimizer(whole.entry, kind, whole.groups, whole.parameters, matched, None, tuple(found))

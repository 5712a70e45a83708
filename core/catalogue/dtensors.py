"""Finds the DTensors of a catalogue that hold all of their elements, and the device meshes below an entry."""

from __future__ import annotations

from collections.abc import Iterator

from core.catalogue.catalogue import Catalogue
from core.objects.compounds import Compound
from core.objects.dtensors import is_dtensor, local_tensor, sharding_of
from core.objects.plain_rules import class_of
from core.objects.tensors import rebuilt
from core.pickling.nodes import Call


def meshes_below(catalogue: Catalogue, entry: int) -> Iterator[Call]:
    """Yield every mesh below an entry, also the meshes that other meshes were made from."""
    for node in catalogue.values[entry : catalogue.ends[entry]]:
        name = class_of(node)
        if name is not None and name.name == "DeviceMesh":
            yield node


def whole_dtensors(catalogue: Catalogue) -> Iterator[tuple[int, Compound, int]]:
    """(entry, what it is, row of the local tensor) of each DTensor that holds all of its elements."""
    for entry, compound in catalogue.tree.compounds.items():
        sharding = sharding_of(catalogue.values[entry]) if is_dtensor(compound) else None
        if sharding is None or not sharding.is_whole:
            continue
        found = rebuilt(catalogue.values[entry])
        rows = catalogue.made_of(entry)
        one = len(rows) == 1 and catalogue.tensors[rows[0]].shape == compound.shape
        if one and found is not None and not found.parameter and local_tensor(catalogue.values[entry]) is not None:
            yield entry, compound, rows[0]

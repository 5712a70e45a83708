"""Tensor subclasses that wrap other tensors: DTensor with its mesh, torchao's; as `inspect` tells of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from core.catalogue.catalogue import Catalogue
from core.objects.compounds import Compound
from core.objects.dtensors import Sharding, is_dtensor, local_tensor, sharding_of
from core.objects.plain_rules import class_of
from core.objects.tensors import rebuilt
from core.objects.value_text import device_argument
from core.pickling.nodes import Call
from core.text import clip
from core.words import say

_MOST_LINES = 6


def sharding_at(catalogue: Catalogue, entry: int) -> Sharding | None:
    """How the DTensor at an entry is laid over its mesh; None for everything else."""
    return sharding_of(catalogue.values[entry]) if is_dtensor(catalogue.tree.compounds.get(entry)) else None


def subclasses(catalogue: Catalogue) -> Iterator[tuple[int, Compound, Sharding | None]]:
    """(entry, what it is, how it is sharded) of each tensor of a class that wraps others."""
    for entry, compound in catalogue.tree.compounds.items():
        if compound.kind is not None:
            yield entry, compound, sharding_at(catalogue, entry)


def device_text(compound: Compound) -> str | None:
    """The device that a wrapper says it is on: that of what it wraps when it was saved."""
    device = compound.device
    return device_argument(device.args) if type(device) is Call and type(device.args) is tuple else None


def subclass_json(compound: Compound, sharding: Sharding | None) -> dict[str, Any]:
    """What JSON says of one, beside its path."""
    mesh = sharding.mesh if sharding is not None else None
    return {
        "class": compound.kind.dotted if compound.kind is not None else None,
        "dtype": compound.dtype,
        "shape": compound.shape,
        "device": device_text(compound),
        "requires_grad": compound.requires_grad,
        "placements": sharding.placements if sharding is not None else None,
        "mesh": {"device_type": mesh.device_type, "shape": mesh.shape, "dim_names": mesh.names} if mesh else None,
    }


def subclass_lines(catalogue: Catalogue) -> Iterator[str]:
    """``12 DTensor: Shard(dim=0) on a cuda mesh of 2 processes``: a line for each kind, the most frequent first."""
    counts = Counter((each.name, sharding.text if sharding else "") for _, each, sharding in subclasses(catalogue))
    for (name, how), count in counts.most_common(_MOST_LINES):
        yield clip(f"{count:,} {name}{': ' if how else ''}{how}", 160)
    if len(counts) > _MOST_LINES:
        yield say("and {count:,} other kinds", count=len(counts) - _MOST_LINES)


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

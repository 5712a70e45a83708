"""DTensors: how they are laid over a mesh of devices, read off the pickle.

Sources: ``torch/distributed/tensor/_dtensor_spec.py`` (``DTensorSpec``), ``placement_types.py`` there, and
``torch/distributed/device_mesh.py``: the sizes of a mesh are in ``_layout``, in older versions in the shape of the
tensor ``mesh``.
"""

from __future__ import annotations

from math import prod
from typing import Any, NamedTuple

from core.objects.compounds import Compound
from core.objects.plain_rules import attributes, class_of
from core.objects.tensors import rebuilt, tensor_spec
from core.objects.value_text import value_text
from core.pickling.nodes import Call, DictNode, get
from core.text import count_text, listed
from core.words import say

_MODULE = "torch.distributed"
_DEVICE_TYPES = ("_device_type", "device_type")
"""What a mesh calls the type of its devices, now and in older versions."""


class Mesh(NamedTuple):
    """A mesh of devices: their type (``cuda``), its sizes and the names of its dimensions; None where not said."""

    device_type: str | None
    shape: tuple[int, ...] | None
    names: tuple[str, ...] | None

    @property
    def text(self) -> str:
        """``cuda mesh of dp=2 × tp=4 processes``."""
        what = " ".join(filter(None, (self.device_type, "mesh")))
        if self.shape is None:
            return what
        names = [f"{name}=" for name in self.names] if self.names else [""] * len(self.shape)
        sizes = (f"{name}{size}" for name, size in zip(names, self.shape, strict=True))
        if len(self.shape) < 2 and not self.names:
            return say("{mesh} of {processes}", mesh=what, processes=count_text(prod(self.shape), "process"))
        return say("{mesh} of {sizes} processes", mesh=what, sizes=" × ".join(sizes))


class Sharding(NamedTuple):
    """``placements`` as torch writes them, one for each dimension of the mesh: ``Shard(dim=0)``, ``Replicate()``."""

    placements: tuple[str, ...]
    mesh: Mesh

    @property
    def is_whole(self) -> bool:
        """Whether each process holds the whole tensor: it is replicated, or alone, in every dimension of the mesh."""
        sizes = self.mesh.shape or (0,) * len(self.placements)
        return len(sizes) == len(self.placements) and all(
            size == 1 or placement == "Replicate()" for size, placement in zip(sizes, self.placements, strict=True)
        )

    @property
    def text(self) -> str:
        """``Shard(dim=0) on a cuda mesh of 2 processes``."""
        placements = listed(self.placements) or say("no placement")
        return say("{placements} on a {mesh}", placements=placements, mesh=self.mesh.text)


def is_dtensor(compound: Compound | None) -> bool:
    """Whether a tensor is a DTensor, of whatever version of torch."""
    kind = compound.kind if compound is not None else None
    return kind is not None and kind.name == "DTensor" and kind.module.startswith(_MODULE)


def sharding_of(node: Any) -> Sharding | None:
    """How a DTensor is laid over its mesh; None where the pickle does not say it as torch does."""
    spec = _attribute(node, "_spec")
    placements = _of(spec, "placements")
    mesh = _of(spec, "mesh")
    if type(placements) is not tuple or type(mesh) is not Call:
        return None
    return Sharding(tuple(map(_placement, placements)), mesh_of(mesh))


def local_tensor(node: Any) -> Call | None:
    """The part of a DTensor that the process had which saved it."""
    local = _attribute(node, "_local_tensor")
    return local if type(local) is Call and tensor_spec(local) is not None else None


class Placement(NamedTuple):
    """How a DTensor lies along one dimension of its mesh.

    ``kind`` is torch's class: ``Shard``, ``Replicate``, … ``dim`` is the dimension that is cut, None where none is;
    ``split_factor`` how often others cut it before, of a ``_StridedShard``.
    """

    kind: str
    dim: int | None = None
    split_factor: int = 1


class MeshLayout(NamedTuple):
    """How a DTensor lies over the ``sizes`` of its mesh; ``coordinate`` is where in it the rank is that saved it."""

    placements: tuple[Placement, ...]
    sizes: tuple[int, ...]
    coordinate: tuple[int, ...] | None


def layout_of(node: Any) -> MeshLayout | None:
    """The same in numbers; None where the pickle does not say it as torch does."""
    spec = _attribute(node, "_spec")
    said, mesh = _of(spec, "placements"), _of(spec, "mesh")
    sizes = _sizes(mesh) if type(mesh) is Call else None
    if type(said) not in (tuple, list) or sizes is None or len(sizes) != len(said):
        return None
    found = tuple(map(_numbers_of, said))
    where = _of(mesh, "_coordinate_on_dim")
    where = tuple(where) if type(where) in (list, tuple) and _are_numbers(tuple(where)) else None
    return MeshLayout(tuple(found), sizes, where if where is not None and len(where) == len(sizes) else None)


def _numbers_of(node: Any) -> Placement:
    name, dim, factor = class_of(node), _of(node, "dim"), _of(node, "split_factor")
    return Placement(
        name.name if name is not None else "", dim if type(dim) is int else None, factor if type(factor) is int else 1
    )


def mesh_of(node: Call) -> Mesh:
    """A ``DeviceMesh``."""
    place = device_type_of(node)
    names = _of(node, "_mesh_dim_names") or _of(node, "mesh_dim_names")
    sizes = _sizes(node)
    plain = type(names) is tuple and all(isinstance(name, str) for name in names)
    return Mesh(
        place[2] if place is not None else None,
        sizes,
        names if plain and sizes is not None and len(names) == len(sizes) else None,
    )


def device_type_of(mesh: Call) -> tuple[DictNode, int, str] | None:
    """(attributes, slot, value) of what says the type of the devices of a mesh."""
    held = attributes(mesh)
    for slot, key in enumerate(held.items[::2] if held is not None else ()):
        if held is not None and isinstance(key, str) and key in _DEVICE_TYPES:
            value = held.items[2 * slot + 1]
            return (held, slot, str(value)) if isinstance(value, str) else None
    return None


def _sizes(mesh: Call) -> tuple[int, ...] | None:
    layout = _of(mesh, "_layout")
    axes = _of(layout, "axes")
    if type(axes) is tuple:
        each = [_of(axis, "shape") for axis in axes]
        return tuple(prod(size) for size in each) if all(map(_are_numbers, each)) else None
    if layout is not None:
        shape = _of(layout, "shape")
        shape = (shape,) if type(shape) is int else shape
        return tuple(map(int, shape)) if _are_numbers(shape) else None
    tensor = _of(mesh, "mesh")
    spec = tensor_spec(tensor) if type(tensor) is Call else None
    return spec.shape if spec is not None else None


def _are_numbers(node: Any) -> bool:
    return type(node) is tuple and all(type(size) is int for size in node)


def _placement(node: Any) -> str:
    name = class_of(node)
    held = attributes(node) if name is not None else None
    items = held.items if held is not None else []
    said = (f"{key}={value_text(value, 20)}" for key, value in zip(items[::2], items[1::2], strict=True))
    return f"{name.name}({', '.join(said)})" if name is not None else value_text(node, 40)


def _attribute(node: Any, name: str) -> Any:
    """What a tensor has as an attribute, in its ``__dict__`` or in a slot."""
    found = rebuilt(node)
    for state in found.states if found is not None else ():
        for part in state if type(state) is tuple else (state,):
            value = get(part, name)
            if value is not None:
                return value
    return None


def _of(node: Any, name: str) -> Any:
    return get(attributes(node), name) if type(node) is Call else None

"""What a rank has of a tensor that several ranks hold, read off its pickle: a ShardedTensor, or a DTensor.

Sources: ``torch/distributed/_shard/sharded_tensor/api.py`` (``__getstate__``), ``shard.py`` and ``metadata.py`` there;
``torch/distributed/tensor/placement_types.py``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod
from typing import Any, NamedTuple

from core.containers.ranks.assembling import Stored, stored
from core.dtypes import Shape
from core.errors import Malformed
from core.objects.compounds import Compound, compound_of, sizes
from core.objects.dtensors import MeshLayout, Placement, is_dtensor, layout_of, local_tensor
from core.objects.plain_rules import attributes, class_of
from core.objects.tensors import rebuilt
from core.pickling.nodes import Call, get
from core.words import say

_STATE = 5
"""Parts of the state of a ShardedTensor: its shards, its metadata, the process group, how it is cut, and a flag."""


class RankPiece(NamedTuple):
    """A tensor of ``shape`` and ``dtype`` of which one of ``ranks`` ranks has ``boxes``, each with where it begins."""

    shape: Shape
    dtype: str
    boxes: tuple[tuple[Shape, Stored], ...]
    ranks: int


def piece_of(node: Any, rank: int) -> RankPiece | None:
    """What a rank has of a tensor; None for a node that is none of these.

    ``rank`` is that of the file, for those that do not say it themselves. Raises `Malformed` for one that torch would
    not write so.
    """
    if type(node) is not Call:
        return None
    compound = compound_of(node)
    if compound is not None and is_dtensor(compound):
        return _of_dtensor(node, compound, rank)
    name = compound.kind if compound is not None else class_of(node)
    if name is not None and name.name == "ShardedTensor":
        return _of_sharded(node, compound)
    return None


def state_of_sharded(node: Call) -> tuple[Any, ...] | None:
    """The parts of the state of a ShardedTensor: a tensor of its own class, or an object as before torch 2.0."""
    found = rebuilt(node)
    states = [*(found.states if found is not None else ()), node.payload("state")]
    return next((state for state in states if type(state) is tuple and len(state) == _STATE), None)


def _of_sharded(node: Call, compound: Compound | None) -> RankPiece:
    state = state_of_sharded(node)
    if state is None or type(state[0]) is not list:
        raise _odd("ShardedTensor")
    metadata = attributes(state[1]) if type(state[1]) is Call else None
    shape = _shape(get(metadata, "size"))
    boxes = tuple(map(_shard, state[0]))
    dtype = compound.dtype if compound is not None else boxes[0][1].run.dtype if boxes else None
    group = attributes(state[2]) if type(state[2]) is Call else None
    ranks = get(group, "global_world_size")
    if dtype is None:
        raise _odd("ShardedTensor")
    listed = get(metadata, "shards_metadata")
    count = ranks if type(ranks) is int else len(listed) if type(listed) is list else 1
    return RankPiece(shape, dtype, boxes, count)


def _shard(node: Any) -> tuple[Shape, Stored]:
    held = attributes(node) if type(node) is Call else None
    metadata = get(held, "metadata")
    said = attributes(metadata) if type(metadata) is Call else None
    first, extent = _shape(get(said, "shard_offsets")), _shape(get(said, "shard_sizes"))
    tensor = stored(get(held, "tensor"))
    if tensor is None or tensor.shape != extent:
        raise _odd("ShardedTensor")
    return first, tensor


def _shape(node: Any) -> Shape:
    found = tuple(node) if type(node) is list else sizes(node)
    if found is None or not all(type(size) is int and size >= 0 for size in found):
        raise _odd("ShardedTensor")
    return found


def _of_dtensor(node: Call, compound: Compound, rank: int) -> RankPiece | None:
    layout = layout_of(node)
    local = stored(local_tensor(node))
    if layout is None or compound.shape is None or compound.dtype is None or local is None:
        raise _odd("DTensor")
    coordinate = layout.coordinate or _coordinate(rank, layout.sizes)
    first, extent = box_of(compound.shape, layout, coordinate)
    if extent != local.shape:
        raise _odd("DTensor")
    return RankPiece(compound.shape, compound.dtype, ((first, local),), prod(layout.sizes))


def _coordinate(rank: int, extents: Sequence[int]) -> Shape:
    """Where in a mesh a rank is, of one whose ranks are numbered row by row."""
    found: list[int] = []
    for extent in reversed(extents):
        rank, at = divmod(rank, max(extent, 1))
        found.append(at)
    return tuple(reversed(found))


def box_of(shape: Shape, layout: MeshLayout, coordinate: Shape) -> tuple[Shape, Shape]:
    """Where the part of a DTensor begins that a rank has, and its sizes.

    Each cut is as ``torch.chunk`` makes it: pieces of the same size, but for the last ones. Raises `Malformed` for
    placements that leave no part, such as sums that are not added up yet.
    """
    first, extent = [0] * len(shape), list(shape)
    for dim in range(len(shape)):
        for mesh_dim in _cuts(layout, dim):
            count, at = layout.sizes[mesh_dim], coordinate[mesh_dim]
            if count < 1 or not 0 <= at < count:
                raise _odd("DTensor")
            each = -(-extent[dim] // count)
            begin = min(each * at, extent[dim])
            first[dim] += begin
            extent[dim] = min(each, extent[dim] - begin)
    known = {"Shard", "_StridedShard", "Replicate"}
    if any(each.kind not in known or not _is_within(each, shape) for each in layout.placements):
        raise _odd("DTensor")
    return tuple(first), tuple(extent)


def _is_within(placement: Placement, shape: Shape) -> bool:
    return placement.kind == "Replicate" or (placement.dim is not None and placement.dim < len(shape))


def _cuts(layout: MeshLayout, dim: int) -> Iterator[int]:
    """The dimensions of the mesh that cut one of the tensor, in the order of the cuts.

    A strided shard is cut after those behind it in the mesh, as many of them as make up its factor: so a model under
    tensor parallelism is that FSDP cuts then.
    """
    order: list[int] = []
    for mesh_dim in reversed(range(len(layout.placements))):
        placement = layout.placements[mesh_dim]
        if placement.dim != dim or placement.kind not in ("Shard", "_StridedShard"):
            continue
        behind, at = 1, 0
        while placement.kind == "_StridedShard" and behind < placement.split_factor and at < len(order):
            behind *= layout.sizes[order[at]]
            at += 1
        order.insert(at, mesh_dim)
    return iter(order)


def _odd(kind: str) -> Malformed:
    return Malformed(say("A {kind} says of itself what torch never writes; it cannot be put together.", kind=kind))

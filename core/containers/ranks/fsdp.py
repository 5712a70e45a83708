"""Files that the ranks of FSDP wrote, each with ``torch.save``: ShardedTensors, DTensors and flat parameters.

What is cut is put together, of the pieces in the files of all ranks; everything else is that of the first rank. A file
is one of these by what is in it, not by its name alone.

What a rank has of a tensor is read off its pickle. Sources: ``torch/distributed/_shard/sharded_tensor/api.py``
(``__getstate__``), ``shard.py`` and ``metadata.py`` there; ``torch/distributed/tensor/placement_types.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from math import prod
from operator import is_
from pathlib import Path
from typing import Any, NamedTuple

from core.containers.content import Content, Missing, Read, Several
from core.containers.joining import join, read_parts
from core.containers.known_files import Role, role_of
from core.containers.location import Location, located
from core.containers.ranks.assembling import Assembly, CannotTell, RankRun, Stored, branches, like, stored
from core.containers.ranks.rank_names import RankFiles, is_of_a_rank, rank_files
from core.dtypes import Shape
from core.errors import CheckpointError, Malformed
from core.formats import zip_reader
from core.formats.zip_archive import read_record
from core.objects.compounds import Compound, compound_of, sizes
from core.objects.dtensors import MeshLayout, Placement, is_dtensor, layout_of, local_tensor
from core.objects.plain_rules import attributes, class_of
from core.objects.tensors import rebuilt
from core.pickling.nodes import (
    ATOMS,
    PLAIN_KEYS,
    Call,
    DictNode,
    by_names,
    get,
    mapping,
    named_items,
    nodes_below,
    pairs,
)
from core.progress import Tick, ignore
from core.words import marked

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
    return Malformed(
        "A {kind} is described in a way that torch never writes, so its pieces cannot be joined.", kind=kind
    )


DIFFERENT = marked("Some tensors that are not sharded differ between ranks. Pthfinder shows those of the first rank.")
MISSING = marked("Ranks are missing, so the model cannot be put together. The parts that are there are shown.")
_PIECES = marked(
    "The optimizer's state is in pieces, and the files do not say which tensors they belong to. Pthfinder shows "
    "the pieces."
)
_DEEPEST = 100
"""Levels down to which pieces are looked for."""
Nodes = Sequence[tuple[int, Any]]
"""What each rank has at the same place, with the number of the rank."""


class RankTrees:
    """The graphs of all ranks that are there, by their numbers; ``contents`` are what their files hold.

    ``ranks`` is how many ranks there are.
    """

    def __init__(self, contents: Mapping[int, Content], assembly: Assembly) -> None:
        self._contents, self._assembly = contents, assembly
        self._made: dict[tuple[int, ...], Any] = {}
        self._differ = False
        self.roots: Nodes = [(rank, content.root) for rank, content in contents.items()]
        self.ranks = max(_ranks(self.roots[0][1], self.roots[0][0]), max(contents) + 1)

    @property
    def note(self) -> str | None:
        """What there is to be told of the whole, in English."""
        return DIFFERENT if self._differ else None

    def root(self) -> Any:
        """The whole. Raises `CannotTell` where there is none, `Malformed` where pieces do not fit each other."""
        flat = flat_parameters_of([root for _, root in self.roots])
        return self.whole(self.roots) if flat is None else flat.root(self.roots, self._assembly, self.whole)

    def whole(self, nodes: Nodes, name: str = "", depth: int = 0, *, state: bool = False) -> Any:
        """The whole of what ranks have at one place; ``state`` is whether that is in an optimizer's state."""
        first = nodes[0][1]
        if type(first) in ATOMS:
            return first
        key = tuple(id(node) for _, node in nodes)
        if key not in self._made:
            self._made[key] = first  # which a cycle leads back to
            self._made[key] = self._put_together(nodes, name, depth, state)
        return self._made[key]

    def _put_together(self, nodes: Nodes, name: str, depth: int, state: bool) -> Any:
        first = nodes[0][1]
        piece = piece_of(first, nodes[0][0])
        if piece is not None:
            return self._tensor(name, [piece, *(_same(name, piece, node, rank) for rank, node in nodes[1:])])
        tables = [mapping(node) for _, node in nodes]
        if depth > _DEEPEST:
            return first
        if all(table is not None and set(map(type, table.items[::2])) <= PLAIN_KEYS for table in tables):
            return self._mapping(nodes, name, depth, state)
        rows = [node for _, node in nodes if type(node) in (list, tuple)]
        if len(rows) == len(nodes) and len(set(map(len, rows))) == 1:
            columns = [[(rank, node[at]) for rank, node in nodes] for at in range(len(first))]
            made = [self.whole(column, name, depth + 1, state=state) for column in columns]
            changed = any(new is not old for new, old in zip(made, first, strict=True))
            return type(first)(made) if changed else first
        return self._one_of_all(nodes, state)

    def _mapping(self, nodes: Nodes, name: str, depth: int, state: bool) -> Any:
        """A dict of what any rank has, in the order of the first that has it."""
        found: dict[Any, list[tuple[int, Any]]] = {}
        for rank, node in nodes:
            table = mapping(node)
            items = table.items if table is not None else []
            for key, value in zip(items[::2], items[1::2], strict=True):
                found.setdefault(key, []).append((rank, value))
        first = nodes[0][1]
        state = state or {"state", "param_groups"} <= found.keys()
        flat: list[Any] = []
        for key, values in found.items():
            flat += [key, self.whole(values, f"{name}.{key}" if name else str(key), depth + 1, state=state)]
        own = mapping(first)
        unchanged = own is not None and len(own.items) == len(flat) and all(map(is_, own.items, flat))
        return first if unchanged else like(first, flat)

    def _tensor(self, name: str, pieces: Sequence[RankPiece]) -> Call:
        shape, dtype = pieces[0].shape, pieces[0].dtype
        boxes: dict[tuple[Shape, Shape], Stored] = {}
        several = False
        for first, box in (each for piece in pieces for each in piece.boxes if each[1].run.length):
            several = several or (first, box.shape) in boxes
            boxes.setdefault((first, box.shape), box)  # where they are replicated, that of the first rank
        if sum(box.run.length for box in boxes.values()) < prod(shape):
            if len(pieces) < pieces[0].ranks:
                raise CannotTell(MISSING)
            if several:
                raise Malformed("Two files have the same piece of {name}: one is a copy of the other.", name=name)
        return self._assembly.of_boxes(name, shape, dtype, [(first, box) for (first, _), box in boxes.items()])

    def _one_of_all(self, nodes: Nodes, state: bool) -> Any:
        """What each rank has by itself: that of the first, a tensor on the CPU as all that is put together.

        Notes whether the tensors are not the same. Raises `CannotTell` where they are an optimizer's.
        """
        tensors = [(rank, stored(node)) for rank, node in nodes]
        known = [(rank, found) for rank, found in tensors if found is not None]
        sums = {
            (found.shape, found.run.at, self._assembly.checksum(found.run.storage))
            for _, found in known
            if found.run.length
        }
        if len(sums) > 1:
            if state:
                raise CannotTell(_PIECES)
            self._differ = True
        found = tensors[0][1]
        return nodes[0][1] if found is None or found.is_on_cpu else self._assembly.copy(found)


def _ranks(root: Any, rank: int) -> int:
    """How many ranks there are, as the first piece in a graph says."""
    with suppress(CheckpointError):
        for node in nodes_below(root):
            piece = piece_of(node, rank)
            if piece is not None:
                return piece.ranks
    return 1


def _same(name: str, first: RankPiece, node: Any, rank: int) -> RankPiece:
    """What another rank has of the same tensor."""
    piece = piece_of(node, rank)
    if piece is None or (piece.shape, piece.dtype, piece.ranks) != (first.shape, first.dtype, first.ranks):
        raise Malformed("The ranks disagree about {name}: the files are from different saves.", name=name)
    return piece


FLAT = "_flat_param"
_METADATA = "FlatParamShardMetadata"
_WRAPPERS = frozenset({"_fsdp_wrapped_module", "_checkpoint_wrapped_module", "_orig_mod"})
_UNKNOWN = marked(
    "FSDP saved flat parameters. The files do not say which parameters are in them, so Pthfinder shows the parts. "
    "Save with SHARDED_STATE_DICT to keep the names."
)


class _Slice(NamedTuple):
    """Numbers ``first`` to ``last``, that one too, of parameter ``name``, which is of ``shape``."""

    name: str
    shape: Shape
    first: int
    last: int


class FlatParameters:
    """The flat parameters of a model: ``keys`` in its order, and of each what every rank has of it."""

    def __init__(self, model: Any, slices: Sequence[Mapping[str, list[_Slice]]], metadata: str) -> None:
        self._model, self._slices, self._metadata = model, slices, metadata
        self._keys = [key for key, _ in pairs(model) if _is_flat(key)]

    def root(self, roots: Nodes, assembly: Assembly, whole: Callable[..., Any]) -> DictNode:
        """The whole: the model and the optimizer's state by the names of the parameters.

        Raises `CannotTell` where something else is flat, `Malformed` where ranks do not have what they say.
        """
        flat: list[Any] = []
        for key, value in pairs(roots[0][1]):
            nodes = [(rank, get(root, key)) for rank, root in roots]
            if value is self._model:
                flat += [key, self._named(nodes, assembly, whole)]
            elif {"state", "param_groups"} <= named_items(value).keys():
                flat += [key, self._optimizer(nodes, assembly)]
            elif key != self._metadata:
                flat += [key, whole(nodes, key)]
        return DictNode(flat)

    def _named(self, nodes: Nodes, assembly: Assembly, whole: Callable[..., Any]) -> Any:
        flat: list[Any] = []
        for key, _ in pairs(nodes[0][1]):
            each = [(rank, get(node, key)) for rank, node in nodes]
            if _is_flat(key):
                own = [_local(node, rank) for rank, node in each]
                flat += [part for pair in self._tensors(key, own, assembly) for part in pair]
            else:
                flat += [key, whole(each, key)]
        return like(nodes[0][1], flat)

    def _tensors(self, key: str, runs: Sequence[RankRun | None], assembly: Assembly) -> Iterator[tuple[str, Call]]:
        """The parameters in a flat one, of the numbers of all ranks."""
        found: dict[str, list[tuple[_Slice, RankRun]]] = {}
        for run, slices in zip(runs, self._slices, strict=True):
            at = 0
            for each in slices.get(key, ()):
                length = each.last - each.first + 1
                if run is None or length < 0 or at + length > run.length:
                    raise _no_match(key)
                found.setdefault(each.name, []).append((each, run.part(at, length)))
                at += length
        for name, parts in found.items():
            parts.sort(key=lambda part: part[0].first)
            end = 0
            for each, _ in parts:
                if each.first != end or each.shape != parts[0][0].shape:
                    raise _no_match(name)
                end = each.last + 1
            if end != prod(parts[0][0].shape):
                raise _no_match(name)
            yield name, assembly.in_a_row(parts[0][0].shape, parts[0][1].dtype, [run for _, run in parts])

    def _optimizer(self, nodes: Nodes, assembly: Assembly) -> DictNode:
        """The state of each parameter, of that of the flat ones, which have the numbers of their order."""
        states = [get(node, "state") for _, node in nodes]
        state: dict[str, list[Any]] = {}
        for number, key in enumerate(self._keys):
            each = [by_names(_of(held, number)) for held in states]
            for kind, value in each[0].items():
                own = [stored(held.get(kind)) for held in each]
                for name, made in self._state(key, value, own, assembly):
                    state.setdefault(name, []).extend((kind, made))
        flat = [part for name, held in state.items() for part in (name, DictNode(held))]
        groups = [self._group(group) for group in get(nodes[0][1], "param_groups") or ()]
        return DictNode(["state", DictNode(flat), "param_groups", groups])

    def _state(
        self, key: str, value: Any, own: Sequence[Stored | None], assembly: Assembly
    ) -> Iterator[tuple[str, Any]]:
        if all(found is not None and len(found.shape) == 1 for found in own):
            yield from self._tensors(key, [found.run for found in own if found is not None], assembly)
            return
        for name in dict.fromkeys(each.name for slices in self._slices for each in slices.get(key, ())):
            yield name, value if own[0] is None else assembly.copy(own[0])

    def _group(self, group: Any) -> DictNode:
        numbers = get(group, "params")
        if type(numbers) is not list or not all(type(at) is int and 0 <= at < len(self._keys) for at in numbers):
            raise CannotTell(_UNKNOWN)
        names = dict.fromkeys(
            each.name for at in numbers for slices in self._slices for each in slices.get(self._keys[at], ())
        )
        others = [part for key, value in pairs(group) if key != "params" for part in (key, value)]
        return DictNode([*others, "params", list(names)])


def flat_parameters_of(roots: Sequence[Any]) -> FlatParameters | None:
    """Those of a checkpoint; None where it has none. Raises `CannotTell` where it is not said what is in them."""
    held = [root for root in roots[:1] if _has_flat(root)]
    held += [value for _, value in pairs(roots[0]) if _has_flat(value)]
    if not held:
        return None
    found = [next((key for key, value in pairs(root) if _is_metadata(value)), None) for root in roots]
    if held[0] is roots[0] or None in found:
        raise CannotTell(_UNKNOWN)
    return FlatParameters(held[0], [_slices(get(root, str(found[0]))) for root in roots], str(found[0]))


def _has_flat(node: Any) -> bool:
    return any(_is_flat(key) for key, _ in pairs(node))


def _is_flat(key: Any) -> bool:
    return isinstance(key, str) and key.rpartition(".")[2] == FLAT


def _is_metadata(node: Any) -> bool:
    values = [class_of(value) for _, value in pairs(node)]
    return bool(values) and all(name is not None and name.name == _METADATA for name in values)


def _slices(node: Any) -> dict[str, list[_Slice]]:
    """What a rank has of each flat parameter, by its key."""
    found: dict[str, list[_Slice]] = {}
    for unit, said in pairs(node):
        inner = [part for part in str(unit).split(".") if part and part not in _WRAPPERS]
        args = said.args if type(said) is Call and type(said.args) is tuple else ()
        parts = [args[0], args[1], args[-1]] if len(args) in (4, 6) else []
        if not parts or not all(type(part) in (tuple, list) and len(part) == len(parts[0]) for part in parts):
            raise _no_match(str(unit))
        if len(args) == 6 and not all(each is True for each in args[3]):
            raise CannotTell(_UNKNOWN)
        rows = zip(*parts, strict=True)
        found[".".join((*inner, FLAT))] = [_slice(inner, *row) for row in rows]
    return found


def _slice(inner: Sequence[str], name: Any, shape: Any, offsets: Any) -> _Slice:
    known = sizes(shape)
    sound = type(offsets) is tuple and len(offsets) == 2 and all(type(at) is int and at >= 0 for at in offsets)
    if not isinstance(name, str) or known is None or not sound:
        raise _no_match(str(name))
    own = [part for part in name.split(".") if part not in _WRAPPERS]
    return _Slice(".".join((*inner, *own)), known, *offsets)


def _local(node: Any, rank: int) -> RankRun | None:
    """The numbers that a rank has of a flat parameter."""
    piece = piece_of(node, rank)
    boxes = piece.boxes if piece is not None else ()
    return boxes[0][1].run if boxes else None


def _of(state: Any, number: int) -> Any:
    return next((value for key, value in pairs(state) if type(key) is int and key == number), None)


def _no_match(name: str) -> Malformed:
    return Malformed(
        "The pieces of {name} are not the ones that the ranks list: the files do not belong together.", name=name
    )


KIND = "FSDP"
_MARKS = (b"torch.distributed._shard.sharded_tensor", b"torch.distributed.tensor", b"torch.distributed._tensor")
"""What the pickle of a rank names: modules of torch."""
_CLASSES = {"torch.distributed._shard": "ShardedTensor", "torch.distributed": "DTensor"}


def claims(location: Location) -> bool:
    """Whether it is a file of a rank with pieces of tensors in it, or a folder of such."""
    if location.alone or (not location.is_folder and not is_of_a_rank(location.name)):
        return False
    if location.is_folder and any(role_of(name) is Role.OPTIMIZER for name in location.names):
        return False  # the folder of a run, whose ranks have states of random numbers of their own
    with suppress(CheckpointError):
        return bool(_groups(location))
    return False


def read(location: Location, tick: Tick, read_other: Read) -> Content:
    """The whole, or the parts where it cannot be put together.

    Raises `Malformed` where files of different saves are together.
    """
    groups = _groups(location)
    names = [name for group in groups for name in group.names.values()]
    parts = read_parts(location.folder, names, read_other, tick)
    content = join(parts, None, Several(KIND, tuple(names)))
    by_name = {part.name: part for part in parts}
    assembly = Assembly(content, len(parts))
    trees = [RankTrees({rank: by_name[name].content for rank, name in each.names.items()}, assembly) for each in groups]
    missing = tuple(
        Missing(name) for group, tree in zip(groups, trees, strict=True) for name in group.missing(tree.ranks)
    )
    extra = tuple(name for name in location.names if is_of_a_rank(name) and name not in by_name)
    of_torch = {mark: any(name.module.startswith(mark) for name in content.mentions.names) for mark in _CLASSES}
    pieces = next((_CLASSES[mark] for mark, is_there in of_torch.items() if is_there), "")
    several = Several(KIND, tuple(names), missing, extra, can_be_parts=True, pieces=pieces)
    if location.as_parts:
        return branches(content, parts, several)
    try:
        roots = [tree.root() for tree in trees]
    except CannotTell as why:
        return branches(content, parts, several._replace(note=MISSING if missing else why.note))
    labels = [group.label for group in groups]
    if len(set(labels)) < len(labels):
        labels = [f"{group.stem}*{group.end}" for group in groups]
    labelled = [each for pair in zip(labels, roots, strict=True) for each in pair]
    notes = [tree.note for tree in trees if tree.note]
    return assembly.finish(
        roots[0] if len(roots) == 1 else DictNode(labelled), several._replace(note=notes[0] if notes else None)
    )


def _groups(location: Location) -> list[RankFiles]:
    """The files of each kind that lie together, of those kinds that are pieces of tensors."""
    return [group for group in rank_files(location.names) if _is_sharded(location.folder, group)]


def _is_sharded(folder: Path, group: RankFiles) -> bool:
    """Whether the file of one of the ranks names what pieces are made by."""
    name = next(iter(group.names.values()))
    with located(folder / name, alone=True) as location:
        if not zip_reader.looks_like(location.head):
            return False
        record = (archive := zip_reader.read_archive(location.file, ignore)).record("data.pkl")
        if record is None or archive.is_torchscript:
            return False
        data = read_record(location.file, record)
    return any(mark in data for mark in _MARKS)

"""What the ranks saved, gone through side by side: pieces become whole tensors, what all ranks have is there once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from math import prod
from operator import is_
from typing import Any

from core.containers.content import Content
from core.containers.ranks.assembling import Assembly, Stored, like, stored
from core.containers.ranks.cannot_tell import CannotTell
from core.containers.ranks.flat_parameters import flat_parameters_of
from core.containers.ranks.pieces import RankPiece, piece_of
from core.dtypes import Shape
from core.errors import CheckpointError, Malformed
from core.pickling.nodes import ATOMS, PLAIN_KEYS, Call, mapping, nodes_below
from core.words import marked, say

DIFFERENT = marked("Some tensors that are not cut differ between the ranks: those of the first are shown.")
MISSING = marked("Ranks are missing, so the model cannot be put together. The parts that are there are shown.")
_PIECES = marked(
    "The optimizer's state is in pieces that do not say what they are pieces of. Whole it cannot be told; the parts "
    "are shown."
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
                raise Malformed(say("Two files have the same piece of {name}: one is a copy of the other.", name=name))
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
        raise Malformed(say("The ranks do not have the same of {name}: the files are of different saves.", name=name))
    return piece

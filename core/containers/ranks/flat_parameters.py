"""Flat parameters of FSDP: all parameters of a module in one row of numbers, of which each rank has a stretch.

What is in it is said by ``FlatParamShardMetadata`` (``torch/distributed/fsdp/_flat_param.py``), for a rank at a time,
where it was saved beside it (``handle.shard_metadata()``). Without it the names and shapes are in the model's code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import prod
from typing import Any, NamedTuple

from core.containers.ranks.assembling import Assembly, Run, Stored, like, stored
from core.containers.ranks.cannot_tell import CannotTell
from core.containers.ranks.pieces import piece_of
from core.dtypes import Shape
from core.errors import Malformed
from core.objects.compounds import sizes
from core.objects.plain_rules import class_of
from core.pickling.nodes import Call, DictNode, get, pairs
from core.words import marked, say

FLAT = "_flat_param"
_METADATA = "FlatParamShardMetadata"
_WRAPPERS = frozenset({"_fsdp_wrapped_module", "_checkpoint_wrapped_module", "_orig_mod"})
_UNKNOWN = marked(
    "FSDP saved flat parameters. Which parameters are in them is not in the files, so the parts are shown. Save with "
    "SHARDED_STATE_DICT to have their names."
)
Nodes = Sequence[tuple[int, Any]]


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
            elif {"state", "param_groups"} <= {each for each, _ in pairs(value)}:
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

    def _tensors(self, key: str, runs: Sequence[Run | None], assembly: Assembly) -> Iterator[tuple[str, Call]]:
        """The parameters in a flat one, of the numbers of all ranks."""
        found: dict[str, list[tuple[_Slice, Run]]] = {}
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
            each = [dict(pairs(_of(held, number))) for held in states]
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


def _local(node: Any, rank: int) -> Run | None:
    """The numbers that a rank has of a flat parameter."""
    piece = piece_of(node, rank)
    boxes = piece.boxes if piece is not None else ()
    return boxes[0][1].run if boxes else None


def _of(state: Any, number: int) -> Any:
    return next((value for key, value in pairs(state) if type(key) is int and key == number), None)


def _no_match(name: str) -> Malformed:
    return Malformed(
        say("What the ranks have of {name} is not what they say that they have; the files do not match.", name=name)
    )

"""What the files of DeepSpeed's ZeRO say, read off their graphs.

Sources: ``_save_checkpoint`` and ``_save_zero_checkpoint`` of ``deepspeed/runtime/engine.py``, ``state_dict`` of
``zero/stage_1_and_2.py``, ``zero/stage3.py`` and ``bf16_optimizer.py`` there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any, NamedTuple

from core.containers.joining import ReadPart
from core.containers.ranks.assembling import RankRun, stored
from core.dtypes import Shape
from core.errors import Malformed, TooLarge
from core.objects.compounds import sizes
from core.pickling.nodes import Call, by_names, get, mapping, named_items, pairs
from core.words import say

MOST_RANKS = 65_536
_MAX = (1 << 63) - 1


class Model(NamedTuple):
    """A file ``…_model_states.pt``.

    ``shapes`` are those of the parameters that are trained, a dict for each group of them in the order in which they
    lie there; ``frozen`` the shapes of the others, whose numbers, or the rank's part of them, are in ``fragments``.
    ``shared`` names the parameter that another one is.
    """

    name: str
    root: Any
    shapes: Sequence[Mapping[str, Shape]]
    frozen: Mapping[str, Shape]
    fragments: Mapping[str, Any]
    shared: Mapping[str, str]


class Partition(NamedTuple):
    """A file ``…_optim_states.pt``: of each group of parameters the rank's numbers in fp32, and its optimizer's state.

    ``stage`` is that of ZeRO; ``ranks`` how many there are, None where groups differ in it, as those of experts do.
    """

    name: str
    stage: int
    ranks: int | None
    version: str
    groups: Sequence[RankRun]
    states: Sequence[Mapping[Any, Any]]
    param_groups: Sequence[Any]


def model_of(part: ReadPart) -> Model:
    """Raises `Malformed` where it is no such file."""
    root = part.content.root
    said = get(root, "param_shapes")
    groups = said if type(said) in (list, tuple) else [said]
    if mapping(get(root, "module")) is None or not all(mapping(group) is not None for group in groups):
        raise _lacks(part.name, "param_shapes")
    shapes = [_shapes(group, part.name) for group in groups]
    frozen = _shapes(get(root, "frozen_param_shapes"), part.name)
    fragments = named_items(get(root, "frozen_param_fragments"))
    named = pairs(get(root, "shared_params"))
    shared = {key: node for key, node in named if isinstance(key, str) and isinstance(node, str)}
    return Model(part.name, root, shapes, frozen, fragments, shared)


def partition_of(part: ReadPart) -> Partition:
    """Raises `Malformed` where it is no such file."""
    root = part.content.root
    state = get(root, "optimizer_state_dict")
    stage = _number(get(state, "zero_stage"))
    flat = get(state, "fp32_flat_groups" if stage == 3 else "single_partition_of_fp32_groups")
    if type(flat) is not list:
        raise _lacks(part.name, "single_partition_of_fp32_groups")
    base = get(state, "optimizer_state_dict" if stage == 3 else "base_optimizer_state")
    listed = list(enumerate(base)) if type(base) is list else pairs(get(base, "state"))
    states = {key: by_names(each) for key, each in listed if type(key) is int}
    groups = get(base, "param_groups")
    return Partition(
        part.name,
        1 if stage is None else stage,  # the optimizer for bf16 does not say: it partitions like ZeRO 1
        _count(get(state, "partition_count"), part.name),
        str(get(root, "ds_version") or get(state, "ds_version") or ""),
        [_flat(node, part.name) for node in flat],
        [states.get(index, {}) for index in range(len(flat))],
        groups if type(groups) is list else [],
    )


def _shapes(node: Any, name: str) -> dict[str, Shape]:
    found: dict[str, Shape] = {}
    for key, value in pairs(node):
        shape = sizes(value) if type(value) is not list else tuple(value)
        sound = isinstance(key, str) and shape is not None and all(type(size) is int and size >= 0 for size in shape)
        if not sound or shape is None or prod(shape) > _MAX:
            raise Malformed("{name} gives a shape that no tensor can have; it is damaged or malicious.", name=name)
        found[key] = shape
    return found


def _flat(node: Any, name: str) -> RankRun:
    found = stored(node)
    if found is None or len(found.shape) != 1:
        raise _lacks(name, "single_partition_of_fp32_groups")
    return found.run


def _number(node: Any) -> int | None:
    """A number, or the member of an Enum that stands for it."""
    if type(node) is Call and type(node.args) is tuple and len(node.args) == 1:
        node = node.args[0]
    return node if type(node) is int else None


def _count(node: Any, name: str) -> int | None:
    counts = set(map(_number, node)) if type(node) in (list, tuple) and node else {_number(node)}
    if any(count is None or count < 1 for count in counts):
        raise Malformed("{name} does not give the number of ranks; it is damaged or malicious.", name=name)
    known = [count for count in counts if count is not None]
    if max(known) > MOST_RANKS:
        raise TooLarge(say("ranks"), max(known), MOST_RANKS)
    return known[0] if len(known) == 1 else None


def _lacks(name: str, key: str) -> Malformed:
    return Malformed("{name} is not a file of DeepSpeed's ZeRO: it lacks “{key}”.", name=name, key=key)

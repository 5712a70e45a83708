"""Whether two nodes say the same: numbers, texts, names, and objects part by part."""

from __future__ import annotations

from math import isnan
from typing import Any

from core.objects.numpy_data import ArrayBytes, array_of, number_of
from core.objects.tensors import storage_id
from core.pickling.nodes import ATOMS, Call, Global, PersistentId, SetNode, mapping

_MOST = 1_000_000
"""Parts that are gone through: a small pickle can hold objects that unfold without end."""
_NUMBERS = frozenset({int, float, bool, str})


def same_value(first: Any, second: Any) -> bool:
    """Whether two values are equal, in kind too: 1 is neither 1.0 nor True; NaN is NaN.

    Mappings of whatever class are compared as such, arrays by type, shape and bytes, storages by type and size.
    """
    pending = [(first, second)]
    left = _MOST
    while pending and left:
        left -= 1
        one, other = pending.pop()
        if one is other:
            continue
        if type(one) in ATOMS or type(other) in ATOMS:
            if not _same_atom(one, other):
                return False
            continue
        parts = _parts(one, other)
        if parts is None:
            return False
        pending += parts
    return not pending


def _same_atom(one: Any, other: Any) -> bool:
    if isinstance(one, str) and isinstance(other, str):
        return one == other  # whichever Python wrote it
    return type(one) is type(other) and (one == other or (type(one) is float and isnan(one) and isnan(other)))


def _parts(one: Any, other: Any) -> list[tuple[Any, Any]] | None:
    """The parts that are to be compared one with the other; None where two things differ by themselves."""
    items, others = mapping(one), mapping(other)
    if items is not None and others is not None:
        return _paired(items.items, others.items)
    if type(one) is not type(other):
        return None
    if type(one) in (list, tuple):
        return _paired(one, other)
    if type(one) is SetNode:
        return _paired(one.elements, other.elements)
    if type(one) is Global:
        return [] if one == other else None
    if type(one) is PersistentId:
        return _storages(one, other)
    return _calls(one, other) if type(one) is Call else None


def _paired(first: Any, second: Any) -> list[tuple[Any, Any]] | None:
    return list(zip(first, second, strict=True)) if len(first) == len(second) else None


def _storages(one: PersistentId, other: PersistentId) -> list[tuple[Any, Any]] | None:
    first, second = storage_id(one), storage_id(other)
    if first is None or second is None:
        return [(one.pid, other.pid)]
    return [(first.dtype, second.dtype), (first.nbytes, second.nbytes)]


def _calls(one: Call, other: Call) -> list[tuple[Any, Any]] | None:
    arrays = array_of(one), array_of(other)
    if type(arrays[0]) is type(arrays[1]) is ArrayBytes:
        return [] if arrays[0] == arrays[1] else None
    numbers = number_of(one), number_of(other)
    if type(numbers[0]) is type(numbers[1]) and type(numbers[0]) in _NUMBERS:
        return [numbers]
    steps, others = one.steps or (), other.steps or ()
    if one.kind != other.kind or [name for name, _ in steps] != [name for name, _ in others]:
        return None
    payloads = zip((payload for _, payload in steps), (payload for _, payload in others), strict=True)
    return [(one.func, other.func), (one.args, other.args), *payloads]

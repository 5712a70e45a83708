"""What people call the objects that libraries take apart for a pickle: arrays, numbers and tensors of other kinds.

Sources: those of `core.objects.numpy_data` and `core.objects.compounds`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from core.objects.compounds import META, SPARSE, compound_of
from core.objects.numpy_data import array_facts, number_of, numpy_type_name
from core.objects.tensors import NESTED, TENSOR_FUNCTIONS, tensor_spec
from core.pickling.nodes import Call, Global, calls
from core.words import marked

_SPARSE, _NESTED, _META = frozenset({SPARSE}), frozenset({NESTED}), frozenset({META})
_SCALARS = frozenset(Global(core, "scalar") for core in ("numpy.core.multiarray", "numpy._core.multiarray"))


class Spoken(NamedTuple):
    """``numpy array``, ``float64`` and its ``shape``; None where there is no such thing to tell."""

    name: str
    dtype: str | None = None
    shape: tuple[int, ...] | None = None


def spoken(node: Call) -> Spoken | None:
    """What an object is, where that is known; None for others and for what is no proper one."""
    facts = array_facts(node)
    if facts is not None:
        return Spoken(marked("numpy array"), *facts)
    args = node.args if type(node.args) is tuple else ()
    if calls(node, _SCALARS) and args:
        number = number_of(node)
        plain = type(number) in (int, float, bool) or (isinstance(number, str) and len(number) < _LONG)
        return Spoken(f"numpy {numpy_type_name(args[0])} {number!r}") if plain else None
    spec = tensor_spec(node) if calls(node, TENSOR_FUNCTIONS) else None
    if spec is not None:
        return Spoken(marked("tensor"), spec.dtype, spec.shape)
    compound = compound_of(node)
    return Spoken(compound.name, compound.dtype, compound.shape) if compound is not None else None


def is_on_meta(node: Any) -> bool:
    """Whether an object is a tensor of the device ``meta``: its shape was saved, and no data."""
    return type(node) is Call and calls(node, _META)


_LONG = 60

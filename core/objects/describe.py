"""What people call the objects that libraries take apart for a pickle: arrays, numbers and tensors of other kinds.

Sources: those of `core.objects.numpy_data` and `core.objects.compounds`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from core.catalogue.tree import Tree
from core.objects.compounds import META, SPARSE, compound_of, layout_of
from core.objects.numpy_data import array_facts, number_of, numpy_type_name
from core.objects.tensors import NESTED, TENSOR_FUNCTIONS, tensor_spec
from core.pickling.nodes import Call, Global, calls

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
        return Spoken("numpy array", *facts)
    args = node.args if type(node.args) is tuple else ()
    if calls(node, _SCALARS) and args:
        number = number_of(node)
        plain = type(number) in (int, float, bool) or (isinstance(number, str) and len(number) < _LONG)
        return Spoken(f"numpy {numpy_type_name(args[0])} {number!r}") if plain else None
    spec = tensor_spec(node) if calls(node, TENSOR_FUNCTIONS) else None
    if spec is not None:
        return Spoken("tensor", spec.dtype, spec.shape)
    compound = compound_of(node)
    return Spoken(compound.name, compound.dtype, compound.shape) if compound is not None else None


def is_on_meta(node: Any) -> bool:
    """Whether an object is a tensor of the device ``meta``: its shape was saved, and no data."""
    return type(node) is Call and calls(node, _META)


def part_name(tree: Tree, entry: int) -> str:
    """What torch calls a tensor that another is made of, such as ``crow_indices``; empty for all others."""
    parent, label = tree.parents[entry], tree.labels[entry]
    if parent < 0:
        return ""
    above = tree.values[parent]
    if type(above) is Call and calls(above, _NESTED):
        names: tuple[str, ...] = _PARTS_OF_NESTED
    elif type(above) is tuple and tree.parents[parent] >= 0 and tree.labels[parent] == "(1)":
        whole = tree.values[tree.parents[parent]]
        names = _PARTS.get(layout_of(whole.args[0]), ()) if type(whole) is Call and _is_sparse(whole) else ()
    else:
        return ""
    at = int(digits) if (digits := str(label).strip("()")).isdecimal() and len(digits) == 1 else len(names)
    return names[at] if at < len(names) else ""


def _is_sparse(node: Call) -> bool:
    """Whether an object is a sparse tensor."""
    return calls(node, _SPARSE) and type(node.args) is tuple and len(node.args) == 2


_BY_ROWS = ("crow_indices", "col_indices", "values")
_BY_COLUMNS = ("ccol_indices", "row_indices", "values")
_PARTS = {
    "sparse_coo": ("indices", "values"),
    "sparse_csr": _BY_ROWS,
    "sparse_bsr": _BY_ROWS,
    "sparse_csc": _BY_COLUMNS,
    "sparse_bsc": _BY_COLUMNS,
}
_PARTS_OF_NESTED = ("values", "sizes", "strides", "offsets")
_LONG = 60

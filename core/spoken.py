"""What people call the objects that libraries take apart for a pickle: arrays, numbers and tensors of other kinds.

Sources: those of `core.numpy_data`; ``_rebuild_sparse_tensor``, ``_rebuild_nested_tensor`` and
``_rebuild_meta_tensor_no_storage`` in ``torch/_utils.py``.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from core.graph import Call, Global, calls
from core.numpy_data import array_facts, number_of, numpy_type_name
from core.tensors import NESTED
from core.tree import Tree

_UTILS = "torch._utils"
_SPARSE = frozenset({Global(_UTILS, "_rebuild_sparse_tensor")})
_NESTED = frozenset({NESTED})
_META = frozenset({Global(_UTILS, "_rebuild_meta_tensor_no_storage")})
_LAYOUT = frozenset({Global("torch.serialization", "_get_layout")})
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
    if _is_sparse(node) and type(args[1]) is tuple:
        return Spoken(f"{_layout(args[0])} tensor", shape=next(filter(None, map(_sizes, args[1])), None))
    if calls(node, _NESTED) and len(args) == 4:
        return Spoken("nested tensor")
    if calls(node, _META) and len(args) == 4:
        dtype = args[0].name if type(args[0]) is Global else None
        return Spoken("tensor on meta, without data,", dtype, _sizes(args[1]))
    return None


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
        names = _PARTS.get(_layout(whole.args[0]), ()) if type(whole) is Call and _is_sparse(whole) else ()
    else:
        return ""
    at = int(digits) if (digits := str(label).strip("()")).isdecimal() and len(digits) == 1 else len(names)
    return names[at] if at < len(names) else ""


def _is_sparse(node: Call) -> bool:
    """Whether an object is a sparse tensor."""
    return calls(node, _SPARSE) and type(node.args) is tuple and len(node.args) == 2


def _layout(node: Any) -> str:
    """``sparse_coo`` from ``_get_layout('torch.sparse_coo')``."""
    name = node.args[0] if calls(node, _LAYOUT) and type(node.args) is tuple and node.args else None
    return name.removeprefix("torch.") if isinstance(name, str) and len(name) < _LONG else "sparse"


def _sizes(node: Any) -> tuple[int, ...] | None:
    """A shape: a tuple of numbers, or ``torch.Size`` of one."""
    if type(node) is Call and node.func == Global("torch", "Size") and type(node.args) is tuple and len(node.args) == 1:
        node = tuple(node.args[0]) if type(node.args[0]) in (list, tuple) else None
    return node if type(node) is tuple and node and all(type(size) is int for size in node) else None


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

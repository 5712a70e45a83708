"""What torch calls the tensors that another tensor is made of."""

from __future__ import annotations

from core.catalogue.tree import Tree
from core.objects.compounds import SPARSE, layout_of
from core.objects.tensors import NESTED
from core.pickling.nodes import Call, calls

_SPARSE, _NESTED = frozenset({SPARSE}), frozenset({NESTED})


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

"""Calls of tensors in the place of others, where a storage has another dtype: torch says it in two ways.

For the dtypes of old the class of the storage says it (``_rebuild_tensor_v2``); for float8 and all later ones the
storage is untyped and the call names the dtype (``_rebuild_tensor_v3``). Source: ``_reduce_ex_internal`` of
``torch/_tensor.py``.
"""

from __future__ import annotations

from typing import Any

from core.dtypes import STORAGE_OF
from core.edits.draft import Draft
from core.objects.tensors import USUAL, V3
from core.pickling.nodes import ORDERED_DICT, Call, Global


def rebuild(draft: Draft) -> None:
    """Have the calls of all tensors name the dtypes that their storages get."""
    catalogue, tree = draft.catalogue, draft.catalogue.tree
    changed = {at: recipe for at, recipe in draft.recipes.items() if recipe.casts}
    if not changed:
        return
    for row, storage in enumerate(catalogue.storage_of):
        recipe = changed.get(storage)
        if recipe is None or (recipe.saved in STORAGE_OF and recipe.dtype in STORAGE_OF) or row in draft.pieces:
            continue
        entry = tree.tensors[row]
        call = draft.call_of(entry) or storage_call(tree.values[entry])
        if not draft.rewrite.is_replaced(call):
            draft.rewrite.replace(call, call_of_dtype(call, recipe.dtype))


def storage_call(node: Call) -> Call:
    """The call that names the storage: that of the tensor inside a parameter."""
    while type(node.args[0]) is Call:
        node = node.args[0]
    return node


def call_of_dtype(node: Call, dtype: str) -> Call:
    """A call that makes the same tensor in another dtype, of a storage of that dtype."""
    if type(node.args[0]) is Global:  # of a class of its own: (function, class, its arguments, state)
        function, kind, arguments, state = node.args
        inner, arguments = _of_dtype(function, arguments, dtype)
        return Call(node.kind, node.func, (inner, kind, arguments, state))
    return Call(node.kind, *_of_dtype(node.func, node.args, dtype))


def _of_dtype(function: Any, args: tuple[Any, ...], dtype: str) -> tuple[Any, tuple[Any, ...]]:
    flags = args[4:6] if len(args) > 5 else (False, Call("R", ORDERED_DICT, ()))
    metadata = args[7:] if function == V3 else args[6:]
    if dtype in STORAGE_OF:
        return USUAL, (*args[:4], *flags, *metadata)
    return V3, (*args[:4], *flags, Global("torch", dtype), *metadata)

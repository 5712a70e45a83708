"""Calls of tensors in the place of others, where a plan gives them another storage, layout or dtype.

torch says a dtype in two ways. For those of old the class of the storage says it (``_rebuild_tensor_v2``); for float8
and all later ones the storage is untyped and the call names the dtype (``_rebuild_tensor_v3``). Source:
``_reduce_ex_internal`` of ``torch/_tensor.py``.
"""

from __future__ import annotations

from typing import Any

from core.dtypes import ITEM_SIZES, STORAGE_OF
from core.edits.diff import NewStorage
from core.edits.draft import Draft
from core.objects.tensors import USUAL, V3, is_untyped, storage_call
from core.pickling.nodes import ORDERED_DICT, Call, Global, PersistentId


def rebuild(draft: Draft) -> None:
    """Have the calls of all tensors say where and how they lie in the file that will be written, and their dtypes."""
    catalogue, tree = draft.catalogue, draft.catalogue.tree
    cast = {at for at, recipe in draft.recipes.items() if recipe.casts and not STORAGE_OF.keys() >= {*recipe[:2]}}
    rows = {row for row, storage in enumerate(catalogue.storage_of) if storage in cast} if cast else set()
    for row in sorted(rows | draft.pieces.keys() | draft.layouts.keys()):
        call = draft.call_of(tree.tensors[row]) or storage_call(tree.values[tree.tensors[row]])
        piece = draft.pieces.get(row)
        if draft.rewrite.is_replaced(call) or (piece is not None and draft.added[piece[0]].source < 0):
            continue  # two rows of one object, or an array that a tensor stands for already
        recipe = draft.recipes.get(catalogue.storage_of[row])
        dtype = recipe.dtype if recipe is not None and recipe.casts else ""
        draft.rewrite.replace(call, _rebuilt(call, draft, row, dtype))


def _rebuilt(node: Call, draft: Draft, row: int, dtype: str) -> Call:
    if type(node.args[0]) is Global:  # of a class of its own: (function, class, its arguments, state)
        function, kind, arguments, state = node.args
        function, arguments = _of_dtype(function, _laid_out(arguments, draft, row), dtype)
        return Call(node.kind, node.func, (function, kind, arguments, state))
    return Call(node.kind, *_of_dtype(node.func, _laid_out(node.args, draft, row), dtype))


def _laid_out(args: tuple[Any, ...], draft: Draft, row: int) -> tuple[Any, ...]:
    """The arguments with the storage, the offset, the shape and the stride that are planned."""
    storage, offset, shape, stride, *rest = args
    if row in draft.layouts:
        shape, stride, offset = draft.layouts[row]
        view = storage.pid[5] if len(storage.pid) == 6 else None  # of torch 0.1: a part of a storage
        offset -= view[1] if view is not None else 0
    if row in draft.pieces:
        at, offset = draft.pieces[row]
        storage = _storage(storage, draft.added[at])
    return storage, offset, shape, stride, *rest


def _storage(node: PersistentId, new: NewStorage) -> PersistentId:
    size = 1 if is_untyped(node) else ITEM_SIZES[new.dtype]
    return PersistentId((node.pid[0], node.pid[1], new.key, node.pid[3], new.nbytes // size))


def _of_dtype(function: Any, args: tuple[Any, ...], dtype: str) -> tuple[Any, tuple[Any, ...]]:
    """The function and its arguments that make the same tensor in another dtype, of a storage of that dtype."""
    if not dtype:
        return function, args
    flags = args[4:6] if len(args) > 5 else (False, Call("R", ORDERED_DICT, ()))
    metadata = args[7:] if function == V3 else args[6:]
    if dtype in STORAGE_OF:
        return USUAL, (*args[:4], *flags, *metadata)
    return V3, (*args[:4], *flags, Global("torch", dtype), *metadata)

"""The persistent ids of an older file: whether torch can read them, and takes no view of a storage for another one.

Source: ``persistent_load`` in ``_legacy_load`` of ``torch/serialization.py``. Its last part, which torch before 0.4
filled for a part of a storage that another one is, has a key in the same table as the storages.
"""

from __future__ import annotations

from operator import itemgetter
from typing import Any

from core.errors import Malformed
from core.pickling.nodes import Global, PersistentId
from core.words import marked, say

_STORAGE = ("storage",)
_PARTS = 6
_VIEW = itemgetter(5)
_ODD_ID = marked("A storage is described in a way that torch never writes; the file is damaged or a trap.")
_ODD_VIEW = marked("A view of a storage is described in a way that torch never writes; the file is damaged or a trap.")


def checked_keys(persistent: list[PersistentId]) -> set[str]:
    """The keys of the storages that are mentioned.

    Raises `Malformed` for what torch cannot read, and for views of which torch would take one for another.
    """
    ids = [node.pid for node in persistent if type(node.pid) is tuple and node.pid[:1] == _STORAGE]
    keys = {pid[2] for pid in ids if len(pid) == _PARTS and isinstance(pid[2], str)}
    if len(keys) == len(ids) and set(map(type, map(_VIEW, ids))) <= {type(None)}:
        return keys
    if not all(map(_is_whole, ids)):
        raise Malformed(say(_ODD_ID))
    _check_views(ids, keys)
    _check_empty(ids)
    return keys


def _is_whole(pid: tuple[Any, ...]) -> bool:
    """Whether an id says what torch wants to know. Nothing else is compared: it may be of any depth."""
    return len(pid) == _PARTS and type(pid[1]) is Global and isinstance(pid[2], str) and isinstance(pid[3], str)


def _check_views(ids: list[tuple[Any, ...]], keys: set[str]) -> None:
    """A view is one part of one storage, and no storage itself; of one on meta, a younger device, none can be made."""
    known: dict[str, tuple[Any, ...]] = {}
    for _, kind, key, device, numel, view in ids:
        if view is None:
            continue
        if type(view) is not tuple or len(view) != 3 or not isinstance(view[0], str) or device == "meta":
            raise Malformed(say(_ODD_VIEW))
        name, offset, size = view
        inside = type(offset) is type(size) is type(numel) is int and 0 <= offset <= offset + size <= numel
        if not inside or size < 0 or name in keys or known.setdefault(name, (key, kind, *view)) != (key, kind, *view):
            raise Malformed(say(_ODD_VIEW))


def _check_empty(ids: list[tuple[Any, ...]]) -> None:
    """What is empty when it is first mentioned stays so: the bytes that a later mention wants have no place."""
    first: dict[str, Any] = {}
    for _, _, key, _, numel, _ in ids:
        if first.setdefault(key, numel) == 0 != numel:
            raise Malformed(say(_ODD_ID))

"""The kinds of places elsewhere, a module each.

A store is one module with `make`, which gives a `core.remote.status.Store`, and one row here. It is imported when a
path of its scheme is asked for.
"""

from __future__ import annotations

import threading
from importlib import import_module

from core.remote.address import RemotePath
from core.remote.status import Store

KNOWN = {
    "https": "core.remote.stores.http",
    "http": "core.remote.stores.http",
    "s3": "core.remote.stores.s3",
    "gs": "core.remote.stores.by_fsspec",
    "az": "core.remote.stores.by_fsspec",
    "sftp": "core.remote.stores.sftp",
    "hf": "core.remote.stores.by_fsspec",
}
_BY_HOST = frozenset({"sftp", "az"})
"""Where a store is one server, or one account."""
_made: dict[tuple[str, str], Store] = {}
_lock = threading.Lock()


def store_of(path: RemotePath) -> Store:
    """The store that a path lies in. Connections are kept for the next question.

    Raises `CannotOpen` where a package is not installed that it needs.
    """
    key = path.scheme, path.host if path.scheme in _BY_HOST else ""
    with _lock:
        if key not in _made:
            _made[key] = import_module(KNOWN[path.scheme]).make(path)
        return _made[key]


def forget() -> None:
    """Let all connections go: credentials, or servers, may be others from now on."""
    with _lock:
        while _made:
            _, store = _made.popitem()
            store.close()

"""New files elsewhere, a module for each kind of store.

Each has `make`, which gives a `core.remote.status.Upload` that nobody was asked about yet, and `clear`, which removes
what a run left of one that had these facts: what is gone already is no error.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, cast

from core.errors import SaveError
from core.remote.address import RemotePath
from core.remote.status import Upload
from core.remote.stores import store_of
from core.text import listed

KNOWN = {
    "s3": "core.remote.uploading.s3",
    "sftp": "core.remote.uploading.sftp",
    "gs": "core.remote.uploading.by_fsspec",
    "az": "core.remote.uploading.by_fsspec",
    "hf": "core.remote.uploading.by_fsspec",
}

_RENAMING = frozenset({"sftp"})


def check_writable(path: RemotePath) -> None:
    """Raises `SaveError` for a path where nothing can be written, whoever asks."""
    if path.scheme not in KNOWN:
        raise SaveError(
            "You cannot save to {scheme}://: web servers do not accept files. Save on this computer, or to one of "
            "{known}.",
            scheme=path.scheme,
            known=listed(f"{each}://" for each in KNOWN),
        )
    if not path.names:
        raise SaveError("{path} is not a name for a file.", path=path)


def can_rename(path: RemotePath) -> bool:
    """Whether a new file lies beside its place first, so that what is replaced is there until it was read back."""
    return path.scheme in _RENAMING


def upload_to(path: RemotePath, beside: RemotePath, *, overwrite: bool) -> Upload:
    """A new file that is to be at ``path``; ``overwrite`` is whether it may replace another.

    ``beside`` is a name in the same folder that nobody else makes, for stores that can rename. Raises as
    `check_writable` and `core.remote.stores.store_of` do.
    """
    check_writable(path)
    made: Upload = _module(path).make(store_of(path), path, beside, overwrite)
    return made


def make_folder(path: RemotePath, mode: int | None) -> None:
    """Make a folder where there is none, of a store that can rename, with no more permissions than ``mode``, if any.

    Raises as `core.remote.status.Store` says.
    """
    _module(path).make_folder(store_of(path), path, mode)


def move_folder(path: RemotePath, target: RemotePath) -> None:
    """Move such a folder to a place where nothing is. Raises `FileExistsError` where something is."""
    _module(path).move_folder(store_of(path), path, target)


def clear(path: RemotePath, facts: dict[str, str]) -> None:
    """Remove what a run left of an upload to ``path``. Raises as `core.remote.status.Store` says."""
    check_writable(path)
    _module(path).clear(store_of(path), path, facts)


def _module(path: RemotePath) -> Any:
    return cast(Any, import_module(KNOWN[path.scheme]))

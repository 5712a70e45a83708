"""Places that the packages of fsspec know: Google's and Azure's object stores, the hub of Hugging Face.

Each needs a package of its own, which is asked for when a location of its kind is. Credentials come from where that
package looks for them: files of the home, agents, the environment.
"""

from __future__ import annotations

import importlib
import logging
from collections.abc import Callable
from typing import Any

from core.errors import CheckpointError
from core.remote import secrets
from core.remote.address import RemotePath
from core.remote.status import Fetch, RemoteStatus
from core.remote.trouble import Passing, Untrusted, changed, lacking
from core.words import say

_PACKAGES = {
    "gs": ("gcsfs", "GCSFileSystem"),
    "az": ("adlfs", "AzureBlobFileSystem"),
    "hf": ("huggingface_hub", "HfFileSystem"),
}
_VERSIONS = (
    "ETag",
    "etag",
    "generation",
    "md5Hash",
    "blob_id",
    "lfs",
    "mtime",
    "last_modified",
    "LastModified",
    "modified",
)
"""Facts that tell one state of a file from another, the surest first, as those packages call them."""
_PIECE = 4 << 20


def make(path: RemotePath) -> FsspecStore:
    """The store of the scheme of a path."""
    return FsspecStore(file_system(path))


def file_system(path: RemotePath) -> Any:
    """What fsspec has for a path. Raises `CannotOpen` where the package is not installed."""
    package, name = _PACKAGES[path.scheme]
    try:
        kind = getattr(importlib.import_module(package), name)
    except ImportError:
        raise lacking(path, package) from None
    quiet(package, "fsspec", "azure", "google")
    return kind(skip_instance_cache=True, use_listings_cache=False)


class FsspecStore:
    """A file system of fsspec."""

    def __init__(self, system: Any) -> None:
        self._system = system

    def close(self) -> None:
        """Let its connections go, where it has a way to."""

    def status(self, path: RemotePath) -> RemoteStatus:
        """As `core.remote.status.Store.status` says."""
        facts = self.call(path, "info", self.name(path))
        if facts.get("type") == "directory":
            return RemoteStatus(0, is_folder=True)
        return RemoteStatus(facts.get("size"), version_of(facts))

    def fetch(self, path: RemotePath, status: RemoteStatus, wanted: Fetch) -> None:
        """As `core.remote.status.Store.fetch` says. The version is asked for again behind it: a range has none."""
        while wanted.left and not wanted.stopped:
            end = wanted.next + min(_PIECE, wanted.left)
            piece = self.call(path, "cat_file", self.name(path), start=wanted.next, end=end)
            if len(piece) != end - wanted.next:
                raise changed(path)
            wanted.add(piece)
        if version_of(self.call(path, "info", self.name(path))) != status.version:
            raise changed(path)

    def names(self, path: RemotePath) -> list[str]:
        """As `core.remote.status.Store.names` says."""
        found = self.call(path, "ls", self.name(path), detail=True)
        each = ((facts["name"].rstrip("/").rpartition("/")[2], facts.get("type")) for facts in found)
        return [f"{name}/" if kind == "directory" else name for name, kind in each if name]

    def name(self, path: RemotePath) -> str:
        """What the package calls it."""
        return f"{path.host}/{path.key}".rstrip("/")

    def call(self, path: RemotePath, method: str, *arguments: Any, **named: Any) -> Any:
        """What a method of the package answers. Raises as `core.remote.status.Store` says."""
        return self.guarded(path, lambda: getattr(self._system, method)(*arguments, **named))

    def guarded(self, path: RemotePath, question: Callable[[], Any]) -> Any:
        """The same of anything that may raise what the package raises."""
        try:
            return question()
        except (CheckpointError, FileNotFoundError, PermissionError):
            raise
        except Exception as error:  # noqa: BLE001 - each package has errors of its own
            raise trouble(path, error) from None


def version_of(facts: dict[str, Any]) -> str:
    """What tells one state of a file from another; empty where nothing does."""
    return next((str(facts[name]) for name in _VERSIONS if facts.get(name)), "")


def trouble(path: RemotePath, error: Exception) -> Exception:
    """What an error of such a package is: passing, unless it is about trust or permission."""
    kind, reason = type(error).__name__, secrets.redacted(str(error) or type(error).__name__)
    if "HostKey" in kind or "SSL" in kind or "Certificate" in kind:
        return Untrusted(
            say("The server of {path} is not trusted: {reason}. Nothing was read.", path=path, reason=reason)
        )
    if "Permission" in kind or "Credential" in kind or "Forbidden" in kind:
        return PermissionError(13, reason, str(path))
    return Passing(reason)


def quiet(*packages: str) -> None:
    """Keep what these would log from the terminal, where Python puts warnings that nobody takes."""
    for name in packages:
        log = logging.getLogger(name)
        log.propagate = False
        if not log.handlers:
            log.addHandler(logging.NullHandler())

"""Places that the packages of fsspec know: Google's and Azure's object stores, SFTP, the hub of Hugging Face.

Each needs a package of its own, which is asked for when a location of its kind is. Credentials come from where that
package looks for them: files of the home, agents, the environment.
"""

from __future__ import annotations

import importlib
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
    "sftp": ("sshfs", "SSHFileSystem"),
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
_SECONDS = 8.0


def make(path: RemotePath) -> FsspecStore:
    """The store of the scheme of a path; of SFTP, of its host too."""
    return FsspecStore(file_system(path))


def file_system(path: RemotePath) -> Any:
    """What fsspec has for a path. Raises `CannotOpen` where the package is not installed."""
    package, name = _PACKAGES[path.scheme]
    try:
        kind = getattr(importlib.import_module(package), name)
    except ImportError:
        raise lacking(path, package) from None
    return kind(skip_instance_cache=True, use_listings_cache=False, **_options(path))


def _options(path: RemotePath) -> dict[str, Any]:
    if path.scheme != "sftp":
        return {}
    user, at, place = path.host.rpartition("@")
    host, _, port = place.partition(":")
    found: dict[str, Any] = {"host": host, "connect_timeout": _SECONDS}
    if at:
        found["username"] = user
    if port:
        found["port"] = int(port)
    password = secrets.password_of(f"sftp://{path.host}")
    if password is not None:
        found["password"] = password
    return found


class FsspecStore:
    """A file system of fsspec."""

    def __init__(self, system: Any) -> None:
        self._system = system

    def close(self) -> None:
        """Let its connections go, where it has a way to."""

    def status(self, path: RemotePath) -> RemoteStatus:
        """As `core.remote.status.Store.status` says."""
        facts = self._call(path, "info", self._name(path))
        if facts.get("type") == "directory":
            return RemoteStatus(0, is_folder=True)
        return RemoteStatus(facts.get("size"), version_of(facts))

    def fetch(self, path: RemotePath, status: RemoteStatus, wanted: Fetch) -> None:
        """As `core.remote.status.Store.fetch` says. The version is asked for again behind it: a range has none."""
        while wanted.left and not wanted.stopped:
            end = wanted.next + min(_PIECE, wanted.left)
            piece = self._call(path, "cat_file", self._name(path), start=wanted.next, end=end)
            if len(piece) != end - wanted.next:
                raise changed(path)
            wanted.add(piece)
        if version_of(self._call(path, "info", self._name(path))) != status.version:
            raise changed(path)

    def names(self, path: RemotePath) -> list[str]:
        """As `core.remote.status.Store.names` says."""
        found = self._call(path, "ls", self._name(path), detail=True)
        each = ((facts["name"].rstrip("/").rpartition("/")[2], facts.get("type")) for facts in found)
        return [f"{name}/" if kind == "directory" else name for name, kind in each if name]

    def _name(self, path: RemotePath) -> str:
        """What the package calls it."""
        if path.scheme == "sftp":
            return f"/{path.key}"
        return f"{path.host}/{path.key}".rstrip("/")

    def _call(self, path: RemotePath, method: str, *arguments: Any, **named: Any) -> Any:
        try:
            return getattr(self._system, method)(*arguments, **named)
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

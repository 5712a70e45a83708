"""Places that the packages of fsspec know: Google's and Azure's object stores, the hub of Hugging Face.

Each needs a package of its own, which is asked for when a location of its kind is. Credentials come from where that
package looks for them: files of the home, agents, the environment.
"""

from __future__ import annotations

import importlib
import logging
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from core.errors import CheckpointError
from core.remote import secrets
from core.remote.address import RemotePath
from core.remote.status import Fetch, RemoteStatus, Store
from core.remote.trouble import LATER, Passing, Refused, Unreachable, Untrusted, changed, lacking
from core.words import say

_PACKAGES = {
    # Not the class that gcsfs itself offers: before it writes, that asks by gRPC whether the bucket is one of a single
    # zone, and waits a minute where a network lets nothing but HTTPS through.
    "gs": ("gcsfs.core", "GCSFileSystem"),
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
    module, name = _PACKAGES[path.scheme]
    package = module.partition(".")[0]
    try:
        kind = getattr(importlib.import_module(module), name)
    except ImportError:
        raise lacking(path, package) from None
    quiet(package, "fsspec", "azure", "google")
    options: dict[str, Any] = {"skip_instance_cache": True, "use_listings_cache": False}
    account = path.host.rpartition("@")[2].partition(".")[0] if path.scheme == "az" and "@" in path.host else ""
    if account:  # abfss://container@account.dfs.core.windows.net/…
        options["account_name"] = account
    try:
        return kind(**options)
    except ValueError as error:
        raise _no_account(path, error) from None


def _no_account(path: RemotePath, error: Exception) -> CheckpointError:
    """The error of a package that does not know whom to ask for."""
    if path.scheme == "az":
        return Unreachable(
            "Azure needs the account of {path}. Set AZURE_STORAGE_ACCOUNT_NAME or AZURE_STORAGE_CONNECTION_STRING, or "
            "name it: az://CONTAINER@ACCOUNT.blob.core.windows.net/…",
            path=path,
        )
    reason = secrets.redacted(error).rstrip(".")
    return Unreachable("{path} cannot be reached: {reason}.", path=path, reason=reason)


class FsspecStore(Store):
    """A file system of fsspec."""

    def __init__(self, system: Any) -> None:
        self._system = system

    def close(self) -> None:
        """Let its connections go, where it has a way to."""

    def status(self, path: RemotePath) -> RemoteStatus:
        facts = self._facts(path)
        if facts.get("type") == "directory":
            return RemoteStatus(0, is_folder=True)
        return RemoteStatus(facts.get("size"), version_of(facts))

    def fetch(self, path: RemotePath, status: RemoteStatus, wanted: Fetch) -> None:
        """The version is asked for again behind it: a range has none."""
        while wanted.left and not wanted.stopped:
            end = wanted.next + min(_PIECE, wanted.left)
            piece = self.call(path, "cat_file", self.name(path), start=wanted.next, end=end)
            if len(piece) != end - wanted.next:
                raise changed(path)
            wanted.add(piece)
        if version_of(self._facts(path)) != status.version:
            raise changed(path)

    def names(self, path: RemotePath) -> list[str]:
        self.call(path, "invalidate_cache", self.name(path))
        found = self.call(path, "ls", self.name(path), detail=True)
        each = ((facts["name"].rstrip("/").rpartition("/")[2], facts.get("type")) for facts in found)
        return [f"{name}/" if kind == "directory" else name for name, kind in each if name]

    def _facts(self, path: RemotePath) -> dict[str, Any]:
        """What the store says of a file now: the hub's package would say what it said before."""
        self.call(path, "invalidate_cache", self.name(path))
        found: dict[str, Any] = self.call(path, "info", self.name(path))
        return found

    def name(self, path: RemotePath) -> str:
        """What the package calls it."""
        container = path.host.partition("@")[0] if path.scheme == "az" else path.host
        return f"{container}/{path.key}".rstrip("/")

    def call(self, path: RemotePath, method: str, *arguments: Any, **named: Any) -> Any:
        """What a method of the package answers. Raises as `core.remote.status.Store` says."""
        return self.guarded(path, lambda: getattr(self._system, method)(*arguments, **named))

    def guarded(self, path: RemotePath, question: Callable[[], Any]) -> Any:
        """The same of anything that may raise what the package raises."""
        try:
            return question()
        except (CheckpointError, FileExistsError, FileNotFoundError, PermissionError):
            raise
        except Exception as error:  # noqa: BLE001 - each package has errors of its own
            raise trouble(path, error) from None


def version_of(facts: dict[str, Any]) -> str:
    """What tells one state of a file from another; empty where nothing does."""
    return next((str(facts[name]) for name in _VERSIONS if facts.get(name)), "")


def trouble(path: RemotePath, error: Exception) -> Exception:
    """What an error of such a package is: passing, unless the store has said plainly that it is not."""
    kind, reason = type(error).__name__, secrets.redacted(" ".join(str(error).split()) or type(error).__name__)
    if "HostKey" in kind or "SSL" in kind or "Certificate" in kind:
        return Untrusted("The server of {path} is not trusted: {reason}. Nothing was read.", path=path, reason=reason)
    status = _status(error)
    if status == HTTPStatus.NOT_FOUND:
        return FileNotFoundError(2, reason, str(path))
    if status == HTTPStatus.PRECONDITION_FAILED:  # what was to be new is there
        return FileExistsError(17, reason, str(path))
    refused = any(word in kind for word in ("Permission", "Credential", "Forbidden"))
    if refused or status in {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN}:
        return PermissionError(13, reason, str(path))
    if 400 <= status < 500 and status not in LATER:
        return Refused(say("The server of {path} answers {code}.", path=path, code=reason), str(status))
    return Passing(reason)


def _status(error: BaseException) -> int:
    """The number of the answer that led to an error; 0 where there was none, or the package keeps it elsewhere."""
    for each in (error, getattr(error, "response", None), error.__cause__):
        for name in ("status_code", "status", "code"):
            found = str(getattr(each, name, ""))
            if found.isdecimal():
                return int(found)
    return 0


def quiet(*packages: str) -> None:
    """Keep what these would log from the terminal, where Python puts warnings that nobody takes."""
    for name in packages:
        log = logging.getLogger(name)
        log.propagate = False
        if not log.handlers:
            log.addHandler(logging.NullHandler())

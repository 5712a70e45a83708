"""Object stores that speak S3, through boto3: its settings, and credentials, are those of every AWS program.

Not through fsspec, as others: its s3fs can neither ask for a range of one version (``If-Match``) nor have the store
copy ranges by itself (``UploadPartCopy``).
"""

from __future__ import annotations

import importlib
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Any

from core.errors import CheckpointError
from core.remote.address import RemotePath
from core.remote.secrets import redacted
from core.remote.status import MOST_NAMES, Fetch, RemoteStatus, Store
from core.remote.trouble import Passing, Refused, Unreachable, Untrusted, changed, lacking
from core.words import say

HEAD = 1 << 17
"""Bytes that are fetched to see what is there."""
_PIECE = 1 << 16
_IN_A_PAGE = 1000
_SECONDS = {"connect_timeout": 5, "read_timeout": 8}
_SECONDS_TO_WRITE = {"connect_timeout": 5, "read_timeout": 60}
_AT_HAND = frozenset({"get_object", "list_objects_v2"})
_AT_ONCE = 16
_NONE = frozenset({"404", "NoSuchKey", "NoSuchUpload", "NotFound"})
_EMPTY = frozenset({"416", "InvalidRange"})
_OTHER_VERSION = frozenset({"412", "PreconditionFailed"})
_NEVER = frozenset({"NotImplemented", "501"})
_LATER = frozenset({"SlowDown", "InternalError", "ServiceUnavailable", "RequestTimeout", "Throttling"})


def make(path: RemotePath) -> S3Store:
    """The store of all buckets. Raises `CannotOpen` where boto3 is not installed, or not set up."""
    try:
        library = importlib.import_module("boto3")
        settings = importlib.import_module("botocore.config").Config
    except ImportError:
        raise lacking(path, "boto3") from None
    with errors_of(path):
        session = library.Session()

    def client(**named: Any) -> Any:
        config = settings(retries={"total_max_attempts": 1}, max_pool_connections=_AT_ONCE, **named)
        return session.client("s3", config=config)

    return S3Store(client)


class S3Store(Store):
    """Buckets. Each range is asked for of one version: a store that has another by now refuses."""

    def __init__(self, client: Callable[..., Any]) -> None:
        self._client = client
        self._lock = threading.Lock()

    @cached_property
    def client(self) -> Any:
        """Asks for what a store has at hand."""
        with self._lock:
            return self._client(**_SECONDS)

    @cached_property
    def writing(self) -> Any:
        """Asks for what takes a store a while. No checksums but Content-MD5, which all stores know."""
        with self._lock:
            return self._client(**_SECONDS_TO_WRITE, request_checksum_calculation="when_required")

    def close(self) -> None:
        """Let its connections go."""
        for name in ("client", "writing"):
            if name in self.__dict__:
                self.__dict__.pop(name).close()

    def status(self, path: RemotePath) -> RemoteStatus:
        """Its first bytes come along."""
        if not path.key or path.is_dir():
            return RemoteStatus(0, is_folder=True)
        try:
            with self._body(path, Range=f"bytes=0-{HEAD - 1}") as (answer, body):
                size = int(str(answer.get("ContentRange", "")).rpartition("/")[2] or answer["ContentLength"])
                head = Fetch(0, min(size, HEAD))
                _read(body, head)
                return RemoteStatus(size, answer.get("ETag", ""), head=bytes(head.data))
        except FileNotFoundError:
            if self._page(path, "", 1)["KeyCount"]:
                return RemoteStatus(0, is_folder=True)
            raise
        except _Empty:
            return RemoteStatus(0)

    def fetch(self, path: RemotePath, status: RemoteStatus, wanted: Fetch) -> None:
        assert wanted.length is not None
        first, last = wanted.next, wanted.start + wanted.length - 1
        with self._body(path, Range=f"bytes={first}-{last}", IfMatch=status.version) as (answer, body):
            if answer.get("ETag", "") != status.version:
                raise changed(path)
            if answer.get("ContentRange") != f"bytes {first}-{last}/{status.size}":
                raise Untrusted(
                    "The server of {path} did not send the part of the file that was requested. Pthfinder did not "
                    "use what came.",
                    path=path,
                )
            _read(body, wanted)

    def names(self, path: RemotePath) -> list[str]:
        found: list[str] = []
        token = ""
        for _ in range(MOST_NAMES // _IN_A_PAGE):
            page = self._page(path, token, _IN_A_PAGE)
            skipped = len(_prefix(path))
            found += [each["Prefix"][skipped:] for each in page.get("CommonPrefixes", ())]
            found += [each["Key"][skipped:] for each in page.get("Contents", ()) if each["Key"] != _prefix(path)]
            token = page.get("NextContinuationToken", "")
            if not token:
                break
        return found

    def call(self, path: RemotePath, method: str, **named: Any) -> Any:
        """What a method of the client answers for a path. Raises as `core.remote.status.Store` says."""
        with errors_of(path):
            client = self.client if method in _AT_HAND else self.writing
            return getattr(client, method)(Bucket=path.host, **named)

    @contextmanager
    def _body(self, path: RemotePath, **named: Any) -> Iterator[tuple[Any, Any]]:
        answer = self.call(path, "get_object", Key=path.key, **named)
        try:
            with errors_of(path):
                yield answer, answer["Body"]
        finally:
            answer["Body"].close()

    def _page(self, path: RemotePath, token: str, most: int) -> Any:
        more = {"ContinuationToken": token} if token else {}
        return self.call(path, "list_objects_v2", Prefix=_prefix(path), Delimiter="/", MaxKeys=most, **more)


class _Empty(Exception):
    """An object without bytes, of which no range can be had."""


@contextmanager
def errors_of(path: RemotePath) -> Iterator[None]:
    """What goes wrong with boto3 meanwhile, in our words."""
    try:
        yield
    except (CheckpointError, Passing, _Empty, FileNotFoundError, PermissionError):
        raise
    except Exception as error:  # noqa: BLE001 - its errors are classes that are made at run time
        raise _trouble(path, error) from None


def _trouble(path: RemotePath, error: Exception) -> Exception:
    response = getattr(error, "response", None)
    if not isinstance(response, dict):
        return _below(path, error)
    code = str(response.get("Error", {}).get("Code", ""))
    status = int(response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0))
    if code == "NoSuchBucket":
        said = say("There is no bucket {bucket}. Check its name in {path}.", bucket=path.host, path=path)
        return Refused(said, code)
    if code in _NONE:
        return FileNotFoundError(2, say("there is no such file on the server"), str(path))
    if code in _OTHER_VERSION:
        return changed(path)
    if code in _EMPTY:
        return _Empty()
    if status in {401, 403}:
        return PermissionError(13, redacted(code), str(path))
    if (status >= 500 and code not in _NEVER) or status == 429 or code in _LATER:
        return Passing(say("its server answers {code}", code=redacted(f"{status} {code}")))
    return Refused(say("The server of {path} answers {code}.", path=path, code=redacted(f"{status} {code}")), code)


def _below(path: RemotePath, error: Exception) -> Exception:
    kind, reason = type(error).__name__, redacted(error)
    if "SSL" in kind:
        return Untrusted("The server of {path} is not trusted: {reason}. Nothing was read.", path=path, reason=reason)
    if any(word in kind for word in ("Credential", "Profile", "Validation", "InvalidBucket", "NoRegion")):
        return Unreachable("{path} cannot be reached: {reason}.", path=path, reason=reason.rstrip("."))
    if isinstance(error, ValueError):  # of the address of the endpoint
        return Unreachable("{path} cannot be reached: {reason}.", path=path, reason=reason.rstrip("."))
    if kind == "EndpointConnectionError":
        return Passing(reason.rstrip("."))
    return Passing(say("the connection broke ({reason})", reason=kind))


def _read(body: Any, wanted: Fetch) -> None:
    """Add what comes to what is here, up to what is wanted."""
    while wanted.left and not wanted.stopped:
        piece = body.read(min(_PIECE, wanted.left))
        if not piece:
            raise Passing(say("the connection ended in the middle"))
        wanted.add(piece)


def _prefix(path: RemotePath) -> str:
    return f"{path.key}/" if path.key else ""

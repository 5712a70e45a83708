"""The process of `tests/servers/s3.py`: moto's server, with each request noted before it is answered.

``python -m tests.servers.s3_process PORT LOG``
"""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from moto.server import DomainDispatcherApplication, MotoRequestHandler, create_backend_app
from werkzeug.serving import run_simple

from tests.servers.programs import LOOPBACK
from tests.servers.s3_paths import FAIL, RESET

# What a request is, by its method, what stands after the question mark and whether it names an object (Amazon S3 API
# Reference, Actions). The first row that fits.
_OPERATIONS = (
    ("PUT", {"partNumber", "uploadId"}, True, "UploadPart"),
    ("POST", {"uploads"}, True, "CreateMultipartUpload"),
    ("POST", {"uploadId"}, True, "CompleteMultipartUpload"),
    ("DELETE", {"uploadId"}, True, "AbortMultipartUpload"),
    ("GET", {"uploadId"}, True, "ListParts"),
    ("GET", {"uploads"}, False, "ListMultipartUploads"),
    ("GET", {"list-type"}, False, "ListObjectsV2"),
    ("GET", {"location"}, False, "GetBucketLocation"),
    ("GET", set(), True, "GetObject"),
    ("HEAD", set(), True, "HeadObject"),
    ("PUT", set(), True, "PutObject"),
    ("DELETE", set(), True, "DeleteObject"),
    ("HEAD", set(), False, "HeadBucket"),
    ("PUT", set(), False, "CreateBucket"),
    ("GET", set(), False, "ListObjects"),
    ("POST", {"delete"}, False, "DeleteObjects"),
)
_OF_COPIES = {"UploadPart": "UploadPartCopy", "PutObject": "CopyObject"}
Environment = Mapping[str, Any]
Application = Callable[[Any, Any], Iterable[bytes]]


def operation(environ: Environment) -> str:
    """What the request is called in the API."""
    asked = set(parse_qs(environ["QUERY_STRING"], keep_blank_values=True))
    is_object = "/" in environ["PATH_INFO"].strip("/")
    for method, keys, of_object, name in _OPERATIONS:
        if method == environ["REQUEST_METHOD"] and keys <= asked and of_object == is_object:
            return _OF_COPIES.get(name, name) if "HTTP_X_AMZ_COPY_SOURCE" in environ else name
    return "other"


class Noted:
    """moto's application, with a note of every request, and failures on command."""

    def __init__(self, application: Application, log: Path) -> None:
        self._application, self._log = application, log
        self._lock = threading.Lock()
        self._failures: dict[str, dict[str, Any]] = {}

    def __call__(self, environ: Environment, start: Callable[..., Any]) -> Iterable[bytes]:
        if environ["PATH_INFO"] == FAIL:
            return self._plan(environ, start)
        if environ["PATH_INFO"] == RESET:
            self._failures.clear()
            return self._application(environ, start)
        name = operation(environ)

        def noting(status: str, headers: list[tuple[str, str]], *more: object) -> Any:
            self._note(environ, name, int(status.split(maxsplit=1)[0]), dict(headers))
            return start(status, headers, *more)

        if failure := self._failure(name):
            _read(environ)
            body = f"<Error><Code>{failure['code']}</Code><Message>as the test wants it</Message></Error>".encode()
            headers = [("Content-Type", "application/xml"), ("Content-Length", str(len(body)))]
            noting(f"{failure['status']} Failed", headers)
            return [body]
        return self._application(environ, noting)

    def _plan(self, environ: Environment, start: Callable[..., Any]) -> Iterable[bytes]:
        failure = json.loads(_read(environ))
        with self._lock:
            self._failures[failure["operation"]] = failure
        start("200 OK", [("Content-Length", "0")])
        return [b""]

    def _failure(self, name: str) -> dict[str, Any] | None:
        with self._lock:
            failure = self._failures.get(name)
            if failure is None or not failure["times"]:
                return None
            failure["times"] -= 1
            return failure

    def _note(self, environ: Environment, name: str, status: int, headers: Mapping[str, str]) -> None:
        sent = environ.get("HTTP_X_AMZ_DECODED_CONTENT_LENGTH") or environ.get("CONTENT_LENGTH") or 0
        length = {key.lower(): value for key, value in headers.items()}.get("content-length", 0)
        note = {
            "operation": name,
            "path": environ["PATH_INFO"],
            "query": environ["QUERY_STRING"],
            "range": environ.get("HTTP_X_AMZ_COPY_SOURCE_RANGE") or environ.get("HTTP_RANGE", ""),
            "status": status,
            "sent": int(sent),
            "received": 0 if environ["REQUEST_METHOD"] == "HEAD" else int(length),
        }
        with self._lock, self._log.open("a") as log:
            log.write(json.dumps(note) + "\n")


def _read(environ: Environment) -> bytes:
    body: bytes = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
    return body


if __name__ == "__main__":
    application = Noted(DomainDispatcherApplication(create_backend_app), Path(sys.argv[2]))
    run_simple(LOOPBACK, int(sys.argv[1]), application, threaded=True, request_handler=MotoRequestHandler)

"""An S3 of our own: moto's server in a process, which speaks multi-part uploads and copies of parts."""

from __future__ import annotations

import contextlib
import functools
import json
import os
import sys
import tempfile
import urllib.request
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, Self

import boto3
from botocore.config import Config

from tests.places import ROOT
from tests.servers.programs import LOOPBACK, Program, free_ports
from tests.servers.s3_paths import FAIL, RESET

REGION = "us-east-1"
LEAST_PART = 5 << 20
"""Bytes that every part but the last must have; moto insists on it as S3 does (Amazon S3 multipart upload limits)."""


class Request(NamedTuple):
    """What was asked of the server, noted before it answered."""

    operation: str
    """As in Amazon's reference: ``GetObject``, ``UploadPart``, ``UploadPartCopy``, …"""
    path: str
    """``/BUCKET/KEY``."""
    query: str
    range: str
    """Of what is read, or of what is copied; empty without one."""
    status: int
    sent: int
    """Bytes of an upload."""
    received: int
    """Bytes of the answer's body."""


class S3:
    """The server; buckets and objects are gone with it.

    `environment` is what a program needs to find it and to be let in, whatever the user has configured.
    """

    def __enter__(self) -> Self:
        with contextlib.ExitStack() as starting:
            home = Path(starting.enter_context(tempfile.TemporaryDirectory(prefix="s3-")))
            self._log = home / "requests.log"
            self._log.touch()
            with free_ports(1) as (self.port,):
                self.url = f"http://{LOOPBACK}:{self.port}"
                command = [sys.executable, "-m", "tests.servers.s3_process", str(self.port), str(self._log)]
                # Where moto puts what is uploaded.
                here = {"TMPDIR": str(home), "PYTHONPATH": str(ROOT), **self.environment}
                program = Program(command, [self.port], home / "said.log", {**os.environ, **here})
            starting.callback(program.end)
            self.pid = program.pid
            self._ending = starting.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._ending.close()

    @property
    def environment(self) -> dict[str, str]:
        """Variables of the environment; the keys are fakes, which moto takes as it would any."""
        return {
            "AWS_ACCESS_KEY_ID": "TEST",
            "AWS_SECRET_ACCESS_KEY": "of-a-test",
            "AWS_DEFAULT_REGION": REGION,
            "AWS_ENDPOINT_URL": self.url,
            "AWS_CONFIG_FILE": os.devnull,
            "AWS_SHARED_CREDENTIALS_FILE": os.devnull,
            "AWS_EC2_METADATA_DISABLED": "true",
            "NO_PROXY": LOOPBACK,
        }

    @contextlib.contextmanager
    def client(self) -> Iterator[Any]:
        """boto3's client of this server, without retries; the same each time, as it takes long to make one."""
        yield self._client

    @functools.cached_property
    def _client(self) -> Any:
        said = self.environment
        client = boto3.session.Session().client(
            "s3",
            endpoint_url=self.url,
            region_name=REGION,
            aws_access_key_id=said["AWS_ACCESS_KEY_ID"],
            aws_secret_access_key=said["AWS_SECRET_ACCESS_KEY"],
            config=Config(retries={"total_max_attempts": 1}, proxies={}, s3={"addressing_style": "path"}),
        )
        self._ending.callback(client.close)
        return client

    def put(self, bucket: str, key: str, data: bytes) -> str:
        """Put an object there, in a bucket that is made if there is none; gives ``s3://BUCKET/KEY``."""
        with self.client() as client:
            client.create_bucket(Bucket=bucket)
            client.put_object(Bucket=bucket, Key=key, Body=data)
        return f"s3://{bucket}/{key}"

    def get(self, bucket: str, key: str) -> bytes:
        """The bytes of an object."""
        with self.client() as client, client.get_object(Bucket=bucket, Key=key)["Body"] as body:
            data: bytes = body.read()
            return data

    def signed_url(self, bucket: str, key: str) -> str:
        """An address by which anybody can GET the object, and nothing else, for an hour."""
        with self.client() as client:
            url: str = client.generate_presigned_url("get_object", Params={"Bucket": bucket, "Key": key})
            return url

    def uploads(self, bucket: str) -> list[str]:
        """The keys of uploads that were begun and neither completed nor aborted; S3 bills them for ever."""
        with self.client() as client:
            return [each["Key"] for each in client.list_multipart_uploads(Bucket=bucket).get("Uploads", [])]

    def fail(self, operation: str, times: int, *, status: int = 503, code: str = "SlowDown") -> None:
        """Answer the next requests of this operation with that error, and do nothing."""
        self._post(FAIL, {"operation": operation, "times": times, "status": status, "code": code})

    def requests(self) -> list[Request]:
        """What was asked for so far, our own calls of `put` and the like among it."""
        return [Request(**json.loads(line)) for line in self._log.read_text().splitlines()]

    def counted(self) -> Counter[str]:
        """How many requests there were of each operation."""
        return Counter(request.operation for request in self.requests())

    def forget(self) -> None:
        """Begin the list of requests anew."""
        self._log.write_bytes(b"")  # the process appends

    def reset(self) -> None:
        """Remove all buckets; nothing fails and nothing was asked for any more."""
        self._post(RESET, {})
        self.forget()

    def _post(self, path: str, said: dict[str, object]) -> None:
        request = urllib.request.Request(self.url + path, json.dumps(said).encode(), method="POST")
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request) as answer:
            answer.read()

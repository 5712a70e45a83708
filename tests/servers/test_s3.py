"""The S3 of the tests, held against boto3 and curl."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest
from botocore.exceptions import ClientError

from tests.servers.clients import curl
from tests.servers.latency import Latency
from tests.servers.s3 import LEAST_PART, S3

DATA = os.urandom(1 << 20) * 6
KEY = {"Bucket": "models", "Key": "a/model.pt"}


def test_objects_and_ranges(s3: S3) -> None:
    assert s3.put(*KEY.values(), DATA) == "s3://models/a/model.pt"
    s3.forget()
    with s3.client() as client:
        assert client.head_object(**KEY)["ContentLength"] == len(DATA)
        answer = client.get_object(**KEY, Range="bytes=5-104")
        with answer["Body"] as body:
            assert body.read() == DATA[5:105]
        with pytest.raises(ClientError, match="PreconditionFailed"):
            client.get_object(**KEY, IfMatch='"other"')
    head, some, _ = s3.requests()
    assert (head.operation, head.received) == ("HeadObject", 0)
    assert (some.operation, some.path, some.range) == ("GetObject", "/models/a/model.pt", "bytes=5-104")
    assert (some.status, some.received) == (206, 100)


def test_parts_are_uploaded_and_copied(s3: S3) -> None:
    s3.put(*KEY.values(), DATA)
    s3.forget()
    new = {"Bucket": "models", "Key": "new.pt"}
    with s3.client() as client:
        upload: dict[str, Any] = new | {"UploadId": client.create_multipart_upload(**new)["UploadId"]}
        copied = client.upload_part_copy(
            **upload, PartNumber=1, CopySource=KEY, CopySourceRange=f"bytes=0-{LEAST_PART - 1}"
        )
        sent = client.upload_part(**upload, PartNumber=2, Body=b"end")
        assert s3.uploads("models") == ["new.pt"]
        tags = [copied["CopyPartResult"]["ETag"], sent["ETag"]]
        parts = [{"PartNumber": number, "ETag": tag} for number, tag in enumerate(tags, 1)]
        client.complete_multipart_upload(**upload, MultipartUpload={"Parts": parts})
    assert s3.get("models", "new.pt") == DATA[:LEAST_PART] + b"end"
    assert s3.uploads("models") == []
    counted = s3.counted()
    assert (counted["UploadPart"], counted["UploadPartCopy"], counted["CompleteMultipartUpload"]) == (1, 1, 1)
    (copy,) = (request for request in s3.requests() if request.operation == "UploadPartCopy")
    (part,) = (request for request in s3.requests() if request.operation == "UploadPart")
    assert (copy.range, copy.sent, part.sent) == (f"bytes=0-{LEAST_PART - 1}", 0, 3)


def test_small_parts_are_refused_as_by_amazon(s3: S3) -> None:
    s3.put(*KEY.values(), b"")
    with s3.client() as client:
        upload: dict[str, Any] = KEY | {"UploadId": client.create_multipart_upload(**KEY)["UploadId"]}
        tags = [client.upload_part(**upload, PartNumber=number, Body=b"few")["ETag"] for number in (1, 2)]
        parts = [{"PartNumber": number, "ETag": tag} for number, tag in enumerate(tags, 1)]
        with pytest.raises(ClientError, match="EntityTooSmall"):
            client.complete_multipart_upload(**upload, MultipartUpload={"Parts": parts})
        client.abort_multipart_upload(**upload)
    assert s3.uploads("models") == []


def test_it_fails_on_command(s3: S3) -> None:
    s3.put(*KEY.values(), b"old")
    s3.fail("PutObject", 2)
    for _ in range(2):
        with pytest.raises(ClientError, match="SlowDown"):
            s3.put(*KEY.values(), b"new")
    assert s3.get(*KEY.values()) == b"old"
    s3.put(*KEY.values(), b"new")
    assert s3.get(*KEY.values()) == b"new"
    s3.fail("GetObject", 5, status=403, code="AccessDenied")
    with pytest.raises(ClientError, match="AccessDenied"):
        s3.get(*KEY.values())
    s3.reset()
    s3.put(*KEY.values(), b"again")
    assert s3.get(*KEY.values()) == b"again"


def test_a_signed_url_and_a_network(s3: S3) -> None:
    s3.put(*KEY.values(), DATA)
    assert curl(s3.signed_url(*KEY.values())).stdout == DATA
    with Latency(s3.port) as network:
        assert curl(s3.signed_url(*KEY.values()).replace(s3.url, network.url)).stdout == DATA


def test_the_environment_is_all_that_a_program_needs(s3: S3) -> None:
    s3.put(*KEY.values(), b"some")
    code = f"import boto3; print(boto3.client('s3').get_object(**{KEY!r})['Body'].read())"
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, **s3.environment}, capture_output=True, text=True, check=False
    )
    assert done.stdout == "b'some'\n", done.stderr


def test_each_test_begins_with_nothing(s3: S3) -> None:
    with s3.client() as client:
        assert client.list_buckets()["Buckets"] == []

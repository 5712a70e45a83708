"""An object of S3 in the making: parts that nobody sees until all of them are there and the upload is completed.

Ranges of objects that the same store has are copied by it (``UploadPartCopy``) and never pass through this computer.
Limits are those of "Amazon S3 multipart upload limits": 10,000 parts, each but the last of 5 MiB to 5 GiB.
"""

from __future__ import annotations

import base64
import hashlib
import re
from contextlib import suppress
from typing import Any

from core.errors import SourceChanged
from core.remote.address import RemotePath
from core.remote.asking import asked, tried
from core.remote.cutting import Cutter
from core.remote.file import RemoteFile
from core.remote.sending import Sending, not_written
from core.remote.status import Upload
from core.remote.stores.s3 import S3Store, errors_of
from core.remote.traffic import listening
from core.remote.trouble import Passing, Refused
from core.words import say

LEAST = 5 << 20
SENT = 16 << 20
"""Bytes of a part that is sent, unless the whole is so large that there would be too many."""
COPIED = 64 << 20
_MOST_PARTS = 8000
"""Fewer than there may be: how large the whole becomes is known about."""
_TIDY = 5.0
"""Seconds for taking back what was sent."""
_MD5 = re.compile(r'"?([0-9a-f]{32})"?', re.ASCII)
_PLAIN = frozenset({None, "AES256"})
"""Ways to encrypt at rest that leave the ETag of a part its MD5 (Amazon S3 API Reference, Object)."""
_UNCOPIED = frozenset({"NotImplemented", "MethodNotAllowed", "InvalidRequest", "InvalidArgument"})


def make(store: S3Store, path: RemotePath, beside: RemotePath, overwrite: bool) -> S3Upload:
    """As `core.remote.uploading.upload_to` says; nothing is beside it."""
    del beside
    return S3Upload(store, path, overwrite)


def clear(store: S3Store, path: RemotePath, facts: dict[str, str]) -> None:
    """As `core.remote.uploading.clear` says: parts of an upload that was never completed."""
    if facts["endpoint"] != store.writing.meta.endpoint_url:
        raise PermissionError(13, facts["endpoint"], str(path))
    if facts.get("upload"):
        with suppress(FileNotFoundError):
            store.call(path, "abort_multipart_upload", Key=path.key, UploadId=facts["upload"])


class S3Upload(Upload):
    """What was completed is in its place: it is read back from there."""

    def __init__(self, store: S3Store, path: RemotePath, overwrite: bool) -> None:
        self.path, self._overwrite = path, overwrite
        self._store, self._id, self._completed = store, "", ""
        self._tags: dict[int, str] = {}
        self._has_copied = False
        self._sending = Sending(path)
        self.expect(0)

    def begin(self) -> None:
        self._id = asked(self.path, lambda: self._call("create_multipart_upload"), failed=not_written)["UploadId"]

    def facts(self) -> dict[str, str]:
        return {"endpoint": str(self._store.writing.meta.endpoint_url), "upload": self._id}

    def expect(self, nbytes: int) -> None:
        """Parts are larger where there would be too many."""
        least = max(LEAST, -(-nbytes // _MOST_PARTS))
        self._parts = Cutter(self._send, self._copy, least=least, sent=SENT, copied=COPIED)

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self._parts.write(data)

    def take(self, file: object, offset: int, length: int) -> int:
        """Files are copied that lie in buckets too, as long as they are what they were."""
        if not isinstance(file, RemoteFile) or file.path.scheme != self.path.scheme or not file.status.version:
            return 0
        return self._parts.take(file, offset, length)

    def end(self) -> None:
        self._parts.end()
        if not self._tags:
            self._send(b"")
        self._sending.wait()

    def finish(self) -> None:
        """The store has summed up each part as we have, and puts them together."""
        there = self._now()
        if there and not self._overwrite:
            raise FileExistsError
        with listening():  # nobody can stop it from here on
            asked(self.path, self._complete, failed=not_written)
        self.replaces = bool(there)

    def abandon(self) -> bool:
        """What was completed goes as well, where there was nothing before."""
        self._sending.stop(_TIDY)
        if self.replaces or not self._id:
            return True
        return tried(self._remove if self._completed else lambda: clear(self._store, self.path, self.facts()), _TIDY)

    # -- parts ---------------------------------------------------------------------------------------------

    def _send(self, data: bytes) -> None:
        number = self._next()
        digest = hashlib.md5(data, usedforsecurity=False)

        def order() -> None:
            answer = self._call(
                "upload_part",
                UploadId=self._id,
                PartNumber=number,
                Body=data,
                ContentMD5=base64.b64encode(digest.digest()).decode(),
            )
            found = _MD5.fullmatch(answer["ETag"])
            is_plain = answer.get("ServerSideEncryption") in _PLAIN and "SSECustomerAlgorithm" not in answer
            if is_plain and found is not None and found[1] != digest.hexdigest():
                raise Passing(say("its server received different bytes than were sent"))
            self._tags[number] = answer["ETag"]

        self._sending.send(order)

    def _copy(self, file: RemoteFile, start: int, end: int) -> bool:
        """Have the store copy a range as the next part; False where it never does, which the first one shows."""
        number, is_first = self._next(), not self._has_copied

        def order() -> None:
            with errors_of(file.path):
                answer = self._store.writing.upload_part_copy(
                    Bucket=self.path.host,
                    Key=self.path.key,
                    UploadId=self._id,
                    PartNumber=number,
                    CopySource={"Bucket": file.path.host, "Key": file.path.key},
                    CopySourceRange=f"bytes={start}-{end - 1}",
                    CopySourceIfMatch=file.status.version,
                )
            self._tags[number] = answer["CopyPartResult"]["ETag"]

        if not is_first:
            self._sending.send(order)
            return True
        try:
            asked(self.path, order, failed=not_written)
        except (PermissionError, Refused) as error:
            if isinstance(error, Refused) and error.code not in _UNCOPIED:
                raise
            del self._tags[number]
            return False
        self._has_copied = True
        return True

    def _next(self) -> int:
        """The number of the next part."""
        number = len(self._tags) + 1
        self._tags[number] = ""
        return number

    # -- the end -------------------------------------------------------------------------------------------

    def _complete(self) -> None:
        parts = [{"PartNumber": number, "ETag": tag} for number, tag in sorted(self._tags.items())]
        named: dict[str, Any] = {"UploadId": self._id, "MultipartUpload": {"Parts": parts}}
        only_new = {} if self._overwrite else {"IfNoneMatch": "*"}
        try:
            try:
                answer = self._call("complete_multipart_upload", **named, **only_new)
            except Refused as error:
                if self._overwrite or error.code not in _UNCOPIED:
                    raise
                answer = self._call("complete_multipart_upload", **named)  # a store without conditions
            self._completed = answer["ETag"]
        except SourceChanged:
            raise FileExistsError from None
        except FileNotFoundError:
            # There is no such upload any more: the answer to an earlier attempt was lost.
            if self._now() != self._whole_tag():
                raise
            self._completed = self._whole_tag()

    def _whole_tag(self) -> str:
        """The ETag of the whole: the MD5 of those of the parts, and how many they are."""
        sums = [_MD5.fullmatch(tag) for _, tag in sorted(self._tags.items())]
        joined = b"".join(bytes.fromhex(found[1]) for found in sums if found is not None)
        return f'"{hashlib.md5(joined, usedforsecurity=False).hexdigest()}-{len(sums)}"'

    def _now(self) -> str:
        """The ETag of what is at the target; empty for nothing."""
        try:
            return str(asked(self.path, lambda: self._call("head_object"), failed=not_written)["ETag"])
        except FileNotFoundError:
            return ""

    def _remove(self) -> None:
        if self._call("head_object")["ETag"] == self._completed:
            self._call("delete_object")

    def _call(self, method: str, **named: Any) -> Any:
        return self._store.call(self.path, method, Key=self.path.key, **named)

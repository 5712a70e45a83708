"""Stores that fsspec knows: nothing is there before all of it is, whatever goes wrong."""

from __future__ import annotations

import gc
from typing import Any

import pytest
from fsspec.spec import AbstractBufferedFile

from core.errors import CheckpointError
from core.remote import asking
from core.remote.address import RemotePath
from core.remote.stores.by_fsspec import FsspecStore
from core.remote.uploading.by_fsspec import FsspecUpload

PATH = RemotePath.parse("gs://models/new.pth")


class Objects:
    """What fsspec expects of an object store, with files of its own kind: theirs write to Google's and Azure's too."""

    def __init__(self) -> None:
        self.there: dict[str, bytes] = {}
        self.failing = 0

    def open(self, name: str, mode: str, block_size: int) -> Any:
        return _File(self, name, mode, block_size=block_size, cache_type="none")

    def info(self, name: str) -> dict[str, Any]:
        if name not in self.there:
            raise FileNotFoundError(name)
        return {"name": name, "type": "file", "size": len(self.there[name]), "etag": str(hash(self.there[name]))}

    def invalidate_cache(self, name: str) -> None:
        """Nothing is kept."""

    def _parent(self, name: str) -> str:
        return name.rpartition("/")[0]

    def rm_file(self, name: str) -> None:
        del self.there[name]


class _File(AbstractBufferedFile):  # type: ignore[misc]
    def __init__(self, fs: Objects, path: str, mode: str, **named: Any) -> None:
        super().__init__(fs, path, mode, **named)
        self._parts: list[bytes] = []

    def _upload_chunk(self, final: bool = False) -> bool:
        if self.fs.failing:
            self.fs.failing -= 1
            raise OSError("the store is busy")
        self._parts.append(self.buffer.getvalue())
        if final and self.autocommit:
            self.fs.there[self.path] = b"".join(self._parts)
        return True


@pytest.fixture
def objects(monkeypatch: pytest.MonkeyPatch) -> Objects:
    """An object store with nothing in it."""
    monkeypatch.setattr(asking, "_FIRST_PAUSE", 0.01)
    return Objects()


def begun(objects: Objects, *, overwrite: bool = False) -> FsspecUpload:
    """An upload of 40 MB that is all written."""
    upload = FsspecUpload(FsspecStore(objects), PATH, overwrite)
    upload.begin()
    for number in range(40):
        upload.write(bytes([number]) * (1 << 20))
    upload.end()
    return upload


def test_it_is_there_once_it_is_finished(objects: Objects) -> None:
    upload = begun(objects)
    assert objects.there == {}
    upload.finish()
    upload.publish(None)
    assert objects.there == {"models/new.pth": b"".join(bytes([number]) * (1 << 20) for number in range(40))}


def test_what_is_given_up_is_never_there(objects: Objects) -> None:
    upload = begun(objects)
    assert upload.abandon()
    del upload
    gc.collect()
    assert objects.there == {}


def test_what_has_appeared_is_not_replaced(objects: Objects) -> None:
    upload = begun(objects)
    objects.there["models/new.pth"] = b"theirs"
    with pytest.raises(FileExistsError):
        upload.finish()
    assert upload.abandon()
    assert objects.there == {"models/new.pth": b"theirs"}


@pytest.mark.parametrize("before", [True, False])
def test_what_was_finished_goes_again_where_nothing_was(objects: Objects, before: bool) -> None:
    if before:
        objects.there["models/new.pth"] = b"theirs"
    upload = begun(objects, overwrite=True)
    upload.finish()
    assert upload.replaces == before
    assert upload.abandon()
    assert bool(objects.there) == before


def test_a_piece_that_did_not_arrive_is_not_taken_twice(objects: Objects) -> None:
    upload = FsspecUpload(FsspecStore(objects), PATH, False)
    upload.begin()
    objects.failing = 1
    upload.write(bytes(20 << 20))
    with pytest.raises(CheckpointError, match="the store is busy"):
        upload.end()
    assert upload.abandon()
    assert objects.there == {}


def test_an_end_that_did_not_arrive_is_no_success(objects: Objects) -> None:
    upload = begun(objects)
    objects.failing = 1
    with pytest.raises(CheckpointError, match="the store is busy"):
        upload.finish()
    assert upload.abandon()
    assert objects.there == {}

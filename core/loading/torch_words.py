"""The exact words of plain ``torch.load(f)`` of torch 2.13 for a file that does not open, found without torch."""

from __future__ import annotations

import io
import os
import struct
from pathlib import Path
from typing import Any, BinaryIO

from core.dtypes import ITEM_SIZES, STORAGE_CLASSES
from core.formats.file_io import open_file
from core.formats.legacy import MAGIC_NUMBER, PROTOCOL_VERSION
from core.formats.tar import is_tar
from core.loading.computer import Computer
from core.loading.torch_messages import OF_TAR, cannot_restore, load_failed, wrong_record, wrong_size
from core.loading.weights_only import Refused, Thing, Unknown, load
from core.loading.zip_words import Says, ZipFile

_REACHES = "Trying to resize storage that is not resizable"


def words_for(path: Path, computer: Computer | None = None) -> str | None:
    """What ``torch.load(path)`` raises on ``computer``, None for one that has every device.

    An exception without words, such as a bare ``EOFError``, is told by its name. Empty when torch loads the file;
    None when it cannot be told. Raises `OSError` when the file cannot be read.
    """
    try:
        with os.fdopen(open_file(path), "rb") as file:
            _load(file, os.fstat(file.fileno()).st_size, computer)
    except Unknown:
        return None
    except Refused as refused:
        return load_failed(str(refused))
    except OSError:
        raise
    except Exception as error:  # noqa: BLE001 - what Python says where torch does the same is what torch says
        return str(error) or type(error).__name__
    return ""


def _load(file: BinaryIO, size: int, computer: Computer | None) -> None:
    if file.read(4) == b"PK\x03\x04":
        _load_zip(ZipFile(file.fileno(), size), computer)
        return
    file.seek(0)
    if is_tar(file.read(512)):
        raise Says(OF_TAR)
    file.seek(0)
    _load_legacy(file, size, computer)


def _load_zip(archive: ZipFile, computer: Computer | None) -> None:
    storages: dict[Any, Thing] = {}

    def persistent(pid: Any) -> Thing:
        kind, key, device, numel = _parts(pid, 4)
        if key not in storages:
            nbytes = _bytes(kind, numel)
            record = archive.entry(f"data/{key}")
            if record.size != nbytes:
                raise Says(wrong_record(nbytes, record.size))
            archive.check(f"data/{key}")
            _place(device, computer)
            storages[key] = Thing("storage", made=True, detail=(nbytes, _item_size(kind)))
        return storages[key]

    load(io.BytesIO(archive.read("data.pkl")), persistent, _check_reach)
    archive.check_id()


def _load_legacy(file: BinaryIO, size: int, computer: Computer | None) -> None:
    storages: dict[Any, tuple[int, int]] = {}

    def persistent(pid: Any) -> Thing:
        kind, key, device, numel, _ = _parts(pid, 5)
        if key not in storages:
            nbytes = _bytes(kind, numel)
            _place(device, computer)
            storages[key] = nbytes, _item_size(kind)
        return Thing("storage", made=True)

    if load(file) != MAGIC_NUMBER:
        raise Says("Invalid magic number; corrupt file?")
    version = load(file)
    if version != PROTOCOL_VERSION:
        raise Says(f"Invalid protocol version: {version}")
    load(file)
    load(file, persistent)
    keys = load(file)
    _read_storages(file, size, keys, storages)


def _read_storages(file: BinaryIO, size: int, keys: Any, storages: dict[Any, tuple[int, int]]) -> None:
    """The storages lie one after the other, each behind its number of elements."""
    for key in keys:
        if key not in storages:
            raise Says(f"storage key {key!r} not found in deserialized_objects")
        nbytes, item = storages[key]
        count = file.read(8)
        _expect(8, len(count))
        there = struct.unpack("<q", count)[0] * item
        if there < 0:
            raise Unknown
        if there != nbytes:
            raise Says(wrong_size(nbytes, there))
        _expect(nbytes, max(size - file.tell(), 0))
        file.seek(nbytes, os.SEEK_CUR)


def _expect(wanted: int, there: int) -> None:
    if there < wanted:
        raise Says(f"unexpected EOF, expected {wanted - there} more bytes. The file might be corrupted.")


def _parts(pid: Any, count: int) -> tuple[Any, ...]:
    """The parts of a storage's persistent id."""
    if not isinstance(pid, tuple):
        raise Says(f"saved_id must be a tuple, got {type(pid).__name__}")
    parts = pid[1:]
    if len(parts) < count:
        raise Says(f"not enough values to unpack (expected {count}, got {len(parts)})")
    if len(parts) > count:
        raise Says(f"too many values to unpack (expected {count})")
    kind, key, device = parts[:3]
    if not (isinstance(kind, Thing) and isinstance(key, (str, int)) and isinstance(device, str)):
        raise Unknown
    return parts


def _bytes(kind: Thing, numel: Any) -> int:
    if type(numel) is not int or numel < 0:
        raise Unknown
    return numel * _item_size(kind)


def _item_size(kind: Thing) -> int:
    dtype = STORAGE_CLASSES.get(kind.name.rpartition(".")[2])
    if dtype is None:
        raise Unknown
    return ITEM_SIZES[dtype]


def _place(device: str, computer: Computer | None) -> None:
    if computer is not None and not computer.has(device):
        raise Says(cannot_restore(device, computer.gpus))


def _check_reach(function: str, arguments: Any) -> None:
    """A tensor of a zip that reaches outside its storage; those of a legacy file grow without a word."""
    if not function.startswith("torch._utils._rebuild_tensor") or type(arguments) is not tuple or len(arguments) < 4:
        return
    storage, offset, shape, stride = arguments[:4]
    sizes = (offset, *shape, *stride) if type(shape) is type(stride) is tuple else (None,)
    if not isinstance(storage, Thing) or not all(type(each) is int and each >= 0 for each in sizes):
        raise Unknown
    if storage.detail is not None and 0 not in shape and not function.endswith("_v3"):
        nbytes, item = storage.detail
        reach = offset + sum((size - 1) * step for size, step in zip(shape, stride, strict=False)) + 1
        if reach * item > nbytes:
            raise Says(_REACHES)

"""Zip, legacy, TorchScript and safetensors containers, and zips that lie."""

from __future__ import annotations

import io
import json
import os
import pickle
import struct
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import pytest
import torch
from torch import nn

from cli.main import run
from core.catalogue.checkpoint import open_checkpoint
from core.dtypes import NO_DEVICE
from core.edits.edits import RemapDevice, UseContainer
from core.errors import CheckpointError, Malformed, ReadOnlyFormat, TooLarge, Truncated
from tests.files.checkpoints import save
from tests.support.engine import catalogue_of, fix
from tests.support.judging import findings_of, only, torch_says
from tests.support.oracle import assert_same


def state(path: Path, container: str = "zip", **options: Any) -> Path:
    return save({"a": torch.arange(6.0), "b": torch.ones(2, 2)}, path, container, **options)


def rewritten(source: Path, target: Path, **changes: Any) -> Path:
    """The records of a file in a new zip; ``changes`` by name below the prefix: bytes, None to leave out."""
    with ZipFile(source) as old, ZipFile(target, "w", changes.pop("compression", 0)) as new:
        for name in old.namelist():
            data = changes.get(name.partition("/")[2], old.read(name))
            if data is not None:
                new.writestr(ZipInfo(name) if new.compression == 0 else name, data)
    return target


@pytest.mark.parametrize("protocol", [2, 3, 4, 5])
@pytest.mark.parametrize("container", ["zip", "legacy"])
def test_what_a_file_is(tmp_path: Path, container: str, protocol: int) -> None:
    path = state(tmp_path / "a.pth", container, pickle_protocol=protocol)
    checkpoint = open_checkpoint(path)
    assert (checkpoint.container, checkpoint.protocol, checkpoint.read_only) == (container, protocol, None)
    assert checkpoint.path == path
    assert checkpoint.bytes == path.stat().st_size
    assert checkpoint.seconds > 0


def test_tensor_bytes_are_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = save({"a": torch.zeros(4_000_000), "b": torch.zeros(4_000_000)}, tmp_path / "a.pth")
    read: list[int] = []
    real = os.pread
    monkeypatch.setattr(os, "pread", lambda fd, length, at: (read.append(length), real(fd, length, at))[1])
    catalogue_of(path)
    assert 0 < sum(read) < 300_000


def test_files_of_the_first_zip_format(tmp_path: Path) -> None:
    """torch 1.6 wrote neither byteorder nor alignment, and its records were called after no file."""
    source = state(tmp_path / "a.pth")
    absent = dict.fromkeys((".format_version", ".storage_alignment", "byteorder", ".data/serialization_id"))
    old = rewritten(source, tmp_path / "old.pth", **absent)
    fix(old, tmp_path / "new.pth", RemapDevice("*", "cpu"))
    assert torch.equal(torch.load(tmp_path / "new.pth", mmap=True)["a"], torch.arange(6.0))
    assert not [each for each in findings_of(tmp_path / "new.pth") if each.code == "packed-storages"]


def test_a_zip_without_its_version(tmp_path: Path) -> None:
    """torch reads nothing of it; any save writes the record again."""
    source = state(tmp_path / "a.pth")
    bare = rewritten(source, tmp_path / "bare.pth", version=None)
    finding = only("no-version", findings_of(bare))
    assert finding.message == torch_says(bare)
    for name, *options in (("new.pth",), ("old.pth", "--container", "legacy")):
        new = tmp_path / name
        assert run(["fix", str(bare), "-o", str(new), "--cure", "no-version", *options]) == 0
        assert not [each for each in findings_of(new) if each.code == "no-version"]
        assert_same(torch.load(new), torch.load(source))


def test_compressed_records(tmp_path: Path) -> None:
    packed = rewritten(state(tmp_path / "a.pth"), tmp_path / "packed.pth", compression=ZIP_DEFLATED)
    assert len(catalogue_of(packed).tensors) == 2
    assert only("packed-storages", findings_of(packed)).severity == "warning"
    fix(packed, tmp_path / "new.pth")
    assert torch.equal(torch.load(tmp_path / "new.pth")["a"], torch.arange(6.0))


def test_the_same_name_twice(tmp_path: Path) -> None:
    path = state(tmp_path / "a.pth")
    with pytest.warns(UserWarning, match="Duplicate"), ZipFile(path, "a") as archive:
        archive.writestr("a/data.pkl", pickle.dumps({}))
    with pytest.raises(Malformed, match="two records"):
        open_checkpoint(path)


def test_a_directory_that_contradicts_the_records(tmp_path: Path) -> None:
    path = state(tmp_path / "a.pth")
    data = bytearray(path.read_bytes())
    at = data.index(b"a/data/0")  # the local header's name; the directory keeps the old one
    data[at : at + 8] = b"a/data/9"
    path.write_bytes(data)
    with pytest.raises(Malformed):
        fix(path, tmp_path / "new.pth")


def test_a_zip_bomb(tmp_path: Path) -> None:
    path = state(tmp_path / "a.pth")
    bomb = rewritten(path, tmp_path / "b.pth", compression=ZIP_DEFLATED, **{"data.pkl": bytes(50_000_000)})
    with pytest.raises(CheckpointError):
        open_checkpoint(bomb)
    data = bytearray(bomb.read_bytes())
    at = data.rfind(b"PK\x01\x02", 0, data.rfind(b"a/data.pkl"))
    struct.pack_into("<L", data, at + 24, 0xFFFFFFF0)  # claims four gigabytes
    bomb.write_bytes(data)
    with pytest.raises((Malformed, TooLarge)):
        open_checkpoint(bomb)


def test_encrypted_records(tmp_path: Path) -> None:
    path = state(tmp_path / "a.pth")
    data = bytearray(path.read_bytes())
    struct.pack_into("<H", data, data.rfind(b"PK\x01\x02") + 8, 0x0809)
    path.write_bytes(data)
    with pytest.raises(Malformed, match="encrypted"):
        open_checkpoint(path)


def test_a_zip_with_something_before_it(tmp_path: Path) -> None:
    path = state(tmp_path / "a.pth")
    path.write_bytes(b"#!/bin/sh\n" + path.read_bytes())
    with pytest.raises(CheckpointError):
        open_checkpoint(path)


def test_legacy_files_say_which_version(tmp_path: Path) -> None:
    path = tmp_path / "a.pth"
    path.write_bytes(pickle.dumps(0x1950A86A20F9469CFC6C, 2) + pickle.dumps(1002, 2) + pickle.dumps({}, 2))
    with pytest.raises(Malformed, match="1002"):
        open_checkpoint(path)


class Skipper(pickle.Unpickler):
    """Reads past a pickle and makes nothing of it."""

    def persistent_load(self, pid: Any) -> None:
        return None

    def find_class(self, module: str, name: str) -> Any:
        return dict if name == "OrderedDict" else lambda *_: None


@pytest.mark.parametrize(
    "keys", [["0", "0"], ["0", "9"], [7], "0", []], ids=["twice", "unknown", "number", "text", "none"]
)
def test_legacy_files_with_wrong_lists_of_storages(tmp_path: Path, keys: Any) -> None:
    source = state(tmp_path / "a.pth", "legacy").read_bytes()
    stream = io.BytesIO(source)
    for _ in range(3):
        pickle.load(stream)
    Skipper(stream).load()
    end = stream.tell()
    pickle.load(stream)
    rest = source[stream.tell() :]
    path = tmp_path / "b.pth"
    path.write_bytes(source[:end] + pickle.dumps(keys, 2) + rest)
    with pytest.raises((Malformed, Truncated)):
        catalogue_of(path)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_torchscript_is_shown_and_not_changed(tmp_path: Path) -> None:
    path = tmp_path / "a.pt"
    module = torch.jit.trace(nn.Linear(2, 3), torch.ones(1, 2))
    module.save(path)
    catalogue = catalogue_of(path)
    assert catalogue.checkpoint.container == "zip TorchScript"
    assert {row.shape for row in catalogue.tensors} == {(3, 2), (3,)}
    with pytest.raises(ReadOnlyFormat, match="jit"):
        fix(path, tmp_path / "new.pt")


def safetensors(path: Path, header: Any, data: bytes) -> Path:
    raw = header if isinstance(header, bytes) else json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(raw)) + raw + data)
    return path


def test_safetensors(tmp_path: Path) -> None:
    header = {
        "__metadata__": {"format": "pt"},
        "w": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]},
        "h": {"dtype": "BF16", "shape": [4], "data_offsets": [24, 32]},
        "q": {"dtype": "F8_E4M3", "shape": [2], "data_offsets": [32, 34]},
        "e": {"dtype": "I64", "shape": [0, 3], "data_offsets": [34, 34]},
    }
    catalogue = catalogue_of(safetensors(tmp_path / "a.safetensors", header, bytes(34)))
    found = {catalogue.path_text(row.entry): (row.dtype, row.shape, row.nbytes) for row in catalogue.tensors}
    assert found == {
        "w": ("float32", (2, 3), 24),
        "h": ("bfloat16", (4,), 8),
        "q": ("float8_e4m3fn", (2,), 2),
        "e": ("int64", (0, 3), 0),
    }
    assert {storage.device for storage in catalogue.storages} == {NO_DEVICE}
    assert catalogue.checkpoint.read_only is None


@pytest.mark.parametrize(
    "header",
    [
        b'{"w": ',
        b"{" * 5000,
        {"w": {"dtype": "F32", "shape": [2], "data_offsets": [0, 80]}},
        {"w": {"dtype": "F32", "shape": [2], "data_offsets": [8, 0]}},
        {"w": {"dtype": "F32", "shape": [-2], "data_offsets": [0, 8]}},
        {"w": {"dtype": "F32", "shape": [200], "data_offsets": [0, 8]}},
        {"w": {"dtype": 5, "shape": [2], "data_offsets": [0, 8]}},
        {"w": {"dtype": "F32", "shape": ["2"], "data_offsets": [0, 8]}},
        {"w": {"dtype": "F32", "shape": [2], "data_offsets": [0.5, 8]}},
        {"w": {"dtype": "F32", "shape": 2, "data_offsets": [0, 8]}},
        {"w": {}},
        {"w": 5},
        {"__metadata__": 5},
    ],
    ids=range(13),
)
def test_damaged_safetensors(tmp_path: Path, header: Any) -> None:
    with pytest.raises(CheckpointError):
        catalogue_of(safetensors(tmp_path / "a.safetensors", header, bytes(8)))


OF_EVERY_KIND = {
    "state dict": {"w": torch.zeros(3), "b": torch.ones(2)},
    "of all": {"model": {"w": torch.zeros(2)}, "lr": 0.1, "set": {1, 2}, "of": (None, True, 2**70, b"ab")},
    "a number": 5,
    "a text": "text",
}


@pytest.mark.parametrize("value", OF_EVERY_KIND)
@pytest.mark.parametrize("protocol", [1, 3, 4, 5])
@pytest.mark.parametrize("container", ["zip", "legacy"])
def test_the_other_container_loads_plainly(tmp_path: Path, value: str, protocol: int, container: str) -> None:
    """Whatever protocol a file is in: the pickle and what is before it are written anew in the one that is read."""
    source, other = tmp_path / "source.pth", {"zip": "legacy", "legacy": "zip"}[container]
    torch.save(
        OF_EVERY_KIND[value], source, pickle_protocol=protocol, _use_new_zipfile_serialization=container == "zip"
    )
    fix(source, tmp_path / "asked.pth", container=other)
    fix(source, tmp_path / "planned.pth", UseContainer(other))
    for name in ("asked.pth", "planned.pth"):
        assert_same(torch.load(tmp_path / name), torch.load(source, weights_only=False))

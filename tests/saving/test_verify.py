"""What was written is read back before it replaces anything: whatever is not as planned is noticed."""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path

import pytest
import torch

from core.catalogue.checkpoint import open_checkpoint
from core.edits.edits import StripPrefix
from core.errors import VerifyFailed
from core.formats.copy import Source
from core.formats.zip_reader import ZipArchive
from core.pickling.nodes import PersistentId
from core.saving.layout import Assembly
from core.saving.verify import _numbered
from tests.files.checkpoints import save
from tests.support.engine import fix, planned

PLAN = StripPrefix("module.")


@pytest.fixture
def source(tmp_path: Path) -> Path:
    model = OrderedDict((f"module.{name}.weight", torch.randn(3, 5)) for name in ("one", "two", "six"))
    return save({"epoch": 7, "state_dict": model, "steps": [torch.arange(4), torch.tensor(2.5)]}, tmp_path / "a.pth")


def number(key: int) -> bytes:
    """How the pickle spells the key of a storage."""
    return b"X\x01\0\0\0" + str(key).encode()


BREAKS: dict[str, Callable[[bytes], bytes]] = {
    "a name": lambda raw: raw.replace(b"two.weight", b"too.weight"),
    "a name that stayed": lambda raw: raw.replace(b"X\x0a\0\0\0two", b"X\x11\0\0\0module.two"),
    "a shape": lambda raw: raw.replace(b"K\x03K\x05\x86", b"K\x05K\x03\x86", 1),
    "a stride": lambda raw: raw.replace(b"K\x05K\x01\x86", b"K\x01K\x03\x86", 1),
    "a device": lambda raw: raw.replace(b"X\x03\0\0\0cpu", b"X\x03\0\0\0mps"),
    "a dtype": lambda raw: raw.replace(b"FloatStorage", b"IntStorage\n"[:-1].ljust(12, b"s"), 1),
    "a storage of another": lambda raw: raw.replace(number(1), number(0)),
    "two storages": lambda raw: raw.replace(number(1), b"?").replace(number(2), number(1)).replace(b"?", number(2)),
    "a storage too many": lambda raw: raw.replace(number(4), number(5)),
    "no tensor": lambda raw: raw.replace(b"_rebuild_tensor_v2", b"_rebuild_tensor_v9"),
    "the end": lambda raw: raw[:-9],
    "an opcode": lambda raw: raw.replace(b"\x86", b"\x83", 1),
}


@pytest.mark.parametrize("wrong", BREAKS)
def test_a_pickle_that_is_not_as_planned(source: Path, monkeypatch: pytest.MonkeyPatch, wrong: str) -> None:
    whole = Assembly._pickle

    def broken(self: Assembly) -> list[bytes]:
        raw = b"".join(whole(self))
        assert BREAKS[wrong](raw) != raw
        return [BREAKS[wrong](raw)]

    monkeypatch.setattr(Assembly, "_pickle", broken)
    with pytest.raises(VerifyFailed):
        fix(source, source.with_name("b.pth"), PLAN)
    assert list(source.parent.iterdir()) == [source]


def test_a_record_with_fewer_bytes_than_its_storage(source: Path) -> None:
    target = source.with_name("b.pth")
    fix(source, target, PLAN)
    archive = open_checkpoint(target).archive
    assert isinstance(archive, ZipArchive)
    with source.open("rb") as file:
        assembly = Assembly(planned(source, PLAN), "zip", Source(file.fileno(), os.fstat(file.fileno()).st_size))
    assert assembly.is_whole(archive)
    for key in assembly.keys.values():
        place = archive.records.places[f"{archive.prefix}data/{key}"]
        archive.records.sizes[place] -= 1
        assert not assembly.is_whole(archive)
        archive.records.sizes[place] += 1


@pytest.mark.parametrize(
    ("keys", "count"),
    [
        (range(2500), 2500),
        ([0, 0, 1, 0, 2], 3),
        ([*range(2500), 7], 2500),
        ([0, 2, 1], None),
        ([1], None),
        ([*range(1500), 1501], None),
        (["0", "x"], None),
        (["0", "00"], 1),
        ([], 0),
    ],
)
def test_storages_are_numbered_in_their_order(keys: list[int | str], count: int | None) -> None:
    mentioned = [PersistentId(("storage", None, str(key), "cpu", 1)) for key in keys]
    assert _numbered([PersistentId("else"), *mentioned, PersistentId(("module", None))]) == count

"""What was written is read back before it replaces anything: whatever is not as planned is noticed."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path

import pytest
import torch

from core.catalogue.build import build_catalogue
from core.catalogue.checkpoint import open_checkpoint
from core.edits.edits import StripPrefix
from core.errors import Malformed, VerifyFailed
from core.formats.zip_archive import ZipArchive
from core.pickling.nodes import Global, PersistentId
from core.saving import verify
from core.saving.layout import NewFile
from core.saving.new_ids import NewIds
from tests.files.checkpoints import save
from tests.support.engine import catalogue_of, fix, planned

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
    whole = NewFile._pickle

    def broken(self: NewFile, ids: NewIds) -> list[bytes]:
        raw = b"".join(whole(self, ids))
        assert BREAKS[wrong](raw) != raw
        return [BREAKS[wrong](raw)]

    monkeypatch.setattr(NewFile, "_pickle", broken)
    with pytest.raises(VerifyFailed):
        fix(source, source.with_name("b.pth"), PLAN)
    assert list(source.parent.iterdir()) == [source]


def test_a_record_with_fewer_bytes_than_its_storage(source: Path) -> None:
    """Looking at the directory tells, wherever the record is."""
    target = source.with_name("b.pth")
    fix(source, target, PLAN)
    written = open_checkpoint(target)
    assert isinstance(written.archive, ZipArchive)
    records = written.archive.records
    build_catalogue(written)
    for key in range(5):
        place = records.places[f"{written.archive.prefix}data/{key}"]
        records.sizes[place] -= 1
        with pytest.raises(Malformed, match="outside its record"):
            build_catalogue(written)
        records.sizes[place] += 1


def test_storages_are_numbered_in_their_order(source: Path) -> None:
    """torch computes from it where their bytes lie, also of those that no tensor uses."""
    target = source.with_name("b.pth")
    fix(source, target, PLAN)
    promise, written = planned(source, PLAN), catalogue_of(target)
    mentioned = written.checkpoint.mentions.persistent
    keys = [str(key) for key in range(5)]

    def is_as_promised(new_keys: list[str]) -> bool:
        return verify.fingerprint_of(promise, dict(zip(keys, new_keys, strict=False))).is_of(written)

    assert is_as_promised(keys)
    assert not is_as_promised(keys[:4])
    mentioned += [PersistentId(("module", None)), PersistentId("else"), mentioned[2]]
    assert is_as_promised(keys)
    for unused in ("5", "7"):
        mentioned.append(PersistentId(("storage", Global("torch", "FloatStorage"), unused, "cpu", 1)))
        assert not is_as_promised(keys)
        del mentioned[-1]
    mentioned[:2] = mentioned[1::-1]
    assert not is_as_promised(keys)

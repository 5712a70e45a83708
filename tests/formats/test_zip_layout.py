"""Zip files are laid out as torch's own writer lays them out, down to the offset of every record."""

from __future__ import annotations

import struct
from pathlib import Path
from zipfile import ZipFile

import pytest
import torch
from torch.nn.modules.utils import consume_prefix_in_state_dict_if_present
from torch.utils.serialization import config

from core.edits.edits import Drop, RemapDevice, RenameKey, StripPrefix
from tests.files.checkpoints import odd_tensors, save, training_checkpoint
from tests.support.engine import catalogue_of, fix
from tests.support.oracle import PretendGpus, assert_same_files, load


def records(path: Path) -> list[tuple[str, int, int, int]]:
    """(name below the prefix, offset of the header, size, CRC) in the order of the directory."""
    return [
        (info.filename.partition("/")[2], info.header_offset, info.file_size, info.CRC)
        for info in ZipFile(path).infolist()
    ]


def data_starts(path: Path) -> dict[str, int]:
    """Where the bytes of each record begin."""
    data = path.read_bytes()
    found = {}
    for info in ZipFile(path).infolist():
        name, extra = struct.unpack_from("<2H", data, info.header_offset + 26)
        found[info.filename.partition("/")[2]] = info.header_offset + 30 + name + extra
    return found


@pytest.mark.parametrize("maker", [training_checkpoint, odd_tensors])
def test_an_unchanged_file_is_the_same_file(tmp_path: Path, maker: object) -> None:
    with PretendGpus() as gpus:
        source = save(maker(gpus), tmp_path / "a.pth")  # type: ignore[operator]
    fix(source, tmp_path / "b.pth")
    assert (tmp_path / "b.pth").read_bytes() == source.read_bytes()


@pytest.mark.parametrize("edit", ["map", "strip"])
def test_records_lie_where_torch_puts_them(tmp_path: Path, edit: str) -> None:
    (tmp_path / "ours").mkdir()
    (tmp_path / "theirs").mkdir()
    with PretendGpus() as gpus:
        source = save(training_checkpoint(gpus), tmp_path / "same.pth")
        loaded = load(source, map_location={"cuda:7": "cuda:11"} if edit == "map" else None)
        if edit == "strip":
            consume_prefix_in_state_dict_if_present(loaded["state_dict"], "module.")
        theirs = save(loaded, tmp_path / "theirs" / "same.pth")
    ours = tmp_path / "ours" / "same.pth"
    fix(source, ours, RemapDevice("cuda:7", "cuda:11") if edit == "map" else StripPrefix("module."))
    skip = {".data/serialization_id", "data.pkl"}  # a hash of torch's own, and a pickle numbered another way
    assert [each for each in records(ours) if each[0] not in skip] == [
        each for each in records(theirs) if each[0] not in skip
    ]
    assert data_starts(ours) == data_starts(theirs)


def test_a_large_file_keeps_its_place_within_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Padding before the first storage lets the kernel copy whole pages; torch still finds every byte."""
    monkeypatch.setattr("core.saving.layout._LARGE", 0)
    name = "e" * 3000
    with PretendGpus() as gpus:
        source = save(training_checkpoint(gpus), tmp_path / "a.pth")
        loaded = load(source)
        theirs = save(
            {name if key == "epoch" else key: value for key, value in loaded.items()}, tmp_path / "theirs.pth"
        )
    ours = tmp_path / "b.pth"
    fix(source, ours, RenameKey(catalogue_of(source).find("epoch"), name))
    assert_same_files(ours, theirs)
    before, after = data_starts(source), data_starts(ours)
    storages = [name for name in before if name.startswith("data/")]
    assert {after[name] - before[name] for name in storages} == {after["data/0"] - before["data/0"]}
    assert (after["data/0"] - before["data/0"]) % 4096 == 0
    assert after["data/0"] != data_starts(theirs)["data/0"]  # else nothing was shown


@pytest.mark.parametrize("alignment", [64, 256, 4096])
def test_alignment_of_the_source_is_kept(tmp_path: Path, alignment: int) -> None:
    with config.patch({"save.storage_alignment": alignment}), PretendGpus() as gpus:
        source = save(training_checkpoint(gpus), tmp_path / "a.pth")
    fix(source, tmp_path / "b.pth", RemapDevice("cuda:*", "cpu"))
    starts = data_starts(tmp_path / "b.pth")
    assert all(start % alignment == 0 for name, start in starts.items() if name.startswith("data/"))
    with config.patch({"load.calculate_storage_offsets": True}):
        computed = torch.load(tmp_path / "b.pth", mmap=True)
    for key, tensor in torch.load(tmp_path / "b.pth")["state_dict"].items():
        assert torch.equal(computed["state_dict"][key], tensor), key


def test_untouched_records_are_byte_identical(tmp_path: Path) -> None:
    with PretendGpus() as gpus:
        source = save(training_checkpoint(gpus), tmp_path / "a.pth")
    fix(source, tmp_path / "b.pth", RemapDevice("cuda:*", "cpu"), StripPrefix("module."))
    before, after = ZipFile(source), ZipFile(tmp_path / "b.pth")
    assert before.namelist() == after.namelist()
    assert after.testzip() is None
    changed = [name for name in before.namelist() if before.read(name) != after.read(name)]
    assert changed == ["a/data.pkl"]


def test_dropped_storages_are_gone_and_the_rest_is_numbered_anew(tmp_path: Path) -> None:
    """torch computes offsets by counting storages in the order of the pickle."""
    with PretendGpus() as gpus:
        source = save(training_checkpoint(gpus), tmp_path / "a.pth")
    fix(source, tmp_path / "b.pth", Drop(catalogue_of(source).find("state_dict/module.norm.weight")))
    names = [name for name, *_ in records(tmp_path / "b.pth") if name.startswith("data/")]
    assert names == [f"data/{index}" for index in range(len(catalogue_of(source).storages) - 1)]


def test_zips_of_other_writers(tmp_path: Path) -> None:
    """Compressed or unaligned records, as Python's zipfile writes them, become a file as torch writes it."""
    with PretendGpus() as gpus:
        source = save(training_checkpoint(gpus), tmp_path / "a.pth")
    for compression in (0, 8):
        again = tmp_path / f"{compression}.pth"
        with ZipFile(source) as old, ZipFile(again, "w", compression) as new:
            for name in old.namelist():
                new.writestr(name, old.read(name))
        fixed = tmp_path / f"fixed{compression}.pth"
        fix(again, fixed, RemapDevice("cuda:*", "cpu"))
        assert all(start % 64 == 0 for name, start in data_starts(fixed).items() if name.startswith("data/"))
        wanted = torch.load(source, map_location="cpu")
        with config.patch({"load.calculate_storage_offsets": True}):
            found = torch.load(fixed, mmap=True)
        for key, tensor in wanted["state_dict"].items():
            assert torch.equal(found["state_dict"][key], tensor), key


def test_checksums_are_kept_even_where_torch_left_them_out(tmp_path: Path) -> None:
    """Such files carry a number that is no CRC of the bytes; torch does not check it, and neither may we."""
    torch.serialization.set_crc32_options(False)
    try:
        source = save({"a": torch.arange(9.0)}, tmp_path / "a.pth")
    finally:
        torch.serialization.set_crc32_options(True)
    fix(source, tmp_path / "b.pth")
    assert torch.equal(torch.load(tmp_path / "b.pth")["a"], torch.arange(9.0))
    before, after = ({name: crc for name, _, _, crc in records(path)} for path in (source, tmp_path / "b.pth"))
    assert after["data/0"] == before["data/0"]

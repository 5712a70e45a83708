"""Bit rot: a damaged record is found and named with the tensors it hurts, and no sound file is blamed."""

from __future__ import annotations

import json
import struct
import subprocess
import sys
import zipfile
import zlib
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
import torch

from cli.main import run as main
from core.catalogue.integrity import IntegrityReport, verify
from core.containers.foreign.numpy_file import ArraysArchive
from core.edits.edits import Compact, RemapDevice
from core.errors import Cancelled, CannotOpen, DamagedSource, Malformed
from core.numbers.reader import Numbers
from core.numbers.spans import Span
from core.saving.save import check
from tests.containers.facts import FOLDERS
from tests.files.bad_files import good
from tests.files.bombs import zip_of
from tests.files.checkpoints import save
from tests.places import ROOT
from tests.saving.test_save import in_child, large_source
from tests.support.engine import catalogue_of, fix, planned
from tests.support.oracle import assert_same


def checked(path: Path) -> IntegrityReport:
    return verify(catalogue_of(path))


def hurt(path: Path) -> dict[str, list[str]]:
    """The damaged records, each with the paths it hurts."""
    catalogue = catalogue_of(path)
    return {
        damage.record: [catalogue.path_text(entry) for entry in damage.entries] for damage in verify(catalogue).damages
    }


def spoil(path: Path, record: str, at: int = 0) -> None:
    """Flip one bit of a record's bytes."""
    with zipfile.ZipFile(path) as archive:
        info = next(info for info in archive.infolist() if info.filename.endswith(record))
    data = bytearray(path.read_bytes())
    name_length, extra_length = struct.unpack_from("<2H", data, info.header_offset + 26)
    data[info.header_offset + 30 + name_length + extra_length + at] ^= 1
    path.write_bytes(data)


@pytest.fixture
def tied(tmp_path: Path) -> Path:
    shared = torch.randn(100)
    values = {"model": {"a": shared, "b": shared.view(10, 10), "c": torch.randn(7)}, "best": torch.zeros(())}
    return save(values, tmp_path / "a.pth")


@pytest.mark.parametrize("container", ["zip", "legacy"])
def test_a_sound_file(tmp_path: Path, container: str) -> None:
    path = good(tmp_path / "good.pth", container)
    report = checked(path)
    assert report.is_sound
    if container == "zip":
        with zipfile.ZipFile(path) as archive:
            records = archive.infolist()
        assert report.records == len(records)
        assert report.checked == len([info for info in records if info.CRC])
        assert report.bytes == sum(info.file_size for info in records)
    else:
        assert (report.records, report.checked) == (len(catalogue_of(path).storages), 0)


@pytest.mark.parametrize("container", ["zip", "legacy"])
def test_what_we_save_is_sound(tmp_path: Path, container: str) -> None:
    for kind in ("zip", "legacy"):
        fix(good(tmp_path / "good.pth", kind), tmp_path / "new.pth", container=container, overwrite=True)
        assert checked(tmp_path / "new.pth").is_sound


@pytest.mark.parametrize("at", [0, 200, 399])
def test_a_flipped_bit_names_every_key_it_hurts(tied: Path, at: int) -> None:
    spoil(tied, "data/0", at)
    assert hurt(tied) == {"a/data/0": ["model/a", "model/b"]}


def test_several_records(tied: Path) -> None:
    spoil(tied, "data/1")
    spoil(tied, "data/2")
    spoil(tied, "/version")
    assert hurt(tied) == {"a/data/1": ["model/c"], "a/data/2": ["best"], "a/version": []}


def test_a_pickle_that_still_opens_hurts_everything(tied: Path) -> None:
    with zipfile.ZipFile(tied) as archive:
        at = archive.read("a/data.pkl").index(b"best")
    spoil(tied, "data.pkl", at)
    assert hurt(tied) == {"a/data.pkl": [""]}


def test_deflated_records(tied: Path, tmp_path: Path) -> None:
    packed = tmp_path / "packed.pth"
    with zipfile.ZipFile(tied) as archive, zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as target:
        for name in archive.namelist():
            target.writestr(name, archive.read(name) if "data/0" not in name else bytes(400))
    assert checked(packed).is_sound
    spoil(packed, "data/0")
    assert list(hurt(packed)) == ["a/data/0"]


def test_checksums_that_were_never_computed(tmp_path: Path) -> None:
    path = tmp_path / "a.pth"
    before = torch.serialization.get_crc32_options()
    torch.serialization.set_crc32_options(False)
    try:
        torch.save({"x": torch.randn(50)}, path)
    finally:
        torch.serialization.set_crc32_options(before)
    report = checked(path)
    assert report.is_sound
    assert report.unchecked > 0
    spoil(path, "data/0")
    assert checked(path).is_sound  # nothing vouches for these bytes


def test_headers_that_disagree(tied: Path) -> None:
    with zipfile.ZipFile(tied) as archive:
        records = [(name, archive.read(name), {}) for name in archive.namelist()]
    tied.write_bytes(zip_of(records))
    assert checked(tied).is_sound
    data = bytearray(tied.read_bytes())
    at = data.index(b"a/data/1") - 30
    data[at + 14] ^= 0xFF  # the checksum in the local header alone
    tied.write_bytes(data)
    assert hurt(tied) == {"a/data/1": ["model/c"]}


def test_overlapping_records(tied: Path) -> None:
    with zipfile.ZipFile(tied) as archive:
        records = [(name, archive.read(name), {}) for name in archive.namelist()]
    inside = zip_of([("a/inside", b"x" * 20, {})])[:58]
    data = zip_of([*records, ("a/outer", inside, {}), ("a/inside", b"x" * 20, {})])
    tied.write_bytes(data)
    assert checked(tied).is_sound
    outer = data.index(inside)
    records += [("a/outer", inside, {}), ("a/inside", b"x" * 20, {"header": outer})]
    tied.write_bytes(zip_of(records))
    damages = checked(tied).damages
    assert [damage.record for damage in damages] == ["a/inside"]
    assert "overlap" in damages[0].problem


def test_a_legacy_file_whose_counts_are_wrong(tmp_path: Path) -> None:
    path = save({"a": torch.zeros(5), "b": torch.zeros(3)}, tmp_path / "a.pth", "legacy")
    data = bytearray(path.read_bytes())
    at = data.rindex((5).to_bytes(8, "little"))
    data[at : at + 8] = (4).to_bytes(8, "little")
    path.write_bytes(data)
    assert not checked(path).is_sound


def test_safetensors(tmp_path: Path) -> None:
    header = {"x": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}}
    path = tmp_path / "a.safetensors"

    def write(tail: int, **more: object) -> None:
        encoded = json.dumps(header | more).encode()
        path.write_bytes(len(encoded).to_bytes(8, "little") + encoded + bytes(tail))

    write(8)
    assert checked(path).is_sound
    for tail, more in ((9, {}), (16, {"y": {"dtype": "F32", "shape": [2], "data_offsets": [4, 12]}})):
        write(tail, **more)
        with pytest.raises(Malformed):
            checked(path)


def test_progress_and_cancelling(tmp_path: Path) -> None:
    catalogue = catalogue_of(large_source(tmp_path / "large.pth", 16))
    ticks: list[tuple[int, int]] = []
    verify(catalogue, lambda done, total: ticks.append((done, total)))
    assert len(ticks) > 20
    assert ticks == sorted(ticks)
    assert ticks[-1][0] == ticks[-1][1]

    def stop(done: int, total: int) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        verify(catalogue, stop)


def test_a_file_that_changed_since(tied: Path) -> None:
    catalogue = catalogue_of(tied)
    spoil(tied, "data/0")
    with pytest.raises(CannotOpen, match="changed"):
        verify(catalogue)
    tied.unlink()
    with pytest.raises(CannotOpen):
        verify(catalogue)


@pytest.mark.skipif(sys.platform != "linux", reason="no other system tells its processes' memory like this")
def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    peaks = []
    for megabytes in (8, 240):
        path = large_source(tmp_path / f"{megabytes}.pth", megabytes)
        done = in_child(
            """
            from pathlib import Path
            from core.catalogue.integrity import verify
            from tests.support.engine import catalogue_of
            assert verify(catalogue_of(Path(sys.argv[1]))).is_sound
            print(next(line for line in open("/proc/self/status") if line.startswith("VmHWM")).split()[1])
            """,
            path,
        )
        peaks.append(int(done.stdout) * 1024)
    assert peaks[1] - peaks[0] < 16 << 20


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "main.py", "verify", *map(str, arguments)],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_command(tied: Path) -> None:
    done = run(tied)
    assert (done.returncode, done.stderr) == (0, "")
    assert "intact" in done.stdout
    spoil(tied, "data/0")
    done = run(tied)
    assert (done.returncode, done.stderr) == (3, "")
    assert "a/data/0" in done.stdout
    assert "affects model/a, model/b" in done.stdout
    done = run(tied, "--json")
    answer = json.loads(done.stdout)
    assert done.returncode == 3
    assert (answer["sound"], answer["damages"][0]["paths"]) == (False, [["model", "a"], ["model", "b"]])
    tied.write_bytes(b"")
    assert run(tied).returncode == 1


# -- writing what is damaged -------------------------------------------------------------------------------------


def assert_refused_unless_asked(path: Path, target: Path, *edits: Any, **options: Any) -> None:
    """No way of writing that drops the checksum of the source lets damage through in silence."""
    with pytest.raises(DamagedSource, match="model/a"):
        fix(path, target, *edits, **options)
    assert list(target.parent.iterdir()) == [path]
    done = fix(path, target, *edits, **options, accept_damage=True)
    assert done.damaged[0] == "model/a"
    torch.load(target)
    target.unlink()


@pytest.mark.parametrize("packed", [False, True])
def test_damage_does_not_vanish_in_a_container_without_checksums(tied: Path, tmp_path: Path, packed: bool) -> None:
    if packed:
        repack(tied)
    else:
        spoil(tied, "data/0", 200)
        assert_refused_unless_asked(tied, tmp_path / "b.pth", container="legacy")
        assert fix(tied, tmp_path / "c.pth").damaged == ()  # the checksum goes with the bytes
        assert hurt(tmp_path / "c.pth") == {"a/data/0": ["model/a", "model/b"]}
        (tmp_path / "c.pth").unlink()
        spoil(tied, "data/0", 200)
    assert fix(tied, tmp_path / "b.pth", container="legacy").damaged == ()
    assert_same(torch.load(tmp_path / "b.pth"), torch.load(tied))


def repack(path: Path) -> None:
    """Deflate all records, as other programs may."""
    with zipfile.ZipFile(path) as archive:
        contents = {info.filename: archive.read(info) for info in archive.infolist()}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in contents.items():
            archive.writestr(name, content)


def test_damage_does_not_vanish_in_what_is_cut(tmp_path: Path) -> None:
    large = torch.randn(100_000)
    path = save({"model": {"a": large[:100], "b": torch.ones(3)}}, tmp_path / "a.pth")
    fix(path, tmp_path / "b.pth", Compact())
    assert (tmp_path / "b.pth").stat().st_size < 10_000
    (tmp_path / "b.pth").unlink()
    spoil(path, "data/0", 40)
    assert_refused_unless_asked(path, tmp_path / "b.pth", Compact())


def test_without_a_checksum_nothing_is_damaged(tmp_path: Path) -> None:
    torch.serialization.set_crc32_options(False)
    try:
        path = save({"model": {"a": torch.ones(300)}}, tmp_path / "a.pth")
    finally:
        torch.serialization.set_crc32_options(True)
    spoil(path, "data/0", 40)
    assert fix(path, tmp_path / "b.pth", container="legacy").damaged == ()


def test_the_command_says_what_is_damaged(tied: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spoil(tied, "data/0")
    arguments = ["fix", str(tied), "-o", str(tmp_path / "b.pth"), "--container", "legacy"]
    assert main(arguments) == 1
    assert "model/a" in (said := capsys.readouterr().err)
    assert "--accept-damage" in said
    assert not (tmp_path / "b.pth").exists()
    assert main([*arguments, "--accept-damage"]) == 0
    assert "damaged: model/b" in capsys.readouterr().out
    assert main([*arguments, "--accept-damage", "--overwrite", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["damaged"] == ["model/a", "model/b"]


def test_whole_storages_are_copied_from_zip_to_zip_without_reading_them(tied: Path, tmp_path: Path) -> None:
    """Their checksum goes with them, so there is nothing to compare; a saved file of many gigabytes stays quick."""
    path = save({"w": torch.zeros(4 << 20)}, tmp_path / "large.pth")
    with (
        patch.object(Span, "pieces", side_effect=AssertionError),
        patch.object(Span, "write_summed", side_effect=AssertionError),
    ):
        fix(path, tmp_path / "new.pth", RemapDevice("cpu", "cuda:0"))


def test_damage_in_the_pickle_does_not_vanish_in_a_new_one(tied: Path, tmp_path: Path) -> None:
    data = tied.read_bytes()
    assert data.count(b"modelq") == 1
    tied.write_bytes(data.replace(b"modelq", b"nodelq"))
    assert list(torch.load(tied)) == ["nodel", "best"]  # torch says nothing
    for options in ({}, {"container": "legacy"}):
        with pytest.raises(DamagedSource, match="pickle"):
            fix(tied, tmp_path / "b.pth", **options)
        assert list(tmp_path.iterdir()) == [tied]
        done = fix(tied, tmp_path / "b.pth", **options, accept_damage=True)
        assert done.damaged == ("data.pkl",)
        assert list(torch.load(tmp_path / "b.pth")) == ["nodel", "best"]
        (tmp_path / "b.pth").unlink()
    with pytest.raises(DamagedSource):
        check(planned(tied))
    check(planned(tied), accept_damage=True)


# -- zips of other programs --------------------------------------------------------------------------------------------

OTHERS = {
    "scripted.pt": torch.jit.load,
    "package.pt": lambda path: torch.package.PackageImporter(path).load_pickle("model", "model.pkl"),
    "exported.pt2": torch.export.load,
    "arrays.npz": lambda path: dict(np.load(path)),
    "compressed.npz": lambda path: dict(np.load(path)),
}


@pytest.mark.parametrize("name", OTHERS)
def test_zips_of_other_programs_have_checksums_too(name: str, tmp_path: Path) -> None:
    """Sound ones have one for each record; a bit that is flipped in numbers hurts the tensors that these are of."""
    whole = FOLDERS / "containers" / name
    found = checked(whole)
    assert found.is_sound
    assert found.checked > found.unchecked
    catalogue = catalogue_of(whole)
    with Numbers(catalogue) as numbers:
        span = numbers.span(
            max(range(len(catalogue.storage_columns.nbytes)), key=catalogue.storage_columns.nbytes.__getitem__)
        )
    data = bytearray(whole.read_bytes())
    data[span.offset + 8] ^= 64
    target = tmp_path / name
    target.write_bytes(data)
    ((_record, paths),) = hurt(target).items()
    assert paths
    assert main(["scan", str(target)]) == 3
    if name.endswith(".npz"):
        with pytest.raises((zipfile.BadZipFile, zlib.error)):
            OTHERS[name](target)


def test_damage_everywhere_takes_no_longer_than_what_it_names(tmp_path: Path) -> None:
    """Which record holds which array is worked out once, however many of them are damaged."""
    path = tmp_path / "a.npz"
    np.savez(path, **{f"a{number}": np.full(3, number) for number in range(50)})
    data = bytearray(path.read_bytes())
    with Numbers(catalogue_of(path)) as numbers:
        for storage in range(50):
            data[numbers.span(storage).offset] ^= 64
    path.write_bytes(data)
    members, asked = ArraysArchive.members.fget, []

    def counted(archive: ArraysArchive) -> dict[str, Any]:
        asked.append(archive)
        return members(archive)

    with patch.object(ArraysArchive, "members", property(counted)):
        found = checked(path)
    assert len(found.damages) == 50
    assert len(asked) < 5

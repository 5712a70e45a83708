"""What is odd in a ``.pth`` is odd in every container; and what is honest is not."""

from __future__ import annotations

import contextlib
import importlib
import io
import pickle
import pkgutil
import tarfile
import zipfile
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch.distributed.checkpoint.metadata import Metadata

import core
from core.catalogue.build import open_catalogue
from core.catalogue.odd_places import oddities_of
from core.errors import CannotOpen, Malformed, NotACheckpoint
from tests.containers.dcp.forging import changed, saved
from tests.containers.facts import FOLDERS

HERE = FOLDERS / "containers"
ZIPS = ["scripted.pt", "exported.pt2", "package.pt"]
Records = dict[str, bytes]


def odd(path: Path) -> str:
    return "; ".join(map(str, oddities_of(open_catalogue(path))))


def rezipped(source: Path, target: Path, change: Callable[[Records], Any], around: tuple[bytes, bytes]) -> Path:
    """A zip with its records changed, and bytes before and behind it."""
    with zipfile.ZipFile(source) as old:
        records = {name: old.read(name) for name in old.namelist()}
    change(records)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as new:
        for name, data in records.items():
            new.writestr(zipfile.ZipInfo(name), data)
    target.write_bytes(around[0] + out.getvalue() + around[1])
    return target


def other_case(records: Records) -> None:
    name = next(name for name in records if name.endswith((".pkl", "weight_0")) or "/data/" in name)
    records[name[:-1] + name[-1].swapcase() if name[-1].isalpha() else name.swapcase()] = b"\x80\x02N."


def outside(records: Records) -> None:
    records["elsewhere/data.pkl"] = b"\x80\x02N."


def of_big_endian(records: Records) -> None:
    folder = next(iter(records)).partition("/")[0]
    records[f"{folder}/byteorder"] = b"big"


def longer_pickle(records: Records) -> None:
    for name in records:
        if name.endswith(".pkl"):
            records[name] += b"\x80\x02N."


WAYS: dict[str, Callable[[Records], Any]] = {
    "names that differ in case": other_case,
    "a record outside": outside,
    "the other byte order": of_big_endian,
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", ZIPS)
def test_zips_of_torch(name: str, way: str, tmp_path: Path) -> None:
    assert odd(rezipped(HERE / name, tmp_path / name, lambda _: None, (b"", b""))) == ""
    assert odd(rezipped(HERE / name, tmp_path / name, WAYS[way], (b"", b"")))


@pytest.mark.parametrize("name", ["scripted.pt", "package.pt"])
def test_bytes_behind_a_pickle(name: str, tmp_path: Path) -> None:
    path = rezipped(HERE / name, tmp_path / name, longer_pickle, (b"", b""))
    assert "bytes after the end of the pickle" in odd(path)


def under_another_case(records: Records) -> None:
    """torch asks for records of any case, and finds the code."""
    name = next(name for name in records if name.endswith("data.pkl"))
    records[name] = records[name].replace(b"c__torch__", b"c__toRch__", 1)


def code_of_another_case(records: Records) -> None:
    name = next(name for name in records if name.endswith("linear.py"))
    folder, _, rest = name.partition("/")
    records[f"{folder}/{rest.swapcase()}"] = records.pop(name)


@pytest.mark.parametrize("change", [under_another_case, code_of_another_case])
def test_code_under_another_name(change: Callable[[Records], Any], tmp_path: Path) -> None:
    assert "under another name" in odd(rezipped(HERE / "scripted.pt", tmp_path / "a.pt", change, (b"", b"")))


FIRST, OTHER = (
    b"linear\nLinear\nq\x04)\x81",
    b"c__torch__.torch.nn.modules.linear.___torch_mangle_0\nLinear\nq\x29)\x81",
)


@pytest.mark.parametrize(
    "changes",
    [
        {FIRST: FIRST + b")\x81"},
        {FIRST: FIRST[:-2] + b"K\x01\x85\x81"},
        {FIRST: FIRST + b"N\x81"},
        {FIRST: FIRST + b"q\x63", OTHER: b"h\x63"},  # each BUILD makes an object of its own
        {b"ubq\x11": b"ub}bq\x11"},
    ],
    ids=["object of an object", "arguments", "something is dropped", "two of one", "two states"],
)
def test_objects_that_torchscript_makes_otherwise(changes: dict[bytes, bytes], tmp_path: Path) -> None:
    def change(records: Records) -> None:
        name = next(name for name in records if name.endswith("data.pkl"))
        for old, new in changes.items():
            assert old in records[name]
            records[name] = records[name].replace(old, new, 1)

    assert "TorchScript never uses" in odd(rezipped(HERE / "scripted.pt", tmp_path / "a.pt", change, (b"", b"")))


def test_keys_of_torchscript_that_have_no_hash(tmp_path: Path) -> None:
    def change(records: Records) -> None:
        name = next(name for name in records if name.endswith("data.pkl"))
        records[name] = records[name].replace(b"\x89h\x02Nub", b"\x89]Nub", 1)

    assert odd(rezipped(HERE / "scripted.pt", tmp_path / "a.pt", change, (b"", b"")))


@pytest.mark.parametrize("name", ZIPS)
def test_bytes_that_no_record_has(name: str, tmp_path: Path) -> None:
    with zipfile.ZipFile(HERE / name) as old, zipfile.ZipFile(tmp_path / name, "w") as new:
        for at, member in enumerate(old.namelist()):
            new.writestr(zipfile.ZipInfo(member), old.read(member))
            if at == 0:
                assert new.fp is not None
                new.fp.write(bytes(1 << 18))
                new.start_dir = new.fp.tell()
    assert "that belong to no record" in odd(tmp_path / name)


def arrays(path: Path) -> Path:
    np.savez(path, A=np.ones(3), a=np.zeros(2))
    return path


def members(path: Path) -> Path:
    """As stable-baselines3 saves a model."""
    with zipfile.ZipFile(path, "w") as archive:
        for name in ("policy.pth", "policy.optimizer.pth"):
            out = io.BytesIO()
            torch.save({"w": torch.ones(2)}, out)
            archive.writestr(zipfile.ZipInfo(name), out.getvalue())
    return path


@pytest.mark.parametrize("made", [arrays, members])
def test_zips_that_python_reads(made: Callable[[Path], Path], tmp_path: Path) -> None:
    path = made(tmp_path / "a.npz")
    assert odd(path) == ""  # arrays whose names differ in case are two
    raw = path.read_bytes()
    second = io.BytesIO()
    zipfile.ZipFile(second, "w").close()
    path.write_bytes(raw + bytes(100) + raw)
    assert "that belong to no record" in odd(path) or "between the directory and its end" in odd(path)
    path.write_bytes(raw + bytes(1) + second.getvalue()[:-1])
    assert "after it" in odd(path)


def test_arrays_of_one_name(tmp_path: Path) -> None:
    np.savez(tmp_path / "a.npz", **{"a": np.ones(2), "a.npy": np.zeros(3)})
    with zipfile.ZipFile(tmp_path / "a.npz") as archive, zipfile.ZipFile(tmp_path / "b.npz", "w") as other:
        for name, at in (("a.npy", 0), ("a", 1)):
            other.writestr(zipfile.ZipInfo(name), archive.read(archive.namelist()[at]))
    assert "of the same name as another" in odd(tmp_path / "b.npz")


def test_tars(tmp_path: Path) -> None:
    source = HERE / "old.tar.pth"
    with tarfile.open(source) as archive:
        kept = [(member, archive.extractfile(member).read()) for member in archive if member.isreg()]  # type: ignore[union-attr]

    def packed(*extra: tuple[tarfile.TarInfo, bytes]) -> Path:
        path = tmp_path / source.name
        with tarfile.open(path, "w") as new:
            for member, data in (*kept, *extra):
                member.size = len(data)
                new.addfile(member, io.BytesIO(data))
        return path

    assert odd(packed()) == ""
    link = tarfile.TarInfo("more")
    link.type, link.linkname = tarfile.SYMTYPE, "storages"
    assert "a link" in odd(packed((link, b"")))
    assert "is there twice" in odd(packed(kept[-1]))
    assert "bytes after" in odd(packed(*((member, data + b"x") for member, data in kept)))
    assert "more than 100 members" in odd(packed(*((tarfile.TarInfo(f"m{at}"), b"") for at in range(100))))


def swapped(metadata: Metadata) -> None:
    metadata.planner_data = {"w": ("b",), "b": ("w",)}


def partly(metadata: Metadata) -> None:
    metadata.planner_data = {"w": ("other",), "b": 5}


@pytest.mark.parametrize("change", [swapped, partly])
def test_paths_that_contradict_the_list(change: Callable[[Metadata], Any], tmp_path: Path) -> None:
    folder = saved({"w": torch.ones(3), "b": torch.zeros(3)}, tmp_path / "run")
    assert odd(folder) == ""
    assert "path" in odd(changed(folder, change))


@pytest.mark.parametrize("key", [("w",), 5, None, b"w", 1.5])
def test_a_key_that_is_no_text_is_refused(key: Any, tmp_path: Path) -> None:
    folder = saved({"w": torch.ones(3)}, tmp_path / "run")
    with pytest.raises(Malformed, match="not text"):
        open_catalogue(changed(folder, lambda metadata: metadata.state_dict_metadata.update({key: "x"})))


def test_a_list_with_a_key_twice_or_more_behind_it(tmp_path: Path) -> None:
    folder = saved({"w": torch.ones(3)}, tmp_path / "run")
    path = folder / ".metadata"
    raw = path.read_bytes()
    path.write_bytes(raw + b"\x80\x02N.")
    assert "bytes after the end" in odd(folder)

    class Twice(pickle._Pickler):  # type: ignore[name-defined, misc]
        """Writes each item of a dict twice."""

        def _batch_setitems(self, items: Any, *more: Any) -> None:
            super()._batch_setitems(iter([*items] * 2), *more)

    out = io.BytesIO()
    Twice(out).dump(pickle.loads(raw))
    path.write_bytes(out.getvalue())
    assert "a key comes twice" in odd(folder)


def test_an_object_in_a_zip_that_torch_never_wrote(tmp_path: Path) -> None:
    from tests.containers.dcp.test_signs import rewritten

    folder = saved({"epoch": {3, 4}}, tmp_path / "run")
    assert odd(folder) == ""
    folder = rewritten(folder, lambda records: records.update({"else/x": b"x"}))
    assert "outside the folder" in odd(folder)


@pytest.mark.parametrize("path", [*HERE.iterdir()], ids=lambda path: path.name)
def test_kept_containers_are_not_odd(path: Path) -> None:
    with contextlib.suppress(CannotOpen, NotACheckpoint):  # of another program
        assert odd(path) == ""


def without_flag(path: Path) -> Path:
    """The zip as of a program that does not say that its names are UTF-8."""
    with zipfile.ZipFile(path) as archive:
        flagged = [info for info in archive.infolist() if info.flag_bits & 1 << 11]
        raw, at = bytearray(path.read_bytes()), archive.start_dir
        places = [info.header_offset + 6 for info in flagged]
    while raw.startswith(b"PK\1\2", at):
        places.append(at + 8)
        at += 46 + sum(int.from_bytes(raw[at + field : at + field + 2], "little") for field in (28, 30, 32))
    for place in places:
        raw[place + 1] &= ~8
    path.write_bytes(raw)
    return path


@pytest.mark.parametrize("more", [0, 40])
def test_arrays_are_called_as_numpy_calls_them(more: int, tmp_path: Path) -> None:
    path = tmp_path / "a.npz"
    np.savez(path, größe=np.ones(2), 重み=np.zeros(3), **{f"größe{at:02}": np.ones(1) for at in range(more)})
    for each in (path, without_flag(path)):
        with np.load(each) as arrays:
            assert [at for (at,) in map(open_catalogue(each).path, range(1, more + 3))] == arrays.files
        assert odd(each) == ""


def test_members_are_called_as_python_calls_them(tmp_path: Path) -> None:
    out, path = io.BytesIO(), tmp_path / "a.zip"
    torch.save({"w": torch.ones(2)}, out)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(zipfile.ZipInfo("größe.pth"), out.getvalue())
    with zipfile.ZipFile(without_flag(path)) as archive:
        assert f"{open_catalogue(path).path(1)[0]}.pth" == archive.namelist()[0] != "größe.pth"


KNOWN = {"SafetensorsArchive": "a header that says two things is refused when it is read"}


def test_no_archive_is_without_oddities() -> None:
    """Each archive has what is odd about it handed in, or is known here with why there is nothing."""
    lacking = set()
    for found in pkgutil.walk_packages(core.__path__, "core."):
        if found.name.startswith(("core.containers", "core.formats")):
            own = vars(importlib.import_module(found.name)).values()
            archives = [each for each in own if isinstance(each, type) and {"places", "moved"} <= vars(each).keys()]
            lacking |= {
                each.__name__
                for each in archives
                if is_dataclass(each)
                and vars(each).get("oddities") == ()
                and "oddities" not in {field.name for field in fields(each)}
            }
    assert lacking == KNOWN.keys()

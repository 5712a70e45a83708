"""DCP folders that are written: torch loads them under 1, 2 and 4 processes, whole and cut, and gathers them."""

from __future__ import annotations

import io
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
import torch
import torch.distributed.checkpoint as dcp
from torch.distributed.checkpoint.format_utils import dcp_to_torch_save

from core.catalogue.build import open_catalogue
from core.edits.edits import Drop, RemapDevice
from core.errors import EditError, TargetExists
from tests.containers.dcp.forging import saved
from tests.containers.facts import FOLDERS, shown, told
from tests.frameworks.folders.recording import equal
from tests.support.engine import catalogue_of, fix
from tests.support.oracle import PretendGpus


def write(source: Path, folder: Path, *edits: Any, **options: Any) -> tuple[str, ...]:
    return fix(source, folder, *edits, container="dcp", **options).outlook.notes


def state() -> dict[str, Any]:
    """A run: views, tied weights, every kind of value, keys with dots, lists and a transposed tensor."""
    torch.manual_seed(0)
    net = torch.nn.Sequential(torch.nn.Linear(4, 6), torch.nn.Linear(6, 3))
    optimizer = torch.optim.AdamW(net.parameters(), 1e-3)
    net(torch.randn(2, 4)).sum().backward()
    optimizer.step()
    rows = torch.arange(24.0).reshape(4, 6)
    return {
        "model": net.state_dict(),
        "optimizer": optimizer.state_dict(),
        "tied": {"a": rows, "b": rows, "part": rows[1:3], "turned": rows.t(), "small": rows.bfloat16()},
        "deep.er": {"list": [torch.ones(2), {"x": 1}, [torch.zeros(0, 3)]], "plain": [1, [2, "x"]], "pair": (1, rows)},
        "scalar": torch.tensor(3, dtype=torch.int64),
        "epoch": 3,
        "none": None,
        "c": torch.tensor([1 + 2j]).conj(),
    }


def entry_of(path: Path, key: str) -> int:
    """The entry of a key of the outermost dict."""
    catalogue = catalogue_of(path)
    return next(child for child in catalogue.children(0) if catalogue.label_text(child) == key)


def flat_keys(value: Any) -> Any:
    """The same with texts for keys, as DCP has them, and numbers for what is the conjugate of some."""
    if isinstance(value, torch.Tensor):
        return value.resolve_conj()
    if isinstance(value, dict):
        return {str(key): flat_keys(each) for key, each in value.items()}
    return [flat_keys(each) for each in value] if isinstance(value, list) else value


@pytest.mark.parametrize("size", [None, 300])
def test_gathered_by_torch_it_is_what_it_was(size: int | None, tmp_path: Path) -> None:
    torch.save(state(), tmp_path / "one.pth")
    write(tmp_path / "one.pth", tmp_path / "run", shard_size=size)
    assert (len(list((tmp_path / "run").glob("*.distcp"))) > 3) == (size is not None)
    dcp_to_torch_save(tmp_path / "run", tmp_path / "back.pth")
    back = torch.load(tmp_path / "back.pth", weights_only=False)
    assert equal(back, flat_keys(state()))
    assert list(back) == list(state())


def test_it_opens_as_what_it_was(tmp_path: Path) -> None:
    torch.save(state(), tmp_path / "one.pth")
    write(tmp_path / "one.pth", tmp_path / "run")
    ours, theirs = open_catalogue(tmp_path / "run"), open_catalogue(tmp_path / "one.pth")
    rows = [
        [(tuple(map(str, catalogue.path(row.entry))), row.dtype, row.shape) for row in catalogue.tensors]
        for catalogue in (ours, theirs)
    ]
    assert rows[0] == rows[1]


@pytest.mark.skipif(sys.platform == "win32", reason="torch makes no PosixPath there, which their lists hold")
@pytest.mark.parametrize("name", ["dcp/one", "dcp/types", "dcp/four_2d", "old/torch-2.1.2-dcp"])
def test_folders_of_many_ranks_become_one_of_one(name: str, tmp_path: Path) -> None:
    fix(FOLDERS / name, tmp_path / "run")
    assert shown(open_catalogue(tmp_path / "run")) == told(name)
    for source, out in ((FOLDERS / name, "theirs"), (tmp_path / "run", "ours")):
        dcp_to_torch_save(source, tmp_path / out)
    assert equal(*(torch.load(tmp_path / out, weights_only=False) for out in ("ours", "theirs")))


def test_a_folder_is_replaced_only_when_asked(tmp_path: Path) -> None:
    fix(FOLDERS / "dcp" / "flat", tmp_path / "run")
    before = (tmp_path / "run" / ".metadata").read_bytes()
    with pytest.raises(TargetExists):
        fix(FOLDERS / "dcp" / "one", tmp_path / "run")
    assert (tmp_path / "run" / ".metadata").read_bytes() == before
    fix(FOLDERS / "dcp" / "one", tmp_path / "run", overwrite=True)
    assert shown(open_catalogue(tmp_path / "run")) == told("dcp/one")


def test_the_list_is_that_of_torch(tmp_path: Path) -> None:
    """Torch reads our list as the objects that it would have written itself."""
    plain = {"a": torch.ones(2, 3), "b": {"c": torch.tensor(1.0), "epoch": 3}}
    torch.save(plain, tmp_path / "one.pth")
    write(tmp_path / "one.pth", tmp_path / "ours")
    saved(plain, tmp_path / "theirs")
    ours, theirs = (dcp.FileSystemReader(tmp_path / who).read_metadata() for who in ("ours", "theirs"))
    assert ours.state_dict_metadata == theirs.state_dict_metadata
    assert ours.planner_data == theirs.planner_data
    assert ours.storage_data.keys() == theirs.storage_data.keys()
    assert ours.version == theirs.version


@pytest.mark.skipif(sys.platform == "win32", reason="its ranks are forked")
@pytest.mark.long
def test_ranks_load_their_parts(tmp_path: Path) -> None:
    torch.save(state(), tmp_path / "one.pth")
    write(tmp_path / "one.pth", tmp_path / "run")
    keys = ("model", "tied", "scalar", "epoch")
    torch.save({key: each for key, each in flat_keys(state()).items() if key in keys}, tmp_path / "expected.pth")
    args = [sys.executable, "-m", "tests.saving.dcp_on_ranks", str(tmp_path / "run"), str(tmp_path / "expected.pth")]
    told = subprocess.run(args, capture_output=True, text=True, timeout=120, check=False)
    assert told.stdout.strip() == "[1, 2, 4]", told.stderr


def test_edits_are_applied_and_what_is_lost_is_told(tmp_path: Path) -> None:
    with PretendGpus() as gpus:
        whole = {"a": torch.ones(3), "b": torch.zeros(2), 5: torch.ones(1), "empty": {}}
        for each in (whole["a"], whole["b"]):
            gpus.place(each, "cuda:3")
        torch.save(whole, tmp_path / "one.pth")
    notes = write(tmp_path / "one.pth", tmp_path / "run", Drop(entry_of(tmp_path / "one.pth", "b")))
    assert [note.split(":")[0] for note in notes] == [
        "torch.distributed.checkpoint keeps no devices",
        "1 key is a number and becomes a string",
        "1 empty dict is left out",
    ]
    assert write(tmp_path / "one.pth", tmp_path / "again", RemapDevice("cuda:3", "cpu"))[0].startswith("1 key")
    dcp_to_torch_save(tmp_path / "run", tmp_path / "back.pth")
    assert equal(torch.load(tmp_path / "back.pth"), {"a": torch.ones(3), "5": torch.ones(1)})


@pytest.mark.parametrize(
    ("what", "says"),
    [
        (torch.ones(2), "saves a dict of tensors and values"),
        ([torch.ones(2)], "saves a dict of tensors and values"),
        ({"a.b": torch.ones(2), "a": {"b": torch.ones(2)}}, r"two entries 'a\.b': it joins keys with dots"),
        ({1: torch.ones(2), "1": 3}, "two entries '1'"),
    ],
)
def test_what_it_cannot_hold(what: Any, says: str, tmp_path: Path) -> None:
    torch.save(what, tmp_path / "one.pth")
    with pytest.raises(EditError, match=says):
        write(tmp_path / "one.pth", tmp_path / "run")


def test_every_dtype(tmp_path: Path) -> None:
    names = ["float64", "float16", "bfloat16", "int8", "uint8", "uint16", "uint64", "bool", "complex64"]
    names += ["float8_e4m3fn", "float8_e5m2"]
    whole = {name: torch.arange(6.0).reshape(2, 3).to(getattr(torch, name)) for name in names}
    torch.save(whole, tmp_path / "one.pth")
    write(tmp_path / "one.pth", tmp_path / "run")
    dcp_to_torch_save(tmp_path / "run", tmp_path / "back.pth")
    assert equal(torch.load(tmp_path / "back.pth"), whole)


def test_checksums_of_pieces_are_those_of_their_bytes(tmp_path: Path) -> None:
    torch.save({"a": torch.arange(1_000_000), "b": torch.arange(5)}, tmp_path / "one.pth")
    write(tmp_path / "one.pth", tmp_path / "run")
    metadata = dcp.FileSystemReader(tmp_path / "run").read_metadata()
    for place in metadata.storage_data.values():
        raw = (tmp_path / "run" / place.relative_path).read_bytes()[place.offset : place.offset + place.length]
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            assert archive.testzip() is None
            assert archive.getinfo("archive/data/0").CRC

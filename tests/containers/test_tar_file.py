"""The tar of torch before 0.1.10, against torch's own reading of it."""

from __future__ import annotations

import io
import pickle
import struct
import tarfile
from pathlib import Path

import pytest
import torch

from core.catalogue.build import open_catalogue
from core.diagnosis.diagnose import cure_all, diagnose
from core.diagnosis.finding import ERROR
from core.edits.edits import Plan, RemapDevice
from core.edits.preview import preview
from core.errors import CheckpointError
from core.loading.computer import Computer
from core.saving.save import save
from tests.containers.facts import FOLDERS, shown, told
from tests.support.judging import torch_says

OLD = FOLDERS / "containers" / "old.tar.pth"


def members() -> dict[str, bytes]:
    with tarfile.open(OLD) as tar:
        return {name: tar.extractfile(name).read() for name in tar.getnames()}  # type: ignore[union-attr]


def tarred(path: Path, contents: dict[str, bytes]) -> Path:
    with tarfile.open(path, "w") as tar:
        for name, data in contents.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            tar.addfile(info, io.BytesIO(data))
    return path


def test_it_is_what_torch_loads() -> None:
    catalogue = open_catalogue(OLD)
    assert shown(catalogue) == told("containers/old.tar.pth")
    assert {total.device for total in catalogue.devices} == {"cuda:1"}


def test_it_is_saved_as_torch_writes_today(tmp_path: Path) -> None:
    catalogue = open_catalogue(OLD)
    save(preview(catalogue, Plan((RemapDevice("*", "cpu"),))), tmp_path / "new.pth", container="zip")
    loaded = torch.load(tmp_path / "new.pth")
    old = torch.load(OLD, weights_only=False, map_location="cpu")
    assert all(torch.equal(loaded["model"][key], value) for key, value in old["model"].items())
    weight, part = loaded["model"]["weight"], loaded["model"]["part of weight"]
    assert weight.untyped_storage().data_ptr() == part.untyped_storage().data_ptr()
    assert loaded["epoch"] == old["epoch"]


@pytest.mark.parametrize(
    ("member", "data"),
    [
        ("storages", b""),
        ("storages", pickle.dumps(10**9)),
        ("storages", pickle.dumps(-1)),
        ("storages", pickle.dumps("many")),
        ("storages", pickle.dumps(1) + pickle.dumps((1, "cpu", print)) + struct.pack("<q", 4)),
        ("tensors", pickle.dumps(1) + pickle.dumps((1, 2, 3)) + struct.pack("<ii", 10**6, 0)),
        ("tensors", pickle.dumps(0)),
        ("pickle", b"\x80\x02X\x01\x00\x00\x00zQ."),
    ],
)
def test_what_lies_is_told_and_nothing_is_run(tmp_path: Path, member: str, data: bytes) -> None:
    path = tarred(tmp_path / "a.pth", members() | {member: data})
    with pytest.raises(CheckpointError, match=r"\.$"):
        open_catalogue(path)


def test_what_the_pickle_names_is_shown_and_not_run(tmp_path: Path) -> None:
    path = tarred(tmp_path / "a.pth", members() | {"pickle": b"cos\nsystem\n(S'false'\ntR."})
    assert open_catalogue(path).globals == ("os.system",)


def test_a_count_that_reaches_behind_the_member(tmp_path: Path) -> None:
    stream = pickle.dumps(1, 2) + pickle.dumps((1, "cpu", torch.FloatStorage), 2) + struct.pack("<q", 1 << 60)
    path = tarred(tmp_path / "a.pth", members() | {"storages": stream + pickle.dumps([], 2)})
    with pytest.raises(CheckpointError, match="cut short"):
        open_catalogue(path)


def test_torch_of_today_refuses_it_and_the_cure_is_a_zip(tmp_path: Path) -> None:
    catalogue = open_catalogue(OLD)
    found = diagnose(preview(catalogue, Plan()), Computer(gpus=2))
    wrong = [(finding.code, finding.message) for finding in found if finding.severity == ERROR]
    assert wrong == [("old-tar", torch_says(OLD))]
    plan = cure_all(catalogue, Plan(), Computer())
    save(preview(catalogue, plan), tmp_path / "new.pth")
    assert torch_says(tmp_path / "new.pth") is None

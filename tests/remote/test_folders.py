"""Checkpoints of many files elsewhere: saved here as those of here are, and written there all or nothing."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
import safetensors.torch
import torch
import torch.distributed.checkpoint

from core.errors import Cancelled, CheckpointError, SaveError, VerifyFailed
from core.remote import asking
from tests.files.checkpoints import save
from tests.places import ROOT
from tests.remote.saving import fix, killed, notes
from tests.servers.s3 import S3
from tests.servers.sshd import Sshd
from tests.support.oracle import assert_same

KEPT = ROOT / "tests" / "data" / "folders"
SOURCES = [
    *(path for path in sorted((KEPT / "sharded").iterdir()) if path.is_dir()),
    *(path for path in sorted((KEPT / "runs").iterdir()) if path.is_dir()),
    *(KEPT / "containers" / name for name in ("ppo.zip", "sac.zip")),
]


@pytest.fixture
def store(s3: S3, monkeypatch: pytest.MonkeyPatch) -> S3:
    """The store that every program of the user finds."""
    for name, value in s3.environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(asking, "_FIRST_PAUSE", 0.01)
    return s3


def put(store: S3, place: Path) -> str:
    """Have a file or a folder there."""
    files = [place] if place.is_file() else sorted(path for path in place.rglob("*") if path.is_file())
    for file in files:
        store.put("models", f"runs/{file.relative_to(place.parent).as_posix()}", file.read_bytes())
    return f"s3://models/runs/{place.name}"


def content(place: Path) -> Any:
    """The bytes of a file, or of each in a folder."""
    if place.is_file():
        return place.read_bytes()
    return {path.relative_to(place).as_posix(): path.read_bytes() for path in place.rglob("*") if path.is_file()}


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.name)
def test_many_files_elsewhere_are_saved_here_as_those_of_here(store: S3, source: Path, tmp_path: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, tmp_path / "there" / source.name)
        (tmp_path / "there" / source.name / "config.json").write_text("{}")
    else:
        (tmp_path / "there").mkdir()
        shutil.copy(source, tmp_path / "there")
    place = tmp_path / "there" / source.name
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    ours.mkdir()
    theirs.mkdir()
    try:
        fix(place, theirs / source.name)
    except CheckpointError as error:
        with pytest.raises(type(error)):
            fix(put(store, place), ours / source.name)
        return
    fix(put(store, place), ours / source.name)
    assert content(ours / source.name) == content(theirs / source.name)


# -- folders that are written there ------------------------------------------------------------------------------------

STATE = {f"layers.{number}.weight": torch.full((1 << 20,), float(number)) for number in range(6)}
SHARDS = {"container": "safetensors", "shard_size": 9 << 20}
INDEX = "model.safetensors.index.json"


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A state dict of 24 MB."""
    return save(STATE, tmp_path / "old.pth")


@pytest.fixture(params=["s3", "sftp"])
def there(request: pytest.FixtureRequest) -> There:
    """A place where folders are written."""
    if request.param == "s3":
        return InBucket(request.getfixturevalue("store"))
    return OnServer(request.getfixturevalue("at_home"), request.getfixturevalue("folder"))


class InBucket:
    """A bucket."""

    def __init__(self, store: S3) -> None:
        self._store = store
        self.url = "s3://models/runs"
        with store.client() as client:
            client.create_bucket(Bucket="models")

    def files(self) -> dict[str, bytes]:
        with self._store.client() as client:
            keys = [each["Key"] for each in client.list_objects_v2(Bucket="models").get("Contents", [])]
        assert self._store.uploads("models") == []
        return {key.removeprefix("runs/"): self._store.get("models", key) for key in keys}


class OnServer:
    """A folder of a server."""

    def __init__(self, server: Sshd, folder: Path) -> None:
        self._folder = folder
        self.url = f"{server.url}{folder}"

    def files(self) -> dict[str, bytes]:
        return dict(content(self._folder))


There = InBucket | OnServer


def test_shards_are_written(there: There, source: Path, tmp_path: Path) -> None:
    told: list[int] = []
    report = fix(source, f"{there.url}/new", tick=lambda done, _: told.append(done), **SHARDS)
    fix(source, tmp_path / "here", **SHARDS)
    files = there.files()
    assert files == {f"new/{name}": data for name, data in content(tmp_path / "here").items()}
    assert (sorted(report.files), report.bytes) == (sorted(content(tmp_path / "here")), sum(map(len, files.values())))
    assert told == sorted(told)
    found: dict[str, torch.Tensor] = {}
    for name in {*json.loads(files[f"new/{INDEX}"])["weight_map"].values()}:
        found |= safetensors.torch.load(files[f"new/{name}"])
    assert_same(dict(sorted(found.items())), STATE)
    assert notes() == []


def test_distributed_checkpoints_are_written(there: There, source: Path, tmp_path: Path) -> None:
    fix(source, f"{there.url}/new", container="dcp", shard_size=9 << 20)
    for name, data in there.files().items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(data)
    found = {name: torch.zeros_like(tensor) for name, tensor in STATE.items()}
    with pytest.warns(UserWarning, match="load in a single process"):
        torch.distributed.checkpoint.load(found, checkpoint_id=tmp_path / "new", no_dist=True)
    assert_same(found, STATE)


def test_a_run_in_folders_is_written(there: There, tmp_path: Path) -> None:
    fix(KEPT / "runs" / "diffusers", tmp_path / "here")
    fix(KEPT / "runs" / "diffusers", f"{there.url}/new")
    assert "unet/config.json" in content(tmp_path / "here")
    assert there.files() == {f"new/{name}": data for name, data in content(tmp_path / "here").items()}


def test_what_belongs_to_shards_goes_along(there: There, source: Path, tmp_path: Path) -> None:
    fix(source, tmp_path / "here", **SHARDS)
    (tmp_path / "here" / "config.json").write_text("{}")
    report = fix(tmp_path / "here", f"{there.url}/new")
    assert there.files() == {f"new/{name}": data for name, data in content(tmp_path / "here").items()}
    assert report.carried == ("config.json",)
    again = fix(f"{there.url}/new", f"{there.url}/again")
    assert again.carried == ("config.json",)
    files = there.files()
    assert {name.partition("/")[2]: data for name, data in files.items() if name.startswith("again/")} == content(
        tmp_path / "here"
    )


@pytest.mark.parametrize("share", [0.0, 0.5, 0.999])
def test_a_folder_can_be_cancelled_at_any_moment(there: There, source: Path, share: float) -> None:
    def stop(done: int, total: int) -> None:
        if done >= share * total:
            raise Cancelled

    with pytest.raises(Cancelled):
        fix(source, f"{there.url}/new", tick=stop, **SHARDS)
    assert (there.files(), notes()) == ({}, [])


def test_a_folder_that_does_not_read_back_is_removed(
    there: There, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any) -> Any:
        raise VerifyFailed("What was written is not what was planned; the target is unchanged.")

    monkeypatch.setattr("core.saving.save.verify", fail)
    with pytest.raises(VerifyFailed):
        fix(source, f"{there.url}/new", **SHARDS)
    assert (there.files(), notes()) == ({}, [])


def test_a_folder_that_is_there_is_not_replaced(there: There, source: Path) -> None:
    fix(source, f"{there.url}/new", **SHARDS)
    before = there.files()
    with pytest.raises(SaveError, match="does not replace remote folders"):
        fix(source, f"{there.url}/new", overwrite=True, container="dcp")
    assert there.files() == before


def test_the_index_comes_last(store: S3, source: Path) -> None:
    InBucket(store)
    store.forget()
    fix(source, "s3://models/runs/new", **SHARDS)
    done = [each.path for each in store.requests() if each.operation == "CompleteMultipartUpload"]
    assert len(done) == 4
    assert done[-1].endswith(INDEX)
    sent = [each.operation for each in store.requests()]
    last_part = max(at for at, name in enumerate(sent) if name == "UploadPart")
    assert last_part < sent.index("CompleteMultipartUpload")


def test_what_a_killed_save_of_a_folder_left_is_cleared(there: There, source: Path) -> None:
    killed(source, f"{there.url}/new", 0.5, **SHARDS)
    assert notes()
    fix(source, f"{there.url}/other.pth")
    assert set(there.files()) == {"other.pth"}
    assert notes() == []

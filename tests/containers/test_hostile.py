"""Folders made to harm who opens them: a sentence each, nothing run, nothing written, little memory and time.

Attacks and bombs of single files are put where a whole has its parts: a shard, the file of a rank, the list of DCP,
an object in it, a member of a zip.
"""

from __future__ import annotations

import contextlib
import json
import os
import pickle
import shutil
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from torch.distributed.checkpoint.metadata import Metadata, MetadataIndex

from cli.main import run
from cli.output import FOUND
from core.catalogue.build import open_catalogue
from core.errors import CannotOpen, CheckpointError, Malformed, SaveError, TooLarge
from core.report.inspect import inspection, inspection_lines
from core.saving.save import save
from tests.containers.dcp.forging import changed, saved
from tests.containers.facts import FOLDERS
from tests.files.attacks import ATTACKS, written
from tests.files.bombs import BOMBS, make_bomb
from tests.support.audit import paths_used, suspicious_events
from tests.support.engine import planned
from tests.support.exercise import look
from tests.test_bombs import SECONDS, Looked, looked_at

__all__ = ["looked_at"]

INDEX = "pytorch_model.bin.index.json"
LARGEST = 8 << 20
Put = Callable[[Path, Path], Path]
"""Makes a folder of which a file is a part; gives the path to open."""


def shards(folder: Path, names: object) -> Path:
    """Two shards, and an index that lists ``names``."""
    folder.mkdir()
    for number in (1, 2):
        torch.save({f"w{number}": torch.zeros(2)}, folder / f"pytorch_model-0000{number}-of-00002.bin")
    (folder / INDEX).write_text(json.dumps({"metadata": {}, "weight_map": names}))
    return folder


def linked(file: Path, target: Path) -> None:
    """The same file under another name: bombs have holes, which a copy would fill."""
    target.unlink(missing_ok=True)
    os.link(file, target)


def as_shard(file: Path, folder: Path) -> Path:
    names = {f"w{number}": f"pytorch_model-0000{number}-of-00002.bin" for number in (1, 2)}
    linked(file, shards(folder, names) / names["w2"])
    return folder


def as_rank(file: Path, folder: Path) -> Path:
    shutil.copytree(FOLDERS / "fsdp" / "fsdp1_sharded", folder)
    linked(file, folder / "rank1.pt")
    return folder


def as_zero(file: Path, folder: Path) -> Path:
    shutil.copytree(FOLDERS / "deepspeed_zero" / "zero2_bf16", folder)
    linked(file, next(folder.rglob("*rank_1*optim_states.pt")))
    return folder


def as_object(file: Path, folder: Path) -> Path:
    """A file of torch.save in the place of an object of DCP."""
    saved({"w": torch.ones(2), "epoch": 3}, folder)
    linked(file, folder / "evil.distcp")

    def elsewhere(metadata: Metadata) -> None:
        place = metadata.storage_data[MetadataIndex("epoch")]
        place.relative_path, place.offset, place.length = "evil.distcp", 0, file.stat().st_size

    return changed(folder, elsewhere)


def _some(file: Path) -> bytes:
    """Its bytes, as far as a member of a zip has room for holes."""
    with file.open("rb") as stream:
        return stream.read(64 << 20)


def as_member(file: Path, folder: Path) -> Path:
    """A member of the zip of stable-baselines3."""
    folder.mkdir()
    with (
        zipfile.ZipFile(FOLDERS / "containers" / "ppo.zip") as source,
        zipfile.ZipFile(folder / "ppo.zip", "w") as target,
    ):
        for name in source.namelist():
            target.writestr(name, _some(file) if name == "policy.pth" else source.read(name))
    return folder / "ppo.zip"


def as_run(file: Path, folder: Path) -> Path:
    """The optimizer of a Trainer."""
    shutil.copytree(FOLDERS / "runs" / "trainer" / "checkpoint-2", folder)
    linked(file, folder / "optimizer.pt")
    return folder


PUT: dict[str, Put] = {put.__name__: put for put in (as_shard, as_rank, as_zero, as_object, as_member, as_run)}


def a_list(data: bytes, folder: Path) -> Path:
    """The list of DCP that a pickle is."""
    saved({"w": torch.ones(2)}, folder)
    (folder / ".metadata").write_bytes(data[:2] + b"X\x11\0\0\0torch.distributed0" + data[2:])
    return folder


@pytest.fixture(scope="module", autouse=True)
def imported_beforehand(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What the program imports late is no doing of a file."""
    for name in ("fsdp/fsdp1_sharded", "deepspeed_zero/zero2_bf16", "dcp/one", "containers/ppo.zip", "sharded/bin"):
        look(FOLDERS / name)
    look(FOLDERS / "runs" / "trainer" / "checkpoint-2")
    with pytest.raises(CheckpointError):
        look(shards(tmp_path_factory.mktemp("x") / "s", {"w": "../x"}))


@pytest.mark.parametrize("name", ["\udcff", "." * 5000, "con\nnel"])
def test_odd_names(name: str, tmp_path: Path) -> None:
    folder = shards(tmp_path / "s", {"w1": "pytorch_model-00001-of-00002.bin", "w2": name})
    with contextlib.suppress(CheckpointError):
        several = open_catalogue(folder).checkpoint.several
        assert several is not None
        assert [gone.keys for gone in several.missing] == [["w2"]]


@pytest.mark.parametrize("attack", ATTACKS)
def test_nothing_is_run(attack: str, tmp_path: Path) -> None:
    mark, evil = tmp_path / "mark", tmp_path / "evil.pth"
    data = written(attack, mark)
    torch.save({"w2": torch.zeros(1)}, evil)
    with zipfile.ZipFile(evil) as source, zipfile.ZipFile(tmp_path / "z", "w") as target:
        for name in source.namelist():
            target.writestr(name, data if name.endswith("data.pkl") else source.read(name))
    paths = [put(tmp_path / "z", tmp_path / name) for name, put in PUT.items()]
    paths.append(a_list(data, tmp_path / "list"))
    before = sorted(tmp_path.rglob("*"))
    for path in paths:
        with suspicious_events() as events:
            try:
                catalogue = open_catalogue(path)
                inspection(catalogue)
                "\n".join(inspection_lines(catalogue))
            except CheckpointError as error:
                assert str(error)  # noqa: PT017 - either outcome is right
        assert events == [], path
    assert sorted(tmp_path.rglob("*")) == before
    assert not mark.exists()


SOME = [(bomb, list(PUT)[at % len(PUT)]) for at, bomb in enumerate(BOMBS) if at % 9 == 0]


@pytest.mark.skipif(sys.platform != "linux", reason="no other system tells its processes' memory like this")
@pytest.mark.parametrize(("bomb", "put"), SOME)
def test_bombs_as_parts(bomb: str, put: str, tmp_path: Path, looked_at: Looked) -> None:
    make_bomb(bomb, tmp_path / "bomb")
    if (tmp_path / "bomb").stat().st_size > LARGEST:
        pytest.skip("a copy of it would fill the disk")
    seconds, _, outcome = looked_at(PUT[put](tmp_path / "bomb", tmp_path / put))
    assert "not caught" not in outcome
    assert seconds < SECONDS


# -- an index -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["../../etc/passwd", "/etc/passwd", "a/../../b", "", "x\0y"])
def test_climbing_names(name: str, tmp_path: Path) -> None:
    folder = shards(tmp_path / "s", {"w1": "pytorch_model-00001-of-00002.bin", "w2": name})
    with paths_used() as used, pytest.raises(CannotOpen, match="leads out of the folder"):
        open_catalogue(folder)
    assert all(Path(os.fsdecode(each)).is_relative_to(folder) for each in used if str(each).startswith("/"))


def test_circles(tmp_path: Path) -> None:
    folder = shards(tmp_path / "s", {"w1": "pytorch_model-00001-of-00002.bin", "w2": "round.bin", "w3": INDEX})
    (folder / "round.bin").symlink_to(folder / "round.bin")
    with pytest.raises(CheckpointError):
        open_catalogue(folder)
    (folder / "deeper").symlink_to(folder)
    with pytest.raises(CheckpointError):
        open_catalogue(folder / "deeper")


@pytest.mark.parametrize("follow_links", [False, True])
def test_a_shard_that_is_its_own_folder(follow_links: bool, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(FOLDERS / "runs" / "trainer" / "checkpoint-2", tmp_path / "run"))
    for at in (1, 2):
        (folder / f"model-0000{at}-of-00002.safetensors").symlink_to(folder)
    for path in (folder, folder / "model-00001-of-00002.safetensors"):
        several = open_catalogue(path, follow_links=follow_links).checkpoint.several
        assert several is not None
        assert not any("-of-" in name for name in several.names)


def test_an_index_that_is_a_folder_or_a_pipe(tmp_path: Path) -> None:
    folder = shards(tmp_path / "s", {})
    (folder / INDEX).unlink()
    (folder / INDEX).mkdir()
    with pytest.raises(CannotOpen, match="is a directory"):
        open_catalogue(folder)
    (folder / INDEX).rmdir()
    os.mkfifo(folder / INDEX)
    with pytest.raises(CannotOpen, match="not a regular file"):
        open_catalogue(folder)


@pytest.mark.skipif(sys.platform != "linux", reason="no other system tells its processes' memory like this")
def test_a_million_names(tmp_path: Path, looked_at: Looked) -> None:
    shards(tmp_path / "s", {f"k{at}": f"f{at}.bin" for at in range(1_000_000)})
    seconds, _, outcome = looked_at(tmp_path / "s")
    assert "TooLarge" in outcome
    assert seconds < SECONDS


def test_an_index_larger_than_any(tmp_path: Path) -> None:
    folder = shards(tmp_path / "s", {"w1": "x"})
    with (folder / INDEX).open("r+b") as file:
        file.truncate(1 << 40)
    with pytest.raises(TooLarge):
        open_catalogue(folder)


def test_a_shard_of_a_billion(tmp_path: Path) -> None:
    (tmp_path / "s").mkdir()
    torch.save({"w": torch.zeros(1)}, tmp_path / "s" / "model-0000001-of-9999999.bin")
    with pytest.raises(TooLarge):
        open_catalogue(tmp_path / "s")


# -- links --------------------------------------------------------------------------------------------------------


@pytest.fixture
def cached(tmp_path: Path) -> Path:
    """As the cache of Hugging Face is: a folder of links to where the files are."""
    blobs = Path(shutil.copytree(FOLDERS / "sharded" / "bin", tmp_path / "blobs"))
    folder = tmp_path / "snapshot"
    folder.mkdir()
    for path in blobs.iterdir():
        (folder / path.name).symlink_to(path)
    return folder


def test_links_out_of_the_folder_are_followed_when_asked_for(cached: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(CannotOpen, match=r"is a link that leads out of the folder .*--follow-links"):
        open_catalogue(cached)
    wanted = len(open_catalogue(FOLDERS / "sharded" / "bin"))
    assert len(open_catalogue(cached, follow_links=True)) == wanted
    with pytest.raises(CannotOpen):  # nothing of it is left
        open_catalogue(cached)
    assert run(["inspect", str(cached)]) == 1
    assert "--follow-links" in capsys.readouterr().err
    assert run(["inspect", str(cached), "--follow-links"]) == 0
    assert run(["diagnose", str(cached), "--follow-links", "--machine", "gpus:8"]) == 0


def test_other_names_are_refused_with_links_too(tmp_path: Path) -> None:
    folder = shards(tmp_path / "s", {"w1": "../x.bin"})
    with pytest.raises(CannotOpen, match="leads out of the folder"):
        open_catalogue(folder, follow_links=True)


# -- saves that do not belong together ----------------------------------------------------------------------------


def test_shards_of_different_saves_are_told(tmp_path: Path) -> None:
    names = {"w1": "pytorch_model-00001-of-00002.bin", "w2": "pytorch_model-00002-of-00002.bin"}
    folder = shards(tmp_path / "s", names)
    torch.save({"of.another": torch.zeros(1)}, folder / names["w2"])
    assert run(["diagnose", str(folder)]) == FOUND


def test_two_ranks_of_one_number(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(FOLDERS / "fsdp" / "fsdp1_sharded", tmp_path / "f"))
    shutil.copy(folder / "rank0.pt", folder / "rank00.pt")
    with pytest.raises(CheckpointError) as told:
        open_catalogue(folder)
    assert "rank" in str(told.value)


def test_two_ranks_that_claim_the_same_piece(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(FOLDERS / "fsdp" / "fsdp1_sharded", tmp_path / "f"))
    shutil.copy(folder / "rank0.pt", folder / "rank1.pt")
    with pytest.raises(Malformed):
        open_catalogue(folder)


def test_a_list_that_asks_for_terabytes(tmp_path: Path) -> None:
    folder = saved({"w": torch.ones(2)}, tmp_path / "d")
    metadata = pickle.loads((folder / ".metadata").read_bytes())
    with (folder / ".metadata").open("r+b") as file:
        file.truncate(1 << 41)
    with pytest.raises(TooLarge):
        open_catalogue(folder)
    assert metadata.state_dict_metadata


# -- disks --------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_on_a_read_only_disk(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(FOLDERS / "sharded" / "bin", tmp_path / "bin"))
    folder.chmod(0o500)
    try:
        with pytest.raises(SaveError):
            save(planned(folder), folder / "one.pth", container="zip")
    finally:
        folder.chmod(0o700)


def test_nothing_is_written_beside_what_is_read(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(FOLDERS / "sharded" / "bin", tmp_path / "bin"))
    before = {path: path.stat() for path in folder.iterdir()}
    save(planned(folder), tmp_path / "one.pth", container="zip")
    assert {path: path.stat().st_mtime_ns for path in folder.iterdir()} == {
        path: status.st_mtime_ns for path, status in before.items()
    }
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bin", "one.pth"]


def test_a_disk_that_cannot_be_written(tmp_path: Path) -> None:
    """``/proc`` takes no file, whoever asks."""
    with pytest.raises(SaveError) as told:
        save(planned(FOLDERS / "sharded" / "bin"), Path("/proc/one.pth"), container="zip")
    assert str(told.value)

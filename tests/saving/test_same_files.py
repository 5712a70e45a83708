"""Folders of runs and zips of checkpoints, saved as files like their own, held against what torch loads of both."""

from __future__ import annotations

import filecmp
import io
import shutil
import zipfile
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file

from core.catalogue.build import open_catalogue
from core.edits.edits import Drop, Edit, Plan, RemapDevice, StripPrefix
from core.edits.preview import preview
from core.errors import EditError, TargetExists
from core.saving.save import save
from tests.containers.facts import FOLDERS, shown

TRAINER = FOLDERS / "runs" / "trainer" / "checkpoint-4"
PPO = FOLDERS / "containers" / "ppo.zip"


def saved(source: Path, target: Path, *edits: Edit, **options: Any) -> Any:
    return save(preview(open_catalogue(source), Plan(edits)), target, **options)


def test_a_step_of_the_trainer_on_another_device(tmp_path: Path) -> None:
    target = tmp_path / "new"
    report = saved(TRAINER, target, RemapDevice("cuda:*", "cpu"))
    assert sorted(path.name for path in target.iterdir()) == sorted(path.name for path in TRAINER.iterdir())
    assert report.tensors == len(open_catalogue(TRAINER).tensors)
    for name in ("config.json", "trainer_state.json"):
        assert filecmp.cmp(target / name, TRAINER / name, shallow=False)
    before, after = load_file(TRAINER / "model.safetensors"), load_file(target / "model.safetensors")
    assert before.keys() == after.keys()
    assert all(torch.equal(before[key], after[key]) for key in before)
    loaded = torch.load(target / "optimizer.pt")
    wanted = torch.load(TRAINER / "optimizer.pt", map_location="cpu")
    assert loaded["param_groups"] == wanted["param_groups"]
    for at, state in wanted["state"].items():
        assert all(torch.equal(loaded["state"][at][name], value) for name, value in state.items())
    assert shown(open_catalogue(target)) == shown(open_catalogue(TRAINER))


def test_a_pipeline_keeps_its_folders(tmp_path: Path) -> None:
    source = FOLDERS / "runs" / "diffusers"
    saved(source, tmp_path / "new", RemapDevice("*", "cpu"))
    before, after = (sorted(path.rglob("*")) for path in (source, tmp_path / "new"))
    assert [path.relative_to(tmp_path / "new") for path in after] == [path.relative_to(source) for path in before]
    assert shown(open_catalogue(tmp_path / "new")) == shown(open_catalogue(source))


def test_shards_in_a_run(tmp_path: Path) -> None:
    source = Path(shutil.copytree(FOLDERS / "sharded" / "bin", tmp_path / "run"))
    torch.save({"state": {}, "param_groups": []}, source / "optimizer.pt")
    saved(source, tmp_path / "new", RemapDevice("cuda:*", "cpu"))
    assert list((tmp_path / "new").glob("pytorch_model*.bin"))
    assert shown(open_catalogue(tmp_path / "new")) == shown(open_catalogue(source))


def test_a_branch_that_is_dropped_is_a_file_less(tmp_path: Path) -> None:
    catalogue = open_catalogue(TRAINER)
    save(preview(catalogue, Plan((Drop(catalogue.find("optimizer")),))), tmp_path / "new")
    assert not (tmp_path / "new" / "optimizer.pt").exists()
    assert (tmp_path / "new" / "scheduler.pt").exists()


def test_a_zip_of_checkpoints(tmp_path: Path) -> None:
    target = tmp_path / "new.zip"
    saved(PPO, target, RemapDevice("cuda:*", "cpu"))
    with zipfile.ZipFile(PPO) as old, zipfile.ZipFile(target) as new:
        assert new.namelist() == old.namelist()
        assert new.testzip() is None
        for name in old.namelist():
            if name.endswith(".pth"):
                loaded = torch.load(io.BytesIO(new.read(name)))
                wanted = torch.load(io.BytesIO(old.read(name)), map_location="cpu")
                assert str(loaded) == str(wanted)
            else:
                assert new.read(name) == old.read(name)
    assert shown(open_catalogue(target)) == shown(open_catalogue(PPO))


def test_what_is_there_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "new").mkdir()
    (tmp_path / "new" / "mine.txt").write_text("mine")
    with pytest.raises(TargetExists):
        saved(TRAINER, tmp_path / "new", RemapDevice("cuda:*", "cpu"))
    assert (tmp_path / "new" / "mine.txt").read_text() == "mine"


def test_other_sources_have_no_files_of_their_own(tmp_path: Path) -> None:
    torch.save({"module.a": torch.zeros(1)}, tmp_path / "a.pth")
    with pytest.raises(EditError, match="Only the folder of a run"):
        saved(tmp_path / "a.pth", tmp_path / "b", StripPrefix("module."), container="files")
    assert not (tmp_path / "b").exists()

"""What the words of a command name: a folder, a pattern, several files; and what stays one checkpoint."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
import torch
import torch.distributed.checkpoint as dcp

from cli.main import run
from core.runs.members import members_named
from tests.places import TESTS

FOLDERS = TESTS / "data" / "folders"


@pytest.fixture
def several(tmp_path: Path) -> Path:
    for step in (100, 20, 3):
        torch.save({"step": step, "w": torch.zeros(2)}, tmp_path / f"ckpt_{step:06}.pt")
    return tmp_path


def rows(capsys: pytest.CaptureFixture[str], *words: object) -> list[tuple[str, int | None]]:
    assert run(["inspect", *map(str, words), "--json"]) == 0
    return [(row["name"], row["step"]) for row in json.loads(capsys.readouterr().out)["checkpoints"]]


def test_a_pattern_and_several_files_are_a_run(several: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert rows(capsys, several / "ckpt_0000*.pt") == [("ckpt_000003.pt", 3), ("ckpt_000020.pt", 20)]
    (several / "ckpt_000100.pt").rename(several.parent / "other.pt")
    found = rows(capsys, several / "ckpt_000003.pt", several.parent / "other.pt")
    assert found == [(f"{several.name}/ckpt_000003.pt", 3), ("other.pt", 100)]


def test_a_file_with_the_name_of_a_pattern_is_that_file(several: Path) -> None:
    (several / "ckpt_000003.pt").rename(several / "ckpt[3].pt")
    assert members_named([str(several / "ckpt[3].pt")]) is None


@pytest.mark.parametrize("words", [["nothing*.pt"], ["nothing.pt", "ckpt_000003.pt"]])
def test_what_is_not_there_is_told(several: Path, words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["inspect", *(str(several / word) for word in words)]) == 1
    assert "nothing" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["deepspeed_zero/zero1_fp32", "sharded/transformers", "dcp/two_file_each"])
def test_one_checkpoint_of_many_files_stays_one(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    folder = FOLDERS / name
    assert run(["inspect", str(folder), "--json"]) == 0
    assert "tensors" in json.loads(capsys.readouterr().out)


def test_deepspeed_by_step_is_a_run_where_it_is_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = FOLDERS / "deepspeed_zero" / "zero1_fp32"
    for step in (2, 4):
        shutil.copytree(source / "global_step2", tmp_path / f"global_step{step}")
    (tmp_path / "latest").write_text("global_step4")
    assert run(["inspect", str(tmp_path), "--json"]) == 0
    assert "tensors" in json.loads(capsys.readouterr().out)  # as ever: that which `latest` names
    assert [name for name, _ in rows(capsys, tmp_path, "--run")] == ["global_step2", "global_step4"]
    assert [name for name, _ in rows(capsys, tmp_path / "global_step*")] == ["global_step2", "global_step4"]


def test_the_trainer_of_transformers(capsys: pytest.CaptureFixture[str]) -> None:
    assert rows(capsys, FOLDERS / "runs" / "trainer") == [("checkpoint-2", 2), ("checkpoint-4", 4)]


@pytest.mark.filterwarnings("ignore:torch.distributed is disabled")
def test_a_part_of_dcp_that_is_missing_makes_it_incomplete(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for step in (1, 2):
        dcp.save({"model": {"w": torch.zeros(9)}}, checkpoint_id=str(tmp_path / f"step-{step}"), no_dist=True)
    (tmp_path / "step-2" / "__0_0.distcp").unlink()
    assert run(["inspect", str(tmp_path), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["checkpoints"]
    assert [row["complete"] for row in found] == [True, False]


def test_a_cut_file_is_incomplete_and_said_to_be_new(several: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = several / "ckpt_000100.pt"
    path.write_bytes(path.read_bytes()[:700])
    assert run(["inspect", str(several)]) == 0
    told = capsys.readouterr().out
    assert "does not open" in told
    assert "a save may still be in progress" in told
    assert run(["inspect", str(several), "--json"]) == 0
    assert [row["complete"] for row in json.loads(capsys.readouterr().out)["checkpoints"]] == [True, True, False]


def test_the_one_to_look_into_is_one_that_opens(several: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (several / "ckpt_000003.pt").write_bytes(b"cut")
    assert run(["inspect", str(several)]) == 0
    (look,) = (line for line in capsys.readouterr().out.splitlines() if line.startswith("To look into one of them: "))
    assert look.endswith("ckpt_000020.pt")

"""Which checkpoints can go, and that nothing else does."""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
import torch

from cli.main import run
from core.errors import SaveError, SourceChanged
from core.runs.folder import checkpoints_in
from core.runs.prune import Rules, prune, what_can_go
from core.runs.trash import _own as trash_of_disk


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    inside = tmp_path / "run"
    inside.mkdir()
    for step in range(1, 11):
        torch.save({"step": step, "model": {"w": torch.ones(3)}}, inside / f"step_{step}.pt")
    return inside


def pruned(capsys: pytest.CaptureFixture[str], *words: object) -> Any:
    capsys.readouterr()
    assert run(["prune", *map(str, words), "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def goes(answer: Any) -> list[int]:
    return [int(each["name"].partition("_")[2].partition(".")[0]) for each in answer["go"]]


@pytest.mark.parametrize(
    ("rules", "go"),
    [
        (["--keep-last", "3"], [1, 2, 3, 4, 5, 6, 7]),
        (["--keep-every", "4"], [2, 3, 4, 6, 7, 8]),
        (["--keep-every", "4", "--keep-last", "3"], [2, 3, 4, 6, 7]),
        (["--keep-best"], [1, 2, 3, 4, 5, 6, 7, 8, 9]),
    ],
)
def test_rules(folder: Path, capsys: pytest.CaptureFixture[str], rules: list[str], go: list[int]) -> None:
    answer = pruned(capsys, folder, *rules)
    assert goes(answer) == go
    assert answer["bytes"] == sum((folder / f"step_{step}.pt").stat().st_size for step in go)
    assert len(list(folder.iterdir())) == 10  # nothing was asked to go


def test_what_others_need_or_nobody_knows_stays(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "best.pt").symlink_to("step_2.pt")
    (folder / "latest").write_text("step_3.pt\n")
    shutil.copy(folder / "step_4.pt", folder / "step_best_4.pt")
    torch.save({"model": {"w": torch.ones(3)}}, folder / "final.pt")
    (folder / "step_5.pt").write_bytes((folder / "step_5.pt").read_bytes()[:300])
    outside = folder.parent / "step_6.pt"
    (folder / "step_6.pt").rename(outside)
    (folder / "step_6.pt").symlink_to(outside)
    answer = pruned(capsys, folder, "--keep-last", 1, "--keep-best")
    assert goes(answer) == [1, 4, 7, 8, 9]
    why = {each["name"]: each["why"] for each in answer["stay"]}
    assert why["step_2.pt"] == "A link leads to it."
    assert why["step_3.pt"] == "latest names it."
    assert why["step_best_4.pt"] == "Its name says best."
    assert "incomplete" in why["step_5.pt"]
    assert why["step_6.pt"] == "It is a link."
    assert why["final.pt"] == "Its step is not known."


def test_the_best_of_the_trainer_and_the_newest_of_megatron(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for step in (100, 200, 300):
        inside = tmp_path / f"checkpoint-{step}"
        inside.mkdir()
        torch.save({"w": torch.ones(2)}, inside / "pytorch_model.bin")
        state = {"global_step": step, "best_model_checkpoint": "out/checkpoint-100"}
        (inside / "trainer_state.json").write_text(json.dumps(state))
    answer = pruned(capsys, tmp_path, "--keep-last", 1)
    assert [each["name"] for each in answer["go"]] == ["checkpoint-200"]
    (tmp_path / "latest_checkpointed_iteration.txt").write_text("200")
    assert pruned(capsys, tmp_path, "--keep-last", 1)["go"] == []


def test_the_last_healthy_one_stays(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for step in range(6, 11):
        state = {"step": step, "model": {"w": torch.full((3,), float("nan"))}}
        torch.save(state, folder / f"step_{step}.pt")
    assert goes(pruned(capsys, folder, "--keep-healthy")) == [1, 2, 3, 4, 6, 7, 8, 9]


@pytest.mark.skipif(sys.platform != "linux", reason="the trash of others is another")
def test_what_goes_lies_in_the_trash_with_a_note(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    trash = folder.parent / "data" / "Trash"
    (trash / "files").mkdir(parents=True)
    (trash / "files" / "step_1.pt").write_text("another")
    whole = (folder / "step_1.pt").read_bytes()
    answer = pruned(capsys, folder, "--keep-last", 8, "--to-trash")
    assert sorted(path.name for path in folder.iterdir()) == sorted(f"step_{step}.pt" for step in range(3, 11))
    moved = {each["name"]: Path(each["moved_to"][0]) for each in answer["go"]}
    assert moved["step_1.pt"].read_bytes() == whole
    assert (trash / "files" / "step_1.pt").read_text() == "another"
    note = (trash / "info" / f"{moved['step_1.pt'].name}.trashinfo").read_text().splitlines()
    assert note[0] == "[Trash Info]"
    assert unquote(note[1]) == f"Path={folder / 'step_1.pt'}"
    assert note[2].startswith("DeletionDate=")


@pytest.mark.skipif(sys.platform != "linux", reason="the trash of others is another")
def test_folders_go_whole_and_one_that_changed_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    inside = tmp_path / "run"
    for step in (1, 2, 3):
        (inside / f"checkpoint-{step}").mkdir(parents=True)
        torch.save({"w": torch.ones(2)}, inside / f"checkpoint-{step}" / "pytorch_model.bin")
        (inside / f"checkpoint-{step}" / "notes.txt").write_text("x")
    rows = checkpoints_in(inside, [f"checkpoint-{step}" for step in (1, 2, 3)])
    found = what_can_go(inside, rows, Rules(last=1))
    torch.save({"w": torch.ones(7)}, inside / "checkpoint-2" / "pytorch_model.bin")
    moving = prune(rows, found)
    assert next(moving)[1].is_dir()
    with pytest.raises(SourceChanged, match="checkpoint-2 has changed"):
        next(moving)
    assert sorted(path.name for path in inside.iterdir()) == ["checkpoint-2", "checkpoint-3"]


def test_a_rule_has_to_be_said(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["prune", str(folder), "--to-trash"]) == 1
    assert "Say what to keep" in capsys.readouterr().err
    assert len(list(folder.iterdir())) == 10


def test_a_folder_stays_in_which_one_lies_that_stays(tmp_path: Path) -> None:
    for name in ("checkpoint-1/pytorch_model.bin", "checkpoint-1/step_9.bin", "checkpoint-2/pytorch_model.bin"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        torch.save({"w": torch.ones(2)}, tmp_path / name)
    rows = checkpoints_in(tmp_path, ["checkpoint-1", "checkpoint-1/step_9.bin", "checkpoint-2"])
    found = what_can_go(tmp_path, rows, Rules(last=1))
    assert [rows[at].name for at in found.go] == ["checkpoint-2"]
    assert found.stays[0] == "A checkpoint that stays needs its files."


def test_names_that_are_none_and_links_in_a_circle_are_borne(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "latest").write_text("² ١ step_3.pt\n", encoding="utf-8")
    (folder / "step_4.pt").unlink()
    (folder / "step_4.pt").symlink_to("step_4.pt")
    strange = folder / os.fsdecode(b"step_0\xff.pt")
    torch.save({"step": 0, "model": {"w": torch.ones(3)}}, folder / "other.pt")
    (folder / "other.pt").rename(strange)
    answer = pruned(capsys, folder, "--keep-last", 8, "--to-trash")
    assert not strange.exists()
    assert len(answer["go"]) == 1
    note = next((folder.parent / "data" / "Trash" / "info").glob("step_0*")).read_text()
    assert "/step_0%FF.pt\n" in note
    assert run(["drift", str(folder)]) == 0
    (folder / "latest").unlink()
    recipe = folder / "recipe.json"
    recipe.write_text(json.dumps({"recipe": 1, "name": "", "steps": [{"map": "*=cpu"}]}))
    words = ["batch", str(folder), "--recipe", str(recipe), "--into", str(folder / "new"), "--dry-run"]
    assert run(words) in {0, 1}


def test_a_trash_that_somebody_else_has_made_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trash = tmp_path / ".Trash-1000"
    assert trash_of_disk(trash) == trash
    (tmp_path / "link").symlink_to(trash)
    with pytest.raises(SaveError, match="not a folder that you own"):
        trash_of_disk(tmp_path / "link")
    owner = os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: owner + 1)
    with pytest.raises(SaveError, match="not a folder that you own"):
        trash_of_disk(trash)


def test_numbers_that_are_none_in_what_checkpoints_say(tmp_path: Path) -> None:
    """Too large for a float, complex among floats: every command of runs bears them."""
    for step in range(4):
        wide = torch.complex64 if step == 1 else torch.float32
        options = {"lr": 10**400 if step == 2 else 0.1, "betas": (0.9, -(10**400)), "params": [0]}
        state = {"step": 10**400 if step == 3 else step, "model": {"w": torch.ones(2, dtype=wide)}}
        state["optimizer"] = {"state": {}, "param_groups": [options]}
        torch.save(state, tmp_path / f"step_{step}.pt")
    for words in (["inspect"], ["drift"], ["drift", "--json"], ["scan"], ["prune", "--keep-last", "1"]):
        assert run([words[0], str(tmp_path), *words[1:]]) == 0, words


def test_one_checkpoint_is_no_run(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run_folder = Path(__file__).parents[1] / "data/folders/runs"
    for path, said in ((folder / "step_1.pt", "a folder that holds several"), (run_folder / "accelerate", "add --run")):
        assert run(["prune", str(path), "--keep-last", "1"]) == 1
        assert said in capsys.readouterr().err
    for run_or_not in ((), ("--run",)):
        assert len(pruned(capsys, run_folder, *run_or_not, "--keep-last", "1")["stay"]) == 5

"""`inspect` of a folder of several checkpoints, and of one without any."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import torch

from cli.main import run


@pytest.fixture
def several(tmp_path: Path) -> Path:
    for step in (100, 20):
        torch.save({"step": step, "w": torch.zeros(2)}, tmp_path / f"ckpt_{step:06}.pt")
    torch.save({"w": torch.zeros(2)}, tmp_path / "best.pt")
    return tmp_path


def test_they_are_listed_in_the_order_of_training(several: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["inspect", str(several)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith("holds 3 checkpoints")
    assert [line.split()[0] for line in lines[2:5]] == ["ckpt_000020.pt", "ckpt_000100.pt", "best.pt"]


def test_scripts_get_a_row_each(several: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["inspect", str(several), "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["checkpoints"]
    assert [(row["name"], row["step"], row["devices"]) for row in rows] == [
        ("ckpt_000020.pt", 20, ["cpu"]),
        ("ckpt_000100.pt", 100, ["cpu"]),
        ("best.pt", None, ["cpu"]),
    ]
    assert all(row["bytes"] == (several / row["name"]).stat().st_size for row in rows)


def test_what_the_file_says_counts_more_than_its_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for epoch in (3, 4):
        torch.save({"epoch": epoch, "w": torch.zeros(2)}, tmp_path / f"net_{epoch}.pth")
    torch.save({"epoch": 9, "global_step": 7}, tmp_path / "checkpoint-5.pt")
    assert run(["inspect", str(tmp_path), "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["checkpoints"]
    assert {row["name"]: (row["epoch"], row["step"]) for row in rows} == {
        "net_3.pth": (3, None),
        "net_4.pth": (4, None),
        "checkpoint-5.pt": (9, 7),
    }


def test_an_empty_folder_and_one_without_a_checkpoint_say_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["inspect", str(tmp_path)]) == 1
    assert "This folder is empty" in capsys.readouterr().err
    (tmp_path / "notes.txt").write_text("x")
    assert run(["inspect", str(tmp_path)]) == 1
    assert "holds no checkpoint" in capsys.readouterr().err

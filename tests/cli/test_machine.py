"""``--machine``, ``--card``, ``--target`` and ``--ranks`` are said alike in every command that asks for a machine."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from cli.output import FOUND
from core.memory.known_cards import CARDS, parse_card
from main import main, means_machine, wants_window
from tests.files.checkpoints import save, training_checkpoint
from tests.support.oracle import PretendGpus, saved_devices


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with PretendGpus() as gpus:
        return save(training_checkpoint(gpus, "cuda:5"), tmp_path / "a.pth")


def test_a_card_is_a_gpu_in_diagnose_code_fix_and_report(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["diagnose", str(path), "--card", "T4"]) == FOUND
    said = capsys.readouterr().out
    assert "saved on cuda:5, but the chosen computer has 1 GPU (cuda:0)" in said
    assert "--machine gpus:1" in said  # which `fix` understands
    assert main(["code", str(path), "--card", "24 GB"]) == 0
    assert "on a computer with 1 GPU." in capsys.readouterr().out
    assert main(["fix", str(path), "-o", str(tmp_path / "b.pth"), "--cure", "all", "--card", "T4"]) == 0
    assert set(saved_devices(tmp_path / "b.pth")) == {"cpu", "cuda:0"}
    assert main(["report", str(path), "-o", str(tmp_path / "r.html"), "--card", "T4"]) == 0
    page = (tmp_path / "r.html").read_text("utf-8")
    assert "1 GPU · T4 · 14.6 GiB" in page
    assert "assumed" not in page
    assert main(["report", str(path), "-o", str(tmp_path / "cpu.html")]) == 0
    assert "23.6 GiB" not in (tmp_path / "cpu.html").read_text("utf-8")


def test_a_machine_without_a_gpu_has_no_card(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diagnose", str(path), "--card", "T4", "--machine", "cpu"]) != 0
    assert "leave out --card" in capsys.readouterr().err


def test_memory_takes_a_machine_and_says_what_it_assumes(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def machine(*options: str) -> tuple[dict[str, object], list[str]]:
        assert main(["memory", str(path), "--json", *options]) == 0
        found = json.loads(capsys.readouterr().out)
        return found["machine"], found["assumptions"]

    found, assumptions = machine("--machine", "gpus:2", "--card", "T4")
    assert (found["gpus"], found["card"], found["gpu_memory"], found["assumed"]) == (2, "T4", CARDS["T4"], False)
    assert not [each for each in assumptions if "assumed" in each]
    found, _ = machine("--machine", "cpu")
    assert (found["gpus"], found["target"], found["card"]) == (0, "cpu", None)
    found, _ = machine("--card", "24 GB")
    assert (found["gpus"], found["gpu_memory"]) == (1, 24 << 30)
    assert main(["memory", str(path), "--machine", "cpu", "--gpus", "1"]) == 1
    assert "give one of them" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "nbytes", "name"),
    [
        ("T4", CARDS["T4"], "T4"),
        ("rtx 4090", CARDS["RTX 4090"], "RTX 4090"),
        ("a100 80gb", CARDS["A100-80"], "A100-80"),
        ("T4 · 14.6 GiB", CARDS["T4"], "T4"),
        ("24 GB", 24 << 30, ""),
        ("22.5GiB", round(22.5 * 2**30), ""),
        ("24", 24 * 2**30, ""),
        ("5", 5 * 2**30, ""),
        ("3090", CARDS["RTX 3090"], "RTX 3090"),
    ],
)
def test_a_card_is_typed_by_its_name_or_its_memory(text: str, nbytes: int, name: str) -> None:
    assert (parse_card(text).nbytes, parse_card(text).name) == (nbytes, name)


@pytest.mark.parametrize(
    ("words", "window"),
    [
        (["--machine", "gpus:1", "a.pth"], True),
        (["--machine=gpus:1", "--card", "T4", "a.pth"], True),
        (["--new-window", "--card=24 GB", "a.pth"], True),
        (["--machine", "gpus:1"], True),
        (["--machine", "gpus:1", "diagnose", "a.pth"], False),
        (["diagnose", "--machine", "gpus:1"], False),
        (["a.pth"], True),
        ([], True),
    ],
)
def test_a_window_is_told_its_machine_before_the_file(words: list[str], window: bool) -> None:
    assert wants_window(words) == window


def test_what_is_no_machine_is_said_and_opens_no_window(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--machine", "gpus:x", "a.pth"]) == 2
    assert "is not a machine" in capsys.readouterr().err


def test_the_window_hears_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PTHFINDER_MACHINE", "")
    assert means_machine(["--new-window", "--machine", "gpus:2", "--card", "T4", "a.pth"]) == (
        0,
        ["--new-window", "a.pth"],
    )
    kept = json.loads(os.environ["PTHFINDER_MACHINE"])
    assert kept == {"computer": [2, 1, 0], "card": [CARDS["T4"], "T4"]}


def test_each_line_counts_what_it_moves_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What stays on the CPU is counted once: the lines are together what moves, and each what is there afterwards."""
    with PretendGpus() as gpus:
        checkpoint = training_checkpoint(gpus, "cuda:5")
        for state in checkpoint["optimizer"]["state"].values():
            gpus.place(state["step"], "cuda:5")
        path = save(checkpoint, tmp_path / "steps.pth")
    asked = ["fix", str(path), "-o", str(tmp_path / "b.pth"), "--cure", "all", "--machine", "gpus:1"]
    assert main([*asked, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    moves = {each["title"]: each["tensors"] for each in found["changes"] if each["tensors"]}
    steps, rest = (found["devices_after"][device]["tensors"] for device in ("cpu", "cuda:0"))
    assert moves == {"cuda:5 → cuda:0": rest, f"{steps} “step” tensors → cpu": steps}
    assert sum(moves.values()) == found["tensors_moved"]

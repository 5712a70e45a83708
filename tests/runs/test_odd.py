"""Checkpoints that are unlike the others of their run, as torch and real loops write them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
import torch

from cli.main import run as run_command
from core.runs.folder import checkpoints_in
from core.runs.odd import BACK, DTYPES, FILES, KEYS, MODEL, NAME, OPTIMIZER, PREFIX, SHAPES, odd_ones

Told = dict[str, list[str]]


def told(folder: Path) -> Told:
    rows = checkpoints_in(folder, sorted(path.name for path in folder.iterdir()))
    found: Told = {}
    for each in odd_ones(rows):
        found.setdefault(rows[each.row].name, []).append(each.code)
    return found


def net() -> torch.nn.Module:
    return torch.nn.Sequential(*(torch.nn.Linear(5, 5) for _ in range(3)))


def stepped(kind: type[torch.optim.Optimizer], model: torch.nn.Module, **options: float) -> dict[str, object]:
    optimizer = kind(model.parameters(), lr=0.1, **options)  # type: ignore[call-arg]
    model(torch.ones(2, 5)).sum().backward()
    optimizer.step()
    return optimizer.state_dict()


@pytest.fixture
def run(tmp_path: Path) -> Path:
    model = net()
    for step in range(1, 6):
        state = {"step": step, "model": model.state_dict(), "optimizer": stepped(torch.optim.AdamW, model)}
        torch.save(state, tmp_path / f"step_{step}.pt")
    return tmp_path


def changed(folder: Path, **parts: object) -> None:
    path = folder / "step_3.pt"
    before = path.stat()
    torch.save(torch.load(path) | parts, path)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def weights(folder: Path) -> dict[str, torch.Tensor]:
    found: dict[str, torch.Tensor] = torch.load(folder / "step_3.pt")["model"]
    return found


def test_a_healthy_run_has_none(run: Path) -> None:
    (run / "best.pt").symlink_to("step_2.pt")
    assert told(run) == {}


@pytest.mark.parametrize("code", [MODEL, KEYS, PREFIX, SHAPES, DTYPES, OPTIMIZER])
def test_one_is_unlike_the_others(run: Path, code: str) -> None:
    model = weights(run)
    parts: dict[str, object] = {
        MODEL: {"model": torch.nn.Bilinear(2, 2, 2).state_dict()},
        KEYS: {"model": model | {"3.weight": torch.zeros(2)}},
        PREFIX: {"model": {f"module.{key}": value for key, value in model.items()}},
        SHAPES: {"model": model | {"0.bias": torch.zeros(6)}},
        DTYPES: {"model": {key: value.bfloat16() for key, value in model.items()}},
        OPTIMIZER: {"optimizer": stepped(torch.optim.SGD, net(), momentum=0.9)},
    }[code]
    changed(run, **parts)
    assert told(run) == {"step_3.pt": [code]}


def test_a_step_that_goes_back_is_told_once_and_copies_are_not(run: Path) -> None:
    for step, minute in ((1, 10), (2, 20), (3, 50), (4, 30), (5, 40)):
        os.utime(run / f"step_{step}.pt", (60 * minute, 60 * minute))
    assert told(run) == {"step_3.pt": [BACK]}
    for step in range(6, 30):
        torch.save({"step": step, "model": weights(run)}, run / f"step_{step}.pt")
        os.utime(run / f"step_{step}.pt", (6000 - 100 * step, 6000 - 100 * step))
    assert BACK not in {code for codes in told(run).values() for code in codes}


def test_files_copied_by_their_names_did_not_go_back(run: Path) -> None:
    (run / "step_1.pt").rename(run / "step_10.pt")
    changed = torch.load(run / "step_10.pt") | {"step": 10}
    torch.save(changed, run / "step_10.pt")
    for minute, path in enumerate(sorted(run.iterdir()), 1):
        os.utime(path, (600 * minute, 600 * minute))
    assert told(run) == {}


def test_a_name_that_says_another_step(run: Path) -> None:
    (run / "step_4.pt").rename(run / "step_40.pt")
    assert told(run) == {"step_40.pt": [NAME]}
    for step in (1, 2, 3, 5):  # this run counts so
        (run / f"step_{step}.pt").rename(run / f"step_{10 * step}.pt")
    assert told(run) == {}


def test_a_half_written_save_of_several_files(tmp_path: Path) -> None:
    for step in (1, 2, 3):
        folder = tmp_path / f"checkpoint-{step}"
        folder.mkdir()
        torch.save(net().state_dict(), folder / "pytorch_model.bin")
        if step < 3:
            torch.save({"state": {}, "param_groups": []}, folder / "optimizer.pt")
    assert told(tmp_path) == {"checkpoint-3": [FILES]}


@pytest.mark.parametrize(
    ("files", "others"),
    [
        (["optimizer", "scheduler", "scaler"], "checkpoint-2"),
        (["optimizer", "optimizer", "scheduler"], "the others"),
        (["optimizer", "optimizer", "scheduler", "scaler"], "2 others"),
    ],
    ids=["all differ", "all but one", "most"],
)
def test_they_are_compared_with_those_that_have_it(tmp_path: Path, files: list[str], others: str) -> None:
    for number, name in enumerate(files):
        folder = tmp_path / f"checkpoint-{number}"
        folder.mkdir()
        torch.save(net().state_dict(), folder / "pytorch_model.bin")
        torch.save({"state": number}, folder / f"{name}.pt")
    rows = checkpoints_in(tmp_path, sorted(path.name for path in tmp_path.iterdir()))
    said = {each.why.removesuffix(".").partition("unlike ")[2] for each in odd_ones(rows) if each.code == FILES}
    assert said == {others}


def test_models_that_share_nothing_are_measured_by_none_of_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nor are their optimizers and files compared: other models have others."""
    for number in range(3):
        folder = tmp_path / f"checkpoint-{number}"
        folder.mkdir()
        torch.save({f"part{number}.weight": torch.ones(2)}, folder / "pytorch_model.bin")
        torch.save({"state": number}, folder / f"file{number}.pt")
    assert told(tmp_path) == {f"checkpoint-{number}": [MODEL] for number in range(3)}
    assert run_command(["inspect", "--run", str(tmp_path)]) == 0
    said = capsys.readouterr().out.splitlines()[-2:]
    assert said[0] == "No two of these share a key: each is a different model."
    assert said[1].endswith(f" inspect {tmp_path / 'checkpoint-0'}")


@pytest.mark.parametrize(
    ("kinds", "why"),
    [
        (["AdamW", None], "It has no optimizer state, unlike step_1.pt (AdamW)."),
        ([None, "AdamW"], "It has optimizer state (AdamW), unlike step_1.pt."),
    ],
)
def test_an_optimizer_that_is_left_out_is_said_so(tmp_path: Path, kinds: list[str | None], why: str) -> None:
    model = net()
    for number, kind in enumerate(reversed(kinds)):
        state = {"step": number, "model": model.state_dict()}
        if kind:
            state["optimizer"] = stepped(getattr(torch.optim, kind), model)
        torch.save(state, tmp_path / f"step_{number}.pt")
    rows = checkpoints_in(tmp_path, ["step_0.pt", "step_1.pt"])
    assert [each.why for each in odd_ones(rows)] == [why]


def test_a_drift_says_what_it_lacks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number in range(2):
        torch.save({"step": number, "model": {f"part{number}.weight": torch.ones(2)}}, tmp_path / f"{'ab'[number]}.pt")
    assert run_command(["drift", *map(str, sorted(tmp_path.iterdir()))]) == 1
    assert "The 2 with a known step or epoch are of different models." in capsys.readouterr().err
    torch.save({"model": {"part0.weight": torch.ones(2)}}, tmp_path / "b.pt")
    assert run_command(["drift", str(tmp_path / "*.pt")]) == 1
    error = capsys.readouterr().err
    assert "Of the 2 given, 1 can be used." in error
    assert "*" not in error

"""A run that torch trained, whose weights become NaN at a known step."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from pytestqt.qtbot import QtBot

from gui.app.window import MainWindow
from gui.runs.view import RunView
from scripts.pictures.stage import settle

COUNT, SICK = 10, 7
"""Checkpoints of the run, and the first of them with NaN, counted from 1."""
BEGAN = 1_800_000_000


def save_step(folder: Path, step: int, state: dict[str, object]) -> Path:
    """A checkpoint as a training leaves it, an hour after the one before."""
    path = folder / f"step_{step}.pt"
    torch.save(state, path)
    os.utime(path, (BEGAN + 3600 * step, BEGAN + 3600 * step))
    return path


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was read is kept for this test alone; so is the trash."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """Ten checkpoints; the weights of ``0`` have a NaN from the seventh on, and all the others with it."""
    folder = tmp_path / "run"
    folder.mkdir()
    torch.manual_seed(0)
    model = torch.nn.Sequential(torch.nn.Linear(6, 6), torch.nn.Linear(6, 3))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    for step in range(1, COUNT + 1):
        optimizer.zero_grad()
        model(torch.randn(4, 6)).square().sum().backward()
        optimizer.param_groups[0]["lr"] = 0.1 / step
        optimizer.step()
        if step == SICK:
            model[0].weight.data[1, 2] = torch.nan
        save_step(folder, step, {"step": step, "model": model.state_dict(), "optimizer": optimizer.state_dict()})
    return folder


@pytest.fixture
def listed(window: MainWindow, qtbot: QtBot) -> Callable[[Path], RunView]:
    """Opens a folder as a run and waits until all of it is on show."""

    def open_run(folder: Path) -> RunView:
        window.open_file(folder)
        qtbot.waitUntil(lambda: window.page.shows_run and not window.page.run.busy)
        settle(window)
        return window.page.run

    return open_run

"""A file with a tensor of every sort, and the panel that shows them."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gui.session.session import Session
from gui.values.one_tensor import OneTensor
from gui.values.panel import ValuesPanel
from tests.gui.documents import catalogue_of

Pick = Callable[[str], OneTensor]


def tensors() -> dict[str, torch.Tensor]:
    """One of each kind that the panel shows in its own way."""
    torch.manual_seed(0)
    found = {
        "conv.weight": torch.randn(8, 3, 5, 5) * 0.05,
        "big": torch.randn(700, 500),
        "bias": torch.randn(120),
        "odd": torch.tensor([[1.0, float("nan"), 3.0], [float("inf"), -float("inf"), 6.0]]),
        "ids": torch.randint(0, 3, (40, 20)),
        "mask": torch.arange(9).reshape(3, 3) % 2 == 0,
        "complex": torch.randn(4, 5, dtype=torch.complex64),
        "bf": torch.randn(6, 5).bfloat16(),
        "empty": torch.zeros(3, 0),
        "scalar": torch.tensor(3.25),
        "five": torch.arange(2 * 3 * 4 * 2 * 5).reshape(2, 3, 4, 2, 5).float(),
    }
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # torch means to give quantised tensors up
        found["q"] = torch.quantize_per_tensor(torch.randn(4, 4), 0.05, 3, torch.quint8)
    return found


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "values.pth"
    torch.save({"model": tensors(), "epoch": 3, "args": {"lr": 0.1, "name": "run"}}, path)
    return path


@pytest.fixture
def panel(session: Session, file: Path, qtbot: QtBot) -> ValuesPanel:
    """The panel with the file open and nothing selected."""
    session.open_catalogue(catalogue_of(file))
    made = ValuesPanel(session)
    qtbot.addWidget(made)
    made.resize(300, 560)
    made.show()
    qtbot.waitExposed(made)
    QApplication.processEvents()
    return made


def settled(page: OneTensor, qtbot: QtBot) -> None:
    """Wait until everything is known and drawn."""
    qtbot.waitUntil(
        lambda: page.known is not None and page.known.settled and not page.busy and not page.numbers.grid.model.busy
    )
    QApplication.processEvents()


@pytest.fixture
def pick(panel: ValuesPanel, session: Session, qtbot: QtBot) -> Pick:
    """Selects a tensor and waits until all of it is shown."""

    def picked(name: str) -> OneTensor:
        catalogue = session.catalogue
        assert catalogue is not None
        before = panel.one.known if panel.one is not None else None
        entry = catalogue.find(f"model/{name}")
        session.set_current(entry)
        session.set_selection([entry])
        qtbot.waitUntil(lambda: panel.one is not None and panel.one.known is not None and panel.one.known is not before)
        assert panel.one is not None
        settled(panel.one, qtbot)
        return panel.one

    return picked

"""The box in the Optimizer tab: which model an optimizer belongs to, chosen by the user; torch reads what is saved."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from core.edits.edits import FOLLOW, MoveOptimizer, RemapDevice
from core.saving.save import save as save_preview
from gui.optimizer.panel import OptimizerPanel
from gui.session.session import Session
from tests.catalogue.optimizers.test_belonging import written
from tests.catalogue.optimizers.test_files import two_files
from tests.support.engine import catalogue_of
from tests.support.oracle import PretendGpus


@pytest.fixture
def panel(session: Session, tmp_path: Path, qtbot: QtBot) -> OptimizerPanel:
    """Two models, of which none is called like the optimizer or lies where its state does."""
    panel = OptimizerPanel(session)
    qtbot.addWidget(panel)
    panel.resize(420, 500)
    panel.show()
    session.open_catalogue(catalogue_of(written(tmp_path, {"left": "cuda:0", "right": "cuda:1"}, {"optimizer": None})))
    qtbot.waitUntil(lambda: panel.model.rowCount() == 5)
    return panel


def texts(panel: OptimizerPanel) -> list[str]:
    return [panel.belongs.itemText(place) for place in range(panel.belongs.count()) if panel.belongs.itemText(place)]


def choose(panel: OptimizerPanel, text: str) -> None:
    place = panel.belongs.findText(text)
    panel.belongs.setCurrentIndex(place)
    panel.belongs.activated.emit(place)


def devices_of_state(session: Session, path: Path) -> set[str]:
    assert session.preview is not None
    save_preview(session.preview, path)
    with PretendGpus() as gpus:
        return {gpus.device_of(each["exp_avg"]) for each in torch.load(path)["optimizer"]["state"].values()}


def test_a_model_is_chosen(panel: OptimizerPanel, session: Session, tmp_path: Path, qtbot: QtBot) -> None:
    assert "ambiguous: belongs to left or right" in panel.headline.text()
    assert texts(panel) == [
        *("Belongs to: not detected", "Belongs to: left", "Belongs to: right", "Belongs to: a model in another file…"),
    ]
    session.apply(MoveOptimizer(FOLLOW))
    assert devices_of_state(session, tmp_path / "as found.pt") == {"cuda:7"}
    for model, device in (("left", "cuda:0"), ("right", "cuda:1")):
        choose(panel, f"Belongs to: {model}")
        qtbot.waitUntil(lambda model=model: f"belongs to {model} (chosen by you)" in panel.headline.text())
        assert panel.belongs.currentText() == f"Belongs to: {model}"
        assert devices_of_state(session, tmp_path / f"{model}.pt") == {device}
    choose(panel, "Belongs to: detect it")
    qtbot.waitUntil(lambda: "ambiguous" in panel.headline.text())


def test_the_plan_and_its_steps_stay(panel: OptimizerPanel, session: Session, tmp_path: Path, qtbot: QtBot) -> None:
    """A step that is taken back or done again is worked out for the model that is chosen now."""
    session.apply(RemapDevice("cuda:0", "cuda:3"))
    session.apply(MoveOptimizer(FOLLOW))
    choose(panel, "Belongs to: left")
    qtbot.waitUntil(lambda: "chosen by you" in panel.headline.text())
    assert session.plan.find(MoveOptimizer) is not None
    assert devices_of_state(session, tmp_path / "saved a.pt") == {"cuda:3"}
    session.undo()
    assert devices_of_state(session, tmp_path / "saved b.pt") == {"cuda:7"}
    session.redo()
    assert devices_of_state(session, tmp_path / "saved c.pt") == {"cuda:3"}
    assert "The names of 5 of 5 parameters are known" in panel.headline.text()


def test_a_model_that_does_not_fit_is_refused(
    panel: OptimizerPanel, session: Session, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    torch.save(torch.nn.Linear(2, 2).state_dict(), tmp_path / "small.pt")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(tmp_path / "small.pt"), ""))
    with qtbot.waitSignal(session.refused) as refused:
        choose(panel, "Belongs to: a model in another file…")
    assert "do not fit any model of small.pt" in refused.args[0]
    assert panel.belongs.currentText() == "Belongs to: not detected"
    assert panel.belongs.isEnabled()


def test_a_model_in_another_file(
    panel: OptimizerPanel, session: Session, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, other, names = two_files(tmp_path, "cpu", "cuda:3")
    session.open_catalogue(catalogue_of(path))
    qtbot.waitUntil(lambda: "The names of 0 of 5 parameters are known" in panel.headline.text())
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(other), ""))
    choose(panel, "Belongs to: a model in another file…")
    qtbot.waitUntil(lambda: f"belongs to {other.name} (matched by shapes)" in panel.headline.text())
    assert panel.belongs.currentText() == f"Belongs to: {other.name}"
    assert [row.item.name for row in panel.model.rows] == names
    assert "state of 5 parameters is on different devices" in panel.headline.text()
    assert session.catalogue is not None
    assert session.catalogue.meaning(session.catalogue.find("state/0/exp_avg")) == f"exp_avg of {names[0]}"
    session.close()
    assert not panel.belongs.isVisible()

"""The optimizer's page of a parameter: its moments, and how large the next step is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from core.catalogue.catalogue import Catalogue
from core.edits.edits import SetNumbers, SetValue
from gui.session.session import Session
from gui.values.tensor_pages import UpdatePage
from gui.values.update_model import has_moments
from tests.gui.documents import opened
from tests.gui.user import show
from tests.values.test_update import trained

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def page(session: Session, qtbot: QtBot) -> UpdatePage:
    made = UpdatePage(session)
    show(made, qtbot, 330, 560)
    return made


def shown(page: UpdatePage, session: Session, qtbot: QtBot, path: Path, checkpoint: Any, key: str) -> Catalogue:
    torch.save(checkpoint, path)
    catalogue = opened(session, path)
    page.show_row(catalogue.rows[catalogue.find(key)])
    qtbot.waitUntil(lambda: not page.busy)
    return catalogue


@pytest.mark.parametrize("key", ["model/b.weight", "optimizer/state/2/exp_avg"])
def test_the_moments_stand_beside_the_parameter(
    page: UpdatePage, session: Session, qtbot: QtBot, tmp_path: Path, key: str
) -> None:
    checkpoint, change = trained(torch.optim.AdamW, lr=0.02, weight_decay=0)
    catalogue = shown(page, session, qtbot, tmp_path / "f.pth", checkpoint, key)
    names = [link.text() for link in page.links if link.isVisible()]
    assert names == ["change of each number, relative to its size", "b.weight", "exp_avg", "exp_avg_sq"]
    assert [plot.isVisible() for plot in page.plots] == [True] * 4 + [False]
    share = float(change.norm() / checkpoint["model"]["b.weight"].norm())
    assert f"Next step of AdamW: {share:.3%} of the weights" in page.words.text().replace("\u00a0", " ")
    assert "by lr 0.02 after 3 steps" in page.words.text()
    assert "7 numbers of 28 would not move" in page.words.text()
    assert sum(page.plots[1].layers[0].counts) == 28
    with qtbot.waitSignal(session.reveal_requested) as asked:
        qtbot.mouseClick(page.links[3], LEFT)
    assert asked.args == [catalogue.find("optimizer/state/2/exp_avg_sq")]


def test_of_another_optimizer_there_are_the_moments_alone(
    page: UpdatePage, session: Session, qtbot: QtBot, tmp_path: Path
) -> None:
    checkpoint, _change = trained(torch.optim.NAdam)
    shown(page, session, qtbot, tmp_path / "f.pth", checkpoint, "model/b.weight")
    assert "not for NAdam" in page.words.text()
    assert [link.text() for link in page.links if link.isVisible()] == ["b.weight", "exp_avg", "exp_avg_sq"]


def test_who_has_moments(session: Session, tmp_path: Path) -> None:
    checkpoint, _change = trained(torch.optim.Adam)
    torch.save(checkpoint | {"epoch": 3}, tmp_path / "f.pth")
    catalogue = opened(session, tmp_path / "f.pth")
    found = {path: has_moments(catalogue, catalogue.find(path)) for path in ("model/a.bias", "epoch", "model")}
    assert found == {"model/a.bias": True, "epoch": False, "model": False}


def test_a_file_that_changed_is_a_sentence(page: UpdatePage, session: Session, qtbot: QtBot, tmp_path: Path) -> None:
    checkpoint, _change = trained(torch.optim.Adam)
    catalogue = shown(page, session, qtbot, tmp_path / "f.pth", checkpoint, "model/b.weight")
    (tmp_path / "f.pth").write_bytes(b"gone")
    page.show_row(catalogue.rows[catalogue.find("model/a.weight")])
    qtbot.waitUntil(lambda: not page.busy)
    assert "has changed on disk" in page.words.text()
    assert not any(plot.isVisible() for plot in page.plots)


def test_the_step_is_that_of_what_would_be_saved(
    page: UpdatePage, session: Session, qtbot: QtBot, tmp_path: Path
) -> None:
    checkpoint, change = trained(torch.optim.AdamW, lr=0.02, weight_decay=0)
    catalogue = shown(page, session, qtbot, tmp_path / "f.pth", checkpoint, "model/b.weight")
    weight = catalogue.find("model/b.weight")
    session.apply(SetValue(catalogue.find("optimizer/param_groups/1/lr"), 0.04))
    session.apply(SetNumbers(weight, tuple((0, size, 1) for size in catalogue.shape(weight) or ()), 3))
    page.forget()
    page.show_row(catalogue.rows[weight])
    qtbot.waitUntil(lambda: not page.busy)
    share = float(2 * change.norm() / torch.full_like(checkpoint["model"]["b.weight"], 3).norm())
    assert f"Next step of AdamW: {share:.3%} of the weights" in page.words.text().replace("\u00a0", " ")
    assert "by lr 0.04 after 3 steps" in page.words.text()
    assert min(page.plots[1].layers[0].edges) > 1  # all are 3 now


def test_histograms_of_a_sample_say_so(page: UpdatePage, session: Session, qtbot: QtBot, tmp_path: Path) -> None:
    model = torch.nn.Linear(400, 300, bias=False)
    optimizer = torch.optim.Adam(model.parameters())
    model(torch.ones(1, 400)).sum().backward()
    optimizer.step()
    checkpoint = {"model": model.state_dict(), "optimizer": optimizer.state_dict()}
    shown(page, session, qtbot, tmp_path / "f.pth", checkpoint, "model/weight")
    names = [link.text() for link in page.links if link.isVisible()]
    assert names[1:] == [
        f"{name} · of a sample, about 100,000 of 120,000 numbers" for name in ("weight", "exp_avg", "exp_avg_sq")
    ]

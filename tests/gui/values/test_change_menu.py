"""Many numbers changed at once, as pending changes: cells filled, an array put in."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch
from pytestqt.qtbot import QtBot

from core.saving.save import save
from gui.session.session import Session
from gui.values.one_tensor import NUMBERS
from tests.gui.values.conftest import Pick, settled, tensors

pytestmark = pytest.mark.filterwarnings("ignore:TypedStorage is deprecated")  # torch's own, of quantised tensors


def saved(session: Session, path: Path) -> dict[str, torch.Tensor]:
    """What torch finds in the file that is saved."""
    assert session.preview is not None
    save(session.preview, path)
    found: dict[str, torch.Tensor] = torch.load(path, weights_only=False)["model"]
    return found


@pytest.mark.parametrize(("name", "turned"), [("big", (0, 1)), ("five", (3, 1)), ("bias", None)])
def test_the_selected_cells_are_filled(
    pick: Pick, session: Session, qtbot: QtBot, tmp_path: Path, name: str, turned: tuple[int, int] | None
) -> None:
    page = pick(name)
    page.tabs.setCurrentIndex(NUMBERS)
    expected = tensors()[name].clone()
    if name == "five":
        page._go_to_plane(page.planes.plane.turned(3, 1).moved(0, 1).moved(4, 2))
        expected[1, 1:3, :, 0:2, 2] = 0  # cells of rows 0 to 1 (dimension 3) and columns 1 to 2 (dimension 1)
        expected[1, 1:3, 1:, 0:2, 2] = tensors()[name][1, 1:3, 1:, 0:2, 2]
        page.numbers.grid.select((0, 1), (1, 2))
    elif turned:
        page.numbers.grid.select((5, 9), (3, 7))
        expected[3:6, 7:10] = 0
    else:
        page.numbers.grid.select((4, 0), (6, 0))
        expected[4:7] = 0
    with qtbot.waitSignal(page.change.said) as said:
        page.change.fill_with("0")
    assert said.args[0].startswith("Set ")
    settled(page, qtbot)
    assert torch.equal(saved(session, tmp_path / "filled.pth")[name], expected)
    session.undo()
    assert torch.equal(saved(session, tmp_path / "undone.pth")[name], tensors()[name])


def test_an_array_is_put_in_and_others_are_refused(pick: Pick, session: Session, qtbot: QtBot, tmp_path: Path) -> None:
    page = pick("big")
    array = np.random.default_rng(1).normal(size=(700, 500)).astype(np.float32)
    np.save(tmp_path / "a.npy", array)
    page.change.put_file(tmp_path / "a.npy")
    settled(page, qtbot)
    assert torch.equal(saved(session, tmp_path / "put.pth")["big"], torch.from_numpy(array))
    session.undo()
    assert not session.plan.edits
    (tmp_path / "b.npy").write_text("no array")
    page.change.put_file(tmp_path / "b.npy")
    assert "is not a .npy file" in page.status.text()
    assert not session.plan.edits


def test_what_cannot_be_changed_is_not_offered(pick: Pick) -> None:
    page = pick("bias")
    page.copy.menu.aboutToShow.emit()
    assert page.change.put.isEnabled()
    assert not page.change.fill.isEnabled()  # nothing is selected
    page.numbers.grid.select((0, 0), (0, 0))
    page.copy.menu.aboutToShow.emit()
    assert page.change.fill.isEnabled()
    page.change.fill_with("many")
    assert "is not a number" in page.status.text()


def test_what_was_set_is_said_as_long_as_it_is_planned(pick: Pick, session: Session, qtbot: QtBot) -> None:
    page = pick("bf")
    page.tabs.setCurrentIndex(NUMBERS)
    page.numbers.grid.model.edit_wanted.emit(0, 0, "0.5")
    settled(page, qtbot)
    assert page.status.text() == "Set. Nothing is written until you save."
    page.numbers.grid.select((1, 1), (2, 2))
    page.change.fill_with("0")
    settled(page, qtbot)
    assert page.status.text().startswith("Set 4 numbers.")
    session.undo()
    settled(page, qtbot)
    assert not page.status.text()
    session.redo()
    assert not page.status.text()


def test_numbers_that_are_taken_out_of_the_plan_are_not_said_to_be_set(
    pick: Pick, session: Session, qtbot: QtBot
) -> None:
    page = pick("bf")
    page.tabs.setCurrentIndex(NUMBERS)
    page.numbers.grid.model.edit_wanted.emit(0, 0, "0.5")
    settled(page, qtbot)
    assert page.status.text().startswith("Set.")
    session.retract(session.plan.edits[0])
    settled(page, qtbot)
    assert not page.status.text()

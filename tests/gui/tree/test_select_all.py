"""Everything is selected, wherever it is shown, in a file of so many tensors that it is laid out in pieces."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import torch
from pytestqt.qtbot import QtBot

from gui.app.window import MainWindow
from tests.files.checkpoints import save

TENSORS = 20_000


def test_everything_is_selected_wherever_it_is_shown(
    window: MainWindow, open_in: Callable[[MainWindow, Path], None], tmp_path: Path, qtbot: QtBot
) -> None:
    one = torch.zeros(2)
    keys = (f"block{n // 500}.layer{n // 10 % 50}.weight{n % 10}" for n in range(TENSORS))
    open_in(window, save({"epoch": 3, "state_dict": dict.fromkeys(keys, one)}, tmp_path / "many.pth"))
    tree, session = window.page.workspace.tree, window.page.session
    catalogue = session.catalogue
    assert catalogue is not None
    tree.unfold_all()
    qtbot.waitUntil(lambda: not tree.busy, timeout=60_000)
    assert tree.model.rowCount() > TENSORS
    tree.view.selectAll()
    assert set(session.selection) == set(range(1, len(catalogue)))
    shown = tree.model.rowCount()
    tree.keys_button.click()
    qtbot.waitUntil(lambda: not tree.busy, timeout=60_000)
    assert tree.model.rowCount() < shown
    assert len(tree.view.selected_nodes()) == tree.model.rowCount()
    assert set(session.selection) == set(range(1, len(catalogue)))
    tree.modules_button.click()
    qtbot.waitUntil(lambda: not tree.busy, timeout=60_000)
    assert len(tree.view.selected_nodes()) == shown == tree.model.rowCount()  # with the modules of selected keys
    qtbot.wait(30)
    assert set(session.selection) == set(range(1, len(catalogue)))

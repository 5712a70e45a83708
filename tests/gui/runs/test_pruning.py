"""What can go is listed with why the others stay; it goes to the trash after a question, and not before."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from gui.app.window import MainWindow
from gui.runs.pruning import PruneDialog
from gui.runs.view import RunView
from scripts.pictures.stage import settle
from tests.gui.conftest import Said
from tests.gui.runs.conftest import COUNT, SICK

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def dialog(run: Path, listed: Callable[[Path], RunView], window: MainWindow, qtbot: QtBot) -> PruneDialog:
    view = listed(run)
    view.search(read_all=False)
    qtbot.waitUntil(lambda: view.searched is not None and not view.busy)
    qtbot.mouseClick(view.prune_button, LEFT)
    assert view.prune_dialog is not None
    settle(window)
    return view.prune_dialog


def goes(dialog: PruneDialog) -> list[int | None]:
    return [each.row.step for each in dialog.model.rows if not each.stays]


def test_the_rule_says_what_goes(dialog: PruneDialog, window: MainWindow) -> None:
    kept = {1, SICK - 1, 8, 9, 10}
    assert goes(dialog) == [step for step in range(1, COUNT + 1) if step not in kept]
    dialog.every.setValue(0)
    dialog.healthy.setChecked(False)
    dialog.last.setValue(1)
    settle(window)
    assert goes(dialog) == list(range(1, COUNT))


def test_nothing_is_touched_where_the_answer_is_no(dialog: PruneDialog, run: Path, said: Said, qtbot: QtBot) -> None:
    before = sorted(run.iterdir())
    qtbot.mouseClick(dialog.move_button, LEFT)
    assert "to the trash?" in said.questions[0].title
    assert "step_2.pt" in said.questions[0].text
    assert sorted(run.iterdir()) == before
    assert dialog.isVisible()


def test_they_go_to_the_trash_and_out_of_the_list(
    dialog: PruneDialog, run: Path, said: Said, qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    going = [f"step_{step}.pt" for step in goes(dialog)]
    said.answer = "move"
    qtbot.mouseClick(dialog.move_button, LEFT)
    view = window.page.run
    qtbot.waitUntil(lambda: len(view.rows) == COUNT - len(going) and not view.busy)
    assert not any((run / name).exists() for name in going)
    assert sorted(path.name for path in (tmp_path / "data" / "Trash" / "files").iterdir()) == sorted(going)
    assert f"{len(going)} checkpoints moved to the trash." in said.texts[-1]

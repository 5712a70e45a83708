"""A run in a tab: what the mouse and the keyboard do, and what comes of a run that still trains."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from core.errors import DamagedSource
from core.runs import health
from gui.app.window import MainWindow
from gui.runs import view as view_module
from gui.runs.model import Lamp
from gui.runs.view import RunView
from scripts.pictures.stage import settle
from tests.gui.conftest import Said
from tests.gui.hands import Hands
from tests.gui.runs.conftest import COUNT, SICK, save_step

Listed = Callable[[Path], RunView]
LEFT = Qt.MouseButton.LeftButton


def names(window: MainWindow) -> list[str]:
    return [page.name for page in window.tabs.pages()]


def shows(window: MainWindow, qtbot: QtBot, name: str) -> None:
    qtbot.waitUntil(lambda: window.page.shows_document and window.page.name == name)
    settle(window)


def search(view: RunView, window: MainWindow, qtbot: QtBot) -> None:
    qtbot.mouseClick(view.search_button, LEFT)
    qtbot.waitUntil(lambda: view.searched is not None and not view.busy)
    settle(window)


def select(view: RunView, *steps: int) -> None:
    view.view.clearSelection()
    flag = view.view.selectionModel().SelectionFlag
    for place, each in enumerate(view.model.rows):
        if each.row.step in steps:
            view.view.selectionModel().select(view.model.index(place, 0), flag.Select | flag.Rows)


def test_one_click_finds_the_last_healthy_one(run: Path, listed: Listed, window: MainWindow, qtbot: QtBot) -> None:
    view = listed(run)
    hands = Hands(qtbot, window)
    hands.click(view.search_button)
    qtbot.waitUntil(lambda: view.searched is not None and not view.busy)
    assert hands.clicks == 1
    assert f"Last healthy: step {SICK - 1}" in view.verdict.label.text()
    sick = [each.row.step for each in view.rows if each.lamp in (Lamp.SICK, Lamp.LIKELY_SICK)]
    assert sick == list(range(SICK, COUNT + 1))
    qtbot.mouseClick(view.healthy_button, LEFT)
    shows(window, qtbot, f"step_{SICK - 1}.pt")


def test_few_are_read_and_read_all_reads_the_rest(run: Path, listed: Listed, window: MainWindow, qtbot: QtBot) -> None:
    view = listed(run)
    search(view, window, qtbot)
    assert view.searched is not None
    assert len(view.searched.found.health) < COUNT
    qtbot.mouseClick(view.all_button, LEFT)
    qtbot.waitUntil(lambda: not view.busy)
    assert len(view.searched.found.health) == COUNT
    assert view.all_button.isHidden()


def test_a_search_can_be_cancelled(run: Path, listed: Listed, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    view = listed(run)

    def slow(*given: object) -> None:
        while True:
            given[1](0, 1)  # type: ignore[operator]

    monkeypatch.setattr(health, "health_of", slow)
    qtbot.mouseClick(view.search_button, LEFT)
    qtbot.waitUntil(lambda: view.busy and view.progress.isVisible())
    assert not view.prune_button.isEnabled()
    qtbot.mouseClick(view.progress.cancel_button, LEFT)
    qtbot.waitUntil(lambda: not view.busy)
    assert view.searched is None
    assert not view.progress.isVisible()
    assert view.search_button.isEnabled()


def test_scan_values_means_the_run_where_a_run_is_on_show(
    run: Path, listed: Listed, window: MainWindow, qtbot: QtBot
) -> None:
    view = listed(run)
    window.actions_["scan"].trigger()
    qtbot.waitUntil(lambda: view.searched is not None and not view.busy)


def test_enter_on_two_compares_them(run: Path, listed: Listed, window: MainWindow, qtbot: QtBot) -> None:
    view = listed(run)
    assert not view.compare_button.isEnabled()
    select(view, 2, 4)
    assert view.compare_button.isEnabled()
    qtbot.keyClick(view.view, Qt.Key.Key_Return)
    shows(window, qtbot, "step_4.pt")
    assert window.page.comparing.on
    assert names(window) == ["run", "step_4.pt"]


def test_a_lamp_selects_its_checkpoint_and_enter_opens_it(
    run: Path, listed: Listed, window: MainWindow, qtbot: QtBot
) -> None:
    view = listed(run)
    at = next(x for x in range(view.lamps.width()) if view.lamps.place_at(QPoint(x, 8)) == 4)
    qtbot.mouseClick(view.lamps, LEFT, pos=QPoint(at + 3, 8))
    assert [view.model.rows[index.row()].row.step for index in view.view.selectionModel().selectedRows()] == [5]
    qtbot.keyClick(view.lamps, Qt.Key.Key_Right)
    assert [view.model.rows[index.row()].row.step for index in view.view.selectionModel().selectedRows()] == [6]
    qtbot.keyClick(view.lamps, Qt.Key.Key_Return)
    shows(window, qtbot, "step_6.pt")


def test_the_code_of_the_one_to_resume_from(run: Path, listed: Listed, window: MainWindow, qtbot: QtBot) -> None:
    view = listed(run)
    search(view, window, qtbot)
    qtbot.mouseClick(view.code_button, LEFT)
    shows(window, qtbot, f"step_{SICK - 1}.pt")
    dialog = window.page.diagnosis.recipes_dialog
    assert dialog is not None
    assert dialog.isVisible()


# -- the plots ---------------------------------------------------------------------------------------------------------


def drifted(view: RunView, window: MainWindow, qtbot: QtBot) -> None:
    assert view.board is not None
    qtbot.mouseClick(view.board.drift_button, LEFT)
    qtbot.waitUntil(lambda: view.board is not None and view.board.has_drift and not view.busy)
    settle(window)


def test_options_are_drawn_before_any_number_is_read(run: Path, listed: Listed) -> None:
    view = listed(run)
    assert view.board is not None
    beside = view.board.plot.beside
    assert beside is not None
    assert beside.name == "optimizer/0/lr"
    assert beside.values == pytest.approx([0.1 / step for step in range(1, COUNT + 1)])
    assert not view.board.has_drift


def test_a_click_on_the_map_goes_to_the_checkpoint_and_the_tensor(
    run: Path, listed: Listed, window: MainWindow, qtbot: QtBot
) -> None:
    view = listed(run)
    drifted(view, window, qtbot)
    assert view.board is not None
    cells = view.board.map_plot
    scene = cells.getViewBox().mapViewToScene(QPointF(3.5, 1.5))
    assert "model/1" in cells.tip_at(scene)
    assert "4: " in cells.tip_at(scene)
    qtbot.mouseClick(cells.viewport(), LEFT, pos=scene.toPoint())
    shows(window, qtbot, "step_4.pt")
    catalogue = window.page.session.catalogue
    assert catalogue is not None
    assert catalogue.path_text(window.page.session.current) == "model/1.weight"


def test_a_click_on_a_line_goes_to_its_checkpoint(run: Path, listed: Listed, window: MainWindow, qtbot: QtBot) -> None:
    view = listed(run)
    drifted(view, window, qtbot)
    assert view.board is not None
    board = view.board
    board.measure.setCurrentIndex(1)
    board.select_layers(["model/0"])
    assert [curve.name for curve in board.plot.curves] == ["model/0"]
    state = torch.load(run / "step_3.pt")["model"]
    norm = float(torch.cat([state["0.weight"].flatten(), state["0.bias"].flatten()]).norm())
    assert board.plot.curves[0].values[2] == pytest.approx(norm)
    scene = board.plot.getViewBox().mapViewToScene(QPointF(3, norm))
    assert "step 3" in board.plot.tip_at(scene)
    qtbot.mouseClick(board.plot.viewport(), LEFT, pos=scene.toPoint())
    shows(window, qtbot, "step_3.pt")
    catalogue = window.page.session.catalogue
    assert catalogue is not None
    assert catalogue.path_text(window.page.session.current) == "model/0.weight"


def test_the_table_has_the_numbers_of_the_selected_checkpoint(
    run: Path, listed: Listed, window: MainWindow, qtbot: QtBot
) -> None:
    view = listed(run)
    drifted(view, window, qtbot)
    assert view.board is not None
    select(view, 2)
    norm = view.board.model.columns[2].text(view.board.model.rows[0])
    state = torch.load(run / "step_2.pt")["model"]
    assert float(norm) == pytest.approx(float(torch.cat([each.flatten() for each in state.values()]).norm()), rel=1e-3)
    select(view, COUNT)
    assert view.board.model.columns[2].text(view.board.model.rows[0]) == "NaN"
    tensors = [row.path for row in view.board.model.rows]
    view.board.grouping.setCurrentIndex(1)
    assert len(view.board.model.rows) > len(tensors)


# -- average, fix, drop ------------------------------------------------------------------------------------------------


def test_an_average_is_a_pending_change_of_the_last(
    run: Path, listed: Listed, window: MainWindow, qtbot: QtBot, said: Said
) -> None:
    view = listed(run)
    select(view, 2, 3, 5)
    qtbot.mouseClick(view.average_button, LEFT)
    shows(window, qtbot, "step_5.pt")
    assert window.page.session.plan
    assert window.page.session.undo_stack.undoText()
    assert "average of 3 checkpoints" in " ".join(said.texts)
    target = run.parent / "average.pt"
    from core.saving.save import save

    assert window.page.session.preview is not None
    save(window.page.session.preview, target)
    states = [torch.load(run / f"step_{step}.pt")["model"] for step in (2, 3, 5)]
    ours = torch.load(target)["model"]
    for key, value in ours.items():
        mean = sum(state[key].double() for state in states) / 3
        assert torch.equal(value, mean.to(value.dtype))


def test_what_cannot_be_averaged_says_why(
    run: Path, listed: Listed, qtbot: QtBot, said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = listed(run)

    def refuse(*_given: object) -> None:
        raise DamagedSource("step_3.pt is damaged")

    monkeypatch.setattr(view_module, "_averaged", refuse)
    qtbot.mouseClick(view.average_button, LEFT)
    qtbot.waitUntil(lambda: not view.busy)
    assert said.texts == ["step_3.pt is damaged"]


def test_the_same_fix_for_all_begins_with_the_folder_of_the_run(
    run: Path, listed: Listed, window: MainWindow, qtbot: QtBot
) -> None:
    view = listed(run)
    qtbot.mouseClick(view.fix_button, LEFT)
    book = window.page.recipes.book
    assert book is not None
    assert book.isVisible()
    assert window.page.recipes._chosen_folder() == run


def test_a_drop_adds_checkpoints_that_lie_elsewhere(
    run: Path, listed: Listed, window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    view = listed(run)
    other = tmp_path / "elsewhere"
    other.mkdir()
    late = save_step(other, 99, torch.load(run / "step_2.pt") | {"step": 99})
    Hands(qtbot, window).drop(late, QPoint(window.width() * 3 // 4, window.height() // 2))
    qtbot.waitUntil(lambda: len(view.rows) == COUNT + 1)
    assert view.rows[-1].row.path == late
    assert view.rows[-1].row.step == 99
    view.add([late])
    qtbot.waitUntil(lambda: not view.busy)
    assert len(view.rows) == COUNT + 1


# -- opening -----------------------------------------------------------------------------------------------------------


def test_a_folder_that_is_a_checkpoint_itself_opens_as_a_run_too(
    run: Path, window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    output = tmp_path / "output"
    for at in (100, 200):
        (output / f"checkpoint-{at}").mkdir(parents=True)
        shutil.copy(run / "step_1.pt", output / f"checkpoint-{at}" / "pytorch_model.bin")
    shutil.copy(run / "step_2.pt", output / "pytorch_model.bin")
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(output))
    window.actions_["open_folder"].trigger()
    qtbot.waitUntil(lambda: window.page.shows_document)
    window.actions_["open_run"].trigger()
    qtbot.waitUntil(lambda: window.page.shows_run and not window.page.run.busy)
    assert [each.row.name for each in window.page.run.rows][:2] == ["checkpoint-100", "checkpoint-200"]
    assert window.tabs.count() == 2


# -- a run that still trains -------------------------------------------------------------------------------------------


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(view_module, "SETTLED", 50)


@pytest.mark.usefixtures("soon")
def test_new_checkpoints_come_by_themselves_and_keep_what_is_selected(
    run: Path, window: MainWindow, qtbot: QtBot
) -> None:
    window.page.run._again.setInterval(50)
    window.open_file(run)
    qtbot.waitUntil(lambda: window.page.shows_run and not window.page.run.busy)
    view = window.page.run
    select(view, 4)
    save_step(run, 11, torch.load(run / "step_2.pt") | {"step": 11})
    qtbot.waitUntil(lambda: [each.row.step for each in view.rows] == list(range(1, 12)))
    qtbot.waitUntil(lambda: view.rows[-1].row.is_complete)
    assert [view.model.rows[index.row()].row.step for index in view.view.selectionModel().selectedRows()] == [4]
    (run / "step_11.pt").unlink()
    qtbot.waitUntil(lambda: len(view.rows) == COUNT)


def test_what_is_being_written_is_listed_and_left_alone(
    run: Path, window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.page.run._again.setInterval(60)
    window.open_file(run)
    qtbot.waitUntil(lambda: window.page.shows_run and not window.page.run.busy)
    view = window.page.run
    read: list[str] = []
    looked = view_module.next_look

    def watched(*given: object) -> object:
        found = looked(*given)  # type: ignore[arg-type]
        read.extend(row.problem for row in found.rows if row.problem)
        return found

    monkeypatch.setattr(view_module, "next_look", watched)
    whole = (run / "step_2.pt").read_bytes()
    with (run / "step_12.pt").open("wb") as file:
        rest = iter(whole)
        for byte in rest:  # never still for as long as two looks take
            file.write(bytes([byte]))
            file.flush()
            os.fsync(file.fileno())
            qtbot.wait(30)
            if listed := [each.row for each in view.rows if each.row.name == "step_12.pt"]:
                break
        assert not listed[0].is_read
        file.write(bytes(rest))
    qtbot.waitUntil(lambda: any(each.row.name == "step_12.pt" and each.row.is_complete for each in view.rows))
    assert not read


def test_a_search_goes_on_when_the_run_grows(run: Path, listed: Listed, window: MainWindow, qtbot: QtBot) -> None:
    for step in range(SICK, COUNT + 1):
        (run / f"step_{step}.pt").unlink()
    view = listed(run)
    view._again.setInterval(50)
    search(view, window, qtbot)
    assert view._first_sick < 0
    state = torch.load(run / "step_2.pt")
    state["step"], state["model"]["0.weight"][0, 0] = 20, torch.inf
    save_step(run, 20, state)
    qtbot.waitUntil(lambda: view._first_sick == SICK - 1)


def test_closing_the_tab_ends_the_watch(run: Path, listed: Listed, window: MainWindow, qtbot: QtBot) -> None:
    view = listed(run)
    window.close_file()
    assert not view._watcher.directories()
    assert not view._again.isActive()
    assert window.page.is_free

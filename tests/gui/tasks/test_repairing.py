"""The tasks that end with a file that loads; torch loads it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from PySide6.QtWidgets import QApplication

from gui.diagnosis.content import DiagnosisContent
from tests.files.shards import save_shards, state_dict
from tests.files.tour_files import Net, make
from tests.gui.hands import Hands
from tests.gui.tasks.conftest import Desk
from tests.support.machines import machine
from tests.support.oracle import PretendGpus, saved_devices

Answer = Callable[[Path], None]
FILES = 40


def save_by_mouse(desk: Desk, hands: Hands) -> Path:
    """The toolbar, and Save."""
    hands.click_words("Save fixed…", desk.toolbar)
    hands.click_words("Save", desk.save_dialog())
    return desk.saved()


def save_by_keyboard(desk: Desk, hands: Hands) -> Path:
    """Ctrl+S, and Enter."""
    hands.press("Ctrl+S")
    desk.save_dialog()
    hands.press("Return")
    return desk.saved()


def strip_card(desk: Desk) -> Any:
    """The button that cures the prefix."""
    board = desk.panel("diagnosis")
    return desk.hands.button("Fix: strip “module.”", board)


def test_a_checkpoint_of_gpus_loads_on_a_laptop(desk: Desk, tmp_path: Path) -> None:
    task, file = "GPU checkpoint → loads on a laptop, saved", make("resume.pt", tmp_path)
    with desk.by_mouse(task, file) as hands:
        hands.click_words("Map cuda:* → cpu")
        hands.click_words("Save fixed…", desk.page.banner)
        hands.click_words("Save", desk.save_dialog())
        first = desk.saved()
    loads_on_a_laptop(first, file)
    first.unlink()
    with desk.by_keyboard(task, file) as hands:
        hands.press("Ctrl+Return", "Ctrl+Return")
        desk.save_dialog()
        hands.press("Return")
        second = desk.saved()
    loads_on_a_laptop(second, file)


def test_shards_become_one_file_on_the_cpu(desk: Desk, tmp_path: Path) -> None:
    task, folder = "a sharded model → one file on cpu, saved", save_shards(tmp_path / "llama", prefix="")
    with desk.by_mouse(task, folder) as hands:
        hands.click_words("Map cuda:* → cpu")
        hands.click_words("Save fixed…", desk.page.banner)
        dialog = desk.save_dialog()
        hands.type("one.pth")
        hands.click_words("Save", dialog)
        first = desk.saved()
    is_the_whole(first)
    first.unlink()
    with desk.by_keyboard(task, folder) as hands:
        hands.press("Ctrl+Return", "Ctrl+Return")
        desk.save_dialog()
        hands.type("one.pth")
        hands.press("Return")
        second = desk.saved()
    is_the_whole(second)


def is_the_whole(saved: Path) -> None:
    with machine(0):
        torch.testing.assert_close(torch.load(saved), state_dict(3, ""), rtol=0, atol=0)


def loads_on_a_laptop(saved: Path, source: Path) -> None:
    with machine(0), pytest.raises(RuntimeError, match="deserialize object on a CUDA device"):
        torch.load(source)
    with machine(0):
        ours = torch.load(saved)
    torch.testing.assert_close(ours, torch.load(source, map_location="cpu"), rtol=0, atol=0)


def test_a_prefix_is_stripped(desk: Desk, tmp_path: Path) -> None:
    task, file = "strip `module.` and save", make("two_cards.pth", tmp_path)
    with desk.by_mouse(task, file) as hands:
        hands.click(strip_card(desk))
        first = save_by_mouse(desk, hands)
    fits(first)
    first.unlink()
    with desk.by_keyboard(task, file) as hands:
        hands.press("Ctrl+E")
        while QApplication.focusWidget() is not strip_card(desk):
            hands.press("Tab")
        hands.press("Space")
        second = save_by_keyboard(desk, hands)
    fits(second)


def fits(saved: Path) -> None:
    with PretendGpus():
        Net().load_state_dict(torch.load(saved), strict=True)
    assert set(saved_devices(saved)) == {"cuda:0"}


def test_the_state_goes_to_its_parameters(desk: Desk, tmp_path: Path) -> None:
    task, file = "optimizer state to where its parameters are", make("resume.pt", tmp_path)
    with desk.by_mouse(task, file) as hands:
        board = desk.panel("diagnosis")
        assert isinstance(board.content, DiagnosisContent)  # type: ignore[attr-defined]
        hands.pick(board.content.fixes.movers[0][2], "where its parameters are")  # type: ignore[attr-defined]
    follows(desk)
    with desk.by_keyboard(task, file) as hands:
        hands.press("Ctrl+E")
        box = desk.panel("diagnosis").content.fixes.movers[0][2]  # type: ignore[attr-defined]
        while QApplication.focusWidget() is not box:
            hands.press("Tab")
        hands.type("w")
    follows(desk)


def follows(desk: Desk) -> None:
    desk.hands.press("Ctrl+S")
    desk.save_dialog()
    desk.hands.press("Return")
    saved = desk.saved()
    with machine(1) as gpus:
        state = torch.load(saved)["optimizer"]["state"]
        assert {gpus.device_of(each["exp_avg"]) for each in state.values()} == {"cuda:0"}
        assert {gpus.device_of(each["step"]) for each in state.values()} == {"cpu"}
    saved.unlink()


def test_a_traceback_is_cured(desk: Desk, tmp_path: Path) -> None:
    task, file = "“I got this traceback” → fixed file", make("two_cards.pth", tmp_path)
    with PretendGpus(), pytest.raises(RuntimeError) as raised:
        Net().load_state_dict(torch.load(file))
    QApplication.clipboard().setText(f"Traceback (most recent call last):\nRuntimeError: {raised.value}")
    with desk.by_mouse(task, file) as hands:
        hands.press("Ctrl+V")
        board = desk.panel("diagnosis").content  # type: ignore[attr-defined]
        hands.until(lambda: board.answer.cures)
        hands.click(board.answer.cures[0])
        first = save_by_mouse(desk, hands)
    fits(first)
    first.unlink()
    with desk.by_keyboard(task, file) as hands:
        hands.press("Ctrl+V")
        board = desk.panel("diagnosis").content  # type: ignore[attr-defined]
        hands.until(lambda: board.answer.cures)
        hands.press("Ctrl+Return")
        second = save_by_keyboard(desk, hands)
    fits(second)


def test_all_is_undone(desk: Desk, tmp_path: Path) -> None:
    task, file = "undo all of it (three changes)", make("two_cards.pth", tmp_path)
    for way in (desk.by_mouse, desk.by_keyboard):
        desk.begin(file)
        desk.hands.click(strip_card(desk))
        desk.hands.click_words("All GPUs → cpu")
        desk.click_key("module.head.bias")
        desk.hands.press("Delete")
        assert desk.session.undo_stack.count() == 3
        assert desk.window.isWindowModified()
        with way(task) as hands:
            for _ in range(3):
                hands.click_words("Undo", desk.toolbar) if way == desk.by_mouse else hands.press("Ctrl+Z")
        assert not desk.session.plan
        assert not desk.window.isWindowModified()


def test_epoch_and_lr(desk: Desk, tmp_path: Path) -> None:
    task, file = "`epoch` to 0, `lr` to 1e-4, saved", tmp_path / "run.pth"
    torch.save({"epoch": 27, "lr": 0.03, "model": Net().state_dict()}, file)
    with desk.by_mouse(task, file) as hands:
        for key, value in (("epoch", "0"), ("lr", "1e-4")):
            desk.click_key(key, double=True)
            hands.type(value)
            hands.press("Return")
        first = save_by_mouse(desk, hands)
    loaded = torch.load(first)
    assert (loaded["epoch"], loaded["lr"]) == (0, 1e-4)
    first.unlink()
    with desk.by_keyboard(task, file) as hands:
        for value in ("0", "1e-4"):
            hands.press("Return")
            hands.type(value)
            hands.press("Return", "Down")
        loaded = torch.load(save_by_keyboard(desk, hands))
    assert (loaded["epoch"], loaded["lr"]) == (0, 1e-4)


def test_lr_of_an_optimizer(desk: Desk, tmp_path: Path) -> None:
    task, file = "`lr` inside an optimizer to 1e-4, saved", make("resume.pt", tmp_path)
    with desk.by_mouse(task, file) as hands:
        hands.click(desk.page.search)
        hands.type("lr")
        hands.until(lambda: desk.session.filter_text == "lr" and not desk.page.workspace.tree.busy)
        desk.click_key("optimizer/param_groups/0/lr", double=True)
        hands.type("1e-4")
        hands.press("Return")
        first = save_by_mouse(desk, hands)
    learns_by(first, 1e-4)
    first.unlink()
    with desk.by_keyboard(task, file) as hands:
        hands.press("Ctrl+P")
        hands.type("lr")
        hands.press("Return")
        hands.until(lambda: desk.path(desk.session.current).endswith("/lr"))
        hands.press("Return")
        hands.type("1e-4")
        hands.press("Return")
        second = save_by_keyboard(desk, hands)
    learns_by(second, 1e-4)


def learns_by(saved: Path, rate: float) -> None:
    loaded = torch.load(saved, map_location="cpu")
    optimizer = torch.optim.Adam(Net().parameters())
    optimizer.load_state_dict(loaded["optimizer"])
    assert optimizer.param_groups[0]["lr"] == rate


def test_the_same_fix_for_forty_files(desk: Desk, tmp_path: Path, system_dialog: Answer) -> None:
    task, file = "the same fix for forty files", make("two_cards.pth", tmp_path)
    for way in (desk.by_mouse, desk.by_keyboard):
        folder = tmp_path / way.__name__
        folder.mkdir()
        for number in range(FILES):
            (folder / f"{number}.pth").write_bytes(file.read_bytes())
        desk.begin(file)
        desk.hands.press("Ctrl+Return")
        system_dialog(folder)
        with way(task) as hands:
            hands.click_words("Apply to a folder…") if way == desk.by_mouse else hands.press("Ctrl+B")
            hands.until(lambda: desk.page.recipes.folder_dialog is not None)
            dialog = desk.page.recipes.folder_dialog
            assert dialog is not None
            hands.click_words("Start", dialog) if way == desk.by_mouse else hands.press("Return")
            hands.until(lambda dialog=dialog: not dialog.running)
        dialog.close()
        desk.page.recipes.folder_dialog = None
        with machine(0):
            for number in range(FILES):
                Net().load_state_dict(torch.load(folder / f"{number}-fixed.pth"), strict=True)

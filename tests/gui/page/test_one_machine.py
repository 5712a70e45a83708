"""All machines × banner, Diagnosis, Memory, Code and what Save asks: they agree, and torch agrees with them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import torch
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from safetensors.torch import save_file

from core.diagnosis.finding import ERROR
from core.loading.computer import Computer
from core.memory.analysis import ERROR as FAILS
from core.memory.known_cards import Card, parse_card
from core.saving.save import save as save_preview
from gui.app.desk import Desk
from gui.app.window import MainWindow
from gui.code.dialog import RecipesDialog
from gui.look.settings import Settings
from gui.memory.panel import MemoryBoard
from gui.session.computers import SessionMachine
from gui.session.diagnosis_service import DiagnosisService
from gui.session.loading_on import LoadingOn, loading_on
from tests.files.checkpoints import save, training_checkpoint
from tests.files.shards import save_shards
from tests.gui.documents import saved, two_gpus
from tests.support.judging import torch_says
from tests.support.oracle import PretendGpus
from tests.support.thinning import first, in_turn

Make = Callable[[Path], Path]

MACHINES = {
    "this computer": LoadingOn(),
    "1 GPU": LoadingOn(Computer(1)),
    "2 GPUs": LoadingOn(Computer(2)),
    "target cuda:1": LoadingOn(Computer(2, card=1)),
    "ranks": LoadingOn(Computer(2, ranks=2)),
    "8 GPUs": LoadingOn(Computer(8)),
    "T4": LoadingOn(Computer(1), parse_card("T4")),
    "two of 24 GB": LoadingOn(Computer(2), parse_card("24 GB")),
}


def on_gpu(folder: Path) -> Path:
    """All of it on one card, its optimizer's `step` too."""
    with PretendGpus() as gpus:
        checkpoint = training_checkpoint(gpus, "cuda:5")
        for state in checkpoint["optimizer"]["state"].values():
            gpus.place(state["step"], "cuda:5")
        return save(checkpoint, folder / "gpu.pth")


def on_cpu(folder: Path) -> Path:
    torch.save({"a.weight": torch.ones(3), "a.bias": torch.ones(1)}, folder / "cpu.pth")
    return folder / "cpu.pth"


def mixed(folder: Path) -> Path:
    return saved(folder, two_gpus)


def on_a_mac(folder: Path) -> Path:
    return saved(folder, lambda tensor: {"a.weight": tensor("mps", 3), "a.bias": tensor("cuda:0", 1)})


def safetensors(folder: Path) -> Path:
    save_file({"a.weight": torch.ones(3)}, folder / "a.safetensors")
    return folder / "a.safetensors"


def sharded(folder: Path) -> Path:
    return save_shards(folder / "shards")


class Gpus(PretendGpus):
    """So many cards are there, in tags; of all else torch itself says what it says where there are so many."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self._there = {"cuda", *(f"cuda:{card}" for card in range(count))}

    def _restore(self, storage: torch.UntypedStorage, location: str) -> Any:
        return super()._restore(storage, location) if location in self._there else None


@contextmanager
def computer_with(gpus: int) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patched, Gpus(gpus):
        patched.setattr(torch.cuda, "is_available", lambda: gpus > 0)
        patched.setattr(torch.cuda, "device_count", lambda: gpus)
        yield


@pytest.mark.parametrize("make", first(3, [mixed, on_a_mac, sharded, on_gpu, on_cpu, safetensors]))
def test_all_that_speak_of_the_machine_agree(
    make: Make, window: MainWindow, open_in: Callable[[MainWindow, Path], None], tmp_path: Path, qtbot: QtBot
) -> None:
    path = make(tmp_path)
    open_in(window, path)
    page = window.page
    session, banner, board = page.session, page.banner, page.diagnosis.panel
    service, machine = DiagnosisService.of(session), SessionMachine.of(session)
    page.workspace.docks["memory"].raise_()
    memory: MemoryBoard = page.workspace.docks["memory"].widget().board
    code = RecipesDialog(session, window)
    code.show()
    for name, on in MACHINES.items():
        machine.choose(LoadingOn())
        machine.last_card = None
        machine.choose(on)
        QApplication.processEvents()
        qtbot.waitUntil(lambda: not service.busy and not code._latest.busy)
        computer = machine.computer
        found = [each for each in service.findings or () if each.severity == ERROR and each.of_computer]
        said = banner.text.text()
        # One machine, by whatever name.
        assert service.computer == computer == (on.computer or Computer()), name
        assert code.purpose.text() == f"To load on {computer.text}", name
        asked = memory.controls.machine
        assert (asked.gpus, asked.ranks, memory.controls.gpus.value) == (computer.gpus, computer.ranks, computer.gpus)
        assert asked.target == computer.home
        assert memory.controls.asks == (computer.gpus > 0 and on.card is None)
        assert memory.controls.card.currentText() == (on.card.text if on.card is not None else ""), name
        # What it says is the same.
        assert bool(found) == (", but " in said or "which needs another kind" in said), (name, said)
        assert bool(found) == any(each.finding.of_computer for each in board.cards), name
        if path.suffix == ".pth":
            with computer_with(computer.gpus):
                fails = torch_says(path)
            assert bool(fails) == bool(found), (name, fails)
            assert not fails or fails.split(".")[0][:60] in said or "raises" not in said, (name, said)
            if on.card is not None and memory.analysis is not None:
                default = next((each for each in memory.analysis.outcomes if each.strategy.id == "default"), None)
                assert default is None or (default.verdict == FAILS) == bool(fails), name
    code.close()


@pytest.mark.parametrize(("name", "make"), in_turn([*MACHINES], [on_gpu, mixed, on_a_mac]))
def test_the_one_button_cures_for_the_chosen_machine(
    make: Make,
    name: str,
    window: MainWindow,
    open_in: Callable[[MainWindow, Path], None],
    tmp_path: Path,
    qtbot: QtBot,
) -> None:
    open_in(window, make(tmp_path))
    session, banner = window.page.session, window.page.banner
    SessionMachine.of(session).choose(MACHINES[name])
    computer, service = SessionMachine.of(session).computer, DiagnosisService.of(session)
    qtbot.waitUntil(lambda: not service.busy)
    while banner.property("state") == "warning":
        assert banner.go.text() != "Save fixed…"
        banner.go.click()
        qtbot.waitUntil(lambda: not service.busy)
    preview = session.preview
    assert preview is not None
    if session.plan:
        on_cpu = all(total.device == "cpu" for total in preview.totals_after)
        where = "any computer" if on_cpu else computer.text
        assert banner.text.text().startswith(f"Once saved, the copy loads on {where} and needs no map_location.")
        assert not [each for each in preview.totals_after if not computer.has(each.device)]
        copy = tmp_path / "copy.pth"
        save_preview(preview, copy)
        with computer_with(computer.gpus):
            assert torch_says(copy) is None
        assert not [each for each in service.findings or () if each.code in {"step-on-gpu", "no-such-gpu", "no-gpu"}]


def test_a_card_is_kept_to_the_byte() -> None:
    for card in (parse_card("T4"), Card(123_456_789_012), parse_card("24 GB")):
        assert parse_card(card.kept) == card


def test_the_command_line_names_the_machine_of_the_window(
    app_settings: Settings, said: object, qtbot: QtBot, tmp_path: Path
) -> None:
    desk = Desk(app_settings, None)
    window = desk.start()
    desk.mean('{"computer": [2, 1, 1], "card": null}')
    desk.open_places([str(on_gpu(tmp_path))])
    qtbot.waitUntil(lambda: window.page.session.catalogue is not None)
    assert window.page.banner.machine.whole == "Loading on: 2 GPUs, to run on cuda:1"
    desk.mean("nonsense")
    desk.mean('{"computer": "x"}')
    assert SessionMachine.of(window.page.session).on == LoadingOn()  # what is none is this computer
    window.page.session.undo_stack.setClean()
    window.close()
    window.deleteLater()


def test_the_machine_comes_back_with_the_tab(
    document: MainWindow, make_window: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    SessionMachine.of(document.page.session).choose(MACHINES["two of 24 GB"])
    state = document.page.state
    assert state is not None
    other = make_window()
    other.page.restore(state.kept())
    qtbot.waitUntil(lambda: other.page.session.catalogue is not None)
    assert SessionMachine.of(other.page.session).on == MACHINES["two of 24 GB"]
    assert loading_on(LoadingOn().kept) == LoadingOn()
    for odd in ("x", {}, {"computer": [10**12, 1, 0], "card": None}, {"computer": [2, 1, 5], "card": None}):
        assert loading_on(odd) == LoadingOn()

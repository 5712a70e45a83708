"""The event loop never stands still for long, measured on a file of 50,000 tensors.

A timer beats every millisecond while the window opens, searches and saves; the longest time between two beats is how
long the window would not have answered. A machine that is busy with something else holds us up for longer than we
compute, and no program can do anything about that: of a pause, only the processor time that this process used in it is
counted. A pause of `BLOCKED` or more counts in full, whatever the reason, so that a window that waits for a disk or a
lock is found as well. What is left is noisy still, and the best of three runs counts.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import torch
from PySide6.QtCore import Qt, QTimer
from pytestqt.qtbot import QtBot

from core.loading.computer import Computer
from gui.app.window import MainWindow
from gui.devices.panel import DevicesPanel
from gui.document.tree_columns import Column
from gui.page.notice import map_to_cpu
from tests.files.checkpoints import save
from tests.support.oracle import PretendGpus

TENSORS = 50_000
LONGEST_PAUSE = 0.050
"""Seconds. What the window promises; what it keeps is measured beside the benchmarks."""
ALLOWED = 1.5 * LONGEST_PAUSE
"""Seconds. One and the same pause is half as long again in the slow hours of a shared machine."""
BLOCKED = 0.250
"""Seconds. Nothing but a blocked window takes that long three times in a row."""
RUNS = 6
pytestmark = pytest.mark.timing


class Heartbeat:
    """The longest pause between two turns of the event loop."""

    def __init__(self) -> None:
        self.longest = 0.0
        self.beats = 0
        self._timer = QTimer()
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(1)
        self._timer.timeout.connect(self._beat)
        self._last = (time.perf_counter(), time.process_time())
        self._timer.start()

    def _beat(self) -> None:
        now = (time.perf_counter(), time.process_time())
        passed, used = now[0] - self._last[0], now[1] - self._last[1]
        self.longest = max(self.longest, passed if passed >= BLOCKED else min(passed, used))
        self.beats += 1
        self._last = now

    def stop(self) -> None:
        """The last stretch counts as well."""
        self._beat()
        self._timer.stop()


@contextmanager
def heartbeat() -> Iterator[Heartbeat]:
    """Measures while the block runs."""
    beat = Heartbeat()
    yield beat
    beat.stop()


def best_of(runs: int, measure: Callable[[], float]) -> float:
    """The shortest longest pause; stops as soon as one is short enough."""
    best = float("inf")
    for _ in range(runs):
        best = min(best, measure())
        if best < LONGEST_PAUSE:
            break
    return best


@pytest.fixture(scope="module")
def big_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """50,000 small tensors of a DataParallel model, tagged `cuda:5`."""
    path = tmp_path_factory.mktemp("big") / "big.pth"
    with PretendGpus() as gpus:
        tensors = {}
        for number in range(TENSORS):
            key = f"module.block{number // 500}.layer{number // 10 % 50}.weight{number % 10}"
            tensors[key] = torch.full((2, 2), float(number))
            gpus.place(tensors[key], "cuda:5")
        return save({"epoch": 3, "state_dict": tensors}, path)


@pytest.fixture
def opened(window: MainWindow, big_file: Path, qtbot: QtBot) -> MainWindow:
    """The window with the big file."""
    with qtbot.waitSignal(window.opened, timeout=60_000):
        window.open_file(big_file)
    qtbot.wait(100)
    return window


def compute() -> None:
    """Use the processor for a little longer than allowed."""
    until = time.process_time() + ALLOWED * 1.2
    while time.process_time() < until:
        pass


@pytest.mark.parametrize("stall", [compute, lambda: time.sleep(BLOCKED)], ids=["busy", "blocked"])
def test_the_measure_sees_a_pause(qtbot: QtBot, stall: Callable[[], None]) -> None:
    with heartbeat() as beat:
        qtbot.wait(20)
        stall()
        qtbot.wait(20)
    assert beat.longest >= ALLOWED


def test_opening(window: MainWindow, big_file: Path, qtbot: QtBot) -> None:
    def measure() -> float:
        with heartbeat() as beat:
            with qtbot.waitSignal(window.opened, timeout=60_000):
                window.open_file(big_file)
            qtbot.wait(300)  # what is painted afterwards counts too
        assert beat.beats > 50
        return beat.longest

    assert best_of(RUNS, measure) < ALLOWED


def test_searching(opened: MainWindow, qtbot: QtBot) -> None:
    def measure() -> float:
        with heartbeat() as beat:
            for words in ("w", "weight3", "layer4 weight", "device:cuda:5", "no such key", "block99"):
                opened.page.search.setText(words)
                qtbot.waitUntil(lambda words=words: opened.page.session.filter_text == words)
                qtbot.wait(60)
            opened.page.search.clear()
            qtbot.wait(200)
        return beat.longest

    assert best_of(RUNS, measure) < ALLOWED


def test_folding_and_selecting(opened: MainWindow, qtbot: QtBot) -> None:
    tree = opened.page.workspace.tree
    devices = opened.page.workspace.docks["devices"].widget()
    assert isinstance(devices, DevicesPanel)

    def laid_out() -> bool:
        return not tree.busy

    def measure() -> float:
        with heartbeat() as beat:
            for act in (
                tree.view.selectAll,
                tree.unfold_all,
                tree.view.selectAll,
                tree.keys_button.click,
                tree.modules_button.click,
                lambda: tree.view.sortByColumn(Column.SIZE, Qt.SortOrder.DescendingOrder),
                lambda: tree.view.sortByColumn(-1, Qt.SortOrder.AscendingOrder),
                tree.view.clearSelection,
                lambda: devices.view.clicked.emit(devices.model.index(0, 0)),
                tree.fold_all,
            ):
                act()
                qtbot.waitUntil(laid_out, timeout=60_000)
                qtbot.wait(30)
        assert beat.beats > 50
        return beat.longest

    assert best_of(RUNS, measure) < ALLOWED


def test_closing(opened: MainWindow, big_file: Path, qtbot: QtBot) -> None:
    def measure() -> float:
        with heartbeat() as beat:
            opened.close_file()
            qtbot.wait(300)  # what it held is freed afterwards
            with qtbot.waitSignal(opened.opened, timeout=60_000):
                opened.open_file(big_file)
            with qtbot.waitSignal(opened.opened, timeout=60_000):
                opened.open_file(big_file)
            qtbot.wait(300)
        assert beat.beats > 50
        return beat.longest

    # Two openings and two closings in one go lie near the limit, at 35 to 60 ms; it was 80 to 250 ms in one piece.
    assert best_of(RUNS, measure) < ALLOWED


def test_saving(opened: MainWindow, big_file: Path, qtbot: QtBot) -> None:
    session = opened.page.session
    session.set_plan(map_to_cpu(session.plan, ["cuda:5"]))
    qtbot.wait(100)
    target = big_file.with_name("big-fixed.pth")

    def measure() -> float:
        target.unlink(missing_ok=True)
        opened.page.saving.ask()
        dialog = opened.page.saving.dialog
        assert dialog is not None
        qtbot.waitExposed(dialog)
        with heartbeat() as beat:
            with qtbot.waitSignal(opened.page.saving.saved, timeout=120_000):
                qtbot.mouseClick(dialog.save_button, Qt.MouseButton.LeftButton)
            qtbot.wait(100)
        assert beat.beats > 50
        return beat.longest

    assert best_of(RUNS, measure) < ALLOWED


def test_diagnosing(opened: MainWindow, qtbot: QtBot) -> None:
    panel = opened.page.diagnosis.panel
    service = panel.service

    def settled() -> bool:
        preview = opened.page.session.preview
        planned = preview is not None and preview.plan == opened.page.session.plan
        return planned and not service.busy and service.findings is not None

    def measure() -> float:
        service.set_computer(Computer())
        qtbot.waitUntil(settled, timeout=60_000)
        with heartbeat() as beat:
            service.set_computer(Computer(1))
            qtbot.waitUntil(settled, timeout=60_000)
            service.set_computer(Computer())
            qtbot.waitUntil(settled, timeout=60_000)
            qtbot.mouseClick(opened.page.banner.go, Qt.MouseButton.LeftButton)
            qtbot.waitUntil(lambda: bool(opened.page.session.plan) and settled(), timeout=60_000)
            qtbot.wait(100)
            panel.ask_error("RuntimeError: Attempting to deserialize object on CUDA device 5")
            qtbot.wait(50)
            opened.page.session.undo()
            qtbot.waitUntil(settled, timeout=60_000)
            qtbot.wait(100)
        assert beat.beats > 50
        # A text that is new says that its computer has GPUs; the same text once more changes no computer.
        assert panel.cards[0].finding.code in ("no-gpu", "no-such-gpu")
        return beat.longest

    assert best_of(RUNS, measure) < ALLOWED


def test_comparing_with_a_model(opened: MainWindow, qtbot: QtBot) -> None:
    keys = [f"block{number // 500}.layer{number // 10 % 50}.weight{number % 10}" for number in range(TENSORS)]
    text = "\n".join(f"{key} 2x{2 if number % 7 else 3}" for number, key in enumerate(keys))
    opened.page.diagnosis.compare()
    dialog = opened.page.diagnosis.compare_dialog
    assert dialog is not None
    qtbot.waitExposed(dialog)
    dialog.source.edit.setPlainText(text)  # Qt lays a million characters out in one piece; the user has pasted a file
    qtbot.wait(200)

    def measure() -> float:
        with heartbeat() as beat:
            dialog.comparison = None
            dialog.source.read.click()
            qtbot.waitUntil(lambda: dialog.comparison is not None, timeout=60_000)
            qtbot.waitUntil(lambda: not opened.page.diagnosis.panel.service.busy, timeout=60_000)
            qtbot.wait(100)
            dialog.only.click()
            qtbot.wait(100)
            dialog.only.click()
        assert beat.beats > 50
        return beat.longest

    try:
        assert best_of(RUNS, measure) < ALLOWED
    finally:
        dialog.close()

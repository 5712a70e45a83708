"""The window as a stopwatch: ``python -m benchmarks.window start FILE`` or ``respond FILE``.

``start`` ends as soon as the tree of the file has been painted, so that its process can be timed from outside.
``respond`` prints one JSON object: the seconds that a keystroke in the search box, a remap of all devices, an undo,
unfolding and selecting everything and a save take until the window shows them, and the longest stretch in which the
event loop did not turn meanwhile. Qt draws into memory (``QT_QPA_PLATFORM=offscreen``) unless the environment says
otherwise.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEventLoop, QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication

from core.edits.edits import Plan, RemapDevice
from core.edits.preview import Preview
from gui.app.start import make_application
from gui.app.window import MainWindow
from gui.devices.panel import DevicesPanel
from gui.jobs.latest_job import LatestJob
from gui.look.settings import Settings
from gui.save.model import SaveRequest, write

_PATIENCE = 300.0
"""Seconds after which something that never comes is given up."""
_ROUNDS = 7
_REST = 3.0
"""Seconds after which a diagnosis of a large file has ended as well."""


class Beat(QObject):
    """The longest pause between two turns of the event loop, in seconds."""

    def __init__(self) -> None:
        super().__init__()
        self.longest = 0.0
        self.busiest = 0.0
        """The most processor time that this thread took between two turns: no other program makes it longer."""
        self._last, self._worked = time.perf_counter(), time.thread_time()
        self._timer = QTimer(self, interval=1, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._turn)
        self._timer.start()

    def _turn(self) -> None:
        now, worked = time.perf_counter(), time.thread_time()
        self.longest = max(self.longest, now - self._last)
        self.busiest = max(self.busiest, worked - self._worked)
        self._last, self._worked = now, worked

    def take(self) -> float:
        """The longest pause since the last call."""
        return self.take_both()[0]

    def take_both(self) -> tuple[float, float]:
        """The same, and the most processor time."""
        self._turn()
        longest, busiest = self.longest, self.busiest
        self.longest = self.busiest = 0.0
        return longest, busiest


def shown_window() -> MainWindow:
    """The empty window. The application must be there."""
    window = MainWindow(Settings())
    window.resize(1280, 800)
    window.show()
    return window


def open_in(window: MainWindow, file: Path) -> None:
    """Open a file and wait for its painted tree."""
    window.open_file(file)
    until(lambda: window.page.session.catalogue is not None)
    turn()


def until(holds: Callable[[], bool]) -> None:
    """Turn the event loop until something holds; it sleeps in between, as that of the program does.

    With a limit of time Qt would not sleep: the loop took as much of the interpreter from what it waits for.
    """
    end, timer = time.perf_counter() + _PATIENCE, QTimer(interval=5)
    timer.start()
    while not holds():
        if time.perf_counter() > end:
            raise TimeoutError
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)


def turn() -> None:
    """Let everything that is due be done and painted."""
    for _ in range(3):
        QApplication.processEvents()


def respond(file: Path) -> dict[str, dict[str, float]]:
    """Seconds (median and longest) and the longest pause, by what was done."""
    window = shown_window()
    turn()
    beat = Beat()
    started = time.perf_counter()
    open_in(window, file)
    session = window.page.session
    found = {"open": [(time.perf_counter() - started, beat.take())]}

    def do(name: str, act: Callable[[], object], done: Callable[[], bool]) -> None:
        until(lambda: not session_busy())
        turn()
        beat.take()
        begun = time.perf_counter()
        act()
        until(done)
        turn()
        found.setdefault(name, []).append((time.perf_counter() - begun, beat.take()))

    def laid_out() -> bool:
        return not tree.busy

    def session_busy() -> bool:
        return session.preview is None or session.preview.plan != session.plan

    tree, devices = window.page.workspace.tree, window.page.workspace.docks["devices"].widget()
    assert isinstance(devices, DevicesPanel)
    everywhere = Plan((RemapDevice("cuda:*", "cpu"),))
    answered: list[int] = []
    session.filter_answered.connect(lambda count, _why: answered.append(count))
    for turn_number in range(_ROUNDS):
        for words in ("layer", f"layers.{turn_number} weight", ""):
            answered.clear()
            name = "keystroke" if words else "clear the search"
            do(name, partial(window.page.search.setText, words), lambda: bool(answered))
        do("remap all", lambda: session.set_plan(everywhere), lambda: not session_busy() and bool(session.plan))
        do("undo", session.undo, lambda: not session_busy() and not session.plan)
        do("select all", tree.view.selectAll, lambda: True)
        do("select a device", lambda: devices.view.clicked.emit(devices.model.index(0, 0)), lambda: True)
        do("unfold all", tree.unfold_all, laid_out)
        do("select all, unfolded", tree.view.selectAll, lambda: True)
        do("flat keys, unfolded", tree.keys_button.click, laid_out)
        do("modules, unfolded", tree.modules_button.click, laid_out)
        do("select none", tree.view.clearSelection, lambda: True)
        do("fold all", tree.fold_all, laid_out)
    session.set_plan(everywhere)
    rested = time.perf_counter() + _REST  # what follows a new plan is not part of a save
    until(lambda: not session_busy() and time.perf_counter() > rested)
    with tempfile.TemporaryDirectory(dir=file.parent) as folder:
        target = Path(folder) / "saved.pth"
        saver = LatestJob()
        ended: list[object] = []
        for signal in (saver.done, saver.failed):
            signal.connect(ended.append)
        request = SaveRequest(planned(window), target)
        do("save", lambda: saver.ask(lambda tick: write(request, tick)), lambda: bool(ended))
    return {
        name: {
            "median": statistics.median(seconds for seconds, _ in runs),
            "longest": max(seconds for seconds, _ in runs),
            "pause": max(pause for _, pause in runs),
        }
        for name, runs in found.items()
    }


def planned(window: MainWindow) -> Preview:
    """What the window would save."""
    window.page.session.settle()
    preview = window.page.session.preview
    assert preview is not None
    return preview


def main() -> int:
    """Run one of the two."""
    application = make_application(sys.argv[:1])
    what, file = sys.argv[1], Path(sys.argv[2])
    if what == "start":
        open_in(shown_window(), file)
        assert "torch" not in sys.modules
        os._exit(0)
    print(json.dumps(respond(file)))
    application.quit()
    os._exit(0)


if __name__ == "__main__":
    raise SystemExit(main())

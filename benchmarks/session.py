"""A long session in the window: ``python -m benchmarks.session [MINUTES] [LARGE_FILE]``.

Round after round opens files as tabs, searches, plans and takes back, reads files again that have changed, saves,
compares, scans, shows all panels and closes everything. Prints for each round the memory of the process once all is
closed and how many objects of our own are more than before; at the end the longest pauses of the event loop with what
was done then (on the clock, and what the window's own thread took of the processor), and what Qt and the program had to
warn of. The large file (300,000 tensors, made where none is given) is part of every third round. The last line is one
JSON object of all of it.
"""

from __future__ import annotations

import gc
import itertools
import json
import logging
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QMessageLogContext,
    QSettings,
    QtMsgType,
    qInstallMessageHandler,
)

from benchmarks.files import EXPERTS, FEWER
from benchmarks.window import Beat, turn, until
from core.edits.edits import Edit, Plan, RemapDevice, StripPrefix
from gui.app.start import make_application
from gui.app.window import MainWindow
from gui.jobs import job
from gui.look import messages, theme
from gui.look.messages import Message, Question
from gui.look.settings import Settings
from gui.page.page import Page
from gui.page.welcome import DEMO
from gui.save.model import SaveRequest, write
from gui.session.comparison import Comparison
from gui.session.scanning import Scanner

_ROOT = Path(__file__).resolve().parents[1]
_STORM = 40
"""Changes made and taken back in a row."""
_EVERY = 3
"""Rounds from one with the large file to the next."""


class Heard:
    """What the user would have been told, and asked: changes are always let go."""

    def __init__(self) -> None:
        self.warnings: list[str] = []

    def say(self, message: Message) -> None:
        """Note what is no mere information."""
        if message.level != "info":
            self.warnings.append(message.text)

    def ask(self, _question: Question) -> str:
        """Let go."""
        return "discard"


class Watch:
    """The longest pause of each thing done, and the most processor time between two turns of the event loop."""

    def __init__(self) -> None:
        self._beat = Beat()
        self.longest: dict[str, float] = {}
        self.busiest: dict[str, float] = {}

    def do(self, name: str, act: Callable[[], object], done: Callable[[], bool] = lambda: True) -> None:
        """Do something until it is done and painted."""
        self._beat.take()
        act()
        until(done)
        turn()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # which waits for an event loop of Qt's own
        longest, busiest = self._beat.take_both()
        self.longest[name] = max(self.longest.get(name, 0.0), longest)
        self.busiest[name] = max(self.busiest.get(name, 0.0), busiest)


def quiet(page: Page) -> bool:
    """Whether a page has worked out what is planned."""
    session = page.session
    return session.preview is not None and session.preview.plan == session.plan and not page.opener.busy


def idle(work: Scanner | Comparison) -> bool:
    """Whether something has ended that goes on beside the window."""
    return not work.busy


def work_with(window: MainWindow, watch: Watch, label: str) -> None:
    """What one does with the document on show."""
    page = window.page
    session, tree = page.session, page.workspace.tree
    answered: list[int] = []
    session.filter_answered.connect(lambda count, _why: answered.append(count))
    for words in ("weight", "exp_avg device:cuda:7", ""):
        answered.clear()
        watch.do(f"{label}: search", partial(page.search.setText, words), lambda: bool(answered))
    edits: tuple[Edit, ...] = (RemapDevice("cuda:*", "cpu"), StripPrefix("module."))
    large = len(session.catalogue or ()) > 20_000
    for step in range(4 if large else _STORM):
        plan = Plan(edits[: 1 + step % 2])
        watch.do(f"{label}: plan", partial(session.set_plan, plan), partial(quiet, page))
    while session.undo_stack.canUndo():
        watch.do(f"{label}: undo", session.undo, partial(quiet, page))
    for name in page.workspace.docks:
        watch.do(f"{label}: panel {name}", partial(page.workspace.show_panel, name))
    watch.do(f"{label}: unfold", tree.unfold_all, lambda: not tree.busy)
    watch.do(f"{label}: select all", tree.view.selectAll)
    watch.do(f"{label}: select none", tree.view.clearSelection)
    watch.do(f"{label}: fold", tree.fold_all, lambda: not tree.busy)


def save_and_reload(window: MainWindow, watch: Watch, folder: Path, label: str) -> None:
    """Save a copy, and read the file again after somebody has touched it, with the plan kept."""
    page = window.page
    session = page.session
    session.set_plan(Plan((RemapDevice("cuda:*", "cpu"),)))
    until(partial(quiet, page))
    preview = session.preview
    assert preview is not None
    (folder / "saved.pth").unlink(missing_ok=True)
    write(SaveRequest(preview, folder / "saved.pth"), lambda _done, _total: None)
    assert session.catalogue is not None
    before = session.catalogue
    watch.do(f"{label}: reload", page.reloader.reload, lambda: session.catalogue is not before and quiet(page))


def one_round(window: MainWindow, watch: Watch, files: list[Path], folder: Path) -> None:
    """Open all, work with each, compare, scan, close all."""
    for file in files:
        watch.do(f"{file.stem}: open", partial(window.open_file, file), lambda: window.page.shows_document)
    for page in list(window.tabs.pages()):
        watch.do("another tab", partial(window.tabs.setCurrentWidget, page))
        label = page.name.split(".")[0]
        work_with(window, watch, label)
        if len(page.session.catalogue or ()) < 20_000:
            save_and_reload(window, watch, folder, label)
            scanner, comparison = Scanner.of(page.session), Comparison.of(page.session)
            watch.do(f"{label}: scan", page.scan_values, partial(idle, scanner))
            saved = folder / "saved.pth"
            watch.do(f"{label}: compare", partial(comparison.start, saved), partial(idle, comparison))
            watch.do(f"{label}: end comparison", comparison.end)
    watch.do("theme", partial(theme.theme().apply, "dark"))
    watch.do("theme", partial(theme.theme().apply, "light"))
    while window.tabs.count() > 1 or window.page.shows_document:
        label = window.page.name.split(".")[0]
        watch.do(f"{label}: close", window.close_file)


def memory_mb() -> float:
    """Resident memory in MB, as the program leaves it."""
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def rest(seconds: float) -> None:
    """Turn the event loop for a while: what was let go is freed beside it."""
    end = time.perf_counter() + seconds
    until(lambda: time.perf_counter() >= end)


def ours() -> Counter[str]:
    """How many objects of our own classes there are, those too that jobs have hidden from the collector."""
    gc.unfreeze()
    kinds = (type(each) for each in gc.get_objects())
    return Counter(kind.__name__ for kind in kinds if kind.__module__.split(".")[0] in ("core", "gui"))


def main() -> int:
    """Run the session; 0 when nothing was warned of."""
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else 30.0
    told: list[str] = []
    make_application(sys.argv[:1])

    def tell_of_qt(kind: QtMsgType, _context: QMessageLogContext, message: str) -> None:
        if "propagateSizeHints" not in message:  # the offscreen platform says so of every window
            told.append(f"{kind.name}: {message}")

    qInstallMessageHandler(tell_of_qt)
    logging.basicConfig(level=logging.WARNING)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        large = Path(sys.argv[2]) if len(sys.argv) > 2 else made(EXPERTS, folder / "large.pth")
        middle = made(FEWER, folder / "middle.pth")
        heard = Heard()
        messages.use(heard)
        theme.theme().apply("light")  # the program, too, has one before it makes a window
        window = MainWindow(Settings(QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat)))
        window.resize(1280, 800)
        window.show()
        watch = Watch()
        empty = memory_mb()
        print(f"empty: {empty:.0f} MB", flush=True)
        after = list(rounds(window, watch, [DEMO, middle, large], folder, minutes * 60))
        slowest = sorted(watch.busiest, key=lambda what: -watch.busiest[what])
        pauses = {what: (round(watch.longest[what] * 1000), round(watch.busiest[what] * 1000)) for what in slowest[:25]}
        warned = [*heard.warnings, *told][:20]
        print(json.dumps({"minutes": minutes, "empty": empty, "after": after, "ms": pauses, "warned": warned}))
        sys.stdout.flush()
    os._exit(bool(told or heard.warnings))


def rounds(window: MainWindow, watch: Watch, files: list[Path], folder: Path, seconds: float) -> list[float]:
    """Rounds until the time is over; the memory after each that was with the last file, the large one."""
    end, found = time.perf_counter() + seconds, []
    counts = Counter[str]()
    for number in itertools.count():
        with_large = number % _EVERY == 0
        one_round(window, watch, files if with_large else files[:-1], folder)
        rest(1)
        until(lambda: not job.running())  # a diagnosis that nobody waits for ends at its next step
        rest(1)  # only then the document is taken apart
        until(lambda: not job.running())
        rest(1)
        now = memory_mb()
        objects = ours()
        more = {kind: count - counts[kind] for kind, count in objects.items() if number and count > counts[kind]}
        counts = objects
        print(f"round {number}: {now:.0f} MB, more objects: {more}", flush=True)
        if with_large:
            found.append(now)
        if time.perf_counter() > end:
            return found
    raise AssertionError


def made(kind: str, target: Path) -> Path:
    """One of the files of `benchmarks.files`, made by a process that is not measured."""
    subprocess.run([sys.executable, "-m", "benchmarks.files", kind, str(target)], cwd=_ROOT, check=True)
    return target


if __name__ == "__main__":
    raise SystemExit(main())

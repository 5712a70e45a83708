"""Makes the pictures of docs/values.md: the real window on real files, without a display.

``python -m scripts.values_pictures [FOLDER]``; they go to docs/pictures unless told otherwise, light and dark.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # before Qt is imported

import numpy as np
from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from core.catalogue.build import open_catalogue
from core.edits.edits import Cast, Plan, SetNumbers
from core.edits.preview import preview
from core.saving.save import save
from core.values.keys import rows_named
from gui.app.start import make_application
from gui.app.window import MainWindow
from gui.diff.panel import DifferencesPanel
from gui.jobs import job
from gui.jobs.latest_job import LatestJob
from gui.look import theme
from gui.look.settings import Settings
from gui.session.comparison import Comparison
from gui.session.scanning import Scanner
from gui.values.panel import ValuesPanel
from tests.support.corpus import FILES, fetch

ROOT = Path(__file__).resolve().parent.parent
DEMO = ROOT / "resources" / "demo.pth"
SIZE = (1360, 900)
WEIGHT = "state_dict/module.conv.weight"
_QUIET = 0.4
"""Seconds without any job after which a picture is taken; plots are drawn a moment after their numbers are there."""


def main(folder: Path) -> None:
    """Every picture in both themes."""
    folder.mkdir(parents=True, exist_ok=True)
    make_application(sys.argv[:1])
    with tempfile.TemporaryDirectory() as scratch:
        QSettings.setDefaultFormat(QSettings.Format.IniFormat)
        QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, scratch)
        large = next(entry for entry in FILES if "chgnet_0.3.0" in entry["member"])
        sick, half = Path(scratch, "sick.pth.tar"), Path(scratch, "half.pth")
        _sicken(fetch(large), sick)
        _halve(half)
        for name in ("light", "dark"):
            theme.theme().apply(name)
            for picture, take in _pictures(sick, half).items():
                _keep(take(), folder / f"{picture}-{name}.png")
    job.stop_all()


def _pictures(sick: Path, half: Path) -> dict[str, Callable[[], QImage]]:
    return {
        "values-histogram": lambda: _values(WEIGHT, 0),
        "values-picture": lambda: _values("state_dict/module.embed.weight", 1),
        "values-numbers": lambda: _values("state_dict/module.embed.weight", 2),
        "values-several": _several,
        "health": lambda: _health(sick),
        "compare": lambda: _compared(half),
    }


def _sicken(path: Path, target: Path) -> None:
    """A copy with NaN in one weight, zeros in another, and a third that exploded."""
    catalogue = open_catalogue(path)
    rows = [row for row in range(len(catalogue.tensors)) if len(catalogue.tensors[row].shape) == 2]
    edits = []
    for row, value in zip(rows[4::6], ("nan", "0", "1e6"), strict=False):
        tensor = catalogue.tensors[row]
        length = tensor.shape[0] // 4 if value == "nan" else tensor.shape[0]
        box = ((0, max(length, 1), 1), (0, tensor.shape[1], 1))
        edits.append(SetNumbers(tensor.entry, box, float(value)))
    save(preview(catalogue, Plan(tuple(edits))), target)


def _halve(target: Path) -> None:
    """A copy of the demo whose weights are bfloat16."""
    catalogue = open_catalogue(DEMO)
    cast = Cast("bfloat16", frozenset(rows_named(catalogue, "*.weight")))
    save(preview(catalogue, Plan((cast,))), target)


@contextmanager
def _window(path: Path) -> Iterator[MainWindow]:
    window = MainWindow(Settings())
    window.resize(*SIZE)
    window.show()
    window.open_file(path)
    _until(lambda: window.page.session.catalogue is not None)
    _settle(window)
    try:
        yield window
    finally:
        window.page.session.undo_stack.setClean()
        window.close()
        window.deleteLater()
        QApplication.processEvents()


def _values(path: str, tab: int) -> QImage:
    with _window(DEMO) as window:
        panel = _values_panel(window)
        catalogue = window.page.session.catalogue
        assert catalogue is not None
        window.page.session.reveal(catalogue.find(path))
        _settle(window)
        assert panel.one is not None
        panel.one.tabs.setCurrentIndex(tab)
        _settle(window)
        return _grabbed(window)


def _several() -> QImage:
    with _window(DEMO) as window:
        _values_panel(window)
        catalogue = window.page.session.catalogue
        assert catalogue is not None
        entries = [catalogue.tree.tensors[row] for row in rows_named(catalogue, "state_dict/**")]
        window.page.session.reveal(entries[0])
        window.page.session.request_selection(entries)
        _settle(window)
        return _grabbed(window)


def _health(path: Path) -> QImage:
    with _window(path) as window:
        window.page.workspace.show_panel("health")
        Scanner.of(window.page.session).start()
        _settle(window)
        return _grabbed(window)


def _compared(other: Path) -> QImage:
    with _window(DEMO) as window:
        comparison = Comparison.of(window.page.session)
        comparison.start(other)
        _until(lambda: comparison.compared is not None)
        panel = window.page.workspace.docks["differences"].widget()
        assert isinstance(panel, DifferencesPanel)
        _widen(window, "differences")
        catalogue = window.page.session.catalogue
        assert catalogue is not None
        window.page.session.reveal(catalogue.find(WEIGHT))
        _settle(window)
        return _grabbed(window)


def _values_panel(window: MainWindow) -> ValuesPanel:
    window.page.workspace.show_panel("values")
    _widen(window, "values")
    panel = window.page.workspace.docks["values"].widget()
    assert isinstance(panel, ValuesPanel)
    _settle(window)
    return panel


def _widen(window: MainWindow, name: str) -> None:
    """Give the column on the right, which shows the numbers, more than its usual share."""
    _settle(window)
    window.page.workspace.resizeDocks([window.page.workspace.docks[name]], [460], Qt.Orientation.Horizontal)


def _settle(window: MainWindow) -> None:
    """Go on until nothing has been worked on for a moment."""
    quiet_since = time.monotonic()

    def is_quiet() -> bool:
        nonlocal quiet_since
        if any(each.busy for each in window.findChildren(LatestJob)):
            quiet_since = time.monotonic()
        return time.monotonic() - quiet_since > _QUIET

    _until(is_quiet)


def _until(done: Callable[[], bool], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not done():
        if time.monotonic() > end:
            raise TimeoutError("the window does not come to rest")
        QApplication.processEvents()
        time.sleep(0.01)


def _grabbed(window: MainWindow) -> QImage:
    return window.grab().toImage()


def _keep(image: QImage, path: Path) -> None:
    """In the 256 colours that it has most of, which takes half of the bytes and is not seen."""
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    small = image.convertToFormat(QImage.Format.Format_Indexed8, _colours(image), Qt.ImageConversionFlag.AvoidDither)
    assert small.save(str(path), quality=0), path
    print(f"{path}: {path.stat().st_size // 1000} kB")


def _colours(image: QImage) -> list[int]:
    """The most frequent ones, of those that are nearly alike one."""
    pixels = np.frombuffer(image.constBits(), np.uint32)
    colours, counts = np.unique(pixels, return_counts=True)
    often = np.argsort(-counts, kind="stable")
    colours, counts = colours[often], counts[often]
    _, first, alike = np.unique(colours & 0xF0F8F0, return_index=True, return_inverse=True)
    most = np.argsort(-np.bincount(alike, counts), kind="stable")[:256]
    found: list[int] = colours[first[most]].tolist()
    return found


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "pictures")

"""The window as a user would have it before him: opened, driven, waited for and looked at."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtCore import QPoint, QSettings, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication, QWidget

from core.loading.computer import Computer
from gui.app.window import MainWindow
from gui.jobs.latest_job import LatestJob
from gui.look import messages, settings, theme
from gui.look.settings import Settings
from gui.preferences import offered
from gui.session.diagnosis_service import DiagnosisService

QUIET = 20
"""Rounds of the event loop, 10 ms each, without any job after which a picture is taken: plots are drawn a moment after
their numbers are there. Not seconds: a panel that takes one to be made would be pictured empty."""
_SHADOW = 10


@contextmanager
def window_with(path: Path | None, size: tuple[int, int], *, gpus: int = 0, seen: bool = True) -> Iterator[MainWindow]:
    """A window of some size in pixels with a file open, come to rest; it remembers the theme alone, and asks nothing.

    The diagnosis is that of a computer with so many GPUs, whatever this one has. Unless the window was ``seen``
    before, it shows the hints of a first start.
    """
    with TemporaryDirectory() as scratch:
        remembered = Settings(QSettings(f"{scratch}/settings.ini", QSettings.Format.IniFormat))
        remembered.set(offered.THEME.setting, theme.theme().choice)
        if seen:
            remembered.set(settings.HINTS, "seen")
        offered.UNITS.effect(remembered.get(offered.UNITS.setting))
        with _window(remembered, path, size) as window:
            DiagnosisService.of(window.page.session).set_computer(Computer(gpus))
            settle(window)
            yield window


@contextmanager
def _window(remembered: Settings, path: Path | None, size: tuple[int, int]) -> Iterator[MainWindow]:
    window = MainWindow(remembered)
    before = messages.use(window.messenger)
    window.resize(*size)
    window.show()
    if path is not None:
        window.open_file(path)
        until(lambda: window.page.session.catalogue is not None or window.page.shows_run)
    settle(window)
    try:
        yield window
    finally:
        messages.use(before)
        window.page.session.undo_stack.setClean()
        window.close()
        window.deleteLater()
        QApplication.processEvents()


def select(window: MainWindow, *paths: str) -> None:
    """Have entries selected by their paths, the first of them the current one."""
    session = window.page.session
    assert session.catalogue is not None
    entries = [session.catalogue.find(path) for path in paths]
    session.reveal(entries[0])
    if len(entries) > 1:
        session.request_selection(entries)
    settle(window)


def show_panel(window: MainWindow, name: str, width: int = 0) -> QWidget:
    """Bring a panel up, its column some pixels wide; gives what is in it."""
    workspace = window.page.workspace
    workspace.show_panel(name)
    settle(window)
    if width:
        workspace.resizeDocks([workspace.docks[name]], [width], Qt.Orientation.Horizontal)
        settle(window)
    panel = workspace.docks[name].widget()
    assert panel is not None
    return panel


def press_banner(window: MainWindow) -> None:
    """Do the next step, as its filled button does."""
    window.page.banner.go_on()
    settle(window)


def settle(window: QWidget) -> None:
    """Go on until nothing has been worked on for a moment."""
    quiet = 0

    def is_quiet() -> bool:
        nonlocal quiet
        quiet = 0 if any(each.busy for each in window.findChildren(LatestJob)) else quiet + 1
        return quiet > QUIET

    until(is_quiet)


def until(done: Callable[[], bool], seconds: float = 60) -> None:
    """Go on until something holds. Raises `TimeoutError`."""
    end = time.monotonic() + seconds
    while not done():
        if time.monotonic() > end:
            raise TimeoutError("the window does not come to rest")
        QApplication.processEvents()
        time.sleep(0.01)


def look(window: QWidget, dialogs: Sequence[QWidget] = ()) -> QImage:
    """A picture of a window, with dialogs over its middle; of a dialog alone that is larger."""
    for dialog in dialogs:
        if dialog.width() > window.width() or dialog.height() > window.height():
            return dialog.grab().toImage()
    picture = window.grab().toImage()
    ratio = picture.devicePixelRatio()
    painter = QPainter(picture)
    for dialog in dialogs:
        shown = dialog.grab()
        at = QPoint((window.width() - dialog.width()) // 2, (window.height() - dialog.height()) // 2)
        shadow = QColor("#000000")
        for step in range(_SHADOW):
            shadow.setAlphaF(0.18 * (1 - step / _SHADOW) ** 2)
            painter.setPen(shadow)
            painter.drawRoundedRect(dialog.rect().translated(at).adjusted(-step, -step, step, step + 2), 4, 4)
        painter.drawPixmap(at, shown)
        painter.setPen(QColor(theme.colours().border))
        painter.drawRect(dialog.rect().translated(at))
    painter.end()
    picture.setDevicePixelRatio(ratio)
    return picture

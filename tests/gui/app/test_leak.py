"""A document that is closed is gone, whatever was looked at in it."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.edits.edits import RemapDevice, StripPrefix
from gui.app.window import MainWindow
from gui.jobs import job
from gui.optimizer import panel as optimizer_panel
from gui.page.welcome import DEMO
from gui.session.comparison import Comparison
from gui.session.scanning import Scanner
from tests.support.thinning import first

OpenIn = Callable[[MainWindow, Path], None]


@pytest.fixture(autouse=True)
def collected() -> Iterator[None]:
    """A job hides what is alive from the collector (`gui/jobs/job.py`)."""
    yield
    gc.unfreeze()


def work(window: MainWindow, other: Path, qtbot: QtBot) -> None:
    """Look at everything there is, and change things."""
    page = window.page
    for name in page.workspace.docks:
        page.workspace.show_panel(name)
        QApplication.processEvents()
    page.session.apply(RemapDevice("cuda:5", "cpu"))
    page.session.apply(StripPrefix("module."))
    page.session.undo()
    page.search.setText("weight")
    page.workspace.tree.unfold_all()
    page.workspace.tree.view.selectAll()
    scanner, comparison = Scanner.of(page.session), Comparison.of(page.session)
    page.scan_values()
    comparison.start(other)
    qtbot.waitUntil(lambda: not scanner.busy and not comparison.busy)


@pytest.mark.parametrize("beside", first(1, [True, False]))
def test_a_closed_document_leaves_nothing(
    window: MainWindow, open_in: OpenIn, small_file: Path, qtbot: QtBot, beside: bool
) -> None:
    """As the only tab, which stays, empty; and as one of two, which goes."""
    if beside:
        open_in(window, DEMO)
    open_in(window, small_file)
    work(window, DEMO, qtbot)
    assert window.page.session.catalogue is not None
    document = weakref.ref(window.page.session.catalogue.tree)
    window.page.session.undo_stack.setClean()
    window.close_file()

    def gone() -> bool:
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        if job.running():
            return False
        gc.unfreeze()
        gc.collect()
        return document() is None

    qtbot.waitUntil(gone)


def test_rows_that_were_still_to_come_go_too(
    window: MainWindow, open_in: OpenIn, small_file: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table of an optimizer is made beside the event loop, and the file can be closed meanwhile."""
    monkeypatch.setattr(optimizer_panel, "_QUICK", 0)
    open_in(window, small_file)
    shown = window.page.workspace.docks["optimizer"].widget()
    assert isinstance(shown, optimizer_panel.OptimizerPanel)
    shown.catch_up()
    assert shown._latest.busy
    window.close_file()
    assert not shown._latest.busy
    qtbot.waitUntil(lambda: not job.running())
    assert not shown.model.rowCount()

"""Windows and sessions with two files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from gui.app.window import MainWindow
from gui.document.compared import Compared, compare
from gui.session.comparison import Comparison
from tests.gui.diff.files import Epochs, trained
from tests.gui.documents import catalogue_of

Beside = Callable[[MainWindow, Path], Compared]


@pytest.fixture(scope="session")
def epochs(tmp_path_factory: pytest.TempPathFactory) -> Epochs:
    """Two epochs of one run."""
    return trained(tmp_path_factory.mktemp("epochs"))


@pytest.fixture(scope="session")
def compared(epochs: Epochs) -> Compared:
    """The two, compared."""
    return compare(catalogue_of(epochs.first), catalogue_of(epochs.second), lambda _done, _total: None)


@pytest.fixture
def compare_in(qtbot: QtBot) -> Beside:
    """Compares the document of a window with a file and waits for the answer."""

    def compare_with(window: MainWindow, path: Path) -> Compared:
        comparison = Comparison.of(window.page.session)
        with qtbot.waitSignal(comparison.found):
            window.page.comparing.start(path)
        assert comparison.compared is not None
        return comparison.compared

    return compare_with


@pytest.fixture
def two(
    window: MainWindow, open_in: Callable[[MainWindow, Path], None], compare_in: Beside, epochs: Epochs
) -> MainWindow:
    """The window with the first epoch open and the second beside it."""
    open_in(window, epochs.first)
    window.activateWindow()
    compare_in(window, epochs.second)
    return window

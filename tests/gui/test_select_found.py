"""Ctrl+A after a search: what was found is selected, not what the modules above it hold as well."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.search import search
from gui.models.many import held
from gui.window import DEMO, MainWindow

CONTROL = Qt.KeyboardModifier.ControlModifier


def chosen(window: MainWindow) -> set[str]:
    """The paths of the tensors that are selected."""
    catalogue = window.session.catalogue
    assert catalogue is not None
    tensors = catalogue.tensors
    return {catalogue.path_text(tensors[row].entry) for row in held(catalogue, window.session.selection).rows}


def select_all(window: MainWindow) -> None:
    QTest.keyClick(window.desk.tree.view, Qt.Key.Key_A, CONTROL)
    QApplication.processEvents()


def test_what_a_search_found_and_nothing_else(
    window: MainWindow, open_in: Callable[[MainWindow, Path], None], qtbot: QtBot
) -> None:
    open_in(window, DEMO)
    session = window.session
    assert session.catalogue is not None
    with qtbot.waitSignal(session.filter_answered):
        session.set_filter("conv device:cuda:5")
    select_all(window)
    found = search(session.catalogue, "conv device:cuda:5")
    assert chosen(window) == {session.catalogue.path_text(entry) for entry in found}
    assert 0 < len(chosen(window)) < len(session.catalogue.tensors)
    assert window.desk.tree.note.text().startswith(f"{len(chosen(window))} tensors selected")
    QTest.keyClick(window.desk.tree.view, Qt.Key.Key_Delete)
    assert session.preview is not None
    assert len(session.preview.plan.edits) == len(chosen(window))


def test_what_is_folded_away_among_it(
    window: MainWindow, open_in: Callable[[MainWindow, Path], None], qtbot: QtBot
) -> None:
    open_in(window, DEMO)
    with qtbot.waitSignal(window.session.filter_answered):
        window.session.set_filter("conv device:cuda:5")
    select_all(window)
    before = chosen(window)
    window.desk.tree.fold_all()
    QTest.qWait(100)
    select_all(window)
    assert chosen(window) == before


def test_all_of_it_without_a_search(
    window: MainWindow, open_in: Callable[[MainWindow, Path], None], qtbot: QtBot
) -> None:
    open_in(window, DEMO)
    select_all(window)
    assert window.session.catalogue is not None
    assert len(chosen(window)) == len(window.session.catalogue.tensors)

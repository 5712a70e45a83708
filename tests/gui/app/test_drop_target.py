"""A file dragged over the window: a sign that it can be dropped, and the drop."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from gui.app.window import MainWindow
from gui.page.welcome import DEMO
from gui.session.comparison import Comparison

COPY, LEFT, NONE = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


def enter(window: MainWindow, data: QMimeData) -> bool:
    event = QDragEnterEvent(QPoint(50, 50), COPY, data, LEFT, NONE)
    event.ignore()
    QApplication.sendEvent(window, event)
    return event.isAccepted()


def files(*urls: QUrl) -> QMimeData:
    data = QMimeData()
    data.setUrls(list(urls))
    return data


@pytest.mark.parametrize("with_document", [True, False])
def test_a_file_over_the_window_shows_that_it_can_be_dropped(
    window: MainWindow, open_in: Callable[[MainWindow, Path], None], tmp_path: Path, with_document: bool
) -> None:
    if with_document:
        open_in(window, DEMO)
    sign = window.drop_target.sign
    assert not sign.isVisible()
    assert enter(window, files(QUrl.fromLocalFile(str(tmp_path / "epoch<b>27.pth"))))
    assert sign.isVisible()
    assert sign.title.text() == ("Drop epoch<b>27.pth" if with_document else "Drop to open epoch<b>27.pth")
    assert sign.compare_place.isVisible() == with_document
    assert window.page.pages.rect().contains(sign.geometry())
    assert sign.width() > 0.9 * window.page.pages.width()
    window.resize(1100, 700)
    QApplication.processEvents()
    assert sign.width() > 0.9 * window.page.pages.width()
    QApplication.sendEvent(window, QDragLeaveEvent())
    assert not sign.isVisible()


def test_what_is_no_file_is_not_taken(window: MainWindow) -> None:
    text = QMimeData()
    text.setText("words")
    for data in (text, files(QUrl("mailto:me@example.org"))):
        assert not enter(window, data)
        assert not window.drop_target.sign.isVisible()


def drag(window: MainWindow, data: QMimeData, x: int) -> None:
    event = QDragMoveEvent(QPoint(x, 300), COPY, data, LEFT, NONE)
    QApplication.sendEvent(window, event)
    assert event.isAccepted()


def drop(window: MainWindow, data: QMimeData, x: int) -> None:
    QApplication.sendEvent(window, QDropEvent(QPointF(x, 300), COPY, data, LEFT, NONE))


def test_while_a_document_is_open_one_half_opens_and_the_other_compares(
    window: MainWindow, open_in: Callable[[MainWindow, Path], None], small_file: Path, qtbot: QtBot
) -> None:
    open_in(window, DEMO)
    comparison = Comparison.of(window.page.session)
    data, sign = files(QUrl.fromLocalFile(str(small_file))), window.drop_target.sign
    left, right = window.width() // 4, 3 * window.width() // 4
    assert enter(window, data)
    for x, lit in ((right, sign.compare_place), (left, sign.open_place), (right, sign.compare_place)):
        drag(window, data, x)
        lit_up = [place for place in (sign.open_place, sign.compare_place) if place.property("over") == "true"]
        assert lit_up == [lit]
    assert DEMO.name in sign.compare_place.note.text()
    with qtbot.waitSignal(comparison.found):
        drop(window, data, right)
    assert not sign.isVisible()
    assert window.page.session.catalogue is not None
    assert window.page.session.catalogue.checkpoint.path == DEMO
    assert comparison.compared is not None
    assert comparison.compared.theirs.checkpoint.path == small_file
    with qtbot.waitSignal(window.opened):
        enter(window, data)
        drop(window, data, left)
    assert window.page.session.catalogue is not None
    assert window.page.session.catalogue.checkpoint.path == small_file
    assert [page.name for page in window.tabs.pages()] == [DEMO.name, small_file.name]


def test_a_dropped_file_opens_and_the_sign_goes(window: MainWindow, small_file: Path, qtbot: QtBot) -> None:
    data = files(QUrl.fromLocalFile(str(small_file)))
    enter(window, data)
    event = QDropEvent(QPointF(50, 50), COPY, data, LEFT, NONE)
    with qtbot.waitSignal(window.opened):
        QApplication.sendEvent(window, event)
    assert event.isAccepted()
    assert event.type() == QEvent.Type.Drop
    assert not window.drop_target.sign.isVisible()


def test_no_part_of_the_window_keeps_files_for_itself(
    window: MainWindow, open_in: Callable[[MainWindow, Path], None], qtbot: QtBot
) -> None:
    open_in(window, DEMO)
    qtbot.waitUntil(lambda: any(box.isVisible() for box in window.findChildren(QPlainTextEdit)))
    lines = [each for each in window.findChildren(QWidget) if isinstance(each, QPlainTextEdit | QLineEdit)]
    taking = [each for each in lines if not each.isReadOnly() and each.isVisible() and each.acceptDrops()]
    assert [(type(each).__name__, each.objectName()) for each in taking] == []

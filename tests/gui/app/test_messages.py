"""What the window tells: notes over the status bar, and errors that nobody foresaw."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gui.app import start
from gui.app.window import MainWindow
from gui.look import messages
from gui.look.messages import Message, Offer, Question
from tests.gui.conftest import Said


def test_a_note_shows_plain_text_offers_and_goes(window: MainWindow, qtbot: QtBot) -> None:
    taken: list[bool] = []
    window.toast.show_message(Message("<b>a</b>", "info", (Offer("Do it", lambda: taken.append(True)),)))
    assert window.toast.isVisible()
    assert window.toast.text.text() == "<b>a</b>"
    assert window.toast.text.textFormat() == Qt.TextFormat.PlainText
    (offer,) = window.toast.buttons()
    qtbot.mouseClick(offer, Qt.MouseButton.LeftButton)
    assert taken == [True]
    assert not window.toast.isVisible()


@pytest.mark.parametrize("words", ["short", "long " * 90])
def test_a_note_covers_the_status_bar_and_nothing_else(window: MainWindow, words: str) -> None:
    toast, bar = window.toast, window.statusBar()
    before = bar.height()
    toast.show_message(Message(words, "error", (Offer("Do it", lambda: None),)))
    for width, height in ((1280, 800), (800, 500)):
        window.resize(width, height)
        QApplication.processEvents()
        place = QRect(toast.mapTo(window, QPoint()), toast.size())
        assert place == bar.geometry()
        assert place.bottom() <= window.rect().bottom()
        assert place.top() > window.page.pages.geometry().bottom()
        assert toast.text.height() >= toast.text.heightForWidth(toast.text.width())
    toast.hide()
    QApplication.processEvents()
    assert bar.height() == before


def test_an_unforeseen_error_is_told_with_details(said: Said, qtbot: QtBot, caplog: pytest.LogCaptureFixture) -> None:
    try:
        raise ZeroDivisionError("nobody foresaw this")
    except ZeroDivisionError as error:
        start.tell_unforeseen(type(error), error, error.__traceback__)
    (message,) = said.messages
    assert message.level == "error"
    assert "nobody foresaw this" in message.text
    message.offers[0].act()
    assert "ZeroDivisionError" in QApplication.clipboard().text()
    assert "ZeroDivisionError" in caplog.text


def test_without_a_window_messages_go_to_the_log(caplog: pytest.LogCaptureFixture) -> None:
    before = messages.use(None)
    try:
        messages.say("hello")
        question = Question("Go?", "Really?", (messages.Choice("go", "Go"), messages.Choice("stay", "Stay")))
        assert messages.ask(question) == "stay"
    finally:
        messages.use(before)
    assert "hello" in caplog.text

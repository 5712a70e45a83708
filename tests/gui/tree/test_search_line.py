"""The line that searches: after a pause, with a count, and with an objection to what cannot be searched for."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from core.catalogue.search import search
from gui.app.window import MainWindow
from gui.session.session import Session
from gui.tree.search_line import SearchLine, regex_objection


def test_a_broken_expression_is_shown_and_filters_nothing(session: Session, qtbot: QtBot) -> None:
    line = SearchLine(session)
    qtbot.addWidget(line)
    line.setText("conv")
    line.apply()
    line.regex.setChecked(True)
    line.setText("conv[")
    line.apply()
    assert line.property("wrong") == "true"
    assert "not a valid regular expression" in line.toolTip()
    assert line.count.text().startswith("not valid: ")
    assert session.filter_text == "conv"
    line.setText("conv[12]")
    line.apply()
    assert line.property("wrong") == "false"
    assert (session.filter_text, session.filter_regex) == ("conv[12]", True)


def test_the_search_says_how_many_it_found(document: MainWindow, qtbot: QtBot) -> None:
    document.page.search.setText("role:model bias")
    document.page.search.apply()
    qtbot.waitUntil(document.page.search.count.isVisible)
    found = int(document.page.search.count.text().removesuffix(" tensors found"))
    assert document.page.session.catalogue is not None
    assert found == len(search(document.page.session.catalogue, "role:model bias")) > 0
    assert document.page.search.rect().contains(document.page.search.count.geometry())
    document.page.search.reset()
    assert not document.page.search.count.isVisible()


def test_a_count_goes_with_its_file(document: MainWindow, qtbot: QtBot) -> None:
    document.page.search.setText("bias")
    document.page.search.apply()
    qtbot.waitUntil(lambda: document.page.search.count.text().endswith(" entries found"))
    document.page.close_file()
    assert document.page.search.count.text() == ""


def test_the_line_follows_a_filter_that_others_lift(document: MainWindow, qtbot: QtBot) -> None:
    document.page.search.setText("no such key")
    document.page.search.apply()
    assert document.page.session.filter_text == "no such key"
    document.page.session.set_filter("")
    assert document.page.search.text() == ""
    assert not document.page.search.count.isVisible()


def test_typing_searches_once_after_a_pause(session: Session, qtbot: QtBot) -> None:
    line = SearchLine(session)
    qtbot.addWidget(line)
    heard: list[str] = []
    session.filter_changed.connect(lambda text, regex: heard.append(text))
    qtbot.keyClicks(line, "bias")
    assert heard == []
    qtbot.waitUntil(lambda: heard == ["bias"])


@pytest.mark.parametrize(("pattern", "fine"), [("a+", True), ("(", False), ("", True), ("*", False)])
def test_regex_objection(pattern: str, fine: bool) -> None:
    assert (regex_objection(pattern) == "") == fine

"""What is offered below the search while one types: operators, what they ask for, and the values of the file."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from core.catalogue.catalogue import Catalogue
from core.catalogue.search import search
from gui.app.window import MainWindow
from gui.tree.search_line import MEANINGS, completed, searched, suggestions

KEY = Qt.Key


def words(catalogue: Catalogue | None, text: str, place: int | None = None) -> list[str]:
    return [each.word for each in suggestions(catalogue, text, len(text) if place is None else place)]


def test_an_empty_search_explains_all_operators_with_values_of_this_file(catalogue: Catalogue) -> None:
    found = suggestions(catalogue, "", 0)
    assert [each.word for each in found] == ["device:", "dtype:", "role:", "shape:"] == list(MEANINGS)[:-1]
    assert "cuda:1" in found[0].meaning
    assert "cuda:0" in found[0].meaning
    assert "float32" in found[1].meaning


@pytest.mark.parametrize(
    ("text", "offered"),
    [
        ("d", []),
        ("de", ["device:"]),
        ("DTY", ["dtype:"]),
        ("conv", []),
        ("conv dt", ["dtype:"]),
        ("conv ", []),
        ("nosuch:", []),
        ("dtype:float16x", []),
    ],
)
def test_the_word_at_the_cursor_is_what_is_completed(catalogue: Catalogue, text: str, offered: list[str]) -> None:
    assert words(catalogue, text) == offered


def test_nothing_is_offered_within_a_word_or_without_a_file(catalogue: Catalogue) -> None:
    assert words(catalogue, "device:cuda", 3) == []
    assert words(None, "") == []


def test_values_are_those_of_the_file_and_each_finds_as_many_as_it_says(catalogue: Catalogue) -> None:
    for name in MEANINGS:
        found = suggestions(catalogue, name, len(name))
        assert found
        for each in found:
            assert len(search(catalogue, each.word)) == int(each.meaning.split()[0].replace(",", ""))
    assert words(catalogue, "device:cu") == ["device:cuda:1", "device:cuda:0"]
    assert words(catalogue, "device:cuda:1") == []


@pytest.mark.parametrize(
    ("text", "place", "word", "then"),
    [
        ("de", 2, "device:", "device:"),
        ("conv de", 7, "device:", "conv device:"),
        ("device:c", 8, "device:cuda:1", "device:cuda:1 "),
        ("dev bias", 3, "device:", "device:bias"),
    ],
)
def test_a_word_is_put_in_the_place_of_what_was_typed(text: str, place: int, word: str, then: str) -> None:
    assert completed(text, place, word)[0] == then


@pytest.mark.parametrize(
    ("text", "then"),
    [("conv dtype:", "conv"), ("shape:", ""), ("device:cpu ", "device:cpu"), ("a nosuch:", "a nosuch:")],
)
def test_an_operator_without_a_value_is_not_searched_for_yet(text: str, then: str) -> None:
    assert searched(text) == then


def test_by_keyboard_from_the_empty_line_to_the_first_result(document: MainWindow, qtbot: QtBot) -> None:
    line, offered = document.page.search, document.page.search.suggestions
    assert offered.isHidden()
    qtbot.keyClick(document, KEY.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert offered.isVisible()
    assert document.rect().contains(offered.geometry())
    assert offered.width() >= 480
    for press in (KEY.Key_Down, KEY.Key_Down, KEY.Key_Up, KEY.Key_Return):
        qtbot.keyClick(line, press)
    assert line.text() == "device:"
    qtbot.keyClicks(line, "cu")
    qtbot.keyClick(line, KEY.Key_Tab)
    assert line.text() == "device:cuda:5 "
    assert offered.isHidden()
    assert line.hasFocus()
    qtbot.keyClick(line, KEY.Key_Return)
    qtbot.waitUntil(document.page.workspace.tree.view.hasFocus)
    assert document.page.session.filter_text == "device:cuda:5"
    assert len(document.page.session.selection) == 1


def test_escape_takes_away_the_list_then_the_search(document: MainWindow, qtbot: QtBot) -> None:
    line = document.page.search
    line.setFocus()
    qtbot.keyClicks(line, "dtyp")
    assert line.suggestions.isVisible()
    qtbot.keyClick(line, KEY.Key_Escape)
    assert line.suggestions.isHidden()
    assert line.text() == "dtyp"
    qtbot.keyClick(line, KEY.Key_Escape)
    assert line.text() == ""


def test_the_list_goes_with_the_keyboard_and_takes_clicks(document: MainWindow, qtbot: QtBot) -> None:
    line = document.page.search
    line.setFocus()
    offered = line.suggestions
    where = offered.visualRect(offered.model().index(1, 0)).center()
    qtbot.mouseClick(offered.viewport(), Qt.MouseButton.LeftButton, pos=where)
    assert line.text() == "dtype:"
    assert line.hasFocus()
    document.page.workspace.tree.setFocus()
    assert offered.isHidden()


def test_a_regular_expression_is_not_completed(document: MainWindow, qtbot: QtBot) -> None:
    line = document.page.search
    line.regex.setChecked(True)
    line.setFocus()
    qtbot.keyClicks(line, "de")
    assert line.suggestions.isHidden()

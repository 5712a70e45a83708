"""What is cut to the width of a panel still says what is done, and to what."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFontMetrics, QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.text import quoted
from core.words import say
from gui.look import language
from gui.memory.pages import PhasesPage
from gui.widgets.basic_widgets import CutBox, cut_name


@pytest.fixture
def metrics() -> QFontMetrics:
    return QFontMetrics(QApplication.font())


def test_the_name_gives_way_and_not_the_verb(metrics: QFontMetrics) -> None:
    text = "make “hyper_parameters/pitch_shift/settings” plain data"
    whole = metrics.horizontalAdvance(text)
    assert cut_name(metrics, text, whole) == text
    for room in range(whole // 2, whole, 7):
        shown = cut_name(metrics, text, room)
        assert metrics.horizontalAdvance(shown) <= room
        assert shown.startswith("make “hy")
        assert shown.endswith("” plain data")
        assert "…" in shown


def test_the_name_gives_way_in_the_quotation_marks_of_another_language(metrics: QFontMetrics) -> None:
    language.apply("ja")
    try:
        text = say("drop {path}", path=quoted("hyper_parameters/pitch_shift/settings"))
        shown = cut_name(metrics, text, metrics.horizontalAdvance(text) - 20)
    finally:
        language.apply("en")
    assert shown.startswith("「hy")
    assert shown.endswith("」を削除")


@pytest.mark.parametrize("text", ["rename “a” to “a_name_that_is_long”", "set 12 values of all that there are", "“” x"])
def test_without_one_name_the_middle_gives_way(metrics: QFontMetrics, text: str) -> None:
    room = metrics.horizontalAdvance(text) - 20
    shown = cut_name(metrics, text, room)
    assert metrics.horizontalAdvance(shown) <= room
    assert "…" in shown or room < 20
    assert cut_name(metrics, text, metrics.horizontalAdvance(text)) == text


def test_where_there_is_no_room_for_the_name_all_of_it_is_cut(metrics: QFontMetrics) -> None:
    text = "make “hyper_parameters” plain data"
    room = metrics.horizontalAdvance("make “h")
    assert metrics.horizontalAdvance(cut_name(metrics, text, room)) <= room


def test_no_empty_choice_of_devices_before_there_is_an_answer(qtbot: QtBot) -> None:
    page = PhasesPage()
    page.show()
    assert not page.device.isVisible()
    page.close()


@pytest.mark.parametrize("text", ["cpu (see Pending changes)", "cpu（参见“待保存的更改”）"])
def test_an_explanation_in_parentheses_is_there_as_a_whole_or_not_at_all(qtbot: QtBot, text: str) -> None:
    def picture(words: str, width: int) -> QImage:
        box = CutBox(6)
        qtbot.addWidget(box)
        box.addItem(words)
        box.resize(width, box.sizeHint().height())
        return box.grab().toImage()

    wide = QFontMetrics(QApplication.font()).horizontalAdvance(text)
    assert picture(text, wide) == picture("cpu", wide)
    assert picture(text, wide + 60) != picture("cpu", wide + 60)
    assert picture("(none of them)", 60) != picture("", 60)

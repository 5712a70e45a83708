"""A line of widgets as one call is the line that Qt's own calls make."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget
from pytestqt.qtbot import QtBot

from gui.widgets.layouts import Gap, Pages, Stretch, horizontal, vertical


def test_all_kinds_of_items_stand_where_they_are_named(qtbot: QtBot) -> None:
    around = QWidget()
    qtbot.addWidget(around)
    first, wide, right, inside = QLabel("1"), QLabel("2"), QLabel("3"), QHBoxLayout()
    top = Qt.AlignmentFlag.AlignTop
    line = vertical(first, Gap(7), (wide, 2), (right, 0, top), inside, Stretch(3), of=around, margins=(1, 2, 3, 4))
    assert around.layout() is line
    assert [line.stretch(place) for place in range(line.count())] == [0, 0, 2, 0, 0, 3]
    assert [line.itemAt(place).widget() for place in (0, 2, 3)] == [first, wide, right]
    assert line.itemAt(1).sizeHint().height() == 7
    assert line.itemAt(3).alignment() == top
    assert line.itemAt(4).layout() is inside
    ends = line.contentsMargins()
    assert (ends.left(), ends.top(), ends.right(), ends.bottom()) == (1, 2, 3, 4)


def test_one_number_is_for_all_margins_and_nothing_given_is_the_styles(qtbot: QtBot) -> None:
    around = QWidget()
    qtbot.addWidget(around)
    styled = QHBoxLayout(around)
    bare, plain = horizontal(margins=0, spacing=5), horizontal()
    styled.addLayout(bare)
    styled.addLayout(plain)
    assert bare.contentsMargins().isNull()
    assert bare.spacing() == 5
    assert plain.spacing() == styled.spacing()


def test_a_hidden_page_asks_for_no_room(qtbot: QtBot) -> None:
    low, high = QWidget(), QWidget()
    low.setMinimumSize(100, 40)
    high.setMinimumSize(300, 600)
    pages, around = Pages(low, high), QWidget()
    qtbot.addWidget(around)
    vertical(pages, of=around, margins=0)
    around.resize(200, 100)
    around.show()
    assert around.size() == QSize(200, 100)
    pages.setCurrentWidget(high)
    qtbot.waitUntil(lambda: around.height() == 600)
    pages.setCurrentWidget(low)
    qtbot.waitUntil(lambda: around.minimumSizeHint() == QSize(100, 40))

"""In a small window, in larger text and in every language, what people came for is in sight and not squeezed out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QWidget

from gui.app.window import MainWindow
from gui.look import language, scale
from gui.page.welcome import DEMO
from gui.widgets.tabs import TabLine
from scripts.pictures.stage import select, settle, show_panel

SMALL = (1024, 640)
Show = Callable[[str, int, Path], MainWindow]


@pytest.fixture
def show(qapp: QApplication, make_window: Callable[[], MainWindow], open_in: Callable[..., None]) -> Iterator[Show]:
    """A small window with a file open, in a language and a size of text."""

    def shown(spoken: str, percent: int, path: Path = DEMO) -> MainWindow:
        language.apply(spoken)
        scale.apply_size(percent)
        window = make_window()
        window.resize(*SMALL)
        open_in(window, path)
        settle(window)
        return window

    yield shown
    language.apply("en")
    scale.apply_size(scale.USUAL)


def is_whole(widget: QWidget) -> bool:
    """Whether all of a widget can be seen."""
    return widget.visibleRegion().boundingRect() == widget.rect()


@pytest.mark.parametrize("percent", [100, 150, 200])
@pytest.mark.parametrize("spoken", ["ja", "zh", "en"])
def test_findings_have_the_room_and_not_the_buttons_below_them(show: Show, spoken: str, percent: int) -> None:
    panel = show(spoken, percent, DEMO).page.diagnosis.panel
    tools = panel.verify.mapTo(panel, QPoint()).y()
    assert panel.height() - tools < panel.height() / 5
    if percent < 200:
        assert [is_whole(card) for card in panel.list.cards] == [True, True]
        assert is_whole(panel), "it is scrolled within the list alone"


@pytest.mark.parametrize("spoken", ["ja", "zh", "en"])
@pytest.mark.parametrize("percent", [100, 150])
def test_the_tabs_of_the_values_are_not_scrolled(show: Show, spoken: str, percent: int) -> None:
    window = show(spoken, percent, DEMO)
    select(window, "state_dict/module.conv.weight")
    (tabs,) = show_panel(window, "values").findChildren(TabLine)
    assert tabs.tabRect(0).left() >= 0
    assert tabs.tabRect(tabs.count() - 1).right() <= tabs.width()

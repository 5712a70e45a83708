"""From what is told of NaN, Inf and extremes to the number itself: by links, by F8, whichever panel is on top."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch
from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from core.edits.edits import Cast, SetNumbers
from gui.app.window import MainWindow
from gui.look.theme import is_on_screen
from gui.session.scanning import Scanner
from gui.values.one_tensor import NUMBERS, PICTURE
from gui.values.panel import ValuesPanel
from tests.gui.conftest import Said
from tests.gui.hands import Hands
from tests.gui.values.conftest import settled
from tests.support.thinning import first

OpenIn = Callable[[MainWindow, Path], None]
NAN, INF = float("nan"), float("inf")
TENSORS = ("a", "conv", "large", "scalar", "sound")


class User:
    """Somebody at the window with an ill file."""

    def __init__(self, window: MainWindow, qtbot: QtBot) -> None:
        self.window, self.qtbot, self.hands = window, qtbot, Hands(qtbot, window)
        self.session, self.workspace = window.page.session, window.page.workspace

    @property
    def panel(self) -> ValuesPanel:
        panel = self.workspace.docks["values"].widget()
        assert isinstance(panel, ValuesPanel)
        return panel

    def scan(self) -> None:
        """Ctrl+H, and wait."""
        self.hands.press("Ctrl+H")
        self.hands.until(lambda: Scanner.of(self.session).scan is not None)

    def select(self, key: str) -> None:
        """Select a tensor and wait for its numbers."""
        assert self.session.catalogue is not None
        self.workspace.tree.reveal(self.session.catalogue.find(key))
        self.workspace.show_panel("values")
        row = self.session.catalogue.rows[self.session.catalogue.find(key)]
        self.hands.until(lambda: self.panel._found is not None and list(self.panel._found.rows) == [row])
        self.hands.until(lambda: self.panel.one is not None and self.panel.one.glance is not None)
        assert self.panel.one is not None
        settled(self.panel.one, self.qtbot)

    def is_at(self, key: str, index: tuple[int, ...]) -> bool:
        """Whether a number is on the screen, highlighted, with the keyboard at it."""
        catalogue, one = self.session.catalogue, self.panel.one
        if catalogue is None or one is None or one.number is None:
            return False
        entry, grid = catalogue.find(key), one.numbers.grid
        selected = grid.selected
        there = self.panel.number == (catalogue.rows[entry], index) and self.session.current == entry
        if not (there and one.pages.currentIndex() == NUMBERS and is_on_screen(one.numbers) and not grid.model.busy):
            return False
        if selected is None or not grid.model.shows(*selected[1]) or QApplication.focusWidget() is not grid.view:
            return False
        rect = grid.view.visualRect(grid.view.currentIndex())
        return grid.view.viewport().visibleRegion().contains(rect.center())

    def arrives(self, key: str, index: tuple[int, ...]) -> None:
        """Wait until it is."""
        self.qtbot.waitUntil(lambda: self.is_at(key, index))


@pytest.fixture
def user(window: MainWindow, open_in: OpenIn, tmp_path: Path, qtbot: QtBot) -> User:
    torch.manual_seed(0)
    tensors = {
        "a": torch.randn(400, 300),
        "conv": torch.randn(4, 3, 5, 5),
        "large": torch.randn(1500, 900),
        "scalar": torch.tensor(NAN),
        "sound": torch.randn(20, 20),
    }
    tensors["a"][312, 245] = NAN
    tensors["conv"][2, 1, 4, 3] = INF
    tensors["large"][1234, :12] = NAN
    torch.save(tensors, tmp_path / "ill.pth")
    open_in(window, tmp_path / "ill.pth")
    window.activateWindow()
    return User(window, qtbot)


def link(user: User, name: str) -> QWidget:
    """The figure of a fact."""
    one = user.panel.one
    assert one is not None
    place = next(at for at, fact in enumerate(one.facts.facts) if fact.name == name)
    return one.facts._labels[place][2]


def test_the_figure_in_values_is_a_link(user: User) -> None:
    for key, name, index in (("a", "NaN", (312, 245)), ("conv", "±Inf", (2, 1, 4, 3)), ("large", "NaN", (1234, 0))):
        user.select(key)
        button = link(user, name)
        assert f"[{', '.join(map(str, index))}]" in button.toolTip()
        user.hands.click(button)
        user.arrives(key, index)


def test_the_extremes_are_links_too(user: User) -> None:
    user.select("sound")
    assert user.session.catalogue is not None
    tensor = torch.load(user.session.catalogue.checkpoint.path)["sound"]
    user.hands.click(link(user, "min"))
    user.arrives("sound", tuple((tensor == tensor.min()).nonzero()[0].tolist()))
    user.hands.click(link(user, "max"))
    user.arrives("sound", tuple((tensor == tensor.max()).nonzero()[0].tolist()))


@pytest.mark.parametrize("on_top", first(2, ["values", "diagnosis", "memory", "details"]))
def test_health_leads_there_whichever_panel_is_on_top(user: User, on_top: str) -> None:
    user.scan()
    user.workspace.show_panel(on_top)
    board = user.workspace.docks["health"].widget().board  # type: ignore[union-attr]
    where = {row.path: at for at, row in enumerate(board.model.rows)}
    assert board.model.index(where["a"], 3).data() == "[312, 245]"
    user.hands.click_row(board.table, board.model.index(where["a"], 3))
    user.arrives("a", (312, 245))
    user.workspace.show_panel(on_top)
    user.hands.click_row(board.table, board.model.index(where["conv"], 1), double=True)
    user.arrives("conv", (2, 1, 4, 3))
    user.workspace.show_panel(on_top)
    user.hands.click_row(board.table, board.model.index(where["large"], 0))
    user.hands.click_words("Go to [1234, 0]", board)
    user.arrives("large", (1234, 0))


def test_what_is_typed_then_overwrites_it(user: User) -> None:
    user.scan()
    board = user.workspace.docks["health"].widget().board  # type: ignore[union-attr]
    where = {row.path: at for at, row in enumerate(board.model.rows)}
    user.hands.click_row(board.table, board.model.index(where["conv"], 3))
    user.arrives("conv", (2, 1, 4, 3))
    user.hands.type("0.5")
    user.hands.press("Return")
    (edit,) = user.session.plan.edits
    assert isinstance(edit, SetNumbers)
    assert edit.box == ((2, 3, 1), (1, 2, 1), (4, 5, 1), (3, 4, 1))


def test_f8_walks_all_of_them_and_wraps_with_a_word(user: User) -> None:
    """Where nobody has scanned yet, that is done first."""
    all_of_them = [("a", (312, 245)), ("conv", (2, 1, 4, 3)), *(("large", (1234, n)) for n in range(12))]
    all_of_them.append(("scalar", ()))
    for key, index in all_of_them:
        user.hands.press("F8")
        user.arrives(key, index)
    one = user.panel.one
    assert one is not None
    assert "again" not in one.status.text()
    user.hands.press("F8")
    user.arrives("a", (312, 245))
    user.hands.until(lambda: one.status.text().startswith("Continued from the start"))
    for key, index in reversed(all_of_them):
        user.hands.press("Shift+F8")
        user.arrives(key, index)
        assert one.status.text().startswith("Continued from the end") == (key == "scalar")


def test_f8_goes_by_what_would_be_saved(user: User) -> None:
    assert user.session.catalogue is not None
    user.scan()
    user.session.apply(SetNumbers(user.session.catalogue.find("a"), ((312, 313, 1), (245, 246, 1)), 0.5))
    user.session.apply(SetNumbers(user.session.catalogue.find("sound"), ((19, 20, 1), (18, 19, 1)), NAN))
    user.hands.press("F8")
    user.arrives("conv", (2, 1, 4, 3))
    user.select("scalar")
    user.hands.press("F8")
    user.arrives("scalar", ())
    user.hands.press("F8")
    user.arrives("sound", (19, 18))


def test_a_cast_tensor_too(user: User) -> None:
    """What overflows in the new dtype is found, and what the link leads to is the number as it would be saved."""
    assert user.session.catalogue is not None
    user.session.apply(SetNumbers(user.session.catalogue.find("sound"), ((3, 4, 1), (4, 5, 1)), 1e30))
    user.session.apply(Cast("float16", frozenset((4,))))
    user.select("sound")
    user.hands.click(link(user, "±Inf"))
    user.arrives("sound", (3, 4))


def test_a_sound_file_says_so(window: MainWindow, open_in: OpenIn, tmp_path: Path, said: Said, qtbot: QtBot) -> None:
    torch.save({"a": torch.randn(3, 4)}, tmp_path / "sound.pth")
    open_in(window, tmp_path / "sound.pth")
    window.activateWindow()
    Hands(qtbot, window).press("F8")
    qtbot.waitUntil(lambda: "There is no NaN or Inf in this file." in said.texts)


def test_they_are_in_the_menu(user: User) -> None:
    user.hands.click_menu("Diagnosis", "Next NaN or Inf")
    user.arrives("a", (312, 245))
    user.hands.click_menu("Diagnosis", "Previous NaN or Inf")
    user.arrives("scalar", ())


def test_a_picture_shows_it_and_a_click_on_it_goes_there(user: User) -> None:
    user.select("large")
    one = user.panel.one
    assert one is not None
    user.hands.click(one.tabs, one.tabs.tabRect(PICTURE).center())
    settled(one, user.qtbot)
    plot = one.picture.heat_map.plot
    user.hands.until(lambda: plot.picture is not None and not np.isfinite(plot.picture.values).all())
    assert plot.picture is not None
    row, column = np.argwhere(np.isnan(plot.picture.values))[0]
    place = plot.picture.place(row, column)
    assert place is not None
    assert place[0] == 1234
    at = plot.mapFromScene(plot.getViewBox().mapViewToScene(QPointF(*plot._middle(row, column))))
    user.hands.click(plot.viewport(), at)
    user.arrives("large", place)


def test_enter_goes_to_the_cell_that_is_marked_in_a_picture(user: User) -> None:
    user.select("sound")
    one = user.panel.one
    assert one is not None
    user.hands.click(one.tabs, one.tabs.tabRect(PICTURE).center())
    one.picture.heat_map.plot.setFocus()
    user.hands.press("Right", "Down", "Right", "Return")
    user.arrives("sound", (1, 1))

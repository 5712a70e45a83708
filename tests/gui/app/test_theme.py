"""Light and dark: remembered, and words can be read."""

from __future__ import annotations

import re

import pytest
import shiboken6
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QToolButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from gui.app.window import MainWindow
from gui.look import theme
from gui.look.theme import DARK, LIGHT, Colours
from gui.preferences import offered


@pytest.mark.parametrize(("choice", "colours"), [("light", LIGHT), ("dark", DARK)])
def test_a_theme_recolours_the_window_and_is_remembered(
    window: MainWindow, qapp: QApplication, choice: str, colours: Colours
) -> None:
    action = next(action for action in window.theme_menu.actions() if action.data() == choice)
    action.trigger()
    assert window.palette().color(QPalette.ColorRole.Window).name() == colours.window
    assert theme.is_dark() == colours.dark
    assert window.settings.get(offered.THEME.setting) == choice
    assert "@" not in qapp.styleSheet(), "every colour of the style sheet has a value"


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(
    ("front", "back"),
    [
        ("text", "base"),
        ("text", "window"),
        ("muted", "base"),
        ("muted", "window"),
        ("accent", "base"),
        ("base", "accent"),
        ("on_selection", "selection"),
        ("on_warning", "warning"),
        ("on_good", "good"),
        ("error", "base"),
        ("error", "window"),
    ],
)
def test_text_can_be_read(colours: Colours, front: str, back: str) -> None:
    assert contrast(getattr(colours, front), getattr(colours, back)) >= 4.5  # WCAG AA


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two `#rrggbb` by WCAG 2."""

    def luminance(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("choice", ["light", "dark"])
def test_the_way_up_of_qts_file_dialog_can_be_seen(qtbot: QtBot, choice: str) -> None:
    """Qt draws its arrows black, whatever is behind them."""
    theme.theme().apply(choice)
    dialog = QFileDialog()
    qtbot.addWidget(dialog)
    dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
    up = dialog.findChild(QToolButton, "toParentButton")
    drawn = up.icon().pixmap(16, 16).toImage()
    colours = [drawn.pixelColor(x, y) for x in range(drawn.width()) for y in range(drawn.height())]
    solid = max(colours, key=QColor.alpha).name()
    assert contrast(solid, theme.colours().window) > 3


class Follower(QLabel):
    """Notes the colours that it was called with."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__("text", parent)
        self.setProperty("rank", "muted")
        self.seen: list[bool] = []
        theme.theme().follow(self._note)

    def _note(self) -> None:
        self.seen.append(theme.is_dark())

    @property
    def ink(self) -> str:
        """The colour of its words, which the style sheet gives it."""
        return self.palette().color(QPalette.ColorRole.WindowText).name()


def test_what_is_seen_changes_at_once_and_what_nobody_sees_soon(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many there are: of those that nobody sees, each turn of the event loop does some."""
    monkeypatch.setattr(theme, "AT_ONCE", 5)
    theme.theme().apply("light")
    window = QWidget()
    qtbot.addWidget(window)
    layout = QVBoxLayout(window)
    shown, hidden, gone = (Follower(window) for _ in range(3))
    for each in (shown, hidden, gone):
        layout.addWidget(each)
    window.show()
    hidden.hide()
    gone.hide()
    QApplication.processEvents()
    theme.theme().apply("dark")
    assert (shown.ink, shown.seen) == (DARK.muted, [True])
    assert (hidden.ink, hidden.seen) == (LIGHT.muted, [])
    shiboken6.delete(gone)
    qtbot.waitUntil(lambda: hidden.seen == [True])
    assert hidden.ink == DARK.muted
    theme.theme().apply("light")
    qtbot.waitUntil(lambda: hidden.ink == LIGHT.muted)


def test_a_theme_leaves_the_style_sheet_as_it_is(qapp: QApplication) -> None:
    """To take it anew Qt goes through all widgets three times."""
    theme.theme().apply("light")
    before = qapp.styleSheet()
    theme.theme().apply("dark")
    assert qapp.styleSheet() == before
    assert not re.search("#[0-9a-f]{6}|rgb", before), "its colours are those of the palette"
    theme.theme().apply("light")

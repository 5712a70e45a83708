"""Light and dark: remembered, and words can be read."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication

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
        ("on_accent", "accent"),
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

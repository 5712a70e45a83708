"""Words and signs can be told from what is behind them, in both themes: WCAG 2.2 AA, 4.5 for text and 3 for signs."""

from __future__ import annotations

import pytest

from gui.look.theme import DARK, LIGHT, Colours
from tests.gui.app.test_theme import contrast

THEMES = pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
TEXTS = {
    "window": ("text", "muted", "accent", "error"),
    "base": ("text", "muted", "accent", "error"),
    "alternate": ("text", "muted", "accent", "error"),
    "button": ("text", "muted", "accent"),
    "hover": ("text", "muted", "accent"),
    "border": ("text",),
    "selection": ("on_selection", "text", "muted"),
    "accent": ("on_accent",),
    "warning": ("on_warning", "accent"),
    "good": ("on_good", "accent"),
}
"""Grounds, and what is written on them: links in banners and in rows under the pointer too."""
SIGNS = {
    "window": ("muted", "accent", "error", "on_warning", "on_good"),
    "base": ("muted", "accent", "error", "on_warning", "on_good"),
    "button": ("accent",),
    "selection": ("accent",),
    "warning": ("accent",),
    "good": ("accent",),
}
"""Grounds, and the icons, rings of the focus and rims of ticks on them."""


@THEMES
@pytest.mark.parametrize(("ground", "ink"), [(ground, ink) for ground, inks in TEXTS.items() for ink in inks])
def test_words(colours: Colours, ground: str, ink: str) -> None:
    assert contrast(getattr(colours, ink), getattr(colours, ground)) >= 4.5


@THEMES
@pytest.mark.parametrize(("ground", "ink"), [(ground, ink) for ground, inks in SIGNS.items() for ink in inks])
def test_signs(colours: Colours, ground: str, ink: str) -> None:
    assert contrast(getattr(colours, ink), getattr(colours, ground)) >= 3

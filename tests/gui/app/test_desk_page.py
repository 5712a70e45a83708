"""docs/desk.md: what it says of menus and keys is so."""

from __future__ import annotations

import re
from pathlib import Path

from PySide6.QtWidgets import QMenu

from core.words import say
from gui.app.actions import ACTIONS
from gui.app.menus import words
from gui.app.window import MainWindow

PAGE = Path(__file__).parents[3] / "docs" / "desk.md"
ROWS = re.findall(r"^\| [^|]+ \| (\w+ ▸ [^|]+?) \| ?([^|]*?) ?\|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)


def test_everything_is_where_the_page_says(window: MainWindow) -> None:
    assert len(ROWS) == len(set(ROWS)) > 15
    for place, keys in ROWS:
        entries = window.menuBar().actions()
        for name in place.split(" ▸ "):
            entry = next(each for each in entries if words(each.text()) == name)
            menu = entry.menu()
            entries = menu.actions() if isinstance(menu, QMenu) else []
        if keys and not keys.startswith("`"):
            (spec,) = (spec for spec in ACTIONS if words(say(spec.text)) == name)
            assert set(keys.split(" or ")) <= set(spec.shortcuts), place

"""docs/tasks.md: what each task takes, and the tests hold it to that."""

from __future__ import annotations

import re
from typing import NamedTuple

from tests.gui.hands import Hands
from tests.places import ROOT

PAGE = ROOT / "docs" / "tasks.md"


class Row(NamedTuple):
    """What the page says of a task: the most it may take, and what it does."""

    most: str
    mouse: str
    keyboard: str
    how: str


def rows() -> dict[str, Row]:
    """All tasks of the page."""
    found = {}
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line[1:-1].split("|")]
        if line.startswith("| ") and len(cells) == len(Row._fields) + 1 and cells[0] != "task":
            found[cells[0]] = Row(*cells[1:])
    return found


def counted(task: str, way: str, hands: Hands) -> None:
    """The page says what was counted, and that is no more than may be."""
    row = rows()[task]
    taken = hands.taken if way == "mouse" else hands.taken_by_keyboard
    assert getattr(row, way) == taken, f"{task}: {taken} by {way}"
    if row.most and way == "mouse":
        assert hands.clicks <= sum(map(int, re.findall(r"(\d+) clicks?", row.most)))

"""docs/tasks.md has a row for each task that is counted, and no other."""

from __future__ import annotations

from pathlib import Path

from tests.gui.tasks.page import rows


def test_every_row_is_counted() -> None:
    tests = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    assert len(rows()) > 20
    for task in rows():
        assert f'"{task}"' in tests, task

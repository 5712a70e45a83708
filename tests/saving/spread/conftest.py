"""Spans so small that even small tensors are cut into many, and who fills them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.saving.spread import gaps
from core.spread import cutting
from core.spread.crew import Crew
from core.spread.processes import Processes
from tests.spread.here import Here


@pytest.fixture(autouse=True)
def small_gaps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spans of 64 KiB, and gaps for all that is not tiny."""
    for name in ("LARGEST", "SMALLEST"):
        monkeypatch.setattr(cutting, name, 1 << 16)
    monkeypatch.setattr(cutting, "ITEM", 1000)
    monkeypatch.setattr(gaps, "_LEAST", 1)
    monkeypatch.setattr(gaps, "_WHOLE", 1 << 12)


@pytest.fixture(params=["here", "processes"])
def crew(request: pytest.FixtureRequest) -> Iterator[Crew]:
    """Workers in this process, and in two others."""
    with Here() if request.param == "here" else Processes(2) as found:
        yield found


@pytest.fixture
def folder(tmp_path: Path, state: Path) -> Path:
    """An empty folder, and a state folder of this test alone."""
    made = tmp_path / "folder"
    made.mkdir()
    return made

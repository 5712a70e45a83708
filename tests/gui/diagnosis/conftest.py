"""The panel of the diagnosis, and a file that it has something to say about."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from core.diagnosis import diagnose
from gui.diagnosis.content import DiagnosisContent
from gui.session import diagnosis_service
from gui.session.session import Session
from tests.gui.diagnosis.user import by_hand, show
from tests.gui.documents import saved, two_gpus


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A wrapped model over two GPUs."""
    return saved(tmp_path, two_gpus)


@pytest.fixture
def panel(session: Session, qtbot: QtBot) -> DiagnosisContent:
    """The panel of a session with nothing open."""
    return show(DiagnosisContent(session), qtbot)


@pytest.fixture
def hand_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """Findings made by hand in place of those of the library."""
    monkeypatch.setattr(diagnosis_service, "diagnose", by_hand)
    monkeypatch.setattr(diagnose, "diagnose", by_hand)

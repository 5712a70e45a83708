"""A large document that is closed is taken apart, but not before everybody has let go of it."""

from __future__ import annotations

import weakref
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

import gui.session.session
from gui.jobs import disposer, job
from gui.session.session import Session
from tests.gui.documents import opened, saved, two_gpus


def test_a_closed_document_is_freed_when_nobody_holds_it(
    session: Session, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gui.session.session, "MANY_ENTRIES", 0)
    given_back: list[str] = []
    monkeypatch.setattr(disposer, "collect", lambda: given_back.append("collected"))
    monkeypatch.setattr(disposer, "trim", lambda: given_back.append("trimmed"))
    holder = [opened(session, saved(tmp_path, two_gpus))]
    gone = weakref.ref(holder[0].tree)
    tensors = holder[0].tensors
    session.close()
    qtbot.wait(300)
    assert len(tensors) > 0  # a job is still at work on it
    holder.clear()
    qtbot.waitUntil(lambda: not tensors and gone() is None)
    qtbot.waitUntil(lambda: given_back == ["collected", "trimmed"])
    qtbot.waitUntil(lambda: not job.running())

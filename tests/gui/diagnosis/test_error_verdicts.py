"""A pasted error in the panel: which of three things it says of the file, and that a cure is never taken back."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from pytestqt.qtbot import QtBot

from core.edits.edits import SetValue, StripPrefix, UseContainer
from gui.diagnosis.content import DiagnosisContent
from gui.session.session import Session
from tests.diagnosis.traceback.test_abridged_errors import Deep, below, few, raised
from tests.files.checkpoints import save
from tests.files.fitting_files import make
from tests.gui.documents import opened

ONE_GPU = "RuntimeError: Attempting to deserialize object on CUDA device 3 but torch.cuda.device_count() is 1."
TWO_DEVICES = (
    "RuntimeError: Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu!"
)
SAID = {
    "This file is the cause": ("state dict, all on cuda:3", ONE_GPU, 1),
    "This file is not the cause": ("healthy state dict on cpu", ONE_GPU, 0),
    "The file does not show the cause": ("model on cuda:0, Adam state on cpu", TWO_DEVICES, 0),
}


@pytest.fixture
def panel(session: Session, qtbot: QtBot) -> DiagnosisContent:
    board = DiagnosisContent(session)
    qtbot.addWidget(board)
    board.resize(320, 620)
    board.show()
    return board


@pytest.mark.parametrize("headline", SAID)
def test_three_verdicts(headline: str, panel: DiagnosisContent, session: Session, tmp_path: Path) -> None:
    description, error, cures = SAID[headline]
    opened(session, make(description, error, tmp_path / "a.pth"))
    panel.error.paste_text(error)
    assert len(panel.answer.texts[1]) > 20
    assert len(panel.answer.cures) == cures
    meaning = panel.answer.texts[: panel.answer.texts.index(headline)]
    assert bool(meaning) is (headline != "This file is not the cause"), "what the error means comes first"
    assert [text for text in panel.answer.texts if text.startswith(("This file is", "Cannot tell"))] in ([], [headline])
    assert (len(panel.answer.texts) == 2) is (headline == "This file is not the cause")


def test_after_the_cure_of_an_abridged_error_no_fix_is_offered(
    panel: DiagnosisContent, session: Session, tmp_path: Path
) -> None:
    state = below("module.", Deep().state_dict())
    opened(session, save(state, tmp_path / "a.pth"))
    panel.error.paste_text(few(raised(Deep(), state), ", ..."))
    (cure,) = panel.answer.cures
    cure.click()
    assert [type(edit) for edit in session.plan.edits] == [StripPrefix]
    assert "Your changes fix this" in panel.answer.texts
    assert panel.answer.cures == []


def test_a_value_that_names_the_device_is_set_with_one_click(
    panel: DiagnosisContent, session: Session, tmp_path: Path
) -> None:
    opened(session, save({"w": torch.ones(2), "args": {"device": "cuda:3"}}, tmp_path / "a.pth"))
    panel.error.paste_text(ONE_GPU)
    assert "The file does not show the cause" in panel.answer.texts
    (cure,) = panel.answer.cures
    cure.click()
    assert [type(edit) for edit in session.plan.edits] == [SetValue]
    assert "This file is not the cause" in panel.answer.texts


def test_safetensors_without_a_format_are_written_with_one(
    panel: DiagnosisContent, session: Session, tmp_path: Path
) -> None:
    opened(session, make("safetensors", "", tmp_path / "a.safetensors"))
    panel.error.paste_text(
        "    if metadata.get(\"format\") not in [\"pt\"]:\nAttributeError: 'NoneType' object has no attribute 'get'"
    )
    assert "This file is the cause" in panel.answer.texts
    (cure,) = panel.answer.cures
    cure.click()
    assert session.plan.edits == (UseContainer("safetensors"),)
    assert "Your changes fix this" in panel.answer.texts


def test_an_error_that_stays_in_the_box_is_judged_by_the_next_file(
    panel: DiagnosisContent, session: Session, tmp_path: Path
) -> None:
    state = below("module.", Deep().state_dict())
    opened(session, save(state, tmp_path / "a.pth"))
    panel.error.paste_text(few(raised(Deep(), state), ", ..."))
    opened(session, save({"w": state["module.norm.weight"]}, tmp_path / "b.pth"))
    assert "This file is not the cause" in panel.answer.texts
    opened(session, save(state, tmp_path / "c.pth"))
    assert "This file is the cause" in panel.answer.texts
    panel.answer.cures[0].click()
    assert "Your changes fix this" in panel.answer.texts

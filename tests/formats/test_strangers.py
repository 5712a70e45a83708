"""What is no checkpoint is called what it is, with what to do, and torch refuses it."""

from __future__ import annotations

import warnings
from pathlib import Path

import pytest
import torch
import torch.distributed.checkpoint

from core.diagnosis.unopened import diagnose_unopened
from core.errors import CheckpointError, NotACheckpoint
from core.formats.identify import explain_stranger
from tests.files.strangers import STRANGERS
from tests.support.engine import catalogue_of
from tests.support.judging import torch_says


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", STRANGERS)
def test_called_what_it_is(tmp_path: Path, name: str) -> None:
    content, wanted = STRANGERS[name]
    path = tmp_path / "model.pth"
    if callable(content):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            content(path)
    else:
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    with pytest.raises(CheckpointError, match=wanted) as caught:
        catalogue_of(path)
    message = str(caught.value)
    assert isinstance(caught.value, NotACheckpoint)
    assert message.endswith(".")
    assert all(char.isprintable() for char in message)
    (finding,) = diagnose_unopened(path, caught.value)
    assert finding.code == "not-a-checkpoint"
    assert finding.fix in message or finding.fix == "Look for the checkpoint itself and load that."
    assert finding.message in ("", torch_says(path))
    assert torch_says(path) is not None


def test_tensors_of_tensorflow_are_told_by_their_name() -> None:
    """They begin with the first weight."""
    assert "data file of a TensorFlow checkpoint" in explain_stranger(bytes(range(64)), "m.ckpt.data-00000-of-00001")
    assert "not a PyTorch checkpoint" in explain_stranger(bytes(range(64)), "m.ckpt")


def test_a_folder_of_something_else_is_called_so(tmp_path: Path) -> None:
    (tmp_path / "plain").mkdir()
    with pytest.raises(CheckpointError, match="This folder is empty"):
        catalogue_of(tmp_path / "plain")
    (tmp_path / "plain" / ".metadata").write_bytes(b"of Eclipse")
    with pytest.raises(CheckpointError, match="holds no checkpoint"):
        catalogue_of(tmp_path / "plain")


def test_what_a_server_says_is_cut() -> None:
    assert len(explain_stranger(b'{"error": "' + b"word " * 700 + b'"}')) < 500


@pytest.mark.filterwarnings("ignore")
def test_torch_says_what_is_quoted_of_torchscript_of_old(tmp_path: Path) -> None:
    path = tmp_path / "m.pt"
    content, _ = STRANGERS["torchscript of torch 1.0"]
    assert isinstance(content, bytes)
    path.write_bytes(content)
    with pytest.raises(RuntimeError, match="Legacy model format is not supported on mobile"):
        torch.jit.load(path)

"""What several tests of saving begin with."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.files.checkpoints import save, training_checkpoint
from tests.support.oracle import PretendGpus


@pytest.fixture
def folder(tmp_path: Path, state: Path) -> Path:
    """An empty folder, and a state folder of this test alone."""
    made = tmp_path / "folder"
    made.mkdir()
    return made


@pytest.fixture(params=["zip", "legacy"])
def source(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A training checkpoint of several GPUs, in each container."""
    with PretendGpus() as gpus:
        return save(training_checkpoint(gpus), tmp_path / "source.pth", request.param)

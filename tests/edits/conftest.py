"""What tests of edits begin with."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.files.checkpoints import save, training_checkpoint
from tests.support.oracle import PretendGpus


@pytest.fixture
def source(tmp_path: Path) -> Path:
    with PretendGpus() as gpus:
        return save(training_checkpoint(gpus), tmp_path / "source.pth")

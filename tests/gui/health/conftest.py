"""A model of which some tensors are ill, written by torch."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch

from core.catalogue.catalogue import Catalogue
from gui.session.session import Session
from tests.gui.documents import opened


def ill_model() -> dict[str, Any]:
    """Four layers: one with NaN, one with Inf, one of zeros, one well."""
    generator = torch.Generator().manual_seed(1)
    model = {f"layers.{n}.weight": torch.randn(6, 8, generator=generator) for n in range(4)}
    model["layers.0.weight"][1, :3] = float("nan")
    model["layers.1.weight"][0, 0] = float("-inf")
    model["layers.2.weight"].zero_()
    return {"epoch": 3, "model": model}


@pytest.fixture
def ill_file(tmp_path: Path) -> Path:
    torch.save(ill_model(), tmp_path / "ill.pth")
    return tmp_path / "ill.pth"


@pytest.fixture
def ill(session: Session, ill_file: Path) -> Catalogue:
    return opened(session, ill_file)

"""timm loads weights, averages and optimizers that were fixed, and resumes with them."""

from __future__ import annotations

from pathlib import Path

import pytest
from timm.models import load_checkpoint, resume_checkpoint
from timm.optim import create_optimizer_v2

from tests.frameworks.fixing import CURED, TO_CPU, assert_equal, fix, original
from tests.frameworks.make_timm import OPTIMIZERS, vit

MAPPED_OR_CURED = pytest.mark.parametrize("options", [TO_CPU, CURED], ids=["mapped", "cured"])


@MAPPED_OR_CURED
@pytest.mark.parametrize("name", ["vit-ema", "vit-args"])
@pytest.mark.parametrize(("use_ema", "key"), [(False, "state_dict"), (True, "state_dict_ema")])
def test_weights(name: str, options: tuple[str, ...], use_ema: bool, key: str, tmp_path: Path) -> None:
    path = fix(f"timm/{name}.pth.tar", tmp_path / "fixed.pth.tar", *options)
    model = vit()
    load_checkpoint(model, str(path), use_ema=use_ema, weights_only=options is CURED)
    assert_equal(dict(model.state_dict()), dict(original(f"timm/{name}.pth.tar")[key]))


@MAPPED_OR_CURED
@pytest.mark.parametrize("name", OPTIMIZERS)
def test_training_resumes(name: str, options: tuple[str, ...], tmp_path: Path) -> None:
    path, saved = fix(f"timm/{name}.pth.tar", tmp_path / "fixed.pth.tar", *options), original(f"timm/{name}.pth.tar")
    model = vit()
    optimizer = create_optimizer_v2(model, opt=name, lr=1e-3, weight_decay=0.05)
    assert resume_checkpoint(model, str(path), optimizer, log_info=False) == 2
    assert_equal(dict(model.state_dict()), dict(saved["state_dict"]))
    assert_equal(optimizer.state_dict()["state"], saved["optimizer"]["state"])

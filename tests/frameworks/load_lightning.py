"""Lightning loads and resumes what was fixed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import lightning
import pytest
import torch
from lightning.pytorch.callbacks import EMAWeightAveraging

from tests.frameworks.fixing import CURED, TO_CPU, assert_equal, fix, original
from tests.frameworks.make_lightning import Classifier, Gan, fitted
from tests.frameworks.making import small_net


class Seen(lightning.Callback):
    """Keeps what a trainer had restored when training went on."""

    def on_train_start(self, trainer: lightning.Trainer, pl_module: lightning.LightningModule) -> None:
        self.steps = trainer.global_step
        self.averages = [
            {name: each.clone() for name, each in callback._average_model.module.state_dict().items()}
            for callback in trainer.callbacks
            if isinstance(callback, EMAWeightAveraging)
        ]
        self.states = [torch.utils._pytree.tree_map(_copy, each.state_dict()) for each in trainer.optimizers]


def _copy(value: Any) -> Any:
    return value.clone() if isinstance(value, torch.Tensor) else value


@pytest.mark.parametrize("options", [TO_CPU, CURED], ids=["mapped", "cured"])
@pytest.mark.parametrize(("name", "kind"), [("gan", Gan), ("classifier", Classifier)])
def test_a_module_resumes(
    name: str, kind: type[lightning.LightningModule], options: tuple[str, ...], tmp_path: Path
) -> None:
    saved, path = original(f"lightning/{name}.ckpt"), fix(f"lightning/{name}.ckpt", tmp_path / "fixed.ckpt", *options)
    assert_equal(kind.load_from_checkpoint(path).state_dict(), saved["state_dict"])
    seen = Seen()
    trainer = fitted(kind(), callbacks=[seen], ckpt_path=path)
    assert seen.steps == saved["global_step"]
    assert_equal(seen.states, saved["optimizer_states"])
    assert trainer.global_step == 2 * saved["global_step"]


def test_an_average_goes_on(tmp_path: Path) -> None:
    path, saved = fix("lightning/ema.ckpt", tmp_path / "fixed.ckpt", *TO_CPU), original("lightning/ema.ckpt")
    seen = Seen()
    fitted(Classifier(), callbacks=[EMAWeightAveraging(device="cpu", decay=0.9), seen], ckpt_path=path)
    assert_equal(seen.states, saved["optimizer_states"])
    assert_equal(seen.averages, [dict(saved["state_dict"])])


def test_weights_alone(tmp_path: Path) -> None:
    path = fix("lightning/weights_only.ckpt", tmp_path / "fixed.ckpt", *CURED)
    saved = original("lightning/weights_only.ckpt")["state_dict"]
    assert_equal(Classifier.load_from_checkpoint(path).state_dict(), saved)


def test_fabric(tmp_path: Path) -> None:
    path, saved = fix("lightning/fabric.ckpt", tmp_path / "fixed.ckpt", *TO_CPU), original("lightning/fabric.ckpt")
    run = lightning.Fabric(accelerator="cpu", devices=1)
    plain = small_net()
    model, optimizer = run.setup(plain, torch.optim.SGD(plain.parameters(), 0.1, momentum=0.9))
    run.load(path, {"net": model, "optim": optimizer})
    assert_equal(plain.state_dict(), saved["net"])
    assert_equal(optimizer.optimizer.state_dict(), saved["optim"])

"""Checkpoints that ``lightning.pytorch.Trainer`` and ``lightning.fabric.Fabric`` write."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import lightning
import torch
from lightning.pytorch.callbacks import EMAWeightAveraging
from torch import nn

from tests.frameworks.making import Cards, Made, live, small_net, steps

MODEL = ("state_dict",)


def net(inputs: int, outputs: int) -> nn.Sequential:
    """Of a GAN's two nets."""
    return nn.Sequential(nn.Linear(inputs, 6), nn.ReLU(), nn.Linear(6, outputs))


class Gan(lightning.LightningModule):
    """Two nets of the same shapes in one module, an optimizer each."""

    def __init__(self, lr: float = 1e-3) -> None:
        super().__init__()
        self.save_hyperparameters()
        self.automatic_optimization = False
        self.generator, self.discriminator = net(4, 4), net(4, 4)

    def training_step(self, rows: torch.Tensor, index: int) -> None:
        for optimizer, part in zip(self.optimizers(), (self.generator, self.discriminator), strict=True):
            optimizer.zero_grad()
            self.manual_backward(part(rows).square().sum())
            optimizer.step()

    def configure_optimizers(self) -> list[torch.optim.Optimizer]:
        generator = torch.optim.Adam(self.generator.parameters(), self.hparams.lr)
        return [generator, torch.optim.RMSprop(self.discriminator.parameters(), self.hparams.lr)]


class Classifier(lightning.LightningModule):
    """One net, AdamW with two groups of parameters and a scheduler; a loss with a weight of its own."""

    def __init__(self, lr: float = 1e-3, width: int = 4) -> None:
        super().__init__()
        self.save_hyperparameters()
        self.body = small_net(width)
        self.loss = nn.CrossEntropyLoss(weight=torch.ones(3))

    def forward(self, rows: torch.Tensor) -> torch.Tensor:
        scores: torch.Tensor = self.body(rows)
        return scores

    def training_step(self, rows: torch.Tensor, index: int) -> torch.Tensor:
        loss: torch.Tensor = self.loss(self(rows), torch.zeros(len(rows), dtype=torch.long))
        return loss

    def configure_optimizers(self) -> Any:
        flat = [each for each in self.parameters() if each.ndim == 1]
        deep = [each for each in self.parameters() if each.ndim > 1]
        optimizer = torch.optim.AdamW([{"params": deep}, {"params": flat, "weight_decay": 0.0}], self.hparams.lr)
        scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, 0.1, total_steps=20)
        return {"optimizer": optimizer, "lr_scheduler": {"scheduler": scheduler, "interval": "step"}}


def make(folder: Path, cards: Cards) -> Iterator[Made]:
    """All files of this framework."""
    logging.getLogger("lightning.pytorch").setLevel(logging.ERROR)
    yield gan(folder / "gan.ckpt", cards)
    yield classifier(folder / "classifier.ckpt", cards, "32-true", "cuda:0")
    yield classifier(folder / "bf16.ckpt", cards, "bf16-true", "cuda:0")
    yield weights_only(folder / "weights_only.ckpt", cards)
    yield average(folder / "ema.ckpt", cards)
    yield fabric(folder / "fabric.ckpt", cards)


def fitted(module: lightning.LightningModule, ckpt_path: Path | None = None, **options: Any) -> lightning.Trainer:
    """A trainer after an epoch of three steps, begun anew or resumed from a checkpoint after the first epoch."""
    trainer = lightning.Trainer(
        max_epochs=2 if ckpt_path else 1,
        accelerator="cpu",
        logger=False,
        enable_checkpointing=False,
        enable_progress_bar=False,
        enable_model_summary=False,
        **options,
    )
    rows = torch.utils.data.DataLoader([torch.randn(4) for _ in range(6)], batch_size=2)
    trainer.fit(module, rows, ckpt_path=ckpt_path)
    return trainer


def put(cards: Cards, trainer: lightning.Trainer, device: str) -> None:
    """The module and its optimizers' state on ``device``."""
    cards.put(trainer.lightning_module, device)
    for optimizer in trainer.optimizers:
        cards.put_state(optimizer, device)


def gan(path: Path, cards: Cards) -> Made:
    """``optimizer_states`` is a list of two."""
    module = Gan()
    trainer = fitted(module)
    put(cards, trainer, "cuda:0")
    trainer.save_checkpoint(path)
    known = tuple(
        live(["optimizer_states", index], each, module, MODEL) for index, each in enumerate(trainer.optimizers)
    )
    return Made(path, "a GAN in one module, with two optimizers", known)


def classifier(path: Path, cards: Cards, precision: str, device: str) -> Made:
    """Loops, callbacks, hyper-parameters, optimizer and scheduler."""
    module = Classifier()
    trainer = fitted(module, precision=precision)
    put(cards, trainer, device)
    trainer.save_checkpoint(path)
    known = (live(["optimizer_states", 0], trainer.optimizers[0], module, MODEL),)
    return Made(path, f"a module, its optimizer in two groups and a scheduler, precision {precision}", known)


def weights_only(path: Path, cards: Cards) -> Made:
    """What ``save_weights_only=True`` leaves: no optimizer."""
    trainer = fitted(Classifier())
    put(cards, trainer, "cuda:1")
    trainer.save_checkpoint(path, weights_only=True)
    return Made(path, "a module saved with weights_only=True")


def average(path: Path, cards: Cards) -> Made:
    """The callback puts the average into ``state_dict`` and what the optimizer trains beside it."""
    module = Classifier()
    averaging = EMAWeightAveraging(device="cpu", decay=0.9)
    trainer = fitted(module, callbacks=[averaging])
    put(cards, trainer, "cuda:0")
    trainer.save_checkpoint(path)
    known = (live(["optimizer_states", 0], trainer.optimizers[0], module, ["current_model_state"]),)
    return Made(path, "a moving average on the CPU in state_dict, the trained model in current_model_state", known)


def fabric(path: Path, cards: Cards) -> Made:
    """Fabric saves what it is given."""
    run = lightning.Fabric(accelerator="cpu", devices=1)
    plain = small_net()
    model, optimizer = run.setup(plain, torch.optim.SGD(plain.parameters(), 0.1, momentum=0.9))
    steps(model, optimizer)
    cards.put(plain, "cuda:2")
    cards.put_state(optimizer.optimizer, "cuda:2")
    run.save(path, {"net": model, "optim": optimizer, "step": 2})
    known = (live(["optim"], optimizer.optimizer, plain, ["net"]),)
    return Made(path, "a model and its optimizer, saved by Fabric", known)

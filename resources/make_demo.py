"""Make ``demo.pth``: what a training run on several GPUs leaves behind, small enough to ship.

A DataParallel language model with tied weights, its Adam state and the usual extras, written by
``torch.save``. No GPU is needed: the tags that torch would write for one come from a registered package.
Everything is seeded; the bytes depend on the torch version only.
"""

from __future__ import annotations

from pathlib import Path

import torch
from torch import nn

TARGET = Path(__file__).with_name("demo.pth")
WORDS, WIDTH = 80, 32
SECOND_GPU_BYTES = WORDS * WIDTH * 4  # storages of this size (the tied embedding and its Adam state) say cuda:1


class TinyModel(nn.Module):
    """Embedding, convolution, normalisation and an output layer that shares the embedding's weight."""

    def __init__(self) -> None:
        super().__init__()
        self.embed = nn.Embedding(WORDS, WIDTH)
        self.conv = nn.Conv1d(WIDTH, WIDTH, kernel_size=3, padding=1)
        self.norm = nn.BatchNorm1d(WIDTH)
        self.head = nn.Linear(WIDTH, WORDS)
        self.head.weight = self.embed.weight

    def forward(self, words: torch.Tensor) -> torch.Tensor:
        """Scores of the next word, (batch, words) → (batch, words, WORDS)."""
        hidden = self.embed(words).transpose(1, 2)
        hidden = torch.relu(self.norm(self.conv(hidden)))
        return self.head(hidden.transpose(1, 2))  # type: ignore[no-any-return]


def saved_device(storage: torch.UntypedStorage) -> str | None:
    """The tag that ``torch.save`` writes: parameters and their state as if they lay on two GPUs."""
    if storage.nbytes() <= 4:
        return None  # step counters stay where Adam keeps them
    return "cuda:1" if storage.nbytes() == SECOND_GPU_BYTES else "cuda:5"


def train(steps: int = 3) -> dict[str, object]:
    """A few steps on random words, then what such scripts usually save."""
    torch.manual_seed(27)
    model = nn.DataParallel(TinyModel())
    decay = [p for p in model.parameters() if p.ndim > 1]
    plain = [p for p in model.parameters() if p.ndim == 1]
    optimizer = torch.optim.Adam(
        [{"params": decay, "weight_decay": 0.01}, {"params": plain, "weight_decay": 0.0}], lr=3e-3
    )
    loss = torch.zeros(())
    for _ in range(steps):
        words = torch.randint(WORDS, (4, 12))
        loss = nn.functional.cross_entropy(model.module(words).flatten(0, 1), words.flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return {
        "epoch": 27,
        "loss": loss.item(),
        "hyper_parameters": {"lr": 3e-3, "batch_size": 4, "words": WORDS, "width": WIDTH, "schedule": [10, 20]},
        "state_dict": model.state_dict(),
        "optimizer": optimizer.state_dict(),
    }


if __name__ == "__main__":
    torch.serialization.register_package(0, saved_device, lambda storage, location: None)
    torch.save(train(), TARGET)
    print(f"{TARGET.name}: {TARGET.stat().st_size:,} bytes")

"""What transformers' ``Trainer`` leaves in a checkpoint's folder, and a model with tied weights."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import torch
from torch.utils.data import Dataset
from transformers import GPT2Config, GPT2LMHeadModel, Trainer, TrainerCallback, TrainingArguments

from tests.frameworks.making import Cards, LiveOptimizer, Made, live

GPT2 = GPT2Config(vocab_size=12, n_positions=8, n_embd=8, n_layer=1, n_head=2, bos_token_id=0, eos_token_id=1)


def make(folder: Path, cards: Cards) -> Iterator[Made]:
    """All files of this framework."""
    yield from trainer(folder / "trainer", cards, "adamw_torch", "cuda:3")
    yield from trainer(folder / "adafactor", cards, "adafactor", "cuda:0", only_optimizer=True)
    yield tied(folder / "gpt2.bin", cards)


class Words(Dataset):
    """Eight sentences of six random words."""

    def __len__(self) -> int:
        return 8

    def __getitem__(self, index: int) -> dict[str, torch.Tensor]:
        words = torch.randint(12, (6,))
        return {"input_ids": words, "labels": words}


class Watch(TrainerCallback):
    """Right before the Trainer saves, what it will save is said to lie on a card."""

    def __init__(self, cards: Cards, device: str) -> None:
        self.cards, self.device = cards, device
        self.known: tuple[LiveOptimizer, ...] = ()

    def on_step_end(self, args: Any, state: Any, control: Any, **given: Any) -> None:
        optimizer = given["optimizer"].optimizer
        self.cards.put(given["model"], self.device)
        self.cards.put_state(optimizer, self.device)
        self.known = (live([], optimizer, given["model"], None),)


def trainer(folder: Path, cards: Cards, optimizer: str, device: str, *, only_optimizer: bool = False) -> Iterator[Made]:
    """Two steps, then everything that the Trainer writes beside ``model.safetensors``."""
    watch = Watch(cards, device)
    arguments = TrainingArguments(
        output_dir=str(folder),
        max_steps=2,
        save_steps=2,
        per_device_train_batch_size=2,
        optim=optimizer,
        use_cpu=True,
        report_to=[],
        disable_tqdm=True,
        log_level="error",
    )
    Trainer(GPT2LMHeadModel(GPT2), arguments, train_dataset=Words(), callbacks=[watch]).train()
    saved = folder / "checkpoint-2"
    yield Made(saved / "optimizer.pt", f"the Trainer's optimizer ({watch.known[0].kind}) alone", watch.known)
    if not only_optimizer:
        yield Made(saved / "scheduler.pt", "the Trainer's scheduler: numbers and no tensor")
        yield Made(saved / "rng_state.pth", "the Trainer's states of random numbers: Python's, numpy's and torch's")
        yield Made(saved / "training_args.bin", "the Trainer's arguments, a whole pickled object")


def tied(path: Path, cards: Cards) -> Made:
    """``lm_head.weight`` and the embedding are one tensor."""
    model = GPT2LMHeadModel(GPT2)
    cards.put(model, "cuda:1")
    torch.save(model.state_dict(), path)
    return Made(path, "GPT-2's state dict, whose output layer is tied to the embedding")

"""Models that are trained by real torch, saved, and scanned."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
from torch import nn

from core.catalogue.build import open_catalogue
from core.values.scan import Scan, scan
from core.values.symptom import Symptom


class Block(nn.Module):
    """A layer as transformers have them."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.up = nn.Linear(width, 2 * width)
        self.down = nn.Linear(2 * width, width)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        out: torch.Tensor = x + self.down(torch.relu(self.up(self.norm(x))))
        return out


class Deep(nn.Module):
    """Several layers that are alike, behind an embedding."""

    def __init__(self, layers: int = 6, width: int = 8, words: int = 20) -> None:
        super().__init__()
        self.embedding = nn.Embedding(words, width)
        self.layers = nn.ModuleList(Block(width) for _ in range(layers))
        self.head = nn.Linear(width, words)

    def forward(self, words: torch.Tensor) -> torch.Tensor:
        x = self.embedding(words)
        for layer in self.layers:
            x = layer(x)
        out: torch.Tensor = self.head(x)
        return out


def trained(steps: int = 3, make: Any = torch.optim.AdamW) -> tuple[Deep, torch.optim.Optimizer]:
    """A model and its optimizer after some steps on every word."""
    torch.manual_seed(0)
    model = Deep()
    optimizer = make(model.parameters(), lr=1e-3)
    for _ in range(steps):
        step(model, optimizer)
    return model, optimizer


def step(model: nn.Module, optimizer: torch.optim.Optimizer) -> None:
    """One step of training on all words."""
    words = torch.arange(20)
    optimizer.zero_grad()
    nn.functional.cross_entropy(model(words), words.flip(0)).backward()
    optimizer.step()


def checkpoint(model: nn.Module, optimizer: torch.optim.Optimizer) -> dict[str, Any]:
    """What a script of training saves."""
    return {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "epoch": 3}


def scanned(value: Any, folder: Path, **options: Any) -> Scan:
    """The scan of what real torch.save makes of a value."""
    torch.save(value, folder / "file.pth", **options)
    return scan(open_catalogue(folder / "file.pth"))


def told(value: Any, folder: Path, **options: Any) -> list[tuple[str, str, int, str]]:
    """(code, path, count, severity) of all symptoms."""
    found = scanned(value, folder, **options)
    catalogue = open_catalogue(folder / "file.pth")
    return [(each.code, each.path(catalogue), each.count, each.severity) for each in found.symptoms]


def only(value: Any, folder: Path) -> Symptom:
    """The one symptom that there is."""
    (symptom,) = scanned(value, folder).symptoms
    return symptom


def number_of(model: nn.Module, wanted: torch.Tensor) -> int:
    """The number that an optimizer of all parameters gives to one."""
    return next(number for number, parameter in enumerate(model.parameters()) if parameter is wanted)

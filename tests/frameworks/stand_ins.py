"""Classes of a script's own, as they stand in whole pickled models."""

from __future__ import annotations

import torch
from torch import nn


class Block(nn.Module):
    """Convolution and norm."""

    def __init__(self, inputs: int, outputs: int) -> None:
        super().__init__()
        self.conv = nn.Conv2d(inputs, outputs, 3, bias=False)
        self.bn = nn.BatchNorm2d(outputs)

    def forward(self, pictures: torch.Tensor) -> torch.Tensor:
        return torch.relu(self.bn(self.conv(pictures)))


class Detector(nn.Module):
    """A detector as YOLO's trainers pickle it whole: layers in a Sequential, strides and names as attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.model = nn.Sequential(Block(3, 4), Block(4, 4), nn.Conv2d(4, 6, 1))
        self.register_buffer("stride", torch.tensor([8.0, 16.0]))
        self.names = {0: "cat", 1: "dog"}
        self.yaml = {"nc": 2, "depth": 0.33}

    def forward(self, pictures: torch.Tensor) -> torch.Tensor:
        found: torch.Tensor = self.model(pictures)
        return found

"""The files of docs/tour.md: two of other people, the others as torch leaves them after the classic mistakes."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

import torch
from torch import nn

from tests.files.checkpoints import place, train
from tests.support.corpus import FILES, corpus_file
from tests.support.oracle import PretendGpus

_EVENING = 1_790_000_000
"""When the training of a night began, in seconds since 1970."""


class Net(nn.Module):
    """The model of the tour: small, and with a part of each kind."""

    def __init__(self) -> None:
        super().__init__()
        self.conv1 = nn.Conv2d(3, 16, 3)
        self.norm1 = nn.BatchNorm2d(16)
        self.conv2 = nn.Conv2d(16, 32, 3)
        self.norm2 = nn.BatchNorm2d(32)
        self.head = nn.Linear(32, 10)

    def forward(self, pictures: torch.Tensor) -> torch.Tensor:
        hidden = self.norm1(self.conv1(pictures)).relu()
        hidden = self.norm2(self.conv2(hidden)).relu()
        out: torch.Tensor = self.head(hidden.mean((2, 3)))
        return out


class _Block(nn.Module):
    """Two convolutions, and what came in beside them."""

    def __init__(self, width: int, out: int, stride: int) -> None:
        super().__init__()
        self.conv1 = nn.Conv2d(width, out, 3, stride, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(out)
        self.conv2 = nn.Conv2d(out, out, 3, 1, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(out)
        if stride > 1:
            self.downsample = nn.Sequential(nn.Conv2d(width, out, 1, stride, bias=False), nn.BatchNorm2d(out))


class ResNet18(nn.Module):
    """The well-known one, its parts named as torchvision and timm name them."""

    def __init__(self, num_classes: int) -> None:
        super().__init__()
        self.conv1 = nn.Conv2d(3, 64, 7, 2, 3, bias=False)
        self.bn1 = nn.BatchNorm2d(64)
        for at, width in enumerate((64, 128, 256, 512), 1):
            first = _Block(width // min(at, 2), width, min(at, 2))
            setattr(self, f"layer{at}", nn.Sequential(first, _Block(width, width, 1)))
        self.fc = nn.Linear(512, num_classes)


@contextmanager
def models_at_hand() -> Iterator[None]:
    """While entered, `Net` lives in a module ``models``, as in a project; afterwards that project is gone."""
    models = ModuleType("models")
    models.Net = Net  # type: ignore[attr-defined]
    before = Net.__module__
    sys.modules["models"], Net.__module__ = models, "models"
    try:
        yield
    finally:
        Net.__module__ = before
        del sys.modules["models"]


def make(name: str, folder: Path) -> Path:
    """One of the `FILES_OF_THE_TOUR`, in a folder, as a link where it is a file of other people."""
    target = folder / name
    if not target.exists():
        FILES_OF_THE_TOUR[name](target)
    return target


def _from_package(member: str) -> Callable[[Path], None]:
    entry = next(entry for entry in FILES if member in entry["member"])
    return lambda target: target.symlink_to(corpus_file(entry))


def _trained() -> tuple[Net, torch.optim.Optimizer]:
    torch.manual_seed(16)
    net = Net()
    optimizer = torch.optim.Adam(net.parameters(), 3e-4)
    train(net, optimizer)
    return net, optimizer


def _of_data_parallel(target: Path) -> None:
    with PretendGpus() as gpus:
        net, _ = _trained()
        wrapped = nn.DataParallel(net)
        place(gpus, wrapped.state_dict(), "cuda:0")
        torch.save(wrapped.state_dict(), target)


def _with_state_elsewhere(target: Path) -> None:
    with PretendGpus() as gpus:
        net, optimizer = _trained()
        state = optimizer.state_dict()
        place(gpus, net.state_dict(), "cuda:0")
        for each in state["state"].values():
            place(gpus, [each["exp_avg"], each["exp_avg_sq"]], "cuda:1")
        torch.save({"epoch": 41, "model": net.state_dict(), "optimizer": state}, target)


def _whole_model(target: Path) -> None:
    with models_at_hand():
        net, _ = _trained()
        torch.save(net.eval(), target)


def _alone(target: Path) -> None:
    torch.manual_seed(10)
    wrapped = nn.Module()  # as DistributedDataParallel has it, which would ask for other processes
    wrapped.module = ResNet18(10)
    torch.save(wrapped.state_dict(), target)


def _of_a_night(target: Path) -> None:
    """Forty checkpoints of one training, an hour apart. A batch with a picture that is no number comes on the way."""
    target.mkdir()
    torch.manual_seed(3)
    net = nn.Sequential(*(layer for _ in range(12) for layer in (nn.Linear(24, 24), nn.ReLU())), nn.Linear(24, 4))
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 2e-3, total_steps=400)
    for step in range(1, 401):
        batch = torch.randn(16, 24)
        if step == 275:
            batch[3, 5] = torch.nan
        optimizer.zero_grad()
        (net(batch) - batch[:, :4].cumsum(1)).square().mean().backward()
        optimizer.step()
        schedule.step()
        if step % 10 == 0:
            state = {"step": 10 * step, "model": net.state_dict(), "optimizer": optimizer.state_dict()}
            path = target / f"step_{10 * step:04}.pt"
            torch.save(state, path)
            os.utime(path, (_EVENING + 360 * step, _EVENING + 360 * step))


FILES_OF_THE_TOUR: dict[str, Callable[[Path], None]] = {
    "chgnet.pth.tar": _from_package("chgnet_0.3.0"),
    "two_cards.pth": _of_data_parallel,
    "human_hct116.pt": _from_package("human_hct116"),
    "resume.pt": _with_state_elsewhere,
    "best_model.pth": _whole_model,
    "best.pth": _alone,
    "night": _of_a_night,
}
"""chgnet 0.3.0 of the package chgnet 0.4.2 and human_hct116 of m6anet 2.0.1 were trained and saved by their authors."""

"""Models and checkpoints that are pickled whole, and what edits make of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
from torch import fx, nn
from torch.distributed.algorithms._checkpoint.checkpoint_wrapper import checkpoint_wrapper

from core.catalogue.build import build_catalogue
from core.catalogue.catalogue import Catalogue
from core.catalogue.checkpoint import open_checkpoint
from core.edits.edits import (
    Edit,
    Plan,
)
from core.edits.preview import Preview, preview
from core.saving.save import save
from tests.files import checkpoints
from tests.files.checkpoints import Net
from tests.support.oracle import PretendGpus


class Block(nn.Module):
    """What a residual network is made of."""

    def __init__(self, width: int, down: bool = False) -> None:
        super().__init__()
        self.conv1 = nn.Conv2d(width, width, 3, padding=1, bias=False)
        self.bn1 = nn.BatchNorm2d(width)
        self.relu = nn.ReLU(inplace=True)
        self.downsample = nn.Sequential(nn.Conv2d(width, width, 1), nn.BatchNorm2d(width)) if down else None


class Odd(nn.Module):
    """Everything that a module can hold besides plain weights."""

    def __init__(self) -> None:
        super().__init__()
        self.blocks = nn.ModuleList([Block(2), Block(2, down=True)])
        self.again = self.blocks[0]  # registered twice
        self.table = nn.ModuleDict({"a": nn.Embedding(3, 2), "b": nn.LayerNorm(2)})
        self.table["tied"] = nn.Embedding(3, 2)
        self.table["tied"].weight = self.table["a"].weight
        self.nothing = None
        self.register_parameter("absent", None)
        self.register_buffer("missing", None)
        self.register_buffer("kept", torch.arange(3))
        self.register_buffer("cache", torch.zeros(4), persistent=False)
        self.register_buffer("wants_grad", torch.ones(2, requires_grad=True))
        self.register_buffer("view", self.kept[1:])
        self.register_buffer("sparse", torch.eye(2).to_sparse())
        self.new_style = nn.Buffer(torch.ones(2))
        self.loose = nn.Buffer(torch.ones(2), persistent=False)
        self.frozen = nn.Parameter(torch.ones(1), requires_grad=False)
        self.marked = nn.Parameter(torch.ones(1))
        self.marked.note = "attributes are no part of a state dict"
        self.thin = nn.Parameter(torch.eye(2).to_sparse())
        self.listed = nn.ParameterList([torch.ones(1), torch.zeros(1)])
        self.named = nn.ParameterDict({"x": torch.ones(1)})
        self.plain = torch.ones(5)  # no buffer
        self.lstm = nn.LSTM(2, 2, bidirectional=True)
        self.attention = nn.MultiheadAttention(2, 1)
        self.norm = nn.InstanceNorm1d(2, affine=True, track_running_stats=True)
        self.half = nn.Linear(2, 2).half()
        self.brain = nn.Linear(2, 2).bfloat16()
        self.seen_through = checkpoint_wrapper(nn.Linear(2, 2))
        self.normed = nn.utils.weight_norm(nn.Linear(2, 2))
        self.spectral = nn.utils.spectral_norm(nn.Linear(2, 2))


def quantising() -> nn.Module:
    """A model that is trained for quantisation: observers, and nothing packed yet."""
    kinds = (torch.ao.quantization.MinMaxObserver, torch.ao.quantization.HistogramObserver)
    observers = [kind() for kind in kinds]
    for observer in observers:
        observer(torch.randn(8))
    return nn.Sequential(torch.ao.nn.quantized.FloatFunctional(), *observers, torch.ao.quantization.FakeQuantize())


def lazy() -> nn.Module:
    """Made with its shapes unknown, and run once."""
    net = nn.Sequential(nn.LazyLinear(3), nn.LazyBatchNorm1d())
    net(torch.ones(2, 2))
    return net


MODELS: dict[str, Callable[[], nn.Module]] = {
    "net": Net,
    "odd": Odd,
    "wrapped": lambda: nn.DataParallel(Odd()),
    "wrapped twice": lambda: nn.DataParallel(nn.DataParallel(Net())),
    "compiled": lambda: torch.compile(Net(), backend="eager"),
    "compiled and wrapped": lambda: nn.DataParallel(torch.compile(Net(), backend="eager")),
    "averaged": lambda: torch.optim.swa_utils.AveragedModel(Net()),
    "transformer": lambda: nn.Transformer(4, 2, 1, 1, 8),
    "traced": lambda: fx.symbolic_trace(nn.Sequential(nn.Linear(2, 2), nn.Sequential(nn.BatchNorm1d(2)))),
    "half": lambda: Net().half(),
    "frozen": lambda: Net().requires_grad_(False),
    "empty": nn.ReLU,
    "lazy": lazy,
    "quantising": quantising,
}


def opened(path: Path) -> Catalogue:
    return build_catalogue(open_checkpoint(path))


def edited(path: Path, *edits: Edit) -> Path:
    """The file after the edits."""
    target = path.with_name("ours.pt")
    save(preview(opened(path), Plan(edits)), target, overwrite=True)
    return target


def planned(value: Any, path: Path, *edits: Edit) -> Preview:
    return preview(opened(checkpoints.save(value, path)), Plan(edits))


def training_file(gpus: PretendGpus | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
    """What YOLO-like scripts save, and the same with state dicts."""
    torch.manual_seed(5)
    net, ema = Net(), Net()
    optimizer = torch.optim.Adam(net.parameters())
    checkpoints.train(net, optimizer)
    if gpus is not None:
        checkpoints.place(gpus, [*net.state_dict().values(), *ema.state_dict().values()], "cuda:7")
        for state in optimizer.state.values():
            checkpoints.place(gpus, {key: value for key, value in state.items() if key != "step"}, "cuda:7")
    objects = {"epoch": 3, "model": nn.DataParallel(net), "ema": ema, "optimizer": optimizer}
    plain = {"epoch": 3, "model": net.state_dict(), "ema": ema.state_dict(), "optimizer": optimizer.state_dict()}
    return objects, plain
